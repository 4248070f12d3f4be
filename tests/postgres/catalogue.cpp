// SPDX-License-Identifier: BSL-1.0
// The schema as PostgreSQL's catalogue has it.
#include "db/conformance/catalogue.hpp"

#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

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
  BOOST_TEST(table_of(db.schema(), "totals").is_view);
  BOOST_TEST(!table_of(db.schema(), "visit").is_view);
  BOOST_TEST(table_of(db.schema(), "visit").foreign_keys.size() == 1U);
}

BOOST_AUTO_TEST_CASE(columns_with_types_keys_defaults_and_descriptions) {
  db::postgres_connection const db(shop().text());
  BOOST_TEST(table_of(db.schema(), "purchase").schema == "public");
  BOOST_TEST(conformance::columns_of(db.schema(), "purchase") ==
                 (std::vector<std::string>{"id bigint, not null, key 1", "customer integer", "at timestamp with time zone",
                                           "total numeric(10,2), default 0, in euros", "state state, one of 'open', 'paid', 'sent'",
                                           "doubled numeric, generated"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(prompts_show_descriptions_and_a_server_can_run_them) {
  db::postgres_connection const db(shop().text());
  administrator const admin(shop_of_admin());
  admin.run("BEGIN; CREATE SCHEMA other; SET search_path = other, public");
  conformance::expect_statements(db.schema(), "id bigint NOT NULL,", [&](std::string const& sql) { admin.run(sql); });
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
  administrator const admin(shop_of_admin());
  admin.run(
      "CREATE TABLE payroll (id integer, open text, closed text); REVOKE ALL ON payroll FROM t2s_reader;"
      "GRANT SELECT (id, open) ON payroll TO t2s_reader; CREATE TABLE locked (id integer); REVOKE ALL ON locked FROM t2s_reader");
  db::postgres_connection const db(shop().text());
  admin.run("DROP TABLE payroll, locked");
  BOOST_TEST(!db.schema().find_table("locked"));
  BOOST_TEST(table_of(db.schema(), "payroll").columns.size() == 2U);
}

BOOST_AUTO_TEST_CASE(names_are_resolved_as_postgres_reads_them) {
  conformance::expect_resolved(
      db::postgres_connection(shop().text()).schema(),
      {"SELECT \"Life Story\" FROM Customer", "SELECT c.NAME, public.purchase.total FROM public.customer AS c, public.purchase"},
      {"SELECT \"Name\" FROM customer", "SELECT name FROM back_office.customer"});
}

BOOST_AUTO_TEST_CASE(a_thousand_tables) {
  administrator const admin(shop_of_admin());
  admin.run("CREATE SCHEMA wide; GRANT USAGE ON SCHEMA wide TO t2s_reader");
  admin.run(
      "DO $$ BEGIN FOR i IN 1 .. 1000 LOOP EXECUTE format('CREATE TABLE wide.t%s (id integer PRIMARY KEY, a text, b numeric(10, 2), c "
      "date, "
      "d integer)', i); END LOOP; END $$");
  admin.run("GRANT SELECT ON ALL TABLES IN SCHEMA wide TO t2s_reader");
  BOOST_TEST(db::postgres_connection(shop().text(), with_schemas({"wide"})).schema().tables().size() == 1000U);
  admin.run("DO $$ BEGIN FOR i IN 1 .. 1000 LOOP EXECUTE format('DROP TABLE wide.t%s', i); END LOOP; END $$; DROP SCHEMA wide");
}
BOOST_AUTO_TEST_SUITE_END()
