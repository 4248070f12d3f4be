// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/retry.hpp"

#include <boost/test/unit_test.hpp>

using namespace std::chrono_literals;
using t2s::llm::circuit_breaker;
using admission = t2s::llm::circuit_breaker::admission;

BOOST_AUTO_TEST_SUITE(circuit_breaker_states)

BOOST_AUTO_TEST_CASE(off_by_default) {
  circuit_breaker b;
  circuit_breaker::time_point const now{};
  for (int i = 0; i < 100; ++i) b.failed(admission::ordinary, now);
  BOOST_TEST((b.admits(now) == admission::ordinary));
}

BOOST_AUTO_TEST_CASE(opens_after_failures_in_a_row) {
  circuit_breaker b({.failures = 3, .rest = 10s});
  circuit_breaker::time_point const now(1h);
  b.failed(admission::ordinary, now);
  b.failed(admission::ordinary, now);
  b.succeeded(admission::ordinary);
  b.failed(admission::ordinary, now);
  b.failed(admission::ordinary, now);
  BOOST_TEST((b.admits(now) == admission::ordinary));
  b.failed(admission::ordinary, now);
  BOOST_TEST(b.is_open());
  BOOST_TEST((b.admits(now) == admission::refused));
  BOOST_TEST((b.admits(now + 9s) == admission::refused));
}

BOOST_AUTO_TEST_CASE(one_request_decides) {
  circuit_breaker b({.failures = 1, .rest = 10s});
  circuit_breaker::time_point const now(1h);
  b.failed(admission::ordinary, now);
  BOOST_TEST((b.admits(now + 10s) == admission::probe));
  BOOST_TEST((b.admits(now + 10s) == admission::refused));  // the others wait for it
  b.failed(admission::probe, now + 11s);
  BOOST_TEST((b.admits(now + 20s) == admission::refused));
  BOOST_TEST((b.admits(now + 21s) == admission::probe));
  b.left(admission::probe);
  BOOST_TEST((b.admits(now + 21s) == admission::probe));
  b.succeeded(admission::probe);
  BOOST_TEST(!b.is_open());
  BOOST_TEST((b.admits(now + 21s) == admission::ordinary));
  BOOST_TEST((b.admits(now + 21s) == admission::ordinary));
}

BOOST_AUTO_TEST_CASE(requests_from_before_the_opening_decide_nothing) {
  circuit_breaker::time_point const now(1h);
  for (int how = 0; how < 3; ++how) {
    circuit_breaker b({.failures = 1, .rest = 10s});
    auto const early = b.admits(now);
    b.failed(b.admits(now), now);
    BOOST_TEST_REQUIRE((b.admits(now + 10s) == admission::probe));
    if (how == 0) b.left(early);
    if (how == 1) b.failed(early, now + 10s);
    if (how == 2) b.succeeded(early);
    BOOST_TEST((b.admits(now + 11s) == admission::refused), how);  // the probe is still running
    b.left(admission::probe);
    BOOST_TEST((b.admits(now + 11s) == admission::probe), how);  // the rest period is not longer than before
  }
}

BOOST_AUTO_TEST_CASE(refused_requests_change_nothing) {
  circuit_breaker b({.failures = 1, .rest = 10s});
  circuit_breaker::time_point const now(1h);
  b.failed(admission::ordinary, now);
  b.left(b.admits(now));
  BOOST_TEST((b.admits(now + 10s) == admission::probe));
  b.left(b.admits(now + 10s));
  BOOST_TEST((b.admits(now + 10s) == admission::refused));
}

BOOST_AUTO_TEST_SUITE_END()
