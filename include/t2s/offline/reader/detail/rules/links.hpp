// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_LINKS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_LINKS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/rules/values.hpp"

namespace t2s::reader::detail {

/// A table that links rows of another table, as `border(state, neighbour)`: two of its keys lead there. With many more columns it is a
/// table of things of its own, as flights between places.
struct link_table {
  std::uint32_t table = 0, of = 0;  // the table, and the one to which both keys lead; equal if there is none
  column_id from{}, to{};           // the keys in order

  explicit operator bool() const { return table != of; }
};

[[nodiscard]] inline link_table link_table_of(reading const& r, std::uint32_t table) {
  static constexpr std::size_t most_columns = 3;
  auto const& t = r.names.connected().tables()[table];
  if (t.columns.size() > most_columns) return {};
  for (auto const& a : t.foreign_keys)
    for (auto const& b : t.foreign_keys) {
      if (!a.resolved || !b.resolved || a.columns.size() != 1 || b.columns.size() != 1 || a.table != b.table) continue;
      if (&a == &b || a.referenced != b.referenced || a.columns == b.columns || a.table == t.name) continue;
      auto const from = r.resolve.place_of(t.name, a.columns.front()), to = r.resolve.place_of(t.name, b.columns.front());
      auto const* of = r.names.schema().find_table(a.table);
      if (from && to && of) return link_table{table, static_cast<std::uint32_t>(r.names.schema().place_of(*of)), *from, *to};
    }
  return {};
}

/// The table of links that a mention names, by itself or by one of its keys.
[[nodiscard]] inline link_table named_link(reading const& r, std::size_t i) {
  for (auto const& o : r.at(i).options) {
    if (o.is == kind::value || o.score < 0.45) continue;
    auto const found = link_table_of(r, o.where.table);
    if (found && (o.is == kind::table || o.where == found.from || o.where == found.to)) return found;
  }
  return {};
}

/// "states that border Lund": the rows with links to that value. "The friends of Bo", "Bo's friends": the rows with links from that value.
inline bool follow_links(reading& r, std::size_t i, link_table const& l) {
  auto const is_end = [&](link::link const& o) { return o.is == kind::value && (o.where == l.from || o.where == l.to); };
  auto const stored = [&](std::size_t k) { return r.is_free(k) && t2s::detail::any_of(r.at(k).options, is_end); };
  auto const after = r.next(r.at(i).last, 4, stored), before = r.previous(r.at(i).first, 4, stored);
  auto const value = after ? after : before;
  if (!value || r.next(r.at(*value).last, 3, stored)) return false;  // each of two values has its own links
  bool const of = !after || r.is_word(r.at(i).last, "of");
  auto end = *r.resolve.best_option(r.at(*value), is_end);
  end.where = of ? l.from : l.to;
  r.used[i] = r.used[*value] = true;
  require_value(r, *value, end);
  r.plan.keys.push_back(of ? l.to : l.from);
  r.plan.key_words.push_back(r.size());  // more than any column can have
  return true;
}

/// "which state borders the most states": counts the links.
inline void count_links(reading& r, std::size_t i, link_table const& l) {
  auto const names = [&](std::size_t k) { return k != i && r.is_free_table(k) && r.table_at(k) == l.of; };
  auto const other = r.next(r.at(i).last, 3, names);
  if (!other || !r.previous(r.at(i).first, 3, names)) return;
  r.used[i] = true;
  r.resolve.mean(r.at(*other).first, l.table);
}

/// Reads tables of links; the table asked about is the one whose rows they link.
inline void read_links(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (r.used[i] || r.at(i).is(kind::value)) continue;
    auto const l = named_link(r, i);
    if (!l || r.table_at(i) == l.of) continue;
    if (!follow_links(r, i, l)) {
      count_links(r, i, l);
    } else if (r.focus == l.table) {
      r.focus = l.of;
      r.resolve.set_main(r.focus);
    }
  }
}

}  // namespace t2s::reader::detail

#endif
