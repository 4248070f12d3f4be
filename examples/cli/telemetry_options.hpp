// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_TELEMETRY_OPTIONS_HPP
#define T2S_CLI_TELEMETRY_OPTIONS_HPP

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "command.hpp"
#include "model_options.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/serve/telemetry/detail/audit_log.hpp"
#include "t2s/serve/telemetry/detail/metrics.hpp"
#include "t2s/serve/telemetry/detail/run_metrics.hpp"
#include "t2s/serve/telemetry/otlp.hpp"

namespace cli {

/// The receivers of telemetry: --otlp or OpenTelemetry's variables, and --audit.
class telemetry_options {
 public:
  /// Adds the options to a command's.
  static void describe(po::options_description& to);

  /// Opens them. `keeps_metrics`: the metrics have another reader than the collector, which sees
  /// refused and slow statements, too. Throws usage_error, t2s::error.
  explicit telemetry_options(po::variables_map const& given, bool keeps_metrics = false);
  /// Sends the rest, and reports on standard error what could not be delivered.
  ~telemetry_options();
  telemetry_options(telemetry_options const&) = delete;
  telemetry_options& operator=(telemetry_options const&) = delete;

  /// The sink of a run that begins now; it keeps nothing without receivers. Thread safe.
  [[nodiscard]] t2s::telemetry::otlp_trace begin(t2s::telemetry::run_labels of,
                                                 std::optional<t2s::telemetry::trace_parent> parent = {}) const;

  /// A connection with the audit log, if there is one. The user is that of the process, `role` that of --rules.
  [[nodiscard]] t2s::db::any_connection audited(t2s::db::any_connection inner, std::string question = {}, std::string role = {}) const;

  /// The audit log, or nullptr. Without --audit it has no file.
  [[nodiscard]] std::shared_ptr<t2s::telemetry::audit_log> const& audit() const { return audit_; }
  /// All metrics.
  [[nodiscard]] t2s::telemetry::metrics& metrics() const { return *metrics_; }

 private:
  std::unique_ptr<t2s::telemetry::metrics> metrics_ = std::make_unique<t2s::telemetry::metrics>();
  std::unique_ptr<t2s::telemetry::run_metrics> counted_{};
  std::unique_ptr<t2s::telemetry::otlp_exporter> exporter_{};
  t2s::telemetry::query_text statements_ = t2s::telemetry::query_text::without_literals;
  std::shared_ptr<t2s::telemetry::audit_log> audit_{};
};

/// Runs `run()`, and reports the end of its answer to the run's sink.
template <class Run>
[[nodiscard]] t2s::answer told_answer(t2s::telemetry::otlp_trace told, Run run) try {
  t2s::answer found = run();
  told.finish(found);
  return found;
} catch (t2s::error const& e) {
  told.fail(e.details().code);
  throw;
}

/// The telemetry labels of a pipeline's runs over a database.
[[nodiscard]] t2s::telemetry::run_labels labels_of(std::string_view pipeline, model_options const& model,
                                                   t2s::db::any_connection const& database);

}  // namespace cli

#endif
