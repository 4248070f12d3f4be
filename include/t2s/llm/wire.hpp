// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_WIRE_HPP
#define T2S_LLM_WIRE_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/http_message.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/protocol.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Requests to HTTP messages and replies to answers, by the endpoint's protocol: pure functions. docs/llm.md lists which field becomes
/// which.
///
/// Requests: bytes that are not UTF-8 become U+FFFD, since JSON has no others. What cannot be asked at all (no messages, a schema that is
/// no JSON, a line end in a header, what the protocol does not have) throws `error` with `invalid_argument`.
///
/// Replies: unknown members are ignored, unknown finish reasons come through. A status other than 2xx throws `error_of` it; an error
/// object with status 200 throws the code that it names, or `model_failed`; what is not of the protocol throws `malformed_reply`. Texts
/// are valid UTF-8. No message shows the key, nor a header that is marked secret or is one by its name (Authorization,
/// Proxy-Authorization, api-key, x-api-key), with or without the scheme before it; a secret of less than four bytes is only known as a
/// word.
namespace t2s::llm {

/// The request for completions of a chat; `stream` asks for the answer piece by piece, to be read by `chat_stream`.
[[nodiscard]] T2S_DECL http_request chat_request(request const& asked, endpoint const& to, bool stream = false);

/// The completions. `null` for a text is an empty text; a refusal is a text; reasoning and tool calls are not.
[[nodiscard]] T2S_DECL completion read_chat(http_response const& reply, endpoint const& from);

/// The request for the vectors of `texts`. Throws `invalid_argument` where the protocol has no embeddings.
[[nodiscard]] T2S_DECL http_request embedding_request(std::span<std::string const> texts, endpoint const& to,
                                                      vector_encoding encoding = vector_encoding::float_);

/// The vectors of `count` texts, in the order of the texts whatever the order of the reply; in either encoding, whichever was asked for.
/// Throws `invalid_argument` where the protocol has no embeddings.
[[nodiscard]] T2S_DECL embeddings read_embeddings(http_response const& reply, endpoint const& from, std::size_t count);

/// The request for the list of models.
[[nodiscard]] T2S_DECL http_request models_request(endpoint const& to);

/// The names of the models, in the server's order.
[[nodiscard]] T2S_DECL std::vector<std::string> read_models(http_response const& reply, endpoint const& from);

/// What a reply other than 2xx means, in the server's own words: without control characters, shortened, and without the secrets of
/// `from`, the endpoint that was asked. 401 and 403 say so if it has no key.
[[nodiscard]] T2S_DECL error error_of(http_response const& reply, endpoint const& from = {});

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/wire.ipp"
#endif

#endif
