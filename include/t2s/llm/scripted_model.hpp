// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_SCRIPTED_MODEL_HPP
#define T2S_LLM_SCRIPTED_MODEL_HPP

#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"

#include <deque>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace t2s::llm {

/// A model that answers from a script, in order, and keeps what it was asked: for tests, and the template for a back end of one's own.
/// Tokens are counted as one for every four bytes. For one run at a time.
class scripted_model {
 public:
  scripted_model(std::initializer_list<std::string> replies) : replies_(replies) {}

  /// The next reply. Throws `error` with `model_failed` when the script has ended.
  completion complete(request asked) {
    std::size_t prompt_bytes = 0;
    for (auto const& m : asked.messages) prompt_bytes += m.text.size();
    asked_.push_back(std::move(asked));
    if (replies_.empty()) throw error(errc::model_failed, "the script has no reply to call " + std::to_string(asked_.size()));
    completion reply;
    reply.text = std::move(replies_.front());
    replies_.pop_front();
    reply.finish_reason = "stop";
    reply.prompt_tokens = prompt_bytes / 4;
    reply.completion_tokens = reply.text.size() / 4;
    return reply;
  }

  /// The requests so far, first one first.
  [[nodiscard]] std::vector<request> const& asked() const noexcept { return asked_; }

 private:
  std::deque<std::string> replies_;
  std::vector<request> asked_{};
};
static_assert(ChatModel<scripted_model>);

}  // namespace t2s::llm

#endif
