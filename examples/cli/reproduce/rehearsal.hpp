// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_REPRODUCE_REHEARSAL_HPP
#define T2S_CLI_REPRODUCE_REHEARSAL_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

namespace cli::reproduce {

/// Replaces a model to measure prompts: answers all with the same SQL, and embeds by spelling. Sends nothing. Thread safe.
class rehearsal {
 public:
  t2s::llm::completion complete(t2s::llm::request const& asked) {
    std::size_t tokens = 0;
    for (auto const& m : asked.messages) tokens += t2s::llm::estimate_tokens(m.text);
    std::lock_guard const lock(guard_);
    ++calls_;
    tokens_ += tokens;
    longest_ = std::max(longest_, tokens);
    t2s::llm::completion answer{.text = "SELECT 1", .finish_reason = "stop"};
    answer.others.assign(asked.choices - 1, {.text = answer.text, .finish_reason = answer.finish_reason});
    return answer;
  }
  t2s::llm::embeddings embed(std::vector<std::string> texts) { return spelling_.embed(std::move(texts)); }

  /// The average number of tokens of a prompt; 0 if there was none.
  [[nodiscard]] std::size_t tokens_a_call() const { return calls_ == 0 ? 0 : tokens_ / calls_; }
  /// The tokens of the longest prompt.
  [[nodiscard]] std::size_t longest() const { return longest_; }

 private:
  std::mutex guard_{};
  std::size_t calls_ = 0, tokens_ = 0, longest_ = 0;
  t2s::retrieve::hashed_ngrams spelling_{};
};

}  // namespace cli::reproduce

#endif
