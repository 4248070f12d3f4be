// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ASK_BACK_OPTION_HPP
#define T2S_CLI_ASK_BACK_OPTION_HPP

#include "options.hpp"
#include "t2s/pipeline/answer.hpp"

namespace cli {

/// Adds --ask-back to a command's options.
void describe_ask_back(po::options_description& to);

/// The answer after the question that it asks back, if any: on a terminal the user chooses, and a line without a number keeps the answer as
/// it is. Elsewhere the question and its options go to standard error.
[[nodiscard]] t2s::answer after_asking_back(t2s::answer a);

}  // namespace cli

#endif
