// SPDX-License-Identifier: BSL-1.0
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// A connection of another engine, for features that the engines here lack.
class told {
 public:
  [[nodiscard]] schema::database const& schema() const noexcept { return shape_; }
  [[nodiscard]] db::execution execute(std::string const& sql, std::stop_token stop = {}) {
    return db::execution(db::rows{{sql}, {{value(stop.stop_possible() ? 1 : 0)}}});
  }
  [[nodiscard]] db::execution sample(std::string const& table, std::size_t n, std::stop_token = {}) {
    return db::execution(db::rows{{table}, {{value(static_cast<std::int64_t>(n))}}});
  }
  [[nodiscard]] db::execution distinct(std::string const& table, std::string const& column, std::size_t, std::stop_token = {}) {
    return db::execution(db::rows{{table + "." + column}, {}});
  }
  std::optional<failure> each_row(std::string const&, db::any_connection::take_row const&, std::stop_token = {}) {
    return failure{errc::time_limit, "its own limits"};
  }
  std::optional<failure> each_row(std::string const&, db::any_connection::take_row const&, db::statement_limits const& l,
                                  std::stop_token = {}) {
    return failure{errc::row_limit, std::to_string(l.rows)};
  }
  [[nodiscard]] std::vector<std::string> can_write() { return {"it is only told"}; }
  void interrupt() noexcept {}

 private:
  schema::database shape_{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(any_connection)

BOOST_AUTO_TEST_CASE(a_file_answers_as_its_own_connection_does) {
  folder f;
  auto const file = make_database(f / "world.sqlite", small_world).string();
  auto any = db::open(file);
  db::sqlite_connection own(file);
  BOOST_TEST((any.schema() == own.schema()));
  BOOST_TEST(any.name() == "world");
  BOOST_TEST(any.file() == own.file());
  BOOST_TEST(any.shown() == own.file());
  for (auto const* sql : {"SELECT name FROM city ORDER BY id", "SELECT nmae FROM city", "DELETE FROM city", "", "SELECT 1; SELECT 2"}) {
    auto const a = any.execute(sql), b = own.execute(sql);
    BOOST_TEST((a.rows == b.rows));
    BOOST_TEST((a.failure == b.failure));
  }
  BOOST_TEST((any.sample("city", 1).rows == own.sample("city", 1).rows));
  BOOST_TEST((any.distinct("city", "name", 9).rows == own.distinct("city", "name", 9).rows));
  BOOST_TEST(any.can_write().empty());
  std::size_t rows = 0;
  BOOST_TEST(!any.each_row("SELECT * FROM city", [&](std::span<value const>) { ++rows; }));
  BOOST_TEST(rows == 2U);
  db::statement_limits one;
  one.rows = 1;
  BOOST_TEST((any.each_row("SELECT * FROM city", [&](std::span<value const>) {}, one).value().code == errc::row_limit));
  auto moved = std::move(any);
  BOOST_TEST(moved.execute("SELECT 1").ok());
}

BOOST_AUTO_TEST_CASE(limits_and_stops_reach_the_connection_inside) {
  folder f;
  db::any_options few;
  few.limits.rows = 1;
  auto database = db::open(make_database(f / "w.sqlite", small_world).string(), few);
  BOOST_TEST((database.execute("SELECT * FROM city").failure.value().code == errc::row_limit));
  std::stop_source stop;
  stop.request_stop();
  BOOST_CHECK_EXCEPTION((void)database.execute("SELECT 1", stop.get_token()), error,
                        [](error const& e) { return e.code() == errc::cancelled; });

  db::any_connection other(told(), "told://***", "name");
  BOOST_TEST(other.shown() == "told://***");
  BOOST_TEST(other.name() == "name");
  BOOST_TEST(other.file().empty());
  BOOST_TEST(other.execute("SQL", stop.get_token()).rows.values[0][0] == value(1));
  BOOST_TEST(other.sample("t", 7).rows.values[0][0] == value(7));
  BOOST_TEST(other.distinct("t", "c", 7).rows.columns[0] == "t.c");
  BOOST_TEST((other.each_row("", {}).value().code == errc::time_limit));
  db::statement_limits within;
  within.rows = 5;
  BOOST_TEST(other.each_row("", {}, within).value().message == "5");
  BOOST_TEST(other.can_write().at(0) == "it is only told");
}

BOOST_AUTO_TEST_CASE(it_can_be_prepared_as_any_database) {
  folder f;
  auto file = db::open(make_database(f / "w.sqlite", small_world).string());
  prepared database(file);
  BOOST_TEST(database.known<knowledge::lexicon>()->schema().tables().size() == 2U);
}

BOOST_AUTO_TEST_CASE(facts_name_the_engine) {
  folder f;
  auto file = db::open(make_database(f / "w.sqlite", small_world).string());
  auto const facts = db::facts_of(file, db::engine::sqlite);
  BOOST_TEST(facts.engine == "SQLite " + std::string(sqlite3_libversion()));
  BOOST_TEST(facts.role.empty());
}

BOOST_AUTO_TEST_SUITE_END()
