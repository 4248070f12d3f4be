// SPDX-License-Identifier: BSL-1.0
// Harmful statements, with all layers and with each of them switched off: none changes a byte, reads a file, opens a connection, sleeps
// beyond the limit or leaves the session changed.
#include "support/hostile.hpp"
#include "support/settles.hpp"

#include "support.hpp"
#include "support/hostile_mysql.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

/// The state of a session.
std::string state_of_session(db::mysql_connection& db) {
  auto const e = db.execute(
      std::string("SELECT CONCAT_WS(' ', CURRENT_USER(), USER(), DATABASE(), @@sql_mode, @@time_zone, @@autocommit, @@character_set_client,"
                  " @@character_set_results, @@collation_connection, @@lc_messages, @@sql_select_limit, @@wait_timeout, @@completion_type,"
                  " IFNULL(@evil, 'none'), IFNULL(@a, 'none'), IFNULL(CURRENT_ROLE(), 'none'), @@insert_id, @@timestamp > 1000,"
                  " IFNULL(IS_USED_LOCK('evil'), 'none'), ") +
      (is_mariadb() ? "@@max_statement_time, @@tx_isolation, @@in_transaction)" : "@@max_execution_time, @@transaction_isolation)"));
  return to_string(first_value(e));
}

struct attacked {
  mysql_administrator admin{shop_of_root()};
  std::string folder = server().folder();
  std::string here = std::filesystem::temp_directory_path() / ("t2s_here_" + std::to_string(getpid()));
  closed_door door{};

  evil_mysql_functions functions{admin};

  attacked() {
    std::filesystem::create_directory(here);
    std::ofstream(here + "/local.txt") << "t2s secret";
    if (folder.empty()) return;
    std::ofstream(folder + "/secret.txt") << "t2s secret";
    chmod((folder + "/secret.txt").c_str(), 0644);
  }
  ~attacked() { std::filesystem::remove_all(here); }
  attacked(attacked const&) = delete;
  attacked& operator=(attacked const&) = delete;

  /// Executes every statement with such a connection.
  void withstands(mysql_server_place const& as, db::unsafe::mysql_layers layers, bool estimates = false) {
    db::mysql_options o;
    o.limits.time = 300ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.layers = layers;
    if (estimates) o.limits.rows_read = 1'000'000'000'000;  // so that each is explained before it runs
    db::mysql_connection db(as.url(), o);
    auto const victim = admin.one("SELECT CONNECTION_ID()");
    auto const before = state_of_mysql(admin, folder, is_mariadb());
    auto const session = state_of_session(db);
    std::size_t passed = 0, unsent = 0;
    for (std::string const pattern : hostile_mysql_statements) {
      auto const sql = with(with(with(with(pattern, "{dir}", folder), "{here}", here), "{port}", door.port()), "{id}", victim);
      BOOST_TEST_CONTEXT(sql) {
        passed += is_harmless(db, sql, estimates) ? 1U : 0U;
        BOOST_TEST(!door.was_knocked_at());
        if (layers.guard && o.guard.inspect(sql).refused && ++unsent % 50 != 0) continue;  // it was not sent
        BOOST_REQUIRE(settles_at(before, [&] { return state_of_mysql(admin, folder, is_mariadb()); }));
        BOOST_TEST(state_of_session(db) == session);
      }
    }
    BOOST_TEST((settles_at(before, [&] { return state_of_mysql(admin, folder, is_mariadb()); })));
    BOOST_TEST(state_of_session(db) == session);
    BOOST_TEST_MESSAGE(std::size(hostile_mysql_statements) << " statements, " << passed << " of them ran");
  }

  /// Whether it ran; it must never exceed the limit or return the content of a file.
  static bool is_harmless(db::mysql_connection& db, std::string const& sql, bool estimates) {
    db::execution e;
    auto const took = time_of([&] {
      try {
        e = db.execute(sql);
        if (estimates) std::ignore = db.estimate(sql);
      } catch (error const& thrown) {  // a session may end itself
        BOOST_TEST(thrown.code() == errc::database_lost);
        e.failure = thrown.details();
      }
    });
    BOOST_TEST((took < 2s));
    for (auto const& row : e.rows.values)
      for (auto const& v : row) BOOST_TEST(to_string(v).find("t2s secret") == std::string::npos);
    return e.ok();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mysql_hostile, attacked)

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_mysql_statements) >= 200U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) {
  auto const before = state_of_mysql(admin, folder, is_mariadb());
  BOOST_TEST((settles_at(before, [&] { return state_of_mysql(admin, folder, is_mariadb()); })));
  for (auto const& [harm, cure] :
       {std::pair("UPDATE line SET note = '{}' WHERE number = 2", "UPDATE line SET note = NULL WHERE number = 2"),
        std::pair("DO GET_LOCK('evil', 1)", "DO RELEASE_LOCK('evil')"), std::pair("CREATE TABLE stolen (a int)", "DROP TABLE stolen"),
        std::pair("SET GLOBAL max_connections = 61", "SET GLOBAL max_connections = 60"),
        std::pair("GRANT FILE ON *.* TO t2s_reader@'%'", "REVOKE FILE ON *.* FROM t2s_reader@'%'")}) {
    admin.run(harm);
    BOOST_TEST((state_of_mysql(admin, folder, is_mariadb()) != before), harm);
    admin.run(cure);
    BOOST_TEST((settles_at(before, [&] { return state_of_mysql(admin, folder, is_mariadb()); })), cure);
  }
  if (folder.empty()) return;
  admin.run("SELECT 1 INTO OUTFILE '" + folder + "/out'");
  BOOST_TEST((state_of_mysql(admin, folder, is_mariadb()) != before));
  std::filesystem::remove(folder + "/out");
  BOOST_TEST(admin.one("SELECT LOAD_FILE('" + folder + "/secret.txt')") == "t2s secret");
}

BOOST_AUTO_TEST_CASE(functions_do_their_harm_where_no_layer_is) {
  db::mysql_options o;
  o.layers = {.guard = false, .only_queries = false, .one_statement = false, .read_only = false, .no_local_files = false};
  db::mysql_connection db(shop_of_root().url(), o);
  BOOST_TEST(db.execute("SELECT evil_write()").ok());
  BOOST_TEST(admin.one("SELECT COUNT(*) FROM customer WHERE id = 50") == "0");  // its remainder was rolled back
  std::ignore = db.execute("DELETE FROM remark");
  auto const ran = db.execute("INSERT INTO remark (said) VALUES ('x')");
  BOOST_TEST(ran.failure->message == "the statement gives no rows");
  std::ignore = db.execute("SELECT 1; INSERT INTO remark (said) VALUES ('written'); COMMIT");
  for (int i = 0; i < 50 && admin.one("SELECT said FROM remark").empty(); ++i) usleep(20'000);
  BOOST_TEST(admin.one("SELECT said FROM remark") == "written");
  std::ignore = db.execute("LOAD DATA LOCAL INFILE '" + here + "/local.txt' INTO TABLE remark (said)");
  admin.run("DELETE FROM remark");
}

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands(shop(), {}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands(shop(), {.guard = false}); }

BOOST_AUTO_TEST_CASE(without_the_guard_when_it_is_estimated_first) { withstands(shop(), {.guard = false}, true); }

BOOST_AUTO_TEST_CASE(without_preparing) { withstands(shop(), {.only_queries = false}); }

BOOST_AUTO_TEST_CASE(with_several_statements) { withstands(shop(), {.one_statement = false}); }

BOOST_AUTO_TEST_CASE(without_the_transaction_that_is_read_only) { withstands(shop(), {.read_only = false}); }

BOOST_AUTO_TEST_CASE(with_local_files) { withstands(shop(), {.no_local_files = false}); }

BOOST_AUTO_TEST_CASE(without_a_user_that_can_only_read) { withstands(shop_of_root(), {}); }

BOOST_AUTO_TEST_CASE(with_a_guard_that_passes_what_it_cannot_read) {
  db::mysql_options o;
  o.limits.time = 300ms;
  o.guard.pass_unreadable();
  db::mysql_connection db(shop().url(), o);
  auto const session = state_of_session(db);
  auto const before = state_of_mysql(admin, folder, is_mariadb());
  for (std::string const pattern : hostile_mysql_statements) {
    auto const sql = with(with(with(pattern, "{dir}", folder), "{here}", here), "{port}", door.port());
    if (sql.find("{id}") != sql.npos) continue;
    BOOST_TEST_CONTEXT(sql) {
      is_harmless(db, sql, false);
      BOOST_REQUIRE(settles_at(before, [&] { return state_of_mysql(admin, folder, is_mariadb()); }));
      BOOST_TEST(state_of_session(db) == session);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_option_file_switches_no_layer_off) {
  auto const file = here + "/options.cnf";
  std::ofstream(file) << "[t2s]\nmulti-statements\nlocal-infile=1\nreconnect=1\ninit-command=SET sql_mode='ANSI_QUOTES'\n";
  db::mysql_options o;
  o.layers.guard = false;
  o.layers.only_queries = false;
  o.layers.read_only = false;
  db::mysql_connection db(shop_of_root().url("defaults-file=" + file), o);
  std::ignore = db.execute("SELECT 1; INSERT INTO remark (said) VALUES ('evil'); COMMIT");
  std::ignore = db.execute("LOAD DATA LOCAL INFILE '" + here + "/local.txt' INTO TABLE remark (said)");
  BOOST_TEST(first_value(db.execute("SELECT \"a\"")) == value("a"));
  BOOST_TEST(admin.one("SELECT COUNT(*) FROM remark") == "0");
}

BOOST_AUTO_TEST_SUITE_END()
