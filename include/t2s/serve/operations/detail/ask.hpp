// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_ASK_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_ASK_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/conversations.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/detail/served_system.hpp"

namespace t2s::serve {

/// Answers a question in English with a system: the SQL, its rows, and its confidence.
///
/// `by_callers_model` answers with the model that the caller offers (`run_order::model`); its `answer` may be empty. It is used if the
/// argument "model" says so, or by default if `by` asks no model and its answer is uncertain.
///
/// With `in` the argument "conversation" is offered: the id of a conversation of that user, or "new".
[[nodiscard]] T2S_DECL operation ask_operation(served_system by, served_system by_callers_model = {}, conversations_of_user in = {});

/// Lists the conversations of a user over a database. `in.kept` must not be null, here and below.
[[nodiscard]] T2S_DECL operation list_conversations_operation(conversations_of_user in);
/// Deletes one.
[[nodiscard]] T2S_DECL operation delete_conversation_operation(conversations_of_user in);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/ask.ipp"
#endif

#endif
