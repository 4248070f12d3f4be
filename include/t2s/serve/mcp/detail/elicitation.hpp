// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_ELICITATION_HPP
#define T2S_SERVE_MCP_DETAIL_ELICITATION_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace t2s::serve::mcp {

/// The request "elicitation/create" for a question back: the options are numbered from 1.
[[nodiscard]] inline json::object elicitation_request(ask_back const& asked) {
  constexpr std::size_t most = 500;
  auto message = one_line(text::cut(asked.question, most));
  json::array numbers, texts;
  for (std::size_t i = 0; i < asked.options.size(); ++i) {
    auto const number = std::to_string(i + 1);
    message.append("\n").append(number).append(": ").append(one_line(text::cut(asked.options[i].text, most)));
    numbers.emplace_back(number);
    texts.emplace_back(one_line(text::cut(asked.options[i].text, most)));
  }
  json::object reading{
      {"type", "string"}, {"title", "What is meant"}, {"enum", std::move(numbers)}, {"enumNames", std::move(texts)}, {"default", "1"}};
  return {{"message", message},
          {"requestedSchema",
           json::object{
               {"type", "object"}, {"properties", json::object{{"reading", std::move(reading)}}}, {"required", json::array{"reading"}}}}};
}

/// The option in its result, from 0; nothing if the user declined, or named none.
[[nodiscard]] inline std::optional<std::size_t> elicited(json::object const& result, std::size_t options) {
  auto const* const action = result.if_contains("action");
  auto const* const content = result.if_contains("content");
  auto const* const given = content && content->is_object() ? content->get_object().if_contains("reading") : nullptr;
  if (!action || *action != json::value("accept") || !given) return {};
  for (std::size_t i = 0; i < options; ++i)
    if (*given == json::value(std::to_string(i + 1))) return i;
  return {};
}

/// Asks the client's user, for at most ten minutes; nothing if the client refuses or nobody answers. Throws `error` with `cancelled`.
[[nodiscard]] inline std::optional<std::size_t> ask_user(work& by, ask_back const& asked) {
  try {
    return elicited(by.ask("elicitation/create", elicitation_request(asked), std::chrono::minutes(10)), asked.options.size());
  } catch (refused const&) {
    return {};
  } catch (error const& e) {
    if (e.code() != errc::model_timeout) throw;
    return {};
  }
}

}  // namespace t2s::serve::mcp

#endif
