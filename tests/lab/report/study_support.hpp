// SPDX-License-Identifier: BSL-1.0
// Figures of studies, made by hand and at random.
#ifndef T2S_TESTS_REPORT_STUDY_SUPPORT_HPP
#define T2S_TESTS_REPORT_STUDY_SUPPORT_HPP

#include "t2s/lab/evaluation/statistics.hpp"
#include "t2s/lab/studies/detail/figures.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace t2s::test {

using namespace studies;

inline estimate around(double value, double margin) { return {value, value - margin, value + margin}; }
inline estimate share_around(double value, double margin) { return {value, std::max(0.0, value - margin), std::min(1.0, value + margin)}; }

/// 100 drafts of which 60 are right; `fixed` are corrected and `broken` broken, with that many calls for each run.
inline strategy_figures hundred_runs(std::string name, std::size_t fixed, std::size_t broken, double calls) {
  strategy_figures s;
  s.name = std::move(name);
  s.runs = 100;
  s.ex_before = around(0.6, 0.05);
  s.ex_after = around(0.6 + (static_cast<double>(fixed) - static_cast<double>(broken)) / 100, 0.05);
  s.gain = around(s.ex_after.value - 0.6, 0.04);
  s.ex_best = s.ex_after;
  s.change = {fixed, broken, 60 - broken, 40 - fixed, evaluation::mcnemar_p(fixed, broken)};
  s.detected = {40,
                60,
                fixed + 5,
                broken * 2,
                share_around(static_cast<double>(fixed + 5) / 40, 0.02),
                share_around(static_cast<double>(fixed + 5) / static_cast<double>(fixed + 5 + broken * 2), 0.01)};
  s.by_feedback["execution_error"] = s.detected;
  s.cost.calls = around(calls, calls / 10);
  s.cost.prompt_tokens = around(300 * calls, 30 * calls);
  s.cost.completion_tokens = around(20 * calls, 2 * calls);
  s.cost.statements = around(1 + calls, 0.1);
  if (fixed > broken) {
    s.cost.calls_per_point = 1000 * calls / static_cast<double>(fixed - broken);
    s.cost.tokens_per_point = 320 * *s.cost.calls_per_point;
  }
  s.revisions = calls;
  s.rounds = {{0.6, 0, 100}, {0.6 + (s.ex_after.value - 0.6) / 2, calls / 2, 40}, {s.ex_after.value, calls, 7}};
  s.by_hardness = {{"easy", 50, 0.8, 0.8 + static_cast<double>(fixed) / 300, fixed, 0, calls, 320 * calls, 0},
                   {"hard", 50, 0.4, 0.4 - static_cast<double>(broken) / 300, 0, broken, calls, 320 * calls, 0}};
  s.by_database = {{"bees", 30, 0.5, 0.75, 3, 1, calls / 3, 100 * calls, 7}, {"shop", 70, 0.7, 0.6, 2, 1, calls * 2, 1000 * calls, 90}};
  s.by_error_class = {{"column", 20, 0, 0.25, 5, 0, calls, 320 * calls, 0}};
  s.by_drafts = {{"some.sql", 100, 0.6, s.ex_after.value, fixed, broken, calls, 320 * calls, 0}};
  s.stopped = {{"nothing left", 93}, {"attempt limit", 7}};
  return s;
}

/// Adds the comparisons with the first one.
inline study_figures study_of(std::vector<strategy_figures> all) {
  study_figures f;
  f.title = "Bees";
  f.data = "100 questions, 2 databases of dev.json";
  f.drafts = {"some.sql"};
  f.corrector = "gold";
  f.strategies = std::move(all);
  for (std::size_t i = 1; i < f.strategies.size(); ++i) {
    auto const difference = f.strategies[i].ex_after.value - f.strategies[0].ex_after.value;
    f.comparisons.push_back({0, i, around(difference, 0.04), {20, 4, 60, 16, evaluation::mcnemar_p(20, 4)}});
  }
  return f;
}

/// Three strategies: a cheap one, a good one, and one that is worse than both and breaks much.
inline study_figures three() {
  auto f = study_of({hundred_runs("cheap", 5, 0, 0.25), hundred_runs("good", 20, 2, 2), hundred_runs("rough", 6, 12, 2.5)});
  f.agreements = {{{true, true, true}, 40}, {{false, false, false}, 30}, {{true, true, false}, 20}, {{false, true, false}, 10}};
  f.strategies[1].seconds = latency_figures{0.5, 2, 9, 12, {0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 2, 12}};
  return f;
}

/// Numbers that are the same in every run.
class drawn_numbers {
 public:
  explicit drawn_numbers(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t limit) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>(state_ >> 33U) % limit;
  }
  double from(double least, double most) { return least + (most - least) * static_cast<double>(below(1'000'000)) / 1e6; }

 private:
  std::uint64_t state_;
};

/// `n` strategies with few different values, so that some are equal.
inline study_figures many(std::size_t count, std::uint64_t seed) {
  drawn_numbers draw(seed);
  std::vector<strategy_figures> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(hundred_runs("strategy " + std::to_string(i), draw.below(12), draw.below(9), static_cast<double>(draw.below(8)) / 2));
  auto f = study_of(std::move(all));
  for (std::size_t n = 0; n < 40; ++n) {
    agreement a;
    for (std::size_t i = 0; i < count; ++i) a.right.push_back(draw.below(2) == 1);
    a.runs = 100 - 2 * n;
    f.agreements.push_back(std::move(a));
  }
  return f;
}

/// Texts that names may contain.
inline std::vector<std::string> hostile_names() {
  return {"<script>alert('x')</script>",
          "\"quoted\" & 'single' ]]> -->",
          "a\ttab\na line\x1B[31m\x01\x7F",
          std::string(400, 'w'),
          "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xD7\xA2\xD7\x95\xD7\x9C\xD7\x9D",  // Hebrew
          "\xE4\xBF\xAE\xE6\xAD\xA3\xE6\x88\xA6\xE7\x95\xA5",                   // Japanese
          "\xE2\x80\xAE turned, \xE2\x81\xA7 isolated, \xFF\xFE not UTF-8, \xC2\x9B"
          "31m",  // marks of direction
          ""};
}

inline study_figures hostile(std::size_t count) {
  auto f = many(count, 3);
  auto const names = hostile_names();
  for (std::size_t i = 0; i < count; ++i) {
    auto& s = f.strategies[i];
    s.name = names[i % names.size()] + (i < names.size() ? "" : std::to_string(i));
    s.by_hardness[0].name = s.by_database[0].name = s.by_drafts[0].name = s.by_error_class[0].name = names[i % names.size()];
    s.by_feedback[names[i % names.size()]] = s.detected;
    s.stopped[names[i % names.size()]] = 3;
  }
  for (auto const& n : names) f.title += n, f.data += n, f.corrector += n;
  f.drafts = f.assumptions = f.notes = names;
  f.simulated = true;
  return f;
}

/// A strategy without any numbers.
inline study_figures without_numbers() {
  auto f = three();
  auto const none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
  auto& s = f.strategies[1];
  s.ex_before = s.ex_after = s.ex_best = {none, none, none};
  s.detected.recall = s.detected.precision = estimate{none, endless, -endless};
  s.cost.calls = s.cost.prompt_tokens = s.cost.completion_tokens = s.cost.statements = {endless, none, endless};
  s.cost.calls_per_point = s.cost.tokens_per_point = none;
  s.change.p = s.revisions = none;
  s.rounds = {{none, none, 3}, {none, endless, 1}};
  for (auto* groups : {&s.by_hardness, &s.by_database, &s.by_error_class, &s.by_drafts})
    for (auto& g : *groups) g.ex_before = g.ex_after = g.calls = g.tokens = none;
  s.seconds = latency_figures{none, none, none, endless, std::vector<double>(11, none)};
  f.comparisons[0].difference = {none, none, none};
  return f;
}

}  // namespace t2s::test

#endif
