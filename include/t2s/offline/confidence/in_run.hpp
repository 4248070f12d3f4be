// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_IN_RUN_HPP
#define T2S_OFFLINE_CONFIDENCE_IN_RUN_HPP

#include "t2s/offline/confidence/detail/evidence.hpp"
#include "t2s/offline/reader/detail/candidates.hpp"
#include "t2s/offline/repair/lint_facts.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::confidence {

/// Limits on the cost of an estimate.
struct estimation {
  std::size_t readings = 4;     ///< readings of the question to execute
  std::size_t statements = 40;  ///< most statements of lint on the database
};

/// The readings of the run's question, made once and shared by the estimates of all its candidates. A state of the run.
struct readings {
  std::string text{};                   ///< the question that was read; "" before
  std::vector<executed_reading> all{};  ///< best first

  /// Whether this question was read.
  [[nodiscard]] bool are_of(std::string_view asked) const noexcept { return !text.empty() && text == asked; }
};

/// The `states` of a policy or a system that estimates.
using states = facts<link::linked_question, readings>;

/// The run's readings of the question, executed: the first `how.readings` of them. If `tried` is one of them, it already has `outcome`.
template <class Context>
auto readings_in(Context& ctx, link::linked_question const& linked, candidate const& tried, db::execution const* outcome,
                 samples const& shown, estimation const& how) -> task<Context, std::vector<executed_reading> const*> {
  auto& kept = ctx.template state<readings>();
  if (kept.are_of(linked.text)) co_return &kept.all;
  std::vector<executed_reading> all;
  for (auto& reading : reader::fill_skeletons(linked, shown.demonstrations, reader::options_for(ctx.schema()))) {
    if (all.size() == how.readings) break;
    auto& next = all.emplace_back();
    next.read = std::move(reading);
    if (!next.read.asks_for_missing.empty()) {
      auto asking = ctx.lift(ctx.query(next.read.asks_for_missing));
      auto const found = co_await std::move(asking);
      next.read.leave_out_missing(found);
    }
    if (next.read.sql == tried.sql && outcome) {
      next.outcome = *outcome;
      continue;
    }
    auto executing = ctx.lift(ctx.query(next.read.sql));
    auto done = co_await std::move(executing);
    next.outcome = std::move(done);
  }
  kept = {linked.text, std::move(all)};
  co_return &kept.all;
}

/// Estimates SQL in a run: reads the question without a model, executes its readings, lints the SQL and weighs the evidence. Asks no model;
/// statements are charged to the run. SQL whose generator knows its confidence, as by definition, keeps that. The calling policy or system
/// must list `confidence::states` in its `states`. `outcome` is that of `tried.sql`, or nullptr; references must outlive the task. Throws
/// what the run's database throws, and `error` for its budget.
template <class Context>
auto estimate(Context& ctx, question const& asked, candidate const& tried, db::execution const* outcome, samples const& shown,
              estimation const& how, std::optional<double> agreement) -> task<Context, estimated> {
  if (auto const* by_definition = tried.known<estimated>()) co_return *by_definition;
  auto estimating = ctx.span("confidence");
  auto linking = ctx.lift(link::linked_in(ctx, asked));
  auto const* const linked = co_await std::move(linking);
  auto reading = ctx.lift(readings_in(ctx, *linked, tried, outcome, shown, how));
  auto const* const read = co_await std::move(reading);
  auto linting = ctx.lift(repair::findings_in(ctx, tried.sql, how.statements));
  auto const findings = co_await std::move(linting);
  auto const* by_reading = tried.known<link::question_reading>();
  auto found = estimate({linked, tried.sql, outcome, *read, findings, by_reading && by_reading->led_to_sql, agreement});
  estimating.note("confidence", std::to_string(found.confidence));
  co_return found;
}

namespace detail {

template <class Context>
auto estimated_sql(Context given, std::string asked, std::string sql, samples shown, estimation how, std::optional<double> agreement)
    -> task<Context, estimated> {
  run_context<Context, states> ctx(std::move(given));
  question const about(std::move(asked));
  auto executing = ctx.lift(ctx.query(sql));
  auto const outcome = co_await std::move(executing);
  candidate const tried(std::move(sql));
  auto estimating = ctx.lift(estimate(ctx, about, tried, &outcome, shown, how, agreement));
  auto found = co_await std::move(estimating);
  co_return found;
}

}  // namespace detail

/// Estimates how likely SQL that a model or a person wrote answers a question: `estimated`, at once if the model and the database of the
/// context answer at once, else as an awaitable. Executes the SQL; does not ask the model. `shown` may have demonstrations, nearest first,
/// which help to read the question. SQL of the offline system is estimated by its own run (`systems::with_confidence`); here it would be
/// compared with itself. `agreement` is the share of the other candidates with the same result, if there are any. Throws what the database
/// throws, and `error` for the context's limits.
///
///     t2s::llm::no_model model;
///     auto const e = t2s::confidence::estimate_sql(t2s::context(model, database), "How many hives are there?",
///                                                  "SELECT count(*) FROM hive");
///     std::cout << e.confidence << "\n";
template <class Context>
[[nodiscard]] auto estimate_sql(Context given, std::string question, std::string sql, samples shown = {}, estimation how = {},
                                std::optional<double> agreement = {}) {
  auto made = detail::estimated_sql(std::move(given), std::move(question), std::move(sql), std::move(shown), how, agreement);
  if constexpr (Context::synchronous)
    return std::move(made).get();
  else
    return made;
}

}  // namespace t2s::confidence

#endif
