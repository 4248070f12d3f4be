// SPDX-License-Identifier: BSL-1.0
// One connection on the calling thread: its answers, and how statements end.
#include "t2s/db/mysql/connection.hpp"

#include "support.hpp"

#include <chrono>
#include <span>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

struct connected {
  db::mysql_connection db{shop().text()};
};

/// Counts for hours.
std::string const endless =
    "SELECT COUNT(*) FROM information_schema.collations a, information_schema.collations b, information_schema.collations c,"
    " information_schema.collations d WHERE a.id + b.id + c.id + d.id < 0";
}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_connection, connected)

BOOST_AUTO_TEST_CASE(a_time_limit_of_one_statement_is_not_that_of_the_next) {
  db::statement_limits few;
  few.time = 200ms;
  BOOST_TEST(db.each_row(endless, [](std::span<value const>) {}, few)->code == errc::time_limit);
  if (is_mariadb()) BOOST_TEST(first_value(db.execute("SELECT @@max_statement_time")) == value(5.0));
}

BOOST_AUTO_TEST_CASE(a_value_of_more_than_the_client_takes_is_refused) {
  auto const giant = db.execute("SELECT repeat('x', 8000000)");
  BOOST_TEST(giant.failure->code == errc::size_limit);
  BOOST_TEST(first_value(db.execute("SELECT 1")) == value(1));
}

BOOST_AUTO_TEST_CASE(settings_of_the_session_are_the_same_whatever_the_servers) {
  mysql_administrator const admin(shop_of_admin());
  auto const mode = admin.one("SELECT @@GLOBAL.sql_mode");
  admin.run(
      "SET GLOBAL sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES,HIGH_NOT_PRECEDENCE', GLOBAL time_zone = '+09:00', GLOBAL lc_messages = 'de_DE',"
      " GLOBAL sql_auto_is_null = 1, GLOBAL autocommit = 0, GLOBAL completion_type = 2, GLOBAL sql_select_limit = 2");
  db::mysql_connection other(shop().text());
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
  BOOST_TEST(failure_of([&] { db::mysql_connection(shop().text(), o); }).code == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(users_that_can_only_read_and_others) {
  BOOST_TEST(db.can_write().empty());
  db::mysql_connection mighty(shop_of_admin().text());
  auto const reasons = mighty.can_write();
  BOOST_REQUIRE(!reasons.empty());
  if (is_mariadb()) BOOST_TEST(reasons.front() == "it may do everything everywhere");
  mysql_administrator const admin(shop_of_admin());
  admin.run(
      "GRANT UPDATE (name), INSERT (id, name) ON customer TO t2s_reader@'%'; GRANT FILE ON *.* TO t2s_reader@'%';"
      "CREATE FUNCTION borrowed() RETURNS integer NO SQL RETURN 1; GRANT EXECUTE ON FUNCTION borrowed TO t2s_reader@'%'");
  auto const now = db::mysql_connection(shop().text()).can_write();
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
  mysql_administrator const admin(shop_of_admin());
  admin.run(
      "CREATE ROLE t2s_writer; GRANT INSERT ON t2s_shop.* TO t2s_writer; GRANT t2s_writer TO t2s_reader@'%';"
      "SET DEFAULT ROLE t2s_writer FOR t2s_reader@'%'");
  auto const now = db::mysql_connection(shop().text()).can_write();
  admin.run("DROP ROLE t2s_writer");
  BOOST_TEST(now == (std::vector<std::string>{"it may INSERT on `t2s_shop`.*"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(rights_of_roles_that_are_not_active_count_too) {
  if (!is_mariadb()) return;
  mysql_administrator const admin(shop_of_admin());
  admin.run(
      "CREATE ROLE t2s_stocker; CREATE ROLE t2s_deleter; CREATE ROLE t2s_looker; GRANT INSERT ON t2s_shop.* TO t2s_stocker;"
      "GRANT DELETE ON t2s_shop.line TO t2s_deleter; GRANT t2s_deleter TO t2s_stocker; GRANT SELECT ON t2s_shop.* TO t2s_looker;"
      "GRANT t2s_stocker TO t2s_reader@'%'; GRANT t2s_looker TO t2s_reader@'%'");
  db::mysql_connection reader(shop().text());
  auto const now = reader.can_write();
  auto const role_after = first_value(reader.execute("SELECT CURRENT_ROLE()"));
  admin.run("DROP ROLE t2s_stocker, t2s_deleter, t2s_looker");
  BOOST_TEST(now == (std::vector<std::string>{"it may INSERT on `t2s_shop`.*, after SET ROLE `t2s_stocker`",
                                              "it may DELETE on `t2s_shop`.`line`, after SET ROLE `t2s_stocker`"}),
             boost::test_tools::per_element());
  BOOST_TEST(role_after.is_null());
}

BOOST_AUTO_TEST_SUITE_END()
