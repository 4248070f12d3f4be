// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_METRIC_READING_IPP
#define T2S_OFFLINE_READER_DETAIL_METRIC_READING_IPP

#include "t2s/offline/reader/detail/metric_reading.hpp"
#include "t2s/offline/reader/detail/metrics/metric_sql.hpp"

#include <chrono>
#include <utility>

namespace t2s::reader {
namespace detail {

inline std::string day_text(std::chrono::sys_days day) {
  std::chrono::year_month_day const d(day);
  auto const two = [](unsigned n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return std::to_string(static_cast<int>(d.year())) + "-" + two(static_cast<unsigned>(d.month())) + "-" +
         two(static_cast<unsigned>(d.day()));
}

/// "revenue = sum(price * quantity); from 2026-07-01 to 2026-09-30".
inline std::string why_of(metric_question const& q, knowledge::semantic_layer const& all, sql::grammar const& in) {
  std::string out;
  for (auto const* m : q.metrics) {
    if (m != q.metrics.front()) out += ", ";
    out.append(m->name).append(" = ").append(knowledge::sql_of(*m, all, in));
  }
  if (q.when && q.when->begin) out += "; from " + day_text(*q.when->begin);
  if (q.when && q.when->end) out += (q.when->begin ? " to " : "; until ") + day_text(*q.when->end - std::chrono::days(1));
  return out;
}

}  // namespace detail

T2S_DECL std::optional<metric_reading> read_metrics(link::linked_question const& asked) {
  auto const* layer = asked.names ? asked.names->options().semantics.get() : nullptr;
  if (!layer || layer->metrics.empty()) return {};
  detail::calendar const now(layer->today.value_or(std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now())));
  detail::metric_reader reader(asked, *layer, now);
  auto const question = reader.read();
  if (!question) return {};
  auto sql = detail::metric_writer(*question, reader.joins(), *layer, *asked.names).write();
  if (!sql) return {};
  return metric_reading{*std::move(sql), detail::why_of(*question, *layer, sql::dialect_of(asked.names->schema()))};
}

}  // namespace t2s::reader

#endif
