// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_AGGREGATES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_AGGREGATES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"

#include <cstddef>
#include <optional>

/// Groups ("per city"), aggregates ("the mean price") and counts ("how many boats").
namespace t2s::reader::detail {

inline void group_by_column(reading& r, std::size_t token, column_id c) {
  r.plan.group_by.push_back(c);
  r.select(token, plain(c));
}

inline void group_by(reading& r, std::size_t target) {
  auto const first = r.at(target).first;
  auto const table = r.is_table_first(target) ? r.table_at(target) : std::nullopt;
  r.used[target] = true;
  if (!table) return group_by_column(r, first, r.column_at(target));
  auto const after = r.next(r.at(target).last, 0, &reading::is_free_column);
  auto const* own = after ? r.resolve.column(r.at(*after), [table](column_id c) { return c.table == *table; }) : nullptr;
  if (own && own->score >= 0.5) {  // "each channel owner"
    r.used[*after] = true;
    return group_by_column(r, first, own->where);
  }
  auto const* of_kind = after ? r.resolve.column(r.at(*after)) : nullptr;  // "each delay category", of a table of their reasons
  auto const key = of_kind && !r.names.is_key(of_kind->where) ? reference_to(r, *table, of_kind->where.table) : std::nullopt;
  if (key && of_kind->score >= 0.95 && has_word(r.resolve.words_of({of_kind->where.table}), r.lemma(r.at(target).last - 1))) {
    r.used[*after] = true;
    return group_by_column(r, first, of_kind->where);
  }
  r.group_by_table(*table);
  r.join(*table);
}

/// "used by", "written by": the agent, not a grouping.
[[nodiscard]] inline bool is_passive(reading const& r, std::size_t by) {
  if (by == 0 || !r.is_word(by, "by")) return false;
  auto const done = r.word(by - 1);
  if (is_one_of(done, "grouped divided separated summed aggregated categorized classified sorted ordered")) return false;
  return (done.size() > 3 && done.ends_with("ed")) ||
         is_one_of(done,
                   "made sold bought taken given written sung held won done run led built spoken taught driven drawn paid seen known shown "
                   "owned sent lent");
}

/// "Total hours worked by member": a noun in the singular without an article is a group, and nobody who did it.
[[nodiscard]] inline bool is_group_of_rows(reading const& r, std::size_t target) {
  auto const last = r.at(target).last;
  bool const ends = last >= r.size() || r.token(last).is == retrieve::token::kind::mark || r.is_word(last, "and");
  bool const adds_up = !r.is_word(0, "how") && (r.has_cue(cue::kind::aggregate) || r.has_cue(cue::kind::count));
  auto const noun = r.at(target).last - 1;
  return ends && adds_up && r.is_table_first(target) && r.word(noun) == r.lemma(noun) && !r.token(noun).capital;
}

/// "the average hours per visit for each worker": of the first one each row is a group of its own, if another one follows.
[[nodiscard]] inline bool is_each_row(reading const& r, cue const& q, std::size_t target) {
  if (!r.is_word(q.first, "per") || !r.is_table_first(target) || r.table_at(target) != r.focus) return false;
  auto const* average = t2s::detail::find_if(r.question.cues, [](cue const& a) { return a.how == aggregate::avg; });
  if (!average) return false;
  auto const own = average->last <= q.first ? r.next(average->last, 4,
                                                     [&](std::size_t i) {  // "the average number of seats per room"
                                                       auto const c = r.at(i).last == q.first ? r.number_column(i) : std::nullopt;
                                                       return c && c->table == r.focus && r.is_free(i) && !r.is_table_first(i);
                                                     })
                                            : std::nullopt;
  return (own && !r.next(r.at(target).last, 0, &reading::is_column)) || r.cue_after(r.at(target).last, r.size(), cue::kind::each);
}

/// "hours of each waiter": the rows of the table in which a stored word says what they are, as a role.
[[nodiscard]] inline std::optional<std::size_t> kind_after_each(reading const& r, cue const& q) {
  if (!r.is_word(q.last - 1, "each every per")) return {};
  auto const i = r.next(q.last, 0, [&](std::size_t k) { return r.at(k).is(kind::value) && !r.at(k).number; });
  if (!i || r.token(r.at(*i).first).capital || r.at(*i).last != r.at(*i).first + 1) return {};
  auto const& o = *r.at(*i).option(kind::value);
  auto const words = r.resolve.words_of(o.where);
  bool const of_kind =
      !words.empty() && is_one_of(words.back(), "role type kind category rank position title job function profession trade");
  return of_kind && r.resolve.key_of(o.where.table) ? i : std::nullopt;
}

/// Whether only articles, and values or flags that describe rows, are among tokens [first, last): of "the unpaid" bills.
[[nodiscard]] inline bool only_describes(reading const& r, std::size_t first, std::size_t last) {
  for (auto t = first; t < last; ++t) {
    auto const i = r.mention_of(t);
    bool const describes = i && (r.is_value(*i) || (r.is_column(*i) && r.names.flag_value(r.column_at(*i), true)));
    if (!describes && !r.is_word(t, "the all our their these")) return false;
  }
  return true;
}

/// "Members per city", "unpaid bills per member": their number.
inline bool count_rows_per(reading& r) {
  for (auto const& q : r.question.cues) {
    if (q.is != cue::kind::each || !r.is_word(q.first, "per") || !r.selected.empty()) continue;
    auto const rows = r.previous(q.first, 0, &reading::is_table_first);
    if (!rows) continue;
    bool const plural = r.word(q.first - 1) != r.lemma(q.first - 1);
    auto const first = r.find_other(0, r.at(*rows).first, "the our all show list give me");
    if (!plural || !only_describes(r, first, r.at(*rows).first)) continue;
    r.select(r.at(*rows).first, row_count());
    return true;
  }
  return false;
}

/// Whether amounts of a column may be added without being asked to: no prices, marks or levels.
[[nodiscard]] inline bool adds_up(reading const& r, column_id c) {
  return !t2s::detail::any_of(r.resolve.words_of(c), [](std::string_view w) {
    return is_one_of(w, "price rating rate score star grade mark age height level temperature weight percent percentage capacity size");
  });
}

/// "Hours per task": their sum.
inline bool sum_per(reading& r) {
  for (auto const& q : r.question.cues) {
    if (q.is != cue::kind::each || !r.is_word(q.first, "per") || !r.selected.empty()) continue;
    auto const summed = r.previous(q.first, 0, &reading::is_free_number_first);
    bool const plural = summed && r.at(*summed).last == r.at(*summed).first + 1 && r.word(q.first - 1) != r.lemma(q.first - 1);
    if (!plural || r.is_digits(*summed) || !r.all_words(0, r.at(*summed).first, "the our all show list give me")) continue;
    auto const c = *r.number_column(*summed);
    if (!holds_amounts(r, c) || !adds_up(r, c) || !r.next(q.last, 1, &reading::is_free_name)) continue;
    r.used[*summed] = true;
    r.select(r.at(*summed).first, aggregated(aggregate::sum, c));
    return true;
  }
  return false;
}

/// "each person brewed": the noun of the group is not read, and the verb after it is none.
[[nodiscard]] inline bool is_unknown_group(reading const& r, std::size_t noun, std::size_t target) {
  auto const t = r.at(target).first;
  return t > noun && t <= noun + 2 && is_past(r.word(t)) && r.at(target).last == t + 1 && !r.is_table_first(target) &&
         !retrieve::is_stop_word(r.token(noun)) && !r.mention_of(noun);
}

/// "Per colour and size": the second column of the groups.
inline void group_further(reading& r, std::size_t target) {
  auto from = r.at(target).last;
  if (!r.is_word(from, "and") || r.plan.group_by.empty()) return;
  from += r.is_word(from + 1, "per by each every the") ? 2U : 1U;
  auto const also = r.next(from, 0, &reading::is_free_worded_column_first);
  if (!also || r.number_column(*also) || r.at(*also).option(kind::column)->score < 0.6) return;
  auto const c = r.column_at(*also);
  auto const last = r.at(*also).last;
  bool const ends = last >= r.size() || r.token(last).is == retrieve::token::kind::mark || r.is_word(last, "in for since with where");
  if (!ends || r.names.is_time(c) || r.names.is_key(c) || c.table != r.plan.group_by.front().table) return;
  r.used[*also] = true;
  r.use_cues_within(from - 1, from);
  group_by_column(r, r.at(*also).first, c);
}

inline void read_groups(reading& r) {
  bool const computes = r.plan.computed || r.selects_aggregate();
  bool const counts = computes || r.has_cue(cue::kind::count) || r.has_cue(cue::kind::aggregate) || r.has_cue(cue::kind::superlative);
  if (!counts && !count_rows_per(r) && !sum_per(r) && !r.preferred.groups.value_or(false)) return;
  for (std::size_t c = 0; c < r.cue_used.size() && r.plan.group_by.empty(); ++c) {
    auto const& q = r.cue_at(c);
    if (q.is != cue::kind::each || r.cue_used[c]) continue;
    if (auto const one = kind_after_each(r, q)) {
      r.cue_used[c] = true;
      r.group_by_table(r.at(*one).option(kind::value)->where.table);
      r.join(*r.grouped_table);
      continue;
    }
    auto const target = r.next(q.last, 3, &reading::is_free_name);
    if (!target) continue;
    if (is_each_row(r, q, *target)) {
      r.cue_used[c] = r.used[*target] = true;
      continue;
    }
    if (is_unknown_group(r, q.last, *target)) {
      r.refuse(q.first, q.last + 1);
      continue;
    }
    if (is_passive(r, q.first) && q.last == q.first + 1 && !is_group_of_rows(r, *target)) continue;
    if (r.is_word(q.first, "by") && (r.at(*target).first > q.last + 1 || r.next(r.at(*target).last, 2, &reading::is_value))) continue;
    r.cue_used[c] = true;
    group_by(r, *target);
    group_further(r, *target);
  }
}

/// "average age and height": the next column of a sum or average.
inline void aggregate_next(reading& r, aggregate how, std::size_t target) {
  auto const last = r.at(target).last;
  if (!r.is_word(last, "and")) return;
  auto const also = r.next(last + 1, 0, &reading::is_free_number_column);
  if (!also) return;
  r.used[*also] = true;
  r.select(r.at(*also).first, aggregated(how, *r.number_column(*also)));
}

/// "active customers", "registered boats": the column restricts the following table.
[[nodiscard]] inline bool is_flag_before_table(reading const& r, std::size_t i) {
  if (r.is_table(i) || !r.is_column(i)) return false;
  if (!r.names.flag_value(r.column_at(i), true) && !r.word(r.at(i).last - 1).ends_with("ed")) return false;
  return r.next(r.at(i).last, 0, &reading::is_table).has_value();
}

/// "How many seeds were received": of several numbers of seeds the only one that is called by the verb, too.
[[nodiscard]] inline std::optional<column_id> number_with_verb(reading const& r, std::size_t target) {
  auto verb = r.at(target).last;
  while (r.is_word(verb, "were was have has been did we they")) ++verb;
  if (verb == r.at(target).last || !is_past(r.word(verb))) return {};
  auto const noun = knowledge::standard_form(r.lemma(r.at(target).last - 1));
  std::optional<column_id> only;
  for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t)
    for (std::uint32_t c = 0; c < r.resolve.columns_of(t).size(); ++c) {
      auto const words = r.resolve.words_of({t, c});
      auto const is_done = [&](std::string_view w) { return w == r.word(verb) || w == r.lemma(verb) || is_participle_of(r.word(verb), w); };
      if (!has_word(words, noun) || !t2s::detail::any_of(words, is_done) || !holds_amounts(r, {t, c})) continue;
      if (only) return {};
      only = column_id{t, c};
    }
  return only;
}

/// "The number of paint types": the rows of a table that lists the kinds of others, else the different ones of a column. Nothing if the
/// mention is not followed by such a word, which names nothing by itself; it stays unread if nothing is called so.
inline std::optional<term> count_of_kinds(reading& r, std::size_t target) {
  auto const t = r.at(target).last;
  auto const of = r.table_at(target);
  auto const is_clear = [&](std::size_t i) { return r.is_value(i) || r.at(i).options.front().score >= 0.6; };
  if (!of || !r.is_word(t, "types kinds sorts categories classes") || r.next(t, 0, is_clear)) return {};
  auto const is_kind = [&](std::string_view w) { return w == r.lemma(t); };
  r.used[target] = true;
  r.use_within(t, t + 1);
  r.mark_read(t, t + 1);
  for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k)
    if (k != *of && reference_to(r, *of, k) && t2s::detail::any_of(r.resolve.words_of({k}), is_kind)) {
      r.plan.tables.push_back(k);
      r.counted_rows = k;
      return row_count();
    }
  auto const only = only_column(r, *of, [&](column_id c) { return t2s::detail::any_of(r.resolve.words_of(c), is_kind); });
  if (only) return term{aggregate::count, true, *only};
  r.refuse(t, t + 1);
  return row_count();
}

/// Whether rows of a kind share the values of a column: its colours, but not its remarks.
[[nodiscard]] inline bool is_of_kinds(reading const& r, column_id c) {
  if (r.names.content_of(c) != knowledge::content::text || r.names.is_key(c) || r.names.is_time(c)) return false;
  return is_one_of(r.resolve.words_of(c).back(), "type kind sort category class style genre status color size shape");
}

/// "The number of lamp colours", "the different lamp makers": of a column that is named in the plural right after its rows.
inline std::optional<term> count_of_values(reading& r, std::size_t target) {
  auto const t = r.at(target).last;
  auto const of = r.table_at(target);
  auto const own = of && r.word(t) != r.lemma(t) ? r.next(t, 0, &reading::is_free_worded_column_first) : std::nullopt;
  auto const column = own && r.at(*own).last == t + 1 ? r.column_of(*own, *of) : std::nullopt;
  bool const text = column && r.names.content_of(*column) == knowledge::content::text && !r.names.is_key(*column);
  if (!text || !(is_of_kinds(r, *column) || r.cue_after(0, t, cue::kind::distinct))) return {};
  r.used[target] = r.used[*own] = true;
  r.mark_read(r.at(target).first, t);
  return term{aggregate::count, true, *column};
}

/// "The number of lamp sizes", of which there is a table: the last of two tables that are named side by side.
[[nodiscard]] inline std::size_t counted_last(reading& r, std::size_t target) {
  auto const last = r.at(target).last;
  auto const head =
      r.is_table_first(target) && r.word(last - 1) == r.lemma(last - 1) ? r.next(last, 0, &reading::is_table_first) : std::nullopt;
  bool const plural = head && r.is_free(*head) && r.word(r.at(*head).last - 1) != r.lemma(r.at(*head).last - 1);
  if (!plural || !reference_to(r, *r.table_at(target), *r.table_at(*head))) return target;
  r.used[target] = true;
  r.mark_read(r.at(target).first, last);
  return *head;
}

/// "The number of charge types", of charges with a `charge_type`: not the charges.
[[nodiscard]] inline bool is_kind_of_rows(reading const& r, std::size_t target) {
  auto const* o = r.is_column(target) ? r.resolve.column(r.at(target)) : nullptr;
  bool const whole = o && r.at(target).is(kind::column) && o->score > 0.9 && r.at(target).last > r.at(target).first + 1;
  return whole && is_of_kinds(r, o->where);
}

/// The term that counts what a mention means; joins its table.
inline term count_of(reading& r, cue const& q, std::size_t target) {
  target = counted_last(r, target);
  if (auto const values = count_of_values(r, target)) return *values;
  if (auto const kinds = count_of_kinds(r, target)) return *kinds;
  auto t = is_kind_of_rows(r, target) ? std::nullopt : r.table_at(target);
  if (!t && r.is_word(q.first, "how the number") && r.is_column(target) && !r.is_word(q.last, "different distinct")) {
    auto const c = r.column_at(target);
    auto const rows = r.names.is_time(c) ? rows_counted(r, target) : std::nullopt;
    if (rows == c.table) {  // "how many visits": not `visited_on`
      r.used[target] = true;
      r.join(*rows);
      r.counted_rows = rows;
      return row_count();
    }
  }
  if (t) r.counted_rows = t;
  if (t && (r.at(target).is(kind::table) || !r.cue_after(q.last, 2, cue::kind::distinct))) {
    r.used[target] = true;
    r.plan.tables.push_back(*t);
  }
  if (t) return row_count();
  r.used[target] = true;
  auto const called = number_with_verb(r, target);
  auto const column = called ? *called : r.column_at(target);
  if (called) r.focus = called->table, r.resolve.set_main(r.focus);
  bool const number = r.resolve.is_number(column);
  bool const total = r.any_word(q.first, q.last, "total") || r.any_word(q.last, r.size(), "total");
  if (number && total) return aggregated(aggregate::sum, column);
  if (number && !r.has_cue(cue::kind::distinct)) {
    r.counted_number = column;
    return plain(column);
  }
  return {aggregate::count, true, column};
}

/// "average, minimum, maximum and total": the token after further aggregates.
[[nodiscard]] inline std::size_t end_of_aggregates(reading const& r, std::size_t t) {
  for (auto next = t;; t = next) {
    while (r.is_word(next, ", and")) ++next;
    auto const more = next > t ? r.cue_after(next, 0, cue::kind::aggregate) : std::nullopt;
    if (!more) return t;
    next = r.cue_at(*more).last;
  }
}

/// "The average size of the halls": the area or capacity that the rows asked about have. False if nothing is called so, or the word is.
inline bool aggregate_size(reading& r, cue const& q) {
  if (!r.is_word(q.last, "size") || r.mention_of(q.last)) return false;
  auto const column =
      r.resolve.measured(find_quality("large")->columns, r.focus, [&](column_id c) { return c.table == r.focus && holds_amounts(r, c); });
  if (!column) return false;
  r.mark_read(q.last, q.last + 1);
  r.select(q.first, aggregated(q.how, *column));
  return true;
}

/// "Total oil delivered", of deliveries: the only amount that the deeds asked about have. What it is of stays unread.
inline bool total_of_deeds(reading& r, cue const& q) {
  auto const t = q.last + 1;
  bool const unknown = q.how == aggregate::sum && !r.mention_of(q.last) && !retrieve::is_stop_word(r.token(std::min(q.last, r.size() - 1)));
  auto const is_done = [&](std::string_view w) { return is_participle_of(r.word(t), w); };
  if (!unknown || t >= r.size() || !t2s::detail::any_of(r.resolve.words_of({r.focus}), is_done)) return false;
  auto const only = only_column(r, r.focus, [&](column_id c) { return holds_amounts(r, c); });
  if (!only) return false;
  r.select(q.first, aggregated(q.how, *only));
  r.use_within(t, t + 1);
  r.mark_read(t, t + 1);
  return true;
}

inline void read_aggregates(reading& r) {
  std::vector<bool> aggregated(r.used.size());  // mentions that may have several: "average and maximum age"
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    bool const extreme = q.is == cue::kind::superlative && q.quality.empty();
    if (r.cue_used[c] || (q.is != cue::kind::aggregate && !extreme)) continue;
    if (!extreme && (aggregate_size(r, q) || total_of_deeds(r, q))) {
      r.cue_used[c] = true;
      continue;
    }
    auto const from = end_of_aggregates(r, q.last);
    auto target = r.next(from, 5, [&](std::size_t i) { return r.number_column(i) && (r.is_free(i) || aggregated[i]); });
    if (!target && !extreme) target = r.next(q.last, 1, &reading::is_free_only_column);
    if (r.is_word(q.first, "overall") && !(target && adds_up(r, r.measure_at(*target)))) continue;  // "the overall rating" of what?
    if (!target) continue;
    auto const first = r.at(*target).first;
    r.cue_used[c] = r.used[*target] = true;
    if (auto const count = r.cue_before(first, 1, cue::kind::count); count && r.cue_at(*count).first >= q.last) r.cue_used[*count] = true;
    aggregated[*target] = true;
    r.select(q.first, detail::aggregated(q.how, r.measure_at(*target)));
    aggregate_next(r, q.how, *target);
  }
}

/// "the phone number of", "their enrollment numbers of", "the average page count": the word belongs to the column before it, and counts
/// nothing.
[[nodiscard]] inline bool is_number_of_column(reading const& r, cue const& q) {
  if (q.last == q.first + 1 && r.is_word(q.first, "count"))  // not "for each year count the films"
    return !r.is_word(q.last, "the all our how") && !r.next(q.last, 0, &reading::is_table) &&
           r.previous(q.first, 0, [&](std::size_t i) { return r.number_column(i) && !r.is_table(i); }).has_value();
  if (q.last != q.first + 2 || !r.word(q.first).starts_with("number")) return false;
  return r.previous(q.first, 0, [&](std::size_t i) { return r.is_column(i) && !r.is_table_first(i); }).has_value();
}

inline void read_counts(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::count) continue;
    if (is_number_of_column(r, q)) {
      r.cue_used[c] = true;
      continue;
    }
    bool const of_kind = r.kind_named && r.at(*r.kind_named).first == q.last;  // "how many cats are registered"
    auto const target = r.next(q.last, 4, [&](std::size_t i) { return !of_kind && r.is_free_name(i) && !is_flag_before_table(r, i); });
    if (unit_at(r, q.last) && r.is_word(q.first, "how") && !(target && r.at(*target).first == q.last)) {  // "how many minutes"
      r.refuse(q.first, q.last + 1);
      continue;
    }
    if (r.is_word(q.last, "of") && r.is_word(q.last + 1, "them those these") && r.selects_aggregate()) {  // some of what is counted
      r.refuse(q.first, q.last + 2);
      continue;
    }
    r.cue_used[c] = true;
    r.select(q.first, target ? count_of(r, q, *target) : row_count());
  }
}

}  // namespace t2s::reader::detail

#endif
