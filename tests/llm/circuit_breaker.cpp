// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/circuit_breaker.hpp"

#include <boost/test/unit_test.hpp>

using namespace std::chrono_literals;
using t2s::llm::circuit_breaker;

BOOST_AUTO_TEST_SUITE(circuit_breaker_states)

BOOST_AUTO_TEST_CASE(off_by_default) {
  circuit_breaker b;
  circuit_breaker::time_point const now{};
  for (int i = 0; i < 100; ++i) b.failed(now);
  BOOST_TEST(b.admits(now));
}

BOOST_AUTO_TEST_CASE(opens_after_failures_in_a_row) {
  circuit_breaker b({.failures = 3, .rest = 10s});
  circuit_breaker::time_point const now(1h);
  b.failed(now);
  b.failed(now);
  b.succeeded();
  b.failed(now);
  b.failed(now);
  BOOST_TEST(b.admits(now));
  b.failed(now);
  BOOST_TEST(b.is_open());
  BOOST_TEST(!b.admits(now));
  BOOST_TEST(!b.admits(now + 9s));
}

BOOST_AUTO_TEST_CASE(one_request_decides) {
  circuit_breaker b({.failures = 1, .rest = 10s});
  circuit_breaker::time_point const now(1h);
  b.failed(now);
  BOOST_TEST(b.admits(now + 10s));
  BOOST_TEST(!b.admits(now + 10s));  // the others wait for it
  b.failed(now + 11s);
  BOOST_TEST(!b.admits(now + 20s));
  BOOST_TEST(b.admits(now + 21s));
  b.left();
  BOOST_TEST(b.admits(now + 21s));
  b.succeeded();
  BOOST_TEST(!b.is_open());
  BOOST_TEST(b.admits(now + 21s));
  BOOST_TEST(b.admits(now + 21s));
}

BOOST_AUTO_TEST_SUITE_END()
