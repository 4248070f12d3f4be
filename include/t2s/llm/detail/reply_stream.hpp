// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_REPLY_STREAM_HPP
#define T2S_LLM_DETAIL_REPLY_STREAM_HPP

#include "t2s/llm/detail/reply_end.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/llm/wire.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace t2s::llm::detail {

/// A `chat_stream` that ends a reply of which nothing useful follows.
class reply_stream {
 public:
  /// `ends` says whether to end it.
  reply_stream(endpoint from, stream_limits limits, reply_kind expected, bool ends)
      : inner_(std::move(from), limits), end_(expected), ends_(ends) {}

  /// As `chat_stream::feed`. A complete reply is read on for a few pieces: most models end by themselves, and the server then reports its
  /// counts of tokens.
  [[nodiscard]] std::string_view feed(std::string_view bytes) {
    constexpr std::size_t pieces_after_end = 4;
    auto const text = inner_.feed(bytes);
    if (!text.empty()) ++pieces_;
    if (!ends_) return text;
    auto const before = how_;
    how_ = end_.feed(text);
    if (how_ == reply_end::state::complete && before != how_) last_piece_ = pieces_ + pieces_after_end;
    if (how_ == reply_end::state::repeated) stop("repetition");
    if (how_ == reply_end::state::complete && pieces_ >= last_piece_) stop("stop");
    return text;
  }
  /// As in `chat_stream`, but a complete reply may break off.
  [[nodiscard]] std::string_view end() {
    if (how_ == reply_end::state::complete && inner_.so_far().finish_reason.empty()) stop("stop");
    return inner_.end();
  }
  /// As in `chat_stream`.
  [[nodiscard]] bool finished() const noexcept { return inner_.finished(); }

  /// As `chat_stream::result`; the tokens of a stopped reply to `asked` are estimated.
  [[nodiscard]] completion result(request const& asked) const {
    auto read = inner_.result();
    if (!stopped_) return read;
    if (read.prompt_tokens == 0)
      for (auto const& m : asked.messages) read.prompt_tokens += estimate_tokens(m.text);
    if (read.completion_tokens == 0) read.completion_tokens = std::max(pieces_, estimate_tokens(read.text));
    return read;
  }

 private:
  void stop(std::string_view reason) {
    if (inner_.finished()) return;
    inner_.stop(reason);
    stopped_ = true;
  }

  chat_stream inner_;
  reply_end end_;
  bool ends_;
  reply_end::state how_ = reply_end::state::open;
  std::size_t pieces_ = 0;
  std::size_t last_piece_ = 0;
  bool stopped_ = false;
};

}  // namespace t2s::llm::detail

#endif
