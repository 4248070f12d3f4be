// SPDX-License-Identifier: BSL-1.0
// Measures what t2s adds to the model's own time, for 1 to 10,000 questions in flight, on one thread and on all.
//
//   bench_concurrency [--http] [--seconds 8] [--least 1] [--most 10000] [--repetitions 1] [--json]
//
// Each of n askers asks one question after the other, few_shot_corrected over an SQLite file with db::sqlite; n is 1, 10, 100, ... from
// --least to --most. The model answers after a time from a log-normal distribution (median 0.8 s, 90th percentile 1.8 s, at most 10 s),
// like hosted models; one draft in four fails and is revised, which is a second call. The model is a timer in this process or, with --http,
// a server in a separate process, asked through llm::http_model. "Alone" is the same model with clients that only send it the same
// requests, measured once for each row. The clients begin one after the other during a warm-up; questions that end in the seconds after it
// count. Every answer is checked.
#include "figures.hpp"
#include "options.hpp"
#include "run.hpp"
#include "t2s/llm/http_model.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <sqlite3.h>
#include <unistd.h>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace in_flight {
namespace {

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

/// Connections, SQLite's files, and the files that the program itself has open; the server has fewer.
std::size_t descriptors_for(std::size_t askers) { return askers + 64; }

/// The numbers of askers for which this process may open enough file descriptors; reports the others.
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

/// Without retries, so that failures show.
llm::http_model http_model_of(asio::io_context& io, load const& l, std::string const& url) {
  llm::http_model_options o;
  o.http.environment_proxy = false;
  o.http.connections = l.askers;
  o.retry.tries = 1;
  auto const executor = l.threads == 1 ? asio::any_io_executor(io.get_executor()) : asio::any_io_executor(asio::make_strand(io));
  return {executor, url, {}, o};
}

/// A file with the table of shops, deleted with this object.
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
  server_process const server(answer_to);  // before any thread starts
  shops const file;
  db::sqlite_connection reading(file.path());
  prepared known(reading);
  (void)known.known<t2s::knowledge::lexicon>();
  systems::few_shot_corrected const system;
  auto const alone = requests_of(system, reading);
  db::sqlite statements(file.path(), {.connections = 2});
  prepared database(statements, known.shared());
  by_system const ours{system, database};
  if (!o.json) print_heading(o);
  for (std::size_t const threads : {std::size_t{1}, std::size_t{std::max(2U, std::thread::hardware_concurrency())}})
    for (auto const askers : sizes) {
      load const l{askers, threads, o.http ? 2.0 : 1.0, o.seconds};  // opening connections takes time
      if (o.http)
        measure_row(l, o, [&](asio::io_context& io) { return http_model_of(io, l, server.url()); }, ours, alone);
      else
        measure_row(l, o, [](asio::io_context&) { return timer_model(); }, ours, alone);
    }
}

}  // namespace
}  // namespace in_flight

int main(int argc, char** argv) try {
  in_flight::measure(in_flight::read_options({argv + 1, argv + argc}));
} catch (in_flight::wrong_usage const& e) {
  std::fprintf(stderr,
               "bench_concurrency: %s\nusage: bench_concurrency [--http] [--seconds N] [--least N] [--most N] [--repetitions N] [--json]\n",
               e.what());
  return 2;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_concurrency: %s\n", e.what());
  return 3;
}
