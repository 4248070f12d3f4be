// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_KEPT_CONVERSATIONS_HPP
#define T2S_CLI_KEPT_CONVERSATIONS_HPP

#include <memory>

#include "command.hpp"
#include "t2s/serve/detail/conversations.hpp"

namespace cli {

/// Adds --conversations for a server.
void describe_conversations(po::options_description& to);

/// The database of the conversations of a server: in memory without the option; null with "none". Throws usage_error for one of the
/// databases that are asked, t2s::error if the file or the server cannot be used.
[[nodiscard]] std::unique_ptr<t2s::serve::conversation_database> database_of_conversations(po::variables_map const& given);

/// The conversations in it; null with "none".
[[nodiscard]] std::shared_ptr<t2s::serve::conversations> conversations_of(po::variables_map const& given);

}  // namespace cli

#endif
