// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_OPEN_CHOICES_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_OPEN_CHOICES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Tells queries that leave open what they return.
namespace t2s::evaluation::detail {

/// The words by which a choice that a query leaves open is made one way, and the other.
enum class choice_of { least, greatest };

/// Sorts rows that tie by the columns of the result, up or down, wherever a query has ORDER BY or LIMIT.
class tie_breaker {
 public:
  /// `width`: the number of columns of the result.
  tie_breaker(choice_of which, std::size_t width) : which_(which), width_(width) {}

  /// Whether the query has been changed.
  bool change(sql::query& q) {
    bool is_changed = false;
    auto* const root = &q.root();
    sql::visit(q.root(), [&](sql::node& n) {
      if (n.kind == sql::kind::query) is_changed |= break_ties(q, n, &n == root ? width_ : width_of(n));
    });
    return is_changed;
  }

 private:
  static constexpr std::array<std::string_view, 24> places{"1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",  "10", "11", "12",
                                                           "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24"};

  bool break_ties(sql::query& q, sql::node& n, std::size_t width) {
    auto* order = n.find(sql::kind::order_by);
    auto* const limit = n.find(sql::kind::limit);
    if (!order && !limit) return false;
    std::vector<sql::node*> terms;
    if (order) terms.assign(order->children().begin(), order->children().end());
    for (std::size_t i = 0; i < std::min(width, places.size()); ++i) {
      auto& place = q.make(sql::kind::number);
      place.name = {places[i].data(), static_cast<std::uint32_t>(places[i].size()), sql::quote::none};
      auto& term = q.make(sql::kind::sort, {&place});
      if (which_ == choice_of::greatest) term.set(sql::flag::descending);
      terms.push_back(&term);
    }
    if (!order) order = &insert_order(q, n, *limit);
    q.set_children(*order, terms);
    return true;
  }

  static sql::node& insert_order(sql::query& q, sql::node& n, sql::node& limit) {
    auto& order = q.make(sql::kind::order_by);
    std::vector<sql::node*> parts;
    for (auto* part : n.children()) {
      if (part == &limit) parts.push_back(&order);
      parts.push_back(part);
    }
    q.set_children(n, parts);
    return order;
  }

  /// The number of result columns to sort by: of a star the first.
  [[nodiscard]] static std::size_t width_of(sql::node const& n) {
    auto const* select = n.find(sql::kind::select);
    auto const* columns = select ? select->find(sql::kind::columns) : nullptr;
    return columns && !columns->find(sql::kind::star) ? columns->count : 1;
  }

  choice_of which_;
  std::size_t width_;
};

/// Takes the least or the greatest value in a group of each column outside aggregates, of which SQLite takes any. Beside a single min() or
/// max() it takes them from that row, which leaves nothing open (https://sqlite.org/lang_select.html#bareagg).
class group_value_chooser {
 public:
  explicit group_value_chooser(choice_of which) : which_(which) {}

  /// Whether the query has been changed.
  bool change(sql::query& q) {
    bool is_changed = false;
    sql::visit(q.root(), [&](sql::node& n) {
      if (n.kind == sql::kind::select && is_grouped(n) && !has_extreme(n)) is_changed |= choose(q, n);
    });
    return is_changed;
  }

 private:
  [[nodiscard]] static bool is_aggregate(sql::node const& n) {
    return n.kind == sql::kind::call && !n.find(sql::kind::window) && !n.find(sql::kind::window_name) &&
           sql::is_aggregate(n.name.view(), n.count);
  }

  /// Whether some part of the result satisfies a test, outside subqueries.
  template <class Test>
  [[nodiscard]] static bool has(sql::node const& select, Test test) {
    bool found = false;
    for (auto const* part : {select.find(sql::kind::columns), select.find(sql::kind::having)})
      if (part)
        sql::visit(*part, [&](sql::node const& n) {
          if (n.kind == sql::kind::query) return sql::walk::over;
          found |= test(n);
          return sql::walk::into;
        });
    return found;
  }
  [[nodiscard]] static bool is_grouped(sql::node const& select) {
    return select.find(sql::kind::group_by) || has(select, [](sql::node const& n) { return is_aggregate(n); });
  }
  [[nodiscard]] static bool has_extreme(sql::node const& select) {
    return has(select, [](sql::node const& n) {
      return is_aggregate(n) && (text::same(n.name.view(), "min") || text::same(n.name.view(), "max"));
    });
  }

  bool choose(sql::query& q, sql::node& select) {
    bool is_changed = false;
    for (auto* part : {select.find(sql::kind::columns), select.find(sql::kind::having)})
      if (part) is_changed |= choose_below(q, *part);
    return is_changed;
  }

  bool choose_below(sql::query& q, sql::node& n) {
    bool is_changed = false;
    std::vector<sql::node*> parts;
    for (auto* part : n.children()) {
      if (part && part->kind == sql::kind::column) {
        auto& call = q.make(sql::kind::call, {part});
        call.name = which_ == choice_of::least ? sql::identifier{"min", 3, sql::quote::none} : sql::identifier{"max", 3, sql::quote::none};
        part = &call;
        is_changed = true;
      } else if (part && part->kind != sql::kind::query && !is_aggregate(*part) && !part->find(sql::kind::window)) {
        is_changed |= choose_below(q, *part);
      }
      parts.push_back(part);
    }
    if (is_changed) q.set_children(n, parts);
    return is_changed;
  }

  choice_of which_;
};

/// The query with its open choices made, one kind at a time and one way at a time. On a database where one of these differs from the query,
/// it has several right answers. Some may not compile.
inline std::vector<std::string> made_choices(sql::query const& q, schema::database const& d) {
  std::vector<std::string> all;
  auto const width = std::max<std::size_t>(1, sql::resolve(q, d).output.size());
  for (auto const which : {choice_of::least, choice_of::greatest}) {
    auto sorted = q.clone(), chosen = q.clone();
    if (tie_breaker(which, width).change(sorted)) all.push_back(sql::print(sorted));
    if (group_value_chooser(which).change(chosen)) all.push_back(sql::print(chosen));
  }
  return all;
}

}  // namespace t2s::evaluation::detail

#endif
