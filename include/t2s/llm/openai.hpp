// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_OPENAI_HPP
#define T2S_LLM_OPENAI_HPP

#include "t2s/llm/detail/base64.hpp"
#include "t2s/llm/detail/protocol_json.hpp"
#include "t2s/llm/protocol.hpp"

#include <algorithm>
#include <iterator>

/// Vectors in replies, as numbers or as base64.
namespace t2s::llm::detail {

inline std::vector<float> vector_of_numbers(json::array const& numbers, std::string const& which) {
  std::vector<float> out;
  out.reserve(numbers.size());
  for (auto const& n : numbers) {
    if (!n.is_number()) throw malformed(which + " has an element that is not a number");
    auto const d = n.to_number<double>();
    bool const fits = std::abs(d) <= std::numeric_limits<float>::max();
    out.push_back(fits ? static_cast<float>(d) : std::numeric_limits<float>::infinity());
  }
  return out;
}

/// Vector number `index`, from its numbers or base64; `v` may be nullptr.
inline std::vector<float> read_vector(json::value const* v, std::size_t index) {
  auto const which = std::string("vector ").append(std::to_string(index));
  if (v == nullptr || !(v->is_string() || v->is_array())) throw malformed(which + " is missing");
  auto const refuse = [&which](char const* what) { throw malformed(which + " " + what); };
  auto out = v->is_string() ? floats_of_base64(text_in(*v), refuse) : vector_of_numbers(v->get_array(), which);
  if (!std::ranges::all_of(out, [](float f) { return std::isfinite(f); })) refuse("has an element that is not a finite float");
  if (out.empty()) throw malformed(which + " is empty");
  return out;
}

inline void check_lengths(std::vector<std::vector<float>> const& all) {
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].size() != all[0].size())
      throw malformed("vector " + std::to_string(i) + " has " + std::to_string(all[i].size()) + " elements, the first one " +
                      std::to_string(all[0].size()));
}

/// The JSON Schema that an answer must match. Throws `error` with `invalid_argument` if it is no JSON object.
inline json::value schema_of(answer_form const& form) {
  boost::system::error_code wrong;
  auto schema = parsed(utf8(form.schema), wrong);
  if (wrong || !schema.is_object())
    throw impossible("the schema of the answer is not a JSON object" + (wrong ? " (" + wrong.message() + ")" : ""), "give a JSON Schema");
  return schema;
}

}  // namespace t2s::llm::detail

namespace t2s::llm {

/// The chat completions of OpenAI and compatible servers: the default protocol of an endpoint.
struct openai {
  static constexpr std::string_view name = "openai";

  bool max_completion_tokens = false;  ///< OpenAI's newer models have `max_completion_tokens` instead of `max_tokens`
  bool stream_usage = true;            ///< ask for usage in streams (`stream_options`); off for servers that reject the field

  // What `Protocol` and `EmbeddingProtocol` require:
  static void add_headers(std::string_view key, std::vector<http_header>& headers) {
    if (!key.empty()) headers.push_back({"Authorization", std::string("Bearer ").append(key), true});
  }

  static std::string chat_path(std::string_view, bool) { return "/chat/completions"; }
  void write_chat(json::object& body, request const& asked, std::string_view model, bool stream) const {
    if (!model.empty()) detail::set_text(body["model"], model);
    auto& messages = body["messages"].emplace_array();
    for (auto const& m : asked.messages) detail::append_message(messages, m.from, m.text);
    if (asked.temperature) body["temperature"] = detail::number(*asked.temperature, "temperature");
    if (asked.top_p) body["top_p"] = detail::number(*asked.top_p, "top_p");
    if (asked.seed) body["seed"] = *asked.seed;
    if (asked.choices != 1) body["n"] = asked.choices;
    if (asked.max_tokens) body[max_completion_tokens ? "max_completion_tokens" : "max_tokens"] = *asked.max_tokens;
    if (!asked.stop.empty()) body["stop"] = detail::strings(asked.stop);
    if (asked.form.what == answer_form::kind::grammar)
      detail::set_text(body["grammar"], asked.form.schema);  // llama.cpp's server
    else if (asked.form.what != answer_form::kind::text)
      body["response_format"] = response_format(asked.form);
    if (asked.logprobs) body["logprobs"] = true;
    if (asked.logprobs) body["top_logprobs"] = *asked.logprobs;
    if (stream) body["stream"] = true;
    if (stream && stream_usage) body["stream_options"] = {{"include_usage", true}};
  }
  static completion read_chat(json::value const& reply) {
    refuse_anthropic(reply);
    auto const* const list = detail::array_member(reply, "choices");
    if (list == nullptr || list->empty()) throw detail::malformed("it has no choices");
    auto all = read_choices(*list);
    completion c;
    c.text = std::move(all.front().text);
    c.finish_reason = std::move(all.front().finish_reason);
    c.logprobs = std::move(all.front().logprobs);
    c.others.assign(std::make_move_iterator(all.begin() + 1), std::make_move_iterator(all.end()));
    add_usage(reply, c);
    if (auto const* m = detail::member(list->front(), "message")) detail::note_thoughts(c, has_thoughts(*m));
    return c;
  }
  static void read_event(json::value const& chunk, streamed_answer& answer) {
    if (!answer.has_begun()) refuse_anthropic(chunk);
    add_usage(chunk, answer.counts());
    auto const* const choices = detail::array_member(chunk, "choices");
    if (choices == nullptr) return;
    for (auto const& c : *choices) {
      auto const at = detail::count_member(c, "index").value_or(0);
      answer.begin(at);
      if (auto const* delta = detail::member(c, "delta")) {
        if (auto const* content = detail::member(*delta, "content")) answer.add_text(detail::joined_text(*content), at);
        answer.add_text(detail::text_member(*delta, "refusal"), at);
        if (!answer.has_text(at)) answer.add_text(detail::text_of_call(detail::array_member(*delta, "tool_calls")), at);
        detail::note_thoughts(answer.counts(), has_thoughts(*delta));
      }
      answer.set_finish_reason(detail::reason_member(c, "finish_reason"), at);
      auto const* const logprobs = detail::member(c, "logprobs");
      auto const* const tokens = logprobs == nullptr ? nullptr : detail::array_member(*logprobs, "content");
      if (tokens != nullptr) answer.add_logprobs(*tokens, at);
    }
  }

  static std::string embeddings_path(std::string_view) { return "/embeddings"; }
  static void write_embeddings(json::object& body, std::span<std::string const> texts, std::string_view model, vector_encoding encoding) {
    if (!model.empty()) detail::set_text(body["model"], model);
    auto& input = body["input"].emplace_array();
    for (auto const& t : texts) detail::set_text(input.emplace_back(nullptr), t);
    if (encoding == vector_encoding::base64) body["encoding_format"] = "base64";
  }
  static embeddings read_embeddings(json::value const& reply, std::size_t count) {
    auto const* const data = detail::array_member(reply, "data");
    auto const found = data == nullptr ? 0 : data->size();
    if (found != count) throw detail::malformed("it has " + std::to_string(found) + " vectors for " + std::to_string(count) + " texts");
    embeddings out;
    out.vectors.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      auto const at = detail::count_member((*data)[i], "index").value_or(i);
      if (at >= count || !out.vectors[at].empty()) throw detail::malformed("the vectors are not numbered from 0 on");
      out.vectors[at] = detail::read_vector(detail::member((*data)[i], "embedding"), at);
    }
    detail::check_lengths(out.vectors);
    completion cost;
    add_usage(reply, cost);
    out.prompt_tokens = cost.prompt_tokens;
    return out;
  }

  static std::string models_path() { return "/models"; }
  static std::vector<std::string> read_models(json::value const& reply) { return detail::read_model_ids(reply); }

  /// As vLLM, llama.cpp (for one slot), LM Studio, Mistral and OpenRouter say it.
  static std::size_t read_context(json::value const& reply, std::string_view model) {
    auto const* const all = detail::array_member(reply, "data");
    if (all == nullptr) return 0;
    for (auto const& m : *all) {
      if (all->size() > 1 && detail::text_member(m, "id") != model) continue;
      for (auto const* field : {"max_model_len", "loaded_context_length", "context_length", "max_context_length"})
        if (auto const n = detail::count_member(m, field)) return *n;
      if (auto const* const meta = detail::member(m, "meta")) return detail::count_member(*meta, "n_ctx").value_or(0);
    }
    return 0;
  }

  static std::optional<errc> error_named(std::string_view word) { return detail::known_error(word); }

 private:
  /// For a wrong protocol, this gives a better message than a missing member.
  static void refuse_anthropic(json::value const& v) {
    auto const type = detail::text_member(v, "type");
    if (detail::array_member(v, "choices") == nullptr && (type == "message" || type == "message_start"))
      throw detail::malformed("it follows Anthropic's protocol, but the endpoint expects OpenAI's");
  }

  static json::object response_format(answer_form const& form) {
    if (form.what == answer_form::kind::json_object) return {{"type", "json_object"}};
    auto const title = form.name.empty() ? "answer" : detail::utf8(form.name);
    return {{"type", "json_schema"}, {"json_schema", {{"name", title}, {"strict", form.strict}, {"schema", detail::schema_of(form)}}}};
  }

  /// Adds the token counts of `v`, a reply or a chunk of a stream.
  static void add_usage(json::value const& v, completion& to) {
    auto const* const usage = detail::member(v, "usage");
    if (usage == nullptr) return;
    to.prompt_tokens = detail::tokens_in(*usage, "prompt_tokens", to.prompt_tokens, to);
    to.completion_tokens = detail::tokens_in(*usage, "completion_tokens", to.completion_tokens, to);
    auto const* const details = detail::member(*usage, "prompt_tokens_details");
    auto cached = details == nullptr ? std::optional<std::size_t>{} : detail::count_member(*details, "cached_tokens");
    if (!cached) cached = detail::count_member(*usage, "prompt_cache_hit_tokens");
    to.cached_tokens = cached.value_or(to.cached_tokens);
  }

  static bool has_thoughts(json::value const& message) {
    return !detail::text_member(message, "reasoning_content").empty() || !detail::text_member(message, "reasoning").empty();
  }

  static choice read_choice(json::value const& v) {
    auto const* const message = detail::member(v, "message");
    if (message == nullptr || !message->is_object()) throw detail::malformed("a choice has no message");
    auto const* const content = detail::member(*message, "content");
    if (content != nullptr && !content->is_string() && !content->is_array())
      throw detail::malformed("the content of a message is not text");
    auto text = content == nullptr ? std::string() : detail::joined_text(*content);
    if (text.empty()) text = detail::text_member(*message, "refusal");
    if (text.empty()) text = detail::text_of_call(detail::array_member(*message, "tool_calls"));
    choice c;
    c.text = detail::utf8(text);
    c.finish_reason = detail::utf8(detail::reason_member(v, "finish_reason"));
    if (auto const* l = detail::member(v, "logprobs")) c.logprobs = detail::utf8(json::serialize(*l));
    return c;
  }

  /// The choices by index. Two with the same index are an error.
  static std::vector<choice> read_choices(json::array const& list) {
    std::vector<choice> all(list.size());
    std::vector<bool> is_there(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto const at = detail::count_member(list[i], "index").value_or(i);
      if (at >= all.size() || is_there[at]) throw detail::malformed("the choices are not numbered from 0 on");
      all[at] = read_choice(list[i]);
      is_there[at] = true;
    }
    return all;
  }
};
static_assert(EmbeddingProtocol<openai>);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/detail/openai.ipp"
#endif

#endif
