// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_DETAIL_SAME_RESULT_IPP
#define T2S_POLICIES_TERMINATE_DETAIL_SAME_RESULT_IPP

#include "t2s/policies/terminate/repeated.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

namespace t2s::terminate {
namespace detail {

using row = std::vector<value>;

/// Compares an integer and a real exactly.
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
  if (a.real() && *a.real() < *b.real()) return std::strong_ordering::less;
  if (a.real() && *a.real() > *b.real()) return std::strong_ordering::greater;
  if (a.text()) return *a.text() <=> *b.text();
  if (a.bytes()) return a.bytes()->bytes <=> b.bytes()->bytes;
  return std::strong_ordering::equal;
}

inline std::strong_ordering compare(row const& a, row const& b) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(),
                                                [](value const& x, value const& y) { return compare(x, y); });
}

inline std::vector<row const*> sorted(std::vector<row> const& rows) {
  std::vector<row const*> order;
  order.reserve(rows.size());
  for (auto const& r : rows) order.push_back(&r);
  std::ranges::sort(order, [](row const* a, row const* b) { return compare(*a, *b) < 0; });
  return order;
}

}  // namespace detail

T2S_DECL bool same_result::same(db::execution const& a, db::execution const& b) const {
  auto const &x = a.rows.values, &y = b.rows.values;
  auto const equal = [](detail::row const& s, detail::row const& t) { return detail::compare(s, t) == 0; };
  if (!a.ok() || !b.ok() || x.size() != y.size()) return false;
  if (!in_any_order) return std::ranges::equal(x, y, equal);
  return std::ranges::equal(detail::sorted(x), detail::sorted(y), [&](auto const* s, auto const* t) { return equal(*s, *t); });
}

}  // namespace t2s::terminate

#endif
