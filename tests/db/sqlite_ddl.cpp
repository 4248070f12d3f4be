// SPDX-License-Identifier: BSL-1.0
// The content read from a CREATE TABLE statement is what SQLite's pragmas report.
#include "support.hpp"
#include "t2s/db/sqlite/detail/ddl.hpp"

#include <memory>
#include <random>

using namespace t2s;

namespace {

/// A database in memory, read by SQLite's pragmas.
class reference {
 public:
  reference() {
    sqlite3* opened = nullptr;
    BOOST_REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
    db_.reset(opened);
  }

  /// The table of the statement, and the statement as stored; nothing if SQLite rejects it.
  [[nodiscard]] std::optional<schema::table> make(std::string const& sql) {
    sqlite3_exec(db_.get(), "DROP TABLE IF EXISTS t", nullptr, nullptr, nullptr);
    if (sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) return {};
    schema::table t;
    rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table'", [&](sqlite3_stmt* s) { t.name = at(s, 0), t.ddl = at(s, 1); });
    if (t.name.empty()) return {};
    rows("SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_xinfo('" + t.name + "') WHERE hidden = 0", [&](sqlite3_stmt* s) {
      auto& c = t.columns.emplace_back();
      c.name = at(s, 0), c.type = at(s, 1), c.default_value = at(s, 3);
      c.not_null = sqlite3_column_int(s, 2) != 0;
      c.key_position = static_cast<std::size_t>(sqlite3_column_int(s, 4));
    });
    rows("SELECT seq, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list('" + t.name + "') ORDER BY id DESC, seq",
         [&](sqlite3_stmt* s) {
           if (sqlite3_column_int(s, 0) == 0) t.foreign_keys.emplace_back();
           auto& key = t.foreign_keys.back();
           key.table = at(s, 1);
           key.columns.push_back(at(s, 2));
           if (sqlite3_column_type(s, 3) != SQLITE_NULL) key.referenced.push_back(at(s, 3));
         });
    return t;
  }

 private:
  struct close {
    void operator()(sqlite3* db) const { sqlite3_close(db); }
  };

  template <class F>
  void rows(std::string const& sql, F const& f) {
    sqlite3_stmt* s = nullptr;
    BOOST_REQUIRE_MESSAGE(sqlite3_prepare_v2(db_.get(), sql.c_str(), -1, &s, nullptr) == SQLITE_OK, sql);
    while (sqlite3_step(s) == SQLITE_ROW) f(s);
    sqlite3_finalize(s);
  }
  static std::string at(sqlite3_stmt* s, int column) {
    auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(s, column));
    return text ? text : "";
  }

  std::unique_ptr<sqlite3, close> db_{};
};

/// Whether the statement was read; fails if it was read differently from SQLite.
bool agrees(schema::table const& wanted) {
  schema::table t;
  t.name = wanted.name;
  t.ddl = wanted.ddl;
  bool const read = db::detail::ddl_reader(t.ddl, t).read();
  BOOST_TEST((!read || t == wanted), wanted.ddl);
  BOOST_TEST((read || t.columns.empty()));
  return read;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sqlite_ddl)

BOOST_AUTO_TEST_CASE(common_statements_are_read) {
  reference sqlite;
  for (auto const* sql : {
           "CREATE TABLE t(a)",
           "create table t (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(20) NOT NULL DEFAULT 'it''s', price DECIMAL (10, 2))",
           "CREATE TABLE IF NOT EXISTS main.t(\n  a integer,\n\tb Text DEFAULT NULL,\n  c double  precision UNIQUE, d int default -1\n)",

           "CREATE TABLE \"a \"\"b\"\"\"(\"x y\" INT, [p q] TEXT, `r``s` blob, 't' real)",
           "CREATE TABLE t(a INT, b INT, PRIMARY KEY (B DESC, a), UNIQUE (a), CONSTRAINT c CHECK (a > (b) AND b <> ')'))",
           "CREATE TABLE t(a INT CONSTRAINT one NOT NULL CONSTRAINT two UNIQUE, b TEXT COLLATE NOCASE CHECK (b <> '('))",
           "CREATE TABLE t(a INT REFERENCES u, b INT REFERENCES u(x) ON DELETE SET NULL ON UPDATE NO ACTION NOT NULL, c INT,"
           " FOREIGN KEY (A, b) REFERENCES \"v w\"(x, Y) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED, FOREIGN KEY(c) REFERENCES t)",
           "CREATE TABLE t AS SELECT 1 AS a, 'x' AS \"b c\"",
           "CREATE TABLE t(key TEXT, \"primary\" INT, first any, at timestamp DEFAULT CURRENT_TIMESTAMP, n int DEFAULT 0x1F, ok bool "
           "DEFAULT true)",
           "CREATE TABLE Straße(größe REAL, \"東京\" TEXT)",
       }) {
    auto const made = sqlite.make(sql);
    if (made) BOOST_TEST(agrees(*made), sql);
  }
}

BOOST_AUTO_TEST_CASE(others_are_left_to_sqlite) {
  reference sqlite;
  for (auto const* sql : {
           "CREATE TABLE t(a INT PRIMARY KEY) WITHOUT ROWID",
           "CREATE TABLE t(a INT PRIMARY KEY, b ANY) STRICT",
           "CREATE TABLE t(a INT, b INT AS (a + 1))",
           "CREATE TABLE t(a INT, b INT GENERATED ALWAYS AS (a + 1) STORED)",
           "CREATE TABLE t(a INT -- the first\n, b TEXT)",
           "CREATE TABLE t(a INT /* the first */, b TEXT)",
           "CREATE TABLE t(a INT NOT NULL ON CONFLICT IGNORE)",
           "CREATE TABLE t(a \"INT\")",
           "CREATE TABLE t(a INT DEFAULT (1 + 1))",
           "CREATE TABLE t(a REAL DEFAULT 1.5e-3)",
           "CREATE TABLE t(a BLOB DEFAULT x'00')",
           "CREATE TABLE t(a, PRIMARY KEY(a) UNIQUE(a))",
           "CREATE VIRTUAL TABLE t USING fts5(a)",
       }) {
    auto const made = sqlite.make(sql);
    BOOST_REQUIRE_MESSAGE(made || std::string_view(sql).find("VIRTUAL") != std::string_view::npos, sql);
    if (made) BOOST_TEST(!agrees(*made), sql);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_statement_is_left_to_sqlite) {
  for (auto const* sql : {"", "CREATE", "CREATE TABLE", "CREATE TABLE t", "CREATE TABLE t(", "CREATE TABLE t()", "CREATE TABLE t(a",
                          "CREATE TABLE t(a,", "CREATE TABLE t(a))", "CREATE TABLE t(\"a)", "CREATE TABLE t(a CHECK (", "CREATE TABLE u(a)",
                          "CREATE TABLE t(a INT(", "CREATE TABLE t(a REFERENCES", "CREATE TABLE t(a, FOREIGN KEY (b) REFERENCES u)",
                          "CREATE TABLE t(a, PRIMARY KEY (b))", "CREATE TABLE t(1)"}) {
    schema::table t;
    t.name = "t";
    BOOST_TEST(!db::detail::ddl_reader(sql, t).read(), sql);
    BOOST_TEST(t.columns.empty());
  }
}

/// Random statements from parts of statements: most are read, and all of these as by SQLite.
BOOST_AUTO_TEST_CASE(statements_by_chance_are_read_as_sqlite_does) {
  reference sqlite;
  std::mt19937 chance(1);
  auto const one_of = [&chance](std::vector<std::string> const& all) { return all[chance() % all.size()]; };
  std::vector<std::string> const names{"a", "B", "\"c d\"", "[e]", "`f`", "'g'", "key", "no", "action", "\"a\"\"\"", "first", "replace"};
  std::vector<std::string> const types{
      "",     "",          "INT",     "integer", "Text",      "varchar(20)", "DECIMAL( 10 , -2 )", "double precision",
      "any",  "date time", "\"INT\"", "always",  "generated", "key",         "unsigned  big int",  "real",
      "Blob", "number(5)"};
  // clang-format off
  std::vector<std::string> const more{
      "", "", "", "not null", "NULL", "NOT\nNULL", "unique", "primary key", "PRIMARY KEY DESC", "primary key autoincrement", "default 1",
      "default -1", "default - 1", "default +.5", "default 1e5", "default 1e-5", "default 'x'", "default \"x\"", "default x'01'",
      "default yes", "default null not null", "default (1)", "check (a > 1)", "constraint k check (a <> ')')", "constraint k",
      "collate nocase", "references u", "references u(x)", "references u(x) on delete cascade",
      "references u on update set null on delete no action", "references u match full", "references u not deferrable",
      "references u deferrable initially immediate", "as (1)", "on conflict ignore", "deferrable", "--\n"};
  // clang-format on
  std::vector<std::string> const last{"",
                                      "",
                                      "",
                                      ", primary key (a)",
                                      ", primary key (a, B desc)",
                                      ", primary key (a collate nocase)",
                                      ", unique (a)",
                                      ", unique (a) on conflict ignore",
                                      ", foreign key (a) references u",
                                      ", foreign key (B, A) references u(x, y)",
                                      ", constraint k foreign key (a) references u(x) on delete restrict",
                                      ", constraint k primary key (A)",
                                      ", check (1), check (2)",
                                      ", check (1) check (2)",
                                      ") without rowid --",
                                      ", unique (\"c d\")"};
  std::size_t made = 0, read = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string sql = "CREATE TABLE t(a " + one_of(types) + " " + one_of(more);
    for (auto n = chance() % 3; n > 0; --n) sql += ", " + one_of(names) + " " + one_of(types) + " " + one_of(more) + " " + one_of(more);
    auto const wanted = sqlite.make(sql + one_of(last) + ")");
    if (!wanted) continue;
    ++made;
    if (agrees(*wanted)) ++read;
  }
  BOOST_TEST(made > 4000u);
  BOOST_TEST(read > made / 5);
  BOOST_TEST_MESSAGE(made << " tables, " << read << " read");
}

BOOST_AUTO_TEST_SUITE_END()
