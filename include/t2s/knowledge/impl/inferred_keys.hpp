// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_INFERRED_KEYS_HPP
#define T2S_KNOWLEDGE_IMPL_INFERRED_KEYS_HPP

#include "t2s/core/internal/numbers.hpp"
#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/core/text.hpp"
#include "t2s/retrieve/internal/tokens.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <utility>

namespace t2s::knowledge {

namespace detail {

/// The words of a name, as one text to look up.
inline std::string words_key(std::string_view name) { return text::join(retrieve::lemmas_of_name(name), " "); }

inline bool tells_nothing(std::string_view words) {
  return words == "id" || words == "name" || words == "code" || words == "type" || words == "key";
}

inline bool joins(schema::table const& a, schema::table const& b) {
  return t2s::detail::any_of(a.foreign_keys, [&](schema::foreign_key const& k) { return k.resolved && k.table == b.name; });
}

/// Of several references to one table the first column is most often the right one.
inline void sort_keys(schema::table& t) {
  auto const place = [&t](schema::foreign_key const& k) {
    auto const first = k.columns.empty() ? std::string_view() : k.columns.front();
    std::size_t c = 0;
    while (c < t.columns.size() && t.columns[c].name != first) ++c;
    return c;
  };
  t2s::detail::sort(t.foreign_keys, [&](schema::foreign_key const& a, schema::foreign_key const& b) {
    if (auto const of_a = place(a), of_b = place(b); of_a != of_b) return of_a < of_b;
    return a.table != b.table ? a.table < b.table : a.columns.size() < b.columns.size();
  });
}

/// The tables with a single key, by the words of names of columns that may refer to them.
class referable {
 public:
  explicit referable(schema::database const& d) {
    for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
      auto const& table = d.tables()[t];
      auto const* key = single_key(table);
      keys_.push_back(key);
      if (!key) continue;
      auto const target = words_key(key->name);
      auto const owned = words_key(table.name);
      bool const tells = !tells_nothing(target);
      if (tells) by_key_[target].push_back(t);
      if (target == "id") by_name_[owned + " id"].push_back(t);
      if (tells || owned != target) by_name_[owned].push_back(t);
    }
  }

  /// The key of a table, or nullptr.
  [[nodiscard]] schema::column const* key_of(std::uint32_t table) const { return keys_[table]; }

  /// Calls `see` with each table that a column may refer to by its name and affinity.
  template <class See>
  void for_each(schema::column const& c, See const& see) const {
    auto const words = words_key(c.name);
    auto const affinity = schema::affinity_of(c.type);
    for (auto const* by : {&by_key_, &by_name_}) {
      auto const* found = by->find(words);
      if (!found || (by == &by_key_ && found->size() > most_of_one_name)) continue;
      for (auto const t : *found)
        if (schema::affinity_of(keys_[t]->type) == affinity) see(t);
    }
  }

 private:
  /// Where so many tables call their key the same, its name says no more than "id" which of them is referred to.
  static constexpr std::size_t most_of_one_name = 50;

  static schema::column const* single_key(schema::table const& t) {
    auto const is_key = [](schema::column const& c) { return c.key_position != 0; };
    return t2s::detail::count_if(t.columns, is_key) == 1 ? t2s::detail::find_if(t.columns, is_key) : nullptr;
  }

  std::vector<schema::column const*> keys_{};
  t2s::detail::lists_by_name<std::uint32_t> by_key_{}, by_name_{};
};

}  // namespace detail

/// A schema whose tables are connected where they can be: the declared foreign keys and, for a pair of tables that no declared key
/// joins, one that names suggest: a column that has the name of the other table's single primary key, or of the other table,
/// perhaps followed by "id", and has the same affinity. Names so common that they tell nothing ("id", "name", "code") suggest no key by
/// themselves, nor does one that more than 50 tables have for their key. A view is given one key at most: it may be joined, but no way
/// between two tables leads over it. O(columns + keys).
[[nodiscard]] inline schema::database with_inferred_keys(schema::database const& d) {
  auto tables = d.tables();
  for (auto& t : tables) detail::sort_keys(t);
  detail::referable const known(d);
  for (auto& child : tables) {
    std::vector<std::uint64_t> references;  // a table, then in the lower half a column that refers to it
    for (std::size_t c = 0; c < child.columns.size(); ++c)
      known.for_each(child.columns[c], [&](std::uint32_t parent) { references.push_back(std::uint64_t{parent} << 32U | c); });
    t2s::detail::sort(references);
    for (std::size_t i = 0; i < references.size(); ++i) {
      auto const place = static_cast<std::uint32_t>(references[i] >> 32U);
      if (i > 0 && references[i - 1] >> 32U == place) continue;
      auto const& parent = d.tables()[place];
      auto const column = static_cast<std::uint32_t>(references[i]);
      if (parent.name == child.name || detail::joins(child, parent) || detail::joins(parent, child)) continue;
      child.foreign_keys.push_back({{child.columns[column].name}, parent.name, {known.key_of(place)->name}, false});
    }
  }
  return schema::database(std::move(tables), d.dialect());
}

}  // namespace t2s::knowledge

#endif
