// SPDX-License-Identifier: BSL-1.0
// Eight candidates from a model with log-normal latency (median 50 ms, sigma 0.5; results scale with the median).
#include "t2s/core/awaitable.hpp"

#include "modes.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

namespace asio = boost::asio;
using namespace t2s;
using seconds = std::chrono::duration<double>;
constexpr std::size_t drafts = 8;

struct drafting {
  auto draft(auto& ctx, question const& asked, samples const&) const {
    return then(ctx.ask(llm::request(asked.clear)), [](llm::completion c) { return candidate(std::move(c.text)); });
  }
  candidate revise(auto&, question const&, samples const&, auto const&) const { return candidate("", "no revision"); }
};

struct slow_model {
  std::array<seconds, drafts> latency{};
  std::array<std::string, drafts> replies{};
  std::size_t sent = 0;

  awaitable<llm::completion> complete(llm::request asked) {
    auto const n = asked.draw / 1000;
    ++sent;
    asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::duration_cast<std::chrono::nanoseconds>(latency[n]));
    co_await timer.async_wait(asio::use_awaitable);
    llm::completion c;
    c.text = replies[n];
    co_return c;
  }
};

/// Each statement has a different result.
struct echo_database {
  schema::database shape{};
  [[nodiscard]] schema::database const& schema() const { return shape; }
  db::execution execute(std::string sql) const { return db::execution(db::rows{{"c"}, {{value(std::move(sql))}}}); }
  db::execution sample(std::string, std::size_t) const { return {}; }
  db::execution distinct(std::string, std::string, std::size_t) const { return {}; }
};

/// The arrival of the last reply that the choice needs, if all requests are sent at once.
seconds needed(slow_model const& m) {
  std::array<std::size_t, drafts> order{};
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::size_t n) { return m.latency[n]; });
  candidate_set set;
  candidate_settings const how;
  for (std::size_t n = 0; n < drafts; ++n) set.add(how);
  for (auto const n : order) {
    answer a;
    a.revisions.emplace_back(candidate(m.replies[n]));
    a.revisions.back().outcome = echo_database().execute(m.replies[n]);
    set.finish(n, std::move(a));
    if (select::majority().settled(set)) return m.latency[n];
  }
  return m.latency[order.back()];
}

template <class T>
T quantile(std::vector<T> v, double q) {
  std::ranges::sort(v);
  return v[static_cast<std::size_t>(q * static_cast<double>(v.size() - 1))];
}

void measure(int questions, std::size_t at_once) {
  pipeline<none, none, generate::times<drafts, drafting>, none, terminate::after_draft, select::majority> p;
  p.candidates.at_once = at_once;
  std::mt19937 random(7);
  std::lognormal_distribution<double> latency(std::log(0.05), 0.5);
  std::vector<double> ratios, took;
  std::size_t sent = 0;
  echo_database database;
  for (int q = 0; q < questions; ++q) {
    slow_model m;
    for (std::size_t n = 0; n < drafts; ++n) {
      m.latency[n] = seconds(latency(random));
      m.replies[n] = random() % 10 < 7 ? "right" : "wrong" + std::to_string(random() % 3);
    }
    asio::io_context io;
    auto const begin = std::chrono::steady_clock::now();
    auto future = asio::co_spawn(io, p.run(context(m, database), "q"), asio::use_future);
    io.run();
    (void)future.get();
    seconds const time = std::chrono::steady_clock::now() - begin;
    took.push_back(time.count() * 1000);
    ratios.push_back(time / needed(m));
    sent += m.sent;
  }
  std::printf(
      "%zu at a time: %.1f ms at the median; by the slowest needed reply: %.3f at the median, %.3f at the 95th percentile; %.2f of %zu "
      "calls sent\n",
      std::min(at_once, drafts), quantile(took, 0.5), quantile(ratios, 0.5), quantile(ratios, 0.95), static_cast<double>(sent) / questions,
      drafts);
}

}  // namespace

int latency_of_sets(int questions) {
  for (std::size_t const at_once : {drafts, std::size_t{4}, std::size_t{2}, std::size_t{1}}) measure(questions, at_once);
  return 0;
}
