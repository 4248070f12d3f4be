// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_INFERRED_KEYS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_INFERRED_KEYS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/inferred_key.hpp"
#include "t2s/retrieve/knowledge/detail/key_search.hpp"
#include "t2s/retrieve/knowledge/detail/name_groups.hpp"
#include "t2s/retrieve/knowledge/detail/name_words.hpp"

#include <string_view>
#include <utility>

namespace t2s::knowledge {

namespace detail {

/// Of several references to one table, the first column is usually the right one.
struct key_order {
  schema::table const& of;

  [[nodiscard]] bool operator()(schema::foreign_key const& a, schema::foreign_key const& b) const {
    if (auto const of_a = place(a), of_b = place(b); of_a != of_b) return of_a < of_b;
    return a.table != b.table ? a.table < b.table : a.columns.size() < b.columns.size();
  }

  /// Whether the keys of the table are in this order.
  [[nodiscard]] bool holds() const {
    for (std::size_t i = 1; i < of.foreign_keys.size(); ++i)
      if (!(*this)(of.foreign_keys[i - 1], of.foreign_keys[i])) return false;
    return true;
  }

 private:
  [[nodiscard]] std::size_t place(schema::foreign_key const& k) const {
    auto const first = k.columns.empty() ? std::string_view() : k.columns.front();
    std::size_t c = 0;
    while (c < of.columns.size() && of.columns[c].name != first) ++c;
    return c;
  }
};

}  // namespace detail

/// A schema whose tables are connected as far as possible: the declared foreign keys and, for a pair of tables that no declared key joins,
/// one that names or values suggest.
///
/// - By its name alone, unless values contradict it: a column named like the main identifier of the other table (its single primary key,
///   else the unique column that looks most like a key), or like the other table, optionally followed by "id".
/// - By its name if the values support it: abbreviations ("cust_no"), further words ("home_team_id"), other unique columns.
/// - By its values alone, if they are texts and nothing else joins the two tables.
///
/// For tables of one group (`name_groups`) the common prefix of their names may be missing. Names that are too common ("id", "name",
/// "code") suggest no key alone, nor does a key name that more than 50 tables share. A view may be joined, but no path between two tables
/// leads over it. A table without a declared key gets its main identifier as its key.
[[nodiscard]] inline schema::database with_inferred_keys(schema::database const& d, std::vector<std::size_t> const& groups,
                                                         detail::name_lemmas& lemmas, key_facts const& facts = {}) {
  detail::key_search const search(d, groups, lemmas, facts);
  auto const is_missing = [&](detail::identifier const& i) { return i.is_main && d.tables()[i.table].columns[i.column].key_position == 0; };
  bool const in_order = t2s::detail::all_of(d.tables(), [](schema::table const& t) { return detail::key_order{t}.holds(); });
  if (search.chosen().empty() && in_order && !t2s::detail::any_of(search.identifiers(), is_missing))
    return d;  // costs nothing, unlike a new schema
  auto tables = d.tables();
  for (auto& t : tables) t2s::detail::sort(t.foreign_keys, detail::key_order{t});
  for (auto const& k : search.chosen()) {
    auto const key = detail::key_of(d, k);
    schema::foreign_key added;
    added.columns.push_back(key.column);
    added.table = key.parent;
    added.referenced.push_back(key.referenced);
    tables[k.child].foreign_keys.push_back(std::move(added));
  }
  for (auto const& i : search.identifiers())
    if (is_missing(i)) tables[i.table].columns[i.column].key_position = 1;
  return schema::database(std::move(tables), d.dialect());
}
[[nodiscard]] inline schema::database with_inferred_keys(schema::database const& d, key_facts const& facts = {}) {
  detail::name_lemmas lemmas;
  return with_inferred_keys(d, name_groups(d), lemmas, facts);
}

}  // namespace t2s::knowledge

#endif
