// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_FEEDBACK_IMPL_RELATED_CONTENTS_IPP
#define T2S_FEEDBACK_IMPL_RELATED_CONTENTS_IPP

#include "t2s/core/text.hpp"
#include "t2s/feedback/related_contents.hpp"
#include "t2s/knowledge/internal/shown_values.hpp"
#include "t2s/schema/schema.hpp"

#include <span>
#include <string>
#include <vector>

namespace t2s::feedback {
namespace detail {

/// As SQL would write them, so that the model can; texts that are cut are for reading only.
inline std::string in_sql(std::span<value const> values, std::size_t value_bytes) {
  std::vector<std::string> shown;
  for (auto const& v : values) shown.push_back(example_value(v, value_bytes));
  return text::join(shown, ", ");
}

/// The line that says why there is nothing to show of `what`, or not all; "" if there is no reason.
inline std::string trouble(std::string const& what, db::execution const& read) {
  if (read.ok()) return {};
  return std::string("  ").append(what).append(" cannot be read: ").append(one_line(read.failure->message)).append("\n");
}

}  // namespace detail

T2S_DECL std::string related_contents::shown(schema::table const& t, db::execution const& first) const {
  auto s = "Table " + schema::one_line(with_names_on_one_line(t)) + "\n";
  for (auto const& row : first.rows.values) s.append("  row (").append(detail::in_sql(row, value_bytes)).append(")\n");
  return s + detail::trouble("rows", first);
}

T2S_DECL std::string related_contents::shown(schema::table const& t, schema::column const& c, link::asked_words const& words,
                                             db::execution const& read) const {
  auto const what = "values of " + one_line(schema::sql_name(t.name).append(".").append(schema::sql_name(c.name)));
  auto const& all = read.rows.values;
  auto const chosen = words.nearest(all, values);
  std::string s;
  if (!chosen.empty()) s.append("  ").append(what).append(": ").append(detail::in_sql(chosen, value_bytes));
  if (!chosen.empty()) s.append(all.size() > chosen.size() ? ", ...\n" : "\n");
  return s + detail::trouble(what, read);
}

}  // namespace t2s::feedback

#endif
