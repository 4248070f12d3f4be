// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_SSE_IPP
#define T2S_LLM_IMPL_SSE_IPP

#include "t2s/llm/impl/protocols/too_long.hpp"
#include "t2s/llm/sse.hpp"

#include <algorithm>

namespace t2s::llm {
T2S_DECL sse_event const* sse_reader::next() {
  if (given_) event_ = {};
  given_ = false;
  while (take_line())
    if (end_line()) return &event_;
  return nullptr;
}

/// Moves bytes into the line, and says whether it has ended.
T2S_DECL bool sse_reader::take_line() {
  if (after_cr_ && !rest_.empty()) {
    if (rest_.front() == '\n') rest_.remove_prefix(1);
    after_cr_ = false;
  }
  auto const end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  if (end > limits_.line - std::min(line_.size(), limits_.line)) throw detail::too_long("a line", limits_.line);
  line_ += rest_.substr(0, end);
  if (end == rest_.size()) return rest_ = {}, false;
  after_cr_ = rest_[end] == '\r';
  rest_.remove_prefix(end + 1);
  return true;
}

/// Reads the line, and says whether it ends an event.
T2S_DECL bool sse_reader::end_line() {
  std::string_view line = line_;
  if (first_ && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  first_ = false;
  if (line.empty()) {
    given_ = has_data_;
    if (!has_data_) event_.name.clear();
    has_data_ = false;
    line_.clear();
    return given_;
  }
  auto const colon = std::min(line.find(':'), line.size());
  auto const field = line.substr(0, colon);
  auto value = line.substr(std::min(colon + 1, line.size()));
  if (value.starts_with(' ')) value.remove_prefix(1);
  if (field == "data") add_data(value);
  if (field == "event") event_.name = value;
  line_.clear();
  return false;
}

T2S_DECL void sse_reader::add_data(std::string_view value) {
  if (value.size() >= limits_.event - std::min(event_.data.size(), limits_.event)) throw detail::too_long("an event", limits_.event);
  if (has_data_) event_.data += '\n';
  event_.data += value;
  has_data_ = true;
}

}  // namespace t2s::llm

#endif
