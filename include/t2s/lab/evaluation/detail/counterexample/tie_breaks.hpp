// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_TIE_BREAKS_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_TIE_BREAKS_HPP

#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Tells queries whose ORDER BY leaves open what comes first.
namespace t2s::evaluation::detail {

/// A query in which rows that tie are sorted by the columns of the result, up or down; nothing without ORDER BY. On a database where the
/// two results differ, the query has several right answers.
class tie_breaker {
 public:
  explicit tie_breaker(bool descending) : descending_(descending) {}

  [[nodiscard]] std::optional<std::string> of(sql::query const& q) {
    auto changed = q.clone();
    bool is_changed = false;
    sql::visit(changed.root(), [&](sql::node& n) {
      if (n.kind == sql::kind::query) is_changed |= break_ties(changed, n);
    });
    return is_changed ? std::optional(sql::print(changed)) : std::nullopt;
  }

 private:
  static constexpr std::array<std::string_view, 9> places{"1", "2", "3", "4", "5", "6", "7", "8", "9"};

  bool break_ties(sql::query& q, sql::node& n) {
    auto* const order = n.find(sql::kind::order_by);
    if (!order) return false;
    std::vector<sql::node*> terms(order->children().begin(), order->children().end());
    for (std::size_t i = 0; i < width_of(n); ++i) {
      auto& place = q.make(sql::kind::number);
      place.name = {places[i].data(), 1, sql::quote::none};
      auto& term = q.make(sql::kind::sort, {&place});
      if (descending_) term.set(sql::flag::descending);
      terms.push_back(&term);
    }
    q.set_children(*order, terms);
    return true;
  }

  /// The number of result columns to sort by: of a star the first.
  [[nodiscard]] static std::size_t width_of(sql::node const& n) {
    auto const* select = n.find(sql::kind::select);
    auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
    if (!columns) return 1;
    return columns->find(sql::kind::star) ? 1 : std::min<std::size_t>(columns->count, places.size());
  }

  bool descending_;
};

}  // namespace t2s::evaluation::detail

#endif
