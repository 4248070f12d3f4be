// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_RULES_CONDITIONS_HPP
#define T2S_OFFLINE_READER_DETAIL_RULES_CONDITIONS_HPP

#include "t2s/offline/reader/detail/reading.hpp"

#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

namespace t2s::reader::detail {

/// The conditions, once all of them are read: their order, and the rows that several of them mean.

/// Below one number and above a greater one.
[[nodiscard]] inline bool contradict(condition const& a, condition const& b) {
  auto const below = [](comparison op) { return op == comparison::less || op == comparison::at_most; };
  auto const above = [](comparison op) { return op == comparison::greater || op == comparison::at_least; };
  auto const number = [](condition const& c) { return std::strtod(c.operand.c_str() + (c.operand.starts_with('\'') ? 1 : 0), nullptr); };
  auto const at_most = [&](condition const& x, condition const& y) {  // dates of one year differ after it
    return number(x) < number(y) || (number(x) <= number(y) && x.operand <= y.operand);
  };
  return (below(a.op) && above(b.op) && at_most(a, b)) || (above(a.op) && below(b.op) && at_most(b, a));
}

inline void order_conditions(reading& r) {
  auto const order = t2s::detail::places_by(r.plan.where.size(), [&](std::size_t a, std::size_t b) {
    return r.stated_at[a] != r.stated_at[b] ? r.stated_at[a] < r.stated_at[b] : a < b;
  });
  auto const joined_by_or = [&](std::size_t from, std::size_t to) {  // except the "or" of an amount, as in "2 or more"
    while (from < to && !(r.is_word(from, "or") && !r.read[from])) ++from;
    return from < to;
  };
  std::vector<condition> sorted;
  std::size_t before = 0;  // the position of the previous condition
  for (auto const i : order) {
    sorted.push_back(std::move(r.plan.where[i]));
    bool const excludes =
        sorted.back().op == comparison::unequal && sorted.size() > 1 && sorted[sorted.size() - 2].op == comparison::unequal;
    sorted.back().or_before = sorted.size() > 1 && !excludes && joined_by_or(before, r.stated_at[i]);
    before = r.stated_at[i];
  }
  r.plan.where.swap(sorted);
}

inline void split_conditions(reading& r) {
  auto& where = r.plan.where;
  for (std::size_t i = 1; i < where.size(); ++i) {
    auto &a = where[i - 1], &b = where[i];
    if (a.left != b.left || b.or_before || r.plan.both) continue;
    bool const ranges = contradict(a, b);
    if (!ranges && (a.op != comparison::equal || b.op != comparison::equal)) continue;
    if (ranges ? r.has_cue(cue::kind::either) : !r.preferred.intersects.value_or(r.has_cue(cue::kind::both))) {
      b.or_before = true;
      continue;
    }
    plan other = r.plan;
    t2s::detail::drop_at(other.where, i - 1);
    t2s::detail::drop_at(where, i);
    r.plan.both = inner_plan(std::move(other));
    return;
  }
}

inline void subtract_unused(reading& r) {
  for (std::size_t i = 0; i < r.used.size(); ++i) {
    auto const& m = r.at(i);
    if (!r.used[i] || r.refused[m.first]) r.score -= m.is(kind::value) ? 0.8 : m.is(kind::table) ? 0.1 : m.number ? 0.5 : 0.2;
  }
}

}  // namespace t2s::reader::detail

#endif
