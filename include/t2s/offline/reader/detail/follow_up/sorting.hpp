// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_SORTING_HPP
#define T2S_OFFLINE_READER_DETAIL_FOLLOW_UP_SORTING_HPP

#include "t2s/offline/reader/detail/follow_up/narrowing.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Follow-up questions about the order of the rows, and how many of them.
namespace t2s::reader::detail::follow_up {

inline constexpr std::string_view words_of_most = "most highest largest biggest greatest maximum top best longest oldest newest latest";
inline constexpr std::string_view words_of_least = "least fewest lowest smallest minimum bottom worst shortest youngest cheapest earliest";

/// A sort key of the result's aggregate that the words mean: of the only one if they name none.
[[nodiscard]] inline std::optional<part> sorted_aggregate(statement_editor const& e, phrase const& p) {
  auto const all = e.aggregates();
  auto const* named = t2s::detail::find_if(all, [&](part const& a) {
    bool const counts = a.call == "count" && p.has("number count many most fewest");
    bool const called = is_one_of(a.call, "sum") ? p.has("total sum amount") : a.call == "avg" && p.has("average mean");
    return counts || called || e.names_one_of(a.columns, p);
  });
  if (!named && (all.size() != 1 || e.names_any_column(p, 0.6))) return {};
  part key(named ? named->plain : all.front().plain);
  key.aggregated = true;
  return key;
}

/// Whether the largest comes first; nothing if the words do not say.
[[nodiscard]] inline std::optional<bool> largest_first(phrase const& p) {
  if (p.has("descending desc decreasing reverse")) return true;
  if (p.has("ascending asc increasing alphabetical alphabetically chronological")) return false;
  auto const from = p.find("from"), to = p.find("to", from);  // "from high to low"
  if (to < p.last() && p.is(to - 1, "high highest large largest big biggest most long longest heaviest")) return true;
  if (to < p.last() && p.is(to - 1, "low lowest small smallest few fewest least short shortest lightest")) return false;
  auto const first = p.find("first");
  if (first < p.last() && first > p.first()) {
    if (p.is(first - 1, words_of_most)) return true;
    if (p.is(first - 1, words_of_least)) return false;
  }
  return {};
}

/// "Only the top 3", "the bottom 3", "just the first one".
inline bool take_first(statement_editor& e) {
  auto const n = rows_wanted(e.said);
  if (n == 0) return false;
  auto made = e.before;
  if (!made.limit.empty() && (e.said.has("last") || (e.said.has("bottom worst") && e.said.has("of")))) return false;  // of its rows
  bool const last = e.said.has("last bottom worst"), ranks = e.said.has("top bottom best worst");
  if (made.order_by.empty()) {
    auto key = e.before.group_by.empty() ? std::nullopt : sorted_aggregate(e, e.said);
    if (!key && (last || ranks)) return false;
    if (key) {
      key->descending = !last;
      made.order_by = {*std::move(key)};
    }
  } else if (ranks && (made.order_by.front().aggregated || !made.limit.empty())) {
    for (auto& k : made.order_by) k.descending = !last;
  } else if (last) {
    for (auto& k : made.order_by) k.descending = !k.descending;
  }
  made.limit = "LIMIT " + std::to_string(n);
  return e.take(std::move(made), "the first rows of it");
}

/// Whether the phrase asks for an order of the rows.
[[nodiscard]] inline bool asks_for_order(phrase const& p) {
  auto const first = p.find("first");
  bool const largest = first > p.first() && p.is(first, "first") && (p.is(first - 1, words_of_most) || p.is(first - 1, words_of_least));
  bool const sorts = p.begins(sorting_words) && !p.begins("group grouped split broken");
  bool const directs = p.has("order") && p.has("ascending descending alphabetical reverse increasing decreasing chronological");
  return sorts || largest || directs || p.begins("ascending descending alphabetically");
}

/// "In descending order": the same keys in another direction.
inline bool turn_order(statement_editor& e, std::optional<bool> way) {
  auto made = e.before;
  for (auto& k : made.order_by) k.descending = e.said.has("reverse") ? !k.descending : way.value_or(k.descending);
  return e.take(std::move(made), "sorted the other way");
}

/// A sort key of groups: a figure of theirs, or a column that they show. Nothing if the words name another.
[[nodiscard]] inline std::optional<part> group_key(statement_editor const& e, phrase const& p) {
  bool const alphabetical = p.has("alphabetical alphabetically");
  if (auto key = alphabetical ? std::nullopt : sorted_aggregate(e, p)) return key;
  for (auto const& s : e.before.select) {
    if (s.aggregated || s.columns.size() != 1) continue;
    if (e.names_one_of(s.columns, p) || (alphabetical && !e.names_any_column(p, 0.6))) return part(s.plain);
  }
  return {};
}

/// "Sort them by price, highest first", "in descending order".
inline bool sort_rows(statement_editor& e) {
  auto const& p = e.said;
  if (!asks_for_order(p) || (e.before.aggregates() && e.before.group_by.empty())) return false;
  if (!e.before.limit.empty()) return false;  // in another order it has other rows
  auto const way = largest_first(p);
  auto const by = p.find("by");
  bool const names_it = by < p.last() || e.names_any_column(p, 0.6);
  if (!names_it && !e.before.order_by.empty()) return turn_order(e, way);
  auto made = e.before;
  auto const named = by < p.last() ? p.within(by + 1, p.last()) : p;
  if (!e.before.group_by.empty()) {
    auto key = group_key(e, named);
    if (!key) return false;
    key->descending = way.value_or(false);
    made.order_by = {*std::move(key)};
    return e.take(std::move(made), "sorted by the result");
  }
  reworded_question words(e.asked);
  words.say("list the " + e.noun());
  if (by < p.last())
    words.say("sorted").copy(by, p.last());
  else
    words.say("sorted").copy(
        p.find("from in ascending descending", p.first()) < p.last() ? p.find("from in ascending descending") : p.first(), p.last());
  auto const found = e.read_question(words);
  if (!found || found->parts.order_by.empty() || !found->parts.where.empty() || !join_missing(e.names, made, found->parts)) return false;
  made.order_by = found->parts.order_by;
  if (way && made.order_by.size() == 1) made.order_by.front().descending = *way;
  if (!found->parts.limit.empty()) made.limit = found->parts.limit;
  return e.take(std::move(made), "sorted", found->from);
}

/// The keys of the groups, without the aggregates.
inline void show_only_groups(clauses& c) {
  std::erase_if(c.select, [](part const& p) { return p.aggregated; });
}

/// "Which one has the most?" of groups.
inline bool choose_group(statement_editor& e) {
  auto const& p = e.said;
  bool const most = p.has(words_of_most);
  if (e.before.group_by.empty() || !chooses_anew(e) || !p.has("most fewest least highest lowest largest smallest biggest")) return false;
  auto key = sorted_aggregate(e, p);
  if (!key) return false;
  auto made = e.before;
  key->descending = most;
  made.order_by = {*std::move(key)};
  made.limit = "LIMIT 1";
  if (p.has("which who what") && made.select.size() > 1) show_only_groups(made);
  return !made.select.empty() && e.take(std::move(made), "the first of its groups");
}

/// "The cheapest" of "which is the cheapest of these?", as a question of its own.
[[nodiscard]] inline reworded_question extreme_question(statement_editor const& e) {
  auto const& p = e.said;
  auto const of = p.find("of", p.first());
  bool const of_them = of < p.last() && p.is(of + 1, "them these those");
  auto from = p.begins("what how", "about") ? p.first() + 2 : p.first();
  auto to = of_them && of > p.first() + 1 ? of : p.last();
  if (p.is(from, "which who what")) ++from;
  if (of_them && of == p.first() + 1) from = of + 2;
  if (p.is(from, "one ones")) ++from;
  if (to > from && p.is(to - 1, "one ones")) --to;
  reworded_question words(e.asked);
  words.say("which " + e.noun(false));
  if (!p.is(from, "is are has have was were")) words.say("is");
  return words.copy(from, to);
}

/// "And the cheapest?", "which is the cheapest of these?" of rows.
inline bool choose_row(statement_editor& e) {
  bool const superlative = t2s::detail::any_of(
      e.said.tokens(), [](retrieve::token const& t) { return t.text.ends_with("est") || t.text == "most" || t.text == "least"; });
  bool const figure = e.said.begins("what", "is are was were") && e.names_any_column(e.said, 0.6);  // "what is the highest price?"
  if (!e.before.lists_rows() || !chooses_anew(e) || !superlative || figure) return false;
  auto const found = e.read_question(extreme_question(e));
  if (!found || found->parts.order_by.empty() || found->parts.limit.empty() || !found->parts.where.empty()) return false;
  auto made = e.before;
  if (!join_missing(e.names, made, found->parts)) return false;
  made.order_by = found->parts.order_by;
  made.limit = found->parts.limit;
  return e.take(std::move(made), "the first of its rows", found->from);
}

}  // namespace t2s::reader::detail::follow_up

#endif
