// SPDX-License-Identifier: BSL-1.0
// What is sent to other engines than SQLite, without a server: the rewritten statements themselves.
#include "shop.hpp"

#include "t2s/sql/dialects.hpp"

#include <initializer_list>

namespace {

using namespace t2s;
using namespace t2s::test;

schema::database office(sql::grammar const& dialect) {
  schema::table orders;
  orders.name = "orders";
  orders.schema = dialect.dialect == sql::dialect::mysql ? "" : "sales";
  for (auto const* name : {"id", "owner", "item", "margin", "card"}) orders.columns.push_back({name, "TEXT"});
  schema::table payroll;
  payroll.name = "payroll";
  payroll.schema = orders.schema;
  payroll.columns.push_back({"amount", "INTEGER"});
  return schema::database({orders, payroll}, &dialect);
}

db::policy::access clerk(sql::grammar const& dialect) {
  auto const rules = db::policy::parse_rules(
      R"({"key": "k", "roles": {"clerk": {"tables": {"orders": {"hidden": ["margin"], "rows": "owner = :user", "mask": {"card": "last4"}}}}}})");
  return db::policy::access(office(dialect), rules, {"clerk", {{"user", "o'x\\y"}}});
}

std::string sent(db::policy::access const& a, std::string const& sql) {
  auto const made = a.rewrite(sql);
  if (auto const* f = std::get_if<failure>(&made)) return "refused: " + f->text();
  return std::get<db::policy::rewritten>(made).sql;
}

BOOST_AUTO_TEST_SUITE(policy_dialects)

BOOST_AUTO_TEST_CASE(a_table_becomes_what_is_seen_of_it) {
  auto const postgres = clerk(sql::postgres);
  std::string const last4 =
      "CASE WHEN length(CAST(card AS TEXT)) < 8 THEN '****' WHEN length(CAST(card AS TEXT)) >= 8 THEN '****' || "
      "right(CAST(card AS TEXT), 4) END AS card";
  std::string const plain = "SELECT \"id\", \"owner\", \"item\", " + last4;
  // what fails for no row may be moved; what may fail may not
  auto const moved = sent(postgres, "SELECT id FROM orders WHERE item = 'tea'");
  BOOST_TEST(moved.find("OFFSET 0") == moved.npos, moved);
  BOOST_TEST(moved.find("FROM \"sales\".\"orders\" AS \"orders\" WHERE ") != moved.npos, moved);
  BOOST_TEST(moved.find("owner = 'o''x\\y'") != moved.npos, moved);
  BOOST_TEST(moved.ends_with("AS orders WHERE item = 'tea'"), moved);
  BOOST_TEST(moved.find("margin") == moved.npos, moved);
  for (char const* sql :
       {"SELECT id FROM orders WHERE item::int = 1", "SELECT 1 / id FROM orders", "SELECT id FROM orders WHERE EXISTS (SELECT 1)"}) {
    auto const held = sent(postgres, sql);
    BOOST_TEST(held.find("OFFSET 0) AS orders") != held.npos, held);
  }
  auto const mysql = sent(clerk(sql::mysql), "SELECT id FROM orders WHERE item + 1 = 1");
  BOOST_TEST(mysql.find("LIMIT 18446744073709551615) AS orders") != mysql.npos, mysql);
  BOOST_TEST(mysql.find("owner = 'o''x\\\\y'") != mysql.npos, mysql);
  auto const duckdb = sent(clerk(sql::duckdb), "FROM orders SELECT id + 1");
  BOOST_TEST(duckdb.find("LIMIT 4611686018427387903) AS orders") != duckdb.npos, duckdb);
}

BOOST_AUTO_TEST_CASE(what_reads_more_is_refused) {
  auto const is_refused = [](sql::grammar const& dialect, std::initializer_list<char const*> all) {
    auto const a = clerk(dialect);
    for (auto const* sql : all) BOOST_TEST(sent(a, sql).starts_with("refused"), sql << " -> " << sent(a, sql));
  };
  is_refused(sql::mysql, {"SELECT * FROM payroll",
                          "SELECT load_file('/etc/passwd')",
                          "SELECT * FROM information_schema.tables",
                          "SELECT * FROM mysql.user",
                          "SELECT sleep(1)",
                          "SELECT benchmark(1, 1)",
                          "SELECT @@version",
                          "SELECT @x",
                          "SELECT user()",
                          "SELECT database()",
                          "SELECT extractvalue(1, concat(0x7e, (SELECT max(amount) FROM payroll)))",
                          "SELECT updatexml(1, 'a', 1)",
                          "SELECT * FROM orders PARTITION (p0)",
                          "SELECT * FROM orders USE INDEX (x)",
                          "SELECT /*!50000 * */ FROM orders",
                          "SELECT 1 INTO OUTFILE '/tmp/x'",
                          "SELECT * FROM orders FOR UPDATE",
                          "TABLE payroll",
                          "SHOW TABLES",
                          "DESCRIBE orders",
                          "SELECT get_lock('x', 1)",
                          "SELECT * FROM orders PROCEDURE ANALYSE()"});
  is_refused(sql::duckdb, {"SELECT * FROM payroll",
                           "FROM payroll",
                           "SELECT * FROM 'x.csv'",
                           "SELECT * FROM read_csv('x')",
                           "SELECT * FROM read_text('/etc/passwd')",
                           "SELECT * FROM glob('*')",
                           "SELECT * FROM duckdb_tables()",
                           "SELECT * FROM duckdb_columns",
                           "SELECT * FROM query_table('payroll')",
                           "SELECT * FROM query('SELECT * FROM payroll')",
                           "SELECT getenv('HOME')",
                           "SELECT current_setting('x')",
                           "SELECT * FROM pragma_table_info('x')",
                           "SELECT * FROM sqlite_master",
                           "SELECT * FROM information_schema.columns",
                           "DESCRIBE orders",
                           "SUMMARIZE payroll",
                           "SHOW TABLES",
                           "SELECT * FROM orders TABLESAMPLE 10%",
                           "SELECT nextval('s')",
                           "PIVOT payroll ON amount",
                           "SELECT rowid FROM sales.payroll",
                           "SELECT NULL::payroll",
                           "SELECT CAST(NULL AS STRUCT(a INT))"});
  is_refused(sql::postgres, {"SELECT * FROM payroll", "SELECT 'payroll'::regclass", "SELECT * FROM other.orders",
                             "SELECT o.f FROM orders o", "SELECT pg_read_file('x')", "SELECT NULL::orders", "SELECT * FROM ONLY orders"});
}

BOOST_AUTO_TEST_CASE(names_of_common_tables_are_made_anew) {
  for (auto const* dialect : {&sql::postgres, &sql::mysql, &sql::duckdb}) {
    auto const a = clerk(*dialect);
    auto const inner = sent(a, "WITH orders AS (SELECT id FROM orders) SELECT orders.id FROM orders");
    BOOST_TEST(inner.starts_with("WITH t2s_"), inner);
    BOOST_TEST(inner.find("owner = ") != inner.npos, inner);  // elsewhere than in SQLite the inner name is the table
    BOOST_TEST(sent(a, "WITH a AS (SELECT * FROM payroll) SELECT 1").starts_with("refused"));
    BOOST_TEST(sent(a, "WITH payroll AS (SELECT 1 AS x) SELECT x FROM payroll").starts_with("WITH t2s_"));
    BOOST_TEST(sent(a, "WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a").starts_with("refused"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
