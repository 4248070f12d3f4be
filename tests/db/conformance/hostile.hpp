// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_HOSTILE_HPP
#define T2S_TESTS_DB_CONFORMANCE_HOSTILE_HPP

#include "db/conformance/suite.hpp"
#include "support/folder.hpp"
#include "support/hostile.hpp"
#include "support/settles.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/limits.hpp"

#include <iterator>
#include <memory>

namespace t2s::test::conformance {

/// The defaults of an engine under attack. It also has `service()`, the shop on a server, `connect(options, place)` and `statements()`.
struct attack_defaults {
  static constexpr std::chrono::milliseconds limit{100};          ///< of each statement
  static constexpr std::chrono::milliseconds late{2000};          ///< when it must have come back
  static constexpr std::size_t checked_each = 10;                 ///< the database is looked at after so many statements
  static bool keeps_a_lock(std::string const&) { return false; }  ///< in its session, which then ends
};

/// A server with a shop, an ear for what should not call out, and functions of the database that do what none should.
template <class Engine>
struct besieged {
  using shop_type = std::remove_reference_t<decltype(Engine::service())>;
  using options = typename Engine::options;
  using connection = typename Engine::connection;

  shop_type& shop = Engine::service();
  typename shop_type::administrator admin{shop.of_admin()};
  typename shop_type::evil_functions functions{admin};
  std::string dir = shop.server().folder();
  folder here{"here"};
  closed_door door{};

  besieged() {
    write_file(here / "local.txt", "t2s secret");
    if (!dir.empty()) write_file(dir + "/secret.txt", "t2s secret");
  }

  [[nodiscard]] std::string state() const { return shop.state(admin); }
  [[nodiscard]] bool is_as(std::string const& before) const {
    return settles_at(before, [this] { return state(); });
  }

  /// Every statement, by such a connection of the user that can only read, or of one that may do all. Where no guard stands before it, it
  /// is estimated too.
  void withstands(options o, bool as_admin = false) {
    o.limits.time = Engine::limit;
    o.limits.bytes = std::size_t{8} << 20U;
    auto const before = state();
    auto const victim = admin.one(shop_type::own_session);
    std::unique_ptr<connection> db;
    auto const connect = [&] {
      db.reset();
      BOOST_REQUIRE(settles_at("", [this] { return shop.locks_of_sessions(); }));
      db = std::make_unique<connection>(Engine::connect(o, as_admin ? shop.of_admin() : shop.of_reader()));
    };
    connect();
    auto const session = state_of_session(*db);
    std::size_t sent = 0, unsent = 0;
    for (auto const& pattern : Engine::statements()) {
      auto const sql = with(with(with(with(pattern, "{dir}", dir), "{here}", here.text()), "{port}", door.port()), "{id}", victim);
      BOOST_TEST_CONTEXT(sql) {
        is_harmless(*db, sql, !o.layers.guard);
        BOOST_TEST(!door.was_knocked_at());
        if (is_held_by_guard(o, sql) && ++unsent % 50 != 0) continue;
        BOOST_TEST(state_of_session(*db) == session);
        if (Engine::keeps_a_lock(sql)) connect();
        if (++sent % Engine::checked_each == 0) BOOST_REQUIRE(is_as(before));  // what the last ones did
      }
    }
    BOOST_TEST(state_of_session(*db) == session);
    BOOST_TEST(is_as(before));
  }

  /// Each change is seen, and so is what brings it back; a file that the server writes, and one that it reads.
  void sees(std::initializer_list<std::pair<char const*, char const*>> harms, std::string const& writing, std::string const& reading) {
    auto const before = state();
    BOOST_TEST(is_as(before));
    for (auto const& [harm, cure] : harms) {
      admin.run(harm);
      BOOST_TEST((state() != before), harm);
      admin.run(cure);
      BOOST_TEST(is_as(before), cure);
    }
    if (dir.empty()) return;
    admin.run(with(writing, "{dir}", dir));
    BOOST_TEST((state() != before));
    std::filesystem::remove(dir + "/out");
    BOOST_TEST(admin.one(with(reading, "{dir}", dir)) == "t2s secret");
  }

  /// It comes back in time, and not with the content of a file.
  static void is_harmless(connection& db, std::string const& sql, bool is_estimated = false) {
    db::execution e;
    auto const took = time_of([&] {
      try {
        e = db.execute(sql);
        if constexpr (requires { db.estimate(sql); })
          if (is_estimated) std::ignore = db.estimate(sql);
      } catch (error const& thrown) {  // a session may end itself
        BOOST_TEST(thrown.code() == errc::database_lost, thrown.what());
      }
    });
    BOOST_TEST((took < Engine::late));
    for (auto const& row : e.rows.values)
      for (auto const& v : row) BOOST_TEST(to_string(v).find("t2s secret") == std::string::npos);
  }

  static bool is_held_by_guard(options const& o, std::string const& sql) {
    if constexpr (requires { o.guard.inspect(sql); }) return o.layers.guard && o.guard.inspect(sql).refused;
    return false;
  }

  /// What a session has of its own, where the engine says what to ask for.
  static std::string state_of_session(connection& db) {
    std::string state;
    if constexpr (requires { Engine::of_session(); }) {
      db::statement_limits patient;
      patient.time = std::chrono::seconds(30);
      auto const ended = db.each_row(Engine::of_session(), [&](auto const& row) { state = to_string(row[0]); }, patient);
      BOOST_REQUIRE_MESSAGE(!ended, text_of(ended));
    }
    return state;
  }
};

}  // namespace t2s::test::conformance

#endif
