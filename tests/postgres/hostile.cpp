// SPDX-License-Identifier: BSL-1.0
// Statements that want to do harm, with every layer and with each of them switched off: none changes a byte, reads a file, opens a
// connection, sleeps past the limit or leaves the session changed.
#include "db/conformance/hostile.hpp"

#include "engine.hpp"
#include "support/hostile_postgres.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct under_attack : postgres_engine, conformance::attack_defaults {
  static auto const& statements() { return hostile_postgres_statements; }
  static std::string of_session() {
    return "SELECT concat_ws(' ', current_user, session_user, current_setting('statement_timeout'), "
           "current_setting('default_transaction_read_only'),"
           " current_setting('transaction_read_only'), current_setting('work_mem'), current_setting('search_path'), "
           "current_setting('timezone'),"
           " current_setting('standard_conforming_strings'), current_setting('client_encoding'), current_setting('datestyle'),"
           " (SELECT string_agg(name, ',' ORDER BY name) FROM pg_prepared_statements), (SELECT count(*) FROM pg_cursors WHERE name <> ''),"
           " (SELECT count(*) FROM pg_listening_channels()), pg_my_temp_schema())";
  }
};

using besieged = conformance::besieged<under_attack>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(postgres_hostile, besieged)

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_postgres_statements) >= 200U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) {
  sees({{"UPDATE line SET note = '{}' WHERE number = 2", "UPDATE line SET note = NULL WHERE number = 2"},
        {"SELECT setval('numbers', 5)", "SELECT setval('numbers', 1, false)"},
        {"SELECT pg_advisory_lock(1)", "SELECT pg_advisory_unlock(1)"},
        {"SELECT lo_create(4711)", "SELECT lo_unlink(4711)"},
        {"ALTER ROLE t2s_reader SET work_mem = '1GB'", "ALTER ROLE t2s_reader RESET work_mem"}},
       "COPY customer TO '{dir}/out'", "SELECT pg_read_file('{dir}/secret.txt')");
}

BOOST_AUTO_TEST_CASE(with_every_layer_when_each_is_estimated_first) { withstands({.limits = {.rows_read = 1'000'000'000'000}}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands({.layers = {.guard = false}}); }

BOOST_AUTO_TEST_CASE(without_the_brackets) { withstands({.layers = {.only_queries = false}}); }

BOOST_AUTO_TEST_CASE(without_the_transaction_that_is_read_only) { withstands({.layers = {.read_only = false}}); }

BOOST_AUTO_TEST_CASE(without_a_role_that_can_only_read) { withstands({}, true); }

BOOST_AUTO_TEST_CASE(with_a_guard_that_passes_what_it_cannot_read) {
  db::postgres_options o;
  o.guard.pass_unreadable();
  db::postgres_connection db(shop.of_reader().text(), o);
  auto const session = state_of_session(db);
  auto const before = state();
  auto const id = db.execute("SELECT pg_backend_pid()").rows.values;
  BOOST_TEST((db.execute("SELECT pg_backend_pid()").rows.values == id));
  auto const unread = db.execute("SELECT JSON '[1]' IS JSON, pg_catalog.set_byte('\\x00', 0, 1)");  // a session of its own, whatever it is
  static_cast<void>(unread);
  for (char const* sql : {"SELECT 1 FROM customer c FOR SYSTEM_TIME AS OF now()", "SELECT evil_lock() FROM customer WINDOW FUNCTION x"}) {
    std::ignore = db.execute(sql);
    BOOST_TEST(state_of_session(db) == session);
    BOOST_TEST(is_as(before));
  }
  BOOST_TEST((db.execute("SELECT pg_backend_pid()").rows.values != id));
}

BOOST_AUTO_TEST_SUITE_END()
