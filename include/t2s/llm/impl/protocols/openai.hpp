// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROTOCOLS_OPENAI_HPP
#define T2S_LLM_IMPL_PROTOCOLS_OPENAI_HPP

#include "t2s/llm/impl/protocols/wire_json.hpp"
#include "t2s/llm/model.hpp"

namespace t2s::llm::detail::openai {

inline std::string_view name_of(role r) {
  switch (r) {
    case role::system: return "system";
    case role::assistant: return "assistant";
    default: return "user";
  }
}

inline void append_message(json::array& to, role from, std::string_view text) {
  auto& m = to.emplace_back(json::object_kind).get_object();
  auto const name = name_of(from);
  m["role"] = json::string_view(name.data(), name.size());
  set_text(m["content"], text);
}

inline json::array messages(request const& asked, json::storage_ptr const& in) {
  json::array all(in);
  for (auto const& m : asked.messages) append_message(all, m.from, m.text);
  return all;
}

inline json::value schema(answer_form const& form) {
  json::error_code wrong;
  auto v = parsed(utf8(form.schema), wrong);
  if (wrong || !v.is_object())
    throw impossible("the schema of the answer is no JSON object" + (wrong ? " (" + wrong.message() + ")" : ""), "give a JSON Schema");
  return v;
}

inline json::object response_format(answer_form const& form) {
  if (form.what == answer_form::kind::json_object) return {{"type", "json_object"}};
  return {{"type", "json_schema"},
          {"json_schema", {{"name", form.name.empty() ? "answer" : utf8(form.name)}, {"strict", form.strict}, {"schema", schema(form)}}}};
}

inline json::array strings(std::vector<std::string> const& all) {
  json::array out;
  for (auto const& s : all) out.emplace_back(utf8(s));
  return out;
}

inline json::object chat_body(request const& asked, endpoint const& to, bool stream, json::storage_ptr const& in) {
  json::object body(in);
  if (!to.model.empty()) set_text(body["model"], to.model);
  body["messages"] = messages(asked, in);
  if (asked.temperature) body["temperature"] = number(*asked.temperature, "temperature");
  if (asked.top_p) body["top_p"] = number(*asked.top_p, "top_p");
  if (asked.seed) body["seed"] = *asked.seed;
  if (asked.choices != 1) body["n"] = asked.choices;
  if (asked.max_tokens) body[to.max_completion_tokens ? "max_completion_tokens" : "max_tokens"] = *asked.max_tokens;
  if (!asked.stop.empty()) body["stop"] = strings(asked.stop);
  if (asked.form.what != answer_form::kind::text) body["response_format"] = response_format(asked.form);
  if (asked.logprobs) body["logprobs"] = true;
  if (asked.logprobs) body["top_logprobs"] = *asked.logprobs;
  if (stream) body["stream"] = true;
  if (stream && to.stream_usage) body["stream_options"] = {{"include_usage", true}};
  return body;
}

/// Adds what `v`, a reply or a chunk of a stream, says of its cost.
inline void add_usage(json::value const& v, completion& to) {
  auto const* const usage = member(v, "usage");
  if (usage == nullptr) return;
  to.prompt_tokens = count_member(*usage, "prompt_tokens").value_or(to.prompt_tokens);
  to.completion_tokens = count_member(*usage, "completion_tokens").value_or(to.completion_tokens);
  auto const* const details = member(*usage, "prompt_tokens_details");
  auto cached = details == nullptr ? std::optional<std::size_t>{} : count_member(*details, "cached_tokens");
  if (!cached) cached = count_member(*usage, "prompt_cache_hit_tokens");
  to.cached_tokens = cached.value_or(to.cached_tokens);
}

inline choice read_choice(json::value const& v) {
  auto const* const said = member(v, "message");
  if (said == nullptr || !said->is_object()) throw malformed("a choice has no message");
  auto const* const content = member(*said, "content");
  if (content != nullptr && !content->is_string() && !content->is_array()) throw malformed("the content of a message is no text");
  auto text = content == nullptr ? std::string() : joined_text(*content);
  if (text.empty()) text = text_member(*said, "refusal");
  choice c;
  c.text = utf8(text);
  c.finish_reason = utf8(text_member(v, "finish_reason"));
  if (auto const* l = member(v, "logprobs")) c.logprobs = utf8(json::serialize(*l));
  return c;
}

/// By their index. Of two with the same, one would have no place: that is an error.
inline std::vector<choice> read_choices(json::array const& list) {
  std::vector<choice> all(list.size());
  std::vector<bool> is_there(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    auto const at = count_member(list[i], "index").value_or(i);
    if (at >= all.size() || is_there[at]) throw malformed("the choices are not numbered from 0 on");
    all[at] = read_choice(list[i]);
    is_there[at] = true;
  }
  return all;
}

inline completion read_chat(json::value const& v) {
  auto const* const list = array_member(v, "choices");
  if (list == nullptr || list->empty()) throw malformed("it has no choices");
  auto all = read_choices(*list);
  completion c;
  c.text = std::move(all.front().text);
  c.finish_reason = std::move(all.front().finish_reason);
  c.logprobs = std::move(all.front().logprobs);
  c.others.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
  add_usage(v, c);
  return c;
}

}  // namespace t2s::llm::detail::openai

#endif
