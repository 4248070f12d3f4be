// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ASK_CONVERSATION_HPP
#define T2S_CLI_ASK_CONVERSATION_HPP

#include <functional>
#include <string>
#include <vector>

#include "options.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"

namespace cli {

/// Adds --conversation to a command's options.
void describe_conversation(po::options_description& to);

/// Throws usage_error if there is neither a question nor --conversation, or if another option does not go with it.
void require_question_or_conversation(po::variables_map const& given);

/// Answers one question, with the turns before it, prints it and returns its status.
using turn_answerer = std::function<exit_code(std::string const& question, std::vector<t2s::turn>& turns)>;

/// Adds a question and its answer to the turns: without SQL unless that ran.
void add_turn(std::vector<t2s::turn>& to, std::string const& question, t2s::answer const& a);

/// Answers the question of the command, or with --conversation that, if there is one, and then each line of standard input. Returns the
/// last status that is not 0. With --conversation an error of one question is printed, and the next one is read.
exit_code answer_all(po::variables_map const& given, turn_answerer const& answer);

}  // namespace cli

#endif
