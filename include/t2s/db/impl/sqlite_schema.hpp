// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_SCHEMA_HPP
#define T2S_DB_IMPL_SQLITE_SCHEMA_HPP

#include "t2s/core/text.hpp"
#include "t2s/db/impl/sqlite_statement.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::db::detail {

/// Reads a schema from SQLite's catalogue. Throws `t2s::error` if the file cannot be read.
class sqlite_schema_reader {
 public:
  explicit sqlite_schema_reader(sqlite3* db) : db_(db) {}

  /// In one transaction: all statements see the same schema, and the file is locked once and not for each of them.
  [[nodiscard]] schema::database read() {
    if (auto const problem = for_each_row(db_, "BEGIN", {}, [](sqlite3_stmt*) {})) throw error(*problem);
    auto tables = list_tables();
    for (auto& t : tables) {
      read_columns(t);
      read_foreign_keys(t);
    }
    columns_.reset();
    keys_.reset();
    if (auto const problem = for_each_row(db_, "COMMIT", {}, [](sqlite3_stmt*) {})) throw error(*problem);
    return schema::database(std::move(tables));
  }

 private:
  /// Only virtual tables have shadow tables, and what tells them apart costs more than all else that is read here.
  [[nodiscard]] std::vector<schema::table> list_tables() const {
    static constexpr auto all =
        "SELECT s.name, s.type = 'view', s.sql FROM main.sqlite_schema AS s"
        " WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid";
    static constexpr auto no_shadows =
        "SELECT s.name, s.type = 'view', s.sql FROM main.sqlite_schema AS s"
        " JOIN pragma_table_list AS l ON l.schema = 'main' AND l.name = s.name"
        " WHERE s.type IN ('table', 'view') AND l.type <> 'shadow' AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY s.rowid";
    auto tables = list_tables(all);
    auto const is_virtual = [](schema::table const& t) { return says(t.ddl, "virtual"); };
    return std::ranges::any_of(tables, is_virtual) ? list_tables(no_shadows) : tables;
  }

  [[nodiscard]] std::vector<schema::table> list_tables(char const* sql) const {
    std::vector<schema::table> tables;
    auto const problem = for_each_row(db_, sql, {}, [&tables](sqlite3_stmt* s) {
      schema::table t;
      t.name = text_of(s, 0);
      t.is_view = sqlite3_column_int(s, 1) != 0;
      t.ddl = text_of(s, 2);
      tables.push_back(std::move(t));
    });
    if (problem) throw error(*problem);
    return tables;
  }

  void read_columns(schema::table& t) {
    static constexpr int hidden = 1;
    auto const problem =
        for_each_row(db_, columns_, "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?1, 'main')", t.name,
                     [&t](sqlite3_stmt* s) {
                       auto const kind = sqlite3_column_int(s, 5);
                       if (kind == hidden) return;
                       schema::column c;
                       c.name = text_of(s, 0);
                       c.type = text_of(s, 1);
                       c.not_null = sqlite3_column_int(s, 2) != 0;
                       c.default_value = text_of(s, 3);
                       c.key_position = static_cast<std::size_t>(sqlite3_column_int(s, 4));
                       c.generated = kind != 0;
                       t.columns.push_back(std::move(c));
                     });
    // A view of something that no longer exists, or a virtual table of an unknown kind, hinders no other table.
    if (problem && !is_about_statement(problem->code)) throw error(*problem);
    if (problem) t.note = problem->message;
  }

  void read_foreign_keys(schema::table& t) {
    if (t.is_view || !says(t.ddl, "references")) return;
    // SQLite numbers the keys from the last one declared to the first.
    auto const problem =
        for_each_row(db_, keys_, "SELECT seq, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?1, 'main') ORDER BY id DESC, seq",
                     t.name, [&t](sqlite3_stmt* s) {
                       if (sqlite3_column_int(s, 0) == 0) t.foreign_keys.emplace_back();
                       auto& key = t.foreign_keys.back();
                       key.table = text_of(s, 1);
                       key.columns.emplace_back(text_of(s, 2));
                       if (sqlite3_column_type(s, 3) != SQLITE_NULL) key.referenced.emplace_back(text_of(s, 3));
                     });
    if (problem) throw error(*problem);
  }

  /// Whether the statement that made a table has a word, in lower case.
  static bool says(std::string_view ddl, std::string_view word) {
    auto const same = [](char written, char wanted) { return text::lower(written) == wanted; };
    return !std::ranges::search(ddl, word, same).empty();
  }

  sqlite3* db_;
  sqlite_statement columns_{}, keys_{};  // compiled once for all tables
};

}  // namespace t2s::db::detail

#endif
