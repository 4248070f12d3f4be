// SPDX-License-Identifier: BSL-1.0
// The schema from information_schema.
#include "support.hpp"

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/mysql/detail/catalogue.hpp"
#include "t2s/sql/resolve.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

schema::table const& table_of(schema::database const& d, std::string const& name) {
  auto const* t = d.find_table(name);
  BOOST_REQUIRE_MESSAGE(t, name);
  return *t;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mysql_catalogue)

BOOST_AUTO_TEST_CASE(tables_and_views_but_no_sequences) {
  db::mysql_connection const db(shop().url());
  std::vector<std::string> names;
  for (auto const& t : db.schema().tables()) names.push_back(t.name);
  BOOST_TEST(names == (std::vector<std::string>{"customer", "line", "member", "purchase", "remark", "rich", "visit"}),
             boost::test_tools::per_element());
  BOOST_TEST(table_of(db.schema(), "rich").is_view);
  BOOST_TEST(table_of(db.schema(), "rich").columns.size() == 2U);
  BOOST_TEST(!table_of(db.schema(), "visit").is_view);
  BOOST_TEST((db.schema().sql_dialect() == sql::dialect::mysql));
}

BOOST_AUTO_TEST_CASE(columns_with_types_keys_defaults_and_descriptions) {
  db::mysql_connection const db(shop().url());
  auto const& t = table_of(db.schema(), "purchase");
  BOOST_TEST(t.description == "what was bought");
  BOOST_REQUIRE(t.columns.size() == 6U);
  BOOST_TEST(t.columns[0].type == "bigint(20) unsigned");
  BOOST_TEST(t.columns[0].not_null);
  BOOST_TEST(t.columns[0].key_position == 1U);
  BOOST_TEST(t.columns[2].type == "datetime");
  BOOST_TEST(!t.columns[2].not_null);
  BOOST_TEST(t.columns[2].default_value.empty());
  BOOST_TEST(t.columns[3].type == "decimal(10,2)");
  BOOST_TEST(t.columns[3].default_value == "0.00");
  BOOST_TEST(t.columns[3].description == "in euros");
  BOOST_TEST(t.columns[4].description == "one of 'open', 'paid', 'sent'");
  BOOST_TEST(t.columns[4].default_value == "'open'");
  BOOST_TEST(t.columns[5].generated);
  BOOST_TEST(t.columns[5].default_value.empty());
  BOOST_TEST(table_of(db.schema(), "customer").columns[3].name == "Life Story");
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

BOOST_AUTO_TEST_CASE(keys) {
  db::mysql_connection const db(shop().url());
  BOOST_TEST(table_of(db.schema(), "line").primary_key() == (std::vector<std::string>{"purchase", "number"}),
             boost::test_tools::per_element());
  auto const& key = table_of(db.schema(), "remark").foreign_keys.at(0);
  BOOST_TEST(key.resolved);
  BOOST_TEST(key.table == "line");
  BOOST_TEST(key.columns == (std::vector<std::string>{"purchase", "number"}), boost::test_tools::per_element());
  BOOST_TEST(key.referenced == (std::vector<std::string>{"purchase", "number"}), boost::test_tools::per_element());
  BOOST_TEST(table_of(db.schema(), "purchase").foreign_keys.at(0).referenced.at(0) == "id");
  BOOST_TEST(table_of(db.schema(), "member").foreign_keys.at(0).table == "customer");  // of its primary key
}

BOOST_AUTO_TEST_CASE(a_key_into_another_database_is_no_key_of_this_one) {
  db::mysql_connection const db(shop_of_root().in("t2s_office").url());
  auto const& key = table_of(db.schema(), "salary").foreign_keys.at(0);
  BOOST_TEST(!key.resolved);
  BOOST_TEST(key.table == "t2s_shop.customer");
}

BOOST_AUTO_TEST_CASE(prompts_show_descriptions_and_a_server_can_run_them) {
  db::mysql_connection const db(shop().url());
  auto const sql = schema::create_statement(table_of(db.schema(), "purchase"), sql::dialect::mysql);
  BOOST_TEST(sql.starts_with("CREATE TABLE purchase ( /* what was bought */\n  id bigint(20) unsigned NOT NULL,"), sql);
  BOOST_TEST(sql.find("/* one of 'open', 'paid', 'sent' */") != sql.npos);
  mysql_administrator const admin(shop_of_root());
  admin.run("CREATE DATABASE t2s_other; USE t2s_other");
  for (auto const& name : {"customer", "purchase", "line", "remark"})
    admin.run(schema::create_statement(table_of(db.schema(), name), sql::dialect::mysql));
  admin.run("DROP DATABASE t2s_other");
}

BOOST_AUTO_TEST_CASE(only_what_the_user_may_read_is_shown) {
  mysql_administrator const admin(shop_of_root());
  admin.run(
      "CREATE USER t2s_half@'%'; GRANT SELECT (id, name), INSERT ON t2s_shop.customer TO t2s_half@'%'; GRANT INSERT ON t2s_shop.line TO"
      " t2s_half@'%'");
  auto const half = shop().as("t2s_half", "");
  db::mysql_connection db(half.url());
  BOOST_REQUIRE(db.schema().tables().size() == 1U);
  BOOST_TEST(db.schema().tables()[0].columns.size() == 2U);
  BOOST_TEST(db.execute("SELECT name FROM customer").ok());
  BOOST_TEST(db.execute("SELECT code FROM customer").failure->code == errc::statement_denied);
  admin.run("REVOKE SELECT (id, name) ON t2s_shop.customer FROM t2s_half@'%'");
  BOOST_TEST(failure_of([&] { db::mysql_connection(half.url()); }).code == errc::no_tables);
  admin.run("DROP USER t2s_half@'%'");
}

BOOST_AUTO_TEST_CASE(a_view_whose_table_is_gone_says_so) {
  mysql_administrator const admin(shop_of_root());
  admin.run("CREATE TABLE gone (a int); CREATE VIEW orphan AS SELECT a FROM gone; DROP TABLE gone");
  db::mysql_connection const db(shop().url());
  admin.run("DROP VIEW orphan");
  BOOST_TEST(table_of(db.schema(), "orphan").columns.empty());
  BOOST_TEST(table_of(db.schema(), "orphan").note.find("gone") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_are_resolved_as_the_server_reads_them) {
  db::mysql_connection const db(shop().url());
  auto const fine = [&](std::string const& sql) {
    auto const q = sql::parse(sql, db.schema());
    BOOST_REQUIRE_MESSAGE(bool(q), sql);
    return sql::resolve(*q, db.schema()).ok();
  };
  BOOST_TEST(fine("SELECT `Life Story` FROM customer"));
  BOOST_TEST(fine("SELECT c.NAME, purchase.total FROM customer AS c, purchase"));
  BOOST_TEST(!fine("SELECT nam FROM customer"));
}

BOOST_AUTO_TEST_CASE(ten_thousand_tables) {
  if (!server().is_private()) return;
  mysql_administrator const admin(server().place().in(""));
  admin.run(
      "CREATE DATABASE t2s_wide; GRANT SELECT, SHOW VIEW ON t2s_wide.* TO t2s_reader@'%'; USE t2s_wide; SET default_storage_engine = "
      "MyISAM");
  std::string sql;
  for (int i = 0; i < 10'000; ++i) {
    sql.append("CREATE TABLE t")
        .append(std::to_string(i))
        .append(" (id integer PRIMARY KEY, a text, b decimal(10, 2), c date, d integer);");
    if (i % 100 == 99) admin.run(std::exchange(sql, {}));
  }
  std::size_t tables = 0;
  auto const took = time_of([&] { tables = db::mysql_connection(shop().in("t2s_wide").url()).schema().tables().size(); });
  BOOST_TEST(tables == 10'000U);
  BOOST_TEST_MESSAGE("10,000 tables: " << std::chrono::duration_cast<std::chrono::milliseconds>(took).count() << " ms");
  admin.run("DROP DATABASE t2s_wide");
}

BOOST_AUTO_TEST_SUITE_END()
