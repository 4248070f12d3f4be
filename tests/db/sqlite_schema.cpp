// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"

#include <boost/json.hpp>

#include <set>
#include <utility>

using namespace t2s;
using namespace t2s::test;
using names = std::vector<std::string>;

namespace {

names table_names(schema::database const& d) {
  names all;
  for (auto const& t : d.tables()) all.push_back(t.name);
  return all;
}

names column_names(schema::table const& t) {
  names all;
  for (auto const& c : t.columns) all.push_back(c.name);
  return all;
}

struct opened {
  folder where{};
  schema::database read(std::string const& sql) const { return db::sqlite_connection(make_database(where / "x.db", sql)).schema(); }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_schema, opened)

BOOST_AUTO_TEST_CASE(columns_are_read) {
  auto const d = read(
      "CREATE TABLE t(a INTEGER PRIMARY KEY, b VARCHAR(20) NOT NULL DEFAULT 'x', c, d REAL AS (a * 2), e TEXT GENERATED ALWAYS AS (b) "
      "STORED)");
  auto const& t = *d.find_table("T");
  BOOST_TEST(column_names(t) == (names{"a", "b", "c", "d", "e"}), boost::test_tools::per_element());
  BOOST_TEST(t.columns[0].key_position == 1u);
  BOOST_TEST(t.columns[1].type == "VARCHAR(20)");
  BOOST_TEST(t.columns[1].not_null);
  BOOST_TEST(t.columns[1].default_value == "'x'");
  BOOST_TEST(t.columns[2].type == "");
  BOOST_TEST(!t.columns[2].generated);
  BOOST_TEST(t.columns[3].generated);
  BOOST_TEST(t.columns[4].generated);
  BOOST_TEST(t.ddl.starts_with("CREATE TABLE t("));
}

BOOST_AUTO_TEST_CASE(odd_names_are_kept) {
  names const odd{"select", "a b", "quo\"te", "it's", "semi;colon", "Städte 東京", "[x]", "`y`", "%s", "\"", " ", "a.b"};
  std::string sql;
  auto const quoted = [](std::string const& name) { return schema::in_quotes(name, sql::dialect::sqlite); };
  for (auto const& name : odd)
    sql += "CREATE TABLE " + quoted(name) + "(" + quoted(name) + " INT, x); INSERT INTO " + quoted(name) + " VALUES (7, 8);";
  db::sqlite_connection db(make_database(where / "odd.db", sql));
  BOOST_TEST(table_names(db.schema()) == odd, boost::test_tools::per_element());
  for (auto const& name : odd) {
    BOOST_REQUIRE(db.schema().find_table(name));
    BOOST_TEST(db.schema().find_table(name)->columns.at(0).name == name);
    BOOST_TEST(db.sample(name, 1).rows.values.at(0).size() == 2u, name);
    BOOST_TEST(db.distinct(name, name, 1).rows.values.at(0).at(0) == value(std::int64_t{7}), name);
    auto const written = schema::sql_name(name, sql::dialect::sqlite);
    BOOST_TEST(db.execute("SELECT " + written + " FROM " + written).ok(), name);
  }
}

BOOST_AUTO_TEST_CASE(keys_are_read_and_resolved) {
  auto const d = read(
      "CREATE TABLE parent(x INT, y INT, PRIMARY KEY (y, x)) WITHOUT ROWID;"
      "CREATE TABLE child(a INT, b INT, c INT REFERENCES Missing(z), d INT REFERENCES PARENT(X), e INT REFERENCES missing,"
      "  FOREIGN KEY (a, b) REFERENCES Parent, FOREIGN KEY (B) REFERENCES parent, FOREIGN KEY (c, d) REFERENCES parent(X, Y));");
  BOOST_TEST(d.find_table("parent")->primary_key() == (names{"y", "x"}), boost::test_tools::per_element());
  std::vector<schema::foreign_key> const expected{
      {{"c"}, "Missing", {"z"}, false},         {{"d"}, "parent", {"x"}, true}, {{"e"}, "missing", {}, false},
      {{"a", "b"}, "parent", {"y", "x"}, true}, {{"b"}, "parent", {}, false},  // one column for a key of two
      {{"c", "d"}, "parent", {"x", "y"}, true}};
  BOOST_TEST((d.find_table("child")->foreign_keys == expected));
}

BOOST_AUTO_TEST_CASE(views_are_listed_also_broken_ones) {
  auto const d = read(
      "CREATE TABLE t(a INT, b TEXT); CREATE VIEW good AS SELECT a, b || 'x' AS bx FROM t; CREATE VIEW no_table AS SELECT * FROM gone;"
      "CREATE VIEW no_column AS SELECT gone FROM t; CREATE VIEW cycle AS SELECT * FROM cycle;");
  BOOST_TEST(table_names(d) == (names{"t", "good", "no_table", "no_column", "cycle"}), boost::test_tools::per_element());
  BOOST_TEST(d.find_table("good")->is_view);
  BOOST_TEST(d.find_table("good")->note.empty());
  BOOST_TEST(column_names(*d.find_table("good")) == (names{"a", "bx"}), boost::test_tools::per_element());
  for (char const* broken : {"no_table", "no_column", "cycle"}) {
    BOOST_TEST(d.find_table(broken)->columns.empty());
    BOOST_TEST(!d.find_table(broken)->note.empty());
  }
}

BOOST_AUTO_TEST_CASE(tables_of_the_machinery_are_not_listed) {
  auto const d = read(
      "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO t DEFAULT VALUES; CREATE INDEX i ON t(a); ANALYZE;"
      "CREATE VIRTUAL TABLE search USING fts5(body); CREATE VIRTUAL TABLE box USING rtree(id, x0, x1);");
  BOOST_TEST(table_names(d) == (names{"t", "search", "box"}), boost::test_tools::per_element());
  BOOST_TEST(column_names(*d.find_table("search")) == (names{"body"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_virtual_table_of_an_unknown_kind_hinders_no_other) {
  auto const file =
      make_database(where / "v.db",
                    "CREATE TABLE t(a); PRAGMA writable_schema = ON;"
                    "INSERT INTO sqlite_schema VALUES ('table', 'alien', 'alien', 0, 'CREATE VIRTUAL TABLE alien USING ufo(x)');");
  db::sqlite_connection db(file);
  BOOST_TEST(table_names(db.schema()) == (names{"t", "alien"}), boost::test_tools::per_element());
  BOOST_TEST(db.schema().find_table("alien")->columns.empty());
  BOOST_TEST(!db.schema().find_table("alien")->note.empty());
  BOOST_TEST(db.sample("alien", 1).failure.has_value());
}

BOOST_AUTO_TEST_CASE(thousands_of_tables_and_columns_are_read) {
  std::string sql = "BEGIN; CREATE TABLE wide(c0";
  for (int i = 1; i < 1999; ++i) sql += ", c" + std::to_string(i);
  sql += ");";
  for (int i = 0; i < 3000; ++i) sql += "CREATE TABLE t" + std::to_string(i) + "(a REFERENCES t" + std::to_string(i / 2) + "(a));";
  auto const file = make_database(where / "many.db", sql + "COMMIT");
  auto const begin = std::chrono::steady_clock::now();
  db::sqlite_connection const db(file);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(5)));
  BOOST_TEST(db.schema().tables().size() == 3001u);
  BOOST_TEST(db.schema().find_table("WIDE")->columns.size() == 1999u);
  BOOST_TEST(db.schema().find_table("t2999")->foreign_keys.at(0).resolved);
}

// SQLite can execute the output of `create_statement`, and reads the same schema from it.
BOOST_AUTO_TEST_CASE(the_rendering_makes_the_same_schema) {
  auto const d = read(std::string(small_world) +
                      "CREATE TABLE \"order\"(\"key\" INT, \"to\" TEXT NOT NULL, PRIMARY KEY (\"to\", \"key\"), "
                      "FOREIGN KEY (\"to\") REFERENCES country(code));");
  std::string sql;
  for (auto const& t : d.tables()) sql += schema::create_statement(t, sql::dialect::sqlite) + ";";
  auto again = db::sqlite_connection(make_database(where / "again.db", sql)).schema().tables();
  BOOST_REQUIRE(again.size() == d.tables().size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    again[i].ddl = d.tables()[i].ddl;
    BOOST_TEST((again[i] == d.tables()[i]), again[i].name);
  }
}

// Every name that SQLite reads only in quotes is quoted.
BOOST_AUTO_TEST_CASE(keywords_are_quoted_where_sqlite_needs_it) {
  db::sqlite_connection db(make_database(where / "small.db", small_world));
  for (int i = 0; i < sqlite3_keyword_count(); ++i) {
    char const* text = nullptr;
    int size = 0;
    sqlite3_keyword_name(i, &text, &size);
    auto const name = schema::sql_name(std::string(text, static_cast<std::size_t>(size)), sql::dialect::sqlite);
    for (std::string const& sql :
         std::vector<std::string>{"SELECT " + name + " FROM (SELECT 1 AS " + name + ")",
                                  "WITH " + name + "(a) AS (SELECT 1) SELECT " + name + ".a FROM " + name +
                                      " JOIN (SELECT 2 AS b) ON b > " + name + ".a GROUP BY " + name + ".a ORDER BY " + name + ".a"})
      BOOST_TEST(db.execute(sql).ok(), sql);
  }
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

/// A database as the Spider data describe it, extracted by their authors' own tool.
class published_schema {
 public:
  explicit published_schema(boost::json::value const& v) : value_(v) {}

  [[nodiscard]] std::string id() const { return std::string(value_.at("db_id").as_string()); }
  /// Table and column in lower case.
  using place = std::pair<std::string, std::string>;
  [[nodiscard]] std::set<place> columns() const {
    std::set<place> all;
    for (std::size_t i = 1; i < list("column_names_original").size(); ++i) all.insert(column(i));  // the first is "*"
    std::erase_if(all, [](place const& p) { return p.first.starts_with("sqlite_"); });             // SQLite's own tables
    return all;
  }
  [[nodiscard]] std::set<std::pair<place, place>> keys() const {
    std::set<std::pair<place, place>> all;
    for (auto const& key : list("foreign_keys")) all.emplace(column(number(key.at(0))), column(number(key.at(1))));
    return all;
  }

 private:
  [[nodiscard]] boost::json::array const& list(char const* key) const { return value_.at(key).as_array(); }
  [[nodiscard]] static std::size_t number(boost::json::value const& v) { return v.to_number<std::size_t>(); }
  [[nodiscard]] static std::string lowered(boost::json::value const& v) { return text::lower(std::string(v.as_string())); }
  [[nodiscard]] place column(std::size_t i) const {
    auto const& c = list("column_names_original").at(i);
    return {lowered(list("table_names_original").at(number(c.at(0)))), lowered(c.at(1))};
  }
  boost::json::value const& value_;
};

void compare(schema::database const& d, published_schema const& published) {
  std::set<published_schema::place> columns;
  std::set<std::pair<published_schema::place, published_schema::place>> keys;
  for (auto const& t : d.tables()) {
    auto const at = [](std::string const& table, std::string const& column) { return std::pair(text::lower(table), text::lower(column)); };
    for (auto const& c : t.columns) columns.insert(at(t.name, c.name));
    for (auto const& k : t.foreign_keys)
      for (std::size_t i = 0; k.resolved && i < k.columns.size(); ++i) keys.emplace(at(t.name, k.columns[i]), at(k.table, k.referenced[i]));
  }
  BOOST_TEST((columns == published.columns()));
  for (auto const& key : keys)
    BOOST_TEST(published.keys().contains(key),
               key.first.first << "." << key.first.second << " = " << key.second.first << "." << key.second.second);
}

}  // namespace

BOOST_AUTO_TEST_CASE(schemas_agree_with_the_published_ones) {
  std::filesystem::path const data = T2S_SPIDER_DIR;
  if (data.empty() || !std::filesystem::exists(data / "tables.json")) {
    BOOST_TEST_MESSAGE("skipped: no Spider data");
    return;
  }
  int seen = 0;
  auto const all = boost::json::parse(read_file(data / "tables.json"));
  for (auto const& one : all.as_array()) {
    published_schema const published(one);
    auto const file = data / "databases" / published.id() / (published.id() + ".sqlite");
    if (!std::filesystem::exists(file)) continue;
    ++seen;
    auto const before = read_file(file);
    BOOST_TEST_CONTEXT(published.id()) { compare(db::sqlite_connection(file).schema(), published); }
    BOOST_TEST((read_file(file) == before));
  }
  BOOST_TEST(seen > 0);
}
