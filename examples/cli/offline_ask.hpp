// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_OFFLINE_ASK_HPP
#define T2S_CLI_OFFLINE_ASK_HPP

#include <string>
#include <vector>

#include "options.hpp"

namespace cli {

/// Whether the words of `t2s ask` need only the offline pipeline over an SQLite file, and nothing else of t2s-ask.
[[nodiscard]] bool is_offline_question(std::vector<std::string> const& words);

/// The options of such a question.
[[nodiscard]] options offline_ask_options();

/// Answers it, as t2s-ask would.
int ask_offline(std::vector<std::string> const& words);
/// The same if t2s-ask is not built: reports words that may need it.
int ask_offline_alone(std::vector<std::string> const& words);

}  // namespace cli

#endif
