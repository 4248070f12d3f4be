// SPDX-License-Identifier: BSL-1.0
// Questions in flight: what t2s adds to the model's own time, for 1 to 10,000 at once, on one thread and on all.
//
//   bench_concurrency [--http] [--seconds 8] [--least 1] [--most 10000] [--repetitions 1] [--json]
//
// Each of n askers asks one question after the other, few_shot over an SQLite file with db::sqlite; n is 1, 10, 100, ... from --least to
// --most. The model answers after a time drawn from a log-normal distribution (median 0.8 s, 90th percentile 1.8 s, at most 10 s), as
// hosted models do; one draft in four fails and is revised, which is a second call. It is a timer in this process or, with --http, a server
// in a process of its own, asked through llm::http_model. "Alone" is what the same model gives askers that do nothing but send it the same
// requests, measured once a row. The askers begin one after the other during a warm-up; what ends in the seconds behind it counts. Every
// answer is checked.
#include "bare_server.hpp"
#include "t2s/db/sqlite.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/systems/few_shot.hpp"

#include <malloc.h>
#include <sqlite3.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <mutex>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using namespace t2s;
namespace asio = boost::asio;
using namespace std::chrono_literals;
using std::chrono::microseconds;
using seconds = std::chrono::duration<double>;
using clock_type = std::chrono::steady_clock;

namespace {

constexpr std::string_view question = "Which shops are there?", right = "SELECT name FROM shops", wrong = "SELECT naem FROM shops";

// ---- the model ----

/// What a request asks of the models here: an answer after so many microseconds (`max_tokens`), wrong or right (`temperature` 1 or 0).
/// It travels in the request so that the same askers meet the same times and errors, whichever model they ask and whatever else happens.
struct behaviour {
  microseconds time;
  bool errs;
};

/// A model that only takes time.
struct timer_model {
  awaitable<llm::completion> complete(llm::request asked) {
    auto executor = co_await asio::this_coro::executor;
    asio::steady_timer timer(executor, microseconds(asked.max_tokens.value()));
    co_await timer.async_wait(asio::use_awaitable);
    llm::completion c;
    c.text = asked.temperature == 0 ? right : wrong;
    c.finish_reason = "stop";
    co_return c;
  }
};
static_assert(llm::ChatModel<timer_model>);

double number_behind(std::string_view key, std::string_view request) {
  double number = 0;
  auto const at = request.find(key);
  auto const* const from = request.data() + std::min(request.size(), at == request.npos ? at : at + key.size());
  if (std::from_chars(from, request.data() + request.size(), number).ec != std::errc())
    throw std::runtime_error("the test server got a request without " + std::string(key));
  return number;
}

/// The same behind HTTP.
bare_answer answer_to(std::string_view request) {
  static auto const when_right = completion_of(right), when_wrong = completion_of(wrong);
  auto const errs = number_behind(R"("temperature":)", request) > 0;
  return {errs ? when_wrong : when_right, microseconds(std::lround(number_behind(R"("max_tokens":)", request)))};
}

// ---- who asks it ----

struct window {
  clock_type::time_point from, until;

  [[nodiscard]] bool contains(clock_type::time_point t) const { return from <= t && t < until; }
};

/// Any model as one asker sees it. No answer is awaited beyond the window, so that the run ends with it.
template <class Model>
class watched_model {
 public:
  watched_model(Model& model, window w, std::uint64_t seed) : model_(&model), window_(w), random_(seed) {}

  void begin_question() {
    waited_ = microseconds();
    is_draft_ = true;
  }
  awaitable<llm::completion> complete(llm::request asked) {
    auto const now = drawn();
    waited_ += now.time;
    asked.max_tokens = static_cast<std::size_t>(now.time.count());
    asked.temperature = now.errs ? 1 : 0;
    auto answering = model_->complete(std::move(asked));
    auto answer = co_await std::move(answering);
    if (window_.contains(clock_type::now())) ++answered_;
    co_return answer;
  }
  [[nodiscard]] microseconds waited() const { return waited_; }     ///< for the model, in this question
  [[nodiscard]] std::size_t answered() const { return answered_; }  ///< calls that ended in the window

 private:
  behaviour drawn() {
    auto const left = std::chrono::duration_cast<microseconds>(window_.until - clock_type::now());
    auto const time = microseconds(std::lround(std::min(10.0, time_(random_)) * 1e6));
    auto const errs = fails_(random_);
    return {std::clamp(time, 1us, std::max(1us, left)), std::exchange(is_draft_, false) && errs};
  }

  Model* model_;
  window window_;
  std::mt19937_64 random_;
  std::lognormal_distribution<double> time_{std::log(0.8), 0.63};
  std::bernoulli_distribution fails_{0.25};
  microseconds waited_{};
  std::size_t answered_ = 0;
  bool is_draft_ = true;
};

template <class Model>
struct asker {
  watched_model<Model> model;
  clock_type::time_point begins;
  std::vector<double> added{};  // seconds beyond the model's, of the questions that ended in the window
};

void require(bool good, std::string_view what, std::string_view sql) {
  if (!good) throw std::runtime_error(std::string("a question was not answered right: ").append(what).append(": ").append(sql));
}

/// Through t2s.
struct by_system {
  systems::few_shot const& system;
  db::sqlite& database;

  template <class Model>
  awaitable<void> ask(watched_model<Model>& model) const {
    auto running = system.run(context(model, database), std::string(question));
    auto const found = co_await std::move(running);
    auto const* const outcome = found.outcome();
    require(found.sql() == right, found.stopped, found.sql());
    require(outcome && outcome->rows.values == std::vector<std::vector<value>>{{"Kiosk"}, {"Corner"}}, "other rows", found.sql());
  }
};

/// By hand, with the requests that t2s would send.
struct by_requests {
  llm::request draft, revision;

  template <class Model>
  awaitable<void> ask(watched_model<Model>& model) const {
    auto drafting = model.complete(draft);
    auto answer = co_await std::move(drafting);
    if (answer.text == wrong) {
      auto revising = model.complete(revision);
      answer = co_await std::move(revising);
    }
    require(answer.text == right, "the model's last answer", answer.text);
  }
};

/// Answers at once, first wrong, and keeps what it was asked.
struct listening_model {
  std::vector<llm::request> heard{};

  llm::completion complete(llm::request asked) {
    asked.bounds = {};
    heard.push_back(std::move(asked));
    llm::completion c;
    c.text = heard.size() == 1 ? wrong : right;
    return c;
  }
};

by_requests requests_of(systems::few_shot const& system, db::sqlite_connection& database) {
  listening_model model;
  auto const found = system.run(context(model, database), std::string(question));
  require(found.sql() == right && model.heard.size() == 2, found.stopped, found.sql());
  return {model.heard[0], model.heard[1]};
}

// ---- one run ----

struct load {
  std::size_t askers, threads;
  double seconds_warm, seconds_measured;
};

constexpr auto nothing = std::numeric_limits<double>::quiet_NaN();

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

double heap_in_use() {
  auto const heap = mallinfo2();
  return static_cast<double>(heap.uordblks + heap.hblkhd);
}

/// The most heap beyond that at the beginning, looked at four times along the window: each look holds the thread for milliseconds.
awaitable<void> watch_heap(window const& w, double before, double& most) {
  auto executor = co_await asio::this_coro::executor;
  asio::steady_timer pause(executor, w.from);
  for (int i = 1; i <= 4; ++i) {
    co_await pause.async_wait(asio::use_awaitable);
    most = std::max(most, heap_in_use() - before);
    pause.expires_at(w.from + (w.until - w.from) * i / 4);
  }
}

/// On all threads. What fails on any of them ends the run and is thrown here.
void run_on(asio::io_context& io, std::size_t threads) {
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

/// Nothing where so few say no more than the greatest of them does.
double percentile(std::vector<double> const& sorted, double p) {
  auto const n = static_cast<double>(sorted.size());
  return n * (1 - p) < 1 ? nothing : sorted[static_cast<std::size_t>(p * n)];
}

/// Jain's index of the model's answers: 1 if all askers got as many, 1/n if one got all. Even alone it is below 1, by the model's chance.
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

clock_type::duration ticks(double s) { return std::chrono::duration_cast<clock_type::duration>(seconds(s)); }

/// `make_model(io)` makes what is asked, `way` says how.
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

// ---- the rows ----

struct options {
  bool http = false, json = false;
  double seconds = 8;
  std::size_t least = 1, most = 10'000, repetitions = 1;
};

struct figure {
  char const* name;    // in JSON
  char const* column;  // in the table
  char const* unit;
  bool more_is_better;
  int digits;
  double value;
};

/// Of a run through t2s, beside one of the model alone.
std::vector<figure> figures_of(measured const& m, measured const& alone) {
  return {{"questions", "questions/s", "a second", true, 1, m.questions_a_second},
          {"calls", "calls/s", "a second", true, 1, m.calls_a_second},
          {"calls of those that the model alone gives", "% of alone", "%", true, 1, 100 * m.calls_a_second / alone.calls_a_second},
          {"added, median", "added, ms: median", "ms", false, 2, m.median * 1e3},
          {"added, 90th percentile", "90th", "ms", false, 2, m.p90 * 1e3},
          {"added, 99th percentile", "99th", "ms", false, 2, m.p99 * 1e3},
          {"added, most", "most", "ms", false, 1, m.most * 1e3},
          {"memory a question", "KiB a question", "KiB", false, 1, m.bytes / 1024},
          {"fairness", "fairness", "", true, 4, m.fairness}};
}

std::vector<figure> figures_of(measured const& alone) {
  return {{"the model alone: added, 99th percentile", "alone: 99th", "ms", false, 2, alone.p99 * 1e3},
          {"the model alone: memory a question", "alone: KiB", "KiB", false, 1, alone.bytes / 1024},
          {"the model alone: fairness", "alone: fairness", "", true, 4, alone.fairness}};
}

/// A line for each figure. One that there is not, such as a percentile of no questions, has no line: JSON has no number for it.
void print_json(load const& l, bool http, std::vector<figure> const& figures) {
  for (auto const& f : figures)
    if (std::isfinite(f.value))
      std::printf(R"({"name":"%s%zu in flight, %zu thread%s/%s","value":%.4f,"unit":"%s","better":"%s"})"
                  "\n",
                  http ? "over HTTP, " : "", l.askers, l.threads, l.threads == 1 ? "" : "s", f.name, f.value, f.unit,
                  f.more_is_better ? "more" : "less");
  std::fflush(stdout);
}

void print_heading(options const& o) {
  utsname machine{};
  uname(&machine);
  std::printf("%s %s, %u cores, %s; %s, %.0f s a row, median of %zu\n\n", machine.sysname, machine.release,
              std::thread::hardware_concurrency(), __VERSION__, o.http ? "a server in a process of its own" : "a timer as the model",
              o.seconds, o.repetitions);
  std::printf("| in flight | threads |");
  std::size_t columns = 2;
  for (auto const& figures : {figures_of({}, {}), figures_of({})})
    for (auto const& f : figures) {
      std::printf(" %s |", f.column);
      ++columns;
    }
  std::printf("\n|");
  while (columns-- > 0) std::printf(" --- |");
  std::puts("");
}

/// The figure at `place` in the middle one of the repetitions.
double median_of(std::vector<std::vector<figure>> const& repetitions, std::size_t place) {
  std::vector<double> values;
  for (auto const& r : repetitions)
    if (std::isfinite(r[place].value)) values.push_back(r[place].value);
  std::ranges::sort(values);
  return values.empty() ? nothing : values[values.size() / 2];
}

void print_cells(std::vector<std::vector<figure>> const& repetitions) {
  for (std::size_t i = 0; i < repetitions.front().size(); ++i) {
    auto const value = median_of(repetitions, i);
    std::isfinite(value) ? std::printf(" %.*f |", repetitions.front()[i].digits, value) : std::printf(" - |");
  }
}

void print_row(load const& l, std::vector<std::vector<figure>> const& repetitions, std::vector<figure> const& of_alone) {
  std::printf("| %zu | %zu |", l.askers, l.threads);
  print_cells(repetitions);
  print_cells({of_alone});
  std::puts("");
  std::fflush(stdout);
}

template <class MakeModel>
void measure_row(load const& l, options const& o, MakeModel const& make_model, by_system const& ours, by_requests const& requests) {
  auto const alone = run(l, make_model, requests);
  if (o.json) print_json(l, o.http, figures_of(alone));
  std::vector<std::vector<figure>> repetitions;
  for (std::size_t i = 0; i < o.repetitions; ++i) {
    repetitions.push_back(figures_of(run(l, make_model, ours), alone));
    if (o.json) print_json(l, o.http, repetitions.back());
  }
  if (!o.json) print_row(l, repetitions, figures_of(alone));
}

/// Connections, SQLite's files and what the program itself has open, which the server has fewer of.
std::size_t descriptors_for(std::size_t askers) { return askers + 64; }

/// The numbers of askers, without those that need more file descriptors than this process may have: it says so.
std::vector<std::size_t> sizes_of(options const& o) {
  auto const allowed = raise_descriptors();
  std::vector<std::size_t> sizes;
  for (std::size_t n = 1; n <= o.most; n *= 10) {
    if (n < o.least) continue;
    if (o.http && descriptors_for(n) > allowed)
      std::fprintf(
          stderr,
          "bench_concurrency: %zu questions in flight over HTTP are left out: they need %zu file descriptors and %zu are allowed; raise "
          "the hard limit (ulimit -Hn, /etc/security/limits.conf)\n",
          n, descriptors_for(n), allowed);
    else
      sizes.push_back(n);
  }
  return sizes;
}

/// Nothing is tried again, so that a failure is seen.
llm::http_model http_model_of(asio::io_context& io, load const& l, std::string const& url) {
  llm::http_model_options o;
  o.http.environment_proxy = false;
  o.http.connections = l.askers;
  o.retry.tries = 1;
  auto const executor = l.threads == 1 ? asio::any_io_executor(io.get_executor()) : asio::any_io_executor(asio::make_strand(io));
  return {executor, url, {}, o};
}

/// A file with the table of shops, gone with this object.
class shops {
 public:
  shops() : path_(std::filesystem::temp_directory_path() / ("t2s_bench_concurrency." + std::to_string(::getpid()) + ".sqlite")) {
    sqlite3* file = nullptr;
    auto const made = sqlite3_open(path_.c_str(), &file) == SQLITE_OK &&
                      sqlite3_exec(file,
                                   "CREATE TABLE shops (name TEXT, city TEXT); INSERT INTO shops VALUES ('Kiosk', 'Oslo'), "
                                   "('Corner', 'Rome')",
                                   nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(file);
    if (!made) throw std::runtime_error(path_.string() + " cannot be written: set TMPDIR to a folder that can be");
  }
  ~shops() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  shops(shops const&) = delete;
  shops& operator=(shops const&) = delete;

  [[nodiscard]] std::filesystem::path const& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void measure(options const& o) {
  auto const sizes = sizes_of(o);
  if (sizes.empty()) throw std::runtime_error("nothing is left to measure: let one of 1, 10, 100, ... lie between --least and --most");
  server_process const server(answer_to);  // before any thread is made
  shops const file;
  db::sqlite_connection reading(file.path());
  auto const system = systems::make_few_shot(link::read_lexicon(reading));
  auto const alone = requests_of(system, reading);
  db::sqlite database(file.path(), {.connections = 2});
  by_system const ours{system, database};
  if (!o.json) print_heading(o);
  for (std::size_t const threads : {std::size_t{1}, std::size_t{std::max(2U, std::thread::hardware_concurrency())}})
    for (auto const askers : sizes) {
      load const l{askers, threads, o.http ? 2.0 : 1.0, o.seconds};  // connections take time to make
      if (o.http)
        measure_row(l, o, [&](asio::io_context& io) { return http_model_of(io, l, server.url()); }, ours, alone);
      else
        measure_row(l, o, [](asio::io_context&) { return timer_model(); }, ours, alone);
    }
}

// ---- the command line ----

struct wrong_usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Number>
Number above_zero(std::string_view option, std::string_view text, std::string_view wanted) {
  Number number{};
  auto const [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || !(number > 0) || !std::isfinite(static_cast<double>(number)))
    throw wrong_usage(std::string(option).append(" wants ").append(wanted).append(", not \"").append(text).append("\""));
  return number;
}

options read_options(std::vector<std::string_view> const& words) {
  options o;
  for (std::size_t i = 0; i < words.size(); ++i) {
    auto const option = words[i];
    auto const value = [&] { return ++i < words.size() ? words[i] : std::string_view(); };
    auto const count = [&] { return above_zero<std::uint32_t>(option, value(), "a whole number from 1 to 4294967295"); };
    if (option == "--http")
      o.http = true;
    else if (option == "--json")
      o.json = true;
    else if (option == "--seconds")
      o.seconds = above_zero<double>(option, value(), "a number above 0");
    else if (option == "--least")
      o.least = count();
    else if (option == "--most")
      o.most = count();
    else if (option == "--repetitions")
      o.repetitions = count();
    else
      throw wrong_usage(std::string("there is no option ").append(option));
  }
  return o;
}

}  // namespace

int main(int argc, char** argv) try { measure(read_options({argv + 1, argv + argc})); } catch (wrong_usage const& e) {
  std::fprintf(stderr,
               "bench_concurrency: %s\nusage: bench_concurrency [--http] [--seconds N] [--least N] [--most N] [--repetitions N] [--json]\n",
               e.what());
  return 2;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_concurrency: %s\n", e.what());
  return 3;
}
