// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_EXCHANGE_HPP
#define T2S_LLM_EXCHANGE_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Requests and completions, texts and their vectors as text, for recordings and caches. What is not in them is never written: no address,
/// no header, no key.
namespace t2s::llm {

/// A request and what came of it.
struct exchange {
  std::string model{};    ///< its name; empty if none was given
  request asked{};        ///< what was asked
  completion answered{};  ///< what was answered

  friend bool operator==(exchange const&, exchange const&) = default;
};

/// The vector of one text.
struct embedding {
  std::vector<float> vector{};    ///< its elements
  std::size_t prompt_tokens = 0;  ///< its share of what the call took, in equal parts: servers count whole calls

  friend bool operator==(embedding const&, embedding const&) = default;
};

/// A text and its vector. Each text is an exchange of its own, so that it does not matter which ones were asked for together.
struct embedding_exchange {
  std::string model{};   ///< its name; empty if none was given
  std::string text{};    ///< what was embedded
  embedding answered{};  ///< what it gave

  friend bool operator==(embedding_exchange const&, embedding_exchange const&) = default;
};

/// JSON on one line, UTF-8, the members always in the same order; those that have their default value are left out, so that a member that
/// a later release adds changes no record. A text that is not UTF-8 becomes {"hex": "..."}. A number with more than 15 digits becomes a
/// text, since many readers of JSON would round it; a vector becomes the base64 of its elements as little-endian floats of 32 bits.
/// `..._from_record` returns exactly what was written.
[[nodiscard]] T2S_DECL std::string to_record(request const& r);
[[nodiscard]] T2S_DECL std::string to_record(completion const& c);  ///< the same for a completion
/// {"key": ..., "model": ..., "request": {...}, "completion": {...}}: a line of a cassette, without its end.
[[nodiscard]] T2S_DECL std::string to_record(exchange const& e);
/// {"vector": "...", "prompt_tokens": ...}
[[nodiscard]] T2S_DECL std::string to_record(embedding const& e);
/// {"key": ..., "model": ..., "embed": "the text", "vector": ..., "prompt_tokens": ...}: a line of a cassette, without its end.
[[nodiscard]] T2S_DECL std::string to_record(embedding_exchange const& e);

/// The reverse. An unknown member of a request is refused, since it might change what was asked; elsewhere it is ignored.
/// Throws `error` with `malformed_data`: what is wrong, in which member or at which byte.
[[nodiscard]] T2S_DECL request request_from_record(std::string_view json);
[[nodiscard]] T2S_DECL completion completion_from_record(std::string_view json);                  ///< the completion of such a record
[[nodiscard]] T2S_DECL exchange exchange_from_record(std::string_view json);                      ///< the exchange of a line
[[nodiscard]] T2S_DECL embedding embedding_from_record(std::string_view json);                    ///< the vector of such a record
[[nodiscard]] T2S_DECL embedding_exchange embedding_exchange_from_record(std::string_view json);  ///< the embedding of a line

/// What makes a request the same request: {"model": ..., "request": {...}} as `to_record` writes it, the model left out if it has no name.
/// The same on every platform and in every release of this form.
[[nodiscard]] T2S_DECL std::string canonical(request const& r, std::string_view model = {});
/// The same for a text whose vector is asked for: {"model": ..., "embed": "the text"}.
[[nodiscard]] T2S_DECL std::string canonical_text(std::string_view text, std::string_view model = {});

/// The SHA-256 of the canonical form, in 64 hexadecimal digits: two requests that differ never share it in practice, so that records and
/// caches need not keep the request to compare with. O(size of the request).
[[nodiscard]] T2S_DECL std::string key_of(request const& r, std::string_view model = {});
[[nodiscard]] T2S_DECL std::string key_of_text(std::string_view text, std::string_view model = {});  ///< the key of a text to be embedded

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/exchange.ipp"
#endif

#endif
