// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

namespace t2s::test {
namespace {

constexpr char const* shop_tables = R"sql(
CREATE TYPE state AS ENUM ('open', 'paid', 'sent');
CREATE DOMAIN postcode AS text CHECK (value ~ '^[0-9]+$');
CREATE TABLE customer (id integer PRIMARY KEY, name varchar(40) NOT NULL, code postcode, "Life Story" text);
CREATE TABLE purchase (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer integer REFERENCES customer, at timestamptz,
  total numeric(10, 2) DEFAULT 0, state state, doubled numeric GENERATED ALWAYS AS (total * 2) STORED);
CREATE TABLE line (purchase bigint, number integer, note json, PRIMARY KEY (purchase, number), FOREIGN KEY (purchase) REFERENCES purchase (id));
CREATE TABLE remark (purchase bigint, number integer, said text, FOREIGN KEY (purchase, number) REFERENCES line);
CREATE TABLE visit (day date NOT NULL, customer integer REFERENCES customer) PARTITION BY RANGE (day);
CREATE TABLE visit_2025 PARTITION OF visit FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE VIEW rich AS SELECT name, total FROM customer JOIN purchase ON customer.id = purchase.customer WHERE total > 100;
CREATE MATERIALIZED VIEW totals AS SELECT customer, sum(total) AS total FROM purchase GROUP BY customer;
CREATE SEQUENCE numbers;
COMMENT ON TABLE purchase IS 'what was bought';
COMMENT ON COLUMN purchase.total IS 'in euros';
INSERT INTO customer VALUES (1, 'Ada', '10115', 'long'), (2, 'Blaise', NULL, NULL), (3, 'Émilie', '75001', 'longer');
INSERT INTO purchase (customer, at, total, state) VALUES (1, '2025-03-01 12:00:00+01', 120.50, 'paid'), (1, '2025-04-01', 8, 'open'),
  (3, NULL, 1000, 'sent');
INSERT INTO line VALUES (1, 1, '{"a": 1}'), (1, 2, NULL);
INSERT INTO visit VALUES ('2025-05-05', 1);
REFRESH MATERIALIZED VIEW totals;
CREATE SCHEMA back_office;
CREATE TABLE back_office.salary (customer integer REFERENCES public.customer, amount numeric);
CREATE TABLE back_office.customer (id integer, secret text);
INSERT INTO back_office.salary VALUES (1, 5000);
CREATE SCHEMA hidden;
CREATE TABLE hidden.secret (word text);
)sql";

/// The server, and what the tests expect on it.
struct prepared_server {
  prepared_server() {
    administrator const admin(server_.place());
    drop(admin);
    admin.run("CREATE DATABASE t2s_shop");
    administrator const in_shop(shop_place());
    in_shop.run(shop_tables);
    for (char const* extension : {"dblink", "tablefunc", "xml2", "pg_prewarm", "pageinspect", "adminpack", "file_fdw"})
      install(in_shop, extension);
    in_shop.run(role_statements("t2s_reader", "read only", "t2s_shop"));
    in_shop.run("GRANT USAGE ON SCHEMA back_office TO t2s_reader; GRANT SELECT ON ALL TABLES IN SCHEMA back_office TO t2s_reader");
  }
  ~prepared_server() {
    if (!server_.is_private()) drop(administrator(server_.place()));
  }
  prepared_server(prepared_server const&) = delete;
  prepared_server& operator=(prepared_server const&) = delete;

  /// If the server has it.
  static void install(administrator const& in_shop, std::string const& extension) {
    if (in_shop.one("SELECT count(*) FROM pg_available_extensions WHERE name = '" + extension + "'") == "1")
      in_shop.run("CREATE EXTENSION " + extension);
  }

  static void drop(administrator const& admin) {
    admin.run("DROP DATABASE IF EXISTS t2s_shop WITH (FORCE)");
    admin.run("DROP ROLE IF EXISTS t2s_reader");
  }

  [[nodiscard]] server_place shop_place() const { return server_.place().in("t2s_shop"); }

  postgres_server server_{};
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
      char const* url = std::getenv("T2S_POSTGRES_URL");
      bool const is_named = url && *url != '\0';  // a server that was asked for and cannot be used is no reason to skip
      std::cout << (is_named ? "test_postgres and T2S_POSTGRES_URL: " : "SKIPPED: test_postgres ") << e.what() << std::endl;
      std::exit(is_named ? 1 : 77);
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

postgres_server& server() { return instance()->server_; }

server_place shop_of_superuser() { return instance()->shop_place(); }

server_place shop() { return shop_of_superuser().as("t2s_reader", "read only"); }

std::string role_statements(std::string const& role, std::string const& password, std::string const& database) {
  std::ifstream page(T2S_DATA_DIR "/../../docs/postgres.md");
  std::string text{std::istreambuf_iterator<char>(page), {}};
  auto const begin = text.find("```sql\n") + 7;
  auto const end = text.find("\n```", begin);
  if (end == text.npos) throw std::logic_error("docs/postgres.md has no SQL that makes a role");
  text = text.substr(begin, end - begin);
  return replaced(replaced(replaced(text, "shop_reader", role), "a long password", password), "DATABASE shop", "DATABASE " + database);
}

}  // namespace t2s::test
