// SPDX-License-Identifier: BSL-1.0
// Measures the gain of a vote among files of predictions over the vote by result alone (official execution accuracy), for all sets of N
// files in all orders: by set, by database, and by its two parameters. Usage:
//   bench_vote --data DIR [--files N] [--no-pool] FILE...
// DIR has dev.json, train.json (to read questions with) and databases/ID/ID.sqlite; FILE... are predictions, N is 3.

#include "t2s/offline/select/vote.hpp"
#include "generous.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/lab/evaluation/predictions.hpp"
#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/sql/dialects.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace ev = t2s::evaluation;
namespace sel = t2s::select;
using milliseconds = std::chrono::duration<double, std::milli>;
using subset = std::vector<std::size_t>;

struct options {
  std::string data{};
  std::vector<std::string> predictions{};
  std::size_t files = 3;
  bool pool = true;
};

options read_options(int argc, char** argv) {
  options o;
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    if (word == "--no-pool")
      o.pool = false;
    else if (word == "--data" && i + 1 < argc)
      o.data = argv[++i];
    else if (word == "--files" && i + 1 < argc)
      o.files = static_cast<std::size_t>(std::max(1, std::atoi(argv[++i])));
    else
      o.predictions.emplace_back(word);
  }
  return o;
}

struct subject {
  explicit subject(std::string const& file) : connection(file, generous()) {}

  t2s::db::sqlite_connection connection;
  t2s::prepared<t2s::db::sqlite_connection> database{connection};
};

/// The executed predictions of all files for one question, repaired or not.
struct prepared {
  std::vector<sel::voter> plain{}, repaired{};
  std::optional<sel::voter> reading{};
  t2s::link::linked_question linked{};
  t2s::schema::database const* schema{};
  std::map<std::string, bool, std::less<>> right{};
};

/// The voters, their order, and the rule.
struct trial {
  bool repairs = true, reads = true, links = true;
  sel::vote_options rule{};
};
constexpr trial by_result_alone{false, false, false, sel::vote_options::plain()};

struct tally {
  double plain = 0, voted = 0, fixed = 0, broken = 0, votes = 0;
  void add(bool before, bool after) {
    votes += 1, plain += before, voted += after;
    fixed += after && !before, broken += before && !after;
  }
  [[nodiscard]] double gain() const { return 100 * (voted - plain) / std::max(1.0, votes); }
};

double quantile(std::vector<double> sorted, double q) {
  std::ranges::sort(sorted);
  return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
}

class benchmark {
 public:
  explicit benchmark(options o) : options_(std::move(o)), gold_(ev::read_gold(options_.data + "/dev.json")) {
    for (auto const& path : options_.predictions) sets_.push_back(ev::read_predictions(path, gold_));
    if (options_.pool) sampler_.pool = t2s::retrieve::open_pool(options_.data + "/train.json");
    how_.repair.dialects = t2s::sql::other_dialects;
    how_.form = [](std::string const& sql) { return ev::official_prediction(sql); };
    for (std::size_t i = 0; i < gold_.questions.size(); ++i) prepare(i);
    subset chosen;
    add_subsets(0, chosen);
  }

  void run() const {
    std::printf("%zu questions; ms a question for all %zu files: %.2f at the median, %.2f at the 95th percentile; executions alone %.2f\n",
                questions_.size(), sets_.size(), quantile(times_, 0.5), quantile(times_, 0.95), quantile(plain_times_, 0.5));
    print_sets();
    print_databases();
    print_sensitivity();
  }

 private:
  subject& open(std::string const& id) {
    auto& s = subjects_[id];
    if (!s) {
      s = std::make_unique<subject>(options_.data + "/databases/" + id + "/" + id + ".sqlite");
      (void)s->database.known<t2s::knowledge::lexicon>();
    }
    return *s;
  }

  void prepare(std::size_t i) {
    auto const& q = gold_.questions[i];
    auto& s = open(q.database);
    t2s::llm::no_model model;
    t2s::context const plain_context(model, s.database);
    t2s::run_context<std::remove_const_t<decltype(plain_context)>, t2s::facts<t2s::link::linked_question>> ctx(plain_context);
    std::vector<sel::voter> all;
    for (auto const& set : sets_) all.emplace_back(i < set.predictions.size() ? set.predictions[i].sql : std::string());
    auto without = how_;
    without.repairs = false;
    without.rule = sel::vote_options::plain();
    auto const begin = std::chrono::steady_clock::now();
    auto plain = sel::put_to_vote(ctx, all, nullptr, {}, without).get();
    auto const middle = std::chrono::steady_clock::now();
    t2s::question const asked(q.question);
    auto const* linked = t2s::link::linked_in(ctx, asked);
    auto const shown = sampler_.sample(ctx, asked);
    auto held = sel::put_to_vote(ctx, all, linked, shown.demonstrations, how_).get();
    times_.push_back(milliseconds(std::chrono::steady_clock::now() - middle).count());
    plain_times_.push_back(milliseconds(middle - begin).count());
    prepared p{std::move(plain.candidates), std::move(held.candidates), std::move(held.reading), *linked, &s.database.schema(), {}};
    for (auto const* voters : {&p.plain, &p.repaired})
      for (auto const& v : *voters) p.right.try_emplace(v.sql, is_right(q.sql, v.sql, s.connection));
    questions_.push_back(std::move(p));
  }

  static bool is_right(std::string const& gold, std::string const& sql, t2s::db::sqlite_connection& database) {
    return ev::execution_match(gold, sql, [&](std::string const& text) { return database.execute(text); });
  }

  void add_subsets(std::size_t from, subset& chosen) {
    if (chosen.size() == options_.files) return subsets_.push_back(chosen);
    for (auto f = from; f < sets_.size(); ++f) {
      chosen.push_back(f);
      add_subsets(f + 1, chosen);
      chosen.pop_back();
    }
  }

  [[nodiscard]] static bool wins(prepared const& p, subset const& order, trial const& t) {
    std::vector<sel::voter> voters;
    for (auto const f : order) voters.push_back((t.repairs ? p.repaired : p.plain)[f]);
    sel::vote_evidence const known{t.reads && p.reading ? &*p.reading : nullptr, t.links ? &p.linked : nullptr};
    auto const r = sel::vote(voters, *p.schema, known, t.rule);
    return p.right.at(voters[r.chosen].sql);
  }

  /// Votes in all orders of a set's files, on the questions that `counts` accepts.
  template <class Counts>
  [[nodiscard]] tally compare(subset const& files, trial const& t, Counts counts) const {
    tally sum;
    for (auto order = files; sum.votes == 0 || order != files; std::ranges::next_permutation(order))
      for (std::size_t i = 0; i < questions_.size(); ++i)
        if (counts(i)) sum.add(wins(questions_[i], order, by_result_alone), wins(questions_[i], order, t));
    return sum;
  }
  [[nodiscard]] double mean_gain(trial const& t) const {
    double sum = 0;
    for (auto const& s : subsets_) sum += compare(s, t, [](std::size_t) { return true; }).gain();
    return sum / static_cast<double>(subsets_.size());
  }

  [[nodiscard]] static std::string short_name(std::string const& path) {
    auto const file = path.substr(path.rfind('/') + 1);
    return file.substr(0, file.rfind('.'));
  }

  void print_sets() const {
    std::printf("\n%-44s %7s %7s %7s %7s   in the order given: plain, vote, fixed, broken, p\n", "files", "best", "plain", "vote", "gain");
    for (auto const& s : subsets_) {
      auto const sum = compare(s, {}, [](std::size_t) { return true; });
      tally given;
      std::string names;
      std::size_t best = 0;
      for (auto const f : s) {
        names += short_name(sets_[f].name) + " ";
        best = std::max(best, static_cast<std::size_t>(
                                  std::ranges::count_if(questions_, [&](prepared const& p) { return p.right.at(p.plain[f].sql); })));
      }
      for (auto const& p : questions_) given.add(wins(p, s, by_result_alone), wins(p, s, {}));
      auto const n = static_cast<double>(questions_.size());
      std::printf("%-44s %7.1f %7.1f %7.1f %+7.2f   %.1f %.1f %3.0f %3.0f  %.1g\n", names.c_str(), 100 * static_cast<double>(best) / n,
                  100 * sum.plain / sum.votes, 100 * sum.voted / sum.votes, sum.gain(), 100 * given.plain / n, 100 * given.voted / n,
                  given.fixed, given.broken,
                  ev::mcnemar_p(static_cast<std::uint64_t>(given.fixed), static_cast<std::uint64_t>(given.broken)));
    }
  }

  void print_databases() const {
    std::map<std::string, tally> by_database;
    for (auto const& [id, unused] : subjects_)
      for (auto const& s : subsets_) {
        auto const t = compare(s, {}, [&](std::size_t i) { return gold_.questions[i].database == id; });
        auto& sum = by_database[id];
        sum.votes += t.votes, sum.plain += t.plain, sum.voted += t.voted;
      }
    std::vector<double> gains, without;
    tally all;
    for (auto const& [id, t] : by_database) {
      gains.push_back(t.gain());
      all.votes += t.votes, all.plain += t.plain, all.voted += t.voted;
    }
    for (auto const& [id, t] : by_database) {
      tally rest = all;
      rest.votes -= t.votes, rest.plain -= t.plain, rest.voted -= t.voted;
      without.push_back(rest.gain());
    }
    std::printf(
        "\ngain by database: %.2f least, %.2f lower quartile, %.2f median, %.2f upper quartile, %.2f most; %td lose, %td gain of %zu\n",
        quantile(gains, 0), quantile(gains, 0.25), quantile(gains, 0.5), quantile(gains, 0.75), quantile(gains, 1),
        std::ranges::count_if(gains, [](double g) { return g < 0; }), std::ranges::count_if(gains, [](double g) { return g > 0; }),
        gains.size());
    std::printf("gain with one database left out: %.2f to %.2f\n", quantile(without, 0), quantile(without, 1));
  }

  void print_sensitivity() const {
    std::printf("\nmean gain over all sets and orders\n");
    std::printf("  as it is                        %+.2f\n", mean_gain({}));
    std::printf("  repair alone                    %+.2f\n", mean_gain({true, false, false, sel::vote_options::plain()}));
    std::printf("  without repair                  %+.2f\n", mean_gain({false, true, true, {}}));
    std::printf("  without reading                 %+.2f\n", mean_gain({true, false, true, {}}));
    std::printf("  without linking                 %+.2f\n", mean_gain({true, true, false, {}}));
    std::printf("  without reading and linking     %+.2f\n", mean_gain({true, false, false, {}}));
    std::printf("  repair and empty penalty alone  %+.2f\n", mean_gain({true, false, false, {false, 2, 0}}));
    for (auto const penalty : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0})
      std::printf("  empty penalty %.1f               %+.2f\n", penalty, mean_gain({true, true, true, {true, penalty, 0.5}}));
    for (auto const reading : {0.0, 0.25, 0.5, 0.75, 1.0})
      std::printf("  structure of the reading %.2f   %+.2f\n", reading, mean_gain({true, true, true, {true, 2, reading}}));
  }

  options options_;
  ev::gold_set gold_;
  std::vector<ev::prediction_set> sets_{};
  t2s::sample::similar_demonstrations sampler_{};
  sel::voting_options how_{};
  std::map<std::string, std::unique_ptr<subject>> subjects_{};
  std::vector<prepared> questions_{};
  std::vector<subset> subsets_{};
  std::vector<double> times_{}, plain_times_{};
};

}  // namespace

int main(int argc, char** argv) try {
  auto const o = read_options(argc, argv);
  if (o.data.empty() || o.predictions.size() < o.files) {
    std::fputs("usage: bench_vote --data DIR [--files N] [--no-pool] FILE...\n", stderr);
    return 2;
  }
  benchmark(o).run();
  return 0;
} catch (std::exception const& e) {
  std::fprintf(stderr, "bench_vote: %s\n", e.what());
  return 3;
}
