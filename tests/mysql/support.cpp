// SPDX-License-Identifier: BSL-1.0
#include "support.hpp"

namespace t2s::test {
namespace {

using server_of_program = program_shop<mysql_shop>;
BOOST_TEST_GLOBAL_FIXTURE(server_of_program);

}  // namespace
}  // namespace t2s::test
