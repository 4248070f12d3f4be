// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/retry.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>

using namespace t2s;
using namespace std::chrono_literals;
using llm::asked_wait;
using llm::backoff;
using llm::http_response;
using llm::read_http_date;
using std::chrono::milliseconds;

namespace {

// date -u -d "1994-11-06 08:49:37" +%s
constexpr std::chrono::system_clock::time_point example_of_the_standard{std::chrono::seconds(784'111'777)};

std::optional<milliseconds> wait_of(std::string const& name, std::string const& value) {
  http_response r;
  r.headers = {{name, value}};
  return asked_wait(r, example_of_the_standard);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retry)

BOOST_AUTO_TEST_CASE(which_failures_are_tried_again) {
  for (unsigned const status : {408u, 409u, 429u, 500u, 502u, 503u, 504u, 529u}) BOOST_TEST(llm::is_retried(status), status);
  for (unsigned const status : {200u, 301u, 400u, 401u, 403u, 404u, 413u, 422u}) BOOST_TEST(!llm::is_retried(status), status);
  BOOST_TEST(llm::is_retried(errc::model_unreachable));
  for (auto const code : {errc::model_timeout, errc::tls_failed, errc::malformed_reply, errc::cancelled, errc::invalid_argument})
    BOOST_TEST(!llm::is_retried(code));
}

BOOST_AUTO_TEST_CASE(dates_in_the_three_forms_of_the_standard) {
  // RFC 9110, 5.6.7
  for (auto const* const text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"})
    BOOST_TEST((read_http_date(text) == example_of_the_standard), text);
  // date -u -d "2028-02-29 23:59:59" +%s
  BOOST_TEST(
      (read_http_date("Tue, 29 Feb 2028 23:59:59 GMT") == std::chrono::system_clock::time_point(std::chrono::seconds(1'835'481'599))));
  for (auto const* const text :
       {"", "soon", "Sun, 31 Feb 2027 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994", "-1", "06 Nov"})
    BOOST_TEST(!read_http_date(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(what_the_server_asks_for) {
  BOOST_TEST((wait_of("Retry-After", "7") == 7000ms));
  BOOST_TEST((wait_of("retry-after", " 0.5 ") == 500ms));
  BOOST_TEST((wait_of("Retry-After-Ms", "250") == 250ms));
  BOOST_TEST((wait_of("Retry-After", "Sun, 06 Nov 1994 08:50:37 GMT") == 60s));
  BOOST_TEST((wait_of("Retry-After", "Sun, 06 Nov 1994 08:00:00 GMT") == 0ms));
  for (auto const* const nonsense : {"-5", "soon", "nan", "", "1e400", "5 s"})
    BOOST_TEST(!wait_of("Retry-After", nonsense).has_value(), nonsense);
  http_response both;
  both.headers = {{"Retry-After", "7"}, {"retry-after-ms", "1500"}};
  BOOST_TEST((asked_wait(both, example_of_the_standard) == 1500ms));
  BOOST_TEST((*wait_of("Retry-After", "99999999999999999999") > 24h));
}

BOOST_AUTO_TEST_CASE(dates_beyond_the_range_of_clocks) {
  struct one {
    char const* date;
    std::int64_t seconds;  // date -u -d "..." +%s
  };
  for (auto const& [date, seconds] :
       {one{"Sat, 12 Apr 2262 00:00:00 GMT", 9'223'372'800}, one{"Sun, 01 Jan 2263 00:00:00 GMT", 9'246'182'400},
        one{"Sat, 01 Jan 2400 00:00:00 GMT", 13'569'465'600}, one{"Fri, 31 Dec 9999 23:59:59 GMT", 253'402'300'799}}) {
    BOOST_TEST((read_http_date(date) == std::chrono::sys_seconds(std::chrono::seconds(seconds))), date);
    auto const wait = wait_of("Retry-After", date);
    BOOST_TEST_REQUIRE(wait.has_value());
    BOOST_TEST((*wait > 24h * 365), date);
    BOOST_TEST(!backoff(llm::retry_options{}).next(wait, 0s).has_value(), date);
    // Even a caller that would wait that long does not.
    BOOST_TEST(!backoff({.longest_asked = milliseconds::max()}).next(wait, 0s).has_value(), date);
  }
  http_response r;
  r.headers = {{"Retry-After", "Thu, 01 Jan 1970 00:00:00 GMT"}};
  BOOST_TEST((asked_wait(r, std::chrono::system_clock::time_point::max()) == 0ms));
  r.headers = {{"Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT"}};
  BOOST_TEST((*asked_wait(r, std::chrono::system_clock::time_point::min()) > 24h));
}

BOOST_AUTO_TEST_CASE(waits_are_uniform_for_small_seeds_too) {
  llm::retry_options o;
  o.first_wait = 1000ms;
  for (int nth = 0; nth < 3; ++nth) {
    o.longest_wait = 1000ms;
    double sum = 0;
    std::array<int, 4> quarters{};
    for (o.seed = 1; o.seed <= 100; ++o.seed) {
      backoff b(o);
      for (int i = 0; i < nth; ++i) (void)b.next({}, 0s);
      auto const wait = b.next({}, 0s).value();
      sum += static_cast<double>(wait.count());
      ++quarters.at(static_cast<std::size_t>(std::min<std::int64_t>(3, wait.count() / 250)));
    }
    // 500 is the mean of a uniform distribution, 29 the deviation of a mean of a hundred.
    BOOST_TEST(std::abs(sum / 100 - 500) < 87, sum / 100);
    for (auto const n : quarters) BOOST_TEST((n >= 12 && n <= 38), n);  // 25, and three times 4.3
  }
}

BOOST_AUTO_TEST_CASE(waits_grow_and_are_spread_from_zero) {
  llm::retry_options o;
  o.tries = 12;
  o.first_wait = 100ms;
  o.longest_wait = 1600ms;
  std::vector<milliseconds> most(12), least(12, 1h);
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    o.seed = seed * 7919;
    backoff b(o);
    for (std::size_t i = 0; i < 11; ++i) {
      auto const wait = b.next({}, 0s);
      BOOST_TEST_REQUIRE(wait.has_value());
      most[i] = std::max(most[i], *wait);
      least[i] = std::min(least[i], *wait);
    }
  }
  for (std::size_t i = 0; i < 11; ++i) {
    auto const bound = std::min<std::int64_t>(1600, 100LL << std::min<std::size_t>(i, 10));
    BOOST_TEST(most[i].count() <= bound);
    BOOST_TEST(most[i].count() >= bound * 95 / 100);
    BOOST_TEST(least[i].count() <= bound * 5 / 100);
  }
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_waits) {
  llm::retry_options o;
  o.seed = 42;
  backoff a(o), b(o);
  for (int i = 0; i < 5; ++i) BOOST_TEST((a.next({}, 0s) == b.next({}, 0s)));
}

// Servers ask for 0 s, for a few milliseconds, and for dates that are past by their own clock or by ours.
BOOST_AUTO_TEST_CASE(a_short_wait_that_the_server_asks_for_is_no_shorter_than_the_drawn_one) {
  llm::retry_options o;
  o.outlast_limits = true;
  o.tries = 40;
  for (o.seed = 1; o.seed <= 50; ++o.seed)
    for (auto const& [name, value] : {std::pair("Retry-After", "0"), std::pair("Retry-After", "0.001"), std::pair("retry-after-ms", "0"),
                                      std::pair("Retry-After", "Sun, 06 Nov 1994 08:49:36 GMT")}) {
      backoff alone(o), asked(o);
      for (int i = 0; i < 20; ++i) {
        auto const least = alone.next({}, 0s, i % 2 == 0).value();
        BOOST_TEST_REQUIRE((asked.next(wait_of(name, value), 0s, i % 2 == 0).value() == std::max(least, *wait_of(name, value))), value);
      }
    }
}

// From the sixth on a wait is 8 s on average: 44 of them last 352 s, with a deviation of 31 s.
BOOST_AUTO_TEST_CASE(a_server_that_always_asks_for_no_wait_is_asked_a_few_times) {
  llm::retry_options o;
  o.outlast_limits = true;
  o.total = 200s;
  for (o.seed = 1; o.seed <= 200; ++o.seed) {
    backoff b(o);
    milliseconds spent{};
    for (auto wait = b.next(0ms, spent, true); wait; wait = b.next(0ms, spent, true)) spent += *wait;
    BOOST_TEST(b.failed() <= 50u, o.seed);
    BOOST_TEST((spent < o.total));
  }
}

BOOST_AUTO_TEST_CASE(limits) {
  llm::retry_options o;
  o.tries = 3;
  o.longest_asked = 60s;
  o.total = 100s;
  backoff tries(o);
  BOOST_TEST(tries.next({}, 0s).has_value());
  BOOST_TEST(tries.next({}, 0s).has_value());
  BOOST_TEST(!tries.next({}, 0s).has_value());
  BOOST_TEST(tries.failed() == 3u);
  BOOST_TEST((backoff(o).next(60s, 0s) == 60s));  // exactly, where it is longer than what is drawn
  BOOST_TEST(!backoff(o).next(61s, 0s).has_value());
  BOOST_TEST(!backoff(o).next(50s, 50s).has_value());
  BOOST_TEST(backoff(o).next(50s, 49s).has_value());
  BOOST_TEST(!backoff(o).next(0s, 200s).has_value());
  o.tries = 1;
  BOOST_TEST(!backoff(o).next({}, 0s).has_value());
}

BOOST_AUTO_TEST_CASE(limits_that_pass_are_outlasted) {
  auto const says = [](unsigned status, char const* body) { return llm::is_passing_limit({status, {}, body}); };
  BOOST_TEST(says(429, R"({"error":{"message":"slow down","code":"rate_limit_exceeded"}})"));
  BOOST_TEST(!says(429, R"({"error":{"message":"pay first","code":"insufficient_quota"}})"));
  BOOST_TEST(!says(503, "{}"));

  llm::retry_options o;
  o.tries = 2;
  o.total = 100s;
  BOOST_TEST(backoff(o).next({}, 0s, true).has_value());
  backoff impatient(o);
  (void)impatient.next({}, 0s, true);
  BOOST_TEST(!impatient.next({}, 0s, true).has_value());

  o.outlast_limits = true;
  backoff patient(o);
  for (int i = 0; i < 50; ++i) BOOST_TEST(patient.next({}, 0s, true).has_value());
  BOOST_TEST(patient.next({}, 0s).has_value());  // the first one that failed
  BOOST_TEST(!patient.next({}, 0s).has_value());
  BOOST_TEST(!patient.next({}, 100s, true).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
