// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_EXCHANGE_IPP
#define T2S_LLM_IMPL_EXCHANGE_IPP

#include "t2s/llm/exchange.hpp"
#include "t2s/llm/impl/records/json_record.hpp"
#include "t2s/llm/impl/records/sha256.hpp"

namespace t2s::llm {

T2S_DECL std::string to_record(request const& r) {
  return detail::records::written_object([&](auto& o) { detail::records::members(o, r); });
}

T2S_DECL std::string to_record(completion const& c) {
  return detail::records::written_object([&](auto& o) { detail::records::members(o, c); });
}

T2S_DECL std::string to_record(exchange const& e) {
  return detail::records::written_object([&](auto& o) {
    o.always("key", key_of(e.asked, e.model));
    detail::records::write_question(o, e.model, e.asked);
    o.always("completion", e.answered);
  });
}

T2S_DECL std::string to_record(embedding const& e) {
  return detail::records::written_object([&](auto& o) { detail::records::members(o, e); });
}

T2S_DECL std::string to_record(embedding_exchange const& e) {
  return detail::records::written_object([&](auto& o) {
    o.always("key", key_of_text(e.text, e.model));
    detail::records::write_question(o, e.model, e.text);
    detail::records::members(o, e.answered);
  });
}

T2S_DECL request request_from_record(std::string_view json) {
  request r;
  detail::records::read("request", detail::records::parse(json), r);
  return r;
}

T2S_DECL completion completion_from_record(std::string_view json) {
  completion c;
  detail::records::read("completion", detail::records::parse(json), c);
  return c;
}

T2S_DECL exchange exchange_from_record(std::string_view json) { return detail::records::exchange_of(detail::records::parse(json)); }

T2S_DECL embedding embedding_from_record(std::string_view json) { return detail::records::embedding_of(detail::records::parse(json)); }

T2S_DECL embedding_exchange embedding_exchange_from_record(std::string_view json) {
  return detail::records::embedding_exchange_of(detail::records::parse(json));
}

T2S_DECL std::string canonical(request const& r, std::string_view model) {
  return detail::records::written_object([&](auto& o) { detail::records::write_question(o, model, r); });
}

T2S_DECL std::string canonical_text(std::string_view text, std::string_view model) {
  return detail::records::written_object([&](auto& o) { detail::records::write_question(o, model, text); });
}

T2S_DECL std::string key_of(request const& r, std::string_view model) { return detail::sha256(canonical(r, model)).hex(); }

T2S_DECL std::string key_of_text(std::string_view text, std::string_view model) {
  return detail::sha256(canonical_text(text, model)).hex();
}

}  // namespace t2s::llm

#endif
