// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <thread>

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

/// The server, and what the tests expect on it.
struct prepared_server {
  prepared_server() {
    mysql_administrator const admin(server_.place().in(""));
    drop(admin);
    admin.run("CREATE DATABASE t2s_shop CHARACTER SET utf8mb4");
    mysql_administrator const in_shop(shop_place());
    in_shop.run(shop_tables);
    mariadb_ = in_shop.one("SELECT VERSION()").find("MariaDB") != std::string::npos;
    if (mariadb_) in_shop.run("CREATE SEQUENCE numbers");
    in_shop.run(user_statements("t2s_reader", "read only", "t2s_shop"));
  }
  ~prepared_server() {
    if (!server_.is_private()) drop(mysql_administrator(server_.place().in("")));
  }
  prepared_server(prepared_server const&) = delete;
  prepared_server& operator=(prepared_server const&) = delete;

  static void drop(mysql_administrator const& admin) {
    admin.run("DROP DATABASE IF EXISTS t2s_office; DROP DATABASE IF EXISTS t2s_shop; DROP USER IF EXISTS t2s_reader@'%'");
  }

  [[nodiscard]] mysql_server_place shop_place() const { return server_.place().in("t2s_shop"); }

  private_mysql_server server_{};
  bool mariadb_ = true;
};

std::unique_ptr<prepared_server>& instance() {
  static std::unique_ptr<prepared_server> the_one;
  return the_one;
}

/// Starts the server before the first test and ends it after the last one.
struct server_of_program {
  server_of_program() {
    try {
      instance() = std::make_unique<prepared_server>();
    } catch (std::runtime_error const& e) {
      std::cout << "SKIPPED: test_mysql " << e.what() << std::endl;
      std::exit(77);
    }
  }
  ~server_of_program() { instance().reset(); }
  server_of_program(server_of_program const&) = delete;
  server_of_program& operator=(server_of_program const&) = delete;
};

BOOST_TEST_GLOBAL_FIXTURE(server_of_program);

std::string replaced(std::string text, std::string const& what, std::string const& by) {
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + by.size())) text.replace(at, what.size(), by);
  return text;
}

}  // namespace

private_mysql_server& server() { return instance()->server_; }

mysql_server_place shop_of_root() { return instance()->shop_place(); }

mysql_server_place shop() { return shop_of_root().as("t2s_reader", "read only"); }

bool is_mariadb() { return instance()->mariadb_; }

std::string user_statements(std::string const& user, std::string const& password, std::string const& database) {
  std::ifstream page(T2S_DATA_DIR "/../../docs/mysql.md");
  std::string text{std::istreambuf_iterator<char>(page), {}};
  auto const begin = text.find("```sql\n") + 7;
  auto const end = text.find("\n```", begin);
  if (end == text.npos) throw std::logic_error("docs/mysql.md has no SQL that makes a user");
  text = text.substr(begin, end - begin);
  return replaced(replaced(replaced(text, "shop_reader", user), "a long password", password), "ON shop.", "ON " + database + ".");
}

std::string active_statements() {
  mysql_administrator const admin(shop_of_root());
  std::string active;
  for (int i = 0; i < 100; ++i, std::this_thread::sleep_for(std::chrono::milliseconds(20))) {
    active = admin.one("SELECT GROUP_CONCAT(info) FROM information_schema.processlist WHERE user = 't2s_reader' AND command = 'Query'");
    if (active == "NULL") return {};
  }
  return active;
}

}  // namespace t2s::test
