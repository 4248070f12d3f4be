// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROTOCOLS_WIRE_JSON_HPP
#define T2S_LLM_IMPL_PROTOCOLS_WIRE_JSON_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/impl/base64.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/llm/protocol.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::llm::detail {

/// Deeper than any reply is nested, and shallow enough for any stack.
inline constexpr std::size_t deepest_json = 64;

/// Where JSON lives that is gone with this: most of it needs nothing from the heap.
class scratch {
 public:
  scratch() = default;
  scratch(scratch const&) = delete;
  scratch& operator=(scratch const&) = delete;
  operator json::storage_ptr() noexcept { return &memory_; }  // NOLINT(google-explicit-constructor): given as one

 private:
  std::array<unsigned char, 4096> first_;
  json::monotonic_resource memory_{first_.data(), first_.size()};
};

/// Bytes that are not UTF-8 are let through, since some servers cut characters; `utf8` mends what leaves the protocol.
inline json::value parsed_strictly(std::string_view text, json::error_code& wrong, json::storage_ptr in) {
  json::parse_options options;
  options.max_depth = deepest_json;
  options.allow_invalid_utf8 = true;
  return json::parse({text.data(), text.size()}, wrong, std::move(in), options);
}

/// 0xD83D for `\ud83d` at the beginning of `s`; nothing for what is no half of a character.
inline std::optional<unsigned> surrogate_at(std::string_view s) {
  unsigned n = 0;
  if (s.size() < 6 || !s.starts_with("\\u")) return {};
  auto const [end, wrong] = std::from_chars(s.data() + 2, s.data() + 6, n, 16);
  if (wrong != std::errc{} || end != s.data() + 6 || n < 0xD800U || n > 0xDFFFU) return {};
  return n;
}

/// `json` with U+FFFD for each half of a character whose other half is missing.
inline std::string without_halves(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size();) {
    auto const first = surrogate_at(json.substr(i));
    auto const second = first && *first < 0xDC00U ? surrogate_at(json.substr(i + 6)) : std::nullopt;
    auto const whole = second && *second >= 0xDC00U;
    auto const length = std::min<std::size_t>(json.size() - i, whole ? 12 : first ? 6 : json[i] == '\\' ? 2 : 1);
    out += first && !whole ? std::string_view("\\ufffd") : json.substr(i, length);
    i += length;
  }
  return out;
}

/// Servers that count characters in UTF-16 cut them too, and the parser takes no halves.
inline json::value parsed(std::string_view text, json::error_code& wrong, json::storage_ptr const& in = {}) {
  auto v = parsed_strictly(text, wrong, in);
  if (!wrong) return v;
  auto const mended = without_halves(text);
  return mended == text ? v : parsed_strictly(mended, wrong, in);
}

inline std::string utf8(std::string_view s) { return text::first_invalid_utf8(s) ? text::valid_utf8(s) : std::string(s); }

inline void set_text(json::value& to, std::string_view s) {
  if (text::first_invalid_utf8(s))
    to = text::valid_utf8(s);
  else
    to = json::string_view(s.data(), s.size());
}

// ---- members: absent, null and not an object are all the same

inline json::value const* member(json::value const& v, std::string_view name) {
  auto const* const object = v.if_object();
  auto const* const found = object == nullptr ? nullptr : object->if_contains({name.data(), name.size()});
  return found == nullptr || found->is_null() ? nullptr : found;
}

inline std::string_view text_in(json::value const& v) {
  auto const* const s = v.if_string();
  return s == nullptr ? std::string_view{} : std::string_view(s->data(), s->size());
}

inline std::string_view text_member(json::value const& v, std::string_view name) {
  auto const* const m = member(v, name);
  return m == nullptr ? std::string_view{} : text_in(*m);
}

inline json::array const* array_member(json::value const& v, std::string_view name) {
  auto const* const m = member(v, name);
  return m == nullptr ? nullptr : m->if_array();
}

/// A number of things; nothing for what cannot be one.
inline std::optional<std::size_t> count_in(json::value const* v) {
  constexpr double exact = 9007199254740992.0;  // 2^53: integers above it are not what they say
  if (v == nullptr) return {};
  if (auto const* i = v->if_int64()) return *i < 0 ? std::optional<std::size_t>{} : static_cast<std::size_t>(*i);
  if (auto const* u = v->if_uint64()) return *u;
  if (auto const* d = v->if_double(); d != nullptr && *d >= 0 && *d <= exact) return static_cast<std::size_t>(*d);
  return {};
}

inline std::optional<std::size_t> count_member(json::value const& v, std::string_view name) { return count_in(member(v, name)); }

// ---- words for people

/// On one line, without control characters (C0, DEL and C1).
inline std::string on_one_line(std::string_view s) {
  std::string out;
  auto const valid = text::valid_utf8(s);
  for (std::size_t i = 0; i < valid.size(); ++i) {
    auto const c = static_cast<unsigned char>(valid[i]);
    bool const c1 = c == 0xC2 && static_cast<unsigned char>(valid[i + 1]) < 0xA0;
    if (c1) ++i;
    if (c1 || c <= ' ' || c == 0x7F) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += valid[i];
    }
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

/// Headers that carry a secret, whether they are marked so or not.
inline bool is_secret(http_header const& h) {
  constexpr std::array<std::string_view, 4> known{"Authorization", "Proxy-Authorization", "api-key", "x-api-key"};
  return h.secret || std::ranges::any_of(known, [&](auto const name) { return text::same(h.name, name); });
}

inline bool continues_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-';
}
inline bool is_word(std::string_view in, std::size_t at, std::size_t length) {
  bool const goes_on = at + length < in.size() && continues_word(in[at + length]);
  return !goes_on && (at == 0 || !continues_word(in[at - 1]));
}

/// A secret of a few letters is hidden as a word only: within words it would tear the message to pieces.
inline void hide(std::string& s, std::string_view secret) {
  constexpr std::string_view stars = "***";
  if (secret.empty()) return;
  for (auto at = s.find(secret); at != std::string::npos;) {
    bool const hidden = secret.size() >= 4 || is_word(s, at, secret.size());
    if (hidden) s.replace(at, secret.size(), stars);
    at = s.find(secret, at + (hidden ? stars.size() : 1));
  }
}

/// Servers repeat headers that they do not like, with or without the scheme before the key. `s` is on one line.
inline void hide_secrets(std::string& s, endpoint const& of) {
  hide(s, on_one_line(of.key));
  for (auto const& h : of.extra_headers) {
    if (!is_secret(h)) continue;
    auto const value = on_one_line(h.value);
    hide(s, value);
    if (auto const scheme = value.find(' '); scheme != std::string::npos) hide(s, std::string_view(value).substr(scheme + 1));
  }
}

/// A server's words, fit to be shown. Cut last of all: half a secret would not be recognised.
inline std::string shown(std::string_view words, endpoint const& from, std::size_t most = 400) {
  auto s = on_one_line(words);
  hide_secrets(s, from);
  return text::cut(s, most);
}

// ---- failures

inline error malformed(std::string const& what) {
  return {errc::malformed_reply, "the server's answer is not of the protocol: " + what,
          "check the base URL (most end with /v1) and which protocol the server speaks"};
}

inline json::value parsed_reply(std::string_view body, endpoint const& from, json::storage_ptr const& in = {}) {
  json::error_code wrong;
  auto v = parsed(body, wrong, in);
  if (wrong && text::trim(body).empty()) throw malformed("it is empty");
  if (wrong) throw malformed("it is no JSON (" + wrong.message() + "); it begins: " + shown(body, from, 80));
  if (!v.is_object()) throw malformed("it is no JSON object; it begins: " + shown(body, from, 80));
  return v;
}

inline error too_long(char const* what, std::size_t limit) {
  return {errc::malformed_reply, std::string(what).append(" of the stream is longer than ").append(std::to_string(limit)).append(" bytes"),
          "raise the limit if the server is to be trusted"};
}

inline error impossible(std::string message, std::string remedy) { return {errc::invalid_argument, std::move(message), std::move(remedy)}; }

// ---- what protocols have in common

inline json::value number(double d, char const* name) {
  constexpr double exact = 9007199254740992.0;
  if (!std::isfinite(d)) throw impossible(std::string(name).append(" is no number"), "give a finite number, or none");
  if (d == std::floor(d) && std::abs(d) < exact) return static_cast<std::int64_t>(d);  // 0 rather than 0E0
  return d;
}

/// A text, or the texts among an array's parts: {"type": "text", "text": "..."}. Parts of other types (thinking, tools) are none.
inline std::string joined_text(json::value const& content) {
  auto const* const parts = content.if_array();
  if (parts == nullptr) return std::string(text_in(content));
  std::string all;
  for (auto const& p : *parts) {
    auto const type = text_member(p, "type");
    if (type.empty() || type == "text") all += p.is_string() ? text_in(p) : text_member(p, "text");
  }
  return all;
}

inline void append_message(json::array& to, role from, std::string_view text) {
  auto& m = to.emplace_back(json::object_kind).get_object();
  m["role"] = from == role::system ? "system" : from == role::assistant ? "assistant" : "user";
  set_text(m["content"], text);
}

inline json::array strings(std::vector<std::string> const& all) {
  json::array out;
  for (auto const& s : all) out.emplace_back(utf8(s));
  return out;
}

/// The names of errors of OpenAI, Anthropic and vLLM: gateways pass on those of others.
inline std::optional<errc> known_error(std::string_view word) {
  constexpr std::array<std::pair<std::string_view, errc>, 20> known{{
      {"authentication_error", errc::authentication_failed},
      {"invalid_api_key", errc::authentication_failed},
      {"permission_error", errc::authentication_failed},
      {"permission_denied", errc::authentication_failed},
      {"model_not_found", errc::model_not_found},
      {"not_found_error", errc::model_not_found},
      {"NotFoundError", errc::model_not_found},
      {"invalid_request_error", errc::request_rejected},
      {"BadRequestError", errc::request_rejected},
      {"request_too_large", errc::request_rejected},
      {"context_length_exceeded", errc::request_rejected},
      {"billing_error", errc::authentication_failed},
      {"rate_limit_error", errc::rate_limited},
      {"rate_limit_exceeded", errc::rate_limited},
      {"insufficient_quota", errc::rate_limited},
      {"timeout_error", errc::model_timeout},
      {"overloaded_error", errc::server_failed},
      {"server_error", errc::server_failed},
      {"api_error", errc::server_failed},
      {"InternalServerError", errc::server_failed},
  }};
  for (auto const& [n, code] : known)
    if (n == word) return code;
  return {};
}

/// {"data": [{"id": "..."}]}; null where the server has no models.
inline std::vector<std::string> read_model_ids(json::value const& reply) {
  if (!reply.get_object().contains("data")) throw malformed("it has no list of models");
  std::vector<std::string> names;
  if (auto const* data = array_member(reply, "data"))
    for (auto const& m : *data)
      if (auto const id = text_member(m, "id"); !id.empty()) names.push_back(utf8(id));
  return names;
}

}  // namespace t2s::llm::detail

/// Vectors in replies, as numbers or as base64 of little-endian floats.
namespace t2s::llm::detail {

inline std::vector<float> vector_of_base64(std::string_view s, std::string const& which) {
  auto const bytes = base64_bytes(s);
  if (!bytes) throw malformed(which + " is no base64");
  if (bytes->size() % 4 != 0) throw malformed(which + " is no whole number of floats");
  auto out = floats_of(*bytes);
  if (!std::ranges::all_of(out, [](float f) { return std::isfinite(f); }))
    throw malformed(which + " has an element that is no finite float");
  return out;
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

}  // namespace t2s::llm::detail

#endif
