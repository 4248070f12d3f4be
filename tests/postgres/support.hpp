// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_POSTGRES_SUPPORT_HPP
#define T2S_TESTS_POSTGRES_SUPPORT_HPP

#include <boost/test/unit_test.hpp>

#include "support/postgres_shop.hpp"
#include "t2s/db/postgres/connection.hpp"

#include <chrono>
#include <ostream>
#include <string>

#ifndef __has_feature
#define __has_feature(x) 0  // g++ has macros for this
#endif

/// The common part of the tests of db/postgres/: one server for all, with a small shop in it.
namespace t2s::test {

#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr bool sanitizes_threads = true;
#else
inline constexpr bool sanitizes_threads = false;
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
inline constexpr bool sanitizes = true;
#else
inline constexpr bool sanitizes = sanitizes_threads;
#endif

/// The server of this program.
postgres_server& server();

/// The database `t2s_shop` on it, with the read-only role of docs/postgres.md.
server_place shop();
/// The same as the superuser.
server_place shop_of_superuser();

/// What the server still executes for the role, after it had time to notice. A cancel request that arrives before the statement has begun
/// is lost; the server then checks every 2 s whether the client still exists.
std::string active_statements();

/// The duration of `f`.
template <class F>
std::chrono::nanoseconds time_of(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

/// The `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
failure failure_of(F const& f) {
  try {
    f();
  } catch (error const& e) {
    BOOST_TEST(!e.details().text().empty());
    return e.details();
  }
  BOOST_ERROR("nothing was thrown");
  return {};
}

/// The first value of a statement's result.
inline value first_value(db::execution const& e) {
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : std::string()));
  BOOST_REQUIRE(!e.rows.values.empty());
  return e.rows.values.front().at(0);
}

}  // namespace t2s::test

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

#endif
