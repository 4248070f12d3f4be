// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_RUN_METRICS_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_RUN_METRICS_HPP

#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/serve/telemetry/detail/metrics.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s::telemetry {

/// The labels of a run, known before it begins. Empty ones are left out.
struct run_labels {
  std::string system{};                 ///< the pipeline: "offline", "dac"
  std::string provider{};               ///< the model's provider, as OpenTelemetry names it: "openai", "anthropic"
  std::array<std::string, 3> models{};  ///< the models' names by `llm::model_role`; "" for a role without its own model
  std::string embedding_model{};        ///< the name of the embedding model
  std::string server{};                 ///< the host of the model's server
  std::uint16_t port = 0;               ///< the port of that server
  std::string database_kind{};          ///< as OpenTelemetry names it: "sqlite", "postgresql", "mysql", "duckdb"
  std::string database{};               ///< the name of the database
  std::string conversation{};           ///< the id of the conversation of the question, for spans; "" without one

  /// The name of a role's model.
  [[nodiscard]] std::string const& model(llm::model_role role) const noexcept {
    auto const& own = models[static_cast<std::size_t>(role)];
    return own.empty() ? models.front() : own;
  }
};

/// OpenTelemetry's name for the engine of a dialect.
[[nodiscard]] constexpr std::string_view database_kind_of(sql::dialect d) noexcept {
  return d == sql::dialect::postgres ? "postgresql" : sql::name_of(d);
}

/// A model call.
struct model_call {
  std::string_view operation = "chat";  ///< "chat" or "embeddings"
  std::string_view model{};             ///< the name of the model
  std::int64_t prompt_tokens = -1;      ///< -1: unknown
  std::int64_t completion_tokens = -1;  ///< -1: unknown, or none
  std::chrono::nanoseconds took{};      ///< from the request to the last token
  std::string_view error{};             ///< the code of the failure; "" if it succeeded
};

/// The outcome of a run: "answered", "no_sql", "sql_failed", "withheld", "model_failed".
[[nodiscard]] T2S_DECL std::string_view outcome_of(answer const& a) noexcept;

/// Whether a statement was refused rather than wrong: denied, or too costly.
[[nodiscard]] constexpr bool is_refusal(std::string_view code) noexcept { return code == "statement_denied" || code == "too_costly"; }

/// The metrics of runs: those of OpenTelemetry's conventions for models and databases, and t2s's own.
///
/// gen_ai.client.token.usage, gen_ai.client.operation.duration, db.client.operation.duration, t2s.run.duration (histograms); t2s.runs,
/// t2s.statements, t2s.refusals (counters). Thread safe.
class run_metrics {
 public:
  /// Adds the metrics to `all`, which must outlive this object.
  T2S_DECL explicit run_metrics(metrics& all);

  T2S_DECL void called(run_labels const& of, model_call const& call);  ///< counts a model call
  /// Counts a statement. `error` is the code of its failure, or "".
  T2S_DECL void executed(run_labels const& of, std::chrono::nanoseconds took, std::string_view error);
  /// Counts a run. `outcome` is from `outcome_of`, or the code of an error.
  T2S_DECL void ran(run_labels const& of, std::chrono::nanoseconds took, std::string_view outcome);

 private:
  metrics* all_;
  metrics::id tokens_, calls_, statements_took_, runs_took_, runs_, statements_, refusals_;
};

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/run_metrics.ipp"
#endif

#endif
