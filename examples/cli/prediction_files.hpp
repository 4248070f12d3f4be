// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PREDICTION_FILES_HPP
#define T2S_CLI_PREDICTION_FILES_HPP

#include <string>
#include <vector>

#include "t2s/lab/evaluation/predictions.hpp"

namespace cli {

/// The questions of files, which need no gold SQL. Throws t2s::error if there is none, or one without db_id.
t2s::evaluation::gold_set questions_in(std::vector<std::string> const& paths);

/// Predictions, one for each question; warnings go to standard error. Throws t2s::error for a file of another length: it has lost a line,
/// so all later lines would belong to the wrong questions.
t2s::evaluation::prediction_set predictions_for(std::string const& path, t2s::evaluation::gold_set const& questions);

}  // namespace cli

#endif
