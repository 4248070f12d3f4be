// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_SELF_RETRIEVAL_IPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_SELF_RETRIEVAL_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/literal.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/systems/tcsr_sql/detail/self_retrieval.hpp"

#include <algorithm>

namespace t2s::tcsr {
namespace detail {

inline std::string columns_of(linked_keyword const& k, sql::dialect d) {
  std::vector<std::string> names;
  for (auto const& c : k.columns) names.push_back(schema::sql_name(k.table, d) + "." + schema::sql_name(c, d));
  return text::join(names, " or ");
}

/// The values that any Seed SQL found in a column, each once.
inline std::vector<value> values_in(detected_keyword const& found, std::string const& column) {
  std::vector<value> all;
  for (auto const& seed : found.results)
    for (auto const& v : seed.values)
      if (seed.column == column && std::find(all.begin(), all.end(), v) == all.end()) all.push_back(v);
  return all;
}

}  // namespace detail

T2S_DECL std::string knowledge_lines::of_aligned(aligned_knowledge const& found, sql::dialect d) const {
  auto const& k = *found.known;
  return aligned.fill({{"keyword", found.text, true},
                       {"table", schema::sql_name(k.table, d), true},
                       {"column", schema::sql_name(k.column, d), true},
                       {"value", text::valid_utf8(schema::to_sql(k.value, d)), true}});
}

T2S_DECL std::string knowledge_lines::of_schema(linked_keyword const& keyword, sql::dialect d) const {
  return schema.fill({{"keyword", keyword.text, true}, {"columns", detail::columns_of(keyword, d), true}});
}

T2S_DECL std::vector<std::string> knowledge_lines::of_detected(detected_keyword const& found, sql::dialect d) const {
  std::vector<std::string> lines;
  auto const& k = found.keyword;
  for (auto const& c : k.columns)
    if (auto const values = detail::values_in(found, c); !values.empty())
      lines.push_back(detected.fill({{"keyword", k.text, true},
                                     {"table", schema::sql_name(k.table, d), true},
                                     {"column", schema::sql_name(c, d), true},
                                     {"values", knowledge::list_of_values(values), true}}));
  if (lines.empty() && !k.columns.empty())
    lines.push_back(absent.fill({{"keyword", k.text, true}, {"columns", detail::columns_of(k, d), true}}));
  return lines;
}

}  // namespace t2s::tcsr

#endif
