// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_CONDITIONS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_CONDITIONS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::confidence::detail {

/// A demand of the SQL on a column: a comparison, or an order of its rows before the first ones are taken.
struct condition {
  std::optional<knowledge::column_id> column{};  ///< nothing: the number of rows
  std::string_view claim{};                      ///< one of `opposites`
  std::string value{};                           ///< the literal of the comparison; "?" for what is none, "" without a comparison

  friend bool operator==(condition const&, condition const&) = default;
};

/// Claims and their opposites.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 6> opposites{
    {{"<", ">"}, {"=", "!="}, {"null", "not null"}, {"like", "not like"}, {"in", "not in"}, {"least", "most"}}};

/// "" if there is none.
[[nodiscard]] inline std::string_view opposite_of(std::string_view claim) {
  for (auto const& [a, b] : opposites) {
    if (claim == a) return b;
    if (claim == b) return a;
  }
  return {};
}

/// Whether no row meets both conditions: `price < 5` and `price > 5`, `sold = 0` and `sold = 1`.
[[nodiscard]] inline bool is_opposed(condition const& a, condition const& b) {
  if (a.column != b.column) return false;
  auto const is_flag = [](condition const& c) { return c.claim == "=" && (c.value == "0" || c.value == "1"); };
  if (is_flag(a) && is_flag(b)) return a.value != b.value;
  return b.claim == opposite_of(a.claim) && a.value == b.value;
}

/// The conditions of all parts of a statement.
class condition_list {
 public:
  condition_list() = default;
  condition_list(sql::node const& root, sql::resolution const& meaning, schema::database const& d) : meaning_(&meaning), schema_(&d) {
    read(root, false);
  }

  template <class Is>
  [[nodiscard]] std::size_t count_if(Is const& is_it) const {
    return static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), is_it));
  }
  /// Whether two texts are demanded of the same column of a row, so that no row has both, if all are joined by AND: `day LIKE '2022%' AND
  /// day LIKE '2023%'`.
  [[nodiscard]] bool contradicts() const {
    auto const begins = [](condition const& c) {
      return c.claim == "like" && c.value.size() > 1 && c.value.find_first_of("%_") + 1 == c.value.size();
    };
    for (auto const& a : all_)
      for (auto const& b : all_)
        if (a.column && a.column == b.column && a.value != b.value && a.value.size() == b.value.size() && begins(a) && begins(b))
          return true;
    return false;
  }
  /// A condition here whose opposite the other list has: nullptr if there is none.
  [[nodiscard]] condition const* opposite_in(condition_list const& other) const {
    for (auto const& own : all_) {
      if (t2s::detail::has(other.all_, own)) continue;
      for (auto const& theirs : other.all_)
        if (is_opposed(own, theirs) && !t2s::detail::has(all_, theirs)) return &own;
    }
    return nullptr;
  }

 private:
  void read(sql::node const& tree, bool negated) {
    sql::visit(tree, [&](sql::node const& n) {
      if (n.kind == sql::kind::prefix && n.op == sql::op::not_) {
        read(n[0], !negated);
        return sql::walk::over;
      }
      add(n, negated);
      return sql::walk::into;
    });
  }

  void add(sql::node const& n, bool negated) {
    bool const turned = negated != n.has(sql::flag::negated);
    if (n.kind == sql::kind::operation && n.count == 2)
      add_comparison(n, negated);
    else if (n.kind == sql::kind::like && n.count > 1)
      add_of(n[0], turned ? "not like" : "like", literal(n[1]));
    else if (n.kind == sql::kind::in && n.count > 1)
      add_of(n[0], turned ? "not in" : "in", "");
    else if (n.kind == sql::kind::query)
      add_order(n);
    else if (n.kind == sql::kind::call && n.count == 1)
      add_extreme(n);
  }

  void add_comparison(sql::node const& n, bool negated) {
    auto claim = claim_of(n);
    if (claim.empty()) return;
    if (negated) claim = opposite_of(claim);
    add_of(n[0], claim, claim.ends_with("null") ? "" : literal(n[1]));
  }
  [[nodiscard]] static std::string_view claim_of(sql::node const& n) {
    bool const to_null = n[1].kind == sql::kind::null;
    switch (n.op) {
      case sql::op::lt:
      case sql::op::le: return "<";
      case sql::op::gt:
      case sql::op::ge: return ">";
      case sql::op::is: return to_null ? "null" : "=";
      case sql::op::is_not: return to_null ? "not null" : "!=";
      case sql::op::eq: return "=";
      case sql::op::ne: return "!=";
      default: return {};
    }
  }

  /// Adds which end of an order is taken.
  void add_order(sql::node const& query) {
    auto const* order = query.find(sql::kind::order_by);
    if (!order || !query.find(sql::kind::limit) || order->count == 0) return;
    auto const& first = (*order)[0];
    add_of(first[0], first.has(sql::flag::descending) ? "most" : "least", "");
  }
  void add_extreme(sql::node const& call) {
    auto const name = text::lower(call.name.view());
    if (name == "max" || name == "min") add_of(call[0], name == "max" ? "most" : "least", "");
  }

  void add_of(sql::node const& n, std::string_view claim, std::string value) {
    if (n.kind == sql::kind::call && text::same(n.name.view(), "count")) return all_.push_back({{}, claim, std::move(value)});
    auto const* use = n.kind == sql::kind::column ? meaning_->find(n) : nullptr;
    if (!use || !use->base.table || !use->base.column) return;
    all_.push_back({knowledge::id_of(*schema_, *use->base.table, use->base.column), claim, std::move(value)});
  }
  [[nodiscard]] static std::string literal(sql::node const& n) {
    bool const is_literal =
        n.kind == sql::kind::string || n.kind == sql::kind::number || (n.kind == sql::kind::column && n.name.quoted == sql::quote::twofold);
    return is_literal ? text::lower(n.name.view()) : std::string("?");
  }

  sql::resolution const* meaning_ = nullptr;
  schema::database const* schema_ = nullptr;
  std::vector<condition> all_{};
};

}  // namespace t2s::confidence::detail

#endif
