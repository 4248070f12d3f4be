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

/// The kinds of metrics: a sum that only grows, a value that goes up and down, a distribution.
enum class metric_kind : std::uint8_t { counter, gauge, histogram };

/// The description of a metric.
struct metric_description {
  std::string name{};                 ///< the name in OpenTelemetry: "gen_ai.client.token.usage"
  std::string help{};                 ///< one line of documentation
  std::string unit{};                 ///< UCUM, as in OpenTelemetry: "s", "By", "{token}"; may be empty
  std::vector<std::string> labels{};  ///< the names of its labels, e.g. "gen_ai.operation.name"; each series has a value for each
};

/// One series of a metric at one moment.
struct metric_point {
  std::vector<std::string> labels{};     ///< the values, in the order of the names; "" if unknown
  bool is_overflow = false;              ///< whether it sums up all label values beyond the limit of series; its labels are ""
  std::int64_t value = 0;                ///< for a counter or gauge
  std::uint64_t count = 0;               ///< for a histogram: the number of values
  double sum = 0;                        ///< for a histogram: their sum
  std::vector<std::uint64_t> buckets{};  ///< for a histogram: the number of values up to each bound, and beyond the last; not cumulative
};

/// A metric with its series at one moment.
struct metric_state {
  metric_description what{};           ///< its description
  metric_kind kind{};                  ///< its kind
  std::vector<double> bounds{};        ///< for a histogram, ascending
  std::vector<metric_point> points{};  ///< its series, ordered by labels
};

/// All metrics of a program, for OpenTelemetry's exporter and, as text, for Prometheus.
///
///     t2s::telemetry::metrics all;
///     auto const asked = all.counter({"t2s.runs", "Questions that were asked.", "{run}", {"t2s.outcome"}});
///     all.add(asked, {"answered"});
///
/// Thread safe. The number of series of a metric is limited, because each costs memory forever: further label values are counted together.
/// Values of labels are cut to 200 bytes.
class metrics {
 public:
  /// The identifier of a metric in this object.
  enum class id : std::size_t {};
  using clock = std::chrono::system_clock;  ///< the clock of `start`

  /// `most_series`: the most series of a metric.
  explicit metrics(std::size_t most_series = 256) : most_series_(most_series) {}
  metrics(metrics const&) = delete;
  metrics& operator=(metrics const&) = delete;

  /// Adds a metric, or returns the existing one of that name, whose description must be the same. Do not `add` negative numbers to a
  /// counter.
  T2S_DECL id counter(metric_description what);
  T2S_DECL id gauge(metric_description what);                                  ///< the same for a gauge
  T2S_DECL id histogram(metric_description what, std::vector<double> bounds);  ///< the same for a histogram; bounds ascend

  /// Adds to the series of a counter or gauge with these label values, one for each label of the metric.
  T2S_DECL void add(id to, std::span<std::string_view const> labels, std::int64_t by = 1);
  /// Sets a gauge.
  T2S_DECL void set(id to, std::span<std::string_view const> labels, std::int64_t value);
  /// Adds a value to a histogram.
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

  /// All metrics at this moment, in the order in which they were added.
  [[nodiscard]] T2S_DECL std::vector<metric_state> state() const;
  /// The time when counting began.
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
