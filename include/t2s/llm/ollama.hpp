// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_OLLAMA_HPP
#define T2S_LLM_OLLAMA_HPP

#include "t2s/llm/openai.hpp"

namespace t2s::llm {

/// Ollama's own protocol. Unlike Ollama's endpoint in OpenAI's form it takes the size of the context, and a prompt that does not fit is an
/// error. The base URL has no `/v1`: "http://localhost:11434". Source: docs/api.md of Ollama.
struct ollama {
  static constexpr std::string_view name = "ollama";
  static constexpr bool streams_lines = true;  ///< a line of JSON for each piece

  std::size_t context = 16384;  ///< tokens of prompt and answer together (`num_ctx`); 0 leaves the server's; another one reloads the model

  // What `Protocol` and `EmbeddingProtocol` require:
  static void add_headers(std::string_view key, std::vector<http_header>& headers) { openai::add_headers(key, headers); }

  static std::string chat_path(std::string_view, bool) { return "/api/chat"; }
  void write_chat(json::object& body, request const& asked, std::string_view model, bool stream) const {
    refuse_what_is_missing(asked);
    detail::set_text(body["model"], model);
    auto& messages = body["messages"].emplace_array();
    for (auto const& m : asked.messages) detail::append_message(messages, m.from, m.text);
    body["stream"] = stream;
    body["truncate"] = false;  // a prompt that does not fit is refused
    body["shift"] = false;     // an answer that does not fit ends
    if (asked.form.what == answer_form::kind::json_object) body["format"] = "json";
    if (asked.form.what == answer_form::kind::json_schema) body["format"] = detail::schema_of(asked.form);
    if (auto o = options_of(asked); !o.empty()) body["options"] = std::move(o);
  }
  static completion read_chat(json::value const& reply) {
    auto const& m = message_of(reply);
    completion c;
    auto text = detail::text_member(m, "content");
    c.text = text.empty() ? detail::text_of_call(detail::array_member(m, "tool_calls")) : detail::utf8(text);
    c.finish_reason = detail::utf8(finish_reason_of(reply));
    add_counts(reply, c);
    detail::note_thoughts(c, has_thoughts(m));
    return c;
  }
  static void read_event(json::value const& line, streamed_answer& answer) {
    auto const& m = message_of(line);
    answer.begin();
    answer.add_text(detail::text_member(m, "content"));
    if (!answer.has_text()) answer.add_text(detail::text_of_call(detail::array_member(m, "tool_calls")));
    detail::note_thoughts(answer.counts(), has_thoughts(m));
    if (!is_done(line)) return;
    add_counts(line, answer.counts());
    answer.set_finish_reason(finish_reason_of(line));
    answer.complete();
  }

  static std::string embeddings_path(std::string_view) { return "/api/embed"; }
  static void write_embeddings(json::object& body, std::span<std::string const> texts, std::string_view model, vector_encoding) {
    detail::set_text(body["model"], model);
    auto& input = body["input"].emplace_array();
    for (auto const& t : texts) detail::set_text(input.emplace_back(nullptr), t);
  }
  static embeddings read_embeddings(json::value const& reply, std::size_t count) {
    auto const* const all = detail::array_member(reply, "embeddings");
    auto const found = all == nullptr ? 0 : all->size();
    if (found != count) throw detail::malformed("it has " + std::to_string(found) + " vectors for " + std::to_string(count) + " texts");
    embeddings out;
    for (std::size_t i = 0; i < count; ++i) out.vectors.push_back(detail::read_vector(&(*all)[i], i));
    detail::check_lengths(out.vectors);
    out.prompt_tokens = detail::count_member(reply, "prompt_eval_count").value_or(0);
    return out;
  }

  static std::string models_path() { return "/api/tags"; }
  static std::vector<std::string> read_models(json::value const& reply) {
    auto const* const all = detail::array_member(reply, "models");
    if (all == nullptr) throw detail::malformed("it has no list of models");
    std::vector<std::string> names;
    for (auto const& m : *all)
      if (auto const n = detail::text_member(m, "name"); !n.empty()) names.push_back(detail::utf8(n));
    return names;
  }

  /// What each request asks for.
  [[nodiscard]] std::size_t read_context(json::value const&, std::string_view) const { return context; }

  static std::optional<errc> error_named(std::string_view word) { return detail::known_error(word); }

 private:
  static void refuse_what_is_missing(request const& asked) {
    auto const refuse = [](char const* what, char const* remedy) {
      throw detail::impossible(std::string("Ollama's protocol has no ").append(what), remedy);
    };
    if (asked.choices != 1) refuse("several choices of one request", "send the request several times");
    if (asked.form.what == answer_form::kind::grammar) refuse("grammars", "take JSON, or llama.cpp's server");
    if (asked.logprobs) refuse("logprobs", "leave them out, or use Ollama's endpoint in OpenAI's form (/v1)");
  }

  [[nodiscard]] json::object options_of(request const& asked) const {
    json::object o;
    if (context != 0) o["num_ctx"] = context;
    if (asked.temperature) o["temperature"] = detail::number(*asked.temperature, "temperature");
    if (asked.top_p) o["top_p"] = detail::number(*asked.top_p, "top_p");
    if (asked.seed) o["seed"] = *asked.seed;
    if (asked.max_tokens) o["num_predict"] = *asked.max_tokens;
    if (!asked.stop.empty()) o["stop"] = detail::strings(asked.stop);
    return o;
  }

  static json::value const& message_of(json::value const& reply) {
    if (detail::array_member(reply, "choices") != nullptr)
      throw detail::malformed("it follows OpenAI's protocol, but the endpoint expects Ollama's");
    auto const* const m = detail::member(reply, "message");
    if (m == nullptr || !m->is_object()) throw detail::malformed("it has no message");
    return *m;
  }
  static bool has_thoughts(json::value const& message) { return !detail::text_member(message, "thinking").empty(); }
  static bool is_done(json::value const& reply) {
    auto const* const done = detail::member(reply, "done");
    return done != nullptr && done->is_bool() && done->get_bool();
  }
  /// Versions before 0.1.45 give no reason.
  static std::string_view finish_reason_of(json::value const& reply) {
    auto const reason = detail::reason_member(reply, "done_reason");
    return reason.empty() && is_done(reply) ? "stop" : reason;
  }
  static void add_counts(json::value const& reply, completion& to) {
    to.prompt_tokens = detail::tokens_in(reply, "prompt_eval_count", 0, to);
    to.completion_tokens = detail::tokens_in(reply, "eval_count", 0, to);
  }
};
static_assert(EmbeddingProtocol<ollama>);

}  // namespace t2s::llm

#endif
