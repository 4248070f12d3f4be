// SPDX-License-Identifier: BSL-1.0
// The conformance suite, for PostgreSQL.
#include "db/conformance/pool.hpp"

#include "support.hpp"
#include "t2s/db/postgres/pool.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct engine : conformance::engine_defaults {
  using connection = db::postgres_connection;
  using pool = db::postgres;
  using options = db::postgres_options;
  static constexpr bool shows_descriptions = true;
  static constexpr bool skips_semicolons = false;
  static constexpr auto dialect = sql::dialect::postgres;
  static constexpr char const *integer = "bigint", *real = "double precision", *text = "text", *date = "date", *timestamp = "timestamp";
  static constexpr char const* bytes = "'\\x00ff'::bytea";

  static connection connect(options const& o) { return connection(shop().text(), o); }
  static std::unique_ptr<pool> open(options const& o) { return std::make_unique<pool>(shop().text(), o); }
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
  static std::string active_statements() { return test::active_statements(); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(postgres_conformance)
conformance::registered const tests("PostgreSQL", conformance::demands_on<engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()
