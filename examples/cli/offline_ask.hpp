// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_OFFLINE_ASK_HPP
#define T2S_CLI_OFFLINE_ASK_HPP

#include <string>
#include <vector>

#include "options.hpp"

namespace cli {

/// Whether the words of `t2s ask` are for the offline pipeline over a file of SQLite, and for nothing else that t2s-ask has.
[[nodiscard]] bool is_offline_question(std::vector<std::string> const& words);

/// The options of such a question.
[[nodiscard]] options offline_ask_options();

/// Answers it, as t2s-ask would.
int ask_offline(std::vector<std::string> const& words);
/// The same where t2s-ask is not built: says so where the words may be for it.
int ask_offline_alone(std::vector<std::string> const& words);

}  // namespace cli

#endif
