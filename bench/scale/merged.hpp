// SPDX-License-Identifier: BSL-1.0
// Many databases as one, each table with its database's name and a mark in front, as in a warehouse.
#pragma once

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/resolve.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sqlite3.h>

namespace scale {

namespace fs = std::filesystem;

/// The name of a table in the merged database.
inline std::string merged_name(std::string_view before, std::string_view table) { return std::string(before).append(table); }

/// The same statement over the merged database: tables get their long names, with their own names as aliases.
inline std::string merged_sql(std::string const& sql, std::string_view before, t2s::schema::database const& of) {
  auto const parsed = t2s::sql::parse(sql);
  if (!parsed) throw std::runtime_error("cannot be read: " + sql);
  struct change {
    std::size_t at, length;
    std::string text;
  };
  std::vector<change> changes;
  for (auto const& use : t2s::sql::entities_of(*parsed, of).tables) {
    if (use.what != t2s::sql::source_kind::table) continue;
    auto const quoted = sql[use.at->offset] == '"' || sql[use.at->offset] == '`' || sql[use.at->offset] == '[';
    auto const* const table = of.find_table(use.name);
    auto const name = t2s::schema::in_quotes(merged_name(before, table ? table->name : std::string(use.name)), t2s::sql::dialect::sqlite);
    auto const alias = use.alias.empty() ? " AS " + t2s::schema::in_quotes(use.name, t2s::sql::dialect::sqlite) : std::string();
    changes.push_back({use.at->offset, use.name.size() + (quoted ? 2 : 0), name + alias});
  }
  std::sort(changes.begin(), changes.end(), [](change const& a, change const& b) { return a.at > b.at; });
  auto made = sql;
  for (auto const& c : changes) made.replace(c.at, c.length, c.text);
  return made;
}

/// A new database file.
class writer {
 public:
  explicit writer(fs::path const& file, std::string between = {}) : between_(std::move(between)) {
    if (sqlite3_open(file.c_str(), &db_) != SQLITE_OK) throw std::runtime_error(file.string() + ": cannot be opened");
    run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  }
  writer(writer const&) = delete;
  writer& operator=(writer const&) = delete;
  ~writer() { sqlite3_close(db_); }

  [[nodiscard]] sqlite3* handle() const { return db_; }

  void run(std::string const& sql) {
    char* why = nullptr;
    if (sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, &why) == SQLITE_OK) return;
    std::string const text = why ? why : "";
    sqlite3_free(why);
    throw std::runtime_error(text + ": " + sql);
  }

  /// Adds the tables of a file, with their keys and rows.
  void add(fs::path const& file, std::string const& id, t2s::schema::database const& of) {
    run("ATTACH " + text(file.string()) + " AS part");
    run("BEGIN");
    for (auto const& t : of.tables()) {
      if (t.is_view) continue;
      run(t2s::schema::create_statement(renamed(t, id + between_), t2s::sql::dialect::sqlite));
      run("INSERT INTO main." + quoted(merged_name(id + between_, t.name)) + " SELECT * FROM part." + quoted(t.name));
    }
    run("COMMIT");
    run("DETACH part");
  }

 private:
  static std::string quoted(std::string_view name) { return t2s::schema::in_quotes(name, t2s::sql::dialect::sqlite); }
  static std::string text(std::string_view s) {
    std::string made = "'";
    for (char const c : s) made.append(c == '\'' ? 2U : 1U, c);
    return made + "'";
  }
  static t2s::schema::table renamed(t2s::schema::table t, std::string_view before) {
    t.name = merged_name(before, t.name);
    for (auto& k : t.foreign_keys) k.table = merged_name(before, k.table);
    for (auto& c : t.columns) c.generated = false;
    return t;
  }

  std::string between_;
  sqlite3* db_{};
};

}  // namespace scale
