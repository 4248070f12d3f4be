// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_CANDIDATE_CONTEXT_HPP
#define T2S_PIPELINE_DETAIL_CANDIDATE_CONTEXT_HPP

#include "t2s/pipeline/context.hpp"
#include "t2s/pipeline/detail/candidate_set.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::detail {

/// The state of a run with several candidates. Running candidates share it, so that it lives as long as they do.
template <class Run>
struct run_of_several {
  template <class Context>
  run_of_several(Context given, std::string question) : text(std::move(question)), ctx(std::move(given)) {
    if constexpr (!Run::synchronous) executed = known_parts::make();
  }

  /// Adds candidates that have not begun, and returns the number of the first.
  std::size_t add(std::vector<candidate_settings> const& more) {
    auto const first = set.size();
    set.reserve(first + more.size());
    for (auto const& m : more) set.add(m);
    settings.insert(settings.end(), more.begin(), more.end());
    spent.resize(set.size());
    auto const allowed = ctx.allowed().completion_tokens, used = ctx.spent().completion_tokens;
    if (allowed != unlimited) share_of_completions = (allowed - std::min(used, allowed)) / std::max<std::size_t>(more.size(), 1);
    return first;
  }

  /// The number of attempts with which a candidate began.
  [[nodiscard]] std::size_t attempts_before(std::size_t number) const {
    auto const& from = settings[number].revised;
    return from ? set[*from].revisions.size() : 0;
  }

  /// The answer if no candidate has SQL. Throws the error of the first candidate that failed.
  [[nodiscard]] answer without_sql() {
    answer a;
    for (std::size_t n = 0; n < set.size(); ++n)
      if (set[n].failed) throw error(*set[n].failed);
    a.stopped = set.size() > 0 ? set[0].stopped : "nothing to propose";
    a.spent = ctx.spent();
    a.asked = asked;
    a.shown = shown;
    return a;
  }

  /// The answer: the attempts of the chosen candidate. With `is_used` something that the run leaves behind still refers to this, which is
  /// then copied.
  [[nodiscard]] answer finish(selected chosen, bool is_used) {
    if (chosen.number >= set.size() || !set[chosen.number].has_sql())
      throw error(errc::invalid_argument, "select() chose candidate " + std::to_string(chosen.number) + ", which has no SQL",
                  "choose one of the " + std::to_string(set.size()) + " candidates for which has_sql() is true");
    auto runs = is_used ? set.copy() : std::move(set).release();
    auto& best = runs[chosen.number];
    if (chosen.made) best.revisions.push_back(std::move(*chosen.made));
    answer a;
    a.stopped = chosen.why;
    a.revisions = std::move(best.revisions);
    a.spent = ctx.spent();
    a.failed = std::move(best.failed);
    a.asked = is_used ? asked : std::move(asked);
    a.shown = is_used ? shown : std::move(shown);
    chosen.generator = best.generator;
    runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(chosen.number));
    chosen.made.reset();
    chosen.others = std::move(runs);
    auto& recorded = a.revisions.back().recorded;
    if (chosen.estimate) recorded.emplace(recorded.begin(), *std::exchange(chosen.estimate, std::nullopt));
    recorded.emplace_back(std::move(chosen));
    return a;
  }

  std::string text;
  Run ctx;
  question asked{};
  samples shown{};
  candidate_set set{};
  std::vector<candidate_settings> settings{};
  // Each SQL text is executed once. In an awaitable run, candidates that reach the same text at once wait for the first of them.
  std::conditional_t<Run::synchronous, std::map<std::string, db::execution, std::less<>>, std::shared_ptr<known_parts>> executed{};
  std::vector<spending> spent{};                 // spent on each candidate, however it ended
  std::size_t share_of_completions = unlimited;  // tokens for each running candidate
};

/// The context of one candidate. It charges the run's budget, but has its own settings. It does not repeat statements that another
/// candidate of the run has executed. One thread at a time.
template <class Run>
class candidate_context {
 public:
  static constexpr bool synchronous = Run::synchronous;
  static constexpr bool is_prepared = Run::is_prepared;
  static constexpr bool is_traced = Run::traces_beside;
  template <class T>
  using task = typename Run::template task<T>;
  template <class X>
  static auto outcome(X x) {
    return Run::outcome(std::move(x));
  }
  template <class X>
  static auto lift(X x) {
    return Run::lift(std::move(x));
  }

  candidate_context(std::shared_ptr<run_of_several<Run>> of, std::size_t number)
      : of_(std::move(of)),
        how_(&of_->settings[number]),
        number_(number),
        spent_(of_->spent[number]),
        trace_(of_->ctx.sink_beside({"candidate", number})) {}

  [[nodiscard]] auto ask(llm::request asked) {
    if (asked.asks == llm::model_role::draft) set_as_draft(asked);
    asked.draw += how_->draw.value_or(number_) * draws_of_a_candidate;
    keep_to_share(asked);
    ++spent_.calls;
    if constexpr (synchronous) {
      auto reply = run().ask(trace_, std::move(asked));
      count(reply);
      return reply;
    } else {
      return then(run().ask(trace_, std::move(asked)), [this](llm::completion reply) {
        count(reply);
        return reply;
      });
    }
  }

  template <llm::EmbeddingModel Embedder>
  [[nodiscard]] auto embed(Embedder& by, std::vector<std::string> texts) {
    return then(run().embed(trace_, by, std::move(texts)), [this](llm::embeddings given) {
      spent_.prompt_tokens = bounded_sum(spent_.prompt_tokens, given.prompt_tokens);
      return given;
    });
  }

  [[nodiscard]] db::execution query(std::string sql)
    requires(synchronous)
  {
    auto const known = of_->executed.find(sql);
    if (known != of_->executed.end()) return known->second;
    auto done = charged(run().query(trace_, sql));
    of_->executed.emplace(std::move(sql), done);
    return done;
  }
  [[nodiscard]] auto query(std::string sql) {
    auto read = [this, sql] {
      return then(charged(run().query(trace_, sql)),
                  [](db::execution done) { return std::make_shared<db::execution const>(std::move(done)); });
    };
    return then(of_->executed->template part<db::execution>(*this, std::move(sql), std::move(read)),
                [](std::shared_ptr<db::execution const> const& done) { return *done; });
  }
  [[nodiscard]] auto sample(std::string table, std::size_t n) { return charged(run().sample(trace_, std::move(table), n)); }
  [[nodiscard]] auto distinct(std::string table, std::string column, std::size_t limit) {
    return charged(run().distinct(trace_, std::move(table), std::move(column), limit));
  }

  [[nodiscard]] schema::database const& schema() const { return run().schema(); }
  [[nodiscard]] known_parts& known() { return run().known(); }
  [[nodiscard]] rows_budget const* shown_rows() const noexcept { return run().shown_rows(); }
  [[nodiscard]] llm::call_bounds bounds() const { return run().bounds(); }
  [[nodiscard]] auto span(events::stage_begun at) { return t2s::span<sink_type>(trace_, at); }
  template <class Event>
  void tell(Event const& event) noexcept {
    t2s::tell(trace_, event);
  }
  [[nodiscard]] std::optional<std::size_t> candidate() const noexcept { return number_; }
  /// Different numbers for each candidate.
  [[nodiscard]] random_numbers random(std::string_view salt) const {
    return number_ == 0 ? run().random(salt) : run().random(std::string(salt).append(" ").append(std::to_string(number_)));
  }
  void require_time() const { run().require_time(); }

  /// What this candidate has spent so far.
  [[nodiscard]] spending spent() const {
    auto all = spent_;
    all.time = std::chrono::steady_clock::now() - begun_;
    return all;
  }
  [[nodiscard]] limits const& allowed() const noexcept { return run().allowed(); }
  [[nodiscard]] static constexpr bool keep_attempts_if_model_fails() noexcept { return true; }
  [[nodiscard]] std::vector<turn> const& turns() const noexcept { return run().turns(); }

  [[nodiscard]] candidate_settings const& settings() const noexcept { return *how_; }
  [[nodiscard]] Run& run() const noexcept { return of_->ctx; }
  /// The attempts that it continues; nullptr for a draft.
  [[nodiscard]] std::vector<attempt> const* earlier() const { return how_->revised ? &of_->set[*how_->revised].revisions : nullptr; }

 protected:
  void restart() noexcept {}  // the run's clock continues

 private:
  using sink_type = decltype(std::declval<Run&>().sink_beside(events::lane()));
  static constexpr std::size_t draws_of_a_candidate = 1000;  // distinguishes equal requests in caches and recordings

  void count(llm::completion const& reply) noexcept {
    spent_.prompt_tokens = bounded_sum(spent_.prompt_tokens, reply.prompt_tokens);
    spent_.completion_tokens = bounded_sum(spent_.completion_tokens, reply.completion_tokens);
    spent_.cached_tokens = bounded_sum(spent_.cached_tokens, reply.cached_tokens);
  }

  /// Applies the set's settings to requests for SQL, but not to those of feedback.
  void set_as_draft(llm::request& asked) const {
    if (how_->temperature && asked.temperature) asked.temperature = how_->temperature;
    if (how_->seed) asked.seed = how_->seed;
    if (how_->asks) asked.asks = *how_->asks;
  }

  /// If completions are limited, each candidate gets an equal share of the rest, so that the order of requests does not matter.
  void keep_to_share(llm::request& asked) const {
    auto const share = of_->share_of_completions;
    if (share == unlimited) return;
    auto const used = spent_.completion_tokens;
    if (used >= share)
      throw error(errc::budget_completion_tokens, "the candidate's share of the completion tokens, " + std::to_string(share) + ", is spent",
                  "raise t2s::limits::completion_tokens, or draft fewer candidates");
    asked.max_tokens = std::min(asked.max_tokens.value_or(share - used), share - used);
  }

  template <class X>
  auto charged(X executing) {
    return then(std::move(executing), [this](db::execution done) {
      ++spent_.statements;
      spent_.rows += done.rows.values.size();
      return done;
    });
  }

  std::shared_ptr<run_of_several<Run>> of_;
  candidate_settings const* how_;
  std::size_t number_;
  spending& spent_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  [[no_unique_address]] sink_type trace_;
};

}  // namespace t2s::detail

#endif
