// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_IMPL_RELATION_TABLE_IPP
#define T2S_RETRIEVE_IMPL_RELATION_TABLE_IPP

#include "t2s/core/text.hpp"
#include "t2s/retrieve/relation_table.hpp"
#include "t2s/schema/schema.hpp"

namespace t2s::retrieve::detail {

inline std::string const& spelt_as(schema::table const& t, std::string const& column) {
  if (auto const* c = t.find_column(column)) return c->name;
  throw error(errc::invalid_argument, "the relationship-matching table " + t.name + " has no column " + column,
              "name the columns of its synonyms and of its code");
}

T2S_DECL relation_table spelt_as(schema::database const& d, relation_table const& relation) {
  auto const* t = d.find_table(relation.table);
  if (!t)
    throw error(errc::invalid_argument, "there is no relationship-matching table " + relation.table,
                "name a table of the database, its columns of synonyms and its column of codes");
  if (relation.synonyms.empty())
    throw error(errc::invalid_argument, "the relationship-matching table " + relation.table + " is given without columns of synonyms",
                "name at least one");
  relation_table spelt{t->name, {}, spelt_as(*t, relation.code)};
  for (auto const& synonym : relation.synonyms) spelt.synonyms.push_back(spelt_as(*t, synonym));
  return spelt;
}

T2S_DECL std::string pairs_of(relation_table const& relation) {
  auto const code = schema::in_quotes(relation.code);
  std::vector<std::string> parts;
  for (auto const& synonym : relation.synonyms) {
    auto const name = schema::in_quotes(synonym);
    parts.push_back("SELECT " + name + ", " + code + " FROM " + schema::in_quotes(relation.table) + " WHERE " + name + " IS NOT NULL AND " +
                    code + " IS NOT NULL");
  }
  return text::join(parts, " UNION ") + " ORDER BY 2, 1";  // so that the same table always gives the same knowledge
}

T2S_DECL std::vector<knowledge> read_pairs(db::execution const& done, std::string const& database, relation_table const& relation) {
  if (!done.ok())
    throw error(failure{done.failure->code,
                        "the relationship-matching table " + relation.table + " cannot be read: " + done.failure->message,
                        relation.table,
                        done.failure->remedy,
                        {}});
  std::vector<knowledge> all;
  for (auto const& row : done.rows.values) {
    auto name = to_string(row.at(0));
    if (!text::trim(name).empty()) all.push_back({std::move(name), database, relation.table, relation.code, row.at(1)});
  }
  return all;
}

}  // namespace t2s::retrieve::detail

#endif
