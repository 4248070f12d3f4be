// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_POSTGRES_SUPPORT_HPP
#define T2S_TESTS_POSTGRES_SUPPORT_HPP

#include "support/database.hpp"
#include "support/postgres_shop.hpp"
#include "support/program_shop.hpp"
#include "t2s/db/postgres/connection.hpp"

/// What the tests of db/postgres/ share: one server for all, with a small shop in it.
namespace t2s::test {

inline postgres_shop& the_shop() { return *program_shop<postgres_shop>::instance(); }
inline postgres_server& server() { return the_shop().server(); }

/// The database `t2s_shop`, as the role that docs/postgres.md makes, which can only read.
inline server_place shop() { return the_shop().of_reader(); }
/// The same as the superuser.
inline server_place shop_of_admin() { return the_shop().of_admin(); }

}  // namespace t2s::test

#endif
