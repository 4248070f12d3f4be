// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_PRODUCTS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_PRODUCTS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/rules/ratios.hpp"

#include <cstddef>
#include <optional>

/// Products that a question spells out: "pieces times price", "the total value (pieces * price)".
namespace t2s::reader::detail {

/// Two numbers that a question multiplies, and the tokens that say so, with an explained phrase before a bracket.
struct said_product {
  std::size_t first = 0, last = 0;
  std::size_t left = 0, right = 0;  // the mentions of the numbers
  column_id a{}, b{};

  explicit operator bool() const { return last > 0; }
};

/// The token after "times", "multiplied by" or a sign; 0 for others.
[[nodiscard]] inline std::size_t end_of_times(reading const& r, std::size_t t) {
  if (r.is_word(t, "times x") || r.word(t) == "*" || r.word(t) == "\u00d7") return t + 1;
  return r.is_word(t, "multiplied") && r.is_word(t + 1, "by with") ? t + 2 : 0;
}

/// The columns that two mentions mean: of one table if they can be, else of one that refers to the other. The first of the rows of the
/// former.
inline bool find_factors(reading const& r, said_product& out) {
  double most = 0;
  for (auto const& x : r.at(out.left).options)
    for (auto const& y : r.at(out.right).options) {
      if (x.is != kind::column || y.is != kind::column || x.where == y.where) continue;
      if (!r.resolve.is_number(x.where) || !r.resolve.is_number(y.where)) continue;
      bool const same = x.where.table == y.where.table;
      bool const forward = same || reference_to(r, x.where.table, y.where.table);
      if (!forward && !reference_to(r, y.where.table, x.where.table)) continue;
      double const score = x.score + y.score + (same ? 0.3 : 0.0);
      if (score <= most || x.score < 0.45 || y.score < 0.45) continue;
      most = score;
      out.a = forward ? x.where : y.where;
      out.b = forward ? y.where : x.where;
    }
  return most > 0;
}

/// The product at the word for it, without what is around.
[[nodiscard]] inline said_product product_at(reading const& r, std::size_t t) {
  said_product out;
  auto after = end_of_times(r, t);
  if (after == 0) return {};
  after += r.is_word(after, "the its their") ? 1U : 0U;
  auto const fits = [&](std::size_t i) { return r.is_free_number_column(i) && !r.is_digits(i); };
  auto const left = r.previous(t, 0, fits), right = r.next(after, 0, fits);
  if (!left || !right) return {};
  out.left = *left;
  out.right = *right;
  if (!find_factors(r, out)) return {};
  out.first = r.at(*left).first;
  out.last = r.at(*right).last;
  return out;
}

/// Includes the bracket around a product, and the words for money before it that it explains.
inline void include_explained(reading const& r, said_product& p) {
  if (p.first == 0 || r.word(p.first - 1) != "(") return;
  auto close = p.last;
  while (close < r.size() && r.word(close) != ")" && close < p.last + 8) ++close;
  bool const plain = close < r.size() && r.word(close) == ")" &&
                     !r.next(p.last, close - p.last, [&](std::size_t i) { return r.at(i).first < close && r.may_be_value(i); });
  p.last = plain ? close + 1 : p.last;
  --p.first;
  while (p.first > 0 && r.is_word(p.first - 1,
                                  "total overall combined gross net sales amount value worth spent spending revenue turnover sum cost paid "
                                  "earned money income average mean"))
    --p.first;
}

/// What is computed of a product: what the explained phrase or the words before it say, else the sum for each group.
[[nodiscard]] inline aggregate aggregate_of(reading& r, said_product const& p) {
  if (r.any_word(p.first, p.last, "average mean")) return aggregate::avg;
  if (r.any_word(p.first, p.last, "total overall combined sum revenue turnover sales spent spending paid earned income"))
    return aggregate::sum;
  if (auto const how = r.cue_before(p.first, 1, cue::kind::aggregate)) {
    r.cue_used[*how] = true;
    return r.cue_at(*how).how;
  }
  return r.has_cue(cue::kind::each) ? aggregate::sum : aggregate::none;
}

/// Sorts by the product if a superlative precedes it: "the highest total value (pieces times price)".
inline bool order_by_product(reading& r, said_product const& p, term const& what) {
  if (order_by_worth(r, p.first, what)) return true;
  bool const by = p.first > 0 && r.is_word(p.first - 1, "by") && is_aggregate(what) && what.what->table != r.focus;
  if (by) {  // "shops by revenue (pieces times price)"
    r.group_by_table(r.focus);
    r.mark_read(p.first - 1, p.first);
    r.use_cues_within(p.first - 1, p.first);
  }
  auto const best = r.cue_before(p.first, 1, cue::kind::superlative);
  if (!best) return false;
  auto const& q = r.cue_at(*best);
  r.order_by(what, q.how == aggregate::max, row_limit(r, q.first, q.last).read());
  r.counted = what.what->table;
  return r.cue_used[*best] = true;
}

inline void read_products(reading& r) {
  for (std::size_t t = 1; t + 1 < r.size(); ++t) {
    auto p = product_at(r, t);
    if (!p) continue;
    include_explained(r, p);
    auto what = aggregated(aggregate_of(r, p), p.a);
    what.factor = p.b;
    r.used[p.left] = r.used[p.right] = true;
    r.use_within(p.first, p.last);
    r.use_cues_within(p.first, p.last);
    r.mark_read(p.first, p.last);
    if (!order_by_product(r, p, what)) r.select(p.first, what);
    return;
  }
}

}  // namespace t2s::reader::detail

#endif
