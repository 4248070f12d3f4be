// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_METRICS_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_METRICS_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/serve/telemetry/detail/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace t2s::telemetry {
namespace detail {

inline constexpr std::size_t longest_label = 200;  ///< bytes

/// The index of a value's bucket: the first bound that is not less than the value.
inline std::size_t bucket_of(std::vector<double> const& bounds, double value) {
  return static_cast<std::size_t>(std::lower_bound(bounds.begin(), bounds.end(), value) - bounds.begin());
}

}  // namespace detail

T2S_DECL metrics::id metrics::add_family(metric_description what, metric_kind kind, std::vector<double> bounds) {
  std::lock_guard const lock(guard_);
  for (std::size_t i = 0; i < families_.size(); ++i) {
    auto const& known = families_[i].shape;
    if (known.what.name != what.name) continue;
    if (known.kind == kind && known.bounds == bounds && known.what.labels == what.labels) return id{i};
    throw error(errc::invalid_argument, "the metric " + what.name + " was added with other labels or another kind");
  }
  families_.push_back({{std::move(what), kind, std::move(bounds), {}}, {}, {}, false});
  return id{families_.size() - 1};
}

T2S_DECL metrics::id metrics::counter(metric_description what) { return add_family(std::move(what), metric_kind::counter, {}); }
T2S_DECL metrics::id metrics::gauge(metric_description what) { return add_family(std::move(what), metric_kind::gauge, {}); }
T2S_DECL metrics::id metrics::histogram(metric_description what, std::vector<double> bounds) {
  if (!std::is_sorted(bounds.begin(), bounds.end())) throw error(errc::invalid_argument, "the bounds of " + what.name + " do not ascend");
  return add_family(std::move(what), metric_kind::histogram, std::move(bounds));
}

/// The series of these labels, or the overflow series if there is no room for a new one.
T2S_DECL metric_point& metrics::point(family& of, std::span<std::string_view const> labels) {
  std::vector<std::string> key(of.shape.what.labels.size());
  for (std::size_t i = 0; i < std::min(key.size(), labels.size()); ++i)
    key[i] = text::valid_utf8(text::whole_characters(labels[i], detail::longest_label));
  auto const found = of.series.find(key);
  if (found != of.series.end()) return found->second;
  bool const is_full = of.series.size() >= most_series_;
  auto& made = is_full ? of.overflow : of.series[key];
  if (is_full && std::exchange(of.has_overflow, true)) return made;
  made.labels = is_full ? std::vector<std::string>(key.size()) : std::move(key);
  made.is_overflow = is_full;
  if (of.shape.kind == metric_kind::histogram) made.buckets.resize(of.shape.bounds.size() + 1);
  return made;
}

T2S_DECL void metrics::add(id to, std::span<std::string_view const> labels, std::int64_t by) {
  std::lock_guard const lock(guard_);
  auto& of = families_[static_cast<std::size_t>(to)];
  if (by >= 0 || of.shape.kind == metric_kind::gauge) point(of, labels).value += by;
}

T2S_DECL void metrics::set(id to, std::span<std::string_view const> labels, std::int64_t value) {
  std::lock_guard const lock(guard_);
  point(families_[static_cast<std::size_t>(to)], labels).value = value;
}

T2S_DECL void metrics::observe(id to, std::span<std::string_view const> labels, double value) {
  if (!std::isfinite(value)) return;
  std::lock_guard const lock(guard_);
  auto& of = families_[static_cast<std::size_t>(to)];
  if (of.shape.kind != metric_kind::histogram) return;
  auto& counted = point(of, labels);
  ++counted.count;
  counted.sum += value;
  ++counted.buckets[detail::bucket_of(of.shape.bounds, value)];
}

T2S_DECL std::vector<metric_state> metrics::state() const {
  std::lock_guard const lock(guard_);
  std::vector<metric_state> all;
  for (auto const& f : families_) {
    auto& one = all.emplace_back(f.shape);
    for (auto const& [labels, counted] : f.series) one.points.push_back(counted);
    if (f.has_overflow) one.points.push_back(f.overflow);
  }
  return all;
}

}  // namespace t2s::telemetry

#endif
