// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_LONG_QUESTIONS_HPP
#define T2S_CLI_LONG_QUESTIONS_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "t2s/pipeline/answer.hpp"

namespace cli {

/// The name of a question in messages: "dev.json: question #3 (How many ...)", cut if it is long.
[[nodiscard]] std::string named_question(std::vector<std::string> const& paths, std::size_t i, std::string_view question);

/// Empties the questions that are longer than t2s::limits::question_bytes, since reading takes quadratic time, and reports them on standard
/// error with the consequence: "its prediction is repaired without it".
void leave_out_long_questions(std::vector<std::string> const& paths, std::vector<t2s::demonstration>& questions, std::string_view instead);

}  // namespace cli

#endif
