// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_RATIOS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_RATIOS_HPP

#include "t2s/core/detail/lists.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/comparing.hpp"
#include "t2s/offline/reader/detail/reading.hpp"
#include "t2s/offline/reader/detail/rules/order.hpp"
#include "t2s/offline/reader/detail/rules/selection.hpp"
#include "t2s/offline/reader/detail/rules/superlatives.hpp"

/// Values computed from several others: shares, averages of counts, differences, prices times quantities; and the years and months of
/// groups.
namespace t2s::reader::detail {

/// "the percentage of customers who are active", "what share of the songs": the rows; `settle_share` finds their conditions.
inline void read_shares(reading& r) {
  for (std::size_t t = 0; t + 1 < r.size(); ++t) {
    bool const percent = r.is_word(t, "percentage percent"), share = r.is_word(t, "share proportion fraction");
    if ((!percent && !share) || !r.is_word(t + 1, "of") || r.plan.computed) continue;
    auto const rows = r.next(t + 2, 4, [&](std::size_t i) { return r.is_free_table(i) && r.table_at(i) == r.focus; });
    auto const named = r.mention_of(t);  // but `discount_pct` of other rows, for "the percentage of claims"
    if (!rows || (named && (r.at(*named).last > t + 1 || r.is_column_of_focus(*named) || !r.is_column(*named))) ||
        !only_describes(r, t + 2, r.at(*rows).first))
      continue;
    r.used[*rows] = true;
    if (named) r.used[*named] = true;
    r.plan.tables.push_back(r.focus);
    r.mark_read(t, t + 2);
    r.plan.computed.is = computed::kind::share;
    auto const in = r.find_word(t + 2, r.size(), "percent percentage");
    bool const in_percent = !percent && in < r.size() && r.is_word(in - 1, "in a as");
    if (in_percent) r.use_within(in - 1, in + 1), r.mark_read(in - 1, in + 1);
    r.plan.computed.percent = percent || in_percent;
    r.shared_from = t + 2;
    r.shared_at = r.at(*rows).last;
  }
}

/// The conditions of a share: those after the verb, else those right before the rows, else all.
inline void settle_share(reading& r) {
  if (r.plan.computed.is != computed::kind::share) return;
  auto& of = r.plan.computed.of;
  auto const verb = r.find_word(r.shared_at, r.size(), "is are was were has have that who which come comes live");
  auto const later = [&](std::size_t i) { return r.stated_at[i] >= verb; };
  auto const before = [&](std::size_t i) { return r.stated_at[i] >= r.shared_from && r.stated_at[i] < r.shared_at; };
  bool split = false, described = false;
  for (std::size_t i = 0; i < r.plan.where.size(); ++i) {
    split = split || later(i);
    described = described || before(i);
  }
  for (std::size_t i = r.plan.where.size(); i-- > 0;) {
    if (split ? !later(i) : described && !before(i)) continue;
    t2s::detail::insert_at(of, 0, r.take_condition(i));
  }
  if (!of.empty()) return;
  r.plan.computed.is = computed::kind::nothing;
  select_names(r, r.focus);
  for (std::size_t t = 0; t < r.size(); ++t)
    if (r.is_word(t, "percentage percent share proportion fraction")) r.refuse(t, t + 1);
}

/// "the average number of orders per customer": over customers with orders.
inline void read_average_counts(reading& r) {
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    auto const& q = r.cue_at(c);
    if (r.cue_used[c] || q.is != cue::kind::aggregate || q.how != aggregate::avg) continue;
    bool const at_end = q.first > 0 && r.is_word(q.first - 1, "on");  // "how many orders does each customer have on average"
    auto const count = at_end ? r.cue_after(0, q.first, cue::kind::count) : r.cue_after(q.last, 0, cue::kind::count);
    if (!count) continue;
    auto const counted = r.next(r.cue_at(*count).last, 1, &reading::is_free_table);
    if (!counted) continue;
    auto const last = r.at(*counted).last;
    auto const each = r.cue_after(last, 1, cue::kind::each);
    bool const one = !at_end && r.is_word(last, "on in for at of") && r.is_word(last + 1, "a an");  // "per"
    auto const per = each  ? r.next(r.cue_at(*each).last, 1, &reading::is_free_name)
                     : one ? r.next(last + 2, 0, &reading::is_free_name)
                           : std::nullopt;
    if (!per) continue;
    auto const rows = *r.table_at(*counted);
    auto const table = r.is_table_first(*per) ? r.table_at(*per) : std::nullopt;
    auto const own = table ? reference_to(r, rows, *table) : r.column_of(*per, rows);
    auto const key = own ? own : table && *table != rows ? r.resolve.key_of(*table) : std::nullopt;
    if (!key) continue;
    if (each) r.cue_used[*each] = true;
    r.plan.averages_counts = true;
    r.plan.group_by.clear();
    r.plan.group_by.push_back(*key);
    r.select(q.first, row_count());
    t2s::detail::insert_at(r.plan.tables, 0, rows);
    r.cue_used[c] = r.cue_used[*count] = r.used[*counted] = r.used[*per] = true;
    return;
  }
}

/// "How many more lamps than chairs": not the number of lamps, if it is no difference of two questions (`difference_splitter`).
inline void refuse_more_than(reading& r) {
  auto const than = r.find_word(3, r.size(), "than");
  bool const more = r.is_word(0, "how") && r.is_word(1, "many much") && r.is_word(2, "more fewer less higher lower larger");
  if (!more || than == r.size() || r.read[than]) return;
  r.refuse(2, 3);
  r.refuse(than, than + 1);
}

/// "the difference between the highest and the lowest price"
inline void read_differences(reading& r) {
  refuse_more_than(r);
  auto const at = r.find_word(0, r.size(), "difference range");
  if (at == r.size() || r.plan.computed) return;
  auto const extreme = [&](std::size_t c, aggregate how) {
    auto const& q = r.cue_at(c);
    bool const least = find_quality(q.quality) && is_least(*find_quality(q.quality));
    return !r.cue_used[c] && q.first > at && (q.how == aggregate::max && least ? aggregate::min : q.how) == how &&
           (q.is == cue::kind::aggregate || q.is == cue::kind::superlative);
  };
  std::optional<std::size_t> most, least;
  for (std::size_t c = 0; c < r.cue_used.size(); ++c) {
    if (!least && extreme(c, aggregate::min))
      least = c;
    else if (!most && extreme(c, aggregate::max))
      most = c;
  }
  if (!most || !least) return;
  auto const from = std::min(r.cue_at(*most).last, r.cue_at(*least).last);
  auto const column = r.next(from, 6, &reading::is_free_number_first);
  auto const* measured = find_quality(r.cue_at(*most).quality);
  auto const meant = column ? r.number_column(*column) : measured ? measured_in_table(r, measured->columns, r.focus) : std::nullopt;
  if (!meant) return;
  auto const c = *meant;
  for (std::size_t i = 0; i < r.used.size(); ++i)
    if (r.at(i).first >= from && r.may_mean(i, c)) r.used[i] = true;
  r.cue_used[*most] = r.cue_used[*least] = true;
  r.mark_read(at, at + 2);
  r.plan.computed.is = computed::kind::difference;
  r.plan.computed.left = aggregated(aggregate::max, c);
  r.plan.computed.right = aggregated(aggregate::min, c);
}

/// The value of the rows of the table asked about, else of the nearest table that has one.
[[nodiscard]] inline std::optional<term> nearest_worth(reading const& r) {
  std::optional<term> best;
  std::size_t fewest = 4;
  for (auto const by : all_worths) {
    if (best && by == worth::price) break;
    for (std::uint32_t t = 0; t < r.names.schema().tables().size(); ++t) {
      auto const found = worth_of(r, t, by);
      if (!found) continue;
      auto const far = r.resolve.way_between(r.focus, t).size();
      if ((far == 0 && t != r.focus) || r.names.schema().tables()[t].is_view || far >= fewest) continue;
      best = found;
      fewest = far;
    }
  }
  return best;
}

/// The value of the rows of a table.
[[nodiscard]] inline std::optional<term> worth_of_deeds(reading const& r, std::uint32_t table) {
  for (auto const by : all_worths)
    if (auto const found = worth_of(r, table, by)) return found;
  return {};
}

/// "the total amount of orders", "the average payment": for a table with a column of amounts.
inline bool read_amount_of_rows(reading& r, std::size_t t) {
  if (auto const how = r.cue_after(t, 0, cue::kind::aggregate)) {
    if (r.cue_before(t, 0, cue::kind::superlative)) return false;  // "the highest total of bills" sorts
    auto from = r.cue_at(*how).last;
    if (r.is_word(from, "of")) from += r.is_word(from + 1, "all the our their") ? 2U : 1U;  // "the total of our bills"
    auto next = r.next(from, 0, &reading::is_free_table);
    if (auto const only = r.next(from, 0, &reading::is_free_value))  // "the total unpaid bills"
      if (!next) next = r.next(r.at(*only).last, 0, &reading::is_free_table);
    if (t > 0 && r.token(t - 1).is == retrieve::token::kind::number) return false;
    if (!next || r.next(r.at(*next).last, 2, &reading::is_free_number_column) || r.number_column(*next)) return false;
    auto worth = amount_of(r, *r.table_at(*next));
    if (!worth) return false;
    worth->how = r.cue_at(*how).how;
    r.cue_used[*how] = r.used[*next] = true;
    r.select(t, *worth);
    return true;
  }
  if (t == 0 || !r.is_word(t, "amount value") || !r.is_word(t + 1, "of")) return false;
  auto const rows = r.next(t + 2, 2, &reading::is_free_table);
  auto const worth = rows && r.is_word(t - 1, "total combined") ? amount_of(r, *r.table_at(*rows)) : std::nullopt;
  if (!worth || r.next(t, 0, &reading::is_column)) return false;
  r.use_within(t - 1, t + 2);
  r.use_cues_within(t - 1, t + 2);
  r.mark_read(t - 1, t + 2);
  r.select(t, *worth);
  return true;
}

/// "the top 10 lamps by revenue"
inline bool order_by_worth(reading& r, std::size_t t, term const& worth) {
  auto const by = t - (t > 0 && r.is_word(t - 1, "total") ? 1U : 0U);
  auto const top = r.find_word(0, t, "top bottom best");
  if (by == 0 || !r.is_word(by - 1, "by of") || top == t) return false;
  auto const n = amount_at(r, top + 1);
  auto const most = n ? whole(n) : std::optional<std::size_t>(1);
  if (!most || *most == 0) return false;
  if (n.mention) r.used[*n.mention] = true;
  r.mark_read(top, n ? n.last : top + 1);
  r.use_cues_within(by - 1, by);
  r.order_by(worth, !r.is_word(top, "bottom"), *most);
  r.counted = worth.what->table;
  return true;
}

/// Whether the question names the only column of what is spent, or the table asked about has a cost: `read_totals` adds it up.
[[nodiscard]] inline bool names_money(reading const& r) {
  static constexpr measure_words costs{"cost", "expense"};
  if (r.has_cue(cue::kind::superlative) || r.has_cue(cue::kind::comparison) || r.has_cue(cue::kind::each)) return false;
  auto const named = r.next(0, r.size(), &reading::is_free_number_first);
  return (named && !r.is_digits(*named)) || number_called(r, r.focus, costs);
}

/// "The total value of the tools", "the stock value": of what they cost, times how many there are.
inline void read_value_of_rows(reading& r) {
  for (std::size_t t = 1; t < r.size(); ++t) {
    if (!r.is_word(t, "value worth") || r.read[t] || r.next(t, 0) || r.plan.computed) continue;
    bool const stock = r.is_word(t - 1, "stock inventory");
    auto const first = stock ? t - 1 : t;
    bool const total = first > 0 && r.is_word(first - 1, "total combined overall");
    auto const rows = r.next(t + 1, 4, &reading::is_free_focus);
    if ((!stock && !total) || (rows && !r.all_words(t + 1, r.at(*rows).first, "of all our the in these"))) continue;
    if (!rows && t + 2 < r.size() && !r.is_word(t + 1, "of per by in")) continue;
    auto worth = worth_of_stock(r, r.focus);
    if (!worth && !stock) {
      auto const price = only_column(r, r.focus, [&](column_id c) {
        return r.resolve.is_number(c) && !r.names.is_foreign_key(c) &&
               t2s::detail::any_of(r.resolve.words_of(c), [](auto w) { return is_one_of(w, "price cost value worth"); });
      });
      static constexpr measure_words quantities{"stock", "quantity", "inventory"};
      if (price && !number_called(r, r.focus, quantities)) worth = aggregated(aggregate::sum, *price);
    }
    if (!worth) continue;
    auto const from = first - (total ? 1U : 0U);
    if (rows) r.used[*rows] = true;
    r.use_within(from, t + 1);
    r.use_cues_within(from, t + 1);
    r.mark_read(from, t + 1);
    return r.select(from, *worth);
  }
}

/// "revenue", "how much did they spend", if no column has that name.
inline void read_revenue(reading& r) {
  read_value_of_rows(r);
  for (std::size_t t = 0; t < r.size(); ++t) {
    if (read_amount_of_rows(r, t)) return;
    bool const spent = r.is_word(t, "spend spends spent pay pays paid") && r.any_word(0, t + 3, "much total most");
    if (!spent && !r.is_word(t, "revenue revenues turnover sales income takings proceeds")) continue;
    if (r.read[t]) continue;
    if (t > 0 && r.is_word(t - 1, "which many") && r.next(t, 0, &reading::is_table_first)) continue;  // "which sales are not paid"
    bool const cued = t2s::detail::any_of(r.question.cues, [t](cue const& c) { return c.first <= t && t < c.last; });
    auto const source = r.is_word(t + 1, "from") ? r.next(t + 2, 1, &reading::is_table_first) : std::nullopt;  // "income from lessons"
    bool const named =
        r.next(t, 0, [&](std::size_t i) { return r.is_column(i) && !(source && r.at(i).options.front().score < 0.95); }).has_value();
    if (cued || (!spent && named)) return;
    if (spent && names_money(r)) return;  // "spend on wages", "spent on repairs"
    auto const worth = source ? worth_of_deeds(r, *r.table_at(*source)) : nearest_worth(r);
    if (!worth) {
      bool const is_table = r.next(t, 0, &reading::is_table_first).has_value();  // whose rows would answer with their ids
      if (!spent && is_table && !r.is_word(t, "sales")) r.refuse(t, t + 1);
      return;
    }
    r.mark_read(t, t + 1);
    if (spent || source) r.use_within(t, t + 1);
    if (auto const how = r.cue_before(t, 1, cue::kind::aggregate); how && r.cue_at(*how).how == aggregate::sum) r.cue_used[*how] = true;
    if (t > 0 && r.is_word(t - 1, "total")) r.use_within(t - 1, t), r.mark_read(t - 1, t);
    for (std::size_t c = 0; c < r.cue_used.size() && spent; ++c)
      if (r.cue_at(c).is == cue::kind::aggregate && r.cue_at(c).how == aggregate::sum) r.cue_used[c] = true;
    auto const before = r.cue_before(t, 1, cue::kind::superlative);
    auto const best = before ? before : spent ? r.cue_after(t + 1, 1, cue::kind::superlative) : std::nullopt;
    if (!best && order_by_worth(r, t, *worth)) return;
    for (std::size_t i = 0; i < r.used.size() && !best; ++i)  // "the total amount paid by card"
      if (r.is_free_column(i) && !r.is_table_first(i) && r.may_mean(i, *worth->what)) r.used[i] = true;
    if (!best) return r.select(t, *worth);
    auto const& q = r.cue_at(*best);
    r.order_by(*worth, q.how == aggregate::max, row_limit(r, q.first, q.last).read());
    if (q.first > t) r.mark_read(t, q.last + (r.is_word(q.last, "money") ? 1 : 0));
    r.counted = worth->what->table;
    r.cue_used[*best] = true;
    return;
  }
}

/// "per year", "each month", "monthly": if no table or column has that name.
inline void read_periods(reading& r) {
  for (std::size_t t = 0; t < r.size(); ++t) {
    bool const adverb = r.is_word(t, "yearly annual annually monthly");
    auto const each = r.cue_before(t, 0, cue::kind::each);
    bool const best = r.plan.order && r.plan.order->how != aggregate::none && r.plan.limit != 0 && t > 0 &&
                      r.is_word(t - 1, "which what");                                                  // "which year had the most"
    bool const further = t > 0 && r.is_word(t - 1, "and") && r.cue_before(t - 1, 2, cue::kind::each);  // "per country and year"
    if (!adverb && ((!each && !best && !further) || !r.is_word(t, "year month"))) continue;
    auto const named = r.next(t, 0, [&](std::size_t i) {
      if (r.is_table_first(i)) return true;
      auto const* o = r.is_column(i) ? r.resolve.column(r.at(i)) : nullptr;
      return o && (o->score >= 0.9 || o->where.table == r.focus);
    });
    if (named || (adverb && r.next(t, 0, &reading::is_name))) continue;
    bool const computes = r.has_cue(cue::kind::count) || r.has_cue(cue::kind::aggregate) || !r.selected.empty() ||
                          (r.plan.order && r.plan.order->how != aggregate::none);
    if (!computes) continue;
    auto const when = time_column(r);
    auto const form = when ? r.names.form_of(*when).times : schema::time_form::none;
    auto const part = r.word(t).starts_with("month") ? time_part::month : time_part::year;
    bool const tells = form != schema::time_form::none && form != schema::time_form::unknown &&
                       !(part == time_part::month && (form == schema::time_form::years || form == schema::time_form::year_texts));
    if (!tells) continue;
    term key = plain(*when);
    key.part = part;
    r.plan.period = key;
    r.select(t, key);
    r.mark_read(t, t + 1);
    r.use_within(t, t + 1);
    if (each) r.cue_used[*each] = true;
    return;
  }
}

}  // namespace t2s::reader::detail

#endif
