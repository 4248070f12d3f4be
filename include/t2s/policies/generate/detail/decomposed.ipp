// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_DECOMPOSED_IPP
#define T2S_POLICIES_GENERATE_DETAIL_DECOMPOSED_IPP

#include "t2s/policies/generate/decomposed.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"

#include <set>
#include <vector>

namespace t2s::generate {

T2S_DECL schema::database decomposed::tables_in_use(schema::database const& d, std::string_view sql, align::linked_entities const* linked) {
  std::set<schema::table const*> used;
  for (auto const& touched : link::touched_by(sql, d)) used.insert(touched.table);
  if (linked) {
    auto const lacking = align::missing_in(sql, d, *linked);
    for (auto const& table : lacking.tables) used.insert(d.find_table(table));
    for (auto const& column : lacking.columns) used.insert(d.find_table(column.table));
  }
  used.erase(nullptr);  // from columns with an unknown table
  std::vector<schema::table> shown;
  for (auto const& t : d.tables()) {
    if (!used.contains(&t)) continue;
    shown.push_back(t);
    std::erase_if(shown.back().foreign_keys, [&](schema::foreign_key const& k) { return !used.contains(d.find_table(k.table)); });
  }
  return shown.empty() ? d : schema::database(std::move(shown), d.dialect());
}

}  // namespace t2s::generate

#endif
