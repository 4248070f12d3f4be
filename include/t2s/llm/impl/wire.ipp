// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_WIRE_IPP
#define T2S_LLM_IMPL_WIRE_IPP

#include "t2s/llm/impl/base64.hpp"
#include "t2s/llm/impl/protocols/anthropic.hpp"
#include "t2s/llm/impl/protocols/openai.hpp"
#include "t2s/llm/impl/protocols/wire_error.hpp"
#include "t2s/llm/impl/transport/http_rules.hpp"
#include "t2s/llm/wire.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace t2s::llm {
namespace detail {

// ---- requests

inline void put_header(http_request& r, http_header h) {
  require_sendable(h);
  for (auto& known : r.headers)
    if (text::same(known.name, h.name)) return void(known = std::move(h));
  r.headers.push_back(std::move(h));
}

inline void put_key(http_request& r, endpoint const& to) {
  if (to.speaks == protocol::anthropic) put_header(r, {"anthropic-version", anthropic::version});
  if (to.key.empty()) return;
  if (to.speaks == protocol::anthropic)
    put_header(r, {"x-api-key", to.key, true});
  else
    put_header(r, {"Authorization", "Bearer " + to.key, true});
}

inline http_request message_to(endpoint const& to, std::string method, std::string path, char const* accept) {
  http_request r;
  r.headers.reserve(4 + to.extra_headers.size());
  r.method = std::move(method);
  r.path = std::move(path);
  put_header(r, {"Accept", accept});
  put_key(r, to);
  for (auto const& h : to.extra_headers) put_header(r, {h.name, h.value, is_secret(h)});
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

inline std::vector<float> vector_of_bytes(std::string_view bytes, std::string const& which) {
  std::vector<float> out;
  out.reserve(bytes.size() / 4);
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t bits = 0;  // little-endian on the wire, whatever this machine is
    for (std::size_t b = 4; b-- > 0;) bits = bits << 8U | static_cast<unsigned char>(bytes[i + b]);
    out.push_back(std::bit_cast<float>(bits));
    if (!std::isfinite(out.back())) throw malformed(which + " has an element that is no finite float");
  }
  return out;
}

inline std::vector<float> vector_of_base64(std::string_view s, std::string const& which) {
  auto const bytes = base64_bytes(s);
  if (!bytes) throw malformed(which + " is no base64");
  if (bytes->size() % 4 != 0) throw malformed(which + " is no whole number of floats");
  return vector_of_bytes(*bytes, which);
}

inline std::vector<float> vector_of_numbers(json::array const& numbers, std::string const& which) {
  std::vector<float> out;
  out.reserve(numbers.size());
  for (auto const& n : numbers) {
    if (!n.is_number()) throw malformed(which + " has an element that is no number");
    json::error_code wrong;
    auto const d = n.to_number<double>(wrong);
    if (!(std::abs(d) <= std::numeric_limits<float>::max())) throw malformed(which + " has an element that is no finite float");
    out.push_back(static_cast<float>(d));
  }
  return out;
}

inline std::vector<float> read_vector(json::value const& item, std::size_t index) {
  auto const which = std::string("vector ").append(std::to_string(index));
  auto const* const v = member(item, "embedding");
  if (v == nullptr || !(v->is_string() || v->is_array())) throw malformed(which + " is missing");
  auto out = v->is_string() ? vector_of_base64(text_in(*v), which) : vector_of_numbers(v->get_array(), which);
  if (out.empty()) throw malformed(which + " is empty");
  return out;
}

inline void check_lengths(std::vector<std::vector<float>> const& all) {
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i].size() != all[0].size())
      throw malformed(std::string("vector ")
                          .append(std::to_string(i))
                          .append(" has ")
                          .append(std::to_string(all[i].size()))
                          .append(" elements, the first one ")
                          .append(std::to_string(all[0].size())));
}

}  // namespace detail

T2S_DECL http_request chat_request(request const& asked, endpoint const& to, bool stream) {
  if (asked.messages.empty()) throw detail::impossible("a request has no messages", "add a user message");
  if (asked.choices == 0) throw detail::impossible("a request asks for no choices", "ask for at least one");
  detail::scratch memory;
  if (to.speaks == protocol::anthropic)
    return detail::post_to(to, "/messages", detail::anthropic::chat_body(asked, to, stream, memory), stream);
  return detail::post_to(to, "/chat/completions", detail::openai::chat_body(asked, to, stream, memory), stream);
}

T2S_DECL completion read_chat(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  auto const v = detail::read_object(reply, from, memory);
  detail::require_protocol(v, from.speaks);
  return from.speaks == protocol::anthropic ? detail::anthropic::read_chat(v) : detail::openai::read_chat(v);
}

T2S_DECL http_request embedding_request(std::span<std::string const> texts, endpoint const& to, vector_encoding encoding) {
  if (to.speaks == protocol::anthropic) throw detail::anthropic::has_no("embeddings", "use another server for them");
  if (texts.empty()) throw detail::impossible("no texts to embed", "give at least one");
  detail::scratch memory;
  detail::json::object body(memory);
  if (!to.model.empty()) detail::set_text(body["model"], to.model);
  auto& input = body["input"].emplace_array();
  for (auto const& t : texts) detail::set_text(input.emplace_back(nullptr), t);
  if (encoding == vector_encoding::base64) body["encoding_format"] = "base64";
  return detail::post_to(to, "/embeddings", std::move(body));
}

T2S_DECL embeddings read_embeddings(http_response const& reply, endpoint const& from, std::size_t count) {
  detail::scratch memory;
  auto const v = detail::read_object(reply, from, memory);
  auto const* const data = detail::array_member(v, "data");
  auto const found = data == nullptr ? 0 : data->size();
  if (found != count) throw detail::malformed("it has " + std::to_string(found) + " vectors for " + std::to_string(count) + " texts");
  embeddings out;
  out.vectors.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto const at = detail::count_member((*data)[i], "index").value_or(i);
    if (at >= count || !out.vectors[at].empty()) throw detail::malformed("the vectors are not numbered from 0 on");
    out.vectors[at] = detail::read_vector((*data)[i], at);
  }
  detail::check_lengths(out.vectors);
  completion cost;
  detail::openai::add_usage(v, cost);
  out.prompt_tokens = cost.prompt_tokens;
  return out;
}

T2S_DECL http_request models_request(endpoint const& to) {
  // Anthropic gives 20 a page unless told otherwise, and 1000 at most.
  return detail::message_to(to, "GET", to.speaks == protocol::anthropic ? "/models?limit=1000" : "/models", "application/json");
}

T2S_DECL std::vector<std::string> read_models(http_response const& reply, endpoint const& from) {
  detail::scratch memory;
  auto const v = detail::read_object(reply, from, memory);
  if (!v.get_object().contains("data")) throw detail::malformed("it has no list of models");
  std::vector<std::string> names;
  if (auto const* data = detail::array_member(v, "data"))  // null where the server has none
    for (auto const& m : *data)
      if (auto const id = detail::text_member(m, "id"); !id.empty()) names.push_back(detail::utf8(id));
  return names;
}

T2S_DECL error error_of(http_response const& reply, endpoint const& from) {
  detail::json::error_code wrong;
  auto const v = detail::parsed(reply.body, wrong);
  auto said = wrong ? std::string() : detail::words_of(v);
  if (said.empty()) said = reply.body;
  if (auto const to = reply.header("Location"); said.empty() && !to.empty()) said = "see " + std::string(to);
  return detail::failed(detail::code_of(reply.status), reply.status, "the model's server answered " + std::to_string(reply.status), said,
                        from);
}

}  // namespace t2s::llm

#endif
