// SPDX-License-Identifier: BSL-1.0
// The conformance suite, for SQLite.
#include "db/conformance/pool.hpp"

#include "support.hpp"
#include "support/sqlite_shop.hpp"
#include "t2s/db/sqlite/pool.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct engine : conformance::engine_defaults {
  using connection = db::sqlite_connection;
  using pool = db::sqlite;
  using options = db::sqlite_options;
  static constexpr bool nests = true;
  static constexpr bool proposes_tables = false;
  static constexpr bool names_large_values = false;
  static constexpr bool counts_rows_looked_at = false;  // it samples from all over the table
  static constexpr bool has_decimals = false;
  static constexpr auto dialect = sql::dialect::sqlite;
  static constexpr char const *integer = "INTEGER", *real = "REAL", *text = "TEXT", *date = "TEXT", *timestamp = "TEXT";
  static constexpr char const* bytes = "x'00ff'";

  static connection connect(options const& o) { return connection(file(), o); }
  static std::unique_ptr<pool> open(options const& o) { return std::make_unique<pool>(file(), o); }
  static std::string endless() { return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"; }
  static std::string rows_for_ever() { return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"; }
  static std::string rows(std::size_t n) { return rows_for_ever() + " LIMIT " + std::to_string(n); }
  static std::string repeated(std::size_t n) { return "replace(hex(zeroblob(" + std::to_string(n / 2) + ")), '0', 'x')"; }
  static std::vector<std::string> more_queries() {
    return {"VALUES (1)", "EXPLAIN QUERY PLAN SELECT 1", "SELECT 1 /* open", "SELECT count(*) FROM sqlite_schema"};
  }
  static std::vector<std::string> denied() {
    return {"REPLACE INTO customer (id, name) VALUES (1, 'x')",
            "VACUUM",
            "PRAGMA user_version = 7",
            "ATTACH '/tmp/t2s_stolen' AS s",
            "SELECT load_extension('x')",
            "REINDEX",
            "ANALYZE"};
  }

 private:
  static std::filesystem::path const& file() {
    static folder const where;
    static auto const made = make_database(where / "shop.sqlite", sqlite_shop_tables);
    return made;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sqlite_conformance)
conformance::registered const tests("SQLite", conformance::demands_on<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()
