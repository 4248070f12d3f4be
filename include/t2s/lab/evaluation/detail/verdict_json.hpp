// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_VERDICT_JSON_HPP
#define T2S_LAB_EVALUATION_DETAIL_VERDICT_JSON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/lab/evaluation/evaluate.hpp"

#include <string>
#include <string_view>

namespace t2s::evaluation {

/// The verdicts on a question as a JSON object on one line, which this release reads back exactly. The format may change from release to
/// release.
[[nodiscard]] T2S_DECL std::string to_json(question_verdicts const& of);

/// Reads what `to_json` wrote; unknown members are ignored. Throws `error` with `malformed_data` for other texts.
[[nodiscard]] T2S_DECL question_verdicts read_question_verdicts(std::string_view json);

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/evaluation/detail/verdict_json.ipp"
#endif

#endif
