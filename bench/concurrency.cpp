// SPDX-License-Identifier: BSL-1.0
// Questions in flight: what t2s adds to the model's own time, for 1 to 10,000 at once, on one thread and on all.
// Usage: bench_concurrency [--seconds N] [--most N] [--json]
//
// Each of n askers asks one question after the other, few_shot over an SQLite file with db::sqlite. The model answers after a time drawn
// from a log-normal distribution (median 0.8 s, 90th percentile 1.8 s, at most 10 s), as hosted models do; one draft in four fails and is
// revised, which is a second call. "alone" is what the same model gives askers that do nothing but await it.
#include "t2s/db/sqlite.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/systems/few_shot.hpp"

#include <malloc.h>
#include <sqlite3.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace t2s;
namespace asio = boost::asio;
using namespace std::chrono_literals;
using seconds = std::chrono::duration<double>;
using clock_type = std::chrono::steady_clock;

namespace {

/// A model that only takes time, and says how much it took.
class slow_model {
 public:
  explicit slow_model(std::uint64_t seed) : random_(seed) {}

  awaitable<llm::completion> complete(llm::request) {
    auto executor = co_await asio::this_coro::executor;
    auto const wait = std::min(10.0, time_(random_));
    waited += wait;
    asio::steady_timer timer(executor, std::chrono::duration_cast<clock_type::duration>(seconds(wait)));
    co_await timer.async_wait(asio::use_awaitable);
    llm::completion c;
    c.text = fails_(random_) ? "SELECT naem FROM shops" : "SELECT name FROM shops";
    c.finish_reason = "stop";
    c.prompt_tokens = c.completion_tokens = 10;
    if (clock_type::now() < until) ++answered;
    co_return c;
  }

  double waited = 0;
  std::size_t answered = 0;  // before `until`
  clock_type::time_point until{};

 private:
  std::mt19937_64 random_;
  std::lognormal_distribution<double> time_{std::log(0.8), 0.63};
  std::bernoulli_distribution fails_{0.25};
};
static_assert(llm::ChatModel<slow_model>);

/// What one asker saw.
struct asker {
  slow_model model;
  std::size_t questions = 0;
  std::vector<double> added{};  // seconds beyond the model's

  explicit asker(std::uint64_t seed) : model(seed) {}
};

struct load {
  std::size_t askers, threads;
  double duration;
  bool alone;
};

struct measured {
  double calls_a_second = 0, questions_a_second = 0, median = 0, p90 = 0, p99 = 0, most = 0, bytes = 0, fairness = 0;
};

awaitable<void> ask_on(asker& me, systems::few_shot const& system, db::sqlite& database) {
  while (clock_type::now() < me.model.until) {
    auto const begin = clock_type::now();
    me.model.waited = 0;
    auto running = system.run(context(me.model, database), "Which shops are there?");
    auto const found = co_await std::move(running);
    me.added.push_back(seconds(clock_type::now() - begin).count() - me.model.waited);
    me.questions += found.sql().empty() ? 0 : 1;
  }
}

awaitable<void> wait_on(asker& me) {
  while (clock_type::now() < me.model.until) {
    auto waiting = me.model.complete(llm::request("Which shops are there?"));
    co_await std::move(waiting);
  }
}

double percentile(std::vector<double> const& sorted, double p) {
  return sorted.empty() ? 0 : sorted[std::min(sorted.size() - 1, static_cast<std::size_t>(p * static_cast<double>(sorted.size())))];
}

/// Jain's index of the model's answers: 1 if all askers got as many, 1/n if one got all. Even alone it is below 1, by the model's chance.
double fairness_of(std::vector<asker> const& all) {
  double sum = 0, squares = 0;
  for (auto const& a : all) {
    auto const q = static_cast<double>(a.model.answered);
    sum += q;
    squares += q * q;
  }
  return squares == 0 ? 0 : sum * sum / (static_cast<double>(all.size()) * squares);
}

measured summary(std::vector<asker> const& all, double duration, double bytes) {
  std::vector<double> added;
  double calls = 0;
  for (auto const& a : all) {
    added.insert(added.end(), a.added.begin(), a.added.end());
    calls += static_cast<double>(a.model.answered);
  }
  std::ranges::sort(added);
  auto const n = static_cast<double>(added.size());
  return {calls / duration,
          n / duration,
          percentile(added, 0.5),
          percentile(added, 0.9),
          percentile(added, 0.99),
          added.empty() ? 0 : added.back(),
          bytes / static_cast<double>(all.size()),
          fairness_of(all)};
}

double heap_in_use() {
  auto const heap = mallinfo2();
  return static_cast<double>(heap.uordblks + heap.hblkhd);
}

measured run(load const& l, systems::few_shot const& system, db::sqlite& database) {
  asio::io_context io(static_cast<int>(l.threads));
  std::vector<asker> all;
  all.reserve(l.askers);
  for (std::size_t i = 0; i < l.askers; ++i) all.emplace_back(i + 1);
  auto const before = heap_in_use();
  auto const begin = clock_type::now();
  auto const until = begin + std::chrono::duration_cast<clock_type::duration>(seconds(l.duration));
  for (auto& a : all) {
    a.model.until = until;
    asio::co_spawn(io, l.alone ? wait_on(a) : ask_on(a, system, database), asio::detached);
  }
  double bytes = 0;
  asio::steady_timer looking(io, (until - begin) / 2);
  looking.async_wait([&](boost::system::error_code) { bytes = heap_in_use() - before; });
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < l.threads; ++t) others.emplace_back([&io] { io.run(); });
  io.run();
  others.clear();
  return summary(all, l.duration, bytes);
}

std::filesystem::path made_database() {
  auto const path = std::filesystem::temp_directory_path() / ("t2s_bench_concurrency." + std::to_string(::getpid()) + ".sqlite");
  sqlite3* file = nullptr;
  sqlite3_open(path.c_str(), &file);
  sqlite3_exec(file, "CREATE TABLE shops (name TEXT, city TEXT); INSERT INTO shops VALUES ('Kiosk', 'Oslo'), ('Corner', 'Rome')", nullptr,
               nullptr, nullptr);
  sqlite3_close(file);
  return path;
}

void print(load const& l, measured const& m, measured const& alone, bool json) {
  auto const share = 100 * m.calls_a_second / alone.calls_a_second;
  if (json) {
    auto const line = [&](char const* what, double value, char const* unit, char const* better) {
      std::printf("{\"name\":\"%s/%zu threads/%zu\",\"value\":%.4f,\"unit\":\"%s\",\"better\":\"%s\"}\n", what, l.threads, l.askers, value,
                  unit, better);
    };
    line("calls", m.calls_a_second, "a second", "more");
    line("calls of those that the model alone gives", share, "%", "more");
    line("added, median", m.median * 1e3, "ms", "less");
    line("added, 90th percentile", m.p90 * 1e3, "ms", "less");
    line("added, 99th percentile", m.p99 * 1e3, "ms", "less");
    line("added, most", m.most * 1e3, "ms", "less");
    line("memory a question", m.bytes / 1024, "KiB", "less");
    line("fairness", m.fairness, "", "more");
    line("fairness of the model alone", alone.fairness, "", "more");
  } else
    std::printf("| %6zu | %zu | %8.0f | %8.0f | %5.1f | %7.3f | %7.3f | %7.3f | %8.3f | %6.1f | %.4f, %.4f |\n", l.askers, l.threads,
                m.questions_a_second, m.calls_a_second, share, m.median * 1e3, m.p90 * 1e3, m.p99 * 1e3, m.most * 1e3, m.bytes / 1024,
                m.fairness, alone.fairness);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  double duration = 8;
  std::size_t most = 10'000;
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    std::string_view const option = argv[i];
    if (option == "--seconds" && i + 1 < argc)
      duration = std::atof(argv[++i]);
    else if (option == "--most" && i + 1 < argc)
      most = static_cast<std::size_t>(std::atol(argv[++i]));
    else if (option == "--json")
      json = true;
    else
      return std::fprintf(stderr, "usage: bench_concurrency [--seconds N] [--most N] [--json]\n"), 2;
  }
  auto const path = made_database();
  db::sqlite_connection reading(path);
  auto const system = systems::make_few_shot(link::read_lexicon(reading));
  db::sqlite database(path, {.connections = 2});
  if (!json) {
    utsname machine{};
    uname(&machine);
    std::printf("%s %s, %u cores, g++ %s; %.0f s a row\n\n", machine.sysname, machine.release, std::thread::hardware_concurrency(),
                __VERSION__, duration);
    std::puts(
        "| in flight | threads | questions/s | calls/s | % of the model alone | added ms: median | 90th | 99th | most | KiB a question | "
        "fairness |");
    std::puts("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  }
  for (std::size_t threads : {std::size_t{1}, std::size_t{std::max(2u, std::thread::hardware_concurrency())}})
    for (std::size_t askers = 1; askers <= most; askers *= 10) {
      auto const alone = run({askers, threads, duration, true}, system, database);
      load const l{askers, threads, duration, false};
      print(l, run(l, system, database), alone, json);
    }
  std::filesystem::remove(path);
} catch (std::exception const& e) {
  return std::fprintf(stderr, "%s\n", e.what()), 3;
}
