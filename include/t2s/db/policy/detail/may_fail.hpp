// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_MAY_FAIL_HPP
#define T2S_DB_POLICY_DETAIL_MAY_FAIL_HPP

#include "t2s/db/policy/detail/harmless.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

/// Whether a statement could tell of rows that its role does not see by failing, or by taking its time, while it looks at them.
///
/// An engine may ask the conditions of a statement before that of the rule: `WHERE 1 / (salary - 5000) > 0` then fails where a hidden row
/// has that salary. A statement of nothing but comparisons cannot; before any other the engine is kept from looking ahead. In DuckDB every
/// statement can: it casts what is compared, and says which value cannot be cast.
namespace t2s::db::policy::detail {

class failing {
 public:
  explicit failing(sql::dialect d) : dialect_(d) {}

  [[nodiscard]] bool may(sql::node const& n) const { return dialect_ == sql::dialect::duckdb || may(n, sql::kind::query, false); }

  /// Whether a rule's own condition could, whose failure would say what a hidden row holds. Its subqueries are the rule's, too.
  [[nodiscard]] bool condition_may(sql::node const& n) const {
    if (n.kind == sql::kind::subquery || n.kind == sql::kind::exists) return any_may(n);
    if (n.kind == sql::kind::in && n[1].kind != sql::kind::list) return any_may(n);
    if (!is_safe(n, sql::kind::query, true) || (dialect_ == sql::dialect::duckdb && casts(n))) return true;
    return any_may(n);
  }

 private:
  [[nodiscard]] bool any_may(sql::node const& n) const {
    return std::ranges::any_of(n.children(), [this](sql::node const* c) { return condition_may(*c); });
  }

  /// DuckDB casts a column to the type that it is compared with, unless that is a text.
  [[nodiscard]] static bool casts(sql::node const& n) {
    using sql::kind;
    auto const is_text = [](sql::node const* operand) { return operand->kind == kind::string || operand->kind == kind::null; };
    if (n.kind == kind::operation && n.op != sql::op::and_ && n.op != sql::op::or_) return std::ranges::none_of(n.children(), is_text);
    if (n.kind == kind::in) return !std::ranges::all_of(n[1].children(), is_text);
    return n.kind == kind::between && !std::ranges::all_of(n.children().subspan(1), is_text);
  }

  /// `is_source`: it gives rows to a FROM clause, or is a member of a compound.
  [[nodiscard]] bool may(sql::node const& n, sql::kind parent, bool is_source) const {
    using sql::kind;
    if (!is_safe(n, parent, is_source)) return true;
    for (std::size_t i = 0; i < n.count; ++i) {
      bool const gives_rows =
          n.kind == kind::from || n.kind == kind::query || (n.kind == kind::join && i == 0) || (n.kind == kind::alias && is_source);
      if (may(n[i], n.kind, gives_rows)) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_safe(sql::node const& n, sql::kind parent, bool is_source) const {
    using sql::kind;
    switch (n.kind) {
      case kind::with: return !n.has(sql::flag::recursive) && dialect_ != sql::dialect::sqlite;
      // as an expression it could run long for one row and not for another
      case kind::subquery: return is_source;
      case kind::query: return parent == kind::subquery || parent == kind::query || parent == kind::cte;
      case kind::exists:
      case kind::now:
      case kind::blob: return n.kind != kind::exists;
      case kind::operation: return is_safe(n.op);
      case kind::prefix: return n.op == sql::op::not_ || is_sqlite();
      case kind::like:
        return (n.op == sql::op::like || n.op == sql::op::ilike || n.op == sql::op::glob) && n.count == 2 && is_safe_pattern(n[1]);
      case kind::in: return n[1].kind == kind::list;
      case kind::call: return is_safe_call(n);
      case kind::cast: return is_sqlite() || n.has(sql::flag::literal);
      case kind::select:
      case kind::values:
      case kind::columns:
      case kind::alias:
      case kind::star:
      case kind::from:
      case kind::join:
      case kind::names:
      case kind::name:
      case kind::on:
      case kind::using_columns:
      case kind::where:
      case kind::group_by:
      case kind::having:
      case kind::order_by:
      case kind::sort:
      case kind::limit:
      case kind::column:
      case kind::number:
      case kind::string:
      case kind::null:
      case kind::between:
      case kind::list:
      case kind::case_:
      case kind::when:
      case kind::else_:
      case kind::cte:
      case kind::collate:
      case kind::filter:
      case kind::distinct_on: return true;
      case kind::table: return n.count == 0;
      default: return false;
    }
  }

  [[nodiscard]] bool is_sqlite() const { return dialect_ == sql::dialect::sqlite; }

  [[nodiscard]] bool is_safe(sql::op o) const {
    using sql::op;
    switch (o) {
      case op::or_:
      case op::and_:
      case op::not_:
      case op::eq:
      case op::ne:
      case op::is:
      case op::is_not:
      case op::is_distinct:
      case op::is_not_distinct:
      case op::lt:
      case op::le:
      case op::gt:
      case op::ge:
      case op::null_safe: return true;
      // SQLite makes a real of what is too large, and NULL of what is divided by 0
      case op::add:
      case op::sub:
      case op::mul:
      case op::div:
      case op::mod: return is_sqlite();
      default: return false;
    }
  }

  /// PostgreSQL fails at a backslash at the end once a text matches up to there, SQLite at a pattern of more bytes than its connection
  /// allows (`distrust_statements`).
  [[nodiscard]] bool is_safe_pattern(sql::node const& n) const {
    static constexpr std::size_t longest = 100;
    auto const pattern = n.name.view();
    return n.kind == sql::kind::string && (is_sqlite() ? pattern.size() <= longest : pattern.find('\\') == pattern.npos);
  }

  [[nodiscard]] bool is_safe_call(sql::node const& n) const {
    if (n.find(sql::kind::window) || n.find(sql::kind::window_name)) return false;
    if (text::same(n.name.view(), "length") && n.count != 1) return false;  // of bytes in an encoding, which they may not be in
    // Aggregates see the rows that are left: there is no subquery in an expression.
    for (auto const* f : {"count", "min", "max", "sum", "avg", "lower", "upper", "length", "coalesce", "nullif"})
      if (text::same(n.name.view(), f)) return true;
    if (!is_sqlite()) return false;
    for (auto const* f :
         {"total", "ifnull", "iif", "round", "typeof", "date", "time", "datetime", "julianday", "strftime", "substr", "substring"})
      if (text::same(n.name.view(), f)) return true;
    return n.count == 1 && text::same(n.name.view(), "trim");
  }

  sql::dialect dialect_;
};

}  // namespace t2s::db::policy::detail

#endif
