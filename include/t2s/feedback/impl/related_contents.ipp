// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_IMPL_RELATED_CONTENTS_IPP
#define T2S_FEEDBACK_IMPL_RELATED_CONTENTS_IPP

#include "t2s/core/cut_text.hpp"
#include "t2s/feedback/related_contents.hpp"
#include "t2s/schema/identifier.hpp"
#include "t2s/schema/render.hpp"

#include <span>

namespace t2s::feedback {
namespace detail {

/// As SQL would write them, so that the model can; texts that are cut are for reading only.
inline std::string in_sql(std::span<value const> values, std::size_t value_bytes) {
  std::string s;
  for (auto const& v : values) {
    if (!s.empty()) s += ", ";
    bool const is_long = v.text() && v.text()->size() > value_bytes;
    s += text::cut(is_long ? to_sql(text::cut(*v.text(), value_bytes)) : to_sql(v), 3 * value_bytes + 16);
  }
  return s;
}

}  // namespace detail

T2S_DECL std::string related_contents::shown(schema::table const& t, db::rows const& first) const {
  auto s = "Table " + schema::one_line(t) + "\n";
  for (auto const& row : first.values) s.append("  row (").append(detail::in_sql(row, value_bytes)).append(")\n");
  return s;
}

T2S_DECL std::string related_contents::shown(schema::table const& t, schema::column const& c, link::asked_words const& words,
                                             db::rows const& read) const {
  auto const chosen = words.nearest(read.values, values);
  if (chosen.empty()) return {};
  std::string s = "  values of ";
  s.append(schema::sql_name(t.name)).append(".").append(schema::sql_name(c.name)).append(": ").append(detail::in_sql(chosen, value_bytes));
  return s.append(read.values.size() > chosen.size() ? ", ...\n" : "\n");
}

}  // namespace t2s::feedback

#endif
