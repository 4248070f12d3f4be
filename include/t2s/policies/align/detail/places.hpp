// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_ALIGN_DETAIL_PLACES_HPP
#define T2S_POLICIES_ALIGN_DETAIL_PLACES_HPP

#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/link/detail/names_used.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

namespace t2s::align::detail {

inline alignment unaligned(std::string_view question, std::vector<retrieve::token> const& tokens) {
  alignment out;
  for (auto const& t : tokens) {
    out.emplace_back();
    out.back().token = question.substr(t.begin, t.end - t.begin);
  }
  return out;
}

inline entity entity_at(knowledge::column_id where, schema::database const& d) {
  auto const& t = d.tables()[where.table];
  return {t.name, where.is_table() ? "" : t.columns[where.column].name};
}

/// The ids of tables and columns that the SQL uses.
inline std::set<knowledge::column_id> used_columns(std::string_view sql, schema::database const& d) {
  std::set<knowledge::column_id> places;
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return places;
  auto const used = link::names_used(*parsed, d);
  for (auto const* t : used.tables) places.insert(knowledge::id_of(d, *t));
  for (auto const& [t, c] : used.columns) places.insert(knowledge::id_of(d, *t, c));
  return places;
}

/// If bytes [begin, end) of a question were read as a name unused by the SQL, and may also mean one that it uses, returns the latter.
inline knowledge::column_id used_instead(knowledge::column_id named, std::size_t begin, std::size_t end, link::links const& all,
                                         std::set<knowledge::column_id> const& used) {
  if (used.contains(named)) return named;
  for (auto const& l : all.found) {
    bool const overlaps = all.tokens[l.first].begin < end && begin < all.tokens[l.last - 1].end;
    if (overlaps && l.score >= 0.9 && used.contains(l.where)) return l.where;
  }
  return named;
}

/// Adds a table or column unless it is listed.
inline void add_once(linked_entities& to, entity const& one) {
  auto const add = [](auto& all, auto const& name) {
    if (std::ranges::find(all, name) == all.end()) all.push_back(name);
  };
  one.column.empty() ? add(to.tables, one.table) : add(to.columns, one);
}

}  // namespace t2s::align::detail

#endif
