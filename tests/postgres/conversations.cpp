// SPDX-License-Identifier: BSL-1.0
// Conversations of t2s serve that are kept in PostgreSQL.
#include <set>
#include <thread>

#include "support.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/serve/detail/postgres_conversations.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

/// A database of its own for conversations, dropped at the end.
struct talks {
  talks() {
    administrator const admin(shop_of_admin());
    admin.run("DROP DATABASE IF EXISTS t2s_talks");
    admin.run("CREATE DATABASE t2s_talks");
  }
  ~talks() {
    try {
      administrator(shop_of_admin()).run("DROP DATABASE IF EXISTS t2s_talks WITH (FORCE)");
    } catch (std::exception const&) {
      return;
    }
  }
  [[nodiscard]] static server_place place() { return shop_of_admin().in("t2s_talks"); }
  [[nodiscard]] static std::shared_ptr<serve::conversations> open(std::string const& more = {}) {
    return std::make_shared<serve::conversations>(std::make_unique<serve::postgres_conversations>(place().text() + more));
  }

  folder in{"orchard"};
  std::string file = make_database(in / "orchard.sqlite", "CREATE TABLE tree (kind TEXT, age INTEGER);");
  serve::served_database database{"orchard", [f = file] { return db::any_connection(db::sqlite_connection(f)); }};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_conversations)

BOOST_AUTO_TEST_CASE(they_are_kept_as_in_a_file) {
  talks const t;
  std::string id;
  {
    auto const kept = talks::open();
    id = kept->begin("ada", "orchard", "How many trees?").id;
    BOOST_TEST(kept->add("ada", id, {"How many trees?", "SELECT count(*) FROM tree"}));
    BOOST_TEST(kept->add("ada", id, {std::string("zero\0 and \xff", 12), "SELECT age FROM tree WHERE kind = 'O''Brien; --'"}));
    BOOST_TEST(kept->begin("ada", "orchard", "x'); DROP TABLE t2s_turns; --").title == "x'); DROP TABLE t2s_turns; --");
    BOOST_TEST(!kept->find("bob", id));
    BOOST_TEST(!kept->remove("bob", id));
  }
  auto const again = talks::open();
  auto const turns = again->turns("ada", id, t.database);
  BOOST_REQUIRE(turns.size() == 2U);
  BOOST_TEST(turns[0].sql == "SELECT count(*) FROM tree");
  BOOST_TEST(turns[1].question == "zero and \xef\xbf\xbd");
  BOOST_TEST(again->rename("ada", id, "Trees")->title == "Trees");
  BOOST_TEST(again->list("ada").size() == 2U);
  BOOST_TEST(again->remove("ada", id)->turns == 2U);
  BOOST_TEST(again->list("ada").size() == 1U);
}

BOOST_AUTO_TEST_CASE(several_servers_may_write_at_once) {
  talks const t;
  auto const one = talks::open(), other = talks::open();
  auto const id = one->begin("ada", "orchard", "many").id;
  {
    std::vector<std::jthread> threads;
    for (auto const& kept : {one, other})
      threads.emplace_back([&kept, &id] {
        for (int i = 0; i < 20; ++i) static_cast<void>(kept->add("ada", id, {std::to_string(i), ""}));
      });
  }
  BOOST_TEST(one->turns("ada", id, t.database).size() == 40U);
}

BOOST_AUTO_TEST_CASE(a_lost_connection_is_replaced) {
  talks const t;
  auto const kept = talks::open();
  auto const id = kept->begin("ada", "orchard", "How many trees?").id;
  administrator(shop_of_admin()).run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 't2s_talks'");
  BOOST_TEST(kept->find("ada", id)->title == "How many trees?");
}

BOOST_AUTO_TEST_CASE(a_lock_of_another_stops_nobody_for_long) {
  talks const t;
  auto const kept = talks::open();
  auto const id = kept->begin("ada", "orchard", "How many trees?").id;
  {
    administrator const other(talks::place());
    other.run("SELECT pg_advisory_lock(1949462390)");
    try {
      static_cast<void>(kept->find("ada", id));
      BOOST_TEST(false);
    } catch (error const& e) {
      BOOST_TEST((e.code() == errc::time_limit));
    }
  }
  BOOST_TEST(kept->find("ada", id)->title == "How many trees?");
}

BOOST_AUTO_TEST_CASE(a_server_that_is_not_there_is_said_so) {
  auto nowhere = shop_of_admin().in("t2s_no_such_talks");
  try {
    serve::postgres_conversations const none(nowhere.text());
    BOOST_TEST(false);
  } catch (error const& e) {
    BOOST_TEST((e.code() == errc::database_unreachable));
    BOOST_TEST(std::string(e.what()).find("t2s_no_such_talks") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()
