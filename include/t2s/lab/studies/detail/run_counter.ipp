// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_RUN_COUNTER_IPP
#define T2S_LAB_STUDIES_DETAIL_RUN_COUNTER_IPP

#include "t2s/core/error.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/bootstrap.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/studies/detail/run_counter.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace t2s::studies {

namespace detail {

inline constexpr std::size_t most_agreements = 64;

inline double share(std::size_t part, std::size_t of) { return of == 0 ? 0 : static_cast<double>(part) / static_cast<double>(of); }

inline double ratio(std::size_t part, std::size_t of) {
  return of == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(part) / static_cast<double>(of);
}

/// The cells of a map and how often each was drawn, for figures over draws.
template <class Cells>
class cell_bootstrap {
 public:
  explicit cell_bootstrap(Cells const& cells) : draws_(sizes_of(cells)) {
    for (auto const& [key, n] : cells) keys_.push_back(key), sizes_.push_back(n);
  }

  /// `figure(sums)`, with the sums of each position of the keys.
  template <class Figure>
  [[nodiscard]] estimate of(Figure figure) const {
    auto const at = [&](std::span<std::size_t const> drawn) {
      typename Cells::key_type::value_type constexpr zero = 0;
      std::array<std::size_t, std::tuple_size_v<typename Cells::key_type>> sums{};
      for (std::size_t c = 0; c < keys_.size(); ++c)
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += drawn[c] * (keys_[c][i] + zero);
      return figure(sums);
    };
    auto const ends = draws_.of(at);
    return {at(sizes_), ends.low, ends.high};
  }

  /// The share of a position of the keys in `of(sums)`. A share of 0 or 1 is the same in each draw: its interval is that of as many
  /// independent questions as count.
  template <class Of>
  [[nodiscard]] estimate share(std::size_t part, Of const& of) const {
    auto found = this->of([&](auto const& n) { return ratio(n[part], of(n)); });
    if (found.low < found.high || (found.value != 0 && found.value != 1)) return found;
    std::size_t questions = 0;
    for (std::size_t c = 0; c < keys_.size(); ++c) questions += of(keys_[c]) > 0 ? sizes_[c] : 0;
    auto const ends = evaluation::interval_of_share(found.value, questions);
    return {found.value, ends.low, ends.high};
  }

 private:
  static std::vector<std::size_t> sizes_of(Cells const& cells) {
    std::vector<std::size_t> all;
    for (auto const& [key, n] : cells) all.push_back(n);
    return all;
  }

  evaluation::bootstrap draws_;
  std::vector<typename Cells::key_type> keys_{};
  std::vector<std::size_t> sizes_{};
};

/// Groups, with the levels of hardness in their order and all others by name.
template <class Groups>
std::vector<group_figures> figures_of_groups(Groups const& all, std::vector<std::string> const& order) {
  std::vector<group_figures> out;
  for (auto const& name : order) {
    auto const found = all.find(name);
    if (found == all.end()) continue;
    auto const& g = found->second;
    out.push_back({name, g.runs, share(g.before, g.runs), share(g.after, g.runs), g.fixed, g.broken, share(g.calls, g.runs),
                   share(g.tokens, g.runs), 0});
  }
  return out;
}

template <class Groups>
std::vector<std::string> names_of(Groups const& all) {
  std::vector<std::string> out;
  for (auto const& [name, counts] : all) out.push_back(name);
  return out;
}

}  // namespace detail

T2S_DECL run_counter::run_counter(std::vector<std::string> strategies, std::vector<std::string> files, question_set const& data)
    : data_(&data), files_(std::move(files)) {
  for (auto& name : strategies) strategies_.emplace_back().name = std::move(name);
  pairs_.resize(strategies_.size());
  changes_.resize(strategies_.size());
}

T2S_DECL void run_counter::add(recorded_question const& q) {
  if (q.question >= data_->size())
    throw error(errc::malformed_data, "there is no question #" + std::to_string(q.question) + " in the data set",
                "count the records with the data that they were made of");
  if (!q.skipped.empty()) {
    skipped_.push_back("Question #" + std::to_string(q.question) + " counts nowhere: " + q.skipped + ".");
    return;
  }
  std::vector<outcome> outcomes(strategies_.size());
  std::vector<spent> costs(strategies_.size());
  for (auto const& r : q.runs) {
    if (r.strategy >= strategies_.size())
      throw error(errc::malformed_data, "there is no strategy #" + std::to_string(r.strategy) + " in the study",
                  "count the records with the strategies that they were made with");
    if (r.file >= std::max<std::size_t>(1, files_.size()))
      throw error(errc::malformed_data, "there is no file of drafts #" + std::to_string(r.file) + " in the study",
                  "count the records with the drafts that they were made of");
    count(strategies_[r.strategy], r, q.question, outcomes[r.strategy], costs[r.strategy]);
  }
  for (std::size_t s = 0; s < strategies_.size(); ++s) count_remarks(strategies_[s], s, q);
  for (std::size_t s = 0; s < strategies_.size(); ++s) {
    auto& of = strategies_[s];
    ++of.outcomes[outcomes[s]];
    ++of.questions;
    for (std::size_t i = 0; i < costs[s].size(); ++i) {
      auto const mean = detail::share(costs[s][i], outcomes[s][0]);
      of.costs[i].sum += mean;
      of.costs[i].squares += mean * mean;
    }
    if (s > 0) ++pairs_[s][{outcomes[0][0], outcomes[0][2], outcomes[s][2]}];
  }
  count_pairs(q);
}

T2S_DECL void run_counter::count(strategy_counts& to, recorded_run const& r, std::size_t question, outcome& at, spent& cost) {
  bool const before = r.before(), after = r.after(), objected = !r.remarks.empty();
  ++to.runs;
  at[0] += 1;
  at[1] += before;
  at[2] += after;
  at[3] += std::ranges::find(r.right, true) != r.right.end();
  at[4] += objected && !before;
  at[5] += objected && before;
  to.change.fixed += !before && after;
  to.change.broken += before && !after;
  to.change.right += before && after;
  to.change.wrong += !before && !after;
  auto const calls = r.calls.empty() ? 0 : r.calls.back();
  cost[0] += calls;
  cost[1] += r.prompt_tokens;
  cost[2] += r.completion_tokens;
  cost[3] += r.statements;
  cost[4] += r.cached_tokens;
  auto const attempts = std::max<std::size_t>(1, r.right.size());
  to.revisions += attempts - 1;
  if (to.rounds.size() < attempts) to.rounds.resize(attempts);
  for (std::size_t i = 0; i < r.right.size(); ++i) {
    to.rounds[i].right += r.right[i];
    to.rounds[i].calls += i < r.calls.size() ? r.calls[i] : calls;
  }
  for (std::size_t i = 0; i < attempts; ++i) ++to.rounds[i].going;
  auto& last = to.rounds[attempts - 1];
  ++last.ended;
  last.ended_right += after;
  last.ended_calls += calls;
  ++to.stopped[r.stopped];
  if (r.seconds > 0) to.seconds.push_back(static_cast<float>(r.seconds));
  to.drafted += r.drafted;

  auto const group = [&](group_counts& g) {
    ++g.runs;
    g.before += before;
    g.after += after;
    g.fixed += !before && after;
    g.broken += before && !after;
    g.calls += calls;
    g.tokens += r.prompt_tokens + r.completion_tokens;
  };
  group(to.by_hardness[data_->hardness(question)]);
  group(to.by_database[data_->database(question)]);
  if (!files_.empty()) group(to.by_drafts[files_[r.file]]);
  if (before) return;
  auto const& in = r.wrong_in;
  if (in.table) group(to.by_error_class["table"]);
  if (in.column) group(to.by_error_class["column"]);
  if (in.skeleton) group(to.by_error_class["skeleton"]);
  if (in.execution) group(to.by_error_class["execution"]);
  if (in.other()) group(to.by_error_class["other"]);
}

/// For each stage with a remark about some draft of the question: its wrong drafts, those detected, and right ones accused.
T2S_DECL void run_counter::count_remarks(strategy_counts& to, std::size_t strategy, recorded_question const& q) {
  std::uint32_t wrong = 0;
  std::map<std::string_view, std::array<std::uint32_t, 2>> remarks;
  for (auto const& r : q.runs) {
    if (r.strategy != strategy) continue;
    wrong += r.before() ? 0U : 1U;
    for (auto const& stage : r.remarks) ++remarks[stage][r.before() ? 1 : 0];
  }
  for (auto const& [stage, n] : remarks) ++to.remarks[std::string(stage)][{wrong, n[0], n[1]}];
}

/// Counts which strategies have the same runs right.
T2S_DECL void run_counter::count_pairs(recorded_question const& q) {
  std::map<std::size_t, std::vector<bool>> right;  // for each file
  for (auto const& r : q.runs) {
    auto& of = right.try_emplace(r.file, strategies_.size()).first->second;
    of[r.strategy] = r.after();
  }
  for (auto const& [file, of] : right) {
    ++right_together_[of];
    for (std::size_t s = 1; s < of.size(); ++s) {
      auto& c = changes_[s];
      c.fixed += !of[0] && of[s];
      c.broken += of[0] && !of[s];
      c.right += of[0] && of[s];
      c.wrong += !of[0] && !of[s];
    }
  }
}

T2S_DECL study_figures run_counter::figures() const {
  study_figures out;
  out.data = data_->description();
  out.drafts = files_;
  for (auto const& s : strategies_) out.strategies.push_back(figures_of(s));
  for (std::size_t s = 1; s < strategies_.size(); ++s) out.comparisons.push_back(comparison_with_first(s));
  out.agreements = agreements();
  out.notes = skipped_;
  if (!out.strategies.empty())
    for (auto const& g : out.strategies[0].by_drafts)
      if (g.ex_before == 0) out.notes.push_back("No draft of " + g.name + " is right: are they predictions for these questions?");
  return out;
}

/// By the remarks of one stage; of the questions without any, only the number of wrong drafts is counted.
T2S_DECL detection run_counter::detection_by(strategy_counts const& of, cells<3> const& remarked) const {
  auto all = remarked;
  for (auto const& [key, n] : of.outcomes) all[{key[0] - key[1], 0, 0}] += n;
  for (auto const& [key, n] : remarked) all[{key[0], 0, 0}] -= n;
  detection by;
  for (auto const& [key, n] : all) {
    by.wrong += n * key[0];
    by.wrong_detected += n * key[1];
    by.right_accused += n * key[2];
  }
  by.right = of.runs - by.wrong;
  detail::cell_bootstrap const draws(all);
  if (by.wrong > 0) by.recall = draws.share(1, [](auto const& n) { return n[0]; });
  by.precision = draws.share(1, [](auto const& n) { return n[1] + n[2]; });
  return by;
}

/// The drafts are the strategy's own: it has one run a question.
T2S_DECL run_cost run_counter::whole_cost_of(strategy_counts const& of) {
  auto const mean = [&](double sum) { return of.runs == 0 ? 0 : sum / static_cast<double>(of.runs); };
  auto const of_both = [&](std::size_t position, std::size_t drafted) {
    return mean(of.costs[position].sum + static_cast<double>(drafted));
  };
  return {of_both(0, of.drafted.calls), of_both(1, of.drafted.prompt_tokens), of_both(2, of.drafted.completion_tokens),
          mean(std::accumulate(of.seconds.begin(), of.seconds.end(), of.drafted.seconds)), of_both(4, of.drafted.cached_tokens)};
}

T2S_DECL strategy_figures run_counter::figures_of(strategy_counts const& of) const {
  using detail::ratio;
  using sums = std::array<std::size_t, 6>;
  strategy_figures out;
  out.name = of.name;
  out.runs = of.runs;
  auto const runs = [](auto const& n) { return n[0]; };
  cells<2> before;  // all strategies have the same drafts, and therefore the same interval
  for (auto const& [key, n] : of.outcomes) before[{key[0], key[1]}] += n;
  out.ex_before = detail::cell_bootstrap(before).share(1, runs);
  detail::cell_bootstrap const draws(of.outcomes);
  out.ex_after = draws.share(2, runs);
  out.gain = draws.of([](sums const& n) { return ratio(n[2], n[0]) - ratio(n[1], n[0]); });
  out.ex_best = draws.share(3, runs);
  out.change = of.change;
  out.change.p = evaluation::mcnemar_p(of.change.fixed, of.change.broken);

  auto& d = out.detected;
  for (auto const& [key, n] : of.outcomes) {
    d.right += n * key[1];
    d.wrong += n * (key[0] - key[1]);
    d.wrong_detected += n * key[4];
    d.right_accused += n * key[5];
  }
  if (d.wrong > 0) d.recall = draws.share(4, [](auto const& n) { return n[0] - n[1]; });
  if (d.wrong_detected + d.right_accused > 0) d.precision = draws.share(4, [](auto const& n) { return n[4] + n[5]; });
  for (auto const& [stage, remarked] : of.remarks) out.by_feedback.emplace(stage, detection_by(of, remarked));

  std::array const means{&out.cost.calls, &out.cost.prompt_tokens, &out.cost.completion_tokens, &out.cost.statements,
                         &out.cost.cached_tokens};
  for (std::size_t i = 0; i < means.size(); ++i) {
    auto const [low, high] = evaluation::interval_of_mean(of.questions, of.costs[i].sum, of.costs[i].squares);
    *means[i] = {of.questions == 0 ? 0 : of.costs[i].sum / static_cast<double>(of.questions), std::max(0.0, low), high};
  }
  if (auto const points = 100 * (out.ex_after.value - out.ex_before.value); out.gain.low > 0) {
    out.cost.calls_per_point = 1000 * out.cost.calls.value / points;
    out.cost.tokens_per_point = 1000 * (out.cost.prompt_tokens.value + out.cost.completion_tokens.value) / points;
  }
  if (files_.empty()) out.whole = whole_cost_of(of);
  out.revisions = detail::share(of.revisions, of.runs);

  std::size_t ended_right = 0, ended_calls = 0;
  for (auto const& r : of.rounds) {
    out.rounds.push_back({detail::share(r.right + ended_right, of.runs), detail::share(r.calls + ended_calls, of.runs), r.going});
    ended_right += r.ended_right;
    ended_calls += r.ended_calls;
  }

  out.by_hardness = detail::figures_of_groups(of.by_hardness, evaluation::groups_of(detail::names_of(of.by_hardness)));
  out.by_database = detail::figures_of_groups(of.by_database, detail::names_of(of.by_database));
  out.by_error_class = detail::figures_of_groups(of.by_error_class, {"table", "column", "skeleton", "execution", "other"});
  out.by_drafts = detail::figures_of_groups(of.by_drafts, files_);
  for (auto& g : out.by_database) {
    db::sqlite_connection const database(data_->databases().file_of(g.name));
    for (auto const& t : database.schema().tables()) g.columns += t.columns.size();
  }
  out.stopped = of.stopped;

  if (!of.seconds.empty()) {
    std::vector<double> const all(of.seconds.begin(), of.seconds.end());
    auto const at = [&](double q) { return evaluation::quantile(all, q); };
    out.seconds = latency_figures{at(0.5), at(0.9), at(0.99), at(1), {}};
    for (int i = 0; i <= 10; ++i) out.seconds->deciles.push_back(at(i / 10.0));
  }
  return out;
}

T2S_DECL comparison run_counter::comparison_with_first(std::size_t second) const {
  using sums = std::array<std::size_t, 3>;
  detail::cell_bootstrap const draws(pairs_[second]);
  comparison c{0, second, draws.of([](sums const& n) { return detail::ratio(n[2], n[0]) - detail::ratio(n[1], n[0]); }), changes_[second]};
  c.change.p = evaluation::mcnemar_p(c.change.fixed, c.change.broken);
  return c;
}

T2S_DECL std::vector<agreement> run_counter::agreements() const {
  std::vector<agreement> all;
  for (auto const& [right, n] : right_together_) all.push_back({right, n});
  std::ranges::sort(all, [](agreement const& a, agreement const& b) { return a.runs != b.runs ? a.runs > b.runs : a.right < b.right; });
  if (all.size() > detail::most_agreements) all.resize(detail::most_agreements);
  return all;
}

}  // namespace t2s::studies

#endif
