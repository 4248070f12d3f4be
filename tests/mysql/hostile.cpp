// SPDX-License-Identifier: BSL-1.0
// Statements that want to do harm, with every layer and with each of them switched off: none changes a byte, reads a file, opens a
// connection, sleeps past the limit or leaves the session changed.
#include "db/conformance/hostile.hpp"

#include "engine.hpp"
#include "support/hostile_mysql.hpp"

#include <unistd.h>

using namespace t2s;
using namespace t2s::test;

namespace {

struct under_attack : mysql_engine, conformance::attack_defaults {
  static auto const& statements() { return hostile_mysql_statements; }
  static std::string of_session() {
    return std::string(
               "SELECT CONCAT_WS(' ', CURRENT_USER(), USER(), DATABASE(), @@sql_mode, @@time_zone, @@autocommit, @@character_set_client,"
               " @@character_set_results, @@collation_connection, @@lc_messages, @@sql_select_limit, @@wait_timeout, @@completion_type,"
               " IFNULL(@evil, 'none'), IFNULL(@a, 'none'), IFNULL(CURRENT_ROLE(), 'none'), @@insert_id, @@timestamp > 1000,"
               " IFNULL(IS_USED_LOCK('evil'), 'none'), ") +
           (is_mariadb() ? "@@max_statement_time, @@tx_isolation, @@in_transaction)" : "@@max_execution_time, @@transaction_isolation)");
  }
};

using besieged = conformance::besieged<under_attack>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_hostile, besieged)

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_mysql_statements) >= 200U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) {
  sees({{"UPDATE line SET note = '{}' WHERE number = 2", "UPDATE line SET note = NULL WHERE number = 2"},
        {"DO GET_LOCK('evil', 1)", "DO RELEASE_LOCK('evil')"},
        {"CREATE TABLE stolen (a int)", "DROP TABLE stolen"},
        {"SET GLOBAL max_connections = 61", "SET GLOBAL max_connections = 60"},
        {"GRANT FILE ON *.* TO t2s_reader@'%'", "REVOKE FILE ON *.* FROM t2s_reader@'%'"}},
       "SELECT 1 INTO OUTFILE '{dir}/out'", "SELECT LOAD_FILE('{dir}/secret.txt')");
}

BOOST_AUTO_TEST_CASE(functions_do_their_harm_where_no_layer_is) {
  db::mysql_options o;
  o.layers = {.guard = false, .only_queries = false, .one_statement = false, .read_only = false, .no_local_files = false};
  db::mysql_connection db(shop.of_admin().text(), o);
  BOOST_TEST(db.execute("SELECT evil_write()").ok());
  BOOST_TEST(admin.one("SELECT COUNT(*) FROM customer WHERE id = 50") == "0");  // its remainder was rolled back
  std::ignore = db.execute("DELETE FROM remark");
  auto const ran = db.execute("INSERT INTO remark (said) VALUES ('x')");
  BOOST_TEST(ran.failure->message == "the statement gives no rows");
  std::ignore = db.execute("SELECT 1; INSERT INTO remark (said) VALUES ('written'); COMMIT");
  for (int i = 0; i < 50 && admin.one("SELECT said FROM remark").empty(); ++i) usleep(20'000);
  BOOST_TEST(admin.one("SELECT said FROM remark") == "written");
  std::ignore = db.execute("LOAD DATA LOCAL INFILE '" + here.text() + "/local.txt' INTO TABLE remark (said)");
  admin.run("DELETE FROM remark");
}

BOOST_AUTO_TEST_CASE(with_every_layer_when_each_is_estimated_first) { withstands({.limits = {.rows_read = 1'000'000'000'000}}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.layers = {.guard = false}}); }

BOOST_AUTO_TEST_CASE(without_preparing) { withstands({.layers = {.only_queries = false}}); }

BOOST_AUTO_TEST_CASE(with_several_statements) { withstands({.layers = {.one_statement = false}}); }

BOOST_AUTO_TEST_CASE(without_the_transaction_that_is_read_only) { withstands({.layers = {.read_only = false}}); }

BOOST_AUTO_TEST_CASE(with_local_files) { withstands({.layers = {.no_local_files = false}}); }

BOOST_AUTO_TEST_CASE(without_a_user_that_can_only_read) { withstands({}, true); }

BOOST_AUTO_TEST_CASE(with_a_guard_that_passes_what_it_cannot_read) { withstands({.guard = db::mysql_guard().pass_unreadable()}); }

BOOST_AUTO_TEST_CASE(an_option_file_switches_no_layer_off) {
  auto const file = (here / "options.cnf").string();
  write_file(file, "[t2s]\nmulti-statements\nlocal-infile=1\nreconnect=1\ninit-command=SET sql_mode='ANSI_QUOTES'\n");
  db::mysql_options o;
  o.layers.guard = false;
  o.layers.only_queries = false;
  o.layers.read_only = false;
  db::mysql_connection db(shop.of_admin().text("defaults-file=" + file), o);
  std::ignore = db.execute("SELECT 1; INSERT INTO remark (said) VALUES ('evil'); COMMIT");
  std::ignore = db.execute("LOAD DATA LOCAL INFILE '" + here.text() + "/local.txt' INTO TABLE remark (said)");
  BOOST_TEST(first_value(db.execute("SELECT \"a\"")) == value("a"));
  BOOST_TEST(admin.one("SELECT COUNT(*) FROM remark") == "0");
}

BOOST_AUTO_TEST_SUITE_END()
