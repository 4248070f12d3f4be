// SPDX-License-Identifier: BSL-1.0
// Statements that want to do harm, with every layer and with each of them switched off: none changes a byte, reads a file, opens a
// connection, sleeps past the limit or leaves the session changed.
#include "hostile_statements.hpp"

#include "support.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
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

/// Functions of the database itself that do what no function should. Each is a statement.
constexpr char const* evil_functions[] = {
    "CREATE FUNCTION evil_write() RETURNS int BEGIN INSERT INTO customer VALUES (50, 'evil', NULL, NULL); RETURN 1; END",
    "CREATE FUNCTION evil_owner() RETURNS int SQL SECURITY DEFINER BEGIN INSERT INTO customer VALUES (51, 'evil', NULL, NULL); RETURN 1; "
    "END",
    "CREATE FUNCTION evil_transaction() RETURNS int BEGIN SET TRANSACTION READ WRITE; INSERT INTO customer VALUES (52, 'evil', NULL, NULL);"
    " RETURN 1; END",
    "CREATE FUNCTION evil_commit() RETURNS int BEGIN SET SESSION TRANSACTION READ WRITE; SET @evil = 2; RETURN 1; END",
    "CREATE FUNCTION evil_sleep() RETURNS int BEGIN DO SLEEP(30); RETURN 1; END",
    "CREATE FUNCTION evil_lock() RETURNS int BEGIN DO GET_LOCK('evil', 1); RETURN 1; END",
    "CREATE FUNCTION evil_temporary() RETURNS int BEGIN CREATE TEMPORARY TABLE IF NOT EXISTS stolen (a int); RETURN 1; END",
    "CREATE FUNCTION evil_settings() RETURNS int BEGIN SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'; SET time_zone = '+05:00';"
    " SET @evil = 1; DO GET_LOCK('evil', 1); SET SESSION sql_select_limit = 1; RETURN 1; END",
    "CREATE PROCEDURE evil_procedure() BEGIN SET TRANSACTION READ WRITE; START TRANSACTION READ WRITE; DELETE FROM remark; COMMIT; END",
    "CREATE VIEW evil_view AS SELECT evil_settings() AS a",
    "CREATE VIEW evil_writing_view AS SELECT evil_owner() AS a",
};

std::vector<std::string> sorted_files(std::string const& folder) {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

/// All that a statement could change and this user could see: contents, definitions, users, settings, locks, files.
std::string state_of_server(mysql_administrator const& admin, std::string const& folder) {
  std::string state;
  auto const add = [&](std::string const& sql) {
    for (auto const& row : admin.rows(sql))
      for (auto const& v : row) state.append(v).append(" ");
    state.append("\n");
  };
  for (char const* table : {"customer", "purchase", "line", "remark", "visit", "member", "t2s_office.salary"})
    add(std::string("SELECT * FROM ") + table + " ORDER BY 1, 2");
  add("SELECT table_schema, table_name, table_type, engine, table_collation, create_options, table_comment FROM information_schema.tables"
      " WHERE table_schema LIKE 't2s%' ORDER BY 1, 2");
  add("SELECT table_schema, table_name, column_name, column_type, column_default FROM information_schema.columns WHERE table_schema LIKE "
      "'t2s%'"
      " ORDER BY 1, 2, ordinal_position");
  add("SELECT schema_name, default_character_set_name FROM information_schema.schemata ORDER BY 1");
  add("SELECT routine_schema, routine_name, security_type, routine_definition FROM information_schema.routines ORDER BY 1, 2");
  add("SELECT table_name, view_definition FROM information_schema.views WHERE table_schema LIKE 't2s%' ORDER BY 1");
  add("SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema LIKE 't2s%'");
  add("SELECT event_name FROM information_schema.events");
  add("SELECT index_name, table_name, column_name FROM information_schema.statistics WHERE table_schema LIKE 't2s%' ORDER BY 1, 2, 3");
  add("SELECT plugin_name, plugin_status FROM information_schema.plugins ORDER BY 1");
  add("SELECT user, host FROM mysql.user ORDER BY 1, 2");
  add("SELECT * FROM information_schema.user_privileges ORDER BY 1, 3");
  add("SELECT * FROM information_schema.schema_privileges ORDER BY 1, 3, 4");
  add("SELECT @@GLOBAL.max_connections, @@GLOBAL.read_only, @@GLOBAL.general_log, @@GLOBAL.general_log_file, @@GLOBAL.slow_query_log_file,"
      " @@GLOBAL.sql_mode, @@GLOBAL.event_scheduler, @@GLOBAL.local_infile");
  add("SELECT IS_USED_LOCK('evil'), IS_USED_LOCK('victim') = CONNECTION_ID()");
  add("SELECT COUNT(*) FROM mysql.servers");
  if (is_mariadb()) {
    add("SELECT next_not_cached_value, cycle_count FROM numbers");
    add("SELECT * FROM mysql.global_priv ORDER BY 1, 2");
    add("SHOW ALL SLAVES STATUS");
    add("SELECT COUNT(*) FROM mysql.table_stats");
  }
  if (folder.empty()) return state;
  for (auto const& place : {folder, folder + "/data/t2s_shop", folder + "/data/t2s_office"})
    for (auto const& name : sorted_files(place)) state.append(name).append("\n");
  std::ifstream in(folder + "/secret.txt");
  return state.append(std::istreambuf_iterator<char>(in), {});
}

/// What a session has of its own.
std::string state_of_session(db::mysql_connection& db) {
  auto const e = db.execute(
      std::string("SELECT CONCAT_WS(' ', CURRENT_USER(), USER(), DATABASE(), @@sql_mode, @@time_zone, @@autocommit, @@character_set_client,"
                  " @@character_set_results, @@collation_connection, @@lc_messages, @@sql_select_limit, @@wait_timeout, @@completion_type,"
                  " IFNULL(@evil, 'none'), IFNULL(@a, 'none'), IFNULL(CURRENT_ROLE(), 'none'), @@insert_id, @@timestamp > 1000,"
                  " IFNULL(IS_USED_LOCK('evil'), 'none'), ") +
      (is_mariadb() ? "@@max_statement_time, @@tx_isolation, @@in_transaction)" : "@@max_execution_time, @@transaction_isolation)"));
  return to_string(first_value(e));
}

/// A port to which nothing should connect.
class closed_door {
 public:
  closed_door() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in a{};
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(a);
    BOOST_REQUIRE(bind(socket_, reinterpret_cast<sockaddr*>(&a), size) == 0);
    BOOST_REQUIRE(listen(socket_, 16) == 0);
    getsockname(socket_, reinterpret_cast<sockaddr*>(&a), &size);
    port_ = std::to_string(ntohs(a.sin_port));
  }
  closed_door(closed_door const&) = delete;
  closed_door& operator=(closed_door const&) = delete;
  ~closed_door() { close(socket_); }

  [[nodiscard]] std::string const& port() const { return port_; }
  [[nodiscard]] bool was_knocked_at() const {
    pollfd p{socket_, POLLIN, 0};
    return poll(&p, 1, 0) > 0;
  }

 private:
  int socket_;
  std::string port_{};
};

std::string with(std::string text, std::string const& what, std::string const& by) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what)) text.replace(at, what.size(), by);
  return text;
}

struct attacked {
  mysql_administrator admin{shop_of_root()};
  std::string folder = server().folder();
  std::string here = std::filesystem::temp_directory_path() / ("t2s_here_" + std::to_string(getpid()));
  closed_door door{};

  attacked() {
    for (char const* statement : evil_functions) admin.run(statement);
    for (char const* name :
         {"evil_write", "evil_owner", "evil_transaction", "evil_commit", "evil_sleep", "evil_lock", "evil_temporary", "evil_settings"})
      admin.run(std::string("GRANT EXECUTE ON FUNCTION ") + name + " TO t2s_reader@'%'");
    admin.run("GRANT EXECUTE ON PROCEDURE evil_procedure TO t2s_reader@'%'; DO GET_LOCK('victim', 1)");
    std::filesystem::create_directory(here);
    std::ofstream(here + "/local.txt") << "t2s secret";
    if (folder.empty()) return;
    std::ofstream(folder + "/secret.txt") << "t2s secret";
    chmod((folder + "/secret.txt").c_str(), 0644);
  }
  ~attacked() {
    admin.run("DROP VIEW evil_view, evil_writing_view; DROP PROCEDURE evil_procedure; DO RELEASE_ALL_LOCKS()");
    for (char const* name :
         {"evil_write", "evil_owner", "evil_transaction", "evil_commit", "evil_sleep", "evil_lock", "evil_temporary", "evil_settings"})
      admin.run(std::string("DROP FUNCTION ") + name);
    std::filesystem::remove_all(here);
  }

  /// Every statement, by such a connection.
  void withstands(mysql_server_place const& as, db::unsafe::mysql_layers layers) {
    db::mysql_options o;
    o.limits.time = 300ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.layers = layers;
    db::mysql_connection db(as.url(), o);
    auto const victim = admin.one("SELECT CONNECTION_ID()");
    auto const before = state_of_server(admin, folder);
    auto const session = state_of_session(db);
    std::size_t passed = 0;
    for (std::string const pattern : hostile_statements) {
      auto const sql = with(with(with(with(pattern, "{dir}", folder), "{here}", here), "{port}", door.port()), "{id}", victim);
      BOOST_TEST_CONTEXT(sql) {
        passed += is_harmless(db, sql) ? 1U : 0U;
        BOOST_REQUIRE(state_of_server(admin, folder) == before);
        BOOST_TEST(state_of_session(db) == session);
        BOOST_TEST(!door.was_knocked_at());
      }
    }
    BOOST_TEST_MESSAGE(std::size(hostile_statements) << " statements, " << passed << " of them ran");
  }

  /// Whether it ran; in no case past the limit, and not with the content of a file.
  static bool is_harmless(db::mysql_connection& db, std::string const& sql) {
    db::execution e;
    auto const took = time_of([&] {
      try {
        e = db.execute(sql);
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

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_statements) >= 200U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) {
  auto const before = state_of_server(admin, folder);
  BOOST_TEST((state_of_server(admin, folder) == before));
  for (auto const& [harm, cure] :
       {std::pair("UPDATE line SET note = '{}' WHERE number = 2", "UPDATE line SET note = NULL WHERE number = 2"),
        std::pair("DO GET_LOCK('evil', 1)", "DO RELEASE_LOCK('evil')"), std::pair("CREATE TABLE stolen (a int)", "DROP TABLE stolen"),
        std::pair("SET GLOBAL max_connections = 61", "SET GLOBAL max_connections = 60"),
        std::pair("GRANT FILE ON *.* TO t2s_reader@'%'", "REVOKE FILE ON *.* FROM t2s_reader@'%'")}) {
    admin.run(harm);
    BOOST_TEST((state_of_server(admin, folder) != before), harm);
    admin.run(cure);
    BOOST_TEST((state_of_server(admin, folder) == before), cure);
  }
  if (folder.empty()) return;
  admin.run("SELECT 1 INTO OUTFILE '" + folder + "/out'");
  BOOST_TEST((state_of_server(admin, folder) != before));
  std::filesystem::remove(folder + "/out");
  BOOST_TEST(admin.one("SELECT LOAD_FILE('" + folder + "/secret.txt')") == "t2s secret");
}

BOOST_AUTO_TEST_CASE(functions_do_their_harm_where_no_layer_is) {
  db::mysql_options o;
  o.layers = {.guard = false, .only_queries = false, .one_statement = false, .read_only = false, .no_local_files = false};
  db::mysql_connection db(shop_of_root().url(), o);
  BOOST_TEST(db.execute("SELECT evil_write()").ok());
  BOOST_TEST(admin.one("SELECT COUNT(*) FROM customer WHERE id = 50") == "0");  // what is left of it was rolled back
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
  auto const before = state_of_server(admin, folder);
  for (std::string const pattern : hostile_statements) {
    auto const sql = with(with(with(pattern, "{dir}", folder), "{here}", here), "{port}", door.port());
    if (sql.find("{id}") != sql.npos) continue;
    BOOST_TEST_CONTEXT(sql) {
      is_harmless(db, sql);
      BOOST_REQUIRE(state_of_server(admin, folder) == before);
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
