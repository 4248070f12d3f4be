// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POLICY_DETAIL_SOURCES_HPP
#define T2S_DB_POLICY_DETAIL_SOURCES_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/policy/detail/condition.hpp"
#include "t2s/db/policy/detail/rewriting.hpp"
#include "t2s/db/policy/detail/seen_schema.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What stands in the place of a table.
namespace t2s::db::policy::detail {

/// What a role sees of a table, as a source of rows.
struct table_source {
  sql::query plain{};   ///< SELECT * FROM what is to stand in its place
  sql::query barred{};  ///< the same where the engine may not look ahead of the condition
  bool hides_rows = false;
  bool may_fail = false;   ///< its condition could, at a row that is hidden
  bool is_barred = false;  ///< always, since the engine would do something else

  [[nodiscard]] static sql::node const& within(sql::query const& q) {
    auto const* source = &(*q.root()[0].find(sql::kind::from))[0];
    return source->kind == sql::kind::alias ? (*source)[0] : *source;
  }
};

/// The value that stands in the place of that of a column, in the SQL of a dialect.
class mask_writer {
 public:
  mask_writer(sql::dialect d, std::string const& key, std::string const& hash) : dialect_(d), key_(key), hash_(hash) {}

  [[nodiscard]] std::string write(std::string const& column, mask const& m) const {
    switch (m.how) {
      case masking::text: return literal(m.with);
      case masking::hash: return hashed(column);
      case masking::last4: return last_four(column);
      default: return dialect_ == sql::dialect::sqlite ? "NULL" : "CASE WHEN 1 = 0 THEN " + column + " END";  // of its type
    }
  }

 private:
  [[nodiscard]] std::string literal(std::string const& text) const {
    auto made = to_sql(value(text));
    if (dialect_ != sql::dialect::mysql) return made;
    std::string escaped;
    for (char const c : made) escaped.append(c == '\\' ? 2U : 1U, c);
    return escaped;
  }

  [[nodiscard]] std::string as_text(std::string const& column) const {
    return dialect_ == sql::dialect::mysql ? "CAST(" + column + " AS CHAR)" : "CAST(" + column + " AS TEXT)";
  }

  [[nodiscard]] std::string hashed(std::string const& column) const {
    switch (dialect_) {
      case sql::dialect::sqlite: return hash_ + "(" + column + ")";
      case sql::dialect::postgres: return "left(encode(sha256(convert_to('" + key_ + "' || " + as_text(column) + ", 'UTF8')), 'hex'), 16)";
      case sql::dialect::mysql: return "left(sha2(concat('" + key_ + "', " + as_text(column) + "), 256), 16)";
      default: return "left(sha256('" + key_ + "' || " + as_text(column) + "), 16)";
    }
  }

  [[nodiscard]] std::string last_four(std::string const& column) const {
    auto const text = as_text(column);
    auto const length = (dialect_ == sql::dialect::mysql ? "char_length(" : "length(") + text + ")";
    auto const end = dialect_ == sql::dialect::sqlite ? "substr(" + text + ", -4)" : "right(" + text + ", 4)";
    auto const shown = dialect_ == sql::dialect::mysql ? "concat('****', " + end + ")" : "'****' || " + end;
    return "CASE WHEN " + length + " < 8 THEN '****' WHEN " + length + " >= 8 THEN " + shown + " END";
  }

  sql::dialect dialect_;
  std::string const& key_;
  std::string const& hash_;
};

/// Makes the sources of all tables that a role sees.
class source_maker {
 public:
  struct context {
    schema::database const& database;
    std::vector<seen_table> const& seen;
    std::string const& role;
    std::string const& token;  ///< that nobody can guess
    std::string const& key;
    bool through_views = false;
  };

  source_maker(context const& in, parameters& values)
      : in_(in), conditions_(in.database, values, in.through_views ? name_of_view() : condition_reader::view_name()) {}

  [[nodiscard]] std::vector<table_source> make() {
    sources_.resize(in_.seen.size());
    is_made_.resize(in_.seen.size());
    for (std::size_t i = 0; i < in_.seen.size(); ++i) make(i);
    for (auto& name : conditions_.take_unread()) views_.counted.push_back(std::move(name));
    return std::move(sources_);
  }

  /// Those of `sqlite_connection::read_only_through`, made on the way, and for each what it is called in messages.
  [[nodiscard]] sqlite_views take_views() { return std::move(views_); }
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> take_names() { return std::move(names_); }

 private:
  [[nodiscard]] sql::dialect dialect() const { return in_.database.sql_dialect(); }
  [[nodiscard]] std::string quoted(std::string_view name) const { return schema::in_quotes(name, dialect()); }

  [[noreturn]] void refuse(schema::table const& t, std::string const& why, std::string const& remedy) const {
    refuse_rules("role " + in_.role + ", " + t.name + ": " + why, t.name, remedy);
  }

  void make(std::size_t i) {
    if (is_made_[i]) return;
    is_made_[i] = true;  // a view that reads itself is no view
    auto const& s = in_.seen[i];
    bool const around = std::exchange(inner_may_fail_, false);
    auto text = select(s);
    auto& made = sources_[i];
    made.may_fail = inner_may_fail_ || (!s.rule->rows.empty() && conditions_.may_fail());
    inner_may_fail_ = around;
    made.hides_rows = !s.rule->rows.empty() || s.whole->is_view;
    made.is_barred = in_.through_views ? s.whole->is_view : is_misread(s);
    if (!made.hides_rows || (!s.whole->is_view && !conditions_.read_column())) views_.counted.push_back(s.whole->name);
    auto const source = in_.through_views ? view_of(*s.whole, {}, text) : "(" + text + ") AS s";
    made.plain = parse(s, "SELECT * FROM " + source);
    auto const ahead = in_.through_views ? "SELECT * FROM " + source : text;
    made.barred = parse(s, "SELECT * FROM (" + ahead + std::string(barrier()) + ") AS s");
  }

  /// MariaDB takes min and max of a constant for that constant where an outer join has no row of the table.
  [[nodiscard]] bool is_misread(seen_table const& s) const {
    return dialect() == sql::dialect::mysql && std::ranges::any_of(s.masks, [](mask const* m) { return m && m->how == masking::text; });
  }

  [[nodiscard]] sql::query parse(seen_table const& s, std::string const& sql) const {
    auto parsed = sql::parse(sql, in_.database);
    if (!parsed)
      refuse(*s.whole, "its source cannot be read (" + parsed.error().message + ")", "hide the table, and tell the makers of this library");
    return std::move(*parsed);
  }

  /// Nothing is moved over a LIMIT or OFFSET by an engine.
  [[nodiscard]] std::string_view barrier() const {
    switch (dialect()) {
      case sql::dialect::sqlite: return " LIMIT -1";
      case sql::dialect::postgres: return " OFFSET 0";
      case sql::dialect::mysql: return " LIMIT 18446744073709551615";
      default: return " LIMIT 4611686018427387903";
    }
  }

  [[nodiscard]] std::string select(seen_table const& s) {
    auto const from = base(s) + " AS " + quoted(s.whole->name);
    auto where = s.rule->rows.empty() ? std::string() : " WHERE (" + conditions_.read(*s.whole, s.rule->rows, in_.role) + ")";
    // SQLite says within which view it reads a column, but not for a table of which it needs none or the number of the row alone
    if (auto const* c = where.empty() || !in_.through_views ? nullptr : conditions_.read_column()) where += " AND " + reading_of(*c);
    if (!s.has_masks() || where.empty()) return "SELECT " + columns(s) + " FROM " + from + where;
    // a condition means the values as they are
    return "SELECT " + columns(s) + " FROM (SELECT * FROM " + from + where + ") AS " + quoted(s.whole->name);
  }

  [[nodiscard]] std::string columns(seen_table const& s) const {
    std::string const hash = "t2s_hide_" + in_.token;
    mask_writer const masks(dialect(), in_.key, hash);
    std::string list;
    for (std::size_t i = 0; i < s.columns.size(); ++i) {
      auto const name = quoted(s.columns[i]->name);
      list.append(i == 0 ? "" : ", ").append(s.masks[i] ? masks.write(name, *s.masks[i]) + " AS " + name : name);
    }
    return list;
  }

  /// What a table is read from, with all its columns.
  [[nodiscard]] std::string base(seen_table const& s) {
    auto const& t = *s.whole;
    if (!t.is_view || (!in_.through_views && !s.rule->as_reader)) return in_database(t);
    if (!s.rule->as_reader) return owners_view(t);
    auto const names = column_names(t);
    source_of_table const as_reader = [this, &t](sql::query& q, sql::node const& table) { return seen_source(q, table, t); };
    auto const definition = rewritten_definition(t, as_reader, true);
    if (in_.through_views) return view_of(t, names, definition);
    auto const rows = quoted("t2s_" + in_.token);
    return "(WITH " + rows + names + " AS (" + definition + ") SELECT * FROM " + rows + ")";
  }

  [[nodiscard]] std::string in_database(schema::table const& t) const {
    if (dialect() == sql::dialect::sqlite) return "main." + quoted(t.name);
    return t.schema.empty() ? quoted(t.name) : quoted(t.schema) + "." + quoted(t.name);
  }

  [[nodiscard]] std::string column_names(schema::table const& t) const {
    std::string list;
    for (auto const& c : t.columns) list.append(list.empty() ? "(" : ", ").append(quoted(c.name));
    return list + ")";
  }

  // ---- views of the database

  /// A view of SQLite as its owner reads it, made anew: the authorizer is to know all names within.
  [[nodiscard]] std::string owners_view(schema::table const& t) {
    if (auto const known = owners_.find(&t); known != owners_.end()) return known->second;
    source_of_table const as_owner = [this](sql::query& q, sql::node const& table) { return owners_source(q, table); };
    auto const made = view_of(t, column_names(t), rewritten_definition(t, as_owner, false));
    return owners_[&t] = made;
  }

  [[nodiscard]] std::string rewritten_definition(schema::table const& t, source_of_table const& source, bool as_reader) {
    auto const words = definition_of(t);
    if (words.empty()) refuse(t, "the database does not say what the view reads", "leave \"read_as\" out, or hide the view");
    auto parsed = sql::parse(words, in_.database);
    if (!parsed) refuse(t, "its definition cannot be read (" + parsed.error().message + ")", "hide the view");
    if (as_reader) require_seen(t, *parsed);
    rewriting change(*parsed, source, nullptr, in_.token + "_" + std::to_string(++definitions_));
    (void)change.run();
    for (auto& [now, written] : change.take_names()) {
      views_.within.push_back(now);
      names_.emplace_back(now, written);
    }
    if (!as_reader) read_columns(*parsed);
    return sql::print(*parsed);
  }

  void read_columns(sql::query& definition) {
    column_reading reading(definition, in_.database);
    reading.add_to(definition.root());
    for (auto& name : reading.take_unread()) views_.counted.push_back(std::move(name));
  }

  [[nodiscard]] condition_reader::view_name name_of_view() {
    return [this](schema::table const& t) { return owners_view(t).substr(std::string_view("temp.").size()); };
  }

  /// Refuses a view that reads a column which the role does not see.
  void require_seen(schema::table const& view, sql::query const& definition) const {
    auto const seen = schema_maker(in_.database, in_.seen, false).make();
    for (auto const& p : sql::resolve(definition, seen).problems)
      if (p.what.code == errc::no_such_column)
        refuse(view, "it reads " + p.what.subject + ", which the role does not see", "show that, or read the view as its owner");
  }

  /// What follows AS in CREATE VIEW.
  [[nodiscard]] std::string definition_of(schema::table const& t) const {
    std::vector<sql::token> tokens;
    sql::tokenize(t.ddl, sql::dialect_of(in_.database), tokens);
    int depth = 0;
    for (auto const& token : tokens) {
      if (token.kind == sql::token_kind::lparen) ++depth;
      if (token.kind == sql::token_kind::rparen) --depth;
      if (depth == 0 && token.kind == sql::token_kind::as)
        return t.ddl.substr(static_cast<std::size_t>(token.data - t.ddl.data()) + token.size);
    }
    return {};
  }

  [[nodiscard]] sql::node* owners_source(sql::query& q, sql::node const& table) {
    for (auto const& t : in_.database.tables()) {
      if (!is_named(table.name, t.name, dialect()) || !is_in(table, t, dialect())) continue;
      if (t.is_view) return copied(q, "SELECT * FROM " + owners_view(t));
      auto& base = q.make(sql::kind::table);
      base.name = q.make_name(t.name);
      base.qualifier = q.make_name("main");
      return &base;
    }
    return nullptr;
  }

  [[nodiscard]] sql::node* seen_source(sql::query& q, sql::node const& table, schema::table const& view) {
    for (std::size_t i = 0; i < in_.seen.size(); ++i) {
      auto const& t = *in_.seen[i].whole;
      if (!is_named(table.name, t.name, dialect()) || !is_in(table, t, dialect())) continue;
      make(i);
      if (sources_[i].plain.empty()) refuse(view, "it reads itself", "hide the view");
      inner_may_fail_ = inner_may_fail_ || sources_[i].may_fail;
      return &q.copy(table_source::within(sources_[i].plain));
    }
    refuse(view, "it reads " + std::string(table.name.view()) + ", which the role does not see",
           "show that, or read the view as its owner");
  }

  [[nodiscard]] sql::node* copied(sql::query& q, std::string const& sql) const {
    auto const parsed = sql::parse(sql, in_.database);
    return &q.copy(table_source::within(*parsed));
  }

  /// Makes a temporary view of SQLite and says what it is called.
  [[nodiscard]] std::string view_of(schema::table const& t, std::string const& names, std::string const& definition) {
    auto const name = "t2s_" + in_.token + "_view" + std::to_string(views_.views.size());
    views_.views.push_back({name, "CREATE TEMP VIEW " + name + names + " AS " + definition});
    names_.emplace_back(name, t.name);
    return "temp." + name;
  }

  context in_;
  condition_reader conditions_;
  std::vector<table_source> sources_{};
  std::vector<bool> is_made_{};
  std::map<schema::table const*, std::string> owners_{};
  std::size_t definitions_ = 0;
  bool inner_may_fail_ = false;  // of the tables that the view reads which is being made
  sqlite_views views_{};
  std::vector<std::pair<std::string, std::string>> names_{};
};

}  // namespace t2s::db::policy::detail

#endif
