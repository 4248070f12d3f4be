// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/telemetry/prometheus.hpp"

#include "support/rest_of.hpp"
#include "t2s/serve/telemetry/detail/run_metrics.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace t2s;
using telemetry::metrics;

namespace {

/// All metrics of a run, with label values that need care.
void count_all(metrics& all) {
  telemetry::run_metrics counted(all);
  telemetry::run_labels of;
  of.system = "offline";
  of.database_kind = "sqlite";
  of.database = "a \"quoted\"\\\nname\xFF";
  counted.called(of, {"chat", "m", 120, 30, std::chrono::milliseconds(300), ""});
  counted.called(of, {"chat", "m", -1, -1, std::chrono::milliseconds(300), "rate_limited"});
  counted.executed(of, std::chrono::milliseconds(2), "");
  counted.executed(of, std::chrono::milliseconds(2), "too_costly");
  counted.executed(of, std::chrono::milliseconds(2), "no_such_column");
  counted.ran(of, std::chrono::seconds(2), "answered");
  auto const active = all.gauge({"t2s.runs.active", "Questions that are being answered.", "{run}", {}});
  all.set(active, {}, 3);
}

/// Whether promtool accepts it; nothing if it is not installed.
std::string promtool_says(std::string const& text) {
  auto const place = std::filesystem::temp_directory_path() / ("t2s_metrics_" + std::to_string(::getpid()));
  std::ofstream(place.string() + ".txt") << text;
  auto const command = std::string(T2S_PROMTOOL) + " check metrics < " + place.string() + ".txt > " + place.string() + ".out 2>&1";
  int const status = std::system(command.c_str());
  std::ifstream out(place.string() + ".out");
  std::string const said = streams::rest_of(out);
  std::filesystem::remove(place.string() + ".txt");
  std::filesystem::remove(place.string() + ".out");
  return status == 0 && said.empty() ? "" : "status " + std::to_string(status) + ": " + said;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(telemetry_prometheus)

// By hand from https://prometheus.io/docs/instrumenting/exposition_formats/ and the OpenMetrics specification.
BOOST_AUTO_TEST_CASE(both_forms_are_those_of_the_specifications) {
  metrics all;
  auto const runs = all.counter({"t2s.runs", "Runs \\ of\nall.", "{run}", {"t2s.system", "who"}});
  auto const took = all.histogram({"took", "A \"time\".", "s", {"k"}}, {0.5, 2});
  auto const active = all.gauge({"active", "Now.", "By", {}});
  static_cast<void>(all.counter({"never", "Never counted.", "", {}}));
  all.add(runs, {"a\"b\\c\nd", ""}, 2);
  for (double const v : {0.25, 1.0, 9.0}) all.observe(took, {"x"}, v);
  all.set(active, {}, -4);
  BOOST_TEST(telemetry::prometheus_text(all) ==
             "# TYPE t2s_runs_total counter\n# HELP t2s_runs_total Runs \\\\ of\\nall.\n"
             "t2s_runs_total{t2s_system=\"a\\\"b\\\\c\\nd\"} 2\n"
             "# TYPE took_seconds histogram\n# HELP took_seconds A \"time\".\n"
             "took_seconds_bucket{k=\"x\",le=\"0.5\"} 1\ntook_seconds_bucket{k=\"x\",le=\"2\"} 2\n"
             "took_seconds_bucket{k=\"x\",le=\"+Inf\"} 3\ntook_seconds_sum{k=\"x\"} 10.25\ntook_seconds_count{k=\"x\"} 3\n"
             "# TYPE active_bytes gauge\n# HELP active_bytes Now.\nactive_bytes -4\n");
  BOOST_TEST(telemetry::prometheus_text(all, telemetry::exposition::open_metrics) ==
             "# TYPE t2s_runs counter\n# HELP t2s_runs Runs \\\\ of\\nall.\n"
             "t2s_runs_total{t2s_system=\"a\\\"b\\\\c\\nd\"} 2\n"
             "# TYPE took_seconds histogram\n# UNIT took_seconds seconds\n# HELP took_seconds A \\\"time\\\".\n"
             "took_seconds_bucket{k=\"x\",le=\"0.5\"} 1\ntook_seconds_bucket{k=\"x\",le=\"2.0\"} 2\n"
             "took_seconds_bucket{k=\"x\",le=\"+Inf\"} 3\ntook_seconds_sum{k=\"x\"} 10.25\ntook_seconds_count{k=\"x\"} 3\n"
             "# TYPE active_bytes gauge\n# UNIT active_bytes bytes\n# HELP active_bytes Now.\nactive_bytes -4\n# EOF\n");
}

BOOST_AUTO_TEST_CASE(overflow_is_a_series_of_its_own) {
  metrics all(1);
  auto const runs = all.counter({"runs", "Runs.", "", {"who"}});
  for (auto const* who : {"a", "b", "c"}) all.add(runs, {who});
  BOOST_TEST(telemetry::prometheus_text(all) ==
             "# TYPE runs_total counter\n# HELP runs_total Runs.\nruns_total{who=\"a\"} 1\nruns_total{otel_metric_overflow=\"true\"} 2\n");
}

BOOST_AUTO_TEST_CASE(the_form_follows_the_accept_header) {
  using telemetry::exposition;
  BOOST_TEST((telemetry::exposition_for("") == exposition::prometheus));
  BOOST_TEST((telemetry::exposition_for("text/plain;version=0.0.4;q=0.5,*/*;q=0.1") == exposition::prometheus));
  BOOST_TEST((telemetry::exposition_for("application/openmetrics-text;version=1.0.0,text/plain;q=0.5") == exposition::open_metrics));
  BOOST_TEST(telemetry::content_type_of(exposition::prometheus) == "text/plain; version=0.0.4; charset=utf-8");
}

BOOST_AUTO_TEST_CASE(debians_promtool_finds_nothing_wrong) {
  if (std::string(T2S_PROMTOOL).empty()) {
    BOOST_TEST_MESSAGE("promtool was not found (apt install prometheus)");
    return;
  }
  metrics all;
  count_all(all);
  BOOST_TEST(promtool_says(telemetry::prometheus_text(all)) == "");
  BOOST_TEST(promtool_says("t2s_runs_total{who=\"a} 1\n") != "");  // it can find something
}

BOOST_AUTO_TEST_SUITE_END()
