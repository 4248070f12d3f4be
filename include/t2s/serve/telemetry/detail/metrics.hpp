// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_METRICS_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_METRICS_HPP

#include "t2s/core/detail/config.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::telemetry {

/// What a metric counts: only upward, up and down, or in buckets.
enum class metric_kind : std::uint8_t { counter, gauge, histogram };

/// A metric, as its readers know it.
struct metric_description {
  std::string name{};                 ///< as OpenTelemetry writes it: "gen_ai.client.token.usage"
  std::string help{};                 ///< one line for people
  std::string unit{};                 ///< UCUM, as OpenTelemetry writes it: "s", "By", "{token}"; may be empty
  std::vector<std::string> labels{};  ///< the names of its labels, "gen_ai.operation.name"; each series has a value for each
};

/// One series of a metric at one moment.
struct metric_point {
  std::vector<std::string> labels{};     ///< the values, in the order of the names; "" for one that is not known
  bool is_overflow = false;              ///< what had no room among the series, all together; its labels are ""
  std::int64_t value = 0;                ///< of a counter or gauge
  std::uint64_t count = 0;               ///< of a histogram: how many values
  double sum = 0;                        ///< of a histogram
  std::vector<std::uint64_t> buckets{};  ///< of a histogram: how many values up to each bound, and beyond the last; not cumulative
};

/// A metric with its series at one moment.
struct metric_state {
  metric_description what{};           ///< the metric
  metric_kind kind{};                  ///< what it counts
  std::vector<double> bounds{};        ///< of a histogram, ascending
  std::vector<metric_point> points{};  ///< by labels
};

/// All metrics of a program: for the exporter of OpenTelemetry, and as text for Prometheus.
///
///     t2s::telemetry::metrics all;
///     auto const asked = all.counter({"t2s.runs", "Questions that were asked.", "{run}", {"t2s.outcome"}});
///     all.add(asked, {"answered"});
///
/// Thread safe. A metric has a bounded number of series, since each costs memory for good: label values that would make more are counted
/// together. Values of labels are cut to 200 bytes.
class metrics {
 public:
  /// Names a metric of this object.
  enum class id : std::size_t {};
  using clock = std::chrono::system_clock;  ///< of the start

  /// At most so many series a metric.
  explicit metrics(std::size_t most_series = 256) : most_series_(most_series) {}
  metrics(metrics const&) = delete;
  metrics& operator=(metrics const&) = delete;

  /// Adds a metric, or gives the one of that name, which must have been described in the same way. A counter's `add` takes no negative
  /// number.
  T2S_DECL id counter(metric_description what);
  T2S_DECL id gauge(metric_description what);                                  ///< the same
  T2S_DECL id histogram(metric_description what, std::vector<double> bounds);  ///< the same; bounds ascend

  /// Adds to the series of a counter or gauge with these label values, as many as the metric has labels.
  T2S_DECL void add(id to, std::span<std::string_view const> labels, std::int64_t by = 1);
  /// Sets a gauge.
  T2S_DECL void set(id to, std::span<std::string_view const> labels, std::int64_t value);
  /// Counts a value in a histogram.
  T2S_DECL void observe(id to, std::span<std::string_view const> labels, double value);

  /// The same with the labels in braces.
  void add(id to, std::initializer_list<std::string_view> labels, std::int64_t by = 1) {
    add(to, std::span(labels.begin(), labels.size()), by);
  }
  void set(id to, std::initializer_list<std::string_view> labels, std::int64_t value) {
    set(to, std::span(labels.begin(), labels.size()), value);
  }  ///< the same
  void observe(id to, std::initializer_list<std::string_view> labels, double value) {
    observe(to, std::span(labels.begin(), labels.size()), value);
  }  ///< the same

  /// Everything at this moment, in the order in which metrics were added.
  [[nodiscard]] T2S_DECL std::vector<metric_state> state() const;
  /// Since when is counted.
  [[nodiscard]] clock::time_point start() const noexcept { return start_; }

 private:
  struct family {
    metric_state shape;
    std::map<std::vector<std::string>, metric_point> series;
    metric_point overflow{};
    bool has_overflow = false;
  };

  T2S_DECL id add_family(metric_description what, metric_kind kind, std::vector<double> bounds);
  T2S_DECL metric_point& point(family& of, std::span<std::string_view const> labels);

  std::size_t most_series_;
  clock::time_point start_ = clock::now();
  mutable std::mutex guard_{};
  std::deque<family> families_{};
};

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/metrics.ipp"
#endif

#endif
