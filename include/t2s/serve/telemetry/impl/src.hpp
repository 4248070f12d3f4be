// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/telemetry/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_TELEMETRY_IMPL_SRC_HPP
#define T2S_SERVE_TELEMETRY_IMPL_SRC_HPP

#include "t2s/serve/telemetry/impl/audit_log.ipp"
#include "t2s/serve/telemetry/impl/metrics.ipp"
#include "t2s/serve/telemetry/impl/otlp_exporter.ipp"
#include "t2s/serve/telemetry/impl/otlp_json.ipp"
#include "t2s/serve/telemetry/impl/otlp_options.ipp"
#include "t2s/serve/telemetry/impl/otlp_trace.ipp"
#include "t2s/serve/telemetry/impl/prometheus.ipp"
#include "t2s/serve/telemetry/impl/query_text.ipp"
#include "t2s/serve/telemetry/impl/run_metrics.ipp"
#include "t2s/serve/telemetry/impl/span_data.ipp"

#endif
