// SPDX-License-Identifier: BSL-1.0
// One connection on the calling thread: what it answers, and how statements end.
#include "t2s/db/mysql/connection.hpp"

#include "support.hpp"

#include <chrono>
#include <thread>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

struct connected {
  db::mysql_connection db{shop().url()};
};

db::mysql_options hasty(std::chrono::nanoseconds time) {
  db::mysql_options o;
  o.limits.time = time;
  return o;
}

/// Counts for hours.
std::string const endless =
    "SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b, information_schema.collations c,"
    " information_schema.collations d WHERE a.id + b.id + c.id + d.id < 0";
/// 10^13 rows.
std::string const rows_for_ever =
    "SELECT a.id, b.id FROM information_schema.collations a, information_schema.collations b, information_schema.collations c,"
    " information_schema.collations d, information_schema.collations e";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_connection, connected)

BOOST_AUTO_TEST_CASE(a_query_gives_its_rows) {
  auto const e = db.execute("SELECT name, total FROM customer JOIN purchase ON customer.id = customer ORDER BY purchase.id; -- done");
  BOOST_REQUIRE(e.ok());
  BOOST_TEST(e.rows.columns == (std::vector<std::string>{"name", "total"}), boost::test_tools::per_element());
  BOOST_TEST(e.rows.types == (std::vector<std::string>{"varchar", "decimal"}), boost::test_tools::per_element());
  std::vector<std::vector<value>> const expected{{"Ada", 120.5}, {"Ada", 8}, {"Émilie", 1000}};
  BOOST_TEST((e.rows.values == expected));
  BOOST_TEST((e.elapsed > 0ns));
}

BOOST_AUTO_TEST_CASE(all_kinds_of_queries_are_queries) {
  for (char const* sql : {"SELECT 1", "(SELECT 1)", "((SELECT 1) UNION ALL SELECT 2) LIMIT 1", "WITH a AS (SELECT 1 AS x) SELECT x FROM a",
                          "SELECT 1 /* a; b */ ;;", "SELECT ';' -- ;\n", "  \n SELECT\t1\n;\n", "SELECT 1 # a; b", "SELECT \";\"",
                          "SELECT 'it\\'s', 'x'", "SELECT count(*) FROM rich", "SELECT `Life Story` FROM customer",
                          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n"}) {
    auto const e = db.execute(sql);
    BOOST_TEST(e.ok(), sql << ": " << (e.ok() ? "" : e.failure->text()));
  }
}

BOOST_AUTO_TEST_CASE(a_result_without_rows_has_its_columns) {
  auto const e = db.execute("SELECT id, name FROM customer WHERE false");
  BOOST_REQUIRE(e.ok());
  BOOST_TEST(e.rows.empty());
  BOOST_TEST(e.rows.columns.size() == 2U);
  BOOST_TEST(e.rows.types.at(0) == "int");
}

BOOST_AUTO_TEST_CASE(what_is_no_query_is_refused_before_it_is_sent) {
  BOOST_TEST(db.execute("").failure->code == errc::no_statement);
  BOOST_TEST(db.execute("; -- nothing\n;").failure->code == errc::no_statement);
  BOOST_TEST(db.execute("SELECT 1; SELECT 2").failure->code == errc::several_statements);
  BOOST_TEST(db.execute(std::string("SELECT 1\0", 9)).failure->code == errc::sql_syntax);
  std::string long_statement(70'000, ' ');
  BOOST_TEST(db.execute(long_statement.append("SELECT 1")).failure->code == errc::statement_too_long);
  BOOST_TEST(db.execute("DROP TABLE customer").failure->code == errc::statement_denied);
  BOOST_TEST(db.execute("SELECT sleep(100)").failure->subject == "sleep");
}

BOOST_AUTO_TEST_CASE(a_connection_is_usable_after_every_failure) {
  for (char const* sql :
       {"SELECT nothing FROM customer", "SELECT CAST('x' AS json", "SELECT", "SELECT ?", "SELECT 1 FROM customer UNION SELECT 1, 2"}) {
    std::ignore = db.execute(sql);
    BOOST_TEST(first_value(db.execute("SELECT 41 + 1")) == value(42));
  }
}

BOOST_AUTO_TEST_CASE(samples_and_different_values) {
  BOOST_TEST(db.sample("customer", 2).rows.values.size() == 2U);
  BOOST_TEST(db.sample("CUSTOMER", 9).rows.values.size() == 3U);
  BOOST_TEST(db.sample("rich", 9).rows.columns.size() == 2U);
  BOOST_TEST(db.sample("nothing", 9).failure->code == errc::no_such_table);
  BOOST_TEST(db.distinct("purchase", "customer", 10).rows.values.size() == 2U);
  BOOST_TEST(db.distinct("customer", "code", 10).rows.values.size() == 2U);  // without NULL
  BOOST_TEST(db.distinct("customer", "Life Story", 1).rows.values.size() == 1U);
  BOOST_TEST(db.distinct("line", "note", 5).rows.values.size() == 1U);
  BOOST_TEST(db.distinct("customer", "nothing", 1).failure->code == errc::no_such_column);
}

BOOST_AUTO_TEST_CASE(neither_samples_nor_different_values_read_a_large_table) {
  mysql_administrator const admin(shop_of_root());
  admin.run("CREATE TABLE large (few integer, many integer)");
  admin.run("INSERT INTO large SELECT a.id % 3, a.id FROM information_schema.collations a, information_schema.collations b");
  auto const all = std::stol(admin.one("SELECT COUNT(*) FROM large"));
  db::mysql_options o;
  o.distinct_rows = 1000;
  db::mysql_connection other(shop().url(), o);
  auto const read = [&] { return std::stol(admin.rows("SHOW GLOBAL STATUS LIKE 'Handler_read_rnd_next'").at(0).at(1)); };
  auto const before = read();
  BOOST_TEST(other.sample("large", 3).rows.values.size() == 3U);
  auto const few = other.distinct("large", "few", 10);
  BOOST_TEST(few.rows.values.size() == 3U);
  BOOST_REQUIRE(few.failure);
  BOOST_TEST(few.failure->message == "only the first 1,000 rows were looked at");
  BOOST_TEST(read() - before < 10'000);
  BOOST_TEST(all > 50'000);
  admin.run("DROP TABLE large");
}

BOOST_AUTO_TEST_CASE(rows_one_by_one) {
  std::string const hundred_thousand = "SELECT a.id FROM information_schema.collations a, information_schema.collations b LIMIT 100000";
  std::size_t rows = 0;
  BOOST_TEST(!db.each_row(hundred_thousand, [&](std::span<value const>) { ++rows; }));
  BOOST_TEST(rows == 100'000U);

  struct enough {};
  BOOST_CHECK_THROW(db.each_row(hundred_thousand, [](std::span<value const>) { throw enough(); }), enough);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));

  db::statement_limits few;
  few.rows = 10;
  rows = 0;
  auto const cut = db.each_row(rows_for_ever, [&](std::span<value const>) { ++rows; }, few);
  BOOST_REQUIRE(cut);
  BOOST_TEST(cut->code == errc::row_limit);
  BOOST_TEST(rows == 10U);

  few.time = 200ms;
  few.rows = 1'000'000'000;
  BOOST_TEST(db.each_row(endless, [](std::span<value const>) {}, few)->code == errc::time_limit);
  if (is_mariadb()) BOOST_TEST(first_value(db.execute("SELECT @@max_statement_time")) == value(5.0));
  BOOST_TEST(active_statements() == "");
}

BOOST_AUTO_TEST_CASE(a_connection_is_not_used_within_itself) {
  auto const inner = [&](std::span<value const>) { std::ignore = db.execute("SELECT 1"); };
  BOOST_TEST(failure_of([&] { db.each_row("SELECT 1", inner); }).code == errc::invalid_argument);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(limits_of_rows_and_bytes_keep_what_was_read) {
  db::mysql_options o;
  o.limits.rows = 100;
  o.limits.bytes = 100'000;
  o.limits.value_bytes = 10'000;
  db::mysql_connection tight(shop().url(), o);
  auto const rows = tight.execute(rows_for_ever);
  BOOST_TEST(rows.failure->code == errc::row_limit);
  BOOST_TEST(rows.rows.values.size() == 100U);
  auto const bytes = tight.execute("SELECT repeat('x', 5000) FROM information_schema.collations");
  BOOST_TEST(bytes.failure->code == errc::size_limit);
  BOOST_TEST(!bytes.rows.empty());
  auto const one = tight.execute("SELECT 1, repeat('x', 20000) AS long_one");
  BOOST_TEST(one.failure->code == errc::size_limit);
  BOOST_TEST(one.failure->subject == "long_one");
  auto const giant = tight.execute("SELECT repeat('x', 8000000)");  // more than the client takes
  BOOST_TEST(giant.failure->code == errc::size_limit);
  BOOST_TEST(first_value(tight.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(a_statement_ends_at_its_time_limit) {
  db::mysql_connection quick(shop().url(), hasty(300ms));
  db::execution e;
  auto const took = time_of([&] { e = quick.execute(endless); });
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::time_limit);
  BOOST_TEST((took >= 300ms && took < 1300ms));
  BOOST_TEST(first_value(quick.execute("SELECT 1")) == value(1));
  auto const some = quick.execute(rows_for_ever);
  BOOST_TEST((some.failure->code == errc::row_limit || some.failure->code == errc::time_limit));
  BOOST_TEST(!some.rows.empty());
}

BOOST_AUTO_TEST_CASE(a_stop_token_ends_a_statement_at_once) {
  std::stop_source stop;
  std::jthread const later([&] {
    std::this_thread::sleep_for(100ms);
    stop.request_stop();
  });
  auto const took =
      time_of([&] { BOOST_TEST(failure_of([&] { std::ignore = db.execute(endless, stop.get_token()); }).code == errc::cancelled); });
  BOOST_TEST((took < 2s));
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1", stop.get_token()); }).code == errc::cancelled);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
  BOOST_TEST(active_statements() == "");
}

BOOST_AUTO_TEST_CASE(interrupt_ends_a_statement_and_no_later_one) {
  db.interrupt();
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
  for (int i = 0; i < 20; ++i) {
    std::jthread const later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + 5 * i));
      db.interrupt();
    });
    BOOST_TEST(failure_of([&] { std::ignore = db.execute(endless); }).code == errc::cancelled);
    BOOST_TEST(first_value(db.execute("SELECT COUNT(*) > 0 FROM information_schema.collations")) == value(1));
  }
}

BOOST_AUTO_TEST_CASE(a_connection_can_be_moved) {
  auto other = std::move(db);
  BOOST_TEST(first_value(other.execute("SELECT 1")) == value(1));
  db = std::move(other);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(two_threads_at_the_same_time_are_noticed) {
  std::stop_source stop;
  std::jthread const busy([&] {
    try {
      std::ignore = db.execute(endless, stop.get_token());
    } catch (error const&) {
    }
  });
  std::this_thread::sleep_for(100ms);
  BOOST_TEST(failure_of([&] { std::ignore = db.execute("SELECT 1"); }).code == errc::invalid_argument);
  stop.request_stop();
}

BOOST_AUTO_TEST_CASE(settings_of_the_session_are_the_same_whatever_the_servers) {
  mysql_administrator const admin(shop_of_root());
  auto const mode = admin.one("SELECT @@GLOBAL.sql_mode");
  admin.run(
      "SET GLOBAL sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,HIGH_NOT_PRECEDENCE', GLOBAL time_zone = '+09:00', GLOBAL lc_messages = 'de_DE',"
      " GLOBAL sql_auto_is_null = 1, GLOBAL autocommit = 0, GLOBAL completion_type = 2, GLOBAL sql_select_limit = 2");
  db::mysql_connection other(shop().url());
  auto const e = other.execute("SELECT \"a\\\"b\", 1 || 0, NOT 1 BETWEEN -5 AND 5, FROM_UNIXTIME(0), @@autocommit");
  auto const wrong = other.execute("SELECT nam FROM customer");
  auto const three = other.execute("SELECT id FROM customer");
  admin.run("SET GLOBAL sql_mode = '" + mode +
            "', GLOBAL time_zone = 'SYSTEM', GLOBAL lc_messages = 'en_US', GLOBAL sql_auto_is_null = 0,"
            " GLOBAL autocommit = 1, GLOBAL completion_type = 0, GLOBAL sql_select_limit = DEFAULT");
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : ""));
  std::vector<value> const expected{"a\"b", 1, 0, "1970-01-01 00:00:00", 1};
  BOOST_TEST(e.rows.values.front() == expected, boost::test_tools::per_element());
  BOOST_TEST(wrong.failure->message.find("Unknown column") == 0U);
  BOOST_TEST(three.rows.values.size() == 3U);
}

BOOST_AUTO_TEST_CASE(settings_that_the_server_does_not_take) {
  db::mysql_options o;
  o.time_zone = "Nowhere/Else";
  BOOST_TEST(failure_of([&] { db::mysql_connection(shop().url(), o); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(users_that_can_only_read_and_others) {
  BOOST_TEST(db.can_write().empty());
  db::mysql_connection mighty(shop_of_root().url());
  auto const reasons = mighty.can_write();
  BOOST_REQUIRE(!reasons.empty());
  if (is_mariadb()) BOOST_TEST(reasons.front() == "it may do everything everywhere");
  mysql_administrator const admin(shop_of_root());
  admin.run(
      "GRANT UPDATE (name), INSERT (id, name) ON customer TO t2s_reader@'%'; GRANT FILE ON *.* TO t2s_reader@'%';"
      "CREATE FUNCTION borrowed() RETURNS integer NO SQL RETURN 1; GRANT EXECUTE ON FUNCTION borrowed TO t2s_reader@'%'");
  auto const now = db::mysql_connection(shop().url()).can_write();
  admin.run(
      "REVOKE ALL, GRANT OPTION FROM t2s_reader@'%'; GRANT SELECT, SHOW VIEW ON t2s_shop.* TO t2s_reader@'%'; DROP FUNCTION borrowed");
  auto const has = [&](std::string const& part) {
    return std::ranges::any_of(now, [&](std::string const& s) { return s.find(part) != s.npos; });
  };
  BOOST_TEST(has("it may read and write files of the server"));
  BOOST_TEST(has("UPDATE"));
  BOOST_TEST(has("INSERT"));
  BOOST_TEST(has("`t2s_shop`.`customer`"));
  BOOST_TEST(has("it may call t2s_shop.borrowed, with the rights of their owners"));
  BOOST_TEST(now.size() == 3U);
}

BOOST_AUTO_TEST_CASE(rights_of_roles_count) {
  if (!is_mariadb()) return;
  mysql_administrator const admin(shop_of_root());
  admin.run(
      "CREATE ROLE t2s_writer; GRANT INSERT ON t2s_shop.* TO t2s_writer; GRANT t2s_writer TO t2s_reader@'%';"
      "SET DEFAULT ROLE t2s_writer FOR t2s_reader@'%'");
  auto const now = db::mysql_connection(shop().url()).can_write();
  admin.run("DROP ROLE t2s_writer");
  BOOST_TEST(now == (std::vector<std::string>{"it may INSERT on `t2s_shop`.*"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rights_of_roles_that_are_not_active_count_too) {
  if (!is_mariadb()) return;
  mysql_administrator const admin(shop_of_root());
  admin.run(
      "CREATE ROLE t2s_stocker; CREATE ROLE t2s_deleter; CREATE ROLE t2s_looker; GRANT INSERT ON t2s_shop.* TO t2s_stocker;"
      "GRANT DELETE ON t2s_shop.line TO t2s_deleter; GRANT t2s_deleter TO t2s_stocker; GRANT SELECT ON t2s_shop.* TO t2s_looker;"
      "GRANT t2s_stocker TO t2s_reader@'%'; GRANT t2s_looker TO t2s_reader@'%'");
  db::mysql_connection reader(shop().url());
  auto const now = reader.can_write();
  auto const role_after = first_value(reader.execute("SELECT CURRENT_ROLE()"));
  admin.run("DROP ROLE t2s_stocker, t2s_deleter, t2s_looker");
  BOOST_TEST(now == (std::vector<std::string>{"it may INSERT on `t2s_shop`.*, after SET ROLE `t2s_stocker`",
                                              "it may DELETE on `t2s_shop`.`line`, after SET ROLE `t2s_stocker`"}),
             boost::test_tools::per_element());
  BOOST_TEST(role_after.is_null());
}

BOOST_AUTO_TEST_SUITE_END()
