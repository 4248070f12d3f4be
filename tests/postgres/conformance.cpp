// SPDX-License-Identifier: BSL-1.0
// What every engine must do, by PostgreSQL.
#include "engine.hpp"

using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(postgres_conformance)
conformance::registered const tests("PostgreSQL", conformance::demands_on<postgres_engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()
