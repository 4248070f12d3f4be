// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_CONVERSATION_SCORES_HPP
#define T2S_CLI_CONVERSATION_SCORES_HPP

#include <string>

#include "t2s/lab/evaluation/evaluate.hpp"
#include "t2s/lab/evaluation/predictions.hpp"

namespace cli {

/// For each file of predictions: the share of first questions and of follow-up questions that are right, and of conversations whose turns
/// are all right, as SParC counts them. "" without conversations.
[[nodiscard]] std::string conversation_scores(t2s::evaluation::gold_set const& gold, t2s::evaluation::report const& of, bool ex, bool em);

}  // namespace cli

#endif
