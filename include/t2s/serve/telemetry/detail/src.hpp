// SPDX-License-Identifier: BSL-1.0
// The bodies of serve/telemetry/, for T2S_SEPARATE_COMPILATION.
#ifndef T2S_SERVE_TELEMETRY_DETAIL_SRC_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_SRC_HPP

#include "t2s/serve/telemetry/detail/audit_log.ipp"
#include "t2s/serve/telemetry/detail/metrics.ipp"
#include "t2s/serve/telemetry/detail/otlp_exporter.ipp"
#include "t2s/serve/telemetry/detail/otlp_json.ipp"
#include "t2s/serve/telemetry/detail/otlp_options.ipp"
#include "t2s/serve/telemetry/detail/otlp_trace.ipp"
#include "t2s/serve/telemetry/detail/prometheus.ipp"
#include "t2s/serve/telemetry/detail/query_text.ipp"
#include "t2s/serve/telemetry/detail/run_metrics.ipp"
#include "t2s/serve/telemetry/detail/span_data.ipp"

#endif
