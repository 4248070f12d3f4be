// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_HTTP_DETAIL_HEAD_HPP
#define T2S_SERVE_HTTP_DETAIL_HEAD_HPP

#include "t2s/serve/http/detail/message.hpp"

#include <array>
#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>

/// The head of a response, as text.
namespace t2s::serve::detail {

/// Headers of every response, unless the handler sets others. Cross-Origin-Opener-Policy is left out: it makes browsers start a new process
/// for the page, which costs 100 ms, and a window that opened the page gains nothing from it.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 6> usual_headers{{
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; "
     "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
}};

/// "Sun, 06 Nov 1994 08:49:37 GMT"
[[nodiscard]] inline std::string http_date() {
  std::time_t const now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  static constexpr std::array<char const*, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::array<char const*, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  std::array<char, 16> rest{};
  std::string out(days[static_cast<std::size_t>(parts.tm_wday) % 7]);
  auto const add = [&](char const* how) { out.append(rest.data(), std::strftime(rest.data(), rest.size(), how, &parts)); };
  add(", %d ");
  out += months[static_cast<std::size_t>(parts.tm_mon) % 12];
  add(" %Y ");
  add("%H:%M:%S");
  return out + " GMT";
}

inline void add_line(std::string& to, std::string_view name, std::string_view value) {
  to.append(name).append(": ");
  for (char const c : value) to += (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f' ? ' ' : c;  // stays one line
  to += "\r\n";
}

/// How a body is framed.
struct framing {
  std::size_t length = 0;   ///< its length, if known
  bool chunked = false;     ///< whether it is sent in chunks
  bool to_the_end = false;  ///< whether it ends with the connection, for HTTP/1.0
  bool keep = true;         ///< whether the connection stays open for another request
};

[[nodiscard]] inline std::string head_of(response const& r, framing const& how) {
  auto const status = std::to_string(r.status);
  std::string out = "HTTP/1.1 ";
  out.append(status).append(" ").append(reason_of(r.status)).append("\r\n");
  add_line(out, "Date", http_date());
  for (auto const& line : r.headers.all()) add_line(out, line.name, line.value);
  for (auto const& [name, value] : usual_headers)
    if (r.headers.count(name) == 0) add_line(out, name, value);
  bool const no_body = r.status == 204 || r.status == 304;
  if (how.chunked)
    add_line(out, "Transfer-Encoding", "chunked");
  else if (!how.to_the_end && !no_body)
    add_line(out, "Content-Length", std::to_string(how.length));
  add_line(out, "Connection", how.keep ? "keep-alive" : "close");
  return out + "\r\n";
}

}  // namespace t2s::serve::detail

#endif
