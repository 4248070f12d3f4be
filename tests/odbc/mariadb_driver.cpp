// SPDX-License-Identifier: BSL-1.0
// ODBC over the driver of MariaDB (Debian: odbc-mariadb), against a private server.
#include "support.hpp"

#ifdef T2S_WITH_MYSQL

#include "server_driver.hpp"
#include "support/hostile_mysql.hpp"
#include "support/mysql_shop.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

boost::test_tools::assertion_result has_all(boost::unit_test::test_unit_id) {
  static bool const has = starts_behind<mysql_shop>("MariaDB Unicode", "odbc-mariadb");
  return has;
}

/// What every engine must do, over this driver.
struct engine : driver_defaults<engine, mysql_shop> {
  static constexpr auto dialect = sql::dialect::mysql;
  static constexpr char const *integer = "signed", *real = "double", *text = "char", *date = "date", *timestamp = "datetime";
  static constexpr char const* bytes = "x'00ff'";

  static std::string source_of(mysql_server_place const& p) {
    auto const where = p.socket.empty() ? "Server=" + p.host + ";Port=" + p.port : "Socket=" + p.socket;
    return "Driver=MariaDB Unicode;" + where + ";Database=" + p.database + ";UID=" + p.user + ";PWD=" + p.password;
  }
  static std::string endless() {
    return "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT count(*) FROM n a, n b, n c, n d";
  }
  static std::string rows(std::size_t n) {
    return "SELECT a.id AS i FROM information_schema.collations a, information_schema.collations b, information_schema.collations c "
           "LIMIT " +
           std::to_string(n);
  }
  static std::vector<std::string> denied() { return {"SELECT sleep(100)", "TRUNCATE remark"}; }
};

struct under_attack : driver_under_attack<engine> {
  /// The server lets no reader end what runs with its definer's rights: docs/odbc.md says so.
  static std::vector<std::string> statements() {
    std::vector<std::string> all(std::begin(hostile_mysql_statements), std::end(hostile_mysql_statements));
    std::erase_if(all, [](std::string const& sql) { return sql.find("evil_sleep") != sql.npos; });
    return all;
  }
  /// Functions of the database itself do, which a view may call.
  static bool keeps_a_lock(std::string const& sql) {
    return sql.find("_LOCK(") != sql.npos || sql.find("evil_lock") != sql.npos || sql.find("evil_settings") != sql.npos ||
           sql.find("evil_view") != sql.npos;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(odbc_mariadb_conformance, *boost::unit_test::precondition(has_all))
conformance::registered const tests("ODBC, MariaDB", conformance::demands_without_pool<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(odbc_mariadb, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(the_catalogue_is_the_servers) {
  auto const db = engine::connect();
  BOOST_TEST((db.engine().starts_with("MariaDB") || db.engine().starts_with("MySQL")), db.engine());
  expect_columns(db.schema(),
                 mysql_administrator(engine::service().of_admin())
                     .rows("SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 't2s_shop' AND "
                           "table_name <> 'numbers' ORDER BY table_name, ordinal_position"));
  BOOST_TEST(!db.schema().find_table("salary"));
}

BOOST_AUTO_TEST_CASE(root_sees_the_tables_of_its_database_alone) {
  auto const root = engine::service().of_admin();
  auto const db = engine::connect({}, root);
  auto const tables = mysql_administrator(root).rows(
      "SELECT table_name FROM information_schema.tables WHERE table_schema = 't2s_shop' AND table_type IN ('BASE TABLE', 'VIEW')");
  BOOST_TEST(db.schema().tables().size() == tables.size());
  for (auto const& t : db.schema().tables())
    BOOST_TEST((std::ranges::count(tables, std::vector<std::string>{t.name}) == 1), t.schema << "." << t.name);
}

BOOST_AUTO_TEST_CASE(values_are_what_they_are) {
  auto db = engine::connect();
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "é";
  expect_values(db, {{"18446744073709551615", "18446744073709551615"},
                     {"12345678901234567890.12345678901234567890", "12345678901234567890.1234567890123456789"},
                     {"CAST('12:30:00' AS time)", "12:30:00"},
                     {"'?'", "?"},
                     {"state FROM purchase WHERE id = 1", "paid"},
                     {"since FROM member", 2020},
                     {"concat('x', repeat('é', 5000))", "x" + accents}});
}

BOOST_AUTO_TEST_CASE(failures_have_their_codes_names_and_places) {
  auto db = engine::connect();
  conformance::expect_failures(db, {{"SELECT nam FROM customer", errc::no_such_column, "nam", "nam"},
                                    {"SELECT 1 FROM customers", errc::no_such_table, "t2s_shop.customers"},
                                    {"SELECT id FROM customer, purchase", errc::ambiguous_column, "id"},
                                    {"DELETE FROM line", errc::statement_denied},
                                    {"SELECT * FROM t2s_office.salary", errc::statement_denied}});
}

BOOST_AUTO_TEST_CASE(connections_that_cannot_be_made_or_break) {
  auto& shop = engine::service();
  expect_lost_and_found<engine>(shop.of_reader().as("t2s_reader", "wrong"), shop.of_admin().in("no_such_database"));
}

BOOST_AUTO_TEST_SUITE_END()

using besieged = conformance::besieged<under_attack>;

BOOST_FIXTURE_TEST_SUITE(odbc_mariadb_hostile, besieged, *boost::unit_test::precondition(has_all))

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands({}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.layers = {.guard = false}}); }

BOOST_AUTO_TEST_CASE(without_only_queries) { withstands({.layers = {.only_queries = false}}); }

BOOST_AUTO_TEST_CASE(without_reading_only) { withstands({.layers = {.read_only = false}}); }

BOOST_AUTO_TEST_CASE(without_rolling_back) { withstands({.layers = {.rolled_back = false}}); }

BOOST_AUTO_TEST_CASE(without_a_user_that_can_only_read) { withstands({}, true); }

BOOST_AUTO_TEST_CASE(a_function_of_the_database_does_not_change_how_the_next_statement_is_read_nor_that_it_only_reads) {
  auto db = engine::connect({}, shop.of_admin());
  for (char const* sql : {"SELECT evil_settings()", "SELECT * FROM evil_view"}) {
    std::ignore = db.execute(sql);
    BOOST_TEST(first_value(db.execute("SELECT \"a\"")) == value("a"), sql);
    BOOST_TEST(first_value(db.execute("SELECT 'a\\'b'")) == value("a'b"), sql);
  }
  BOOST_TEST(db.execute("SELECT evil_commit()").ok());
  BOOST_TEST(db.execute("SELECT evil_write()").failure.value_or(failure()).code == errc::statement_denied);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
