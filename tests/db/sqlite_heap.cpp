// SPDX-License-Identifier: BSL-1.0
// SQLite's memory limit, which holds for the whole process.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct heap {
  folder where{};
  std::filesystem::path file = make_database(where / "small.db", small_world);

  static db::sqlite_options with(std::size_t bytes) {
    db::sqlite_options o;
    o.limits.heap_bytes = bytes;
    return o;
  }
};

auto hard_limit() { return sqlite3_hard_heap_limit64(-1); }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_heap, heap)

BOOST_AUTO_TEST_CASE(the_lowest_limit_of_the_open_connections_holds) {
  BOOST_TEST(hard_limit() == 0);
  {
    db::sqlite_connection const wide(file, with(100U << 20U));
    auto const one = hard_limit();
    BOOST_TEST(one >= 100 << 20);
    db::sqlite_connection const unlimited(file, with(0));
    db::sqlite_connection const wider(file, with(200U << 20U));
    BOOST_TEST(hard_limit() == one);
    db::sqlite_connection const narrow(file, with(50U << 20U));
    BOOST_TEST(hard_limit() < one);
    BOOST_TEST(narrow.schema().find_table("city"));
  }
  BOOST_TEST(hard_limit() == 0);
  BOOST_TEST(sqlite3_soft_heap_limit64(-1) == 0);
}

BOOST_AUTO_TEST_CASE(a_limit_of_the_application_is_not_touched) {
  using setter = sqlite3_int64 (*)(sqlite3_int64);
  for (setter const limit : {sqlite3_hard_heap_limit64, sqlite3_soft_heap_limit64}) {
    for (sqlite3_int64 const own : {sqlite3_int64{900} << 20U, sqlite3_int64{90} << 20U}) {
      limit(own);
      auto const hard = hard_limit();
      {
        db::sqlite_connection const db(file, with(200U << 20U));
      }
      {
        db::sqlite_connection const db(file, with(200U << 20U));
        BOOST_TEST(limit(-1) == own);
        BOOST_TEST(hard_limit() == hard);
      }
      BOOST_TEST(limit(-1) == own);
      limit(0);
      sqlite3_soft_heap_limit64(0);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_limit_set_while_a_connection_is_open_stays) {
  {
    db::sqlite_connection const db(file, with(200U << 20U));
    sqlite3_hard_heap_limit64(400 << 20);
  }
  BOOST_TEST(hard_limit() == 400 << 20);
  sqlite3_hard_heap_limit64(0);
}

BOOST_AUTO_TEST_CASE(no_memory_at_opening_is_said) {
  for (std::size_t const bytes : {100U, 1'000U, 10'000U, 30'000U, 60'000U, 100'000U, 150'000U}) {
    try {
      db::sqlite_connection const db(file, with(bytes));
    } catch (error const& e) {
      BOOST_TEST(e.details().code == errc::file_unreadable);
      BOOST_TEST(e.details().remedy.find("heap_bytes") != std::string::npos, bytes << ": " << e.what());
    }
  }
  BOOST_TEST(thrown_by([&] { db::sqlite_connection const db(file, with(10'000)); }) == errc::file_unreadable);
  BOOST_TEST(hard_limit() == 0);
}

// SQLite allocates the bytes of zeroblob() on demand, and on failure returns a null pointer, as for an empty value.
BOOST_AUTO_TEST_CASE(a_value_without_memory_is_not_an_empty_one) {
  db::sqlite_connection db(file, with(1U << 20U));
  auto const e = db.execute("SELECT 1 UNION ALL SELECT zeroblob(3000000)");
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::size_limit);
  BOOST_TEST(e.rows.values.size() == 1u);
  BOOST_TEST(db.execute("SELECT * FROM city").ok());
  // The arguments of checked functions are copied.
  for (int bytes = 100'000; bytes < 1'000'000; bytes += 20'000) {
    auto const length = std::to_string(2 * bytes);
    auto const f = db.execute("SELECT length(trim(hex(zeroblob(" + std::to_string(bytes) + ")), 'x'))");
    BOOST_TEST((f.failure ? f.failure->code == errc::size_limit : to_sql(f.rows.values.at(0).at(0)) == length));
  }
}

BOOST_AUTO_TEST_CASE(a_statement_that_grows_while_it_is_compiled_is_ended_by_the_heap) {
  std::string sql = "WITH a(x) AS (SELECT 1)";
  for (std::string last = "a"; last.size() < 12; last += 'a')
    sql.append(", ").append(last).append("a(x) AS (SELECT p.x FROM ").append(last).append(" p, ").append(last).append(" q)");
  sql += " SELECT count(*) FROM " + std::string(12, 'a');
  db::sqlite_connection narrow(file, with(1U << 20U));
  auto const e = narrow.execute(sql);
  BOOST_REQUIRE(e.failure);
  BOOST_TEST(e.failure->code == errc::size_limit);
  BOOST_TEST(narrow.execute("SELECT * FROM city").ok());
}

BOOST_AUTO_TEST_SUITE_END()
