// SPDX-License-Identifier: BSL-1.0
// Runs a load and collects its results.
#ifndef T2S_BENCH_CONCURRENCY_RUN_HPP
#define T2S_BENCH_CONCURRENCY_RUN_HPP

#include "asker.hpp"

#include <malloc.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace in_flight {

struct load {
  std::size_t askers, threads;
  double seconds_warm, seconds_measured;
};

inline constexpr auto nothing = std::numeric_limits<double>::quiet_NaN();

struct measured {
  double calls_a_second = 0, questions_a_second = 0, median = nothing, p90 = nothing, p99 = nothing, most = nothing, bytes = 0,
         fairness = 0;
};

template <class Model, class Way>
awaitable<void> keep_asking(asker<Model>& me, window const& w, Way const& way) {
  auto executor = co_await asio::this_coro::executor;
  asio::steady_timer beginning(executor, me.begins);
  co_await beginning.async_wait(asio::use_awaitable);
  while (clock_type::now() < w.until) {
    auto const begin = clock_type::now();
    me.model.begin_question();
    auto asking = way.ask(me.model);
    co_await std::move(asking);
    auto const end = clock_type::now();
    if (w.contains(end)) me.added.push_back(seconds(end - begin - me.model.waited()).count());
  }
}

inline double heap_in_use() {
  auto const heap = mallinfo2();
  return static_cast<double>(heap.uordblks + heap.hblkhd);
}

/// The largest heap growth, sampled four times in the window, because each sample stops the thread for milliseconds.
inline awaitable<void> watch_heap(window const& w, double before, double& most) {
  auto executor = co_await asio::this_coro::executor;
  asio::steady_timer pause(executor, w.from);
  for (int i = 1; i <= 4; ++i) {
    co_await pause.async_wait(asio::use_awaitable);
    most = std::max(most, heap_in_use() - before);
    pause.expires_at(w.from + (w.until - w.from) * i / 4);
  }
}

/// Runs on all threads. An exception on any of them ends the run and is rethrown here.
inline void run_on(asio::io_context& io, std::size_t threads) {
  std::exception_ptr failed;
  std::mutex guard;
  auto const work = [&] {
    try {
      io.run();
    } catch (...) {
      std::scoped_lock const lock(guard);
      failed = std::current_exception();
      io.stop();
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
    work();
  }
  if (failed) std::rethrow_exception(failed);
}

/// Nothing if there are too few values for a percentile to differ from the maximum.
inline double percentile(std::vector<double> const& sorted, double p) {
  auto const n = static_cast<double>(sorted.size());
  return n * (1 - p) < 1 ? nothing : sorted[static_cast<std::size_t>(p * n)];
}

/// Jain's index of the model's answers: 1 if all askers got equally many, 1/n if one got all. Random times keep it below 1, even alone.
template <class Model>
double fairness_of(std::vector<asker<Model>> const& all) {
  double sum = 0, squares = 0;
  for (auto const& a : all) {
    auto const q = static_cast<double>(a.model.answered());
    sum += q;
    squares += q * q;
  }
  return squares == 0 ? nothing : sum * sum / (static_cast<double>(all.size()) * squares);
}

template <class Model>
measured summary(std::vector<asker<Model>> const& all, double duration, double bytes) {
  std::vector<double> added;
  double calls = 0;
  for (auto const& a : all) {
    added.insert(added.end(), a.added.begin(), a.added.end());
    calls += static_cast<double>(a.model.answered());
  }
  std::ranges::sort(added);
  return {calls / duration,
          static_cast<double>(added.size()) / duration,
          percentile(added, 0.5),
          percentile(added, 0.9),
          percentile(added, 0.99),
          added.empty() ? nothing : added.back(),
          bytes / static_cast<double>(all.size()),
          fairness_of(all)};
}

inline clock_type::duration ticks(double s) { return std::chrono::duration_cast<clock_type::duration>(seconds(s)); }

/// `make_model(io)` makes the model; `way` is the way of asking.
template <class MakeModel, class Way>
measured run(load const& l, MakeModel const& make_model, Way const& way) {
  using model_type = std::invoke_result_t<MakeModel const&, asio::io_context&>;
  std::vector<asker<model_type>> all;
  asio::io_context io(static_cast<int>(l.threads));
  auto model = make_model(io);
  auto const begin = clock_type::now(), from = begin + ticks(l.seconds_warm);
  window const w{from, from + ticks(l.seconds_measured)};
  all.reserve(l.askers);
  for (std::size_t i = 0; i < l.askers; ++i) all.push_back({watched_model(model, w, i + 1), begin + (from - begin) * i / l.askers});
  auto const rethrow = [](std::exception_ptr thrown) {
    if (thrown) std::rethrow_exception(thrown);
  };
  double bytes = 0;
  asio::co_spawn(io, watch_heap(w, heap_in_use(), bytes), rethrow);
  for (auto& a : all) asio::co_spawn(io, keep_asking(a, w, way), rethrow);
  run_on(io, l.threads);
  return summary(all, l.seconds_measured, bytes);
}

}  // namespace in_flight

#endif
