// SPDX-License-Identifier: BSL-1.0
// What every engine must do, by DuckDB.
#include "engine.hpp"

using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(duckdb_conformance)
conformance::registered const tests("DuckDB", conformance::demands_on<duckdb_engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()
