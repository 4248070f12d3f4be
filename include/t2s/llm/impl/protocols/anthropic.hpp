// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROTOCOLS_ANTHROPIC_HPP
#define T2S_LLM_IMPL_PROTOCOLS_ANTHROPIC_HPP

#include "t2s/llm/impl/protocols/openai.hpp"

namespace t2s::llm::detail::anthropic {

inline constexpr char const* version = "2023-06-01";

inline error has_no(char const* what, char const* remedy) {
  return impossible(std::string("Anthropic's Messages API has no ").append(what), remedy);
}

inline void refuse_what_is_missing(request const& asked) {
  if (asked.choices != 1) throw has_no("several choices of one request", "send the request several times");
  if (asked.seed) throw has_no("seed", "leave it out");
  if (asked.logprobs) throw has_no("logprobs", "leave them out, or use a model with OpenAI's protocol");
  if (asked.form.what != answer_form::kind::text)
    throw has_no("response_format", "ask for JSON in the prompt, or set what your model offers in the endpoint's extra_fields");
}

inline void append_paragraph(std::string& to, std::string_view paragraph) {
  if (!to.empty()) to += "\n\n";
  to += paragraph;
}

/// What all messages of the system say: it has one place, wherever they stood.
inline std::string system_text(request const& asked) {
  std::string all;
  for (auto const& m : asked.messages)
    if (m.from == role::system) append_paragraph(all, m.text);
  return utf8(all);
}

/// The others, in turns.
inline json::array messages(request const& asked, json::storage_ptr const& in) {
  std::vector<message> turns;
  for (auto const& m : asked.messages) {
    if (m.from == role::system) continue;
    if (!turns.empty() && turns.back().from == m.from)
      append_paragraph(turns.back().text, m.text);
    else
      turns.push_back(m);
  }
  if (turns.empty()) throw has_no("request with system messages alone", "add a user message");
  json::array all(in);
  for (auto const& t : turns) openai::append_message(all, t.from, t.text);
  return all;
}

inline json::object chat_body(request const& asked, endpoint const& to, bool stream, json::storage_ptr const& in) {
  refuse_what_is_missing(asked);
  json::object body(in);
  if (!to.model.empty()) set_text(body["model"], to.model);
  body["max_tokens"] = asked.max_tokens.value_or(anthropic_max_tokens);
  if (auto const s = system_text(asked); !s.empty()) body["system"] = s;
  body["messages"] = messages(asked, in);
  if (asked.temperature) body["temperature"] = number(*asked.temperature, "temperature");
  if (asked.top_p) body["top_p"] = number(*asked.top_p, "top_p");
  if (!asked.stop.empty()) body["stop_sequences"] = openai::strings(asked.stop);
  if (stream) body["stream"] = true;
  return body;
}

/// Adds what `v`, a reply or an event of a stream, says of its cost. Here `input_tokens` are those that no cache knew, elsewhere all.
/// Counts never shrink: later events leave out what earlier ones said.
inline void add_usage(json::value const& v, completion& to) {
  auto const* const usage = member(v, "usage");
  if (usage == nullptr) return;
  auto const count = [&](char const* name) { return count_member(*usage, name).value_or(0); };
  auto const cached = count("cache_read_input_tokens");
  to.cached_tokens = std::max(to.cached_tokens, cached);
  to.prompt_tokens = std::max(to.prompt_tokens, count("input_tokens") + cached + count("cache_creation_input_tokens"));
  to.completion_tokens = std::max(to.completion_tokens, count("output_tokens"));
}

inline completion read_chat(json::value const& v) {
  auto const* const content = array_member(v, "content");
  if (content == nullptr) throw malformed("it has no content");
  completion c;
  c.text = utf8(joined_text(*member(v, "content")));
  c.finish_reason = utf8(text_member(v, "stop_reason"));
  add_usage(v, c);
  return c;
}

}  // namespace t2s::llm::detail::anthropic

#endif
