// SPDX-License-Identifier: BSL-1.0
// Observes a run: metrics for Prometheus, spans for an OpenTelemetry collector, a line in an audit log for every statement.
// Usage: 29_telemetry countries.sqlite audit.jsonl
#include <iostream>
#include <memory>

#include "t2s/serve/telemetry/audited_connection.hpp"
#include "t2s/serve/telemetry/otlp.hpp"
#include "t2s/serve/telemetry/prometheus.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/t2s.hpp"

int main(int argc, char** argv) try {
  namespace telemetry = t2s::telemetry;
  if (argc != 3) return std::cerr << "usage: 29_telemetry DATABASE AUDIT_FILE\n", 2;

  telemetry::metrics all;
  telemetry::run_metrics counted(all);
  std::unique_ptr<telemetry::otlp_exporter> exporter;  // if OTEL_EXPORTER_OTLP_ENDPOINT names a collector
  if (auto how = telemetry::otlp_options::from_environment()) exporter = std::make_unique<telemetry::otlp_exporter>(*how, &all);

  auto const log = std::make_shared<telemetry::audit_log>(argv[2]);
  auto file = telemetry::audited(t2s::db::sqlite_connection(argv[1]), log, {"ann", "reader", "countries", {}});
  t2s::prepared database(file);
  t2s::llm::no_model model;
  t2s::systems::offline const system;

  telemetry::run_labels labels;
  labels.system = "offline";
  labels.database_kind = telemetry::database_kind_of(file.schema().sql_dialect());
  labels.database = "countries";
  for (auto const* question : {"How many rivers are there?", "Which city is the largest?"}) {
    telemetry::audit_scope const asked({{}, {}, {}, question});
    telemetry::otlp_trace trace({exporter.get(), &counted}, labels);
    auto const found = system.run(t2s::context(model, database, {}, trace), question);
    trace.finish(found);
    std::cout << found.sql() << "\n";
  }
  std::cout << telemetry::prometheus_text(all);
} catch (t2s::error const& e) {
  return std::cerr << e.what() << "\n", 1;
}
