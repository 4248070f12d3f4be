// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_INFERRED_KEYS_HPP
#define T2S_KNOWLEDGE_IMPL_INFERRED_KEYS_HPP

#include "t2s/core/internal/numbers.hpp"
#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/impl/name_words.hpp"
#include "t2s/knowledge/internal/inferred_key.hpp"
#include "t2s/knowledge/internal/name_groups.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <utility>

namespace t2s::knowledge {

namespace detail {

/// The words of a name, as one text to look up.
inline std::string words_key(name_lemmas const& lemmas, std::span<std::uint32_t const> of_name) {
  std::string key;
  for (auto const lemma : of_name) key.append(key.empty() ? "" : " ").append(lemmas.text(lemma));
  return key;
}

inline bool tells_nothing(std::string_view words) {
  return words == "id" || words == "name" || words == "code" || words == "type" || words == "key";
}

inline bool joins(schema::table const& a, schema::table const& b) {
  return t2s::detail::any_of(a.foreign_keys, [&](schema::foreign_key const& k) { return k.resolved && k.table == b.name; });
}

/// Of several references to one table the first column is most often the right one.
struct key_order {
  schema::table const& of;

  [[nodiscard]] bool operator()(schema::foreign_key const& a, schema::foreign_key const& b) const {
    if (auto const of_a = place(a), of_b = place(b); of_a != of_b) return of_a < of_b;
    return a.table != b.table ? a.table < b.table : a.columns.size() < b.columns.size();
  }

  /// Whether the keys of the table stand in this order.
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

/// The tables with a single key, by the words of names of columns that may refer to them. Within a group of tables its beginning is left
/// out: a column `customer` of `sales__order` may refer to `sales__customer`.
class referable {
 public:
  referable(schema::database const& d, std::span<std::size_t const> groups, name_lemmas& lemmas)
      : database_(d), groups_(groups), lemmas_(lemmas) {
    for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
      auto const& table = d.tables()[t];
      auto const* key = single_key(table);
      keys_.push_back(key);
      if (!key) continue;
      auto const target = words_of(key->name);
      if (!tells_nothing(target)) by_key_[target].push_back(t);
      add_name(t, words_of(table.name), target, {});
      if (auto const group = group_of(t); !group.empty())
        add_name(t, words_of(std::string_view(table.name).substr(group.size())), target, group);
    }
  }

  /// The key of a table, or nullptr.
  [[nodiscard]] schema::column const* key_of(std::uint32_t table) const { return keys_[table]; }

  /// Calls `see` with each table that a column of a table may refer to by its name and affinity.
  template <class See>
  void for_each(std::size_t of, schema::column const& c, See const& see) {
    auto const lemmas = lemmas_.of(c.name);
    if (lemmas.empty() ? !begins_nameless_ : lemmas.front() >= begins_.size() || !begins_[lemmas.front()]) return;
    auto const words = words_key(lemmas_, lemmas);
    auto const affinity = schema::affinity_of(c.type);
    auto const see_all = [&](std::vector<std::uint32_t> const* found) {
      if (!found) return;
      for (auto const t : *found)
        if (schema::affinity_of(keys_[t]->type) == affinity) see(t);
    };
    if (auto const* found = by_key_.find(words); found && found->size() <= most_of_one_name) see_all(found);
    see_all(by_name_.find(words));
    if (auto const group = group_of(of); !group.empty()) see_all(by_name_.find(within(group, words)));
  }

 private:
  /// Where so many tables call their key the same, its name says no more than "id" which of them is referred to.
  static constexpr std::size_t most_of_one_name = 50;

  /// Notes the word by which names may begin that refer to this one.
  [[nodiscard]] std::string words_of(std::string_view name) {
    auto const lemmas = lemmas_.of(name);
    if (lemmas.empty()) {
      begins_nameless_ = true;
    } else {
      if (lemmas.front() >= begins_.size()) begins_.resize(lemmas.front() + std::size_t{1});
      begins_[lemmas.front()] = true;
    }
    return words_key(lemmas_, lemmas);
  }

  void add_name(std::uint32_t t, std::string const& owned, std::string const& target, std::string_view group) {
    if (target == "id") by_name_[within(group, owned + " id")].push_back(t);
    if (!tells_nothing(target) || owned != target) by_name_[within(group, owned)].push_back(t);
  }

  [[nodiscard]] std::string_view group_of(std::size_t table) const {
    return std::string_view(database_.tables()[table].name).substr(0, groups_[table]);
  }
  /// Words that have this meaning in a group alone; no word has a line break.
  [[nodiscard]] static std::string within(std::string_view group, std::string const& words) {
    return group.empty() ? words : std::string(group).append("\n").append(words);
  }

  static schema::column const* single_key(schema::table const& t) {
    auto const is_key = [](schema::column const& c) { return c.key_position != 0; };
    return t2s::detail::count_if(t.columns, is_key) == 1 ? t2s::detail::find_if(t.columns, is_key) : nullptr;
  }

  schema::database const& database_;
  std::span<std::size_t const> groups_;
  name_lemmas& lemmas_;
  std::vector<schema::column const*> keys_{};
  std::vector<bool> begins_{};  // lemmas by which a name in the lists begins
  bool begins_nameless_ = false;
  t2s::detail::lists_by_name<std::uint32_t> by_key_{}, by_name_{};
};

inline bool is_refuted(std::span<inferred_key const> refuted, std::string const& table, std::string const& column,
                       std::string const& parent) {
  return std::binary_search(refuted.begin(), refuted.end(), inferred_key{table, column, parent});
}

}  // namespace detail

/// A schema whose tables are connected where they can be: the declared foreign keys and, for a pair of tables that no declared key
/// joins, one that names suggest: a column that has the name of the other table's single primary key, or of the other table,
/// perhaps followed by "id", and has the same affinity; for tables of one group (`name_groups`) also without its beginning. Names so common
/// that they tell nothing ("id", "name", "code") suggest no key by themselves, nor does one that more than 50 tables have for their key. A
/// view is given one key at most: it may be joined, but no way between two tables leads over it. Without those in `refuted`, which is
/// sorted. O(columns + keys).
[[nodiscard]] inline schema::database with_inferred_keys(schema::database const& d, std::span<std::size_t const> groups,
                                                         detail::name_lemmas& lemmas, std::span<inferred_key const> refuted = {}) {
  struct addition {
    std::size_t child;
    schema::foreign_key key;
  };
  std::vector<addition> added;
  bool in_order = true;
  detail::referable known(d, groups, lemmas);
  std::vector<std::uint64_t> references;  // a table, then in the lower half a column that refers to it
  for (auto const& child : d.tables()) {
    in_order = in_order && detail::key_order{child}.holds();
    references.clear();
    for (std::size_t c = 0; c < child.columns.size(); ++c)
      known.for_each(d.place_of(child), child.columns[c], [&](std::uint32_t parent) {
        if (refuted.empty() || !detail::is_refuted(refuted, child.name, child.columns[c].name, d.tables()[parent].name))
          references.push_back(std::uint64_t{parent} << 32U | c);
      });
    t2s::detail::sort(references);
    for (std::size_t i = 0; i < references.size(); ++i) {
      auto const place = static_cast<std::uint32_t>(references[i] >> 32U);
      if (i > 0 && references[i - 1] >> 32U == place) continue;
      auto const& parent = d.tables()[place];
      auto const column = static_cast<std::uint32_t>(references[i]);
      if (parent.name == child.name || detail::joins(child, parent) || detail::joins(parent, child)) continue;
      added.push_back({d.place_of(child), {{child.columns[column].name}, parent.name, {known.key_of(place)->name}, false}});
    }
  }
  if (added.empty() && in_order) return d;  // which costs nothing, unlike a schema of its own
  auto tables = d.tables();
  for (auto& t : tables) t2s::detail::sort(t.foreign_keys, detail::key_order{t});
  for (auto& a : added) tables[a.child].foreign_keys.push_back(std::move(a.key));
  return schema::database(std::move(tables), d.dialect());
}
[[nodiscard]] inline schema::database with_inferred_keys(schema::database const& d, std::span<inferred_key const> refuted = {}) {
  detail::name_lemmas lemmas;
  return with_inferred_keys(d, name_groups(d), lemmas, refuted);
}

}  // namespace t2s::knowledge

#endif
