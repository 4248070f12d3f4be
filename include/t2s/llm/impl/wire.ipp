// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_WIRE_IPP
#define T2S_LLM_IMPL_WIRE_IPP

#include "t2s/llm/impl/protocols/wire_error.hpp"
#include "t2s/llm/impl/transport/request_head.hpp"
#include "t2s/llm/protocols/openai.hpp"
#include "t2s/llm/wire.hpp"

#include <utility>

namespace t2s::llm {
namespace detail {

// ---- requests

inline http_request message_to(endpoint const& to, std::string method, std::string path, char const* accept) {
  http_request r;
  auto& all = r.headers;
  all.reserve(4 + to.extra_headers.size());
  r.method = std::move(method);
  r.path = std::move(path);
  all.push_back({"Accept", accept});
  to.protocol->add_headers(to.key, all);
  for (auto const& extra : to.extra_headers) {
    auto const same = std::ranges::find_if(all, [&](http_header const& ours) { return text::same(ours.name, extra.name); });
    auto& h = same == all.end() ? all.emplace_back() : *same;
    h = {extra.name, extra.value, is_secret(extra)};
  }
  for (auto const& h : all) require_sendable(h);
  return r;
}

inline void put_extra_fields(json::object& body, std::string const& fields) {
  if (fields.empty()) return;
  json::error_code wrong;
  auto const v = parsed(fields, wrong);
  if (wrong || !v.is_object())
    throw impossible("the extra fields of an endpoint are no JSON object" + (wrong ? " (" + wrong.message() + ")" : ""),
                     R"(write {"name": value})");
  for (auto const& m : v.get_object()) body[m.key()] = m.value();
}

inline http_request post_to(endpoint const& to, std::string path, json::object body, bool stream = false) {
  auto r = message_to(to, "POST", std::move(path), stream ? "text/event-stream, application/json" : "application/json");
  r.headers.insert(r.headers.begin(), {"Content-Type", "application/json"});
  put_extra_fields(body, to.extra_fields);
  r.body = json::serialize(body);
  return r;
}

// ---- replies

inline json::value read_object(http_response const& reply, endpoint const& from, json::storage_ptr const& in) {
  if (reply.status < 200 || reply.status >= 300) throw error_of(reply, from);
  auto v = parsed_reply(reply.body, from, in);
  if (reports_error(v)) throw reported_error(v, from);
  return v;
}

}  // namespace detail

T2S_DECL any_protocol::any_protocol() : any_protocol(openai()) {}

T2S_DECL http_request chat_request(request const& asked, endpoint const& to, bool stream) {
  if (asked.messages.empty()) throw detail::impossible("a request has no messages", "add a user message");
  if (asked.choices == 0) throw detail::impossible("a request asks for no choices", "ask for at least one");
  detail::scratch memory;
  json::object body(memory);
  to.protocol->write_chat(body, asked, to.model, stream);
  return detail::post_to(to, to.protocol->chat_path(to.model, stream), std::move(body), stream);
}

T2S_DECL completion read_chat(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  return from.protocol->read_chat(detail::read_object(reply, from, memory));
}

namespace detail {

inline any_protocol const& embedding_protocol(endpoint const& of) {
  if (!of.protocol->has_embeddings())
    throw impossible(std::string("the protocol ").append(of.protocol->name()).append(" has no embeddings"), "use another server for them");
  return of.protocol;
}

}  // namespace detail

T2S_DECL http_request embedding_request(std::span<std::string const> texts, endpoint const& to, vector_encoding encoding) {
  auto const& protocol = detail::embedding_protocol(to);
  if (texts.empty()) throw detail::impossible("no texts to embed", "give at least one");
  detail::scratch memory;
  json::object body(memory);
  protocol->write_embeddings(body, texts, to.model, encoding);
  return detail::post_to(to, protocol->embeddings_path(to.model), std::move(body));
}

T2S_DECL embeddings read_embeddings(http_response const& reply, endpoint const& from, std::size_t count) {
  auto const& protocol = detail::embedding_protocol(from);
  detail::scratch memory;
  return protocol->read_embeddings(detail::read_object(reply, from, memory), count);
}

T2S_DECL http_request models_request(endpoint const& to) {
  return detail::message_to(to, "GET", to.protocol->models_path(), "application/json");
}

T2S_DECL std::vector<std::string> read_models(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  return from.protocol->read_models(detail::read_object(reply, from, memory));
}

T2S_DECL error error_of(http_response const& reply, endpoint const& from) {
  json::error_code wrong;
  auto const v = detail::parsed(reply.body, wrong);
  auto words = wrong ? std::string() : detail::words_of(v);
  if (words.empty()) words = reply.body;
  if (auto const to = reply.header("Location"); words.empty() && !to.empty()) words = "see " + std::string(to);
  return detail::failed(detail::code_of(reply.status), reply.status, "the model's server answered " + std::to_string(reply.status), words,
                        from);
}

}  // namespace t2s::llm

#endif
