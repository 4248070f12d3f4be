// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_LOCATION_IPP
#define T2S_DB_ANY_DETAIL_LOCATION_IPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/location.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>

namespace t2s::db {
namespace detail {

inline constexpr std::string_view hidden = "***";

/// "postgresql" of "postgresql://..."; "" of what has none. A single letter is a drive.
[[nodiscard]] inline std::string_view scheme_of(std::string_view written) {
  auto const end = written.find(':');
  if (end == written.npos || end < 2) return {};
  auto const scheme = written.substr(0, end);
  auto const fits = [](char c) { return (text::is_letter(c) && static_cast<unsigned char>(c) < 0x80) || text::is_digit(c) || c == '+'; };
  return std::ranges::all_of(scheme, fits) ? scheme : std::string_view();
}

[[nodiscard]] inline std::optional<engine> engine_of(std::string_view scheme) {
  struct known {
    std::string_view scheme;
    db::engine engine;
  };
  static constexpr auto all = std::to_array<known>({{"postgresql", engine::postgres},
                                                    {"postgres", engine::postgres},
                                                    {"mysql", engine::mysql},
                                                    {"mariadb", engine::mysql},
                                                    {"duckdb", engine::duckdb},
                                                    {"odbc", engine::odbc},
                                                    {"sqlite", engine::sqlite}});
  for (auto const& k : all)
    if (text::same(k.scheme, scheme)) return k.engine;
  return {};
}

/// Their header has four letters at its ninth byte.
[[nodiscard]] inline bool is_duckdb_file(std::string const& path) {
  std::error_code absent;
  if (!std::filesystem::is_regular_file(path, absent)) return false;
  std::array<char, 12> begin{};
  std::ifstream in(path, std::ios::binary);
  return in.read(begin.data(), begin.size()) && std::string_view(begin.data() + 8, 4) == "DUCK";
}

/// A password between the colon and the @ of "scheme://user:password@host".
inline void hide_login(std::string& url) {
  auto const begin = url.find("://");
  if (begin == url.npos) return;
  auto const login = begin + 3;
  auto const colon = url.find(':', login);
  if (colon == url.npos) return;
  auto const end = std::min(url.find_first_of("/?#", colon), url.size());
  auto at = url.rfind('@', end == url.size() ? url.npos : end);
  if (at == url.npos || at < colon) {
    auto const port = std::string_view(url).substr(colon + 1, end - colon - 1);
    if (std::ranges::all_of(port, text::is_digit)) return;
    at = url.rfind('@');  // a password with a slash or a question mark that should have been written as %2F or %3F
  }
  if (at != url.npos && at > colon) url.replace(colon + 1, at - colon - 1, hidden);
}

/// The value that begins at `at` ends there: at its quote or brace, else before the next part of the text.
[[nodiscard]] inline std::size_t end_of_value(std::string_view s, std::size_t at, bool odbc) {
  if (at < s.size() && (s[at] == '{' || s[at] == '\'' || s[at] == '"')) {
    auto const close = s[at] == '{' ? '}' : s[at];
    auto end = s.find(close, at + 1);
    while (end != s.npos && end + 1 < s.size() && s[end + 1] == close) end = s.find(close, end + 2);  // doubled, it stands for itself
    return end == s.npos ? s.size() : end + 1;
  }
  return std::min(s.find_first_of(odbc ? ";" : "&; \t", at), s.size());
}

/// The values of parameters that are secret: password=..., PWD=...
inline void hide_parameters(std::string& s) {
  static constexpr std::array<std::string_view, 7> secret{"password", "passwd", "pwd", "sslpassword", "token", "secret", "access_token"};
  bool const odbc = text::same(scheme_of(s), "odbc");
  for (std::size_t equals = s.find('='); equals != s.npos; equals = s.find('=', equals + 1)) {
    auto const before = std::string_view(s).substr(0, equals);
    auto const word =
        text::trim(before.substr(std::min(before.find_last_of("?&; \t:", before.find_last_not_of(" \t")) + 1, before.size())));
    bool const is_secret = std::ranges::any_of(secret, [&](std::string_view name) { return text::same(name, word); });
    if (!is_secret && !text::lower(word).ends_with("motherduck_token")) continue;  // that one has no other meaning, whatever is before it
    auto const begin = std::min(s.find_first_not_of(" \t", equals + 1), s.size());
    s.replace(begin, end_of_value(s, begin, odbc) - begin, hidden);
  }
}

/// The value of a parameter, as odbc: and libpq write them; "" without it.
[[nodiscard]] inline std::string parameter(std::string_view s, std::string_view name) {
  for (auto const part : text::split(s, ';')) {
    auto const equals = part.find('=');
    if (equals != part.npos && text::same(text::trim(part.substr(0, equals)), name))
      return std::string(text::trim(part.substr(equals + 1)));
  }
  return {};
}

/// "shop" of "postgresql://host/shop?sslmode=require".
[[nodiscard]] inline std::string name_on_server(std::string_view url) {
  auto const begin = url.find("://");
  if (begin == url.npos) return {};
  auto const rest = url.substr(begin + 3);
  auto const place = rest.substr(0, rest.find_first_of("?#"));
  auto const slash = place.find_last_of('/');
  auto name = slash == place.npos ? std::string() : text::percent_decoded(place.substr(slash + 1)).text;
  for (auto const part : text::split(rest.substr(place.size()), '&'))
    for (std::string_view const key : {"dbname=", "?dbname=", "database=", "?database="})
      if (part.starts_with(key)) name = text::percent_decoded(part.substr(key.size())).text;
  return name;
}

[[nodiscard]] inline std::string name_of_file(std::string_view path) { return std::filesystem::path(path).stem().string(); }

/// The path in what follows the scheme of a file: "///shop.sqlite" is an absolute path if there is such a file, else one from here on.
[[nodiscard]] inline std::string path_of_url(std::string path) {
  std::error_code absent;
  if (!path.starts_with("//") || std::filesystem::exists(path, absent)) return path;
  return path.substr(path.starts_with("///") ? 3 : 2);
}

[[noreturn]] inline void refuse_scheme(std::string_view written, std::string_view scheme) {
  throw error(failure{errc::invalid_argument,
                      std::string(scheme).append(": this kind of database is not known"),
                      without_password(written),
                      "name a file of SQLite or DuckDB, or write postgresql://, mysql://, duckdb:FILE or odbc:DSN=NAME",
                      {}});
}

}  // namespace detail

T2S_DECL std::string without_password(std::string_view written) {
  std::string s(written);
  detail::hide_login(s);
  detail::hide_parameters(s);
  return s;
}

T2S_DECL location locate(std::string_view written) {
  if (text::trim(written).empty())
    throw error(errc::invalid_argument, "the name of the database is empty", "name a file, or a server as in postgresql://host/database");
  location l{engine::sqlite, std::string(written), without_password(written), {}};
  auto const scheme = detail::scheme_of(written);
  std::error_code absent;
  bool const is_path = scheme.empty() || std::filesystem::exists(l.target, absent);
  auto const known = is_path ? std::optional<engine>() : detail::engine_of(scheme);
  if (!is_path && !known) detail::refuse_scheme(written, scheme);
  l.engine = known.value_or(detail::is_duckdb_file(l.target) ? engine::duckdb : engine::sqlite);
  bool const is_server = l.engine == engine::postgres || l.engine == engine::mysql;
  if (known && !is_server) l.target.erase(0, scheme.size() + 1);
  bool const is_file = l.engine == engine::sqlite || l.engine == engine::duckdb;
  if (known && is_file) l.target = detail::path_of_url(std::move(l.target));
  if (l.engine == engine::duckdb && known && detail::is_duckdb_file(l.target)) l.shown = l.target;
  l.name = is_server ? detail::name_on_server(written) : l.engine != engine::odbc ? detail::name_of_file(l.target) : std::string();
  if (l.engine == engine::odbc) l.name = detail::parameter(l.target, "Database");
  if (l.engine == engine::odbc && l.name.empty()) l.name = detail::parameter(l.target, "DSN");
  return l;
}

}  // namespace t2s::db

#endif
