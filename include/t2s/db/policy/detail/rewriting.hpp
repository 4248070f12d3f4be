// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_REWRITING_HPP
#define T2S_DB_POLICY_DETAIL_REWRITING_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/policy/detail/dotted_names.hpp"
#include "t2s/db/policy/detail/harmless.hpp"
#include "t2s/db/policy/detail/rule_names.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/print.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::db::policy::detail {

/// What to put in the place of a table that a statement names, without an alias; null if there is no such table.
using source_of_table = std::function<sql::node*(sql::query&, sql::node const& table)>;

/// Rewrites one statement, of a user or the definition of a view.
///
/// Common table expressions get names that nobody can guess, so that none stands in the way of a table that the sources read, and so that
/// one that is taken for what it is not leads nowhere. Their uses have the old names as aliases.
class rewriting {
 public:
  /// `allowed` is null for the definition of a view, which may use what it likes.
  rewriting(sql::query& q, source_of_table const& source, allowed_things const* allowed, std::string token)
      : query_(q), source_(source), allowed_(allowed), token_(std::move(token)), dialect_(q.dialect()) {}

  /// Changes the query. Returns why it is refused, if it is.
  [[nodiscard]] std::optional<failure> run() {
    std::optional<failure> calls;
    if (allowed_ && dialect_ == sql::dialect::postgres) calls = dotted_names(query_.root(), *allowed_).refused(query_.root());
    statement(query_.root(), nullptr);
    if (dialect_ == sql::dialect::duckdb) quote_rare_names();
    return failed_ ? std::move(failed_) : std::move(calls);
  }

  /// The new names of common table expressions, and the old ones.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> take_names() { return std::move(names_); }

 private:
  /// Names that stand for rows of a common table expression.
  struct scope {
    scope const* around = nullptr;
    std::vector<std::pair<sql::identifier, std::string>> names{};  ///< as written, and as they are now
  };

  // ---- names

  [[nodiscard]] bool is_same(sql::identifier const& a, sql::identifier const& b) const {
    if (dialect_ != sql::dialect::postgres) return text::same(a.view(), b.view());
    return is_named(a, b.quoted == sql::quote::none ? text::lower(b.view()) : std::string(b.view()), dialect_);
  }

  [[nodiscard]] std::string const* find(scope const* s, sql::identifier const& name) const {
    for (; s; s = s->around)
      for (auto const& [written, now] : s->names)
        if (is_same(written, name)) return &now;
    return nullptr;
  }

  void add(scope& s, sql::node& cte) {
    auto now = "t2s_" + token_ + "_" + std::to_string(names_.size());
    names_.emplace_back(now, cte.name.view());
    s.names.emplace_back(cte.name, now);
    cte.name = query_.make_name(now);
  }

  /// DuckDB takes some characters beyond ASCII for spaces where nothing is quoted.
  void quote_rare_names() {
    sql::visit(query_.root(), [](sql::node& n) {
      for (auto* const name : {&n.name, &n.qualifier}) {
        bool const is_rare = std::ranges::any_of(name->view(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
        if (is_rare && name->quoted == sql::quote::none) name->quoted = sql::quote::twofold;
      }
    });
  }

  // ---- statements

  void statement(sql::node& q, scope const* around) {
    scope own{around, {}};
    if (auto* const with = q.find(sql::kind::with)) common_tables(*with, own);
    for (auto* const child : q.children())
      if (child->kind != sql::kind::with) walk(*child, &own);
    refit(q);
  }

  /// In SQLite all of a WITH see each other; elsewhere each sees those before it, and with RECURSIVE all.
  void common_tables(sql::node& with, scope& own) {
    bool const all = dialect_ == sql::dialect::sqlite || with.has(sql::flag::recursive);
    if (all)
      for (auto* const cte : with.children()) add(own, *cte);
    for (auto* const cte : with.children()) {
      walk((*cte)[cte->count - 1], &own);
      refit(*cte);
      if (!all) add(own, *cte);
    }
    refit(with);
  }

  void refit(sql::node& n) { query_.set_children(n, {n.items, n.count}); }

  void walk(sql::node& n, scope const* s) {
    if (failed_) return;
    if (n.kind == sql::kind::query) return statement(n, s);
    if (allowed_) check(n);
    if (n.kind == sql::kind::columns && dialect_ != sql::dialect::postgres) name_subqueries(n);
    if (n.kind == sql::kind::column && n.count == 1) without_schema(n);
    for (std::size_t i = 0; i < n.count && !failed_; ++i) {
      bool const gives_rows = n.kind == sql::kind::from || n.kind == sql::kind::alias || (n.kind == sql::kind::join && i == 0);
      auto* child = n.items[i];
      while (gives_rows && child->kind == sql::kind::from && child->count == 1 &&
             !(n.kind == sql::kind::alias && (*child)[0].kind == sql::kind::alias))
        child = child->items[0];  // SQLite forgets the names of sources in brackets of their own
      if (child->kind == sql::kind::table)
        child = source(*child, s, n.kind);
      else
        walk(*child, s);
      n.items[i] = child;
    }
    refit(n);
  }

  /// `main.orders.id`: the source is called `orders` alone.
  void without_schema(sql::node& column) {
    if (!allowed_ || !allowed_->schemas.contains(text::lower(column[0].name.view())) || !column[0].qualifier.empty()) return;
    query_.set_children(column, {});
  }

  /// An expression without a name is called by its text, which is not the user's any more.
  void name_subqueries(sql::node& columns) {
    static constexpr std::size_t longest = 60;
    for (std::size_t i = 0; i < columns.count; ++i) {
      auto* const c = columns.items[i];
      if (c->kind == sql::kind::alias || c->kind == sql::kind::star || sql::all_of(*c, sql::kind::query).empty()) continue;
      auto& named = query_.make(sql::kind::alias, {c});
      auto const words = sql::print(*c, {.dialect = dialect_});
      named.name = query_.make_literal(text::whole_characters(words, longest));
      named.name.quoted = dialect_ == sql::dialect::mysql ? sql::quote::backtick : sql::quote::twofold;
      columns.items[i] = &named;
    }
  }

  // ---- sources

  /// What stands for a table within a node of that kind.
  sql::node* source(sql::node& table, scope const* s, sql::kind within) {
    if (allowed_ && table.has(sql::flag::only)) return refuse_table("ONLY before ", table);
    if (allowed_ && (within == sql::kind::sample || within == sql::kind::indexed))
      return refuse_table(within == sql::kind::sample ? "a sample of " : "an index hint for ", table);
    if (table.count != 0) return function(table, s);
    auto* made = table_or_cte(table, s);
    if (!made || made == &table) return made;
    if (within == sql::kind::alias) return made;
    auto& named = query_.make(sql::kind::alias, {made});
    named.name = table.name;
    return within == sql::kind::in ? &all_of(named) : &named;
  }

  sql::node* table_or_cte(sql::node& table, scope const* s) {
    if (auto const* now = table.qualifier.empty() ? find(s, table.name) : nullptr) {
      auto& renamed = query_.make(sql::kind::table);
      renamed.name = query_.make_name(*now);
      return &renamed;
    }
    if (auto* const made = source_(query_, table)) return made;
    if (!allowed_ || (table.qualifier.empty() && dialect_ == sql::dialect::sqlite && allowed_->source(table.name.view()))) return &table;
    if (dialect_ == sql::dialect::mysql && table.name.quoted == sql::quote::none && text::same(table.name.view(), "dual") &&
        table.qualifier.empty())
      return &table;  // no table
    auto const full = std::string(table.qualifier.view()).append(table.qualifier.empty() ? "" : ".").append(table.name.view());
    failed_ = failure{errc::no_such_table, "no such table: " + text::cut(full, 500), text::cut(full, 500), {}, table.offset};
    return &table;
  }

  /// `IN t` as `IN (SELECT * FROM t)`.
  sql::node& all_of(sql::node& source) {
    auto& columns = query_.make(sql::kind::columns, {&query_.make(sql::kind::star)});
    auto& select = query_.make(sql::kind::select, {&columns, &query_.make(sql::kind::from, {&source})});
    auto& q = query_.make(sql::kind::query, {&select});
    return query_.make(sql::kind::subquery, {&q});
  }

  sql::node* function(sql::node& table, scope const* s) {
    if (allowed_ && (!allowed_->source(table.name.view()) || !is_own_schema(table.qualifier))) return refuse_function(table), &table;
    for (auto* const child : table.children()) walk(*child, s);
    refit(table);
    return &table;
  }

  sql::node* refuse_table(std::string const& what, sql::node& table) {
    failed_ = failure{errc::statement_denied, what + text::cut(table.name.view(), 200) + " cannot be used here",
                      text::cut(table.name.view(), 200), "write only the table's name", table.offset};
    return &table;
  }

  // ---- what else reads

  void check(sql::node const& n) {
    using sql::kind;
    switch (n.kind) {
      case kind::call:
        if (!allowed_->function(n.name.view()) || !is_own_schema(n.qualifier)) refuse_function(n);
        return;
      case kind::cast:
        if (!n.name.empty() && !allowed_->type(n.name.view()))
          refuse("the type ", n.name.view(), "cast to one of the engine's own types that holds values", n);
        return;
      case kind::name:
        if (!n.qualifier.empty() && !allowed_->type(n.qualifier.view()))
          refuse("the type ", n.qualifier.view(), "use one of the engine's own types", n);
        return;
      case kind::parameter:
        if (dialect_ == sql::dialect::sqlite) return;  // it is NULL
        return refuse("the parameter ", n.name.view(), "write the value", n);
      case kind::indexed: return refuse("an index hint", {}, "leave it out", n);
      case kind::sample:
        if (n.count > 0) refuse("TABLESAMPLE", {}, "leave it out", n);
        return;
      case kind::operation:
      case kind::prefix:
        if (n.op == sql::op::custom && dialect_ != sql::dialect::sqlite && !has(harmless_operators, n.name.view()) &&
            !is_word(n.name.view()))
          refuse("the operator ", n.name.view(), "use one of the engine's own", n);
        return;
      case kind::star:
        if (n.qualifier.view().find('.') != std::string_view::npos && n.qualifier.quoted == sql::quote::none)
          refuse("the star of ", n.qualifier.view(), "write the star with only the table's name", n);
        return;
      default: return;
    }
  }

  /// `BINARY a`, `a SOUNDS LIKE b` of MySQL.
  [[nodiscard]] bool is_word(std::string_view name) const {
    return dialect_ == sql::dialect::mysql && !name.empty() && text::is_letter(name.front());
  }

  [[nodiscard]] static bool is_own_schema(sql::identifier const& qualifier) {
    return qualifier.empty() || text::same(qualifier.view(), "pg_catalog");
  }

  void refuse_function(sql::node const& n) {
    refuse("the function ", n.name.view(), "use functions that only compute; the rules can allow others", n);
  }

  void refuse(std::string_view what, std::string_view subject, std::string_view remedy, sql::node const& at) {
    failed_ = failure{errc::statement_denied, std::string(what).append(text::cut(subject, 200)).append(" cannot be used here"),
                      text::cut(subject, 200), std::string(remedy), at.offset};
  }

  sql::query& query_;
  source_of_table const& source_;
  allowed_things const* allowed_;
  std::string token_;
  sql::dialect dialect_;
  std::vector<std::pair<std::string, std::string>> names_{};
  std::optional<failure> failed_{};
};

}  // namespace t2s::db::policy::detail

#endif
