// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_CONDITION_HPP
#define T2S_DB_POLICY_DETAIL_CONDITION_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/policy/detail/column_reading.hpp"
#include "t2s/db/policy/detail/may_fail.hpp"
#include "t2s/db/policy/detail/rule_names.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::db::policy::detail {

/// Puts the parameters of a session into conditions: as string literals of the dialect, which the engine makes numbers of where it compares
/// them with some.
class parameters {
 public:
  parameters(std::map<std::string, std::string> const& given, sql::dialect d, std::string mark)
      : given_(given), dialect_(d), mark_(std::move(mark)) {}

  /// A condition with strings in the place of its parameters, which `put_in` finds again.
  [[nodiscard]] std::string marked(std::string_view condition) {
    std::string out;
    for (std::size_t i = 0; i < condition.size();) {
      char const c = condition[i];
      if (c == '\'' || c == '"' || c == '`') {
        auto const end = end_of_quotes(condition, i);
        out.append(condition.substr(i, end - i));
        i = end;
      } else if (c == ':' && i + 1 < condition.size() && condition[i + 1] == ':') {
        out += "::";
        i += 2;
      } else if (c == ':' && i + 1 < condition.size() && text::is_letter(condition[i + 1])) {
        auto end = i + 1;
        while (end < condition.size() && (text::is_letter(condition[end]) || text::is_digit(condition[end]) || condition[end] == '_'))
          ++end;
        auto const name = std::string(condition.substr(i + 1, end - i - 1));
        (void)value(name);
        out.append("'").append(mark_).append(name).append("'");
        i = end;
      } else {
        out += c;
        ++i;
      }
    }
    return out;
  }

  /// The values, where `marked` has left their names.
  void put_in(sql::query& q) {
    sql::visit(q.root(), [&](sql::node& n) {
      if (n.kind != sql::kind::string || !n.name.view().starts_with(mark_)) return;
      auto literal = q.make_literal(value(std::string(n.name.view().substr(mark_.size()))));
      literal.quoted = n.name.quoted;
      n.name = literal;
    });
  }

  /// The value of a parameter. Throws `t2s::error` if it has none.
  [[nodiscard]] std::string const& value(std::string const& name) {
    auto const found = given_.find(name);
    if (found == given_.end()) {
      std::vector<std::string> names;
      for (auto const& [known, unused] : given_) names.push_back(known);
      throw error(failure{errc::invalid_argument,
                          "the session has no parameter \"" + name + "\", which the rules ask for",
                          name,
                          "give it a value (t2s: --parameter " + name + "=VALUE, or \"parameters\" of the user)" +
                              (names.empty() ? std::string() : "; given are " + text::join(names, ", ")),
                          {}});
    }
    if (found->second.find('\0') != std::string::npos || text::first_invalid_utf8(found->second))
      throw error(
          failure{errc::invalid_argument, "the parameter \"" + name + "\" is not valid text", name, "give valid UTF-8 without NUL", {}});
    used_.insert(name);
    return found->second;
  }

  /// Whether a condition has asked for it.
  [[nodiscard]] bool is_used(std::string const& name) const { return used_.contains(name); }

 private:
  [[nodiscard]] std::size_t end_of_quotes(std::string_view s, std::size_t i) const {
    char const quote = s[i];
    bool const escapes = dialect_ == sql::dialect::mysql || (i > 0 && text::lower(s[i - 1]) == 'e');
    for (++i; i < s.size(); ++i) {
      if (s[i] == '\\' && escapes)
        ++i;
      else if (s[i] == quote)
        return i + 1;
    }
    return s.size();
  }

  std::map<std::string, std::string> const& given_;
  sql::dialect dialect_;
  std::string mark_;
  std::set<std::string> used_{};
};

/// The SQL of the rows of a table that a rule lets through: names looked up, its own sources qualified, parameters put in.
class condition_reader {
 public:
  /// The name of a temporary view of SQLite that stands in the place of a view of the database.
  using view_name = std::function<std::string(schema::table const&)>;

  /// With `views` a condition is to stand in a temporary view of SQLite.
  condition_reader(schema::database const& d, parameters& values, view_name views)
      : database_(d), values_(values), views_(std::move(views)) {}

  [[nodiscard]] std::string read(schema::table const& t, std::string const& condition, std::string const& role) {
    role_ = &role;
    table_ = &t;
    auto const d = database_.sql_dialect();
    auto const name = schema::in_quotes(t.name, d);
    auto const before = "SELECT 1 FROM " + (t.schema.empty() ? name : schema::in_quotes(t.schema, d) + "." + name) + " WHERE ";
    auto parsed = sql::parse(before + values_.marked(condition), database_);
    if (!parsed) refuse(parsed.error().message);
    auto& q = *parsed;
    sql::node* const where = where_of(q.root());
    if (!where) refuse("it is not just a condition");
    auto const names = sql::resolve(q, database_);
    check(names);
    read_ = column_read(names);
    sql::visit(*where, [&](sql::node& n) {
      if (n.kind == sql::kind::with) refuse("it has a WITH");
      if (n.kind == sql::kind::parameter) refuse("it has a parameter of another form than :name");
      if (n.kind == sql::kind::table && n.count == 0) qualify(q, n);
    });
    if (views_) read_within_view(q, *where);
    values_.put_in(q);
    may_fail_ = failing(d).condition_may((*where)[0]);
    return sql::print((*where)[0], {.dialect = d});
  }

  /// The tables of conditions that have no column to be read.
  [[nodiscard]] std::vector<std::string> take_unread() { return std::move(unread_); }

  /// Whether the last condition could fail for a row, with a message that says what the row holds.
  [[nodiscard]] bool may_fail() const { return may_fail_; }

  /// A column of the table that SQLite has to look at, if possible one that the last condition names; null if there is none.
  [[nodiscard]] schema::column const* read_column() const { return read_; }

 private:
  [[noreturn]] void refuse(std::string const& why) const {
    refuse_rules("role " + *role_ + ", rows of " + table_->name + ": " + why, table_->name, "write a condition in the SQL of the database");
  }

  /// Only of a statement that has exactly the parts that it was given.
  static sql::node* where_of(sql::node& root) {
    bool const is_plain = root.count == 1 && root[0].kind == sql::kind::select && root[0].count == 3 && root[0][2].kind == sql::kind::where;
    return is_plain ? &root[0][2] : nullptr;
  }

  void check(sql::resolution const& names) const {
    bool const is_exact = database_.sql_dialect() == sql::dialect::sqlite;
    for (auto const& p : names.problems) {
      bool const is_of_names = p.what.code == errc::no_such_table || p.what.code == errc::no_such_column;
      if (is_exact || is_of_names) refuse(p.what.message + (p.what.remedy.empty() ? "" : "; " + p.what.remedy));
    }
    for (auto const& c : names.columns)  // SQLite would take it for a text
      if (is_exact && c.what == sql::reference::literal && c.at->name.quoted == sql::quote::twofold)
        refuse("no such column: " + std::string(c.at->name.view()) + "; a text has single quotes");
  }

  [[nodiscard]] schema::column const* column_read(sql::resolution const& names) const {
    for (auto const& c : names.columns)
      if (c.base.table == table_ && c.base.column && is_stored(*c.base.column)) return c.base.column;
    return stored_column(*table_);
  }

  void qualify(sql::query& q, sql::node& table) const {
    auto const d = database_.sql_dialect();
    for (auto const& t : database_.tables()) {
      if (!is_named(table.name, t.name, d) || !is_in(table, t, d)) continue;
      if (d == sql::dialect::sqlite) table.qualifier = q.make_name("main");
      if (!t.schema.empty()) table.qualifier = q.make_name(t.schema);
      return;
    }
  }

  void read_within_view(sql::query& q, sql::node& where) {
    column_reading reading(q, database_);
    reading.add_to(where);
    for (auto& name : reading.take_unread()) unread_.push_back(std::move(name));
    sql::visit(where, [&](sql::node& n) { put_in_views(q, n); });
  }

  /// Of the names within a view of the database the authorizer knows none.
  void put_in_views(sql::query& q, sql::node& parent) {
    for (std::size_t i = 0; i < parent.count; ++i) {
      auto& n = *parent.items[i];
      auto const* t = n.kind == sql::kind::table && text::same(n.qualifier.view(), "main") ? database_.find_table(n.name.view()) : nullptr;
      if (!t || !t->is_view) continue;
      auto& view = q.make(sql::kind::table);
      view.qualifier = q.make_name("temp");
      view.name = q.make_name(views_(*t));
      bool const has_name = parent.kind == sql::kind::alias || parent.kind == sql::kind::in;
      auto& named = has_name ? view : q.make(sql::kind::alias, {&view});
      if (!has_name) named.name = n.name;
      parent.items[i] = &named;
    }
  }

  schema::database const& database_;
  parameters& values_;
  view_name views_;
  std::vector<std::string> unread_{};
  std::string const* role_ = nullptr;
  schema::table const* table_ = nullptr;
  schema::column const* read_ = nullptr;
  bool may_fail_ = false;
};

}  // namespace t2s::db::policy::detail

#endif
