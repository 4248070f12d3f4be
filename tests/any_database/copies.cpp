// SPDX-License-Identifier: BSL-1.0
// Databases copied into every available engine, read back, and copied home again.
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/copy/copy.hpp"

#include "support.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/retrieve/pool.hpp"

#include <algorithm>
#include <chrono>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

db::any_options generous() {
  db::any_options o;
  o.limits.time = std::chrono::minutes(5);
  o.limits.rows = 10'000'000;
  o.limits.bytes = std::size_t{2} << 30U;
  return o;
}

/// The databases of `places`, and an SQLite file.
std::vector<place_of_copies> every_place(cli_test::folder const& files) {
  auto all = places();
  all.push_back({"SQLite", files.file("{db}.sqlite")});
  return all;
}

/// The content of a target.
std::set<std::string> tables_in(std::string const& target) {
  auto const all = db::open_target(target)->tables();
  return {all.begin(), all.end()};
}

/// Two tables of these names; the second has a key to the first.
std::string two_tables(std::string const& value) {
  return "CREATE TABLE t2s_first(x INTEGER PRIMARY KEY, y TEXT); INSERT INTO t2s_first VALUES (" + value + ", 'of " + value +
         "'); CREATE TABLE t2s_second(x INTEGER REFERENCES t2s_first(x)); INSERT INTO t2s_second VALUES (" + value + ");";
}

db::copy_report copy(std::string const& from, std::string const& to) {
  auto source = db::open(from, generous());
  auto const target = db::open_target(to, {.create = true});
  return db::copy_database(source, *target, {.replace = true});
}

/// Tables, columns, primary keys and foreign keys as sets of texts, in lower case if the engine has no capitals.
std::set<std::string> shape_of(schema::database const& d) {
  std::set<std::string> all;
  for (auto const& t : d.tables()) {
    if (t.is_view) continue;
    std::string columns;
    for (auto const& c : t.columns) columns += " " + c.name;
    all.insert("table " + t.name + columns);
    auto const key = t.primary_key();
    if (!key.empty()) all.insert("key of " + t.name + " " + std::to_string(key.size()) + " " + key.front());
  }
  return all;
}

std::size_t resolved_keys(schema::database const& d) {
  std::size_t n = 0;
  for (auto const& t : d.tables()) n += static_cast<std::size_t>(std::ranges::count_if(t.foreign_keys, &schema::foreign_key::resolved));
  return n;
}

std::vector<std::string> database_ids(std::string const& data) {
  std::set<std::string> ids;
  for (auto const& q : retrieve::read_pool(data + "/dev.json")) ids.insert(q.database);
  return {ids.begin(), ids.end()};
}

constexpr char const* odd =
    "CREATE TABLE \"Odd Names\"(\"the Key\" INTEGER PRIMARY KEY, whole INTEGER, real REAL, text VARCHAR(5) NOT NULL, bytes BLOB, "
    "\"SELECT\" TEXT,"
    " unset INTEGER);"
    "INSERT INTO \"Odd Names\" VALUES (1, 9223372036854775807, 0.1, '', x'00FF', 'NULL', NULL),"
    "(2, -9223372036854775808, 1e308, 'longer than declared', x'', '\\N', NULL), (3, 0, -1e-300, 'Gra\xC3\x9F \xF0\x9F\x90\x9D', NULL, "
    "'\\', NULL),"
    "(4, 1, 0.1, ' ', NULL, 'a''b\"c`d\\e\tf\ng\rh\\.', NULL), (5, NULL, NULL, 'x', x'27', '  ', NULL);"
    "CREATE TABLE \"odd child\"(parent INTEGER REFERENCES \"Odd Names\"(\"the Key\"), n INTEGER, mixed INTEGER, PRIMARY KEY (parent, n));"
    "INSERT INTO \"odd child\" VALUES (1, 1, 5), (1, 2, 'five'), (5, 1, NULL);"
    "CREATE TABLE empty(x REAL, y TEXT);"
    "CREATE TABLE coded(id INTEGER PRIMARY KEY, code TEXT); INSERT INTO coded VALUES (1, 'a'), (2, 'b'), (3, NULL);"
    "CREATE TABLE uses_code(code TEXT REFERENCES coded(code)); INSERT INTO uses_code VALUES ('a'), ('a'), (NULL);";

}  // namespace

BOOST_AUTO_TEST_SUITE(copies_into_engines)

BOOST_AUTO_TEST_CASE(odd_values_and_names_come_back_as_they_were) {
  cli_test::folder const place("copies");
  cli_test::make_database(place.file("odd.sqlite"), odd);
  for (auto const& to : places()) {
    auto const made = copy(place.file("odd.sqlite"), to.of("t2s_odd"));
    auto copied = db::open(to.of("t2s_odd"), generous());
    BOOST_TEST(db::differing_tables(made, copied).empty(), to.engine);
    auto source = db::open(place.file("odd.sqlite"));
    BOOST_TEST((shape_of(copied.schema()) == shape_of(source.schema())), to.engine);
    BOOST_TEST(resolved_keys(copied.schema()) == 2U, to.engine);
    auto const d = copied.schema().sql_dialect();
    auto const name = [d](char const* n) { return schema::in_quotes(n, d); };
    auto const rows =
        copied.execute("SELECT whole, text, bytes, " + name("SELECT") + " FROM " + name("Odd Names") + " ORDER BY " + name("the Key"));
    auto const wanted = source.execute("SELECT whole, text, bytes, \"SELECT\" FROM \"Odd Names\" ORDER BY \"the Key\"");
    BOOST_REQUIRE_MESSAGE(rows.ok(), to.engine + ": " + (rows.failure ? rows.failure->text() : ""));
    BOOST_TEST((rows.rows.values == wanted.rows.values), to.engine);
    // And home again.
    auto const home = copy(to.of("t2s_odd"), place.file(to.engine + ".sqlite"));
    auto again = db::open(place.file(to.engine + ".sqlite"));
    BOOST_TEST(db::differing_tables(home, again).empty(), to.engine);
    BOOST_TEST((again.execute("SELECT whole, text, bytes, \"SELECT\", real FROM \"Odd Names\" ORDER BY \"the Key\"").rows.values ==
                source.execute("SELECT whole, text, bytes, \"SELECT\", real FROM \"Odd Names\" ORDER BY \"the Key\"").rows.values),
               to.engine);
  }
}

BOOST_AUTO_TEST_CASE(a_target_with_the_tables_is_refused) {
  cli_test::folder const place("refusal");
  cli_test::make_database(place.file("a.sqlite"), "CREATE TABLE t2s_kept(x INTEGER); INSERT INTO t2s_kept VALUES (1)");
  cli_test::make_database(place.file("b.sqlite"), "CREATE TABLE t2s_kept(x INTEGER); INSERT INTO t2s_kept VALUES (2)");
  for (auto const& to : places()) {
    (void)copy(place.file("a.sqlite"), to.of("t2s_refusal"));
    auto source = db::open(place.file("b.sqlite"));
    auto const again = db::open_target(to.of("t2s_refusal"));
    BOOST_CHECK_THROW((void)db::copy_database(source, *again), error);
    auto copied = db::open(to.of("t2s_refusal"));
    BOOST_TEST(copied.execute("SELECT x FROM t2s_kept").rows.values[0][0] == value(1), to.engine);
  }
}

BOOST_AUTO_TEST_CASE(what_is_replaced_stays_until_the_copy_is_complete) {
  cli_test::folder const place("replacing");
  cli_test::make_database(place.file("old.sqlite"), two_tables("1").c_str());
  cli_test::make_database(place.file("new.sqlite"), (two_tables("2") + "CREATE TABLE t2s_third(z REAL)").c_str());
  for (auto const& to : every_place(place)) {
    auto const target = to.of("t2s_replaced");
    (void)copy(place.file("old.sqlite"), target);
    auto const before = tables_in(target);
    auto source = db::open(place.file("new.sqlite"));
    std::stop_source stop;
    db::copy_options stopped{.replace = true};
    stopped.stop = stop.get_token();
    stopped.progress = [&](std::string const& table, std::size_t, std::size_t) {
      if (table == "t2s_second") stop.request_stop();  // when both are written
    };
    BOOST_CHECK_EXCEPTION((void)db::copy_database(source, *db::open_target(target), stopped), error,
                          [](error const& e) { return e.code() == errc::cancelled; });
    BOOST_TEST(tables_in(target) == before, to.engine);
    {
      auto kept = db::open(target);
      for (auto const* sql : {"SELECT x FROM t2s_first", "SELECT x FROM t2s_second"})
        BOOST_TEST(kept.execute(sql).rows.values[0][0] == value(1), to.engine);
      BOOST_TEST(resolved_keys(kept.schema()) == 1U, to.engine);
    }
    auto const made = db::copy_database(source, *db::open_target(target), {.replace = true});
    auto copied = db::open(target);
    BOOST_TEST(db::differing_tables(made, copied).empty(), to.engine);
    BOOST_TEST(resolved_keys(copied.schema()) == 1U, to.engine);
    BOOST_TEST((tables_in(target) == std::set<std::string>{"t2s_first", "t2s_second", "t2s_third"}), to.engine);
  }
}

BOOST_AUTO_TEST_CASE(no_message_of_a_target_has_a_token) {
  if (!place_of("DuckDB")) return;
  BOOST_CHECK_EXCEPTION((void)db::open_target("duckdb:/nowhere/x?motherduck_token=s3cret"), error, [](error const& e) {
    BOOST_TEST_MESSAGE(e.details().text());
    return e.code() == errc::file_unwritable && e.details().text().find("s3cret") == std::string::npos &&
           e.details().subject.find("s3cret") == std::string::npos;
  });
}

BOOST_AUTO_TEST_CASE(the_databases_of_spider_come_back_row_by_row, *boost::unit_test::timeout(900)) {
  std::string const data = T2S_SPIDER_DIR;
  if (data.empty()) {
    BOOST_TEST_MESSAGE("SKIPPED: there are no Spider data");
    return;
  }
  for (auto const& to : places())
    for (auto const& id : database_ids(data)) {
      auto const file = data + "/databases/" + id + "/" + id + ".sqlite";
      auto const made = copy(file, to.of("t2s_copy_" + id));
      auto source = db::open(file, generous()), copied = db::open(to.of("t2s_copy_" + id), generous());
      BOOST_TEST(db::differing_tables(made, copied).empty(), to.engine + " " + id);
      BOOST_TEST((shape_of(source.schema()) == shape_of(copied.schema())), to.engine + " " + id);
      for (auto const& t : source.schema().tables()) {
        if (t.is_view) continue;
        auto const count = [&t](db::any_connection& c) {
          return c.execute("SELECT count(*) FROM " + schema::in_quotes(t.name, c.schema().sql_dialect())).rows.values.at(0).at(0);
        };
        BOOST_TEST(count(source) == count(copied), to.engine + " " + id + " " + t.name);
      }
    }
}

BOOST_AUTO_TEST_SUITE_END()
