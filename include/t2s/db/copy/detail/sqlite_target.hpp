// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_SQLITE_TARGET_HPP
#define T2S_DB_COPY_DETAIL_SQLITE_TARGET_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/copy/detail/type_names.hpp"

#include <sqlite3.h>

#include <filesystem>

namespace t2s::db::detail {

/// An SQLite file, written in one transaction. A file that was not there is removed again if nothing was committed.
class sqlite_target final : public copy_target {
 public:
  explicit sqlite_target(std::string const& file) : file_(file), is_new_(!std::filesystem::exists(file)) {
    sqlite3* opened = nullptr;
    int const code = sqlite3_open_v2(file.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    db_.reset(opened);
    if (code != SQLITE_OK) refuse();
    sqlite3_busy_timeout(opened, 5000);
    run("PRAGMA foreign_keys = OFF");
    run("BEGIN IMMEDIATE");
  }
  ~sqlite_target() override {
    insert_.reset();
    db_.reset();
    std::error_code ignored;
    if (is_new_ && !is_committed_) std::filesystem::remove(file_, ignored);
  }

  [[nodiscard]] sql::dialect dialect() const override { return sql::dialect::sqlite; }
  [[nodiscard]] bool declares_keys_first() const override { return true; }

  [[nodiscard]] std::vector<std::string> tables() override {
    std::vector<std::string> all;
    auto const s = prepared("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'");
    while (sqlite3_step(s.get()) == SQLITE_ROW) all.emplace_back(reinterpret_cast<char const*>(sqlite3_column_text(s.get(), 0)));
    return all;
  }

  void drop(std::vector<std::string> const& names) override {
    for (auto const& n : names) run((is_view(n) ? "DROP VIEW " : "DROP TABLE ") + schema::in_quotes(n, dialect()));
  }

  [[nodiscard]] copy_remarks create(copied_table const& t, std::vector<copied_key>& keys) override {
    run(create_table(t, keys, dialect(),
                     [](copied_column const& c) { return std::string(sqlite_types[static_cast<std::size_t>(c.kind)]); }));
    std::string sql = "INSERT INTO " + schema::in_quotes(t.name, dialect()) + " VALUES (?";
    for (std::size_t i = 1; i < t.columns.size(); ++i) sql += ", ?";
    insert_ = prepared(sql + ")");
    return {};
  }

  void add(std::span<value const> row) override {
    auto* const s = insert_.get();
    for (std::size_t i = 0; i < row.size(); ++i) bind(s, static_cast<int>(i) + 1, row[i]);
    if (sqlite3_step(s) != SQLITE_DONE) refuse();
    sqlite3_reset(s);
  }

  void finish() override { insert_.reset(); }
  [[nodiscard]] std::optional<std::string> add_key(copied_key const&) override { return "can only be declared when its table is created"; }
  void commit() override {
    run("COMMIT");
    is_committed_ = true;
  }

 private:
  struct closer {
    void operator()(sqlite3* d) const noexcept { sqlite3_close_v2(d); }
    void operator()(sqlite3_stmt* s) const noexcept { sqlite3_finalize(s); }
  };
  using statement = std::unique_ptr<sqlite3_stmt, closer>;

  [[noreturn]] void refuse() const {
    throw error(failure{errc::file_unwritable,
                        file_ + ": " + (db_ ? sqlite3_errmsg(db_.get()) : "no memory"),
                        file_,
                        db_ && sqlite3_errcode(db_.get()) == SQLITE_NOTADB
                            ? "name a file that does not exist yet, or a database; this one has other content, and was left as it is"
                            : "check its permissions, the space of its disk, and whether another program writes to it",
                        {}});
  }

  [[nodiscard]] statement prepared(std::string const& sql) const {
    sqlite3_stmt* s = nullptr;
    if (sqlite3_prepare_v2(db_.get(), sql.c_str(), -1, &s, nullptr) != SQLITE_OK) refuse();
    return statement(s);
  }

  [[nodiscard]] bool is_view(std::string const& name) const {
    auto const s = prepared("SELECT type FROM sqlite_schema WHERE type = 'view' AND name = " + to_sql(value(name)));
    return sqlite3_step(s.get()) == SQLITE_ROW;
  }

  void run(std::string const& sql) const {
    if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) refuse();
  }

  static void bind(sqlite3_stmt* s, int place, value const& v) {
    if (auto const* i = v.integer())
      sqlite3_bind_int64(s, place, *i);
    else if (auto const* r = v.real())
      sqlite3_bind_double(s, place, *r);
    else if (auto const* t = v.text())
      sqlite3_bind_text64(s, place, t->data(), t->size(), SQLITE_TRANSIENT, SQLITE_UTF8);
    else if (auto const* b = v.bytes())
      b->bytes.empty() ? sqlite3_bind_zeroblob(s, place, 0)
                       : sqlite3_bind_blob64(s, place, b->bytes.data(), b->bytes.size(), SQLITE_TRANSIENT);
    else
      sqlite3_bind_null(s, place);
  }

  std::string file_;
  bool is_new_, is_committed_ = false;
  std::unique_ptr<sqlite3, closer> db_{};
  statement insert_{};
};

}  // namespace t2s::db::detail

#endif
