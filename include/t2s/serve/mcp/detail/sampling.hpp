// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_MCP_DETAIL_SAMPLING_HPP
#define T2S_SERVE_MCP_DETAIL_SAMPLING_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/serve/mcp/detail/offering.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace t2s::serve::mcp {

/// The request "sampling/createMessage" for a request to a model.
[[nodiscard]] inline json::object sampling_request(llm::request const& asked) {
  constexpr std::size_t usual_tokens = 2'000;
  json::object params;
  json::array messages;
  std::string system;
  for (auto const& m : asked.messages) {
    if (m.from == llm::role::system) {
      system.append(system.empty() ? "" : "\n\n").append(m.text);
      continue;
    }
    messages.push_back(json::object{{"role", m.from == llm::role::assistant ? "assistant" : "user"}, {"content", text_content(m.text)}});
  }
  params["messages"] = std::move(messages);
  if (!system.empty()) params["systemPrompt"] = text::valid_utf8(system);
  params["maxTokens"] = asked.max_tokens.value_or(usual_tokens);
  if (asked.temperature) params["temperature"] = *asked.temperature;
  if (!asked.stop.empty()) {
    json::array stops;
    for (auto const& s : asked.stop) stops.emplace_back(s);
    params["stopSequences"] = std::move(stops);
  }
  params["includeContext"] = "none";
  return params;
}

/// The completion in its result. Throws `error` with `malformed_reply` if it has no text.
[[nodiscard]] inline llm::completion sampled(json::object const& result) {
  llm::completion c;
  auto const add = [&c](json::value const& block) {
    auto const* o = block.if_object();
    auto const* text = o ? o->if_contains("text") : nullptr;
    if (text && text->is_string()) c.text.append(text->get_string());
  };
  if (auto const* content = result.if_contains("content")) {
    if (auto const* blocks = content->if_array())
      std::ranges::for_each(*blocks, add);
    else
      add(*content);
  }
  if (c.text.empty()) throw error(errc::malformed_reply, "the client's model gave no text");
  auto const* why = result.if_contains("stopReason");
  c.finish_reason = why && *why == json::value("maxTokens") ? "length" : "stop";
  return c;
}

/// Limits how many calls may wait for clients' models at once: a person may take minutes to agree, and a waiting call holds a thread and a
/// connection. Several offerings may share it. Thread safe.
class sampling_places {
 public:
  /// `all`: the most calls that may wait at once; with 0, models are never asked.
  explicit sampling_places(std::size_t all = 2) : all_(static_cast<long>(all)) {}

  /// A place, held until its last copy is destroyed; null if none is free.
  [[nodiscard]] std::shared_ptr<void const> take() {
    std::lock_guard const lock(mutex_);
    return place_.use_count() > all_ ? nullptr : place_;  // each taken place is an owner; this member is one more
  }

 private:
  long all_;
  std::mutex mutex_{};
  std::shared_ptr<int const> place_ = std::make_shared<int const>(0);
};

/// The client's model during a call. Waits for an answer until the bounds of the request, at most ten minutes, because a person may have to
/// agree first. Throws `error` with `model_failed` if the client refuses, and as `work::ask`.
[[nodiscard]] inline llm::completion ask_client(work& by, llm::request const& asked) {
  auto const left = std::chrono::ceil<std::chrono::seconds>(asked.bounds.until - std::chrono::steady_clock::now());
  auto const most = std::clamp<std::chrono::seconds>(left, std::chrono::seconds(0), std::chrono::minutes(10));
  try {
    return sampled(by.ask("sampling/createMessage", sampling_request(asked), most));
  } catch (refused const& why) {
    throw error(errc::model_failed, std::string("the client's model was not asked: ") + why.what());
  }
}

}  // namespace t2s::serve::mcp

#endif
