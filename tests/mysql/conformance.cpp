// SPDX-License-Identifier: BSL-1.0
// What every engine must do, by MariaDB or MySQL.
#include "engine.hpp"

using namespace t2s::test;

BOOST_AUTO_TEST_SUITE(mysql_conformance)
conformance::registered const tests("MariaDB, MySQL", conformance::demands_on<mysql_engine>(), __FILE__);
BOOST_AUTO_TEST_SUITE_END()
