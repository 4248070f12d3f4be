// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_URL_HPP
#define T2S_DB_MYSQL_DETAIL_URL_HPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

/// mysql://user:password@host:port/database?option=value&...
namespace t2s::db::detail {

enum class mysql_tls : std::uint8_t { disabled, preferred, required, verify_identity };

/// Where a server is and how to log in; what is empty the client decides.
struct mysql_url {
  std::string host{};  ///< several with commas between them, each with its port
  unsigned port = 0;
  std::string user{}, database{}, socket{};
  std::optional<std::string> password{};
  std::optional<mysql_tls> tls{};
  std::string tls_authorities{}, tls_authorities_folder{}, tls_certificate{}, tls_key{}, tls_ciphers{}, tls_versions{};
  std::string option_file{}, option_group{}, plugins{};
  bool compresses = false;
  bool reads_option_files = false;
  unsigned connect_seconds = 0;

  /// The same for each host that it lists.
  [[nodiscard]] std::vector<mysql_url> for_each_host() const;

  /// Sets the host and the port: host, host:port, [address]:port. False if that is none.
  [[nodiscard]] bool set_host(std::string_view s) {
    auto const bracket = s.rfind(']');
    auto const colon = s.find(':', bracket == s.npos ? 0 : bracket);
    auto name = s.substr(0, colon);
    if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
    host = name;
    if (colon == s.npos) return true;
    auto const [end, fault] = std::from_chars(s.data() + colon + 1, s.data() + s.size(), port);
    return fault == std::errc() && end == s.data() + s.size() && port <= 65'535;
  }
};

inline std::vector<mysql_url> mysql_url::for_each_host() const {
  if (host.find(',') == host.npos) return {*this};
  std::vector<mysql_url> all;
  for (auto const one : text::split(host, ','))
    if (!all.emplace_back(*this).set_host(one))
      throw error(errc::invalid_argument, "a host of the URL is not valid", "write mysql://user@host:port,host:port/database");
  return all;
}

/// Reads such a URL. Its errors do not repeat it: it may hold a password.
class mysql_url_reader {
 public:
  /// `server` without "://" is the name of a database. Throws `errc::invalid_argument`.
  static mysql_url read(std::string const& server) {
    mysql_url_reader reader;
    auto const mark = server.find("://");
    if (mark == server.npos) {
      reader.url_.database = server;
      reader.url_.reads_option_files = true;
      if (server.find_first_of("@/?") != server.npos) fail("the name of the server is neither a URL nor the name of a database");
      return std::move(reader.url_);
    }
    auto const scheme = text::lower(std::string_view(server).substr(0, mark));
    if (scheme != "mysql" && scheme != "mariadb") fail("the URL begins with neither mysql:// nor mariadb://");
    reader.read_all(std::string_view(server).substr(mark + 3));
    return std::move(reader.url_);
  }

 private:
  [[noreturn]] static void fail(std::string message, std::string subject = {}) {
    throw error(failure{
        errc::invalid_argument, std::move(message), std::move(subject), "write mysql://user:password@host:port/database?option=value", {}});
  }

  /// %20 is a space.
  static std::string decoded(std::string_view s) {
    auto [out, well_formed] = text::percent_decoded(s);
    if (!well_formed) fail("the URL has a % without two hexadecimal digits behind it");
    if (out.find('\0') != out.npos) fail("the URL has a NUL byte");
    return out;
  }

  void read_all(std::string_view rest) {
    auto const question = rest.find('?');
    auto const place = rest.substr(0, question);
    auto const slash = place.find('/');
    auto const authority = place.substr(0, slash);
    if (slash != place.npos) url_.database = decoded(place.substr(slash + 1));
    auto const at = authority.rfind('@');
    if (at != authority.npos) read_user(authority.substr(0, at));
    read_host(at == authority.npos ? authority : authority.substr(at + 1));
    if (question == rest.npos) return check();
    for (auto const option : text::split(rest.substr(question + 1), '&'))
      if (!option.empty()) read_option(option);
    check();
  }

  void read_user(std::string_view s) {
    auto const colon = s.find(':');
    url_.user = decoded(s.substr(0, colon));
    if (colon != s.npos) url_.password = decoded(s.substr(colon + 1));
  }

  /// host, host:port, [address]:port, or several of them with commas.
  void read_host(std::string_view s) {
    url_.host = decoded(s);
    if (url_.host.find_first_of("=;/ ") != url_.host.npos)
      fail("the host of the URL is not valid");  // the client would read them as options
    if (url_.host.find(',') != url_.host.npos) return static_cast<void>(url_.for_each_host());
    if (!url_.set_host(std::string(url_.host))) fail("the port of the URL is not valid");
  }

  static unsigned number(std::string_view s, unsigned most, char const* what) {
    unsigned n = 0;
    auto const [end, fault] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (fault != std::errc() || end != s.data() + s.size() || n > most)
      fail(std::string("the ").append(what).append(" of the URL is not valid"));
    return n;
  }

  void read_option(std::string_view option) {
    static constexpr std::array<std::pair<std::string_view, std::string mysql_url::*>, 13> texts{{
        {"socket", &mysql_url::socket},
        {"unix-socket", &mysql_url::socket},
        {"user", &mysql_url::user},
        {"database", &mysql_url::database},
        {"ssl-ca", &mysql_url::tls_authorities},
        {"ssl-capath", &mysql_url::tls_authorities_folder},
        {"ssl-cert", &mysql_url::tls_certificate},
        {"ssl-key", &mysql_url::tls_key},
        {"ssl-cipher", &mysql_url::tls_ciphers},
        {"tls-version", &mysql_url::tls_versions},
        {"defaults-file", &mysql_url::option_file},
        {"defaults-group", &mysql_url::option_group},
        {"plugin-dir", &mysql_url::plugins},
    }};
    auto const equals = option.find('=');
    auto name = text::lower(decoded(option.substr(0, equals)));
    std::ranges::replace(name, '_', '-');
    auto const value = equals == option.npos ? std::string() : decoded(option.substr(equals + 1));
    for (auto const& [known, member] : texts)
      if (name == known) return static_cast<void>(url_.*member = value);
    if (name == "password") return static_cast<void>(url_.password = value);
    if (name == "connect-timeout") return static_cast<void>(url_.connect_seconds = number(value, 86'400, "connect-timeout"));
    if (name == "compress") return static_cast<void>(url_.compresses = value.empty() || value == "1" || value == "true");
    if (name == "ssl-mode") return read_tls(value);
    fail("the URL has an option that is not known: " + text::cut(name, 100), text::cut(name, 100));
  }

  void read_tls(std::string const& value) {
    static constexpr std::array<std::pair<std::string_view, mysql_tls>, 4> modes{{{"disabled", mysql_tls::disabled},
                                                                                  {"preferred", mysql_tls::preferred},
                                                                                  {"required", mysql_tls::required},
                                                                                  {"verify-identity", mysql_tls::verify_identity}}};
    auto mode = text::lower(value);
    std::ranges::replace(mode, '_', '-');
    auto const known = std::ranges::find(modes, mode, [](auto const& m) { return m.first; });
    if (known == modes.end())
      throw error(failure{errc::invalid_argument,
                          "ssl-mode=" + text::cut(value, 100) + " is not known",
                          "ssl-mode",
                          "write DISABLED, PREFERRED, REQUIRED or VERIFY_IDENTITY; the client cannot check only the authority",
                          {}});
    url_.tls = known->second;
  }

  void check() {
    url_.reads_option_files = !url_.option_file.empty() || !url_.option_group.empty();
    bool const has_tls = url_.tls || !url_.tls_authorities.empty() || !url_.tls_authorities_folder.empty();
    if (url_.reads_option_files && has_tls) fail("ssl options stand in the URL or in an option file, not in both: the file would count");
  }

  mysql_url url_{};
};

}  // namespace t2s::db::detail

#endif
