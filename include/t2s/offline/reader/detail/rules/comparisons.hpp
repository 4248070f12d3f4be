// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_COMPARISONS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_COMPARISONS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/related.hpp"
#include "t2s/offline/reader/detail/rules/values.hpp"

#include <memory>
#include <span>

namespace t2s::reader::detail {

/// An amount, and the column named before it. Empty without an amount.
struct operand {
  amount n{};
  std::optional<std::size_t> column{};  // its mention

  explicit operator bool() const { return static_cast<bool>(n); }
};

/// "age > 40": the column directly before the sign. "above age 40", "over the age of 40": a column between the comparison and its amount.
[[nodiscard]] inline operand operand_with_column(reading const& r, cue const& q) {
  if (r.token(q.first).is == retrieve::token::kind::mark) {
    auto const named = r.previous(q.first, 0, &reading::is_free_only_worded_column);
    return named ? operand{amount_at(r, q.last), named} : operand();
  }
  auto const named = r.next(q.last, 2, [&](std::size_t i) {
    return r.is_free_worded_column_first(i) && r.all_words(q.last, r.at(i).first, "the a an its their");
  });
  if (!named) return {};
  auto last = r.at(*named).last;
  if (r.is_word(last, "of than : = is")) ++last;
  return {amount_at(r, last), named};
}

[[nodiscard]] inline operand operand_of(reading const& r, cue const& q) {
  auto named = operand_with_column(r, q);
  return named ? named : operand{amount_at(r, q.last)};
}

/// "not older than", "do not cost more than"
[[nodiscard]] inline std::optional<std::size_t> negation_of(reading const& r, cue const& q) {
  auto const no = r.cue_before(q.first, 2, cue::kind::negation);
  if (no && r.any_word(r.cue_at(*no).last, q.first, "and or but ,")) return {};
  return no;
}

inline bool compare_operand(reading& r, operand const& o, comparing const& c) {
  return o.column ? compare_named(r, c, *o.column) : compare(r, c);
}

/// "An average delay above the overall average", "a mean price over the mean price of all": an aggregate of each row's rows elsewhere,
/// compared with that of all of them. False for other questions.
inline bool compare_groups_with_all(reading& r, std::size_t c, cue const& of_all) {
  auto const& q = r.cue_at(c);
  auto const named = r.previous(q.first, 1, &reading::is_free_number_first);
  auto const own = named ? r.cue_before(r.at(*named).first, 1, cue::kind::aggregate) : std::nullopt;
  auto const column = own ? r.number_column(*named) : std::nullopt;
  if (!column || r.cue_at(*own).how != of_all.how || !has_many(r, column->table)) return false;
  auto const again = r.next(of_all.last, 1, &reading::is_free_number_column);
  if (again && !r.may_mean(*again, *column)) return false;
  auto end = again ? r.at(*again).last : of_all.last;
  if (r.is_word(end, "of for across") && r.is_word(end + 1, "all")) {
    end += 2;
    if (auto const rows = r.next(end, 0, &reading::is_table_first)) end = r.at(*rows).last;
  }
  plan inner;
  inner.select.push_back(aggregated(of_all.how, *column));
  r.plan.having.push_back({aggregated(of_all.how, *column), q.op, {}, {}, inner_plan(std::move(inner))});
  r.join(column->table);
  r.counted = column->table;
  r.used[*named] = r.cue_used[*own] = true;
  r.use_within(q.last, end);
  r.use_cues_within(q.first, end);
  r.mark_read(q.first, end);
  return true;
}

/// "older than the average", "more than the average price"
inline void compare_with_aggregate(reading& r, std::size_t c, cue const& q) {
  auto const aggregate = r.cue_after(q.last, 2, cue::kind::aggregate);
  if (!aggregate && compare_with_row(r, c, q)) return;
  if (!aggregate || q.op == comparison::equal) return;
  auto const& a = r.cue_at(*aggregate);
  if (compare_groups_with_all(r, c, a)) return;
  auto const fits = q.quality.empty() ? &reading::is_free_number_column : &reading::is_free_number_first;
  auto const after = r.next(a.last, 2, fits), before = r.previous(std::max(q.first, q.last - 1), 4, fits);
  std::optional<column_id> column;
  auto op = q.op;
  // "costs more than the average purchase price": the verb only says that something is compared
  bool const verb = before && after && before != after && !adjective_of_verb(r.lemma(r.at(*before).first)).empty();
  for (auto const& named : {before, after}) {
    if (!named) continue;
    if (verb && named == before) {
      r.used[*named] = true;
      continue;
    }
    if (!column) {
      column = r.number_column(*named);
      op = as_compared(r, q, *column);
    }
    r.used[*named] = true;
  }
  if (!column)
    if (auto const measured = column_compared(r, q, q.last)) {
      column = measured.what;
      op = measured.op;
    }
  if (!column) return;
  plan inner;
  inner.select.push_back(aggregated(a.how, *column));
  if (auto const which = r.next(a.last, 0, &reading::is_free_value))  // "than the average waiter"
    if (auto const* stored = r.at(*which).option(kind::value); stored->where.table == column->table) {
      inner.where.push_back({plain(stored->where), comparison::equal, stored_literal(r, stored->where, stored->value)});
      r.used[*which] = true;
    }
  r.require(q.first, {plain(*column), op, {}, {}, inner_plan(std::move(inner))});
  r.cue_used[c] = r.cue_used[*aggregate] = true;
}

/// "cost more than": the comparison, with what the preceding verb measures.
inline cue with_verb(reading& r, cue q) {
  if (q.first == 0 || !q.quality.empty() || q.is != cue::kind::comparison) return q;
  auto const verb = q.first - 1;
  if (r.next(verb, 0, &reading::is_column_of_focus)) return q;
  q.quality = adjective_of_verb(r.lemma(verb));
  if (!q.quality.empty()) r.mark_read(verb, verb + 1);
  return q;
}

/// "Clients who were charged more than 1000 in visit fees altogether": the sum of what belongs to each row.
inline bool compare_total(reading& r, comparing const& c) {
  auto const total = r.find_word(c.n.last, r.size(), "altogether total overall");
  if (total == r.size() || c.n.of || !r.is_word(c.n.last, "in of on for")) return false;
  auto const named =
      r.next(c.n.last + 1, 2, [&](std::size_t i) { return r.is_free_number_first(i) && !r.is_digits(i) && r.at(i).last <= total; });
  auto const column = named && total <= r.at(*named).last + 1 ? r.number_column(*named) : std::nullopt;
  if (!column || !belongs_to_focus(r, column->table) || !holds_amounts(r, *column)) return false;
  require_of_groups(r, aggregated(aggregate::sum, *column), c.op, {}, c.n.text);
  r.join(column->table);
  r.counted = column->table;
  r.use_within(c.n.last, r.at(*named).last);
  auto const verb = c.by.first - 1;
  if (c.by.first > 0 && r.is_word(verb, "charged paid spent earned billed")) r.mark_read(verb, c.by.first);
  r.mark_read(c.n.last, total + 1);
  r.use_cues_within(c.n.last, total + 1);
  return place_amount(r, c);
}

inline void read_comparison(reading& r, std::size_t c) {
  auto const q = with_verb(r, r.cue_at(c));
  auto const o = operand_of(r, q);
  if (!o) return compare_with_aggregate(r, c, q);
  auto const no = negation_of(r, q);
  if (!no && !o.column && compare_total(r, {q, q.op, o.n})) {
    r.cue_used[c] = true;
    return;
  }
  if (!compare_operand(r, o, {q, no ? opposite(q.op) : q.op, o.n})) return r.unplaced.push_back({c, o.n.until(), o.n.mention});
  r.cue_used[c] = true;
  if (no) r.cue_used[*no] = true;
}

/// "between 10 and 20 hours"
inline void read_range(reading& r, std::size_t c) {
  auto const& q = r.cue_at(c);
  auto o = operand_of(r, q);
  if (!o) return;
  auto& low = o.n;
  auto high = amount_at(r, low.until() + 1);
  if (!high) return;
  if (auto const no = negation_of(r, q)) return r.refuse(r.cue_at(*no).first, high.until());
  if (low.of == high.of && low.scale == high.scale && high.number() < low.number()) low.text.swap(high.text);
  if (!low.of) low.of = high.of;
  if (low.scale.empty() && low.number() < high.number()) low.scale = high.scale;
  if (!compare_operand(r, o, {q, comparison::between, high, &low})) return r.unplaced.push_back({c, high.until(), high.mention});
  if (low.mention) r.used[*low.mention] = true;
  r.cue_used[c] = true;
}

inline void refuse_approximations(reading& r) {
  for (std::size_t t = 0; t < r.size(); ++t)
    if (r.is_word(t, "about approaching approximately around circa nearly roughly almost near"))
      if (auto const n = amount_at(r, t + 1); n.mention) r.refuse(t, n.until() + (r.is_word(n.end, "old") ? 1 : 0));
}

inline void read_comparisons(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    if (r.cue_used[c]) continue;
    if (r.cue_at(c).is == cue::kind::between) read_range(r, c);
    if (r.cue_at(c).is == cue::kind::comparison) read_comparison(r, c);
  }
}

inline void refuse_unplaced(reading& r) {
  for (auto const& u : r.unplaced)
    if (!r.cue_used[u.cue] && !(u.mention && r.used[*u.mention])) r.refuse(r.cue_at(u.cue).first, u.last);
}

/// "a price of 20", "opened in 2015": the column named before an amount, with small words between them.
[[nodiscard]] inline std::optional<std::size_t> column_before_amount(reading const& r, std::size_t token) {
  while (token > 0 && r.is_word(token - 1, "of in on at is are was were be to the year : equal from $")) --token;
  return r.previous(token, 0, &reading::is_free_worded_column_first);
}

/// Whether the order of the column is opposite to that of the adjective: a faster time is less.
[[nodiscard]] inline bool is_reversed(reading const& r, quality const& measured, std::size_t named) {
  return r.resolve.has_any(r.measure_at(named), is_least(measured) ? measured.columns : measured.reversed_columns);
}

/// Compares with the amount of an open range at [at, tail]: the column named before it, or what `adjective` or the comparative measures.
inline bool compare_open(reading& r, std::size_t tail, amount& n, std::string_view adjective) {
  auto const w = r.word(tail);
  auto const* measured = find_comparative(w);
  bool const more = is_one_of(w, "+ more greater higher larger bigger above over later after beyond up");
  bool const less = is_one_of(w, "less fewer lower smaller below under earlier before");
  if (!measured && !more && !less) return false;
  n.last = tail + 1;
  auto op = (measured ? !is_least(*measured) : more) ? comparison::at_least : comparison::at_most;
  cue by{cue::kind::comparison, n.first, n.last, {}, op, adjective};
  if (auto const named = column_before_amount(r, n.first)) {
    if (measured && !more && !less && is_reversed(r, *measured, *named)) op = turned(op);
    return compare_named(r, {by, op, n}, *named);
  }
  if (measured && adjective.empty()) {
    by.quality = measured->adjective;
    op = comparison::at_least;
  }
  return compare(r, {by, op, n});
}

/// "40+", "40 and over"
inline void read_amounts_and_more(reading& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    bool const sign = r.is_word(t, "+");
    bool const side = r.is_word(t, "and") && r.is_word(t + 1, "above over up older below under younger more");
    if (!sign && (!side || amount_at(r, t + 2))) continue;
    auto open = amount_before(r, t);
    if (!open || (sign && amount_at(r, t + 1))) continue;
    auto const tail = sign ? t : t + 1;
    if (!compare_open(r, tail, open, {})) {
      r.refuse(open.first, tail + 1);
      continue;
    }
    r.mark_read(open.first, tail + 1);
    for (std::size_t c = 0; c < r.cue_used.size(); ++c)
      if (r.cue_at(c).first == tail) r.cue_used[c] = true;
  }
}

/// "five roles or more", "six times or more": the amount before what it counts, which ends before a token.
[[nodiscard]] inline amount amount_before_counted(reading const& r, std::size_t end) {
  auto const counted = r.previous(end, 0, [&](std::size_t i) { return r.is_free(i) && !r.is_value(i) && !r.is_digits(i); });
  bool const times = end > 0 && r.is_word(end - 1, "times");
  if (!counted && !times) return {};
  auto const first = counted ? r.at(*counted).first : end - 1;
  return amount_before(r, first - (first > 0 && r.is_word(first - 1, "different distinct unique") ? 1U : 0U));
}

inline void read_open_amounts(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (q.is != cue::kind::either || r.cue_used[c] || !is_tail(r, q.last) || amount_at(r, q.last + 1)) continue;
    if (r.is_word(q.last + 1, "than")) continue;  // "less than 5 or more than 20"
    bool const old = q.first > 1 && find_quality(r.word(q.first - 1)) && unit_at(r, q.first - 2);
    auto open = amount_before(r, q.first - (old ? 1 : 0));
    auto counting = open || !r.is_word(q.last, "more less fewer") ? amount() : amount_before_counted(r, q.first);
    if (!open && !counting) continue;
    if (counting) {
      auto const op = r.is_word(q.last, "more") ? comparison::at_least : comparison::at_most;
      open.first = counting.first;
      r.cue_used[c] = compare(r, {cue{cue::kind::comparison, counting.first, counting.first, {}, op}, op, counting});
    } else {
      r.cue_used[c] = compare_open(r, q.last, open, old ? r.word(q.first - 1) : std::string_view());
    }
    if (r.cue_used[c])
      r.mark_read(open.first, q.last + 1);
    else
      r.refuse(open.first, q.last + 1);
  }
  read_amounts_and_more(r);
}

/// "less than 5 or more than 20 kilos": the amount without a column is of the one after it.
inline void place_with_next(reading& r) {
  for (auto const& u : std::vector<reading::unplaced_amount>(r.unplaced)) {
    auto const& q = r.cue_at(u.cue);
    if (r.cue_used[u.cue] || !r.compared || !r.is_word(u.last, "or and") || q.is != cue::kind::comparison) continue;
    auto const next = t2s::detail::find_if(r.question.cues, [&](cue const& x) { return x.is == q.is && x.first == u.last + 1; });
    if (!next || !r.cue_used[static_cast<std::size_t>(next - r.question.cues.data())]) continue;
    auto const n = amount_at(r, q.last);
    if (n && compare_column(r, {q, q.op, n}, *r.compared)) r.cue_used[u.cue] = true;
  }
}

/// "with multiple orders": more than one.
inline void read_multiple(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    auto const counted = r.is_word(t, "multiple") ? r.next(t + 1, 0, &reading::is_free_table) : std::nullopt;
    if (!counted || r.table_at(*counted) == r.focus || r.mention_of(t)) continue;
    r.used[*counted] = true;
    compare_rows(r, {cue{cue::kind::comparison, t, t + 1}, comparison::greater, amount{"1", t + 1}}, r.table_at(*counted));
    r.mark_read(t, t + 1);
    return;
  }
}

/// "pieces in three different languages", "with three different makers". False without such a count.
inline bool read_different(reading& r) {
  for (std::size_t t = 1; t + 2 < r.size(); ++t) {
    if (!r.is_word(t, "with having have has had in from across on of to by")) continue;
    auto const n = amount_at(r, t + 1);
    if (!n || n.last > t + 2 || !r.is_word(n.last, "different distinct unique")) continue;
    auto const counted = r.next(n.last + 1, 0, &reading::is_free);
    if (!counted || !r.previous(t, 6, &reading::is_free_name)) continue;
    if (!compare_different(r, {cue{cue::kind::comparison, t, n.last}, comparison::equal, n}, *counted).value_or(false)) continue;
    r.mark_read(t, n.last + 1);
    r.use_cues_within(n.last, n.last + 1);
    return true;
  }
  return false;
}

inline void read_row_counts(reading& r) {
  place_with_next(r);
  read_multiple(r);
  if (read_different(r)) return;
  for (std::size_t t = 1; t < r.size(); ++t) {
    bool const only = r.is_word(t, "only just single exactly");
    bool const has = r.lemma(t) == "have" || r.is_word(t, "with having");
    if ((!only && !has) || r.read[t] || (r.is_word(t, "single") && r.cue_before(t, 8, cue::kind::negation))) continue;
    auto const n = r.is_word(t, "single") ? amount{"1", t + 1} : amount_at(r, t + 1);
    if (!n || n.last > t + 2) continue;
    auto const counted = r.next(n.last, 0, &reading::is_free_table);
    if (!counted || !r.previous(t, 6, &reading::is_free_name)) continue;
    if (t2s::detail::any_of(r.question.cues, [&](cue const& q) {
          return q.is == cue::kind::comparison && q.op != comparison::equal && q.last == n.last - 1;
        }))
      continue;
    r.used[*counted] = true;
    if (n.text == "0" && r.table_at(*counted) != r.focus && exclude(r, t, *r.table_at(*counted))) {  // "with zero orders"
      if (n.mention) r.used[*n.mention] = true;
      return r.mark_read(t, n.last);
    }
    compare_rows(r, {cue{cue::kind::comparison, t, n.last}, comparison::equal, n}, r.table_at(*counted));
    r.mark_read(t, n.last);
    return;
  }
}

}  // namespace t2s::reader::detail

#endif
