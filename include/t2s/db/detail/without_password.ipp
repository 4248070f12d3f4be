// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_WITHOUT_PASSWORD_IPP
#define T2S_DB_DETAIL_WITHOUT_PASSWORD_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/without_password.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace t2s::db {
namespace detail {

inline constexpr std::string_view hidden = "***";

T2S_DECL std::string_view scheme_of(std::string_view written) {
  auto const end = written.find(':');
  if (end == written.npos || end < 2) return {};
  auto const scheme = written.substr(0, end);
  auto const fits = [](char c) { return (text::is_letter(c) && static_cast<unsigned char>(c) < 0x80) || text::is_digit(c) || c == '+'; };
  return std::ranges::all_of(scheme, fits) ? scheme : std::string_view();
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

}  // namespace detail

T2S_DECL std::string without_password(std::string_view written) {
  std::string s(written);
  detail::hide_login(s);
  detail::hide_parameters(s);
  return s;
}

}  // namespace t2s::db

#endif
