// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_INFERRED_KEYS_IPP
#define T2S_LINK_IMPL_INFERRED_KEYS_IPP

#include "t2s/link/inferred_keys.hpp"
#include "t2s/retrieve/tokens.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace t2s::link {
namespace detail {

inline bool tells_nothing(std::string_view name) {
  auto const words = retrieve::lemmas_of_name(name);
  return words.size() == 1 && (words[0] == "id" || words[0] == "name" || words[0] == "code" || words[0] == "type" || words[0] == "key");
}

inline bool joins(schema::table const& a, schema::table const& b) {
  return std::ranges::any_of(a.foreign_keys, [&](auto const& k) { return k.resolved && k.table == b.name; });
}

/// Whether the column of another table looks like a reference to `parent`'s key.
inline bool refers(schema::column const& c, schema::table const& parent, schema::column const& key) {
  if (schema::affinity_of(c.type) != schema::affinity_of(key.type)) return false;
  auto const name = retrieve::lemmas_of_name(c.name), target = retrieve::lemmas_of_name(key.name);
  if (name == target) return !tells_nothing(c.name);
  auto owned = retrieve::lemmas_of_name(parent.name);
  if (name == owned) return true;
  owned.emplace_back("id");
  return name == owned && target == std::vector<std::string>{"id"};
}

/// Of several references to one table the first column is most often the one that is meant.
inline void sort_keys(schema::table& t) {
  auto const place = [&t](schema::foreign_key const& k) {
    auto const column = std::ranges::find(t.columns, k.columns.empty() ? std::string() : k.columns.front(), &schema::column::name);
    return std::tuple(column - t.columns.begin(), std::string_view(k.table), k.columns.size());
  };
  std::ranges::sort(t.foreign_keys, {}, place);
}

/// One key alone, that of the first column, so that no way between tables leads over a view.
inline void keep_first_key_of_view(schema::table& t) {
  if (!t.is_view || t.foreign_keys.size() < 2) return;
  sort_keys(t);
  t.foreign_keys.resize(1);
}

}  // namespace detail

T2S_DECL schema::database with_inferred_keys(schema::database const& d) {
  auto tables = d.tables();
  for (auto& t : tables) detail::sort_keys(t);
  for (auto& child : tables)
    for (auto const& parent : d.tables()) {
      auto const keys = parent.primary_key();
      if (parent.name == child.name || keys.size() != 1) continue;
      if (detail::joins(child, parent) || detail::joins(parent, child)) continue;
      auto const& key = *parent.find_column(keys.front());
      auto const found = std::ranges::find_if(child.columns, [&](auto const& c) { return detail::refers(c, parent, key); });
      if (found != child.columns.end()) child.foreign_keys.push_back({{found->name}, parent.name, {key.name}, false});
    }
  for (auto& t : tables) detail::keep_first_key_of_view(t);
  return schema::database(std::move(tables));
}

}  // namespace t2s::link

#endif
