// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_REPORT_JSON_HPP
#define T2S_EVALUATION_REPORT_JSON_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/gold.hpp"
#include "t2s/evaluation/report.hpp"

#include <boost/json/object.hpp>

namespace t2s::evaluation {

/// The report for programs; docs/evaluation.md lists the members. Shares lie between 0 and 1, verdicts are 0 or 1, and what was not
/// measured is absent. An example without a verdict has the reason in "skipped".
[[nodiscard]] T2S_DECL boost::json::object report_json(report const& r, gold_set const& gold);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/report_json.ipp"
#endif

#endif
