// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_CHART_JSON_HPP
#define T2S_SERVE_DETAIL_CHART_JSON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/chart.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

namespace t2s::serve {

/// A chart as the member "chart" of an answer: "kind", "why", "left_out" and "spec". O(points).
[[nodiscard]] T2S_DECL boost::json::object chart_json(chart const& c);

/// The specification of a chart in Vega-Lite 5 (https://vega.github.io/schema/vega-lite/v5.json) with its data, whose fields have names
/// of ours, so that no name of a column is taken for an expression; null for a table.
[[nodiscard]] T2S_DECL boost::json::value chart_spec(chart const& c);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/chart_json.ipp"
#endif

#endif
