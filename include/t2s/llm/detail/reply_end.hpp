// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_REPLY_END_HPP
#define T2S_LLM_DETAIL_REPLY_END_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/model.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace t2s::llm::detail {

/// Whether the expected part of a reply has ended: its block of SQL, its statement or its JSON value. O(n).
[[nodiscard]] T2S_DECL bool has_ended(std::string_view reply, reply_kind expected);

/// Whether a text ends in the same words over and over, as small models do until their limit. Looks at the last 4 KiB; numbers that count
/// up are the same words. O(1).
[[nodiscard]] T2S_DECL bool repeats_itself(std::string_view reply);

/// Finds out, while a reply arrives, that nothing useful follows.
class reply_end {
 public:
  enum class state : std::uint8_t { open, complete, repeated };

  explicit reply_end(reply_kind expected) noexcept : expected_(expected) {}

  /// Passes more of the text and returns the state, which stays once it is not `open`.
  T2S_DECL state feed(std::string_view more);

 private:
  reply_kind expected_;
  state state_ = state::open;
  std::string text_{};
  std::size_t checked_ = 0;  // the size of the text when repetition was last looked for
};

}  // namespace t2s::llm::detail

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/reply_end.ipp"
#endif

#endif
