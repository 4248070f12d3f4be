// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_POSTGRES_ENGINE_HPP
#define T2S_TESTS_POSTGRES_ENGINE_HPP

#include "db/conformance/pool.hpp"
#include "support.hpp"
#include "t2s/db/postgres/pool.hpp"

namespace t2s::test {

/// What the tests of every engine need to know of this one.
struct postgres_engine : conformance::engine_defaults {
  using connection = db::postgres_connection;
  using pool = db::postgres;
  using options = db::postgres_options;
  static constexpr bool shows_descriptions = true;
  static constexpr bool skips_semicolons = false;
  static constexpr auto dialect = sql::dialect::postgres;
  static constexpr char const *integer = "bigint", *real = "double precision", *text = "text", *date = "date", *timestamp = "timestamp";
  static constexpr char const* bytes = "'\\x00ff'::bytea";

  static postgres_shop& service() { return the_shop(); }
  static connection connect(options const& o, postgres_shop::place const& at = shop()) { return connection(at.text(), o); }
  static std::unique_ptr<pool> open(options const& o, postgres_shop::place const& at = shop()) {
    return std::make_unique<pool>(at.text(), o);
  }
  static std::string endless() { return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"; }
  static std::string rows(std::size_t n) { return "SELECT generate_series(1, " + std::to_string(n) + ") AS i"; }
  static std::string rows_for_ever() { return rows(1'000'000'000); }
  static std::string repeated(std::size_t n) { return "repeat('x', " + std::to_string(n) + ")"; }
  static std::vector<std::string> more_queries() {
    return {"(SELECT 1)",   "((SELECT 1) UNION ALL SELECT 2) LIMIT 1", "VALUES (1), (2)", "TABLE customer",
            "SELECT $$;$$", "SELECT * FROM generate_series(1, 3) AS g"};
  }
  static std::vector<std::string> denied() {
    return {"SELECT pg_sleep(100)", "TRUNCATE remark",   "COPY customer TO STDOUT",        "SELECT * INTO stolen FROM customer",
            "CALL evil_commit()",   "SET ROLE postgres", "SELECT lo_import('/etc/passwd')"};
  }
  static std::string active_statements() { return service().active_statements(); }
};

}  // namespace t2s::test

#endif
