// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_JOINS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_JOINS_HPP

#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/related.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace t2s::reader::detail {

/// The tables that a question joins, and the keys by which it does.

/// "Members who have ordered the lamp": over the rows of the orders, whatever else connects members and lamps.
inline void read_deed_tables(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    if (!is_past(r.word(t)) || !r.is_word(t - 1, "who that has have had already also ever")) continue;
    auto before = t;
    while (before > 0 && r.is_word(before - 1, "who that has have had already also ever")) --before;
    auto const object = r.next(t + 1, 2, [&](std::size_t i) { return r.is_value(i) || r.is_table_first(i); });
    if (!object || r.is_digits(*object) || !r.previous(before, 0, &reading::is_focus)) continue;
    auto const deeds = deeds_with_object(r, t, *object);
    if (!deeds) continue;
    r.join(*deeds);
    r.mark_read(t, t + 1);
    r.use_within(t, t + 1);
  }
}

/// Whether each row of one table has at most one row of the other, to which its keys lead: joining it adds no rows.
[[nodiscard]] inline bool only_refers(reading const& r, std::uint32_t from, std::uint32_t to) {
  auto const way = r.resolve.way_between(from, to);
  if (way.empty() || r.names.schema().tables()[to].is_view) return false;
  return t2s::detail::all_of(way, [&](schema::join_step const& s) {
    return t2s::detail::any_of(r.names.connected().find_table(s.to)->foreign_keys, [&](schema::foreign_key const& k) {
      return k.resolved && k.table == s.table && k.columns.front() == s.before.front();
    });
  });
}

/// Whether the question asks for rows that have what is named at a token: "with", "that have".
[[nodiscard]] inline bool asks_for_existence(reading const& r, std::size_t token) {
  return r.any_word(token - std::min<std::size_t>(token, 4), token, "have has had having with whose which no any");
}

/// Whether a table is on a shortest way from the first of some tables to another of them: "loans of copies in a shop", where borrowers
/// belong to a shop, too.
[[nodiscard]] inline bool is_on_the_way(reading const& r, std::vector<std::uint32_t> const& tables, std::uint32_t t) {
  return t2s::detail::any_of(tables, [&](std::uint32_t other) {
    if (other == tables.front() || other == t) return false;
    auto const whole = r.resolve.way_between(tables.front(), other).size();
    auto const before = r.resolve.way_between(tables.front(), t).size(), after = r.resolve.way_between(t, other).size();
    return before > 0 && after > 0 && before + after == whole;
  });
}

inline void join_tables(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (!r.is_free(i) || !r.is_table_first(i) || r.at(i).option(kind::table)->score < 0.9) continue;
    auto const t = *r.table_at(i);
    r.used[i] = true;
    auto const tables = tables_of(r.plan);
    bool const adds_nothing = !tables.empty() && !t2s::detail::has(tables, t) && only_refers(r, tables.front(), t);
    if (adds_nothing && !asks_for_existence(r, r.at(i).first) && !is_on_the_way(r, tables, t)) continue;
    if (tables.empty() || t2s::detail::has(tables, t) || !r.resolve.way_between(tables.front(), t).empty()) r.plan.tables.push_back(t);
  }
  if (tables_of(r.plan).empty()) r.plan.tables.push_back(r.focus);
}

/// Whether a key has a role that the question does not name: the `captain_id` of sides, for "players of the Reds".
[[nodiscard]] inline bool has_unasked_role(reading const& r, column_id key, std::uint32_t of) {
  auto const target = r.resolve.words_of({of});
  auto const is_said = [&](std::string_view w) {  // "who owns" of `owner_id`
    return t2s::detail::any_of(r.question.linked->tokens,
                               [&](retrieve::token const& t) { return is_agent_of(w, t) || is_past_of(w, t.lemma) || has_root_of(t, w); });
  };
  auto words = r.resolve.words_of(key);
  t2s::detail::drop_if(words, [&](std::string_view w) { return w == "id" || has_word(target, w); });
  if (words.empty() || t2s::detail::any_of(words, is_said)) return false;
  return r.resolve.distinguishing_words(key) == 0 && !t2s::detail::has(r.plan.keys, key);
}

/// Two tables with a link table are joined over it, rather than over a key with a role of its own.
inline void join_over_links(reading& r) {
  auto const tables = tables_of(r.plan);
  if (tables.size() != 2) return;
  auto const a = tables.front(), b = tables.back();
  auto const there = reference_to(r, a, b), back = reference_to(r, b, a);
  bool const by_role = (there && has_unasked_role(r, *there, b)) || (back && has_unasked_role(r, *back, a));
  if (!by_role || (there && back)) return;
  if (auto const link = link_between(r, a, b)) t2s::detail::insert_at(r.plan.tables, 0, std::uint32_t(*link));
}

inline void choose_keys(reading& r) {
  std::vector<column_id> keys;
  std::vector<std::size_t> key_words;
  for (auto const& item : r.names.items()) {
    if (!r.names.is_foreign_key(item.where)) continue;
    auto const words = r.resolve.distinguishing_words(item.where);
    if (words == 0) continue;
    keys.push_back(item.where);
    key_words.push_back(words);
  }
  auto const more_words = [&](std::size_t a, std::size_t b) { return key_words[a] != key_words[b] ? key_words[a] > key_words[b] : a < b; };
  for (auto const i : t2s::detail::places_by(keys.size(), more_words)) {
    r.plan.keys.push_back(keys[i]);
    r.plan.key_words.push_back(key_words[i]);
  }
}

}  // namespace t2s::reader::detail

#endif
