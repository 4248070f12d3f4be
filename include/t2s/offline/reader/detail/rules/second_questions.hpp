// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SECOND_QUESTIONS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SECOND_QUESTIONS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/clauses.hpp"
#include "t2s/offline/reader/detail/rules/totals.hpp"

#include <optional>

/// Second questions about the rows of the first: "which shop is the largest, and how large is it", "... and when", "Which ones?".
namespace t2s::reader::detail {

/// The tokens of a last question "and how high is it", "and what is it", "and how many was that"; empty without one.
[[nodiscard]] inline clause second_question(reading const& r) {
  auto end = r.size();
  while (end > 0 && ends_clause(r, end - 1, true)) --end;
  for (auto t = end - std::min<std::size_t>(end, 8); t + 2 < end; ++t) {
    if (t < 2 || !r.is_word(t, "and") || !r.is_word(t + 1, "how what when")) continue;
    auto const pronoun = r.find_word(t + 2, end, "it that they this those he she");
    bool const verb = r.any_word(t + 2, end, "is was are were does did do has have be");
    auto const is_before = [&](std::size_t i) { return r.at(i).last < pronoun + 1; };
    bool const of_column = r.is_word(t + 1, "what") && r.next(t + 2, end - t - 2, is_before);
    if (pronoun < end && pronoun + 3 > end && verb && !of_column && !r.next(t + 1, end - t - 2, &reading::is_table)) return {t, end};
  }
  return {};
}

/// What an adjective or verb of the second question measures: "how much does it weigh".
[[nodiscard]] inline std::optional<column_id> measured_again(reading const& r, clause const& c) {
  auto const* measured = find_quality(r.word(c.first + 2));
  for (auto t = c.first + 2; t < c.last && !measured; ++t) measured = find_quality(adjective_of_verb(r.lemma(t)));
  if (!measured) return {};
  auto const column = measured_in_table(r, measured->columns, r.focus);
  return column ? column : measured_in_table(r, measured->reversed_columns, r.focus);
}

/// What the first question sorts by, or the money of its rows.
[[nodiscard]] inline std::optional<term> asked_again(reading const& r, clause const& c) {
  bool const much = r.is_word(c.first + 2, "much") || r.any_word(c.first, c.last, "cost costs price worth");
  auto const& order = r.plan.order;
  if (!order || r.is_word(c.first + 1, "when")) return {};
  if (auto const own = measured_again(r, c)) return plain(*own);
  bool const of_time = order->what && order->how == aggregate::none && r.names.is_time(*order->what);
  if (!of_time) return *order;
  if (!much) return {};
  auto const money = money_of(r, r.focus);
  return money ? std::optional(plain(*money)) : std::nullopt;
}

inline void select_rows(reading& r, std::size_t at) {
  for (auto const c : r.resolve.names_of(r.focus))
    if (!r.is_selected(c)) r.select(at, plain(c));
}

/// "Which summit is the highest, and how high is it?": the rows, and what they are sorted by.
inline void read_second_question(reading& r) {
  auto const c = second_question(r);
  if (c.last == 0 || r.plan.computed || r.plan.limit == 0) return;
  auto const what = asked_again(r, c);
  if (!what) return;
  t2s::detail::drop_if(r.selected, [&](reading::selected_term const& s) { return s.at >= c.first; });
  if (r.selected.empty()) select_rows(r, 0);
  bool const known = t2s::detail::any_of(r.selected, [&](reading::selected_term const& s) { return s.what == *what; });
  if (!known) r.select(c.first, *what);
  set_aside(r, c);
}

/// "Which tools were lent out, and when?", "the oldest mill and when it was built": the rows and their time.
inline void read_and_when(reading& r) {
  auto end = r.size();
  while (end > 0 && ends_clause(r, end - 1, true)) --end;
  bool const verb = end > 6 && is_past(r.word(end - 1)) && r.is_word(end - 2, "was were") && r.is_word(end - 3, "it they he she");
  if (verb) end -= 3;
  if (end < 4 || !r.is_word(end - 1, "when") || !r.is_word(end - 2, "and")) return;
  auto const called =
      verb ? r.next(end + 2, 0, [&](std::size_t i) { return r.is_column(i) && r.names.is_time(r.column_at(i)); }) : std::nullopt;
  auto const when = called            ? std::optional(r.column_at(*called))
                    : r.acted_on      ? r.acted_on
                    : time_by_word(r) ? time_by_word(r)
                                      : time_column(r);
  auto const head = r.next(0, r.size(), &reading::is_table_first);
  if (!when || when->table != r.focus || !head || r.table_at(*head) != r.focus || r.selects_aggregate()) return;
  t2s::detail::drop_if(r.selected, [&](reading::selected_term const& s) { return s.what == plain(*when); });
  if (r.selected.empty()) select_rows(r, r.at(*head).first);
  r.select(end - 1, plain(*when));
  r.mark_read(end - 2, end + (verb ? 3U : 0U));
  if (verb) r.use_within(end, end + 3);
}

/// "Is there a plan without members? Which one?": asks for the rows.
inline void read_which_ones(reading& r) {
  auto const all = clauses_of(r, true);
  if (all.size() < 2) return;
  auto const [first, last] = all.back();
  bool const which = r.is_word(first, "which what") && (last == first + 1 || (last == first + 2 && r.is_word(first + 1, "one ones")));
  bool const name = r.is_word(first, "name list show") && last == first + 2 && r.is_word(first + 1, "them it");
  if ((!which && !name) || !r.selected.empty()) return;
  select_rows(r, first);
  r.mark_read(first, last);
}

/// "The three clerks with the most orders, with that number", "together with those totals": what the rows are sorted by is shown, too.
inline void read_with_that(reading& r) {
  auto end = r.size();
  while (end > 0 && ends_clause(r, end - 1, true)) --end;
  if (end < 5 || !r.plan.order || r.plan.limit == 0 || !r.is_word(end - 2, "that those these") || !r.is_word(end - 3, "with and plus"))
    return;
  auto const how = r.plan.order->how;
  bool const counts = how == aggregate::count && r.is_word(end - 1, "number numbers count counts");
  bool const sums = how == aggregate::sum && r.is_word(end - 1, "total totals sum sums amount amounts");
  bool const means = how == aggregate::avg && r.is_word(end - 1, "average averages");
  if (!counts && !sums && !means) return;
  auto const first = end - 3 - (r.is_word(end - 4, "together along") ? 1U : 0U);
  t2s::detail::drop_if(r.selected, [&](reading::selected_term const& s) { return s.at >= first; });
  if (r.selected.empty()) select_rows(r, 0);
  r.select(first, *r.plan.order);
  r.mark_read(first, end);
  r.use_within(first, end);
  r.use_cues_within(first, end);
}

inline void read_follow_ups(reading& r) {
  read_with_that(r);
  read_second_question(r);
  read_and_when(r);
  read_which_ones(r);
}

}  // namespace t2s::reader::detail

#endif
