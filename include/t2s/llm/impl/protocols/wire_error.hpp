// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROTOCOLS_WIRE_ERROR_HPP
#define T2S_LLM_IMPL_PROTOCOLS_WIRE_ERROR_HPP

#include "t2s/llm/impl/protocols/wire_json.hpp"

#include <algorithm>
#include <charconv>

namespace t2s::llm::detail {

inline errc code_of(unsigned status) {
  if (status == 401 || status == 402 || status == 403) return errc::authentication_failed;
  if (status == 404) return errc::model_not_found;
  if (status == 408) return errc::model_timeout;
  if (status == 429) return errc::rate_limited;
  if (status >= 500) return errc::server_failed;
  return status >= 400 ? errc::request_rejected : errc::model_failed;
}

inline char const* remedy_of(errc code, unsigned status) {
  switch (code) {
    case errc::authentication_failed:
      return status == 402 ? "see to the account that the API key belongs to" : "check the API key and what it may use";
    case errc::model_not_found: return "check the model's name and the base URL";
    case errc::model_timeout: return "try again, or ask for less at once";
    case errc::rate_limited: return "wait and try again, or send less a minute; a quota that is spent needs its owner";
    case errc::server_failed: return "try again later";
    case errc::request_rejected: return status == 413 ? "shorten the prompt" : "change the request as the server says";
    default:
      return status >= 300 && status < 400 ? "give the address that answers itself as the base URL"
                                           : "try again, or look into the server's log";
  }
}

/// 429 or "429" as the code of an error is a status.
inline unsigned status_in(json::value const& code) {
  std::size_t n = count_in(&code).value_or(0);
  auto const s = text_in(code);
  std::from_chars(s.data(), s.data() + s.size(), n);
  return n >= 400 && n < 600 ? static_cast<unsigned>(n) : 0;
}

/// The words of an error, in whichever of the shapes of OpenAI, vLLM, Mistral, FastAPI and others.
inline std::string words_of(json::value const& v) {  // NOLINT(misc-no-recursion): as deep as deepest_json
  if (v.is_string()) return std::string(text_in(v));
  if (auto const* a = v.if_array(); a != nullptr && !a->empty()) return words_of(a->front());
  for (auto const* name : {"error", "message", "detail", "msg"}) {
    auto const* const m = member(v, name);
    if (m == nullptr) continue;
    auto words = words_of(*m);
    if (auto const* where = array_member(v, "loc"); where != nullptr && !words.empty()) words += " at " + json::serialize(*where);
    if (!words.empty()) return words;
  }
  return {};
}

inline bool reports_error(json::value const& v) {
  return member(v, "error") != nullptr || text_member(v, "object") == "error" || text_member(v, "type") == "error";
}

inline bool sends_secret(endpoint const& to) { return !to.key.empty() || std::ranges::any_of(to.extra_headers, is_secret); }

inline error failed(errc code, unsigned status, std::string message, std::string_view server_words, endpoint const& from) {
  auto words = shown(server_words, from);
  message += words.empty() ? " without saying why" : ": " + words;
  auto remedy = remedy_of(code, status);
  if (code == errc::authentication_failed && !sends_secret(from)) {
    message += " (no key was sent: endpoint::key is empty)";
    remedy = "give the endpoint a key";
  }
  return error(failure{code, std::move(message), code == errc::model_not_found ? from.model : "", remedy, {}});
}

/// The error that a reply or a stream with status 200 reports.
inline error reported_error(json::value const& v, endpoint const& from) {
  auto const* const inner = member(v, "error");
  auto const& e = inner != nullptr && inner->is_object() ? *inner : v;
  auto const* const code = member(e, "code");
  auto const status = code == nullptr ? 0 : status_in(*code);
  auto what = status == 0 ? from.protocol->error_named(text_member(e, "code")) : code_of(status);
  if (!what) what = from.protocol->error_named(text_member(e, "type"));
  return failed(what.value_or(errc::model_failed), status, "the model's server reported an error", words_of(v), from);
}

}  // namespace t2s::llm::detail

#endif
