// SPDX-License-Identifier: BSL-1.0
// The schema as information_schema has it.
#include "db/conformance/catalogue.hpp"

#include "support.hpp"
#include "t2s/db/mysql/detail/catalogue.hpp"

using namespace t2s;
using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(mysql_catalogue)

BOOST_AUTO_TEST_CASE(tables_and_views_but_no_sequences) {
  db::mysql_connection const db(shop().text());
  BOOST_TEST(names_of(db.schema()) == (std::vector<std::string>{"customer", "line", "member", "purchase", "remark", "rich", "visit"}),
             boost::test_tools::per_element());
  BOOST_TEST(!table_of(db.schema(), "visit").is_view);
  BOOST_TEST(table_of(db.schema(), "member").foreign_keys.at(0).table == "customer");  // of its primary key
}

BOOST_AUTO_TEST_CASE(columns_with_types_keys_defaults_and_descriptions) {
  db::mysql_connection const db(shop().text());
  BOOST_TEST(conformance::columns_of(db.schema(), "purchase") ==
                 (std::vector<std::string>{"id bigint(20) unsigned, not null, key 1", "customer int(11)", "at datetime",
                                           "total decimal(10,2), not null, default 0.00, in euros",
                                           "state enum('open','paid','sent'), default 'open', one of 'open', 'paid', 'sent'",
                                           "doubled decimal(12,2), generated"}),
             boost::test_tools::per_element());
  BOOST_TEST(table_of(db.schema(), "remark").columns[3].description == "any of 'kind', 'long'");
}

BOOST_AUTO_TEST_CASE(values_of_enumerations) {
  using db::detail::mysql_values_of_type;
  BOOST_TEST(mysql_values_of_type("int(11)") == "");
  BOOST_TEST(mysql_values_of_type("enum('a','b''c',',)')") == "one of 'a', 'b''c', ',)'");
  BOOST_TEST(mysql_values_of_type("enum('')") == "one of ''");
  std::string many = "set('0'";
  for (int i = 1; i < 30; ++i) many.append(",'").append(std::to_string(i)).append("'");
  BOOST_TEST(mysql_values_of_type(many.append(")")).ends_with("'18', '19', ..."));
}

BOOST_AUTO_TEST_CASE(a_key_into_another_database_is_no_key_of_this_one) {
  db::mysql_connection const db(shop_of_admin().in("t2s_office").text());
  auto const& key = table_of(db.schema(), "salary").foreign_keys.at(0);
  BOOST_TEST(!key.resolved);
  BOOST_TEST(key.table == "t2s_shop.customer");
}

BOOST_AUTO_TEST_CASE(prompts_show_descriptions_and_a_server_can_run_them) {
  db::mysql_connection const db(shop().text());
  mysql_administrator const admin(shop_of_admin());
  admin.run("CREATE DATABASE t2s_other; USE t2s_other");
  conformance::expect_statements(db.schema(), "id bigint(20) unsigned NOT NULL,", [&](std::string const& sql) { admin.run(sql); });
  admin.run("DROP DATABASE t2s_other");
}

BOOST_AUTO_TEST_CASE(only_what_the_user_may_read_is_shown) {
  mysql_administrator const admin(shop_of_admin());
  admin.run(
      "CREATE USER t2s_half@'%'; GRANT SELECT (id, name), INSERT ON t2s_shop.customer TO t2s_half@'%'; GRANT INSERT ON t2s_shop.line TO"
      " t2s_half@'%'");
  auto const half = shop().as("t2s_half", "");
  db::mysql_connection db(half.text());
  BOOST_REQUIRE(db.schema().tables().size() == 1U);
  BOOST_TEST(db.schema().tables()[0].columns.size() == 2U);
  BOOST_TEST(db.execute("SELECT name FROM customer").ok());
  BOOST_TEST(db.execute("SELECT code FROM customer").failure->code == errc::statement_denied);
  admin.run("REVOKE SELECT (id, name) ON t2s_shop.customer FROM t2s_half@'%'");
  BOOST_TEST(failure_of([&] { db::mysql_connection(half.text()); }).code == errc::no_tables);
  admin.run("DROP USER t2s_half@'%'");
}

BOOST_AUTO_TEST_CASE(a_view_whose_table_is_gone_says_so) {
  mysql_administrator const admin(shop_of_admin());
  admin.run("CREATE TABLE gone (a int); CREATE VIEW orphan AS SELECT a FROM gone; DROP TABLE gone");
  db::mysql_connection const db(shop().text());
  admin.run("DROP VIEW orphan");
  BOOST_TEST(table_of(db.schema(), "orphan").columns.empty());
  BOOST_TEST(table_of(db.schema(), "orphan").note.find("gone") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_are_resolved_as_the_server_reads_them) {
  conformance::expect_resolved(db::mysql_connection(shop().text()).schema(),
                               {"SELECT `Life Story` FROM customer", "SELECT c.NAME, purchase.total FROM customer AS c, purchase"},
                               {"SELECT nam FROM customer"});
}

BOOST_AUTO_TEST_CASE(a_thousand_tables) {
  mysql_administrator const admin(server().place().in(""));
  admin.run(
      "CREATE DATABASE t2s_wide; GRANT SELECT, SHOW VIEW ON t2s_wide.* TO t2s_reader@'%'; USE t2s_wide; SET default_storage_engine = "
      "MyISAM");
  std::string sql;
  for (int i = 0; i < 1000; ++i)
    sql.append("CREATE TABLE t")
        .append(std::to_string(i))
        .append(" (id integer PRIMARY KEY, a text, b decimal(10, 2), c date, d integer);");
  admin.run(sql);
  BOOST_TEST(db::mysql_connection(shop().in("t2s_wide").text()).schema().tables().size() == 1000U);
  admin.run("DROP DATABASE t2s_wide; REVOKE ALL ON t2s_wide.* FROM t2s_reader@'%'");
}
BOOST_AUTO_TEST_SUITE_END()
