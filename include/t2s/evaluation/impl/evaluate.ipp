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
#include <ranges>
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
    report_.options.wanted.bird |= o.wanted.timing;
    report_.options.wanted.rounds &= o.wanted.ex || o.wanted.structure;
    report_.databases = folders.databases.string();
    report_.questions.resize(gold.questions.size());
    for (auto const& q : gold.questions) database_of(q, folders).expect(1);
    count_files();
    if (o.wanted.em && o.how == mode::official) {
      report_.keys = folders.tables.string();
      warn_of_missing_keys();
    }
    for (auto const& f : files) {
      report_.files.push_back(empty_report_of(f));
      if (report_.options.wanted.rounds) report_.files.back().rounds.resize(f.predictions.size());
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
    warn_of_gaps();
    if (report_.options.wanted.em && report_.options.how == mode::official) warn_of_unread();
    return std::move(report_);
  }

 private:
  static constexpr std::size_t most_named = 10;

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
    if (!d) d = std::make_unique<evaluation_database>(folders.databases, q.database, report_.options.how);
    return *d;
  }

  void count_files() {
    if (databases_.empty()) return;
    auto const files = [](auto const& d) { return d.second->files().size(); };
    report_.database_files = std::ranges::max(databases_ | std::views::transform(files));
    report_.fewest_database_files = std::ranges::min(databases_ | std::views::transform(files));
  }

  void warn_of_missing_keys() {
    std::vector<std::string> without;
    for (auto const& [id, d] : databases_)
      if (!keys_.contains(id)) without.push_back(id);
    if (without.empty()) return;
    auto const count = without.size();
    without.resize(std::min(count, most_named));
    auto const why = report_.keys.empty() ? std::string("no tables.json was given") : report_.keys + " lacks them";
    report_.warnings.push_back("EM takes the foreign keys that the database files themselves declare for " + text::join(without, ", ") +
                               (count > most_named ? " and " + std::to_string(count - most_named) + " more" : "") + ", since " + why +
                               ": where tables.json has others, verdicts differ from the official program's");
  }

  /// Right predictions count as no match where EM's parser does not take the gold.
  void warn_of_unread() {
    auto const unread = std::ranges::count_if(report_.questions, [](auto const& q) { return !q.skipped && q.hardness == "other"; });
    if (unread == 0) return;
    auto const share = std::to_string(unread).append(" of ").append(std::to_string(report_.questions.size()));
    report_.warnings.push_back("EM is 0 whatever is predicted for " + share + " questions: the official parser does not take their gold " +
                               "SQL, as where names are in quotes; mode strict compares all");
  }

  /// Where some metrics leave a question out and others do not.
  void warn_of_gaps() {
    auto const warn = [this](std::size_t question, char const* what, std::optional<failure> const& why) {
      if (why) report_.warnings.push_back(std::string("question #").append(std::to_string(question)).append(what).append(why->text()));
    };
    for (std::size_t i = 0; i < report_.questions.size(); ++i) {
      auto const& q = report_.questions[i];
      if (q.skipped) continue;
      warn(i, " does not count for EX, its gold SQL fails as the mode executes it: ", q.no_ex);
      warn(i, " does not count for BIRD's metrics, its gold SQL fails: ", q.no_bird);
    }
  }

  /// Those of tables.json; nothing if it does not describe the database.
  [[nodiscard]] declared_keys const* keys_of(std::string const& database) const {
    auto const found = keys_.find(database);
    return found != keys_.end() ? &found->second : nullptr;
  }

  void work() {
    evaluation_connections connections(report_.options, gate_);
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
      judge_files(i, judge);
      report_.questions[i] = judge.about();
    }
    database.end();
    std::lock_guard const lock(mutex_);
    if (step_) step_();
  }

  /// Files that predict the same share one verdict.
  void judge_files(std::size_t i, question_judge& judge) {
    auto const each = [&](auto const& see) {
      for (std::size_t f = 0; f < files_.size(); ++f)
        if (i < files_[f].predictions.size()) see(files_[f].predictions[i], report_.files[f]);
    };
    bool const rounds = report_.options.wanted.rounds;
    each([&](prediction const& p, file_report const&) {
      judge.add(p.sql, true);
      for (auto const& round : p.rounds)
        if (rounds) judge.add(round, false);
    });
    judge.judge();
    if (judge.about().skipped) return;
    each([&](prediction const& p, file_report& r) {
      r.verdicts[i] = judge.of(p.sql);
      for (auto const& round : p.rounds)
        if (rounds) r.rounds[i].push_back(judge.of(round).ex);
    });
  }

  /// On one thread, so that nothing else of ours disturbs the clock.
  void time_all() {
    evaluation_connections connections(report_.options, gate_);
    for (auto const i : order_) {
      connections.open(*databases_.at(gold_.questions[i].database));
      std::unordered_map<std::string_view, std::optional<timing>> known;
      for (std::size_t f = 0; f < files_.size(); ++f) {
        if (i >= files_[f].predictions.size() || !report_.files[f].verdicts[i].bird_ex) continue;
        std::string_view const sql = files_[f].predictions[i].sql;
        if (!known.contains(sql)) known.emplace(sql, timing_of(gold_.questions[i].sql, std::string(sql), connections));
        report_.files[f].verdicts[i].times = known.at(sql);
      }
    }
  }

  /// The two take turns, also in going first, so that a disturbance meets both. Nothing if one of them fails: then no time is one of the
  /// statement.
  [[nodiscard]] std::optional<timing> timing_of(std::string const& gold, std::string const& predicted,
                                                evaluation_connections& connections) const {
    std::vector<double> of_gold, of_predicted;
    auto const measure = [&](std::string const& sql, std::vector<double>& times) {
      auto const e = connections.execute_anew(0, sql);
      times.push_back(std::chrono::duration<double>(e.elapsed).count());
      return e.ok();
    };
    for (std::size_t n = 0; n < report_.options.timing_runs; ++n) {
      bool const gold_first = n % 2 == 0;
      if (gold_first && !measure(gold, of_gold)) return {};
      if (!measure(predicted, of_predicted)) return {};
      if (!gold_first && !measure(gold, of_gold)) return {};
    }
    auto const typical = median(of_predicted);
    return timing{bird::time_ratio(of_gold, of_predicted), bird::median_time_ratio(of_gold, of_predicted), median(of_gold), typical,
                  (quantile(of_predicted, 0.75) - quantile(of_predicted, 0.25)) / typical};
  }

  gold_set const& gold_;
  std::span<prediction_set const> files_;
  std::map<std::string, declared_keys> keys_{};
  std::function<void()> const& step_;
  std::map<std::string, std::unique_ptr<evaluation_database>> databases_{};
  execution_gate gate_{};
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
