// SPDX-License-Identifier: BSL-1.0
// Harmful statements, with all layers and with each of them switched off: none changes a byte, reads a file, opens a connection, sleeps
// beyond the limit or leaves the session changed.
#include "support/hostile.hpp"
#include "support/settles.hpp"

#include "support.hpp"
#include "support/hostile_postgres.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono_literals;

namespace {

/// The state of a session.
std::string state_of_session(db::postgres_connection& db) {
  auto const e = db.execute(
      "SELECT concat_ws(' ', current_user, session_user, current_setting('statement_timeout'), "
      "current_setting('default_transaction_read_only'),"
      " current_setting('transaction_read_only'), current_setting('work_mem'), current_setting('search_path'), current_setting('timezone'),"
      " current_setting('standard_conforming_strings'), current_setting('client_encoding'), current_setting('datestyle'),"
      " (SELECT string_agg(name, ',' ORDER BY name) FROM pg_prepared_statements), (SELECT count(*) FROM pg_cursors WHERE name <> ''),"
      " (SELECT count(*) FROM pg_listening_channels()), pg_my_temp_schema())");
  return to_string(first_value(e));
}

struct besieged {
  administrator admin{shop_of_superuser()};
  std::string folder = server().folder();
  closed_door door{};

  evil_postgres_functions functions{admin};

  besieged() {
    if (!folder.empty()) std::ofstream(folder + "/secret.txt") << "t2s secret";
  }

  /// Executes every statement with such a connection.
  void withstands(server_place const& as, db::unsafe::postgres_layers layers, bool estimates = false) {
    db::postgres_options o;
    o.limits.time = 300ms;
    o.limits.bytes = std::size_t{8} << 20U;
    o.layers = layers;
    if (estimates) o.limits.rows_read = 1'000'000'000'000;  // so that each is explained before it runs
    db::postgres_connection db(as.text(), o);
    auto const victim = admin.one("SELECT pg_backend_pid()");
    auto const before = state_of_postgres(admin, folder);
    o.layers = {};
    auto const session = state_of_session(db);
    std::size_t passed = 0, unsent = 0;
    for (std::string const pattern : hostile_postgres_statements) {
      auto const sql = with(with(with(pattern, "{dir}", folder), "{port}", door.port()), "{pid}", victim);
      BOOST_TEST_CONTEXT(sql) {
        passed += is_harmless(db, sql, estimates) ? 1U : 0U;
        BOOST_TEST(!door.was_knocked_at());
        if (layers.guard && o.guard.inspect(sql).refused && ++unsent % 50 != 0) continue;  // it was not sent
        BOOST_TEST(state_of_session(db) == session);
        BOOST_REQUIRE(settles_at(before, [&] { return state_of_postgres(admin, folder); }));
      }
    }
    BOOST_TEST(state_of_session(db) == session);
    BOOST_TEST((settles_at(before, [&] { return state_of_postgres(admin, folder); })));
    BOOST_TEST_MESSAGE(std::size(hostile_postgres_statements) << " statements, " << passed << " of them ran");
  }

  /// Whether it ran; it must never exceed the limit or return the content of a file.
  static bool is_harmless(db::postgres_connection& db, std::string const& sql, bool estimates) {
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

BOOST_FIXTURE_TEST_SUITE(postgres_hostile, besieged)

BOOST_AUTO_TEST_CASE(there_are_enough_of_them) { BOOST_TEST(std::size(hostile_postgres_statements) >= 200U); }

BOOST_AUTO_TEST_CASE(harm_would_be_seen) {
  auto const before = state_of_postgres(admin, folder);
  BOOST_TEST((settles_at(before, [&] { return state_of_postgres(admin, folder); })));
  for (auto const& [harm, cure] :
       {std::pair("UPDATE line SET note = '{}' WHERE number = 2", "UPDATE line SET note = NULL WHERE number = 2"),
        std::pair("SELECT setval('numbers', 5)", "SELECT setval('numbers', 1, false)"),
        std::pair("SELECT pg_advisory_lock(1)", "SELECT pg_advisory_unlock(1)"),
        std::pair("SELECT lo_create(4711)", "SELECT lo_unlink(4711)"),
        std::pair("ALTER ROLE t2s_reader SET work_mem = '1GB'", "ALTER ROLE t2s_reader RESET work_mem")}) {
    admin.run(harm);
    BOOST_TEST((state_of_postgres(admin, folder) != before), harm);
    admin.run(cure);
    BOOST_TEST((settles_at(before, [&] { return state_of_postgres(admin, folder); })), cure);
  }
  if (folder.empty()) return;
  admin.run("COPY customer TO '" + folder + "/out'");
  BOOST_TEST((state_of_postgres(admin, folder) != before));
  std::filesystem::remove(folder + "/out");
  BOOST_TEST(admin.one("SELECT pg_read_file('" + folder + "/secret.txt')") == "t2s secret");
}

BOOST_AUTO_TEST_CASE(with_every_layer) { withstands(shop(), {}); }

BOOST_AUTO_TEST_CASE(without_the_guard) { withstands(shop(), {.guard = false}); }

BOOST_AUTO_TEST_CASE(without_the_guard_when_it_is_estimated_first) { withstands(shop(), {.guard = false}, true); }

BOOST_AUTO_TEST_CASE(without_the_brackets) { withstands(shop(), {.only_queries = false}); }

BOOST_AUTO_TEST_CASE(without_the_transaction_that_is_read_only) { withstands(shop(), {.read_only = false}); }

BOOST_AUTO_TEST_CASE(without_a_role_that_can_only_read) { withstands(shop_of_superuser(), {}); }

BOOST_AUTO_TEST_CASE(with_a_guard_that_passes_what_it_cannot_read) {
  db::postgres_options o;
  o.guard.pass_unreadable();
  db::postgres_connection db(shop().text(), o);
  auto const session = state_of_session(db);
  auto const before = state_of_postgres(admin, folder);
  auto const id = db.execute("SELECT pg_backend_pid()").rows.values;
  BOOST_TEST((db.execute("SELECT pg_backend_pid()").rows.values == id));
  auto const unread = db.execute("SELECT JSON '[1]' IS JSON, pg_catalog.set_byte('\\x00', 0, 1)");  // a session of its own, whatever it is
  static_cast<void>(unread);
  for (char const* sql : {"SELECT 1 FROM customer c FOR SYSTEM_TIME AS OF now()", "SELECT evil_lock() FROM customer WINDOW FUNCTION x"}) {
    std::ignore = db.execute(sql);
    BOOST_TEST(state_of_session(db) == session);
    BOOST_TEST((settles_at(before, [&] { return state_of_postgres(admin, folder); })));
  }
  BOOST_TEST((db.execute("SELECT pg_backend_pid()").rows.values != id));
}

BOOST_AUTO_TEST_SUITE_END()
