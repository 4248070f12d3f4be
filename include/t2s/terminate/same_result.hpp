// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TERMINATE_SAME_RESULT_HPP
#define T2S_TERMINATE_SAME_RESULT_HPP

#include "t2s/policy.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

namespace t2s::terminate {
namespace detail {

using row = std::vector<value>;

/// Which of an integer and a real is the greater, exactly.
inline std::strong_ordering compare(std::int64_t i, double r) {
  constexpr double beyond = 9223372036854775808.0;  // 2^63
  if (r >= beyond) return std::strong_ordering::less;
  if (!(r >= -beyond)) return std::strong_ordering::greater;
  auto const whole = static_cast<std::int64_t>(r);
  if (i != whole) return i <=> whole;
  auto const rest = r - static_cast<double>(whole);
  return rest > 0 ? std::strong_ordering::less : rest < 0 ? std::strong_ordering::greater : std::strong_ordering::equal;
}

inline int rank(value const& v) {
  return v.type() == value::kind::real ? static_cast<int>(value::kind::integer) : static_cast<int>(v.type());
}

inline std::strong_ordering compare(value const& a, value const& b) {
  if (rank(a) != rank(b)) return rank(a) <=> rank(b);
  if (a.integer() && b.integer()) return *a.integer() <=> *b.integer();
  if (a.integer() && b.real()) return compare(*a.integer(), *b.real());
  if (a.real() && b.integer()) return 0 <=> compare(*b.integer(), *a.real());
  if (a.real())
    return *a.real() < *b.real()   ? std::strong_ordering::less
           : *a.real() > *b.real() ? std::strong_ordering::greater
                                   : std::strong_ordering::equal;
  if (a.text()) return *a.text() <=> *b.text();
  if (a.bytes()) return a.bytes()->bytes <=> b.bytes()->bytes;
  return std::strong_ordering::equal;
}

inline bool less(row const& a, row const& b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(),
                                                [](value const& x, value const& y) { return compare(x, y); }) < 0;
}
inline bool equal(row const& a, row const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](value const& x, value const& y) { return compare(x, y) == 0; });
}

inline std::vector<row const*> sorted(std::vector<row> const& rows) {
  std::vector<row const*> order;
  order.reserve(rows.size());
  for (auto const& r : rows) order.push_back(&r);
  std::sort(order.begin(), order.end(), [](row const* a, row const* b) { return less(*a, *b); });
  return order;
}

}  // namespace detail

/// Stops when an attempt has the same result as the one before (dynamic revision, section 3.2.2). Known as
/// soon as the new SQL is executed.
///
/// Two results are the same if their rows are, in their order; names of columns do not count, 1 equals 1.0, and two results without rows
/// are the same. Failures are never the same as anything.
struct same_result {
  using needs = facts<db::execution>;

  bool in_any_order = false;  ///< compare the rows as a bag

  template <class Past>
  [[nodiscard]] std::optional<stop> done(Past const& past) const {
    auto const* const now = past.template known<db::execution>();
    auto const* const before = past.template known<db::execution>(1);
    if (now && before && same(*now, *before)) return stop{"same result as before"};
    return {};
  }

  /// O(values), with `in_any_order` O(values log rows).
  [[nodiscard]] bool same(db::execution const& a, db::execution const& b) const {
    auto const &x = a.rows.values, &y = b.rows.values;
    if (!a.ok() || !b.ok() || x.size() != y.size()) return false;
    if (!in_any_order) return std::equal(x.begin(), x.end(), y.begin(), detail::equal);
    auto const p = detail::sorted(x), q = detail::sorted(y);
    return std::equal(p.begin(), p.end(), q.begin(), [](detail::row const* s, detail::row const* t) { return detail::equal(*s, *t); });
  }
};
static_assert(TerminationPolicy<same_result>);

}  // namespace t2s::terminate

#endif
