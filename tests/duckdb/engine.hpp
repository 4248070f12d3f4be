// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DUCKDB_ENGINE_HPP
#define T2S_TESTS_DUCKDB_ENGINE_HPP

#include "db/conformance/pool.hpp"
#include "support.hpp"
#include "t2s/db/duckdb/pool.hpp"

namespace t2s::test {

/// What the tests of every engine need to know of this one.
struct duckdb_engine : conformance::engine_defaults {
  using connection = db::duckdb_connection;
  using pool = db::duckdb;
  using options = db::duckdb_options;
  static constexpr bool shows_descriptions = true;
  static constexpr auto dialect = sql::dialect::duckdb;
  static constexpr char const *integer = "BIGINT", *real = "DOUBLE", *text = "VARCHAR", *date = "DATE", *timestamp = "TIMESTAMP";
  static constexpr char const* bytes = "'\\x00\\xFF'::BLOB";

  static connection connect(options const& o) { return connection(file(), o); }
  static std::unique_ptr<pool> open(options const& o) { return std::make_unique<pool>(file(), o); }
  static std::string endless() { return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 - i FROM n) SELECT max(i) FROM n"; }
  static std::string rows(std::size_t n) { return "SELECT r.i FROM range(" + std::to_string(n) + ") AS r(i)"; }
  static std::string rows_for_ever() { return rows(10'000'000'000); }
  static std::string repeated(std::size_t n) { return "(SELECT string_agg('x', '') FROM range(" + std::to_string(n) + "))"; }
  static std::vector<std::string> more_queries() {
    return {"(SELECT 1)",
            "VALUES (1), (2)",
            "TABLE customer",
            "FROM customer",
            "FROM customer SELECT name",
            "SELECT * FROM range(3)",
            "SELECT [1, 2], {'a': 1}",
            "SELECT date '2025-01-01' -- end"};
  }
  static std::vector<std::string> denied() {
    return {"SELECT * FROM read_csv('/etc/passwd')",
            "SELECT * FROM '/etc/passwd'",
            "COPY customer TO '/tmp/t2s_stolen.csv'",
            "ATTACH '/tmp/t2s_stolen.duckdb' AS s",
            "INSTALL httpfs",
            "LOAD httpfs",
            "CHECKPOINT"};
  }

 private:
  static std::string const& file() {
    static shop_file const shop;
    return shop.file;
  }
};

}  // namespace t2s::test

#endif
