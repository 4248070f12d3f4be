// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_STREAMED_ANSWER_HPP
#define T2S_LLM_STREAMED_ANSWER_HPP

#include "t2s/llm/protocol.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::llm {

/// The completion that a stream brings in pieces: what a protocol's `read_event` adds to. Choices are numbered from 0 on; each begins when
/// it is first named. Throws `error` with `malformed_reply` beyond its limits.
class streamed_answer {
 public:
  /// Limits: bytes of all texts and their logprobs together, completions of one prompt.
  streamed_answer(std::size_t most_bytes, std::size_t most_choices) : most_bytes_(most_bytes), most_choices_(most_choices) {}

  /// A choice begins, unless it has begun already.
  T2S_DECL void begin(std::size_t choice = 0);
  /// More of its text; the piece may end within a character.
  T2S_DECL void add_text(std::string_view piece, std::size_t choice = 0);
  /// More of its logprobs: the elements of an array.
  T2S_DECL void add_logprobs(json::array const& tokens, std::size_t choice = 0);
  /// Why its text ends.
  T2S_DECL void set_finish_reason(std::string_view reason, std::size_t choice = 0);
  /// The stream said that it is complete: throws if no choice has begun.
  T2S_DECL void complete();

  /// Where a protocol adds the counts of tokens.
  [[nodiscard]] completion& counts() noexcept { return answer_; }
  /// Whether a choice has begun.
  [[nodiscard]] bool has_begun() const noexcept { return !cut_.empty(); }

  /// The whole answer came at once.
  T2S_DECL void set_whole(completion whole);
  /// The stream ended: throws unless every choice has its finish reason.
  T2S_DECL void end();
  /// Whether the answer is complete.
  [[nodiscard]] bool is_complete() const noexcept { return complete_; }
  /// What is known so far.
  [[nodiscard]] completion const& so_far() const noexcept { return answer_; }
  /// Moves the text of the first choice that came since the last call into `to`.
  T2S_DECL void take_new_text(std::string& to);

 private:
  T2S_DECL void grow(std::size_t bytes);
  T2S_DECL void append(std::string_view piece, std::size_t choice);
  T2S_DECL void append_cut();

  std::size_t most_bytes_;
  std::size_t most_choices_;
  completion answer_{};
  std::vector<std::string> cut_{};  // of each choice that has begun: the first bytes of a character
  std::string new_text_{};          // of the first choice
  std::size_t size_ = 0;
  bool complete_ = false;
};

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/streamed_answer.ipp"
#endif

#endif
