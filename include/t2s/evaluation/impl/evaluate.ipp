// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_EVALUATE_IPP
#define T2S_EVALUATION_IMPL_EVALUATE_IPP

#include "t2s/evaluation/bird.hpp"
#include "t2s/evaluation/evaluate.hpp"
#include "t2s/evaluation/impl/question_judge.hpp"
#include "t2s/evaluation/statistics.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <thread>
#include <unordered_map>

namespace t2s::evaluation {
namespace detail {

/// One evaluation. Threads take question after question; each prediction's verdict has its place in the report from the beginning.
class evaluation_run {
 public:
  evaluation_run(gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders, evaluation_options const& o,
                 std::function<void()> const& step)
      : gold_(gold), files_(files), step_(step) {
    if (!folders.tables.empty()) keys_ = read_declared_keys(folders.tables.string());
    report_.options = o;
    report_.databases = folders.databases.string();
    report_.questions.resize(gold.questions.size());
    for (auto const& q : gold.questions) database_of(q, folders).expect(1);
    for (auto const& f : files) {
      report_.files.push_back(empty_report_of(f));
      if (o.wanted.rounds) report_.files.back().rounds.resize(f.predictions.size());
    }
    order_.resize(gold.questions.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, {}, [&gold](std::size_t i) { return std::pair(std::string_view(gold.questions[i].database), i); });
  }

  report run() {
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < std::min(report_.options.jobs, order_.size()); ++i) threads.emplace_back([this] { work(); });
      work();
    }
    if (failed_) std::rethrow_exception(failed_);
    if (report_.options.wanted.timing) time_all();
    return std::move(report_);
  }

 private:
  [[nodiscard]] static file_report empty_report_of(prediction_set const& f) {
    file_report r{f.name, std::vector<verdict>(f.predictions.size()), {}, {}, 0};
    for (auto const& p : f.predictions) {
      if (!p.spent) continue;
      r.spent += *p.spent;
      ++r.recorded;
    }
    return r;
  }

  evaluation_database& database_of(retrieve::demonstration const& q, data_folders const& folders) {
    auto& d = databases_[q.database];
    if (!d) d = std::make_unique<evaluation_database>(folders.databases, q.database);
    report_.database_files = std::max(report_.database_files, d->files().size());
    return *d;
  }

  [[nodiscard]] declared_keys const& keys_of(std::string const& database) const {
    static declared_keys const none;
    auto const found = keys_.find(database);
    return found != keys_.end() ? found->second : none;
  }

  void work() {
    evaluation_connections connections(report_.options);
    for (std::size_t n; (n = next_++) < order_.size();) {
      try {
        judge(order_[n], connections);
      } catch (...) {
        std::lock_guard const lock(mutex_);
        if (!failed_) failed_ = std::current_exception();
        next_ = order_.size();
      }
    }
  }

  void judge(std::size_t i, evaluation_connections& connections) {
    auto const& gold = gold_.questions[i];
    auto& database = *databases_.at(gold.database);
    database.begin();
    connections.open(database);
    {
      question_judge judge(gold, connections, database.names(connections.schema(), keys_of(gold.database)), report_.options);
      report_.questions[i] = judge.about();
      if (!report_.questions[i].skipped) judge_files(i, judge);
    }
    database.end();
    std::lock_guard const lock(mutex_);
    if (step_) step_();
  }

  /// Files that predict the same share one verdict.
  void judge_files(std::size_t i, question_judge& judge) {
    std::unordered_map<std::string_view, verdict> known;
    std::unordered_map<std::string_view, bool> right;
    for (std::size_t f = 0; f < files_.size(); ++f) {
      if (i >= files_[f].predictions.size()) continue;
      auto const& p = files_[f].predictions[i];
      auto const found = known.find(p.sql);
      auto const& v = found != known.end() ? found->second : known.emplace(p.sql, judge.judge(p.sql)).first->second;
      report_.files[f].verdicts[i] = v;
      if (!report_.options.wanted.rounds) continue;
      right.emplace(p.sql, v.ex);
      for (auto const& round : p.rounds) {
        if (!right.contains(round)) right.emplace(round, judge.is_right(round));
        report_.files[f].rounds[i].push_back(right.at(round));
      }
    }
  }

  /// On one thread, so that nothing else of ours disturbs the clock.
  void time_all() {
    evaluation_connections connections(report_.options);
    for (auto const i : order_) {
      connections.open(*databases_.at(gold_.questions[i].database));
      std::unordered_map<std::string_view, timing> known;
      for (std::size_t f = 0; f < files_.size(); ++f) {
        if (i >= files_[f].predictions.size() || !report_.files[f].verdicts[i].bird_ex) continue;
        std::string_view const sql = files_[f].predictions[i].sql;
        if (!known.contains(sql)) known.emplace(sql, timing_of(gold_.questions[i].sql, std::string(sql), connections));
        report_.files[f].verdicts[i].times = known.at(sql);
      }
    }
  }

  /// The two take turns, so that a disturbance meets both.
  [[nodiscard]] timing timing_of(std::string const& gold, std::string const& predicted, evaluation_connections& connections) const {
    std::vector<double> of_gold, of_predicted;
    for (std::size_t n = 0; n < report_.options.timing_runs; ++n) {
      of_gold.push_back(std::chrono::duration<double>(connections.time(gold).elapsed).count());
      of_predicted.push_back(std::chrono::duration<double>(connections.time(predicted).elapsed).count());
    }
    auto const typical = median(of_predicted);
    return {bird::time_ratio(of_gold, of_predicted), bird::median_time_ratio(of_gold, of_predicted), median(of_gold), typical,
            (quantile(of_predicted, 0.75) - quantile(of_predicted, 0.25)) / typical};
  }

  gold_set const& gold_;
  std::span<prediction_set const> files_;
  std::map<std::string, declared_keys> keys_{};
  std::function<void()> const& step_;
  std::map<std::string, std::unique_ptr<evaluation_database>> databases_{};
  std::vector<std::size_t> order_{};
  report report_{};
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_{};
  std::exception_ptr failed_{};
};

}  // namespace detail

T2S_DECL report evaluate(gold_set const& gold, std::span<prediction_set const> files, data_folders const& folders,
                         evaluation_options const& options, std::function<void()> const& step) {
  return detail::evaluation_run(gold, files, folders, options, step).run();
}

}  // namespace t2s::evaluation

#endif
