// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_RUN_METRICS_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_RUN_METRICS_IPP

#include "t2s/serve/telemetry/detail/run_metrics.hpp"

#include <vector>

namespace t2s::telemetry {
namespace detail {

// The bounds are those of OpenTelemetry's conventions.
inline std::vector<double> token_bounds() {
  return {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864};
}
inline std::vector<double> call_bounds() {
  return {0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92};
}
inline std::vector<double> statement_bounds() { return {0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10}; }

inline double seconds(std::chrono::nanoseconds t) { return std::chrono::duration<double>(t).count(); }

inline metric_description token_usage() {
  return {"gen_ai.client.token.usage",
          "Tokens of the prompts and answers of a model.",
          "{token}",
          {"gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.token.type", "gen_ai.request.model", "server.address", "server.port"}};
}
inline metric_description call_duration() {
  return {"gen_ai.client.operation.duration",
          "How long calls of a model took.",
          "s",
          {"gen_ai.operation.name", "gen_ai.provider.name", "gen_ai.request.model", "server.address", "server.port", "error.type"}};
}

}  // namespace detail

T2S_DECL std::string_view outcome_of(answer const& a) noexcept {
  if (a.has_sql() && a.outcome() && a.outcome()->ok()) return "answered";
  if (a.failed) return "model_failed";
  if (a.withheld) return "withheld";
  return a.has_sql() ? "sql_failed" : "no_sql";
}

T2S_DECL run_metrics::run_metrics(metrics& all)
    : all_(&all),
      tokens_(all.histogram(detail::token_usage(), detail::token_bounds())),
      calls_(all.histogram(detail::call_duration(), detail::call_bounds())),
      statements_took_(all.histogram(
          {"db.client.operation.duration", "How long statements took.", "s", {"db.system.name", "db.namespace", "error.type"}},
          detail::statement_bounds())),
      runs_took_(
          all.histogram({"t2s.run.duration", "How long questions took.", "s", {"t2s.system", "t2s.outcome"}}, detail::call_bounds())),
      runs_(all.counter({"t2s.runs", "Questions that were asked.", "{run}", {"t2s.system", "db.namespace", "t2s.outcome"}})),
      statements_(all.counter({"t2s.statements", "Statements that were executed.", "{statement}", {"db.system.name", "db.namespace"}})),
      refusals_(
          all.counter({"t2s.refusals", "Statements that were refused.", "{statement}", {"db.system.name", "db.namespace", "error.type"}})) {
}

T2S_DECL void run_metrics::called(run_labels const& of, model_call const& call) {
  auto const port = of.port == 0 ? std::string() : std::to_string(of.port);
  all_->observe(calls_, {call.operation, of.provider, call.model, of.server, port, call.error}, detail::seconds(call.took));
  auto const count = [&](std::string_view type, std::int64_t n) {
    if (n >= 0) all_->observe(tokens_, {call.operation, of.provider, type, call.model, of.server, port}, static_cast<double>(n));
  };
  count("input", call.prompt_tokens);
  count("output", call.completion_tokens);
}

T2S_DECL void run_metrics::executed(run_labels const& of, std::chrono::nanoseconds took, std::string_view error) {
  all_->observe(statements_took_, {of.database_kind, of.database, error}, detail::seconds(took));
  all_->add(statements_, {of.database_kind, of.database});
  if (is_refusal(error)) all_->add(refusals_, {of.database_kind, of.database, error});
}

T2S_DECL void run_metrics::ran(run_labels const& of, std::chrono::nanoseconds took, std::string_view outcome) {
  all_->observe(runs_took_, {of.system, outcome}, detail::seconds(took));
  all_->add(runs_, {of.system, of.database, outcome});
}

}  // namespace t2s::telemetry

#endif
