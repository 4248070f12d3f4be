// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_DOTTED_NAMES_HPP
#define T2S_DB_POLICY_DETAIL_DOTTED_NAMES_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/policy/detail/harmless.hpp"
#include "t2s/db/policy/detail/rule_names.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::db::policy::detail {

/// PostgreSQL reads `a.f` and `(a).f` as `f(a)`, too, where `a` has no column `f`: a call of any function with one argument. So the name
/// after a dot must be that of a column that the role sees, of a harmless function or type, or, of `a.f`, of a column that every source `a`
/// of the statement has for certain.
class dotted_names {
 public:
  dotted_names(sql::node const& root, allowed_things const& allowed) : allowed_(allowed) {
    sql::visit(root, [this](sql::node const& n) {
      if (n.kind == sql::kind::cte) ctes_.push_back(&n);
      if (n.kind == sql::kind::using_columns && !n.name.empty()) note(n.name, n);
      if (n.kind == sql::kind::from || n.kind == sql::kind::join) note_source(*n.items[0]);
    });
  }

  /// Why the statement is refused, if it is.
  [[nodiscard]] std::optional<failure> refused(sql::node const& root) const {
    std::optional<failure> why;
    sql::visit(root, [&](sql::node const& n) {
      if (why || is_harmless(n)) return;
      auto full = std::string(n.qualifier.view()).append(n.qualifier.empty() ? "" : ".").append(n.name.view());
      full = text::cut(full, 500);
      why = failure{errc::no_such_column, "no such column: " + full, full, {}, n.offset};
    });
    return why;
  }

 private:
  struct source {
    sql::identifier name{};
    sql::node const* at = nullptr;
  };

  /// What is spent on finding out.
  struct effort {
    static constexpr std::size_t most_steps = 10'000, deepest = 200;
    std::size_t steps = 0, depth = 0;
  };

  /// Longer names are cut by PostgreSQL, and then may be the same.
  static constexpr std::size_t longest_name = 63;

  void note(sql::identifier const& name, sql::node const& at) { sources_.push_back({name, &at}); }

  void note_source(sql::node const& s) {
    if (s.kind == sql::kind::alias || s.kind == sql::kind::table) note(s.name, s);
    if (s.kind == sql::kind::sample && s.count > 0) note_source(*s.items[0]);
  }

  [[nodiscard]] bool is_harmless(sql::node const& n) const {
    bool const is_field = n.kind == sql::kind::field;
    if (!is_field && (n.kind != sql::kind::column || n.qualifier.empty())) return true;
    auto const name = text::lower(n.name.view());
    static constexpr std::string_view named_by_server[] = {"*",    "?column?", "key",       "value",  "ordinality",
                                                           "case", "lexeme",   "positions", "weights"};
    if (allowed_.columns.contains(name) || has(named_by_server, name) || allowed_.function(name) || allowed_.type(name)) return true;
    return !is_field && all_have(n.qualifier, n.name);
  }

  [[nodiscard]] bool all_have(sql::identifier const& qualifier, sql::identifier const& column) const {
    bool is_there = false;
    effort spent;
    for (auto const& s : sources_) {
      if (!text::same(s.name.view(), qualifier.view()) && s.name.size <= longest_name) continue;
      if (!has_column(*s.at, column, spent)) return false;
      is_there = true;
    }
    return is_there && qualifier.size <= longest_name;
  }

  static bool is_same(sql::identifier const& a, sql::identifier const& b) {
    auto const name = b.quoted == sql::quote::none ? text::lower(b.view()) : std::string(b.view());
    return is_named(a, name, sql::dialect::postgres);
  }

  [[nodiscard]] static bool has_name(sql::node const& names, sql::identifier const& column) {
    return std::ranges::any_of(names.children(), [&](sql::node const* n) { return is_same(n->name, column); });
  }

  /// Whether it surely has a column of that name; false where finding out takes too long.
  [[nodiscard]] bool has_column(sql::node const& s, sql::identifier const& column, effort& spent) const {
    if (++spent.steps > effort::most_steps || spent.depth == effort::deepest) return false;
    ++spent.depth;
    bool const found = names_column(s, column, spent);
    --spent.depth;
    return found;
  }

  [[nodiscard]] bool names_column(sql::node const& s, sql::identifier const& column, effort& spent) const {
    bool const may_rename = s.kind == sql::kind::alias || s.kind == sql::kind::cte;
    if (auto const* const names = may_rename ? s.find(sql::kind::names) : nullptr) return has_name(*names, column);
    switch (s.kind) {
      case sql::kind::using_columns: return has_name(s, column);
      case sql::kind::alias: return is_series(*s.items[0], s.name, column) || has_column(*s.items[0], column, spent);
      case sql::kind::cte: return has_column(*s.items[s.count - 1], column, spent);
      case sql::kind::table: return s.count == 0 && s.qualifier.empty() && cte_has(s, column, spent);
      case sql::kind::from:
      case sql::kind::subquery: return any_has(s, column, spent);
      case sql::kind::join:
      case sql::kind::sample: return s.count > 0 && has_column(*s.items[0], column, spent);
      case sql::kind::query: return has_column(*s.items[s.items[0]->kind == sql::kind::with ? 1 : 0], column, spent);
      case sql::kind::select: return select_has(s, column, spent);
      case sql::kind::values: return text::lower(column.view()).starts_with("column");
      default: return false;
    }
  }

  /// `generate_series(1, 3) AS n` has the column `n`.
  static bool is_series(sql::node const& s, sql::identifier const& alias, sql::identifier const& column) {
    return s.kind == sql::kind::table && s.count != 0 && text::same(s.name.view(), "generate_series") && is_same(alias, column);
  }

  [[nodiscard]] bool any_has(sql::node const& s, sql::identifier const& column, effort& spent) const {
    return std::ranges::any_of(s.children(), [&](sql::node const* n) { return has_column(*n, column, spent); });
  }

  [[nodiscard]] bool cte_has(sql::node const& table, sql::identifier const& column, effort& spent) const {
    bool is_there = false;
    for (auto const* cte : ctes_) {
      if (!text::same(cte->name.view(), table.name.view())) continue;
      if (!has_column(*cte, column, spent)) return false;
      is_there = true;
    }
    return is_there && table.name.size <= longest_name;
  }

  [[nodiscard]] bool select_has(sql::node const& select, sql::identifier const& column, effort& spent) const {
    auto const* const columns = select.find(sql::kind::columns);
    auto const* const from = select.find(sql::kind::from);
    return columns && std::ranges::any_of(columns->children(), [&](sql::node const* n) {
             if (n->kind == sql::kind::star) return from && n->qualifier.empty() && has_column(*from, column, spent);
             return (n->kind == sql::kind::alias || n->kind == sql::kind::column) && is_same(n->name, column);
           });
  }

  allowed_things const& allowed_;
  std::vector<source> sources_{};
  std::vector<sql::node const*> ctes_{};
};

}  // namespace t2s::db::policy::detail

#endif
