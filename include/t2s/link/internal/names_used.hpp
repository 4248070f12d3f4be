// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_INTERNAL_NAMES_USED_HPP
#define T2S_LINK_INTERNAL_NAMES_USED_HPP

#include "t2s/schema/schema.hpp"
#include "t2s/sql/query.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace t2s::link {

/// Tables and columns of a schema, each once, in the order in which an SQL names them. Leads into the schema.
struct used_names {
  using place = std::pair<schema::table const*, schema::column const*>;

  std::vector<schema::table const*> tables{};
  std::vector<place> columns{};

  void add(schema::table const* t) { add_to(tables, t); }
  void add(schema::table const* t, schema::column const* c) { add_to(columns, place(t, c)); }

 private:
  template <class T>
  static void add_to(std::vector<T>& all, T one) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
};

/// What a query uses, through subqueries and CTEs down to the schema's own; what the schema does not have is left out.
inline used_names names_used(sql::query const& q, schema::database const& d) {
  auto found = sql::resolve(q, d);
  std::ranges::sort(found.columns, {}, [](sql::resolved_column const& c) { return c.at->offset; });
  used_names used;
  for (auto const& t : found.tables)
    if (t.table) used.add(t.table);
  for (auto const& c : found.columns)
    if (c.base.table && c.base.column) used.add(c.base.table, c.base.column);
  return used;
}

}  // namespace t2s::link

#endif
