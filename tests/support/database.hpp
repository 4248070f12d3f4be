// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_DATABASE_HPP
#define T2S_TESTS_SUPPORT_DATABASE_HPP

#include <boost/test/unit_test.hpp>

#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"

#include <chrono>
#include <ostream>
#include <string>
#include <vector>

#ifndef __has_feature
#define __has_feature(x) 0  // g++ has macros instead
#endif

/// What the tests of databases share, whatever the engine.
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

/// How long `f` takes.
template <class F>
std::chrono::nanoseconds time_of(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

/// What `f` throws as `t2s::error`; fails the test if it throws none.
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

/// The first value of what a statement gives.
inline value first_value(db::execution const& e) {
  BOOST_REQUIRE_MESSAGE(e.ok(), (e.failure ? e.failure->text() : std::string()));
  BOOST_REQUIRE(!e.rows.values.empty());
  return e.rows.values.front().at(0);
}

inline schema::table const& table_of(schema::database const& d, std::string const& name) {
  auto const* t = d.find_table(name);
  BOOST_REQUIRE_MESSAGE(t, name);
  return *t;
}

inline std::vector<std::string> names_of(schema::database const& d) {
  std::vector<std::string> names;
  for (auto const& t : d.tables()) names.push_back(t.name);
  return names;
}

}  // namespace t2s::test

namespace t2s {
inline std::ostream& boost_test_print_type(std::ostream& out, errc code) { return out << name_of(code); }
inline std::ostream& boost_test_print_type(std::ostream& out, value const& v) { return out << to_sql(v); }
}  // namespace t2s

#endif
