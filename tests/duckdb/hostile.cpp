// SPDX-License-Identifier: BSL-1.0
// Harmful statements, with all layers and with each of them switched off: none changes a byte, reads a file, opens a connection, sleeps
// beyond the limit or leaves the session changed.
#include "support/hostile.hpp"

#include "support.hpp"
#include "support/hostile_duckdb.hpp"

#include <iterator>
#include <span>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

/// The state of a session and its instance.
std::string state_of_session(db::duckdb_connection& db) {
  db::statement_limits patient;
  patient.time = 30s;
  std::string state;
  auto const ended = db.each_row(
      R"sql(
SELECT string_agg(x, chr(10) ORDER BY x) FROM (
  SELECT concat_ws('|', 'setting', name, value) AS x FROM duckdb_settings() UNION ALL
  SELECT concat_ws('|', 'variable', name, value) FROM duckdb_variables() UNION ALL
  SELECT concat_ws('|', 'prepared', name) FROM duckdb_prepared_statements() UNION ALL
  SELECT concat_ws('|', 'table', database_name, schema_name, table_name, temporary, estimated_size) FROM duckdb_tables() WHERE NOT internal UNION ALL
  SELECT concat_ws('|', 'view', database_name, schema_name, view_name, sql) FROM duckdb_views() WHERE NOT internal UNION ALL
  SELECT concat_ws('|', 'type', schema_name, type_name) FROM duckdb_types() WHERE NOT internal UNION ALL
  SELECT concat_ws('|', 'function', schema_name, function_name) FROM duckdb_functions() WHERE NOT internal UNION ALL
  SELECT concat_ws('|', 'sequence', sequence_name, last_value) FROM duckdb_sequences() UNION ALL
  SELECT concat_ws('|', 'database', database_name) FROM duckdb_databases() UNION ALL
  SELECT concat_ws('|', 'schemas', current_schemas(false)) UNION ALL
  SELECT concat_ws('|', 'remarks', count(*)) FROM main.remark UNION ALL
  SELECT concat_ws('|', 'customer', id, name, code) FROM main.customer))sql",
      [&state](std::span<value const> row) { state = to_string(row[0]); }, patient);
  BOOST_REQUIRE_MESSAGE(!ended, (ended ? ended->text() : ""));
  return state;
}

struct besieged {
  scratch folder{};
  std::string file = folder / "shop.duckdb";
  closed_door door{};

  besieged() {
    {
      administrator const admin(file);
      admin.run(shop_tables);
      admin.run(
          "INSERT INTO remark VALUES (1, 1, 'said'); CREATE MACRO leak(f) AS TABLE SELECT * FROM read_text(f);"
          "CREATE MACRO peek(f) AS (SELECT content FROM leak(f)); CHECKPOINT");
    }
    administrator(folder / "other.duckdb").run("CREATE TABLE t AS SELECT 't2s secret' AS word");
    write_file(folder / "secret.txt", "t2s secret");
    write_file(folder / "secret.csv", "word\nt2s secret\n");
    write_file(folder / "secret.json", "{\"word\": \"t2s secret\"}\n");
    administrator().run("COPY (SELECT 't2s secret' AS word) TO '" + folder / "secret.parquet" + "' (FORMAT parquet)");
  }

  /// Every statement, by such a connection. Where no guard stands before it, it is estimated too.
  void withstands(db::duckdb_options o) {
    o.limits.time = 100ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.memory_bytes = std::size_t{256} << 20U;
    auto const before = folder.bytes();
    {
      db::duckdb_connection db(file, o);
      auto const session = state_of_session(db);
      std::size_t sent = 0, unsent = 0;
      for (std::string const pattern : hostile_duckdb_statements) {
        auto const sql = with(with(pattern, "{dir}", folder.text()), "{port}", door.port());
        BOOST_TEST_CONTEXT(sql) {
          is_harmless(db, sql, !o.layers.guard);
          BOOST_TEST(!door.was_knocked_at());
          if (o.layers.guard && o.guard.inspect(sql).refused && ++unsent % 50 != 0) continue;  // DuckDB has not seen it
          if (++sent % 10 != 0) continue;
          BOOST_TEST(state_of_session(db) == session);  // what the last ten did
          BOOST_REQUIRE((folder.bytes() == before));
        }
      }
      BOOST_TEST(state_of_session(db) == session);
    }
    BOOST_TEST((folder.bytes() == before));
  }

  /// It must end soon after the limit of 0.1 s and must not return the content of a file. DuckDB cannot be interrupted
  /// while it plans: it computes range(1000000) then, which takes 0.8 s.
  static void is_harmless(db::duckdb_connection& db, std::string const& sql, bool estimates) {
    db::execution e;
    BOOST_TEST((time_of([&] { e = db.execute(sql); }) < 2s));
    if (estimates) BOOST_TEST((time_of([&] { std::ignore = db.estimate(sql); }) < 2s));
    for (auto const& row : e.rows.values)
      for (auto const& v : row) BOOST_TEST(to_string(v).find("t2s secret") == std::string::npos);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(duckdb_hostile, besieged)

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_duckdb_statements) >= 200U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) {
  db::duckdb_options o;
  o.layers = {false, false, false, false};
  auto const before = folder.bytes();
  for (std::string const& sql :
       {std::string("UPDATE customer SET name = 'x' WHERE id = 1; CHECKPOINT"), "COPY customer TO '" + folder / "out.csv" + "'",
        std::string("BEGIN; INSERT INTO customer VALUES (9, 'x', NULL, NULL); COMMIT")}) {
    {
      db::duckdb_connection db(file, o);
      auto const e = db.execute("COMMIT; " + sql + "; BEGIN");
      BOOST_TEST(e.ok(), sql << ": " << (e.failure ? e.failure->text() : ""));
    }
    BOOST_TEST((folder.bytes() != before), sql);
  }
  db::duckdb_connection db(file, o);
  BOOST_TEST(first_value(db.execute("SELECT content FROM read_text('" + folder / "secret.txt" + "')")) == value("t2s secret"));
  BOOST_TEST(first_value(db.execute("SELECT peek('" + folder / "secret.txt" + "')")) == value("t2s secret"));
}

BOOST_AUTO_TEST_CASE(with_every_layer_when_each_is_estimated_first) { withstands({.limits = {.rows_read = 1'000'000'000'000}}); }

BOOST_AUTO_TEST_CASE(with_a_guard_that_passes_what_it_cannot_read) { withstands({.guard = db::duckdb_guard().pass_unreadable()}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.layers = {.guard = false}}); }

BOOST_AUTO_TEST_CASE(without_one_query) { withstands({.layers = {.only_queries = false}}); }

BOOST_AUTO_TEST_CASE(without_reading_only) { withstands({.layers = {.read_only = false}}); }

BOOST_AUTO_TEST_CASE(without_being_enclosed) { withstands({.layers = {.enclosed = false}}); }

BOOST_AUTO_TEST_SUITE_END()
