// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_ACCESS_IPP
#define T2S_SERVE_HTTP_DETAIL_ACCESS_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/serve/http/detail/access.hpp"
#include "t2s/serve/http/detail/same_word.hpp"

#include <algorithm>
#include <random>

namespace t2s::serve {
namespace detail {

/// Compares in a time that depends on the lengths only.
[[nodiscard]] inline bool same_secret(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    different |= static_cast<unsigned>(static_cast<unsigned char>(a[i])) ^ static_cast<unsigned>(static_cast<unsigned char>(b[i]));
  return different == 0;
}

/// The "host" of "host:port" and of "[::1]:port", in brackets.
[[nodiscard]] inline std::string_view host_of(std::string_view authority) noexcept {
  auto const colon = authority.rfind(':');
  auto const bracket = authority.rfind(']');
  if (colon == authority.npos || (bracket != authority.npos && colon < bracket)) return authority;
  return authority.substr(0, colon);
}

/// The ":8080" of a host; ":80", the default of HTTP, if it has none.
[[nodiscard]] inline std::string port_of(std::string_view authority) {
  auto const host = host_of(authority);
  return host.size() == authority.size() ? ":80" : std::string(authority.substr(host.size()));
}

[[nodiscard]] inline bool is_authority(std::string_view text) {
  auto const fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' || c == ':' ||
           c == '[' || c == ']';
  };
  return !text.empty() && std::ranges::all_of(text, fits);
}

/// Whether a browser says that a page of another site, or of another port, led to the request.
[[nodiscard]] inline bool comes_from_another_site(request const& head) noexcept {
  return std::ranges::any_of(head.headers.all(), [](header const& h) {
    return same_word(h.name, "Sec-Fetch-Site") && !same_word(h.value, "same-origin") && !same_word(h.value, "none");
  });
}

[[nodiscard]] inline bool reads(request const& head) noexcept { return head.method == "GET" || head.method == "HEAD"; }

/// Whether a request is for the page, which has nothing secret.
[[nodiscard]] inline bool is_page(request const& head) noexcept {
  return reads(head) && (head.path == "/" || head.path == "/admin" || head.path.starts_with("/runs/"));
}

/// Whether a request is for a style or a script, which have nothing secret either.
[[nodiscard]] inline bool is_part_of_page(request const& head) noexcept {
  return reads(head) && (head.path == "/page.css" || head.path == "/page.js" || head.path == "/admin.js" || head.path == "/t2s-ask.js");
}

/// Whether `<t2s-ask>` needs a path. What changes the server or shows the runs of others is not among them.
[[nodiscard]] inline bool is_for_embedding(std::string_view path) noexcept {
  return path == "/t2s-ask.js" || path == "/v1/ask" || path == "/v1/query" || path == "/v1/databases" ||
         (path.starts_with("/v1/runs/") && !path.ends_with("/page"));
}

/// A site as browsers write it in Origin: "https://shop.example.org". Throws for anything else.
[[nodiscard]] inline std::string origin_of(std::string_view typed) {
  auto origin = text::lower(typed);
  auto const usual = origin.starts_with("https://") ? std::string_view(":443") : std::string_view(":80");
  auto const scheme = origin.starts_with("https://") ? 8U : origin.starts_with("http://") ? 7U : 0U;
  if (scheme == 0 || !is_authority(std::string_view(origin).substr(scheme)))
    throw error(
        errc::invalid_argument, std::string("\"").append(typed).append("\" is not the origin of a site"),
        "give its scheme and host, and its port if that is not the usual one: https://shop.example.org. Each site is named; there is "
        "no way to allow all");
  if (origin.ends_with(usual)) origin.resize(origin.size() - usual.size());
  return origin;
}

/// Whether a proxy says that it sends the request for a client of its own, which need not be on this machine. Not every proxy does.
[[nodiscard]] inline bool is_forwarded(request const& head) {
  return std::ranges::any_of(head.headers.all(), [](header const& line) {
    auto const name = text::lower(line.name);
    return name == "forwarded" || name == "via" || name == "x-real-ip" || name.starts_with("x-forwarded");
  });
}

}  // namespace detail

T2S_DECL std::string new_secret() {
  std::random_device device;
  std::string out;
  for (int i = 0; i < 8; ++i) {
    auto word = static_cast<std::uint32_t>(device());
    for (int digit = 0; digit < 8; ++digit, word >>= 4U) out += "0123456789abcdef"[word & 15U];
  }
  return out;
}

T2S_DECL access_check::access_check(access_options options) : hosts_(std::move(options.hosts)) {
  for (auto& host : hosts_) {
    if (!detail::is_authority(host))
      throw error(errc::invalid_argument, std::string("\"").append(host).append("\" is not the name of a host"),
                  "give it as browsers send it: t2s.example.org, or with :PORT");
    host = text::lower(host);
  }
  for (auto const& origin : options.origins) origins_.push_back(detail::origin_of(origin));
  if (!options.users.empty() && !options.token.empty())
    throw error(errc::invalid_argument, "there is a token for everybody besides those of users", "give one kind of token only");
  if (!options.token.empty()) add({}, std::move(options.token));
  for (auto& u : options.users) {
    if (u.user.empty()) throw error(errc::invalid_argument, "a user has no name", "give each a name");
    add(std::move(u.user), std::move(u.token));
  }
}

T2S_DECL void access_check::add(std::string user, std::string token) {
  auto const visible = [](char c) { return c > ' ' && c < '\x7f'; };
  auto const whose_token = user.empty() ? std::string("the token") : std::string("the token of ").append(user);
  if (token.empty() || !std::ranges::all_of(token, visible))
    throw error(errc::invalid_argument, std::string(whose_token).append(" is empty or has a blank, a line end or a character beyond ASCII"),
                "take letters and digits");
  for (auto const& b : bearers_) {
    if (b.user == user)
      throw error(errc::invalid_argument, std::string("two users are called \"").append(user).append("\""), "give each a name of its own");
    if (b.token == token)
      throw error(errc::invalid_argument, std::string(whose_token).append(" is that of ").append(b.user).append(" too"),
                  "give each user a token of its own");
  }
  bearers_.push_back({std::move(user), std::move(token), new_secret()});
}

T2S_DECL void access_check::keep_cookies_of(access_check const& before) {
  for (auto& b : bearers_)
    for (auto const& was : before.bearers_)
      if (b.user == was.user && b.token == was.token) b.session = was.session;
}

T2S_DECL bool access_check::is_ours(std::string_view authority, request const& head) const {
  if (!detail::is_authority(authority)) return false;
  auto const name = text::lower(authority);
  auto const host = detail::host_of(name);
  auto const port = detail::port_of(name);
  auto const local_host = detail::host_of(head.local);
  if (port == detail::port_of(head.local)) {
    if (host == local_host) return true;
    bool const loopback = local_host.starts_with("127.") || local_host == "[::1]";
    if (loopback && (host == "localhost" || host == "127.0.0.1" || host == "[::1]")) return true;
  }
  return std::ranges::any_of(hosts_, [&](std::string const& known) { return known == name || known == host; });
}

T2S_DECL std::optional<response> access_check::check(request& head) const {
  if (head.headers.count("Host") != 1) return error_response(400, "host_missing", "a request must have exactly one Host header");
  if (!is_ours(head.headers.get("Host"), head))
    return error_response(403, "host_refused",
                          "this server is not known by the name in the Host header; use its address, or start it with --allow-host NAME");
  if (head.headers.count("Origin") > 1) return error_response(400, "origin_refused", "a request has at most one Origin header");
  if (head.headers.count("Origin") == 1) {
    auto origin = head.headers.get("Origin");
    auto const scheme = origin.starts_with("http://") ? 7U : origin.starts_with("https://") ? 8U : 0U;
    // Behind a proxy with TLS, port 443 is not written. Then the name must be one that the user configured.
    if (scheme == 0 || !is_ours(origin.substr(scheme), head)) {
      if (is_embedding(head)) return check_embedding(head);
      return error_response(403, "origin_refused",
                            "pages of other sites may not ask this server; open the page that it serves itself, or start it with "
                            "--allow-origin ORIGIN");
    }
  }
  // Images, scripts and links of a page have no Origin, but may have the cookie if the page is on another port of this machine.
  if (detail::comes_from_another_site(head) && !detail::is_page(head))
    return error_response(403, "cross_site", "pages of other sites may not ask this server, by Sec-Fetch-Site; open its own page");
  return check_token(head);
}

/// Whether the page of an allowed site asks, other than the server's own.
T2S_DECL bool access_check::is_embedding(request const& head) const {
  auto const origin = head.headers.get("Origin");
  return head.headers.count("Origin") == 1 && std::ranges::find(origins_, origin) != origins_.end() &&
         !is_ours(origin.substr(origin.find("//") + 2), head);
}

T2S_DECL std::optional<response> access_check::check_embedding(request& head) const {
  if (!detail::is_for_embedding(head.path))
    return error_response(403, "not_for_other_sites", "pages of other sites may ask questions, and nothing else");
  if (head.method == "OPTIONS" && head.headers.count("Access-Control-Request-Method") == 1) {
    response allowed(204, "text/plain; charset=utf-8", "");  // browsers ask before they send a question and its token
    allowed.headers.add("Access-Control-Allow-Methods", "GET, POST, DELETE");
    allowed.headers.add("Access-Control-Allow-Headers", "Authorization, Content-Type, Last-Event-ID");
    allowed.headers.add("Access-Control-Max-Age", "600");
    return allowed;
  }
  return check_token(head);
}

T2S_DECL void access_check::share(request const& head, response& with) const {
  if (origins_.empty()) return;
  with.headers.add("Vary", "Origin");
  if (!is_embedding(head)) return;
  with.headers.set("Access-Control-Allow-Origin", std::string(head.headers.get("Origin")));
  with.headers.set("Access-Control-Expose-Headers", "Retry-After, Content-Location");
}

T2S_DECL std::string access_check::cookie_name(request const& head) const {
  return std::string("t2s_").append(detail::port_of(head.local), 1);  // all ports of a host share its cookies
}

T2S_DECL access_check::bearer const* access_check::whose(std::string_view token) const {
  bearer const* found = nullptr;
  for (auto const& b : bearers_)
    if (detail::same_secret(token, b.token)) found = &b;
  return found;
}

/// The owner of the token or cookie of a request.
T2S_DECL access_check::bearer const* access_check::bearer_of(request const& head) const {
  auto const given = head.headers.get("Authorization");
  if (detail::same_word(given.substr(0, 7), "Bearer ")) return whose(text::trim(given.substr(7)));
  if (is_embedding(head)) return nullptr;  // its pages act by their own token only
  auto const wanted = cookie_name(head) + "=";
  for (auto rest = head.headers.get("Cookie"); !rest.empty();) {
    auto const end = rest.find(';');
    auto const one = text::trim(rest.substr(0, end));
    if (one.starts_with(wanted))
      for (auto const& b : bearers_)
        if (detail::same_secret(one.substr(wanted.size()), b.session)) return &b;
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  }
  return nullptr;
}

T2S_DECL std::optional<response> access_check::check_token(request& head) const {
  if (head.from_loopback && (head.path == "/healthz" || head.path == "/readyz")) return {};
  head.from_loopback = head.from_loopback && !detail::is_forwarded(head);
  if (bearers_.empty() && head.from_loopback) return {};
  if (bearers_.empty())
    return error_response(
        403, "proxied",
        "a proxy sent this request, and the server would answer all whom it admits: start the server with --token or --users");
  auto const typed = head.parameter("token");
  bool const is_page = detail::is_page(head);
  if (auto const* const enters = typed && is_page ? whose(*typed) : nullptr) {
    // Otherwise a user could make another user's browser ask in the first user's name by a link, and then read the question.
    if (!enters->user.empty() && detail::comes_from_another_site(head))
      return error_response(403, "token_in_link", "a page of another site led here with a token; open this page and give it your own");
    response to_page(303, "text/plain; charset=utf-8", "");
    std::string place;
    for (char const c : head.path) {
      bool const plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '-';
      if (plain && !(c == '/' && place.ends_with('/'))) place += c;  // never "//host"
    }
    to_page.headers.add("Location", place);
    to_page.headers.add("Set-Cookie", cookie_name(head).append("=").append(enters->session).append("; Path=/; HttpOnly; SameSite=Strict"));
    return to_page;
  }
  if (auto const* const by = bearer_of(head)) {
    head.user = by->user;
    return {};
  }
  if ((is_page && !typed) || detail::is_part_of_page(head)) return {};
  bool const has_one = typed || !head.headers.get("Authorization").empty();
  auto refused = has_one ? error_response(401, "token_wrong", "that is not this server's token: send Authorization: Bearer TOKEN with it")
                         : error_response(401, "token_missing", "this server needs its token: send Authorization: Bearer TOKEN");
  refused.headers.add("WWW-Authenticate", "Bearer realm=\"t2s\"");
  return refused;
}

}  // namespace t2s::serve

#endif
