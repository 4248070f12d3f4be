// SPDX-License-Identifier: BSL-1.0
// PostgreSQL's dialect, held against PostgreSQL's own parser where libpg_query is installed.
#include "dialect_support.hpp"
#include "postgres_queries.hpp"
#include "t2s/sql/postgres.hpp"

#ifdef T2S_WITH_PG_QUERY
#include <pg_query.h>
#endif

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

constexpr speaker speaks{postgres};

/// What PostgreSQL's parser says: true where it is not at hand and cannot contradict.
bool agrees([[maybe_unused]] std::string const& sql, [[maybe_unused]] bool accepted) {
#ifdef T2S_WITH_PG_QUERY
  auto const parsed = pg_query_parse(sql.c_str());
  bool const theirs = !parsed.error;
  pg_query_free_parse_result(parsed);
  return theirs == accepted;
#else
  return true;
#endif
}

}  // namespace

BOOST_AUTO_TEST_SUITE(dialect_postgres)

BOOST_AUTO_TEST_CASE(takes) {
  for (auto const& sql : postgres_takes) {
    BOOST_TEST(agrees(sql, true), sql);
    auto const p = parse(sql, {.grammar = postgres});
    if (!p) {
      BOOST_ERROR(sql << "\n" << to_string(p.error()));
      continue;
    }
    BOOST_TEST((p->dialect() == dialect::postgres));
    BOOST_TEST(agrees(print(*p), true), print(*p));
    speaks.survives(*p);
  }
}

BOOST_AUTO_TEST_CASE(refuses) {
  for (auto const& sql : postgres_refuses) {
    BOOST_TEST(agrees(sql, false), sql);
    auto const p = parse(sql, {.grammar = postgres});
    BOOST_TEST(!p, sql);
  }
}

BOOST_AUTO_TEST_SUITE_END()
