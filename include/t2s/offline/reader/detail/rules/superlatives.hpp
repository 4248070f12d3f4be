// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_SUPERLATIVES_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_SUPERLATIVES_HPP

#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/superlative.hpp"

namespace t2s::reader::detail {

/// "the lowest and the highest price", "the lightest and the heaviest weight": both extremes of one column.
inline void read_extremes(reading& r) {
  for (std::size_t a = 0; a + 1 < r.cue_used.size(); ++a) {
    auto const &p = r.cue_at(a), &q = r.cue_at(a + 1);
    auto const is_extreme = [&](cue const& x) {
      return x.is == cue::kind::superlative || (x.is == cue::kind::aggregate && (x.how == aggregate::max || x.how == aggregate::min));
    };
    if (r.cue_used[a] || r.cue_used[a + 1] || !is_extreme(p) || !is_extreme(q)) continue;
    if (p.is == cue::kind::aggregate && q.is == cue::kind::aggregate) continue;  // `read_aggregates`
    if (p.last == q.first || !r.all_words(p.last, q.first, "and the or , as well")) continue;
    auto const target = r.next(q.last, 1, &reading::is_free_number_first);
    auto const* measured = find_quality(q.quality);
    auto column = target ? r.number_column(*target) : std::nullopt;
    if (!column && measured) column = measured_in_table(r, is_least(*measured) ? measured->reversed_columns : measured->columns, r.focus);
    if (!column || extreme_of(r, p, *column) == extreme_of(r, q, *column)) continue;
    r.select(p.first, aggregated(extreme_of(r, p, *column), *column));
    r.select(q.first, aggregated(extreme_of(r, q, *column), *column));
    r.cue_used[a] = r.cue_used[a + 1] = true;
    if (target) r.used[*target] = true;
    r.mark_read(p.first, q.last);
  }
}

/// "the most popular genre": by the rows of the only table that refers to it, unless others are named.
inline void group_by_counted(reading& r, cue const& q, std::uint32_t table) {
  r.group_by_table(table);
  auto const& tables = r.names.schema().tables();
  std::optional<std::uint32_t> refers;
  std::size_t all = 0;
  for (std::uint32_t k = 0; k < tables.size(); ++k) {
    if (k != table && r.resolve.weight(k) > 0.5) return;
    if (k != table && !tables[k].is_view && reference_to(r, k, table)) {
      refers = k;
      ++all;
    }
  }
  if (all == 1) r.plan.tables.push_back(*refers), r.counted = *refers;
  if (all != 1) r.refuse(q.first, q.last);
}

/// "Which donor has donated most often": the table of the deeds that a verb before the superlative names, if they belong to the rows asked
/// about.
[[nodiscard]] inline std::optional<std::uint32_t> deeds_of_focus(reading const& r, cue const& q, std::size_t verb) {
  if (!r.is_word(q.last - 1, "often frequently") || r.at(verb).last != q.first || !is_past(r.word(q.first - 1)) || !r.is_column(verb))
    return {};
  auto const c = r.column_at(verb);
  bool const rows = r.previous(r.at(verb).first, 2, &reading::is_focus).has_value();
  return rows && c.table != r.focus && r.names.is_time(c) && belongs_to_focus(r, c.table) ? std::optional(c.table) : std::nullopt;
}

/// "Treatments that were performed most often", "items lent out most often": the verb before a superlative.
[[nodiscard]] inline std::size_t verb_before(reading const& r, cue const& q) {
  auto const t = q.first - (q.first > 1 && r.is_word(q.first - 1, "out in off up back") ? 2U : 1U);
  return q.first > 1 && is_past(r.word(t)) ? t : 0;
}

/// "Which tool is borrowed most often": the only table that is called by a verb before the superlative and belongs to the rows asked about.
[[nodiscard]] inline std::optional<std::uint32_t> deeds_called(reading const& r, cue const& q, std::size_t rows) {
  auto const verb = verb_before(r, q);
  if (!r.is_word(q.last - 1, "often frequently") || verb == 0 || r.table_at(rows) != r.focus) return {};
  if (auto const state = r.previous(q.first, 0, &reading::is_free_value)) {  // "which pupil failed most often", of tests with that result
    auto const of = r.at(*state).option(kind::value)->where.table;
    if (of != r.focus && belongs_to_focus(r, of)) return of;
  }
  std::optional<std::uint32_t> only;
  for (std::uint32_t k = 0; k < r.names.schema().tables().size(); ++k) {
    auto const is_done = [&](std::string_view w) { return is_participle_of(r.word(verb), w); };
    if (k == r.focus || !t2s::detail::any_of(r.resolve.words_of({k}), is_done) || !belongs_to_focus(r, k)) continue;
    if (only) return {};
    only = k;
  }
  bool const any = r.is_word(verb, "used chosen applied performed given done made assigned requested ordered");
  return only || !any ? only : only_rows_of_focus(r);
}

/// "the most common color"
inline void read_most_common(reading& r, std::size_t c) {
  auto const& q = r.cue_at(c);
  auto target = r.next(q.last, 3, &reading::is_free_name);
  if (!target || r.is_word(q.last, "of among amongst in for across")) target = r.previous(q.first, 4, &reading::is_free_name);
  if (!target) return;
  auto deeds = deeds_of_focus(r, q, *target);
  if (!deeds && r.at(*target).last <= q.first) deeds = deeds_called(r, q, *target);
  if (deeds) {
    r.cue_used[c] = r.used[*target] = true;
    r.mark_read(r.at(*target).first, r.at(*target).last);
    r.mark_read(std::max(verb_before(r, q), r.at(*target).last), q.first);
    r.use_within(r.at(*target).last, q.first, &reading::is_name);
    r.plan.tables.push_back(*deeds);
    r.counted = *deeds;
    return r.order_by(row_count(), q.how == aggregate::max, row_limit(r, q.first, q.last).read());
  }
  r.cue_used[c] = true;
  r.order_by(row_count(), q.how == aggregate::max, row_limit(r, q.first, q.last).read());
  if (r.at(*target).first >= q.last && belongs_to_focus(r, *target))
    if (auto const own = r.column_of(*target, r.focus); own && !r.is_table_first(*target)) {
      r.ranked = {true, r.focus, own, q.first};
      r.used[*target] = true;
      return;
    }
  auto const t = r.table_at(*target);
  auto const own = t ? r.next(r.at(*target).last, 0,
                              [&](std::size_t i) { return r.is_free_column(i) && !r.is_table_first(i) && r.column_at(i).table == *t; })
                     : std::nullopt;
  if (t && !own) {
    auto const same = r.column_at(*target, [&](column_id x) { return x.table == *t && !r.names.is_key(x) && !r.names.is_foreign_key(x); });
    if (!same || r.resolve.column(r.at(*target))->score < 0.9) return group_by_counted(r, q, *t);
  }
  if (own) target = own;
  auto const column = r.take_column(*target);
  r.plan.group_by.push_back(column);
  r.select(r.at(*target).first, plain(column));
}

/// "the five heaviest dogs, heaviest first": the order that the superlative before it has anyway, or an order of all rows.
inline void read_best_first(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const q = r.cue_at(c);
    bool const ends = q.last + 1 >= r.size() || r.token(q.last + 1).is == retrieve::token::kind::mark;
    if (r.cue_used[c] || q.is != cue::kind::superlative || !r.is_word(q.last, "first") || !ends) continue;
    bool const repeated = t2s::detail::any_of(r.question.cues, [&](cue const& x) {
      return x.first < q.first && x.is == cue::kind::superlative && x.how == q.how && x.quality == q.quality;
    });
    r.use_within(q.last, q.last + 1);
    if (!repeated) superlative(r, c).read();
    if (!repeated && !r.plan.order) continue;
    if (!repeated) r.plan.limit = r.plan.offset = 0;
    r.cue_used[c] = true;
    r.mark_read(q.first, q.last + 1);
  }
}

/// "Our longest-serving clerk": by the only time at which the rows began to be there.
inline void read_longest_serving(reading& r) {
  for (std::size_t t = 0; t + 1 < r.size(); ++t) {
    auto const verb = t + 1 + (r.is_word(t + 1, "-") ? 1U : 0U);
    if (!r.is_word(t, "longest") || !r.is_word(verb, "serving standing running") || r.plan.order || r.read[t]) continue;
    auto const since = only_column(r, r.focus, [&](column_id c) {
      return r.names.is_time(c) && t2s::detail::any_of(r.resolve.words_of(c), [](std::string_view w) {
               return is_one_of(w, "start started hire hired join joined since employed appointed begin began");
             });
    });
    if (!since) continue;
    r.order_by(plain(*since), false, row_limit(r, t, verb + 1).read());
    r.mark_read(t, verb + 1);
    r.use_within(t, verb + 1);
    r.use_cues_within(t, verb + 1);
    auto const by = r.find_word(verb + 1, r.size(), "by");  // ", by hiring date"
    auto const key = r.next(by + 1, 1, [&](std::size_t i) { return r.may_mean(i, *since); });
    if (!key) return;
    r.mark_read(by, r.at(*key).last + (r.is_word(r.at(*key).last, "date") ? 1U : 0U));
    r.use_within(by, r.at(*key).last);
    return r.use_cues_within(by, r.at(*key).last);
  }
}

inline void read_superlatives(reading& r) {
  read_longest_serving(r);
  read_best_first(r);
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    bool const extreme = q.is == cue::kind::aggregate && (q.how == aggregate::max || q.how == aggregate::min);
    if (r.cue_used[c] || r.plan.order) continue;
    if (q.is == cue::kind::common) read_most_common(r, c);
    if (q.is == cue::kind::superlative || extreme) superlative(r, c).read();
  }
}

}  // namespace t2s::reader::detail

#endif
