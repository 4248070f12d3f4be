// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_REPORT_TEXT_HPP
#define T2S_EVALUATION_REPORT_TEXT_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/report.hpp"

#include <string>

namespace t2s::evaluation {

/// The report as tables for people: a column for each level of hardness, a row for each file, shares in percent; then what several files
/// have to do with each other, the first taken as the run before a correction. Ends with a line feed.
[[nodiscard]] T2S_DECL std::string report_text(report const& r);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/report_text.ipp"
#endif

#endif
