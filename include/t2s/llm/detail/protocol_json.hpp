// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_PROTOCOL_JSON_HPP
#define T2S_LLM_DETAIL_PROTOCOL_JSON_HPP

#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/detail/called_tool.hpp"
#include "t2s/llm/model.hpp"

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

/// Helpers of protocols for writing and reading JSON.
namespace t2s::llm::detail {

namespace json = boost::json;

/// Deeper than the nesting of any reply, and safe for any stack.
inline constexpr std::size_t deepest_json = 64;

inline constexpr double exact_doubles = 9007199254740992.0;  // 2^53: larger integers may be rounded

/// Memory for JSON that ends with this object; most documents need no heap.
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

/// Accepts bytes that are not UTF-8, since some servers cut characters; `utf8` repairs them.
inline json::value parsed_strictly(std::string_view text, boost::system::error_code& wrong, json::storage_ptr in) {
  json::parse_options options;
  options.max_depth = deepest_json;
  options.allow_invalid_utf8 = true;
  return json::parse({text.data(), text.size()}, wrong, std::move(in), options);
}

/// `json` with U+FFFD for each unpaired surrogate.
inline std::string without_halves(std::string_view json) {
  std::string out;
  for (std::size_t i = 0; i < json.size();) {
    auto const unit = t2s::detail::escaped_unit(json.substr(i)).value_or(0);
    bool const first = t2s::detail::is_first_half(unit), half = first || t2s::detail::is_second_half(unit);
    bool const whole = first && t2s::detail::is_second_half(t2s::detail::escaped_unit(json.substr(i + 6)).value_or(0));
    auto const length = std::min<std::size_t>(json.size() - i, whole ? 12 : half ? 6 : json[i] == '\\' ? 2 : 1);
    out += half && !whole ? std::string_view("\\ufffd") : json.substr(i, length);
    i += length;
  }
  return out;
}

/// Servers that count in UTF-16 cut characters too, and the parser rejects unpaired surrogates.
inline json::value parsed(std::string_view text, boost::system::error_code& wrong, json::storage_ptr const& in = {}) {
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

// Members: absent, null and not an object are treated alike.

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
/// Why an answer ended; nothing for a null, also as a word, which some servers send.
inline std::string_view reason_member(json::value const& v, std::string_view name) {
  auto const reason = text_member(v, name);
  return text::same(reason, "null") || text::same(reason, "none") ? std::string_view{} : reason;
}
inline json::array const* array_member(json::value const& v, std::string_view name) {
  auto const* const m = member(v, name);
  return m == nullptr ? nullptr : m->if_array();
}

/// A count, up to 2^53; nothing for other values.
inline std::optional<std::size_t> count_in(json::value const* v) {
  if (v == nullptr || !v->is_number()) return {};
  auto const d = v->to_number<double>();
  return d >= 0 && d <= exact_doubles ? std::optional(static_cast<std::size_t>(d)) : std::nullopt;
}

inline std::optional<std::size_t> count_member(json::value const& v, std::string_view name) { return count_in(member(v, name)); }

inline constexpr std::size_t most_tokens = 1'000'000'000;  // of one answer; more is no count

/// The count of tokens of that name in `usage`, or else `otherwise`; `to.odd` then says so, unless the count is absent.
inline std::size_t tokens_in(json::value const& usage, std::string_view name, std::size_t otherwise, completion& to) {
  auto const* const m = member(usage, name);
  auto n = count_in(m);
  if (n && *n > most_tokens) n.reset();
  if (m != nullptr && !n)
    to.odd = std::string("the server counts tokens wrongly: its ").append(name).append(" is ").append(text::cut(json::serialize(*m), 40));
  return n.value_or(otherwise);
}

/// Notes in `to.odd` an answer without text whose model has thought.
inline void note_thoughts(completion& to, bool thought) {
  static constexpr std::string_view alone = "the model has only thought, and gave no answer; allow more tokens, or ask for less thinking";
  if (to.text.empty() && thought)
    to.odd = alone;
  else if (!to.text.empty() && to.odd == alone)
    to.odd.clear();
}

inline error malformed(std::string const& what) {
  return {errc::malformed_reply, "the server's answer is not of the protocol: " + what,
          "check the base URL (most end with /v1) and which protocol the server uses"};
}

inline error too_long(char const* what, std::size_t limit) {
  return {errc::malformed_reply, std::string(what).append(" of the stream is longer than ").append(std::to_string(limit)).append(" bytes"),
          "ask for fewer tokens, or raise the limit if the server is to be trusted"};
}

inline error impossible(std::string message, std::string remedy) { return {errc::invalid_argument, std::move(message), std::move(remedy)}; }

inline json::value number(double d, char const* name) {
  if (!std::isfinite(d)) throw impossible(std::string(name).append(" is not a number"), "give a finite number, or none");
  if (d == std::floor(d) && std::abs(d) < exact_doubles) return static_cast<std::int64_t>(d);  // 0 rather than 0E0
  return d;
}

/// A text, or the texts among an array's parts: {"type": "text", "text": "..."}. Parts of other types (thinking, tools) are skipped.
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

/// The text of an answer that only calls a tool, so that messages name the tool: {"function": {"name": ...}} or {"name": ...}; "" if none.
inline std::string text_of_call(json::array const* calls) {
  if (calls == nullptr) return {};
  for (auto const& c : *calls) {
    auto const* const function = member(c, "function");
    auto const name = text_member(function == nullptr ? c : *function, "name");
    if (!name.empty()) return text_of_tool(name);
  }
  return {};
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

/// The code of an error's name, for OpenAI, Anthropic and vLLM together: gateways pass on the errors of others.
inline std::optional<errc> known_error(std::string_view word) {
  struct group {
    errc code;
    std::string_view names;  // each surrounded by blanks
  };
  static constexpr std::array<group, 6> known{
      {{errc::authentication_failed, " authentication_error invalid_api_key permission_error permission_denied billing_error "},
       {errc::model_not_found, " model_not_found not_found_error NotFoundError "},
       {errc::request_rejected, " invalid_request_error BadRequestError request_too_large context_length_exceeded "},
       {errc::rate_limited, " rate_limit_error rate_limit_exceeded insufficient_quota "},
       {errc::model_timeout, " timeout_error "},
       {errc::server_failed, " overloaded_error server_error api_error InternalServerError "}}};
  auto const whole = " " + std::string(word) + " ";
  for (auto const& [code, names] : known)
    if (word.find(' ') == word.npos && !word.empty() && names.find(whole) != names.npos) return code;
  return {};
}

/// Reads {"data": [{"id": "..."}]}; null if the server has no models.
inline std::vector<std::string> read_model_ids(json::value const& reply) {
  if (!reply.get_object().contains("data")) throw malformed("it has no list of models");
  std::vector<std::string> names;
  if (auto const* data = array_member(reply, "data"))
    for (auto const& m : *data)
      if (auto const id = text_member(m, "id"); !id.empty()) names.push_back(utf8(id));
  return names;
}

}  // namespace t2s::llm::detail

#endif
