// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_ANTHROPIC_HPP
#define T2S_LLM_ANTHROPIC_HPP

#include "t2s/llm/detail/protocol_json.hpp"
#include "t2s/llm/protocol.hpp"

#include <algorithm>

namespace t2s::llm {

/// The Messages API of Anthropic. It has no embeddings.
struct anthropic {
  static constexpr std::string_view name = "anthropic";
  static constexpr std::string_view version = "2023-06-01";  ///< version of the API

  std::size_t max_tokens = 4096;  ///< sent if a request has no `max_tokens`, since the API requires one

  // What `Protocol` requires:
  static void add_headers(std::string_view key, std::vector<http_header>& headers) {
    headers.push_back({"anthropic-version", std::string(version)});
    if (!key.empty()) headers.push_back({"x-api-key", std::string(key), true});
  }

  static std::string chat_path(std::string_view, bool) { return "/messages"; }
  void write_chat(json::object& body, request const& asked, std::string_view model, bool stream) const {
    refuse_what_is_missing(asked);
    if (!model.empty()) detail::set_text(body["model"], model);
    body["max_tokens"] = asked.max_tokens.value_or(max_tokens);
    if (auto const s = system_text(asked); !s.empty()) body["system"] = s;
    write_messages(body["messages"].emplace_array(), asked);
    if (asked.temperature) body["temperature"] = detail::number(*asked.temperature, "temperature");
    if (asked.top_p) body["top_p"] = detail::number(*asked.top_p, "top_p");
    if (!asked.stop.empty()) body["stop_sequences"] = detail::strings(asked.stop);
    if (stream) body["stream"] = true;
  }
  static completion read_chat(json::value const& reply) {
    refuse_openai(reply);
    auto const* const content = detail::array_member(reply, "content");
    if (content == nullptr) throw detail::malformed("it has no content");
    completion c;
    auto text = detail::joined_text(*detail::member(reply, "content"));
    if (text.empty()) text = detail::text_of_call(content);
    c.text = detail::utf8(text);
    c.finish_reason = detail::utf8(detail::reason_member(reply, "stop_reason"));
    add_usage(reply, c);
    auto const thinks = [](json::value const& block) { return detail::text_member(block, "type").ends_with("thinking"); };
    detail::note_thoughts(c, std::ranges::any_of(*content, thinks));
    return c;
  }
  static void read_event(json::value const& event, streamed_answer& answer) {
    if (!answer.has_begun()) refuse_openai(event);
    auto const type = detail::text_member(event, "type");
    if (type == "message_stop") return answer.complete();
    if (type == "content_block_start") return add_block(detail::member(event, "content_block"), "text", answer);
    if (type == "content_block_delta") return add_block(detail::member(event, "delta"), "text_delta", answer);
    if (type == "message_start") {
      answer.begin();
      if (auto const* m = detail::member(event, "message")) add_usage(*m, answer.counts());
    } else if (type == "message_delta") {
      answer.begin();
      add_usage(event, answer.counts());
      if (auto const* d = detail::member(event, "delta")) answer.set_finish_reason(detail::reason_member(*d, "stop_reason"));
    }
  }

  /// A page has 20 by default, and 1000 at most.
  static std::string models_path() { return "/models?limit=1000"; }
  static std::vector<std::string> read_models(json::value const& reply) { return detail::read_model_ids(reply); }

  static std::optional<errc> error_named(std::string_view word) { return detail::known_error(word); }

 private:
  static error has_no(char const* what, char const* remedy) {
    return detail::impossible(std::string("Anthropic's Messages API has no ").append(what), remedy);
  }

  static void refuse_what_is_missing(request const& asked) {
    if (asked.choices != 1) throw has_no("several choices of one request", "send the request several times");
    if (asked.seed) throw has_no("seed", "leave it out");
    if (asked.logprobs) throw has_no("logprobs", "leave them out, or use a model with OpenAI's protocol");
    if (asked.form.what != answer_form::kind::text)
      throw has_no("response_format", "ask for JSON in the prompt, or set what your model offers in the endpoint's extra_fields");
  }

  /// For a wrong protocol, this gives a better message than a missing member.
  static void refuse_openai(json::value const& v) {
    if (detail::array_member(v, "choices") != nullptr)
      throw detail::malformed("it follows OpenAI's protocol, but the endpoint expects Anthropic's");
  }

  static void append_paragraph(std::string& to, std::string_view paragraph) {
    if (!to.empty()) to += "\n\n";
    to += paragraph;
  }

  /// All system messages, joined: the API has one place for them.
  static std::string system_text(request const& asked) {
    std::string all;
    for (auto const& m : asked.messages)
      if (m.from == role::system) append_paragraph(all, m.text);
    return detail::utf8(all);
  }

  /// The other messages, in turns: consecutive ones of one role are joined.
  static void write_messages(json::array& to, request const& asked) {
    std::vector<message> turns;
    for (auto const& m : asked.messages) {
      if (m.from == role::system) continue;
      if (!turns.empty() && turns.back().from == m.from)
        append_paragraph(turns.back().text, m.text);
      else
        turns.push_back(m);
    }
    if (turns.empty()) throw has_no("request with only system messages", "add a user message");
    for (auto const& t : turns) detail::append_message(to, t.from, t.text);
  }

  static void add_block(json::value const* block, std::string_view type, streamed_answer& answer) {
    answer.begin();
    if (block == nullptr) return;
    auto const is = detail::text_member(*block, "type");
    if (is == type) answer.add_text(detail::text_member(*block, "text"));
    if (is == "tool_use" && !answer.has_text()) answer.add_text(detail::text_of_tool(detail::text_member(*block, "name")));
    detail::note_thoughts(answer.counts(), is.starts_with("thinking"));
  }

  /// Adds the token counts of `v`, a reply or an event of a stream. Anthropic's `input_tokens` exclude cached tokens; ours include them.
  /// Counts never shrink: later events omit earlier ones.
  static void add_usage(json::value const& v, completion& to) {
    auto const* const usage = detail::member(v, "usage");
    if (usage == nullptr) return;
    auto const count = [&](char const* member) { return detail::tokens_in(*usage, member, 0, to); };
    auto const cached = count("cache_read_input_tokens");
    to.cached_tokens = std::max(to.cached_tokens, cached);
    to.prompt_tokens = std::max(to.prompt_tokens, count("input_tokens") + cached + count("cache_creation_input_tokens"));
    to.completion_tokens = std::max(to.completion_tokens, count("output_tokens"));
  }
};
static_assert(Protocol<anthropic> && !EmbeddingProtocol<anthropic>);

}  // namespace t2s::llm

#endif
