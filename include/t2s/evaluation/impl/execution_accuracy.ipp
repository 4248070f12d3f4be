// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_EXECUTION_ACCURACY_IPP
#define T2S_EVALUATION_IMPL_EXECUTION_ACCURACY_IPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/execution_accuracy.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace t2s::evaluation {
namespace detail {

inline std::string replaced(std::string_view s, std::string_view what, std::string_view by) {
  std::string out;
  for (std::size_t at = 0;;) {
    auto const next = s.find(what, at);
    out += s.substr(at, next == s.npos ? s.npos : next - at);
    if (next == s.npos) return out;
    out += by;
    at = next + what.size();
  }
}

/// The end of the quoted text, comment, word or single character that begins at `i`.
inline std::size_t end_of_token(std::string_view s, std::size_t i) {
  auto const closed = [&](std::string_view close, std::size_t from) {
    auto const end = s.find(close, from);
    return end == s.npos ? s.size() : end + close.size();
  };
  if (s[i] == '\'' || s[i] == '"' || s[i] == '`') return closed(s.substr(i, 1), i + 1);
  if (s.substr(i).starts_with("--")) return closed("\n", i);
  if (s.substr(i).starts_with("/*")) return closed("*/", i);
  auto const in_word = [&](std::size_t k) { return k < s.size() && (text::is_letter(s[k]) || text::is_digit(s[k]) || s[k] == '_'); };
  auto end = i;
  while (in_word(end)) ++end;
  return std::max(end, i + 1);
}

/// Up to the first statement's end, DISTINCT left out.
inline std::string first_statement(std::string_view s, distinct d) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    auto const end = end_of_token(s, i);
    auto const token = s.substr(i, end - i);
    if (d == distinct::kept || !text::same(token, "distinct")) out += token;
    if (token == ";" && d == distinct::dropped) break;
    i = end;
  }
  return out;
}

/// YEAR(CURDATE()), however spaced, becomes 2020.
inline std::string with_current_year(std::string s) {
  static constexpr std::array<std::string_view, 6> parts{"year", "(", "curdate", "(", ")", ")"};
  auto const skip_space = [&s](std::size_t i) {
    while (i < s.size() && text::is_space(s[i])) ++i;
    return i;
  };
  auto const end_of_match = [&](std::size_t i) {
    for (auto const part : parts) {
      if (!text::same(std::string_view(s).substr(i, part.size()), part)) return std::string::npos;
      i = skip_space(i + part.size());
    }
    return i;
  };
  for (std::size_t i = 0; i < s.size(); ++i)
    if (auto const end = end_of_match(i); end != std::string::npos) s.replace(i, end - i, "2020");
  return s;
}

T2S_DECL void gold_fails(std::string_view gold, failure const& why) {
  throw error(errc::malformed_data, "the gold SQL fails: " + why.text() + ": " + std::string(gold),
              "correct it, or leave the question out");
}

}  // namespace detail

T2S_DECL std::string official_sql(std::string_view sql, distinct d) {
  std::string s(sql);
  for (char const sign : {'>', '<', '!'}) s = detail::replaced(s, std::string{sign, ' ', '='}, std::string{sign, '='});
  return detail::with_current_year(detail::first_statement(s, d));
}

T2S_DECL std::string official_prediction(std::string_view sql, distinct d) { return official_sql(detail::replaced(sql, "value", "1"), d); }

T2S_DECL bool order_matters(std::string_view gold) { return text::lower(gold).find("order by") != std::string::npos; }

}  // namespace t2s::evaluation

#endif
