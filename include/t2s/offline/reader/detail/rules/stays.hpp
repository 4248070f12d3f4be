// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_STAYS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_STAYS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/rules/row_limit.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

/// How long something lasts whose rows have two days: "the average length of stay", "the days between arrival and departure".
namespace t2s::reader::detail {

/// When the rows of a table begin and end, and the tokens that ask how long that is.
struct stay {
  std::size_t first = 0, last = 0;
  column_id begin{}, end{};

  explicit operator bool() const { return last > 0; }
};

/// Whether a column has days that a database can subtract.
[[nodiscard]] inline bool counts_days(reading const& r, column_id c) {
  auto const form = r.names.form_of(c).times;
  return r.names.is_time(c) && (form == schema::time_form::day_texts || form == schema::time_form::time_texts) && !is_birth(r, c);
}

/// Sets the only two days of a table's rows, if the second is called an end.
inline bool find_ends(reading const& r, std::uint32_t table, stay& out) {
  std::vector<column_id> days;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c)
    if (r.names.is_time({table, c})) days.push_back({table, c});
  if (days.size() != 2 || !counts_days(r, days.front()) || !counts_days(r, days.back())) return false;
  bool const ends = t2s::detail::any_of(r.resolve.words_of(days.back()), [](std::string_view w) {
    return is_one_of(w, "end ended discharge discharged out checkout return returned departure departed left finish finished until to");
  });
  bool const back = has_word(r.resolve.words_of(days.front()), "out") && has_word(r.resolve.words_of(days.back()), "in");
  out.begin = days.front();
  out.end = days.back();
  return ends || back;
}

/// The table whose rows last: the one asked about, else the only one whose rows belong to it.
inline bool find_stay(reading const& r, stay& out) {
  if (find_ends(r, r.focus, out)) return true;
  std::optional<stay> only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
    auto found = out;
    if (t == r.focus || r.names.schema().tables()[t].is_view || !belongs_to_focus(r, t) || !find_ends(r, t, found)) continue;
    if (only) return false;
    only = found;
  }
  if (only) out = *only;
  return only.has_value();
}

/// "length of stay", "duration of their stays"
[[nodiscard]] inline stay stay_at(reading const& r, std::size_t t) {
  if (!r.is_word(t, "length duration") || !r.is_word(t + 1, "of") || r.read[t]) return {};
  auto const noun = t + 2 + (r.is_word(t + 2, "the a their its each his her") ? 1U : 0U);
  auto const rows = r.next(noun, 0, &reading::is_table_first);
  stay out{t, noun + 1};
  if (rows && find_ends(r, *r.table_at(*rows), out)) {
    out.last = r.at(*rows).last;
    return out;
  }
  return r.lemma(noun) == "stay" && !r.next(noun, 0) && find_stay(r, out) ? out : stay();
}

/// "What is the average length of stay per town?" is about the only table whose rows last.
inline bool find_stays(reading& r) {
  auto t = r.find_word(0, r.size(), "length duration");
  if (!r.is_word(t + 1, "of") || r.lemma(t + 2) != "stay" || r.next(t + 2, 0)) return false;
  std::optional<std::uint32_t> only;
  for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k) {
    stay ends;
    if (r.names.schema().tables()[k].is_view || !find_ends(r, k, ends)) continue;
    if (only) return false;
    only = k;
  }
  if (!only) return false;
  r.focus = *only;
  r.resolve.set_main(r.focus);
  return true;
}

/// "Number of nights of the stays"
[[nodiscard]] inline stay nights_at(reading const& r, std::size_t t) {
  auto const count = r.is_word(t, "days nights") && r.is_word(t + 1, "of") ? r.cue_before(t, 0, cue::kind::count) : std::nullopt;
  auto const rows = count && !r.mention_of(t) ? r.next(t + 2, 3, &reading::is_table) : std::nullopt;
  stay out{count ? r.cue_at(*count).first : t, t + 1};
  return rows && find_ends(r, *r.table_at(*rows), out) ? out : stay();
}

/// "How many days does it take to close a case": from the only other time of the rows asked about to the one that the verb calls.
[[nodiscard]] inline stay days_taken_at(reading const& r, std::size_t t) {
  auto const take = r.find_word(t + 1, std::min(t + 5, r.size()), "take takes took");
  auto const to = r.find_word(take, std::min(take + 4, r.size()), "to");
  auto const count = r.is_word(t, "days") && r.is_word(take, "take takes took") && r.is_word(to, "to");
  if (!count || !r.is_word(t - 1, "many")) return {};
  std::vector<column_id> days;
  for (std::uint32_t c = 0; c < r.resolve.columns_of(r.focus).size(); ++c)
    if (r.names.is_time({r.focus, c})) days.push_back({r.focus, c});
  if (days.size() != 2 || !counts_days(r, days.front()) || !counts_days(r, days.back())) return {};
  bool const ends =
      t2s::detail::any_of(r.resolve.words_of(days.back()), [&](auto w) { return w == r.lemma(to + 1) || is_past_of(w, r.lemma(to + 1)); });
  return ends ? stay{t - 2, to + 2, days.front(), days.back()} : stay();
}

/// The time that a mention means in a table.
[[nodiscard]] inline std::optional<column_id> day_of(reading const& r, std::size_t i, std::uint32_t table) {
  auto const* o = r.resolve.column(r.at(i), [&](column_id c) { return c.table == table && counts_days(r, c); });
  return o && o->score >= 0.45 ? std::optional(o->where) : std::nullopt;
}

/// "days between arrival and departure"
[[nodiscard]] inline stay days_between_at(reading const& r, std::size_t t) {
  if (!r.is_word(t, "days") || !r.is_word(t + 1, "between")) return {};
  auto const a = r.next(t + 2, 1), b = a && r.is_word(r.at(*a).last, "and") ? r.next(r.at(*a).last + 1, 1) : std::nullopt;
  for (std::uint32_t k = 0; b && k < r.names.schema().tables().size(); ++k) {
    auto const begin = day_of(r, *a, k), end = day_of(r, *b, k);
    if (!begin || !end || *begin == *end || (k != r.focus && !belongs_to_focus(r, k))) continue;
    auto first = t;
    if (auto const count = r.cue_before(t, 0, cue::kind::count)) first = r.cue_at(*count).first;
    return {first, r.at(*b).last, *begin, *end};
  }
  return {};
}

/// The days that each row lasts, or what is computed of them by the word before.
inline void select_stay(reading& r, stay const& s) {
  auto days = plain(s.end);
  days.since = s.begin;
  auto first = s.first;
  if (auto const how = r.cue_before(first, 1, cue::kind::aggregate)) {
    days.how = r.cue_at(*how).how;
    r.cue_used[*how] = true;
    first = r.cue_at(*how).first;
  } else if (auto const on = r.find_word(first, s.last, "on"); on < s.last && r.is_word(on + 1, "average")) {  // "does it take on average"
    days.how = aggregate::avg;
  }
  auto const last = s.last + (r.is_word(s.last, "in") && r.is_word(s.last + 1, "days") ? 2U : 0U);
  r.mark_read(first, last);
  r.use_within(first, last);
  r.use_cues_within(first, last);
  r.join(s.end.table);
  auto const best = r.cue_before(first, 1, cue::kind::superlative);
  if (!best) return r.select(first, days);
  auto const& q = r.cue_at(*best);
  r.cue_used[*best] = true;
  if (is_aggregate(days)) r.counted = s.end.table;
  r.order_by(days, (q.how == aggregate::max) != (find_quality(q.quality) && is_least(*find_quality(q.quality))),
             row_limit(r, q.first, q.last).read());
}

inline void read_stays(reading& r) {
  for (std::size_t t = 0; t + 2 < r.size(); ++t) {
    auto found = stay_at(r, t);
    if (!found) found = days_between_at(r, t);
    if (!found) found = nights_at(r, t);
    if (!found && t > 1) found = days_taken_at(r, t);
    if (!found) continue;
    auto const in = r.is_word(found.last, "in") ? unit_at(r, found.last + 1) : nullptr;
    if (in && !r.is_word(found.last + 1, "days")) return;  // another unit
    return select_stay(r, found);
  }
}

}  // namespace t2s::reader::detail

#endif
