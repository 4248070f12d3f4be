// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/detail/limits.hpp"

#include "t2s/llm/detail/retry.hpp"

#include <boost/system/system_error.hpp>

#include "http_support.hpp"

#include <boost/asio/detached.hpp>

using namespace t2s;
using namespace t2s::tests;
using llm::rate_limiter;
using llm::token_bucket;

namespace {

/// Works for a while under a permit and records its start.
awaitable<clock::time_point> work(rate_limiter& limiter, std::size_t tokens, std::chrono::milliseconds span) {
  auto acquiring = limiter.acquire(tokens);
  auto const permit = co_await std::move(acquiring);
  auto const begun = clock::now();
  auto const executor = co_await asio::this_coro::executor;
  asio::steady_timer timer(executor, span);
  co_await timer.async_wait(asio::use_awaitable);
  co_return begun;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rate_limits)

BOOST_AUTO_TEST_CASE(a_bucket_fills_steadily) {
  token_bucket b(600, 1);  // 10 a second, at most 10
  token_bucket::time_point const start(1h);
  BOOST_TEST((b.ready(10, start) == start));
  b.take(10, start);
  BOOST_TEST((b.ready(1, start) == start + 100ms));
  BOOST_TEST((b.ready(5, start + 100ms) == start + 500ms));
  BOOST_TEST((b.ready(10, start + 1h) == start + 1h));
  b.take(10, start + 1h);
  BOOST_TEST((b.ready(1, start + 1h) == start + 1h + 100ms));  // no more than the limit was saved up
}

BOOST_AUTO_TEST_CASE(more_than_the_brim_is_taken_from_the_future) {
  token_bucket b(600, 1);
  token_bucket::time_point const start(1h);
  BOOST_TEST((b.ready(100, start) == start));
  b.take(100, start);
  BOOST_TEST((b.ready(1, start) == start + 9100ms));
  b.take(-90, start);  // it was an estimate
  BOOST_TEST((b.ready(1, start) == start + 100ms));
}

BOOST_AUTO_TEST_CASE(no_limit) {
  token_bucket b(0, 1);
  token_bucket::time_point const now(1h);
  b.take(1e9, now);
  BOOST_TEST((b.ready(1e9, now) == now));
}

BOOST_AUTO_TEST_CASE(so_many_at_once) {
  asio::io_context io;
  rate_limiter limiter({.at_once = 3});
  std::size_t most = 0;
  std::size_t ended = 0;
  for (int i = 0; i < 20; ++i)
    asio::co_spawn(io, work(limiter, 1, 3ms), [&](std::exception_ptr failed, clock::time_point) {
      BOOST_TEST(!failed);
      ++ended;
    });
  while (io.run_one() > 0) most = std::max(most, limiter.under_way());
  BOOST_TEST(ended == 20u);
  BOOST_TEST(most == 3u);
  BOOST_TEST(limiter.under_way() == 0u);
}

BOOST_AUTO_TEST_CASE(so_many_a_minute_in_their_order) {
  asio::io_context io;
  rate_limiter limiter({.requests_a_minute = 6000, .burst_seconds = 0});  // one every 10 ms
  auto const begun = clock::now();
  std::vector<int> order;
  for (int i = 0; i < 20; ++i)
    asio::co_spawn(io, work(limiter, 1, 0ms), [&, i](std::exception_ptr, clock::time_point) { order.push_back(i); });
  io.run_for(patience);
  BOOST_TEST((clock::now() - begun >= 190ms));
  BOOST_TEST(order.size() == 20u);
  BOOST_TEST(std::ranges::is_sorted(order));
}

BOOST_AUTO_TEST_CASE(tokens_count_and_are_settled) {
  asio::io_context io;
  rate_limiter limiter({.tokens_a_minute = 60'000, .burst_seconds = 1});  // 1000 a second
  wait_for_it(io, work(limiter, 1000, 0ms));
  limiter.settle(1000, 1100);
  auto const begun = clock::now();
  auto const second = wait_for_it(io, work(limiter, 100, 0ms));
  BOOST_TEST((second - begun >= 150ms));
}

BOOST_AUTO_TEST_CASE(who_waits_goes_on_as_soon_as_tokens_come_back) {
  asio::io_context io;
  rate_limiter limiter({.tokens_a_minute = 60'000, .burst_seconds = 1});  // 1000 a second
  // Four that may take 4000 each and take 20.
  std::size_t done = 0;
  auto const one = [&]() -> awaitable<void> {
    auto acquiring = limiter.acquire(4000);
    auto const permit = co_await std::move(acquiring);
    asio::steady_timer timer(io, 10ms);
    co_await timer.async_wait(asio::use_awaitable);
    limiter.settle(4000, 20);
    ++done;
  };
  auto const begun = clock::now();
  for (int i = 0; i < 4; ++i) asio::co_spawn(io, one, asio::detached);
  io.run_for(patience);
  BOOST_TEST(done == 4u);
  BOOST_TEST((clock::now() - begun < 2s));  // 12 s without the returned part
}

BOOST_AUTO_TEST_CASE(tokens_may_come_back_in_time) {
  asio::io_context io;
  rate_limiter limiter({.tokens_a_minute = 60'000, .burst_seconds = 1});
  asio::steady_timer timer(io, 50ms);
  {
    auto const held = wait_for_it(io, limiter.acquire(10'000));  // the next would have to wait for ten seconds
    timer.async_wait([&](auto) { limiter.settle(10'000, 10); });
    BOOST_CHECK_NO_THROW(wait_for_it(io, limiter.acquire(10, clock::now() + 5s)));
    limiter.settle(0, 10'000);
    auto const begun = clock::now();
    BOOST_TEST(failure_of(io, limiter.acquire(10, begun + 100ms)).code == errc::model_timeout);  // waited in vain
    BOOST_TEST((clock::now() - begun >= 100ms));
  }
  auto const begun = clock::now();
  BOOST_TEST(failure_of(io, limiter.acquire(10, begun + 5s)).code == errc::model_timeout);  // no permit is left that could return any
  BOOST_TEST((clock::now() - begun < 2s));
}

BOOST_AUTO_TEST_CASE(who_is_cancelled_takes_nothing_and_stops_nobody) {
  asio::io_context io;
  rate_limiter limiter({.at_once = 1});
  auto first = asio::co_spawn(io, work(limiter, 1, 100ms), asio::use_future);
  asio::cancellation_signal cancel_head, cancel_middle;
  std::size_t cancelled = 0;
  auto const count = [&](std::exception_ptr thrown, clock::time_point) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (boost::system::system_error const& e) {
      cancelled += e.code() == asio::error::operation_aborted ? 1U : 0U;
    }
  };
  asio::co_spawn(io, work(limiter, 1, 0ms), asio::bind_cancellation_slot(cancel_head.slot(), count));
  auto third = asio::co_spawn(io, work(limiter, 1, 0ms), asio::use_future);
  asio::co_spawn(io, work(limiter, 1, 0ms), asio::bind_cancellation_slot(cancel_middle.slot(), count));
  auto fifth = asio::co_spawn(io, work(limiter, 1, 0ms), asio::use_future);
  asio::steady_timer timer(io, 20ms);
  timer.async_wait([&](auto) {
    cancel_head.emit(asio::cancellation_type::terminal);
    cancel_middle.emit(asio::cancellation_type::terminal);
  });
  io.run_for(patience);
  BOOST_TEST(cancelled == 2u);
  BOOST_TEST((first.get() < third.get()));
  BOOST_CHECK_NO_THROW(fifth.get());
  BOOST_TEST(limiter.under_way() == 0u);
}

BOOST_AUTO_TEST_CASE(cancelled_at_random) {
  asio::io_context io;
  rate_limiter limiter({.requests_a_minute = 600'000, .at_once = 2, .burst_seconds = 0.001});
  std::vector<std::unique_ptr<asio::cancellation_signal>> signals;
  std::vector<std::unique_ptr<asio::steady_timer>> timers;
  std::minstd_rand random(3);
  std::size_t ended = 0;
  for (int i = 0; i < 500; ++i) {
    auto& signal = *signals.emplace_back(std::make_unique<asio::cancellation_signal>());
    asio::co_spawn(io, work(limiter, 1, 1ms),
                   asio::bind_cancellation_slot(signal.slot(), [&](std::exception_ptr, clock::time_point) { ++ended; }));
    auto& timer = *timers.emplace_back(std::make_unique<asio::steady_timer>(io, std::chrono::microseconds(random() % 200'000)));
    timer.async_wait([&signal](auto) { signal.emit(asio::cancellation_type::terminal); });
  }
  io.run_for(patience);
  BOOST_TEST(ended == 500u);
  BOOST_TEST(limiter.under_way() == 0u);
  io.restart();
  BOOST_CHECK_NO_THROW(wait_for_it(io, work(limiter, 1, 0ms)));
}

BOOST_AUTO_TEST_CASE(nobody_waits_longer_than_they_may) {
  asio::io_context io;
  rate_limiter limiter({.requests_a_minute = 60, .at_once = 1, .burst_seconds = 0});
  auto const in_time = [&] { return limiter.acquire(1, clock::now() + 50ms); };
  {
    auto const held = wait_for_it(io, in_time());
    BOOST_TEST(failure_of(io, in_time()).code == errc::model_timeout);  // no room
  }
  auto const begun = clock::now();
  BOOST_TEST(failure_of(io, in_time()).code == errc::model_timeout);  // the next one may go in a second
  BOOST_TEST((clock::now() - begun < 500ms));
  BOOST_TEST(limiter.under_way() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
