// SPDX-License-Identifier: BSL-1.0
#include "postgres_shop.hpp"
#include "support/page_sql.hpp"
#include "support/settles.hpp"

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

/// The database's own functions with forbidden effects.
constexpr char const* evil_functions = R"sql(
CREATE FUNCTION evil_write() RETURNS int LANGUAGE plpgsql AS 'BEGIN INSERT INTO customer VALUES (50, ''evil''); RETURN 1; END';
CREATE FUNCTION evil_owner() RETURNS int LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN INSERT INTO customer VALUES (51, ''evil''); RETURN 1; END';
CREATE FUNCTION evil_sleep() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(30); RETURN 1; END';
CREATE FUNCTION evil_lock() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_lock(77); RETURN 1; END';
CREATE FUNCTION evil_prepare() RETURNS int LANGUAGE plpgsql AS 'BEGIN EXECUTE ''PREPARE evil AS SELECT 1''; RETURN 1; END';
CREATE FUNCTION evil_role() RETURNS int LANGUAGE plpgsql AS 'BEGIN EXECUTE ''SET ROLE t2s_reader''; RETURN 1; END';
CREATE FUNCTION evil_settings() RETURNS int LANGUAGE plpgsql AS 'BEGIN PERFORM set_config(''statement_timeout'', ''0'', false);
  PERFORM set_config(''default_transaction_read_only'', ''off'', false); PERFORM set_config(''work_mem'', ''1GB'', false); RETURN 1; END';
CREATE PROCEDURE evil_commit() LANGUAGE plpgsql AS 'BEGIN COMMIT; DELETE FROM line; END';
)sql";

/// Only if the server has it.
void install(administrator const& in_shop, std::string const& extension) {
  if (in_shop.one("SELECT count(*) FROM pg_available_extensions WHERE name = '" + extension + "'") == "1")
    in_shop.run("CREATE EXTENSION " + extension);
}

void drop_shop(administrator const& admin) {
  admin.run("DROP DATABASE IF EXISTS t2s_shop WITH (FORCE)");
  admin.run("DROP ROLE IF EXISTS t2s_reader");
}

}  // namespace

postgres_shop::postgres_shop() {
  administrator const admin(server_.place());
  drop_shop(admin);
  admin.run("CREATE DATABASE t2s_shop");
  administrator const in_shop(of_admin());
  in_shop.run(shop_tables);
  for (char const* extension : {"dblink", "tablefunc", "xml2", "pg_prewarm", "pageinspect", "adminpack", "file_fdw"})
    install(in_shop, extension);
  auto const role = with(page_sql(T2S_DATA_DIR "/../../docs/postgres.md"), "shop_reader", "t2s_reader");
  in_shop.run(with(with(role, "a long password", "read only"), "DATABASE shop", "DATABASE t2s_shop"));
  in_shop.run("GRANT USAGE ON SCHEMA back_office TO t2s_reader; GRANT SELECT ON ALL TABLES IN SCHEMA back_office TO t2s_reader");
}

postgres_shop::~postgres_shop() {
  if (!server_.is_private()) drop_shop(administrator(server_.place()));
}

unsigned postgres_shop::sessions() const {
  return static_cast<unsigned>(
      std::stoul(administrator(of_admin()).one("SELECT count(*) FROM pg_stat_activity WHERE usename = 't2s_reader'")));
}

void postgres_shop::end_sessions() const {
  administrator(of_admin()).run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'");
}

void postgres_shop::end_statement() const {
  administrator(of_admin()).run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE usename = 't2s_reader'");
}

void postgres_shop::limit_connections(int most) const {
  administrator(server_.place()).run("ALTER ROLE t2s_reader CONNECTION LIMIT " + std::to_string(most == 0 ? -1 : most));
}

void postgres_shop::write_everything_down() const { administrator(server_.place()).run("CHECKPOINT"); }

std::string postgres_shop::active_statements() const {
  administrator const admin(of_admin());
  std::string active;
  settles_at(
      "",
      [&] {
        return active = admin.one(
                   "SELECT coalesce(string_agg(query, '; '), '') FROM pg_stat_activity WHERE usename = 't2s_reader' AND state = 'active'");
      },
      std::chrono::seconds(5));
  return active;
}

long postgres_shop::rows_read(administrator const& admin) const {
  return std::stol(admin.one("SELECT coalesce(sum(seq_tup_read), 0) FROM pg_stat_user_tables WHERE relname = 'large'"));
}

std::string postgres_shop::locks_of_sessions() const {
  auto const locks = administrator(of_admin()).one("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'");
  return locks == "0" ? std::string() : locks;
}

evil_postgres_functions::evil_postgres_functions(administrator const& admin) : admin_(admin) { admin_.run(evil_functions); }

evil_postgres_functions::~evil_postgres_functions() {
  admin_.run(
      "DROP FUNCTION evil_write, evil_owner, evil_sleep, evil_lock, evil_prepare, evil_role, evil_settings; DROP PROCEDURE evil_commit");
}

std::string postgres_shop::state(administrator const& admin) const {
  static std::string const everything = R"sql(
SELECT concat_ws(E'\n', (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM customer x), (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM purchase x),
  (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM line x), (SELECT string_agg(x::text, ',' ORDER BY x::text) FROM totals x),
  (SELECT string_agg(concat_ws(':', oid, relname, relkind, relacl, relowner, relfilenode, relpersistence), ',' ORDER BY oid) FROM pg_class
    WHERE relnamespace::regnamespace::text !~ '^pg_'),
  (SELECT string_agg(concat_ws(':', oid, proname, proacl, prosrc), ',' ORDER BY oid) FROM pg_proc WHERE oid >= 16384),
  (SELECT string_agg(concat_ws(':', oid, nspname, nspacl), ',' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp'),
  (SELECT string_agg(concat_ws(':', oid, typname), ',' ORDER BY oid) FROM pg_type WHERE oid >= 16384),
  (SELECT string_agg(a::text, ',' ORDER BY a.oid) FROM pg_authid a), (SELECT string_agg(a::text, ',') FROM pg_auth_members a),
  (SELECT string_agg(a::text, ',' ORDER BY a::text) FROM pg_db_role_setting a), (SELECT string_agg(a::text, ',' ORDER BY a.oid) FROM pg_database a),
  (SELECT string_agg(a::text, ',' ORDER BY a.oid) FROM pg_largeobject_metadata a), (SELECT string_agg(a::text, ',') FROM pg_replication_slots a),
  (SELECT string_agg(a::text, ',') FROM pg_replication_origin a), (SELECT string_agg(a::text, ',') FROM pg_prepared_xacts a),
  (SELECT string_agg(a::text, ',' ORDER BY a.oid) FROM pg_extension a), (SELECT string_agg(a::text, ',') FROM pg_tablespace a),
  (SELECT last_value || ':' || is_called FROM numbers), (SELECT string_agg(a::text, ',') FROM pg_description a WHERE objoid >= 16384),
  (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'))
)sql";
  auto state = admin.one(everything);
  if (!server_.is_private()) return state;
  auto const& folder = server_.folder();
  for (auto const& entry : std::filesystem::directory_iterator(folder)) state.append("\n").append(entry.path().filename().string());
  for (char const* file : {"/secret.txt", "/data/postgresql.auto.conf", "/data/pg_hba.conf"})
    state.append("\n").append(read_file(folder + file));
  return state;
}

}  // namespace t2s::test
