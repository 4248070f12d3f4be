// SPDX-License-Identifier: BSL-1.0
// The schema as DuckDB's catalogue has it.
#include "db/conformance/catalogue.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

db::duckdb_options with_schemas(std::vector<std::string> schemas, bool every = false) {
  db::duckdb_options o;
  o.schemas = std::move(schemas);
  o.every_schema = every;
  return o;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_catalogue, shop_file)

BOOST_AUTO_TEST_CASE(tables_and_views) {
  db::duckdb_connection const db(file);
  auto names = names_of(db.schema());
  std::ranges::sort(names);
  BOOST_TEST(names == (std::vector<std::string>{"customer", "line", "purchase", "remark", "rich"}), boost::test_tools::per_element());
  BOOST_TEST(db.file() == file);
}

BOOST_AUTO_TEST_CASE(columns_with_types_keys_defaults_and_descriptions) {
  db::duckdb_connection const db(file);
  BOOST_TEST(table_of(db.schema(), "purchase").schema == "main");
  BOOST_TEST(conformance::columns_of(db.schema(), "purchase") ==
                 (std::vector<std::string>{"id BIGINT, not null, key 1", "customer INTEGER", "bought TIMESTAMP WITH TIME ZONE",
                                           "total DECIMAL(10,2), default 0, in euros",
                                           "state ENUM('open', 'paid', 'sent'), one of 'open', 'paid', 'sent'",
                                           "doubled DECIMAL(12,2), generated"}),
             boost::test_tools::per_element());
  BOOST_TEST(table_of(db.schema(), "line").columns[3].type == "VARCHAR[]");
}

BOOST_AUTO_TEST_CASE(prompts_show_descriptions_and_duckdb_can_run_them) {
  administrator const admin;
  conformance::expect_statements(db::duckdb_connection(file).schema(), "id BIGINT NOT NULL,",
                                 [&](std::string const& sql) { admin.run(sql); });
}

BOOST_AUTO_TEST_CASE(other_schemas_are_shown_if_named) {
  db::duckdb_connection db(file, with_schemas({"back_office"}));
  auto names = names_of(db.schema());
  std::ranges::sort(names);
  BOOST_TEST(names == (std::vector<std::string>{"customer", "salary"}), boost::test_tools::per_element());
  BOOST_TEST(first_value(db.execute("SELECT amount FROM salary")) == value(5000));
  BOOST_TEST(db.execute("SELECT secret FROM customer").ok());                        // the one that is shown
  BOOST_TEST(first_value(db.execute("SELECT count(*) FROM purchase")) == value(3));  // names are looked up beyond
  BOOST_TEST(failure_of([&] { db::duckdb_connection(file, with_schemas({"nowhere"})); }).subject == "nowhere");
}

BOOST_AUTO_TEST_CASE(every_schema_is_shown_if_wished_and_one_table_of_a_name) {
  db::duckdb_connection db(file, with_schemas({}, true));
  auto const names = names_of(db.schema());
  BOOST_TEST(std::ranges::count(names, "customer") == 1);
  BOOST_TEST(std::ranges::count(names, "salary") == 1);
  BOOST_TEST(table_of(db.schema(), "customer").schema == "main");
  BOOST_TEST(db.sample("salary", 1).ok());
  BOOST_TEST(db.execute("SELECT amount FROM salary").ok());
}

BOOST_AUTO_TEST_CASE(a_long_enumeration_is_cut) {
  auto const other = folder / "long.duckdb";
  std::string values = "'v0'";
  for (int i = 1; i < 30; ++i) values += ", 'v" + std::to_string(i) + "'";
  administrator(other).run("CREATE TABLE t (e ENUM(" + values + "))");
  db::duckdb_connection const db(other);
  auto const& c = table_of(db.schema(), "t").columns.at(0);
  BOOST_TEST(c.type == "VARCHAR");
  BOOST_TEST(c.description.ends_with("'v19', ..."));
}

BOOST_AUTO_TEST_CASE(names_are_resolved_as_duckdb_reads_them) {
  conformance::expect_resolved(db::duckdb_connection(file).schema(),
                               {"SELECT \"Life Story\" FROM Customer", "SELECT c.NAME FROM main.customer AS c",
                                "SELECT \"NAME\" FROM customer"},  // quotes do not make a name another
                               {"SELECT nam FROM customer"});
}

BOOST_AUTO_TEST_CASE(tables_and_columns_that_are_called_like_what_is_denied) {
  auto const other = folder / "names.duckdb";
  administrator(other).run(
      "CREATE TABLE sales_query (read_count INTEGER, \"http status\" INTEGER); CREATE TABLE \"a/b.csv\" (x INTEGER);"
      "INSERT INTO sales_query VALUES (1, 2); INSERT INTO \"a/b.csv\" VALUES (3)");
  db::duckdb_connection db(other);
  BOOST_TEST(first_value(db.execute("SELECT s.read_count FROM sales_query AS s")) == value(1));
  BOOST_TEST(first_value(db.execute("SELECT sales_query.\"http status\" FROM sales_query")) == value(2));
  BOOST_TEST(first_value(db.execute("SELECT x FROM \"a/b.csv\"")) == value(3));
}

BOOST_AUTO_TEST_CASE(macros_that_do_what_is_denied_are_denied) {
  auto const other = folder / "macros.duckdb";
  administrator(other).run(
      "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (4); CREATE MACRO twice(x) AS x * 2;"
      "CREATE MACRO content(f) AS TABLE SELECT * FROM read_text(f); CREATE MACRO behind(f) AS (SELECT content FROM content(f))");
  db::duckdb_options o;
  o.layers.enclosed = false;
  db::duckdb_connection db(other, o);
  BOOST_TEST(first_value(db.execute("SELECT twice(a) FROM t")) == value(8));
  BOOST_TEST(db.execute("SELECT * FROM content('/etc/hostname')").failure->code == errc::statement_denied);
  BOOST_TEST(db.execute("SELECT behind('/etc/hostname')").failure->code == errc::statement_denied);
}

BOOST_AUTO_TEST_CASE(a_thousand_tables) {
  auto const other = folder / "wide.duckdb";
  {
    administrator const admin(other);
    admin.run("BEGIN");
    for (int i = 0; i < 1000; ++i) admin.run("CREATE TABLE t" + std::to_string(i) + " (id INTEGER PRIMARY KEY, a TEXT, b DECIMAL(10, 2))");
    admin.run("COMMIT");
  }
  BOOST_TEST(db::duckdb_connection(other).schema().tables().size() == 1000U);
}

BOOST_AUTO_TEST_SUITE_END()
