// SPDX-License-Identifier: BSL-1.0
#include "mysql_shop.hpp"
#include "support/page_sql.hpp"
#include "support/settles.hpp"

#include <algorithm>
#include <stdexcept>

namespace t2s::test {
namespace {

constexpr char const* shop_tables = R"sql(
CREATE TABLE customer (id integer PRIMARY KEY, name varchar(40) NOT NULL, code char(5), `Life Story` text);
CREATE TABLE purchase (id bigint unsigned AUTO_INCREMENT PRIMARY KEY, customer integer, at datetime, total decimal(10, 2) NOT NULL DEFAULT 0
  COMMENT 'in euros', state enum('open', 'paid', 'sent') DEFAULT 'open', doubled decimal(12, 2) AS (total * 2) STORED,
  FOREIGN KEY (customer) REFERENCES customer (id)) COMMENT 'what was bought';
CREATE TABLE line (purchase bigint unsigned, number integer, note json, PRIMARY KEY (purchase, number),
  FOREIGN KEY (purchase) REFERENCES purchase (id));
CREATE TABLE remark (purchase bigint unsigned, number integer, said text, tags set('kind', 'long'),
  FOREIGN KEY (purchase, number) REFERENCES line (purchase, number));
CREATE TABLE visit (day date NOT NULL, customer integer) PARTITION BY RANGE COLUMNS (day) (PARTITION y2025 VALUES LESS THAN ('2026-01-01'));
CREATE TABLE member (id integer PRIMARY KEY, since year, FOREIGN KEY (id) REFERENCES customer (id));
CREATE VIEW rich AS SELECT name, total FROM customer JOIN purchase ON customer.id = purchase.customer WHERE total > 100;
INSERT INTO customer VALUES (1, 'Ada', '10115', 'long'), (2, 'Blaise', NULL, NULL), (3, 'Émilie', '75001', 'longer');
INSERT INTO purchase (customer, at, total, state) VALUES (1, '2025-03-01 12:00:00', 120.50, 'paid'), (1, '2025-04-01', 8, 'open'),
  (3, NULL, 1000, 'sent');
INSERT INTO line VALUES (1, 1, '{"a": 1}'), (1, 2, NULL);
INSERT INTO visit VALUES ('2025-05-05', 1);
INSERT INTO member VALUES (1, 2020);
CREATE DATABASE t2s_office;
CREATE TABLE t2s_office.salary (customer integer, amount decimal(20, 2), FOREIGN KEY (customer) REFERENCES t2s_shop.customer (id));
INSERT INTO t2s_office.salary VALUES (1, 5000);
)sql";

/// The database's own functions with forbidden effects. Each is a statement.
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

constexpr char const* names_of_evil_functions[] = {"evil_write", "evil_owner", "evil_transaction", "evil_commit",
                                                   "evil_sleep", "evil_lock",  "evil_temporary",   "evil_settings"};

void drop_shop(mysql_administrator const& admin) {
  admin.run("DROP DATABASE IF EXISTS t2s_office; DROP DATABASE IF EXISTS t2s_shop; DROP USER IF EXISTS t2s_reader@'%'");
}

std::vector<std::string> sorted_files(std::string const& folder) {
  std::vector<std::string> names;
  for (auto const& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace

mysql_shop::mysql_shop() {
  administrator const admin(of_root());
  drop_shop(admin);
  admin.run("CREATE DATABASE t2s_shop CHARACTER SET utf8mb4");
  administrator const in_shop(of_admin());
  in_shop.run(shop_tables);
  mariadb_ = in_shop.one("SELECT VERSION()").find("MariaDB") != std::string::npos;
  if (mariadb_) in_shop.run("CREATE SEQUENCE numbers");
  auto const user = with(page_sql(T2S_DATA_DIR "/../../docs/mysql.md"), "shop_reader", "t2s_reader");
  in_shop.run(with(with(user, "a long password", "read only"), "ON shop.", "ON t2s_shop."));
}

mysql_shop::~mysql_shop() {
  if (!server_.is_private()) drop_shop(administrator(of_root()));
}

unsigned mysql_shop::sessions() const {
  return static_cast<unsigned>(
      std::stoul(administrator(of_admin()).one("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 't2s_reader'")));
}

void mysql_shop::end_sessions() const {
  administrator const admin(of_admin());
  for (auto const& row : admin.rows("SELECT id FROM information_schema.processlist WHERE user = 't2s_reader'")) {
    try {
      admin.run("KILL " + row[0]);
    } catch (std::runtime_error const&) {  // it has ended meanwhile
    }
  }
}

void mysql_shop::end_statement() const {
  administrator const admin(of_admin());
  admin.run("KILL QUERY " + admin.one("SELECT id FROM information_schema.processlist WHERE user = 't2s_reader' AND command = 'Query'"));
}

void mysql_shop::limit_connections(int most) const {
  administrator(of_admin()).run("ALTER USER t2s_reader@'%' WITH MAX_USER_CONNECTIONS " + std::to_string(most));
}

std::string mysql_shop::active_statements() const {
  administrator const admin(of_admin());
  std::string active;
  settles_at("NULL", [&] {
    return active =
               admin.one("SELECT GROUP_CONCAT(info) FROM information_schema.processlist WHERE user = 't2s_reader' AND command = 'Query'");
  });
  return active == "NULL" ? std::string() : active;
}

long mysql_shop::rows_read(administrator const& admin) const {
  return std::stol(admin.rows("SHOW GLOBAL STATUS LIKE 'Handler_read_rnd_next'").at(0).at(1));
}

std::string mysql_shop::locks_of_sessions() const {
  auto const lock = administrator(of_admin()).one("SELECT IS_USED_LOCK('evil')");
  return lock == "NULL" ? std::string() : lock;
}

evil_mysql_functions::evil_mysql_functions(mysql_administrator const& admin) : admin_(admin) {
  for (char const* statement : evil_functions) admin_.run(statement);
  for (char const* name : names_of_evil_functions) admin_.run(std::string("GRANT EXECUTE ON FUNCTION ") + name + " TO t2s_reader@'%'");
  admin_.run("GRANT EXECUTE ON PROCEDURE evil_procedure TO t2s_reader@'%'; DO GET_LOCK('victim', 1)");
}

evil_mysql_functions::~evil_mysql_functions() {
  admin_.run("DROP VIEW evil_view, evil_writing_view; DROP PROCEDURE evil_procedure; DO RELEASE_ALL_LOCKS()");
  for (char const* name : names_of_evil_functions) admin_.run(std::string("DROP FUNCTION ") + name);
}

std::string mysql_shop::state(administrator const& admin) const {
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
  if (mariadb_) {
    add("SELECT next_not_cached_value, cycle_count FROM numbers");
    add("SELECT * FROM mysql.global_priv ORDER BY 1, 2");
    add("SHOW ALL SLAVES STATUS");
    add("SELECT COUNT(*) FROM mysql.table_stats");
  }
  if (!server_.is_private()) return state;
  auto const& folder = server_.folder();
  for (auto const& at : {folder, folder + "/data/t2s_shop", folder + "/data/t2s_office"})
    for (auto const& name : sorted_files(at)) state.append(name).append("\n");
  return state.append(read_file(folder + "/secret.txt"));
}

}  // namespace t2s::test
