// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_EXCHANGE_HPP
#define T2S_LLM_EXCHANGE_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <string>
#include <string_view>

/// Requests and completions as text, for recordings and caches. What is not in a `request` or a `completion` is never written: no address,
/// no header, no key.
namespace t2s::llm {

/// A request and what came of it.
struct exchange {
  std::string model{};  ///< its name; empty if none was given
  request asked{};
  completion answered{};

  friend bool operator==(exchange const&, exchange const&) = default;
};

/// JSON on one line, UTF-8, the members always in the same order; those that have their default value are left out, so that a member that
/// a later release adds changes no record. A text that is not UTF-8 becomes {"hex": "..."}. A number with more than 15 digits becomes a
/// text, since many readers of JSON would round it. `..._from_record` gives back exactly what was written.
[[nodiscard]] T2S_DECL std::string to_record(request const& r);
[[nodiscard]] T2S_DECL std::string to_record(completion const& c);
/// {"key": ..., "model": ..., "request": {...}, "completion": {...}}: a line of a cassette, without its end.
[[nodiscard]] T2S_DECL std::string to_record(exchange const& e);

/// The reverse. An unknown member of a request is refused, since it might change what was asked; in a completion it is ignored.
/// Throws `error` with `malformed_data`: what is wrong, in which member or at which byte.
[[nodiscard]] T2S_DECL request request_from_record(std::string_view json);
[[nodiscard]] T2S_DECL completion completion_from_record(std::string_view json);
[[nodiscard]] T2S_DECL exchange exchange_from_record(std::string_view json);

/// What makes a request the same request: {"model": ..., "request": {...}} as `to_record` writes it, the model left out if it has no name.
/// The same on every platform and in every release of this form.
[[nodiscard]] T2S_DECL std::string canonical(request const& r, std::string_view model = {});

/// The SHA-256 of `canonical`, in 64 hexadecimal digits: two requests that differ never share it in practice, so that records and caches
/// need not keep the request to compare with. O(size of the request).
[[nodiscard]] T2S_DECL std::string key_of(request const& r, std::string_view model = {});

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/exchange.ipp"
#endif

#endif
