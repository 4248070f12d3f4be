// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_CATALOGUE_HPP
#define T2S_DB_DUCKDB_DETAIL_CATALOGUE_HPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/duckdb/detail/session.hpp"

#include <limits>
#include <map>
#include <set>
#include <span>

namespace t2s::db::detail {

/// Whether a statement CREATE TABLE gives a column GENERATED values, by the column's name.
class generated_columns {
 public:
  explicit generated_columns(std::string const& ddl) {
    std::vector<sql::token> tokens;
    sql::tokenize(ddl, sql::duckdb, tokens);
    int depth = 0;
    bool at_begin = false;
    std::string column;
    for (auto const& t : tokens) {
      if (depth == 1 && at_begin && t.kind != sql::token_kind::rparen) column = sql::content_of(t);
      if (depth == 1 && !at_begin && t.quoted == sql::quote::none && text::same(t.view(), "generated")) names_.insert(column);
      at_begin = (depth == 0 && t.kind == sql::token_kind::lparen) || (depth == 1 && t.kind == sql::token_kind::comma);
      bool const opens = t.kind == sql::token_kind::lparen, closes = t.kind == sql::token_kind::rparen;
      depth += opens ? 1 : closes ? -1 : 0;
    }
  }
  [[nodiscard]] bool has(std::string const& column) const { return names_.contains(column); }

 private:
  std::set<std::string> names_{};
};

/// Reads a schema from DuckDB's catalogue: what a statement may read without naming a schema. Sets the path on which names are looked up.
class duckdb_catalogue {
 public:
  duckdb_catalogue(duckdb_session& session, duckdb_options const& options) : session_(session), options_(options) {}

  /// Throws `t2s::error`.
  [[nodiscard]] schema::database read() {
    choose_schemas();
    read_tables();
    read_columns();
    read_keys();
    return schema::database(std::move(tables_), &sql::duckdb);
  }

  /// As DuckDB's setting; "" for its own.
  [[nodiscard]] std::string search_path() const {
    std::string path;
    if (schemas_.size() == 1 && schemas_.front() == "main") return path;
    for (auto const& s : schemas_) path.append(path.empty() ? "" : ",").append(schema::in_quotes(s, sql::dialect::duckdb));
    return path;
  }

  void read_functions(duckdb_instance& into) {
    each(
        "SELECT function_name, macro_definition, function_type = 'table_macro' FROM duckdb_functions() WHERE NOT internal AND "
        "macro_definition IS NOT NULL",
        [&](row r) { into.macros[text(r[0])].push_back(truth(r[2]) ? text(r[1]) : "SELECT " + text(r[1])); });
  }

 private:
  using row = std::span<value const>;

  static std::int64_t number(value const& v) { return v.integer() ? *v.integer() : 0; }
  static std::string text(value const& v) { return v.text() ? *v.text() : std::string(); }
  static bool truth(value const& v) { return number(v) != 0; }

  template <class Take>
  void each(std::string const& sql, Take const& take) {
    static constexpr auto any = std::numeric_limits<std::size_t>::max();
    duckdb_reading reading({std::chrono::hours(1), any, any, any, any}, [&take](std::vector<value> r) { take(row(r)); });
    if (auto const f = session_.run(sql, unwatched_, {}, reading)) throw error(*f);
  }

  void choose_schemas() {
    std::vector<std::string> known;
    each(
        "SELECT schema_name FROM duckdb_schemas() WHERE database_name = current_database() AND NOT internal OR schema_name = 'main' AND "
        "database_name = current_database() ORDER BY oid",
        [&](row r) { known.push_back(text(r[0])); });
    for (auto const& s : options_.schemas) {
      if (std::ranges::find(known, s) == known.end())
        throw error(failure{errc::invalid_argument, "the database has no schema " + s, s, "see duckdb_options::schemas", {}});
      schemas_.push_back(s);
    }
    shown_ = schemas_.size();
    auto const add = [this](std::string const& s) {
      if (std::ranges::find(schemas_, s) == schemas_.end()) schemas_.push_back(s);
    };
    add("main");
    if (options_.every_schema) std::ranges::for_each(known, add);
    if (shown_ == 0 || options_.every_schema) shown_ = schemas_.size();
  }

  /// Of tables of one name the first on the path.
  void read_tables() {
    std::vector<std::map<std::int64_t, schema::table>> by_schema(shown_);
    each(
        "SELECT schema_name, table_name, false, comment, sql, table_oid FROM duckdb_tables() WHERE database_name = current_database() AND "
        "NOT internal AND NOT temporary UNION ALL "
        "SELECT schema_name, view_name, true, comment, NULL, view_oid FROM duckdb_views() WHERE database_name = current_database() AND "
        "NOT internal AND NOT temporary",
        [&](row r) {
          auto const place = std::ranges::find(schemas_, text(r[0])) - schemas_.begin();
          if (static_cast<std::size_t>(place) >= shown_) return;
          auto& t = by_schema[static_cast<std::size_t>(place)][number(r[5])];
          t.schema = text(r[0]);
          t.name = text(r[1]);
          t.is_view = truth(r[2]);
          t.description = text(r[3]);
          t.ddl = text(r[4]);
        });
    std::set<std::string> taken;
    for (auto& tables : by_schema)
      for (auto& [oid, t] : tables) {
        if (!taken.insert(text::lower(t.name)).second) continue;
        place_[{t.schema, t.name}] = tables_.size();
        generated_.emplace_back(t.ddl);
        t.ddl.clear();
        tables_.push_back(std::move(t));
      }
  }

  void read_columns() {
    each(
        "SELECT schema_name, table_name, column_name, data_type, is_nullable, column_default, comment FROM duckdb_columns() WHERE "
        "database_name = current_database() AND NOT internal ORDER BY table_oid, column_index",
        [this](row r) {
          auto const known = place_.find({text(r[0]), text(r[1])});
          if (known == place_.end()) return;
          auto& c = tables_[known->second].columns.emplace_back();
          c.name = text(r[2]);
          c.type = text(r[3]);
          c.not_null = !truth(r[4]);
          c.generated = generated_[known->second].has(c.name);
          if (!c.generated) c.default_value = text(r[5]);
          c.description = text(r[6]);
          shorten(c);
        });
  }

  /// The values of an enumeration stand in its type; of many the first are a description.
  static void shorten(schema::column& c) {
    static constexpr std::size_t most = 20;
    if (!c.type.starts_with("ENUM(")) return;
    std::vector<sql::token> tokens;
    sql::tokenize(c.type, sql::duckdb, tokens);
    std::string listed = "one of ";
    std::size_t count = 0;
    for (auto const& t : tokens)
      if (t.quoted == sql::quote::single && ++count <= most) listed.append(count == 1 ? "" : ", ").append(t.view());
    if (count > most) {
      listed.append(", ...");
      c.type = "VARCHAR";
    }
    c.description.append(c.description.empty() ? "" : "; ").append(listed);
  }

  /// In the order of declaration. A key refers to a table of its own schema.
  void read_keys() {
    each(
        "SELECT schema_name, table_name, constraint_index, constraint_type, referenced_table, unnest(constraint_column_names), "
        "unnest(referenced_column_names) FROM duckdb_constraints() WHERE database_name = current_database() AND constraint_type IN "
        "('PRIMARY KEY', 'FOREIGN KEY')",
        [this](row r) {
          auto const known = place_.find({text(r[0]), text(r[1])});
          if (known == place_.end()) return;
          auto& t = tables_[known->second];
          if (text(r[3]) == "PRIMARY KEY") return take_primary(t, text(r[5]));
          auto const key = std::pair(known->second, number(r[2]));
          if (key != last_key_) t.foreign_keys.emplace_back();
          last_key_ = key;
          auto& k = t.foreign_keys.back();
          bool const is_shown = place_.contains({text(r[0]), text(r[4])});
          k.table = is_shown ? text(r[4]) : text(r[0]) + "." + text(r[4]);  // not to be taken for another of its name
          k.columns.push_back(text(r[5]));
          k.referenced.push_back(text(r[6]));
        });
  }

  static void take_primary(schema::table& t, std::string const& column) {
    std::size_t position = 1;
    for (auto const& c : t.columns) position = std::max(position, c.key_position + 1);
    for (auto& c : t.columns)
      if (c.name == column) c.key_position = position;
  }

  duckdb_session& session_;
  duckdb_options const& options_;
  statement_watch unwatched_{[] {}};
  std::vector<std::string> schemas_{};  // on the path
  std::size_t shown_ = 0;               // the first of them
  std::vector<schema::table> tables_{};
  std::vector<generated_columns> generated_{};  // of each table
  std::map<std::pair<std::string, std::string>, std::size_t> place_{};
  std::pair<std::size_t, std::int64_t> last_key_{std::numeric_limits<std::size_t>::max(), 0};
};

/// Lets a guard pass the tables of a database, whatever they are called, and refuse its macros that do what the guard refuses.
inline void instruct(statement_guard& guard, duckdb_instance const& of) {
  for (auto const& t : of.schema.tables())
    if (guard.denies_source(t.name)) guard.has_table(t.name);
  for (bool changed = true; changed;) {
    changed = false;
    for (auto const& [name, bodies] : of.macros) {
      auto const does_harm = [&guard](std::string const& body) { return guard.inspect(body).refused.has_value(); };
      if (guard.denies(name) || std::ranges::none_of(bodies, does_harm)) continue;
      guard.deny(name);
      changed = changed || guard.denies(name);  // not if the user allows it
    }
  }
}

}  // namespace t2s::db::detail

#endif
