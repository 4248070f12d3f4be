// SPDX-License-Identifier: BSL-1.0
// The one entry point of every test program. It is written out, since the precompiled headers know of no BOOST_TEST_MODULE.
#include <boost/test/unit_test.hpp>

namespace {

bool name_suite() {
  boost::unit_test::framework::master_test_suite().p_name.value = "t2s";
  return true;
}

}  // namespace

int main(int argc, char* argv[]) { return boost::unit_test::unit_test_main(&name_suite, argc, argv); }
