// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_OFFICIAL_TEXT_IPP
#define T2S_EVALUATION_IMPL_OFFICIAL_TEXT_IPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/impl/official_lexer.hpp"
#include "t2s/evaluation/impl/python_text.hpp"
#include "t2s/evaluation/official_text.hpp"

#include <array>
#include <cstddef>

namespace t2s::evaluation {
namespace detail {

inline std::string closed_up(std::string_view sql) {
  std::string s(sql);
  for (char const sign : {'>', '<', '!'}) s = replaced(s, std::string{sign, ' ', '='}, std::string{sign, '='});
  return s;
}

inline std::string without_distinct(std::string_view sql) {
  std::string out;
  for (auto const& t : first_statement(sql))
    if (!text::same(t.text, "distinct")) out += t.text;
  return out;
}

/// The end of a YEAR(CURDATE()), however spaced, that begins at `i`, and of the space behind it.
inline std::size_t end_of_current_year(std::string_view s, std::size_t i) {
  static constexpr std::array<std::string_view, 6> parts{"year", "(", "curdate", "(", ")", ")"};
  for (auto const part : parts) {
    if (!text::same(s.substr(i, part.size()), part)) return std::string_view::npos;
    i = end_of_run(s, i + part.size(), is_python_space);
  }
  return i;
}

inline std::string with_current_year(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    auto const end = end_of_current_year(s, i);
    if (end == s.npos)
      out += s[i++];
    else
      out += "2020", i = end;
  }
  return out;
}

/// All that is done to a statement before values are plugged in.
inline std::string prepared(std::string_view sql, distinct d) {
  return d == distinct::kept ? closed_up(sql) : without_distinct(closed_up(sql));
}

}  // namespace detail

T2S_DECL std::string with_values_as_one(std::string_view prediction) { return detail::replaced(prediction, "value", "1"); }

T2S_DECL std::string official_sql(std::string_view sql, distinct d) { return detail::with_current_year(detail::prepared(sql, d)); }

T2S_DECL std::string official_prediction(std::string_view sql, distinct d) { return official_sql(with_values_as_one(sql), d); }

T2S_DECL bool order_matters(std::string_view gold) { return text::lower(gold).find("order by") != std::string::npos; }

}  // namespace t2s::evaluation

#endif
