// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_CALLED_TOOL_HPP
#define T2S_LLM_DETAIL_CALLED_TOOL_HPP

#include "t2s/core/detail/text.hpp"

#include <string>
#include <string_view>

/// What stands for the text of a reply that only calls a tool.
namespace t2s::llm::detail {

inline constexpr std::string_view before_tool = "(the model called the tool ";

inline std::string text_of_tool(std::string_view name) { return std::string(before_tool).append(name).append(")"); }

/// The tool that a completion calls in place of an answer; "" for others.
inline std::string_view called_tool(std::string_view completion) {
  auto const text = text::trim(completion);
  bool const calls = text.starts_with(before_tool) && text.ends_with(')') && text.find(')') == text.size() - 1;
  return calls ? text.substr(before_tool.size(), text.size() - before_tool.size() - 1) : std::string_view();
}

}  // namespace t2s::llm::detail

#endif
