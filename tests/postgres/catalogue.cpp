// SPDX-License-Identifier: BSL-1.0
// The schema from PostgreSQL's catalogue.
#include "support.hpp"

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/sql/resolve.hpp"

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

std::vector<std::string> names_of(schema::database const& d) {
  std::vector<std::string> names;
  for (auto const& t : d.tables()) names.push_back(t.name);
  return names;
}

schema::table const& table_of(schema::database const& d, std::string const& name) {
  auto const* t = d.find_table(name);
  BOOST_REQUIRE_MESSAGE(t, name);
  return *t;
}

db::postgres_options with_schemas(std::vector<std::string> schemas, bool every = false) {
  db::postgres_options o;
  o.schemas = std::move(schemas);
  o.every_schema = every;
  return o;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_catalogue)

BOOST_AUTO_TEST_CASE(tables_views_and_partitioned_tables_but_no_partitions) {
  db::postgres_connection const db(shop().text());
  BOOST_TEST(names_of(db.schema()) == (std::vector<std::string>{"customer", "purchase", "line", "remark", "visit", "rich", "totals"}),
             boost::test_tools::per_element());
  BOOST_TEST(table_of(db.schema(), "rich").is_view);
  BOOST_TEST(table_of(db.schema(), "totals").is_view);
  BOOST_TEST(!table_of(db.schema(), "visit").is_view);
  BOOST_TEST((db.schema().sql_dialect() == sql::dialect::postgres));
}

BOOST_AUTO_TEST_CASE(columns_with_types_keys_defaults_and_descriptions) {
  db::postgres_connection const db(shop().text());
  auto const& t = table_of(db.schema(), "purchase");
  BOOST_TEST(t.description == "what was bought");
  BOOST_TEST(t.schema == "public");
  BOOST_REQUIRE(t.columns.size() == 6U);
  BOOST_TEST(t.columns[0].type == "bigint");
  BOOST_TEST(t.columns[0].not_null);
  BOOST_TEST(t.columns[0].key_position == 1U);
  BOOST_TEST(t.columns[2].type == "timestamp with time zone");
  BOOST_TEST(t.columns[3].type == "numeric(10,2)");
  BOOST_TEST(t.columns[3].default_value == "0");
  BOOST_TEST(t.columns[3].description == "in euros");
  BOOST_TEST(t.columns[4].description == "one of 'open', 'paid', 'sent'");
  BOOST_TEST(t.columns[5].generated);
  BOOST_TEST(t.columns[5].default_value.empty());
  BOOST_TEST(table_of(db.schema(), "customer").columns[3].name == "Life Story");
}

BOOST_AUTO_TEST_CASE(keys) {
  db::postgres_connection const db(shop().text());
  BOOST_TEST(table_of(db.schema(), "line").primary_key() == (std::vector<std::string>{"purchase", "number"}),
             boost::test_tools::per_element());
  auto const& key = table_of(db.schema(), "remark").foreign_keys.at(0);
  BOOST_TEST(key.resolved);
  BOOST_TEST(key.table == "line");
  BOOST_TEST(key.columns == (std::vector<std::string>{"purchase", "number"}), boost::test_tools::per_element());
  BOOST_TEST(key.referenced == (std::vector<std::string>{"purchase", "number"}), boost::test_tools::per_element());
  BOOST_TEST(table_of(db.schema(), "visit").foreign_keys.size() == 1U);
  BOOST_TEST(table_of(db.schema(), "purchase").foreign_keys.at(0).referenced.at(0) == "id");
}

BOOST_AUTO_TEST_CASE(prompts_show_descriptions_and_a_server_can_run_them) {
  db::postgres_connection const db(shop().text());
  auto const sql = schema::create_statement(table_of(db.schema(), "purchase"), sql::dialect::postgres);
  BOOST_TEST(sql.starts_with("CREATE TABLE purchase ( /* what was bought */\n  id bigint NOT NULL,"));
  BOOST_TEST(sql.find("state state /* one of 'open', 'paid', 'sent' */") != sql.npos);
  administrator const admin(shop_of_superuser());
  admin.run("BEGIN; CREATE SCHEMA other; SET search_path = other, public");
  for (auto const& name : {"customer", "purchase", "line", "remark"})
    admin.run(schema::create_statement(table_of(db.schema(), name), sql::dialect::postgres));
  admin.run("ROLLBACK");
}

BOOST_AUTO_TEST_CASE(other_schemas_are_shown_if_named) {
  db::postgres_connection db(shop().text(), with_schemas({"back_office"}));
  BOOST_TEST(names_of(db.schema()) == (std::vector<std::string>{"salary", "customer"}), boost::test_tools::per_element());
  BOOST_TEST(first_value(db.execute("SELECT amount FROM salary")) == value(5000));
  BOOST_TEST(db.execute("SELECT secret FROM customer").ok());                     // the one that is shown
  BOOST_TEST(first_value(db.execute("SELECT count(*) FROM visit")) == value(1));  // names are looked up beyond
  BOOST_TEST(!table_of(db.schema(), "salary").foreign_keys.at(0).resolved);       // it refers to another table customer
  BOOST_TEST(failure_of([] { db::postgres_connection(shop().text(), with_schemas({"nowhere"})); }).subject == "nowhere");
  BOOST_TEST(failure_of([] { db::postgres_connection(shop().text(), with_schemas({"hidden"})); }).code == errc::no_tables);
}

BOOST_AUTO_TEST_CASE(every_schema_is_shown_if_wished_and_one_table_of_a_name) {
  db::postgres_connection db(shop().text(), with_schemas({}, true));
  auto const names = names_of(db.schema());
  BOOST_TEST(std::ranges::count(names, "customer") == 1);
  BOOST_TEST(std::ranges::count(names, "salary") == 1);
  BOOST_TEST(std::ranges::count(names, "secret") == 0);
  BOOST_TEST(table_of(db.schema(), "customer").schema == "public");
  BOOST_TEST(table_of(db.schema(), "salary").foreign_keys.at(0).resolved);
  BOOST_TEST(db.sample("salary", 1).ok());
}

BOOST_AUTO_TEST_CASE(only_what_the_role_may_read_is_shown) {
  administrator const admin(shop_of_superuser());
  admin.run(
      "CREATE TABLE payroll (id integer, open text, closed text); REVOKE ALL ON payroll FROM t2s_reader;"
      "GRANT SELECT (id, open) ON payroll TO t2s_reader; CREATE TABLE locked (id integer); REVOKE ALL ON locked FROM t2s_reader");
  db::postgres_connection const db(shop().text());
  admin.run("DROP TABLE payroll, locked");
  BOOST_TEST(!db.schema().find_table("locked"));
  BOOST_TEST(table_of(db.schema(), "payroll").columns.size() == 2U);
}

BOOST_AUTO_TEST_CASE(names_are_resolved_as_postgres_reads_them) {
  db::postgres_connection const db(shop().text());
  auto const fine = [&](std::string const& sql) {
    auto const q = sql::parse(sql, db.schema());
    BOOST_REQUIRE_MESSAGE(bool(q), sql);
    return sql::resolve(*q, db.schema()).ok();
  };
  BOOST_TEST(fine("SELECT \"Life Story\" FROM Customer"));
  BOOST_TEST(fine("SELECT c.NAME, public.purchase.total FROM public.customer AS c, public.purchase"));
  BOOST_TEST(!fine("SELECT \"Name\" FROM customer"));
  BOOST_TEST(!fine("SELECT name FROM back_office.customer"));
}

BOOST_AUTO_TEST_CASE(ten_thousand_tables) {
  administrator const admin(shop_of_superuser());
  if (!server().is_private()) return;
  admin.run("CREATE SCHEMA wide; GRANT USAGE ON SCHEMA wide TO t2s_reader");
  for (int i = 0; i < 10; ++i)
    admin.run("DO $$ BEGIN FOR i IN " + std::to_string(i * 1000) + " .. " + std::to_string(i * 1000 + 999) +
              " LOOP EXECUTE format('CREATE TABLE wide.t%s (id integer PRIMARY KEY, a text, b numeric(10, 2), c date, d integer)', i); END "
              "LOOP; END $$");
  admin.run("GRANT SELECT ON ALL TABLES IN SCHEMA wide TO t2s_reader");
  std::size_t tables = 0;
  auto const took = time_of([&] { tables = db::postgres_connection(shop().text(), with_schemas({"wide"})).schema().tables().size(); });
  BOOST_TEST(tables == 10'000U);
  BOOST_TEST_MESSAGE("10,000 tables: " << std::chrono::duration_cast<std::chrono::milliseconds>(took).count() << " ms");
  for (int i = 0; i < 10; ++i)  // each takes locks, whose number is limited
    admin.run("DO $$ BEGIN FOR i IN " + std::to_string(i * 1000) + " .. " + std::to_string(i * 1000 + 999) +
              " LOOP EXECUTE format('DROP TABLE wide.t%s', i); END LOOP; END $$");
  admin.run("DROP SCHEMA wide");
}

BOOST_AUTO_TEST_SUITE_END()
