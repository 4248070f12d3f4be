// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_QUESTIONS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_QUESTIONS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"

/// Questions with only question words: "how old is", "how much does it cost", "how many people live in", "where is", "when".
namespace t2s::reader::detail {

/// Words of names of places, nearest first.
inline constexpr measure_words place_words{"location", "place", "address", "city", "region", "country"};

/// A column with a number of people: "how many people live in Ohio". Not if a table has people.
inline void read_population(reading& r) {
  static constexpr measure_words words{"population", "inhabitant"};
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::count || !is_one_of(r.lemma(q.last), "person inhabitant resident citizen")) continue;
    if (r.next(q.last, 0, &reading::is_table)) continue;
    auto const population = r.resolve.measured(words, r.focus, [&](column_id x) { return r.resolve.is_number(x); });
    if (!population) continue;
    r.use_within(q.last, q.last + 1);
    r.mark_read(q.last, q.last + 1);
    r.cue_used[c] = true;
    r.counted_number = population;
    r.select(q.first, plain(*population));
  }
}

/// "What does the lamp cost?", "what does it cost to mend a lamp?": what the verb at the end measures, or that of "it".
inline void read_what_does(reading& r) {
  auto end = r.size();
  while (end > 0 && r.token(end - 1).is == retrieve::token::kind::mark) --end;
  if (end > 2 && r.is_word(end - 2, "in") && unit_at(r, end - 1)) end -= 2;  // `convert_shown` reads the unit
  if (r.is_word(2, "it") && r.find_word(4, end, "to for") < end) end = 4;
  if (end < 4 || !r.is_word(0, "what") || !r.is_word(1, "does do did") || !r.selected.empty() || r.read[end - 1]) return;
  auto const* measured = find_quality(adjective_of_verb(r.lemma(end - 1)));
  auto const column = measured ? measured_in_table(r, measured->columns, r.focus) : std::nullopt;
  if (!column || column->table != r.focus) return;
  r.select(0, plain(*column));
  r.mark_read(end - 1, end);
  r.use_within(end - 1, end);
}

/// "how old", "how heavy": what the adjective measures.
inline void read_degree(reading& r) {
  for (std::size_t t = 0; t + 1 < r.size(); ++t) {
    if (!r.is_word(t, "how")) continue;
    auto verb = t + 2;
    while (verb < r.size() && adjective_of_verb(r.lemma(verb)).empty()) ++verb;
    bool const by_verb = r.is_word(t + 1, "much long") && verb < r.size();
    auto const* measured = find_quality(by_verb ? adjective_of_verb(r.lemma(verb)) : r.word(t + 1));
    if (!measured) continue;
    auto column = measured_in_table(r, measured->columns, r.focus);
    if (!column) column = measured_in_table(r, measured->reversed_columns, r.focus);
    if (!column && r.selected.empty() && !by_verb) r.refuse(t, t + 2);
    if (!column || r.is_selected(*column)) continue;
    r.mark_read(t, t + 2);
    auto how = r.cue_after(t + 2, 3, cue::kind::aggregate);  // "how old is the average singer", "how old are singers on average"
    if (auto const on = r.find_word(t + 2, r.size(), "on"); !how && r.is_word(on + 1, "average"))
      how = r.cue_after(on + 1, 0, cue::kind::aggregate);
    if (how) r.cue_used[*how] = true;
    r.select(t, aggregated(how ? r.cue_at(*how).how : aggregate::none, *column));
    if (!by_verb) continue;
    r.mark_read(verb, verb + 1);
    r.use_within(verb, verb + 1);
  }
}

/// The only time of a table's rows.
[[nodiscard]] inline std::optional<column_id> time_of(reading const& r, std::uint32_t table) {
  return only_column(r, table, [&](column_id c) { return r.names.is_time(c); });
}

/// "where is", "when did": a column of places or times, if no column is named.
inline void read_place_or_time(reading& r) {
  if (!r.selected.empty() || !(r.is_word(0, "where when"))) return;
  auto const named = r.next(1, r.size(), [&](std::size_t i) { return r.is_free_column(i) && !r.is_table_first(i); });
  if (named && r.at(*named).option(kind::column)->score >= 0.45) return;  // `select_left_over` takes it
  bool const where = r.is_word(0, "where");
  auto const text = [&](column_id c) { return c.table == r.focus && r.names.content_of(c) == knowledge::content::text; };
  auto const column = where ? r.resolve.measured(place_words, r.focus, text) : time_column(r);
  if (!column || column->table != r.focus) return;
  r.mark_read(0, 1);
  r.select(0, plain(*column));
}

/// "Is there a shop in Rome?", "Are any lamps red?": answered by their number.
inline void read_yes_or_no(reading& r) {
  if (!r.selected.empty() || r.plan.order || !r.is_word(0, "is are was were does do did has have")) return;
  if (!r.is_word(1, "there any") || r.plan.where.empty()) return;
  r.mark_read(0, 2);
  r.select(0, row_count());
}

/// "When was the lift last inspected": the time of the rows that are called by the verb, if they belong to those asked about.
[[nodiscard]] inline std::optional<column_id> time_of_deeds(reading const& r, std::size_t verb) {
  for (std::uint32_t k = 0; is_past(r.word(verb)) && k < r.names.schema().tables().size(); ++k)
    if (k != r.focus && belongs_to_focus(r, k) &&
        t2s::detail::any_of(r.resolve.words_of({k}), [&](std::string_view w) { return is_participle_of(r.word(verb), w); }))
      return time_of(r, k);
  return {};
}

/// How many words at the beginning ask for a time: "when", "on which day"; 0 if none do.
[[nodiscard]] inline std::size_t words_for_when(reading const& r) {
  if (r.is_word(0, "when")) return 1;
  return r.is_word(0, "on") && r.is_word(1, "which what") && r.is_word(2, "date day") ? 3 : 0;
}

/// "When did Ann last win", "when was the first visit": the latest or the earliest of the times.
inline void read_last_time(reading& r) {
  auto const begin = words_for_when(r);
  if (begin == 0 || r.plan.order || r.selects_aggregate() || r.selected.size() > 1) return;
  auto const at = r.find_word(1, r.size(), "last latest first earliest");
  if (at == r.size() || r.read[at] || (r.mention_of(at) && r.used[*r.mention_of(at)])) return;
  auto const shown = r.selected.empty() ? std::nullopt : r.selected.front().what.what;
  auto const verb = r.next(at + 1, 0, [&](std::size_t i) { return r.is_column(i) && r.names.is_time(r.column_at(i)); });
  auto const done = r.next(at + 1, 2, &reading::is_table);
  auto when = shown ? shown : verb ? std::optional(r.column_at(*verb)) : std::nullopt;
  if (!when && done) when = time_of(r, *r.table_at(*done));
  bool const of_deed = !verb && !done && r.selected.empty() && !when;
  if (of_deed) when = time_of_deeds(r, at + 1);
  if (!when || !r.names.is_time(*when)) return;
  r.selected.clear();
  r.select(0, aggregated(r.is_word(at, "last latest") ? aggregate::max : aggregate::min, *when));
  r.mark_read(0, begin);
  r.mark_read(at, at + 1);
  r.use_within(at, at + 1);
  r.use_cues_within(at, at + 1);
  if (of_deed) r.mark_read(at + 1, at + 2);
  if (verb) r.used[*verb] = true;
}

inline void read_question_words(reading& r) {
  read_degree(r);
  read_what_does(r);
  read_last_time(r);
  read_place_or_time(r);
  read_yes_or_no(r);
}

}  // namespace t2s::reader::detail

#endif
