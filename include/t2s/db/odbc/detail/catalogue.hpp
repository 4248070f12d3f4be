// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_CATALOGUE_HPP
#define T2S_DB_ODBC_DETAIL_CATALOGUE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/db/odbc/detail/session.hpp"

#include <set>

namespace t2s::db::detail {

inline sql::grammar const* constant_of(sql::grammar const& g) noexcept {
  switch (g.dialect) {
    case sql::dialect::postgres: return &sql::postgres;
    case sql::dialect::mysql: return &sql::mysql;
    case sql::dialect::duckdb: return &sql::duckdb;
    default: return &sql::sqlite;
  }
}

/// Reads a schema by ODBC's functions of the catalogue.
class odbc_catalogue {
 public:
  odbc_catalogue(odbc_session& session, odbc_options const& options) : session_(session), options_(options) {}

  /// Throws `t2s::error`.
  [[nodiscard]] schema::database read() {
    auto const own = own_schema();
    std::set<std::string> taken;
    std::string kinds = "TABLE,VIEW";
    auto const tables = session_.listed([&](SQLHANDLE s) {
      return SQLTables(s, nullptr, 0, nullptr, 0, nullptr, 0, odbc_text(kinds), static_cast<SQLSMALLINT>(kinds.size()));
    });
    for (auto const& r : tables) {
      schema::table t;
      t.schema = text(r, is_mysql() ? 0 : 1);
      t.name = text(r, 2);
      t.is_view = text(r, 3) == "VIEW";
      t.description = text(r, 4);
      if (!is_shown(t, own) || !taken.insert(text::lower(t.name)).second) continue;
      read_columns(t);
      read_keys(t);
      if (is_mysql() && t.schema == own) t.schema.clear();
      tables_.push_back(std::move(t));
    }
    return schema::database(std::move(tables_), constant_of(session_.dialect()));
  }

 private:
  using row = std::vector<value>;

  static std::string text(row const& r, std::size_t i) { return i < r.size() && !r[i].is_null() ? to_string(r[i]) : std::string(); }
  static std::int64_t number(row const& r, std::size_t i) { return i < r.size() && r[i].integer() ? *r[i].integer() : 0; }

  /// What is a schema elsewhere is a catalogue to MySQL's drivers.
  [[nodiscard]] bool is_mysql() const { return session_.dialect().dialect == sql::dialect::mysql; }

  std::string own_schema() {
    if (session_.dialect().dialect != sql::dialect::postgres && !is_mysql()) return {};
    std::string const asked = is_mysql() ? "SELECT DATABASE()" : "SELECT current_schema()";
    auto const r = session_.listed([&asked](SQLHANDLE s) { return SQLExecDirect(s, odbc_text(asked), SQL_NTS); });
    return r.empty() ? std::string() : text(r.front(), 0);
  }

  [[nodiscard]] bool is_shown(schema::table const& t, std::string const& own) const {
    static constexpr std::array<std::string_view, 5> of_engines{"information_schema", "pg_catalog", "mysql", "performance_schema", "sys"};
    if (session_.dialect().dialect == sql::dialect::sqlite && t.name.starts_with("sqlite_")) return false;
    if (std::ranges::find(of_engines, t.schema) != of_engines.end()) return false;
    if (options_.every_schema) return true;
    if (!options_.schemas.empty()) return std::ranges::find(options_.schemas, t.schema) != options_.schemas.end();
    return own.empty() || t.schema == own;
  }

  static SQLCHAR* or_null(std::string const& s) noexcept { return s.empty() ? nullptr : odbc_text(s); }
  static SQLSMALLINT length(std::string const& s) noexcept { return static_cast<SQLSMALLINT>(s.size()); }

  void read_columns(schema::table& t) {
    auto const name = escaped(t.name), in = is_mysql() ? std::string() : escaped(t.schema);
    auto const catalogue = is_mysql() ? t.schema : std::string();
    for (auto const& r : session_.listed([&](SQLHANDLE s) {
           return SQLColumns(s, or_null(catalogue), length(catalogue), or_null(in), length(in), odbc_text(name), length(name), nullptr, 0);
         })) {
      if (text(r, 2) != t.name) continue;  // a driver may take the name for a pattern
      auto& c = t.columns.emplace_back();
      c.name = text(r, 3);
      c.type = text(r, 5);
      c.not_null = number(r, 10) == SQL_NO_NULLS;
      c.description = text(r, 11);
      c.default_value = text(r, 12);
    }
  }

  /// The arguments of SQLColumns are patterns.
  static std::string escaped(std::string const& name) {
    std::string s;
    for (char const c : name) s.append(c == '_' || c == '%' ? "\\" : "").append(1, c);
    return s.find('\\') == s.npos ? s : name;  // not every driver knows the escape: read_columns compares the names
  }

  void read_keys(schema::table& t) {
    if (t.is_view) return;
    auto const in = is_mysql() ? std::string() : t.schema, catalogue = is_mysql() ? t.schema : std::string();
    for (auto const& r : session_.listed([&](SQLHANDLE s) {
           return SQLPrimaryKeys(s, or_null(catalogue), length(catalogue), or_null(in), length(in), odbc_text(t.name), length(t.name));
         }))
      for (auto& c : t.columns)
        if (c.name == text(r, 3)) c.key_position = static_cast<std::size_t>(std::max<std::int64_t>(number(r, 4), 1));
    for (auto const& r : session_.listed([&](SQLHANDLE s) {
           return SQLForeignKeys(s, nullptr, 0, nullptr, 0, nullptr, 0, or_null(catalogue), length(catalogue), or_null(in), length(in),
                                 odbc_text(t.name), length(t.name));
         })) {
      if (number(r, 8) <= 1 || t.foreign_keys.empty()) t.foreign_keys.emplace_back();
      auto& k = t.foreign_keys.back();
      k.table = text(r, 2);
      k.columns.push_back(text(r, 7));
      k.referenced.push_back(text(r, 3));
    }
  }

  odbc_session& session_;
  odbc_options const& options_;
  std::vector<schema::table> tables_{};
};

}  // namespace t2s::db::detail

#endif
