// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_PROMPT_LOG_HPP
#define T2S_CLI_PROMPT_LOG_HPP

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

#include "t2s/llm/model.hpp"
#include "t2s/pipeline/events.hpp"

namespace cli {

/// Shows every exchange with a model under the name of its stage. For one run at a time.
class prompt_log {
 public:
  explicit prompt_log(std::ostream& out) : out_(&out) {}

  /// The begin of a stage inside the open one, and the end.
  void on(t2s::events::stage_begun const& e) noexcept { open_.emplace_back(e.name); }
  void on(t2s::events::stage_ended const&) noexcept { open_.pop_back(); }

  /// Shows a request, and returns the number of its call.
  std::size_t asked(t2s::llm::request const& r);
  /// Shows the answer to that call, with the call's number if there were others since.
  void answered(t2s::llm::completion const& c, std::size_t to_call);

 private:
  std::ostream* out_;
  std::vector<std::string> open_{};
  std::size_t calls_ = 0;
};

}  // namespace cli

#endif
