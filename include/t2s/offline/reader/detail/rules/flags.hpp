// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_FLAGS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_FLAGS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/role_keys.hpp"

#include <string>

/// Conditions in one word: "active", "inactive", "not shipped", "without a company".
namespace t2s::reader::detail {

inline void read_flags(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    if (r.used[i]) continue;
    for (auto const& o : r.at(i).options) {
      if (o.is != kind::column || o.score < 0.45 || !is_in_scope(r, o.where.table)) continue;
      auto const no = r.cue_before(r.at(i).first, 3, cue::kind::negation);
      auto const stored = r.names.flag_value(o.where, !no);
      if (!stored) continue;
      if (no) r.cue_used[*no] = true;
      if (no && r.is_word(r.cue_at(*no).last, "longer")) r.mark_read(r.cue_at(*no).last, r.cue_at(*no).last + 1);
      auto const first = r.at(i).first;
      if (first > 1 && r.is_word(first - 1, "as") && r.is_word(first - 2, "count counts counted class classed marked flagged qualify"))
        r.mark_read(first - 2, first);
      r.used[i] = true;
      r.require(first, o.where, comparison::equal, *stored);
      break;
    }
  }
}

/// Whether a word is a past form: "shipped".
[[nodiscard]] inline bool is_past_form(std::string_view word) {
  return (word.size() > 4 && word.ends_with("ed")) || is_one_of(word, "paid sold sent");
}

/// Whether a column means something by being empty: the time of an action, if a word asks whether it was done.
[[nodiscard]] inline bool absence_has_meaning(reading const& r, column_id c) { return r.names.is_time(c) && !r.names.column(c).not_null; }

/// Whether a column's name has further words than a mention, but only such that say what its texts are: the badge of `badge_no`.
[[nodiscard]] inline bool only_says_kind(reading const& r, std::size_t i, column_id c) {
  auto const words = r.resolve.words_of(c);
  return words.size() == 2 && !r.names.is_foreign_key(c) && has_root_of(r.token(r.at(i).first), words.front()) &&
         is_one_of(words.back(), "no number nr code address date dt name text pct percent eur usd cents");
}

/// The column of the table asked about whose presence or absence a mention states: one that may be empty and is not a flag. The target of a
/// key counts, too, if the key has its own word: the chief of `chief_id`.
[[nodiscard]] inline std::optional<column_id> column_that_may_be_empty(reading const& r, std::size_t i) {
  auto const* o = r.resolve.column(r.at(i), [&](column_id x) { return x.table == r.focus && !r.names.column(x).not_null; });
  bool const refers = o && r.names.is_foreign_key(o->where) && r.resolve.distinguishing_words(o->where) > 0;
  bool const is_meant = o && (o->score >= 0.6 || refers || only_says_kind(r, i, o->where)) && !r.names.flag_value(o->where, true);
  return is_meant ? std::optional(o->where) : std::nullopt;
}

/// The column of the table asked about that counts what a mention names, and always has a value.
[[nodiscard]] inline std::optional<column_id> count_of_row(reading const& r, std::size_t i) {
  auto const* o =
      r.resolve.column(r.at(i), [&](column_id x) { return x.table == r.focus && r.names.column(x).not_null && holds_amounts(r, x); });
  return o && o->score >= 0.6 ? std::optional(o->where) : std::nullopt;
}

/// The token after a mention, and after a following "address" or "number": "an email address", "a phone number".
[[nodiscard]] inline std::size_t end_of_named(reading const& r, std::size_t i) {
  return r.at(i).last + (r.is_word(r.at(i).last, "address number") ? 1U : 0U);
}

/// Requires that the column named from a token on, after at most two small words, is present or missing. False if there is none.
inline bool require_presence(reading& r, std::size_t at, std::size_t from, comparison op) {
  auto const target = r.next(from, 2, &reading::is_free_worded_column_first);
  if (!target || !r.all_words(from, r.at(*target).first, "a an any the got yet known recorded stated e - address")) return false;
  auto const end = end_of_named(r, *target);
  // "with a price above 5" is a comparison.
  if (op == comparison::not_null && end < r.size() && !r.is_word(end, "? . ! , and or but")) return false;
  auto const column = column_that_may_be_empty(r, *target);
  if (op == comparison::not_null && column && r.names.is_time(*column) && r.word(r.at(*target).first).ends_with("ed"))
    return false;  // "have expired" is a deed, of which `expires_on` may be to come
  auto const count = column || op != comparison::null ? std::nullopt : count_of_row(r, *target);  // "without errors"
  if (!column && !count) return false;
  if (count)
    r.require(at, *count, comparison::equal, "0");
  else
    r.require(at, *column, op, {});
  r.used[*target] = true;
  r.mark_read(at, end);
  r.use_within(at, end);
  return true;
}

/// "with unknown cause", "whose cause is unknown": the column is empty, unless it stores the word.
inline void read_unknown(reading& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    bool const unknown = r.is_word(t, "unknown unrecorded unspecified missing");
    bool const no = r.word(t - 1) == "not" && r.is_word(t, "known recorded given specified");
    if ((!unknown && !no) || r.read[t] || r.mention_of(t)) continue;
    auto const verb = t - (no ? 1U : 0U) - 1U;
    auto const before = r.is_word(verb, "is are was were") ? r.previous(verb, 0, &reading::is_free_worded_column_first) : std::nullopt;
    auto const target = before ? before : unknown ? r.next(t + 1, 0, &reading::is_free_worded_column_first) : std::nullopt;
    auto const column = target ? column_that_may_be_empty(r, *target) : std::nullopt;
    if (!column) continue;
    r.require(t, *column, comparison::null, {});
    r.used[*target] = true;
    r.mark_read(before ? verb : t, t + 1);
    if (no) r.use_cues_within(t - 1, t);
    auto const with = r.at(*target).first - std::min<std::size_t>(r.at(*target).first, unknown ? 2 : 1);
    if (r.is_word(with, "with")) r.mark_read(with, with + 1);
  }
}

/// "no company", "without a manager", "do not have a phone": the column is empty.
inline void read_missing(reading& r) {
  read_unknown(r);
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    bool const has_not = r.is_word(q.first, "not") && r.is_word(q.last, "have has got");
    if (r.cue_used[c] || !(has_not || r.is_word(q.first, "no without lack lacks"))) continue;
    if (require_presence(r, q.first, q.last + (has_not ? 1U : 0U), comparison::null)) r.cue_used[c] = true;
  }
}

/// "have a phone", "with a website": the column is not empty.
inline void read_present(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    bool const has = r.is_word(t, "have has had"), with = r.is_word(t, "with having") && r.is_word(t + 1, "a an any");
    if (!(has || with) || r.read[t] || r.is_word(t + 1, "the") || r.cue_before(t, 0, cue::kind::negation)) continue;
    require_presence(r, t, t + 1, comparison::not_null);
  }
}

/// The token after a verb and the small word that belongs to it: "checked out".
[[nodiscard]] inline std::size_t end_of_phrase(reading const& r, std::size_t verb) {
  return verb + (r.is_word(verb + 1, "out in off up back") ? 2U : 1U);
}

/// Whether a column is called by another small word than the one after a verb: `check_in`, for "checked out".
[[nodiscard]] inline bool says_other_way(reading const& r, std::size_t verb, column_id c) {
  auto const words = r.resolve.words_of(c);
  bool const has_own = t2s::detail::any_of(words, [](std::string_view w) { return is_one_of(w, "out in off up back"); });
  return has_own && words.size() > 1 && end_of_phrase(r, verb) > verb + 1 && !has_word(words, r.word(verb + 1));
}

/// Whether a past form means a column whose name is short for it: `ret_dt`, for "returned".
[[nodiscard]] inline bool is_short_for(reading const& r, std::size_t verb, column_id c) {
  auto const i = r.names.has_short_names() && is_past(r.word(verb)) ? r.mention_of(verb) : std::nullopt;
  return i && r.at(*i).last == r.at(*i).first + 1 && r.may_mean(*i, c);
}

/// The column of the table asked about whose time, or its absence, says whether an action was done; not one that is used already.
[[nodiscard]] inline std::optional<column_id> time_of_action(reading const& r, std::size_t verb) {
  for (std::uint32_t c = 0; c < r.resolve.columns_of(r.focus).size(); ++c) {
    column_id const id{r.focus, c};
    auto const is_called = [&](std::string_view word) {  // but what has an `expires_on` may not have expired, and a sale is sold
      return word != "expire" && (word == r.word(verb) || says_done(r, verb, word)) && !has_word(r.resolve.words_of({r.focus}), word);
    };
    bool const known = (r.plan.order && r.plan.order->what == id) ||
                       t2s::detail::any_of(r.plan.where, [&](condition const& x) { return x.left.what == id; });
    if (known || !absence_has_meaning(r, id) || says_other_way(r, verb, id)) continue;
    if (t2s::detail::any_of(r.resolve.words_of(id), is_called) || is_short_for(r, verb, id)) return id;
  }
  auto const says_end = [](std::string_view w) { return is_one_of(w, "close closed done finished completed resolved settled solved"); };
  if (!says_end(r.word(verb))) return {};  // what is finished is done
  return only_column(r, r.focus,
                     [&](column_id c) { return absence_has_meaning(r, c) && t2s::detail::any_of(r.resolve.words_of(c), says_end); });
}

/// "Never donated" is about the donations, and not about a time of the donors: rows that are called so belong to those asked about.
[[nodiscard]] inline bool is_deed_of_other(reading const& r, std::size_t t) {
  for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k)
    if (k != r.focus && belongs_to_focus(r, k) &&
        t2s::detail::any_of(r.resolve.words_of({k}), [&](std::string_view w) { return is_participle_of(r.word(t), w); }))
      return true;
  return false;
}

/// The token after what somebody left: "have left the club".
[[nodiscard]] inline std::size_t end_of_left(reading const& r, std::size_t t) {
  auto const whole = t + 1 + (r.is_word(t + 1, "the our") ? 1U : 0U);
  bool const us = r.is_word(t, "left") && r.is_word(whole, "us club company firm team shop business choir orchestra organisation school");
  auto const i = us ? r.mention_of(whole) : std::nullopt;
  bool const other = i && (r.used[*i] || !r.at(*i).is(kind::column) || r.at(*i).options.front().score > 0.9);
  return us && !other ? whole + 1 : end_of_phrase(r, t);
}

/// The token after any of the rows that a passive verb has as its object: "have not been offered a flat".
[[nodiscard]] inline std::size_t end_of_object(reading const& r, std::size_t t) {
  if (!r.is_word(t + 1, "a an any")) return end_of_left(r, t);
  auto const object = r.next(t + 2, 0, &reading::is_free_table);
  return object && r.table_at(*object) != r.focus ? r.at(*object).last : end_of_left(r, t);
}

/// Whether a past form at the end of its clause says that rows have done something: "How many members have left?".
[[nodiscard]] inline bool is_perfect(reading const& r, std::size_t t) {
  auto const end = end_of_left(r, t);
  bool const ends = end >= r.size() || r.token(end).is == retrieve::token::kind::mark || r.is_word(end, "and or but");
  bool const left = r.is_word(t, "left") && r.previous(t, 0, &reading::is_focus);  // "clerks who left", "which clerks left the club"
  return ends && t > 1 && (left || r.is_word(t - 1, "have has had already")) && is_past(r.word(t));
}

/// "Which claims are still open?": the time when they were closed is missing. False if there is none.
inline bool read_not_closed(reading& r, std::size_t t) {
  auto const i = r.mention_of(t);
  bool const predicate = r.is_word(t - 1, "still are is were was") || r.next(t + 1, 0, &reading::is_focus);
  if (!predicate || r.read[t] || (i && (r.used[*i] || r.at(*i).is(kind::value) || r.at(*i).options.front().score > 0.9))) return false;
  auto const closed = only_column(r, r.focus, [&](column_id c) {
    return absence_has_meaning(r, c) && t2s::detail::any_of(r.resolve.words_of(c), [](std::string_view w) {
             return is_one_of(
                 w, "close closed closing done finished completed resolved settled fixed repaired solved answered returned paid ended");
           });
  });
  if (!closed) return false;
  r.require(t, *closed, comparison::null, {});
  r.mark_read(t - (r.is_word(t - 1, "still") ? 1U : 0U), t + 1);
  r.use_within(t, t + 1);
  return true;
}

/// "Composers who are still alive", "clerks who no longer work here": the time when that ended is missing, or present. False if there is
/// none.
inline bool read_ended(reading& r, std::size_t t) {
  bool const still = r.is_word(t - 1, "still"), past = t > 1 && r.is_word(t - 1, "longer") && r.is_word(t - 2, "no");
  bool const lives = r.is_word(t, "alive living"), dead = r.is_word(t, "dead deceased");
  bool const now = r.is_word(t, "active current") && r.next(t + 1, 0, &reading::is_focus);
  bool const works = now || ((still || past) && r.is_word(t, "work works working employed with here"));
  if ((!lives && !dead && !works) || r.mention_of(t) || r.read[t] || (lives && past)) return false;
  auto const ended = only_column(r, r.focus, [&](column_id c) {
    bool const ends = works ? absence_has_meaning(r, c) : !r.names.column(c).not_null;
    return ends && t2s::detail::any_of(r.resolve.words_of(c), [&](std::string_view w) {
             if (now) return is_one_of(w, "left quit terminated resigned leave leaving");  // an end may be in the future
             return is_one_of(w, works ? "left ended end quit terminated resigned leave leaving exit until" : "died death deceased dead");
           });
  });
  if (!ended) return false;
  r.require(t, *ended, past || dead ? comparison::not_null : comparison::null, {});
  auto last = t + 1;
  while (r.is_word(last, "here for us with at company")) ++last;
  r.mark_read(t - (past ? 2U : still ? 1U : 0U), last);
  r.use_cues_within(t - (past ? 2U : 0U), t);
  return true;
}

/// The first token of "been returned", "ever paid".
[[nodiscard]] inline std::size_t before_small_words(reading const& r, std::size_t verb) {
  while (verb > 0 && r.is_word(verb - 1, "been be yet already ever")) --verb;
  return verb;
}

/// The token after what says once more what is late: ", i.e. after the promised date"; the token itself without that.
[[nodiscard]] inline std::size_t end_of_late(reading const& r, std::size_t t, column_id due) {
  auto const after = r.find_word(t, std::min(t + 7, r.size()), "after");
  if (!r.is_word(after, "after") || !r.all_words(t, after, ", ( i e ie . that is meaning so")) return t;
  auto const i = r.next(after + 1, 1, [&](std::size_t k) { return r.may_mean(k, due); });
  return i ? r.at(*i).last + (r.is_word(r.at(*i).last, "date day time") ? 1U : 0U) : t;
}

/// "Returned late", "paid on time": the time of the action after that by which it is due, or not. Not if it is negated, which leaves open
/// whether rows count where nothing was done, or without both times.
inline void read_late(reading& r, std::size_t verb) {
  auto t = verb + 1;
  while (r.is_word(t, "too back up off")) ++t;
  bool const on_time = r.is_word(t, "on") && r.is_word(t + 1, "time");
  auto const limit = t + (r.is_word(t, "after") ? 1U : 0U) + (r.is_word(t + 1, "the its their") ? 1U : 0U);
  bool const after = r.is_word(t, "after") && r.is_word(limit, "due") && r.is_word(limit + 1, "date");  // "came back after the due date"
  auto const stored = r.mention_of(t);  // "late" may be a state of other rows
  bool const other =
      !on_time && stored && r.is_value(*stored) && !r.used[*stored] && r.at(*stored).option(kind::value)->where.table != r.focus;
  if ((!on_time && !after && !r.is_word(t, "late")) || !is_past(r.word(verb)) || (stored && !other)) return;
  auto const is_called = [&](column_id c, auto fits) { return r.names.is_time(c) && t2s::detail::any_of(r.resolve.words_of(c), fits); };
  auto const is_limit = [](std::string_view w) { return is_one_of(w, "due deadline promised planned expected scheduled agreed"); };
  auto const due = only_column(r, r.focus, [&](column_id c) { return is_called(c, is_limit); });
  auto const done = only_column(r, r.focus, [&](column_id c) {
    if (c == due) return false;
    bool const back = r.is_word(verb, "came come brought given handed") && r.is_word(verb + 1, "back");
    auto const says_back = [](std::string_view w) { return is_one_of(w, "return returned back ret"); };
    return (back && is_called(c, says_back)) || is_short_for(r, verb, c) ||
           is_called(c, [&](std::string_view w) { return w == r.word(verb) || says_done(r, verb, w); });
  });
  if (!due || !done) return;
  auto const last = after ? limit + 2 : t + (on_time ? 2U : 1U), start = before_small_words(r, verb);
  for (auto const& q : r.question.cues)  // used or not
    if (q.is == cue::kind::negation && q.last <= start && q.last + 1 >= start) {
      r.use_cues_within(q.first, last);
      return r.refuse(q.first, last);
    }
  r.require(t, {plain(*done), on_time ? comparison::at_most : comparison::greater, {}, {}, {}, false, *due});
  auto const told = end_of_late(r, last, *due);
  r.mark_read(start, told);
  r.use_within(verb, told);
  r.use_cues_within(verb, told);
}

/// "Games that ended in a draw", "drawn games": both sides have as many points.
inline void read_draws(reading& r) {
  auto const of_side = [&r](std::string_view sides) {
    return only_column(r, r.focus, [&](column_id c) {
      auto const words = r.resolve.words_of(c);
      return words.size() == 2 && is_one_of(words.front(), sides) && is_one_of(words.back(), "goal score point") && holds_amounts(r, c);
    });
  };
  for (std::size_t t = 1; t < r.size(); ++t) {
    bool const noun = r.is_word(t, "draw tie") && r.is_word(t - 1, "a");
    if ((!noun && !r.is_word(t, "drawn tied draws")) || r.read[t] || r.mention_of(t)) continue;
    auto const home = of_side("home host"), away = of_side("away guest visitor");
    auto first = noun ? t - 1 : t;
    while (first > 0 && r.is_word(first - 1, "in ended finished as")) --first;
    if (!home || !away || r.cue_before(first, 3, cue::kind::negation)) continue;
    r.require(t, {plain(*home), comparison::equal, {}, {}, {}, false, *away});
    r.mark_read(first, t + 1);
    r.use_within(first, t);
  }
}

inline void read_lateness(reading& r) {
  read_draws(r);
  for (std::size_t t = 1; t < r.size(); ++t) read_late(r, t);
}

/// "returned books", "orders that were shipped", "not yet shipped", "did we sell": the time is present, or missing.
inline void read_done(reading& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    bool const deed = is_deed(r, t) && !r.any_word(0, t, "much");  // what is paid is an amount
    if (r.is_word(t, "open") && read_not_closed(r, t)) continue;
    if (t > 1 && read_ended(r, t)) continue;
    bool const undone = is_past(r.word(t)) && r.cue_before(t, 0, cue::kind::negation);  // "not done"
    if (!(is_past_form(r.word(t)) || deed || undone || is_perfect(r, t)) || r.read[t] || r.refused[t] || r.is_word(0, "when where"))
      continue;
    auto const named = r.next(t, 0);
    if (named && (r.used[*named] || r.is_table_first(*named) || r.at(*named).is(kind::value))) continue;
    auto const start = before_small_words(r, t);
    auto const no = r.cue_before(start, 0, cue::kind::negation);
    bool const stated = no || start < t || deed || r.is_word(t - 1, "is are was were we they ve") || is_perfect(r, t);
    bool const before_rows = r.next(t + 1, 0, &reading::is_focus).has_value();
    auto const column = stated || before_rows ? time_of_action(r, t) : std::nullopt;
    if (!column || (no && r.is_word(r.cue_at(*no).first, "never") && is_deed_of_other(r, t))) continue;
    r.require(t, *column, no ? comparison::null : comparison::not_null, {});
    if (no) r.cue_used[*no] = true;
    auto const end = start < t ? end_of_object(r, t) : end_of_left(r, t);
    r.mark_read(start, no && r.is_word(end, "yet") ? end + 1 : end);
    r.use_within(t, end);
  }
}

/// "Which talks are free", "free talks": their price is 0.
inline void read_free(reading& r) {
  static constexpr measure_words words{"price", "fee", "cost", "charge"};
  for (std::size_t t = 0; t < r.size(); ++t) {
    if (r.word(t) != "free") continue;
    bool const ends = t + 1 >= r.size() || r.token(t + 1).is == retrieve::token::kind::mark;
    bool const predicate = t > 0 && ends && r.is_word(t - 1, "are is were was for");
    if (r.mention_of(t) || !(predicate || r.next(t + 1, 0, &reading::is_focus))) continue;
    auto const column = r.resolve.measured(words, r.focus, [&](column_id c) { return c.table == r.focus && r.resolve.is_number(c); });
    if (!column) continue;
    r.require(t, *column, comparison::equal, "0");
    r.mark_read(t, t + 1);
  }
}

/// "out of stock", "in stock": none or some of the stored quantity.
inline void read_stock(reading& r) {
  read_free(r);
  static constexpr measure_words words{"stock", "inventory"};
  for (std::size_t t = 1; t < r.size(); ++t) {
    bool const out = t > 1 && r.is_word(t - 1, "of") && r.is_word(t - 2, "out"), in = r.is_word(t - 1, "in");
    if (!r.is_word(t, "stock") || (!out && !in)) continue;
    auto const column = r.resolve.measured(words, r.focus, [&](column_id c) { return c.table == r.focus && r.resolve.is_number(c); });
    if (!column || r.is_selected(*column)) continue;
    auto const first = t - (out ? 2 : 1);
    if (t2s::detail::any_of(r.question.mentions, [&](mention const& m) { return m.first < first && m.last > first; })) continue;
    r.require(first, *column, out ? comparison::equal : comparison::greater, "0");
    r.mark_read(first, t + 1);
    r.use_within(first, t + 1);
  }
}

/// The column of a table for a word of a flag or of a time.
[[nodiscard]] inline std::optional<column_id> flag_called(reading const& r, std::uint32_t table, std::string_view word) {
  auto const lemmas = retrieve::tokens_of(word);
  auto const asked = knowledge::standard_form(lemmas.empty() ? word : std::string_view(lemmas.front().lemma));
  for (std::uint32_t c = 0; c < r.resolve.columns_of(table).size(); ++c) {
    column_id const id{table, c};
    if (!r.names.flag_value(id, true) && !(absence_has_meaning(r, id) && is_past_form(word))) continue;
    auto const words = r.resolve.words_of(id);
    bool const is_flag = r.names.flag_value(id, true).has_value();
    auto const is_called = [&](std::string_view w) {
      bool const is_short = is_flag && r.names.has_short_names() && w.size() >= 3 && asked.starts_with(w);  // `act_flg`, for "inactive"
      return is_short || knowledge::likeness(asked, w) > 0.9 || is_participle_of(word, w);
    };
    if (t2s::detail::any_of(words, is_called)) return id;
  }
  return {};
}

/// "inactive", "unpaid": the negation of a flag's name, or of a time's.
inline void read_opposites(reading& r) {
  static constexpr std::array<std::string_view, 4> prefixes{"in", "un", "non", "dis"};
  for (std::size_t t = 0; t < r.size(); ++t) {
    auto const w = r.word(t);
    if (r.read[t] || r.next(t, 0, [&](std::size_t i) { return r.is_name(i) && r.at(i).options.front().score > 0.9; })) continue;
    for (auto const p : prefixes) {
      if (w.size() < p.size() + 4 || !w.starts_with(p)) continue;
      auto column = flag_called(r, r.focus, w.substr(p.size()));
      auto const rows = column ? std::nullopt : r.next(t + 1, 0, &reading::is_table_first);  // "members with unpaid bills"
      if (rows) column = flag_called(r, *r.table_at(*rows), w.substr(p.size()));
      if (!column) continue;
      auto const no = r.names.flag_value(*column, false);
      r.require(t, *column, no ? comparison::equal : comparison::null, no.value_or(""));
      r.mark_read(t, t + 1);
      r.use_within(t, t + 1);
      break;
    }
  }
}

}  // namespace t2s::reader::detail

#endif
