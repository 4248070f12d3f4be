// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_ABSENCES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_ABSENCES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/rules/elsewhere.hpp"
#include "t2s/offline/reader/detail/rules/values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

/// Rows to which no rows of another table belong: "never rented", "without a concert", "that nobody has ordered".
namespace t2s::reader::detail {

/// The token after a verb that says no more than that there are such rows: "used", "ordered", "given us anything", "brought anything in";
/// 0 for other verbs.
[[nodiscard]] inline std::size_t end_of_any_deed(reading const& r, std::size_t t) {
  if (r.is_word(t, "used ordered bought booked hired rented borrowed reserved requested chosen") && !r.is_word(t + 1, "anything"))
    return t + 1;
  if (!r.is_word(t, "ordered bought booked hired rented borrowed requested brought given taken sent shipped done had made used left got"))
    return 0;
  auto last = t + 1 + (r.is_word(t + 1, "us") ? 1U : 0U);
  if (!r.is_word(last, "anything something")) return 0;
  ++last;
  while (r.is_word(last, "in back here to from with us at all")) ++last;
  return last;
}

/// A deed that was not done, and the tokens that say so.
struct undone {
  std::size_t first = 0, verb = 0;
  bool by_times = false;  ///< whether the deed's time may be called by the verb, besides its table
};

/// Excludes the rows that the table of a deed refers to. False if no table is called by the verb.
inline bool exclude_done(reading& r, undone const& d) {
  auto const end = end_of_any_deed(r, d.verb);
  auto const any = end > 0 ? only_rows_of_focus(r) : std::nullopt;
  for (bool const called_so : {true, false})  // the table that is called by the verb, else the only one that there is
    for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k) {
      bool const called = k != r.focus && (called_so ? is_called_by(r, k, d.verb, d.by_times) : k == any && !is_of_people(r, k));
      if (!called || !belongs_to_focus(r, k) || !exclude(r, d.first, k)) continue;
      auto const last = std::max(end, d.verb + 1);
      r.mark_read(d.first, last + (r.is_word(last, "yet") ? 1U : 0U));
      r.use_within(d.verb, last);
      if (auto const object = r.next(last, 2, &reading::is_free_table)) r.used[*object] = true;  // "never rented a film"
      return true;
    }
  return false;
}

/// "A dish that nobody has ordered so far": as one that was never ordered.
inline void read_done_by_nobody(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    bool const one = r.is_word(t, "no") && r.is_word(t + 1, "one");
    auto verb = t + (one ? 2U : 1U);
    if (!(r.is_word(t, "nobody") || one) || !r.previous(t, 1, &reading::is_focus)) continue;
    while (r.is_word(verb, "has have had ever yet")) ++verb;
    if (!is_past(r.word(verb)) || !exclude_done(r, {t, verb, true})) continue;
    r.use_cues_within(t, verb);
    if (r.is_word(verb + 1, "so") && r.is_word(verb + 2, "far")) r.mark_read(verb + 1, verb + 3);
    if (r.is_word(verb + 1, "yet")) r.mark_read(verb + 1, verb + 2);
  }
}

/// "Never been rented", "not used".
inline void read_never(reading& r) {
  read_done_by_nobody(r);
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::negation) continue;
    auto verb = q.last;
    while (r.is_word(verb, "been yet ever once")) ++verb;
    if (exclude_done(r, {q.first, verb, r.is_word(q.first, "never")})) r.cue_used[c] = true;
  }
}

/// "no broken lamps": the flag stated before the excluded rows; without a column if there is none.
inline condition flag_between(reading& r, std::size_t from, std::size_t target, std::uint32_t table) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (r.at(i).first < from || r.at(i).last > r.at(target).first || !r.is_free_column(i)) continue;
    auto const column = r.column_of(i, table);
    auto const yes = column ? r.names.flag_value(*column, true) : std::nullopt;
    if (!yes) continue;
    r.used[i] = true;
    return condition{plain(*column), comparison::equal, *yes};
  }
  return {};
}

/// "Never sailed" is not "without sailors": a verb names a table only if the table is called by the action.
[[nodiscard]] inline bool is_verb_of_another(reading const& r, std::size_t i, std::uint32_t table) {
  auto const word = r.word(r.at(i).first);
  if (!word.ends_with("ed") || r.at(i).last != r.at(i).first + 1) return false;
  return !t2s::detail::any_of(r.resolve.words_of({table}), [&](std::string_view w) { return w == word || is_participle_of(word, w); });
}

/// "no report at all": a noun right after "no" or "without" that is a part of the name of a table whose rows belong to those asked about.
[[nodiscard]] inline std::optional<std::size_t> part_of_absent(reading const& r, cue const& q) {
  if (!r.is_word(q.first, "no without")) return {};
  return r.next(q.last, r.is_word(q.last, "any a single") ? 1 : 0, [&](std::size_t i) {
    auto const* t = r.at(i).option(kind::table);
    return r.is_free(i) && !r.is_value(i) && t && t->score >= 0.45 && t->where.table != r.focus && belongs_to_focus(r, t->where.table);
  });
}

/// "a plan that nobody has chosen": without the only people that belong to the rows asked about. The verb stays unread.
inline void read_nobody(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    bool const one = r.is_word(t, "no") && r.is_word(t + 1, "one");
    if (!r.is_word(t, "nobody") && !one) continue;
    auto const head = r.previous(t, 2, &reading::is_focus);
    std::optional<std::uint32_t> people;
    for (std::uint32_t k = 0; head && k < r.names.schema().tables().size(); ++k) {
      if (k == r.focus || !is_of_people(r, k) || !reference_to(r, k, r.focus)) continue;
      if (people) return;
      people = k;
    }
    if (!people || !exclude(r, t, *people)) return;
    r.mark_read(t, t + (one ? 2U : 1U));
    r.use_cues_within(t, t + 2);
    return;
  }
}

/// The time of a table that is called by a past form among tokens [first, last), if it may be empty: that of what is not done.
[[nodiscard]] inline std::optional<column_id> undone_between(reading const& r, std::size_t first, std::size_t last, std::uint32_t table) {
  for (auto t = first; t < last; ++t) {
    if (!is_past(r.word(t))) continue;
    for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c) {
      column_id const id{table, c};
      if (!r.names.is_time(id) || r.names.column(id).not_null) continue;
      auto const words = r.resolve.words_of(id);
      if (t2s::detail::any_of(words, [&](std::string_view w) { return w == r.word(t) || is_participle_of(r.word(t), w); })) return id;
    }
  }
  return {};
}

/// "Who do not teach any courses", of a table `teaches`: what it refers to need not be joined.
inline void leave_object(reading& r, std::size_t verb, std::uint32_t deeds) {
  auto const last = r.at(verb).last;
  auto const object = r.next(last, 2, &reading::is_free_table);
  bool const theirs = object && r.all_words(last, r.at(*object).first, "any a an the their single") && r.table_at(*object) != r.focus;
  if (theirs && reference_to(r, deeds, *r.table_at(*object))) r.used[*object] = true;
}

inline void read_absences(reading& r) {
  read_nobody(r);
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::negation || leaves_out(r, c)) continue;
    auto target = r.next(q.last, 5, [&](std::size_t i) { return r.is_free_table(i) && r.table_at(i) != r.focus; });
    auto other = target ? *r.table_at(*target) : 0;
    if (!target) {
      target = part_of_absent(r, q);
      if (!target) continue;
      other = r.at(*target).option(kind::table)->where.table;
    }
    if (is_verb_of_another(r, *target, other)) continue;
    auto const year = r.previous(r.at(*target).first, 0, &reading::is_digits);
    bool const theirs = r.is_word((year ? r.at(*year).first : r.at(*target).first) - 1, "their its his her the");
    if (auto const undone = theirs ? undone_between(r, q.last, r.at(*target).first, other) : std::nullopt) {  // "have not paid their bills"
      r.join(other);
      r.require(q.first, *undone, comparison::null, {});
      r.use_within(q.last, r.at(*target).last);
      r.mark_read(q.last, r.at(*target).last);
      r.cue_used[c] = true;
      continue;
    }
    if (exclude(r, q.first, other, flag_between(r, q.last, *target, other))) {
      r.cue_used[c] = r.used[*target] = true;
      leave_object(r, *target, other);
    }
    if (r.used[*target] && r.is_word(r.at(*target).last, "yet")) r.mark_read(r.at(*target).last, r.at(*target).last + 1);
  }
}

}  // namespace t2s::reader::detail

#endif
