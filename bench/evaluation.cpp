// SPDX-License-Identifier: BSL-1.0
// Compares the cost of an evaluation with SQLite alone, and measures the cost of further files.
// Usage: bench_evaluation --data DIR [--runs N]
// DIR is a data set in Spider's form with predictions/*.sql; one line mixes ten files from them. All contenders of a run execute one after
// the other, and ratios are within a run. The last line is the search for counterexamples of every right prediction of the first file.

#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/statistics.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <sys/utsname.h>

namespace {

namespace ev = t2s::evaluation;
namespace fs = std::filesystem;

double seconds_of(std::function<void()> const& work) {
  auto const begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Predictions for ten files, mixed from a few so that no two files are equal but most statements are. Ten real systems would share fewer.
std::vector<ev::prediction_set> ten_of(std::vector<ev::prediction_set> const& sets) {
  std::vector<ev::prediction_set> ten;
  for (std::size_t f = 0; f < 10; ++f) {
    ten.push_back(sets[f % sets.size()]);
    if (f < sets.size()) continue;
    for (std::size_t i = 0; i < ten[f].predictions.size(); ++i)
      ten[f].predictions[i] = sets[(i * 7 + f * (i % 5)) % sets.size()].predictions[i];
  }
  return ten;
}

class benchmark {
 public:
  benchmark(std::string data, std::size_t runs) : data_(std::move(data)), runs_(runs), gold_(ev::read_gold(data_ + "/dev.json")) {
    std::set<fs::path> files;
    for (auto const& entry : fs::directory_iterator(data_ + "/predictions")) files.insert(entry.path());
    for (auto const& file : files) sets_.push_back(ev::read_predictions(file.string(), gold_));
    collect_statements();
  }

  void run() {
    utsname machine{};
    uname(&machine);
    std::printf("%s %s, %u cores; compiler %s; SQLite %s\n", machine.sysname, machine.machine, std::thread::hardware_concurrency(),
                __VERSION__, sqlite3_libversion());
    std::printf("%zu questions, %zu distinct statements of one file and its gold SQL\n", gold_.questions.size(), count_);
    auto const ten = ten_of(sets_);
    std::vector<double> alone, one, two, many;
    for (std::size_t r = 0; r < runs_; ++r) {
      alone.push_back(seconds_of([this] { run_sqlite(); }));
      one.push_back(seconds_of([this] { evaluate({sets_.data(), 1}, 1); }));
      two.push_back(seconds_of([this] { evaluate({sets_.data(), 1}, 2); }));
      many.push_back(seconds_of([&] { evaluate(ten, 2); }));
    }
    line("SQLite alone, its statements on one thread", alone, alone);
    line("EX, EM, partial scores of one file, 1 thread", one, alone);
    line("the same, 2 threads", two, alone);
    line(("ten files mixed from " + std::to_string(sets_.size()) + ", 2 threads").c_str(), many, two);
    search();
  }

 private:
  /// What looking for a counterexample of a right prediction costs.
  void search() const {
    ev::evaluation_options o;
    o.wanted.em = false;
    auto const r = ev::evaluate(gold_, {sets_.data(), 1}, {data_ + "/databases", {}}, o);
    std::vector<double> times, statements;
    std::size_t found = 0;
    for (std::size_t i = 0; i < gold_.questions.size(); ++i) {
      if (!r.files[0].verdicts[i].ex) continue;
      auto const& id = gold_.questions[i].database;
      t2s::db::sqlite_connection file(data_ + "/databases/" + id + "/" + id + ".sqlite");
      auto const gold = ev::official_sql(gold_.questions[i].sql), predicted = ev::official_prediction(sets_[0].predictions[i].sql);
      ev::counterexample_search searches(file.schema(), [&](std::string const& sql) { return file.execute(sql); });
      ev::counterexample_options const how{ev::comparison::spider, {ev::order_matters(gold), {}}};
      times.push_back(1000 * seconds_of([&] {
                        auto const report = searches.find(gold, predicted, how);
                        found += report.found ? 1U : 0U;
                        statements.push_back(static_cast<double>(report.statements));
                      }));
    }
    std::printf(
        "counterexamples of %zu right predictions: median %.1f ms, 90 %% below %.1f ms, most %.1f ms; %.0f statements; %zu refuted\n",
        times.size(), ev::median(times), ev::quantile(times, 0.9), ev::quantile(times, 1), ev::median(statements), found);
  }

  void collect_statements() {
    for (std::size_t i = 0; i < gold_.questions.size(); ++i) {
      auto& of = statements_[gold_.questions[i].database];
      of.insert(ev::official_sql(gold_.questions[i].sql));
      of.insert(ev::official_prediction(sets_.at(0).predictions.at(i).sql));
    }
    for (auto const& [id, of] : statements_) count_ += of.size();
  }

  /// Fetches every value of every row, as an evaluation must.
  void run_sqlite() const {
    for (auto const& [id, of] : statements_) {
      sqlite3* db = nullptr;
      auto const file = "file:" + data_ + "/databases/" + id + "/" + id + ".sqlite?immutable=1";
      if (sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr) != SQLITE_OK) std::abort();
      for (auto const& sql : of) {
        sqlite3_stmt* s = nullptr;
        sqlite3_prepare_v2(db, sql.c_str(), -1, &s, nullptr);
        while (s && sqlite3_step(s) == SQLITE_ROW)
          for (int c = 0; c < sqlite3_column_count(s); ++c) (void)sqlite3_column_bytes(s, c);
        sqlite3_finalize(s);
      }
      sqlite3_close(db);
    }
  }

  void evaluate(std::span<ev::prediction_set const> files, std::size_t jobs) const {
    ev::evaluation_options o;
    o.jobs = jobs;
    auto const r = ev::evaluate(gold_, files, {data_ + "/databases", data_ + "/tables.json"}, o);
    if (r.files.front().verdicts.empty()) std::abort();
  }

  static void line(char const* what, std::vector<double> const& times, std::vector<double> const& against) {
    std::vector<double> ratios;
    for (std::size_t i = 0; i < times.size(); ++i) ratios.push_back(times[i] / against[i]);
    std::printf("%-48s %7.3f s (%.3f to %.3f), %.2f times\n", what, ev::median(times), ev::quantile(times, 0), ev::quantile(times, 1),
                ev::median(ratios));
  }

  std::string data_;
  std::size_t runs_;
  ev::gold_set gold_;
  std::vector<ev::prediction_set> sets_{};
  std::map<std::string, std::set<std::string>> statements_{};  // by database
  std::size_t count_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  std::string data;
  std::size_t runs = 5;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::string_view(argv[i]) == "--data") data = argv[i + 1];
    if (std::string_view(argv[i]) == "--runs") runs = static_cast<std::size_t>(std::max(1, std::atoi(argv[i + 1])));
  }
  if (data.empty()) {
    std::fputs("usage: bench_evaluation --data DIR [--runs N]\n", stderr);
    return 2;
  }
  benchmark(data, runs).run();
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_evaluation: %s\n", e.what());
  return 3;
}
