// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RECORDS_RECORD_WRITER_HPP
#define T2S_LLM_IMPL_RECORDS_RECORD_WRITER_HPP

#include "t2s/core/text.hpp"
#include "t2s/llm/exchange.hpp"
#include "t2s/llm/impl/base64.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Written here and not by Boost.JSON: keys are hashes of this text, which must not change when a library writes a number or an escape in
// another way.
namespace t2s::llm::detail::records {

inline constexpr std::string_view hex_digits = "0123456789abcdef";
inline constexpr std::array<std::string_view, 3> roles{"system", "user", "assistant"};
inline constexpr std::array<std::string_view, 3> forms{"text", "json_object", "json_schema"};

inline void write_hex(std::string& out, char c) {
  auto const byte = static_cast<unsigned char>(c);
  out += hex_digits[byte >> 4U];
  out += hex_digits[byte & 15U];
}

inline void write_character(std::string& out, char c) {
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  if (static_cast<unsigned char>(c) >= 0x20) {
    out += c;
    return;
  }
  out += "\\u00";
  write_hex(out, c);
}

inline void write(std::string& out, std::string_view text) {
  bool const is_text = !text::first_invalid_utf8(text);
  out += is_text ? "\"" : "{\"hex\":\"";
  for (char const c : text) is_text ? write_character(out, c) : write_hex(out, c);
  out += is_text ? "\"" : "\"}";
}

inline void write(std::string& out, std::integral auto number) { out += std::to_string(number); }
inline void write(std::string& out, bool truth) { out += truth ? "true" : "false"; }

inline void write(std::string& out, double number) {
  std::array<char, 32> buffer{};
  auto const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number + 0.0).ptr;  // + 0.0: no negative zero
  std::string_view const digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  bool const plain = digits.size() <= 15 && digits.find_first_not_of("-.0123456789") == digits.npos;
  if (plain)
    out += digits;
  else
    write(out, digits);
}

inline void write(std::string& out, std::vector<float> const& vector) {
  std::string bytes;
  bytes.reserve(vector.size() * 4);
  for (float const element : vector)
    for (auto bits = std::bit_cast<std::uint32_t>(element), left = 4U; left > 0; bits >>= 8U, --left)
      bytes += static_cast<char>(bits & 0xFFU);
  write(out, std::string_view(base64_of(bytes)));
}

/// {"a":1,"b":2}, member by member; the brace closes with the scope.
class object {
 public:
  explicit object(std::string& out) : out_(&out) { out += '{'; }
  ~object() { *out_ += '}'; }
  object(object const&) = delete;
  object& operator=(object const&) = delete;

  /// Where the value of the next member is to be written.
  std::string& member(std::string_view name) {
    if (!first_) *out_ += ',';
    first_ = false;
    write(*out_, name);
    return *out_ += ':';
  }
  template <class T>
  void operator()(std::string_view name, T const& value) {
    write(member(name), value);
  }
  template <class T>
  void operator()(std::string_view name, std::optional<T> const& value) {
    if (value) write(member(name), *value);
  }
  void unless_empty(std::string_view name, std::string_view value) {
    if (!value.empty()) write(member(name), value);
  }

 private:
  std::string* out_;
  bool first_ = true;
};

template <class List>
void write_list(std::string& out, List const& list, auto write_one) {
  out += '[';
  for (auto const& item : list) {
    if (&item != &list.front()) out += ',';
    write_one(item);
  }
  out += ']';
}

inline void write(std::string& out, message const& m) {
  object o(out);
  o("role", roles[static_cast<std::size_t>(m.from)]);
  o("text", std::string_view(m.text));
}

inline void write(std::string& out, answer_form const& f) {
  object o(out);
  o("kind", forms[static_cast<std::size_t>(f.what)]);
  o.unless_empty("name", f.name);
  o.unless_empty("schema", f.schema);
  if (!f.strict) o("strict", false);
}

inline void write(std::string& out, request const& r) {
  object o(out);
  write_list(o.member("messages"), r.messages, [&](message const& m) { write(out, m); });
  o("temperature", r.temperature);  // nothing is not the default: a request without one is another request
  o("top_p", r.top_p);
  o("seed", r.seed);
  if (r.choices != 1) o("choices", r.choices);
  o("max_tokens", r.max_tokens);
  if (!r.stop.empty()) write_list(o.member("stop"), r.stop, [&](std::string const& s) { write(out, std::string_view(s)); });
  if (r.form != answer_form()) write(o.member("form"), r.form);
  o("logprobs", r.logprobs);
}

/// What a completion shares with a choice.
inline void write_answer(object& o, auto const& c) {
  o("text", std::string_view(c.text));
  o.unless_empty("finish_reason", c.finish_reason);
  o.unless_empty("logprobs", c.logprobs);
}

inline void write(std::string& out, choice const& c) {
  object o(out);
  write_answer(o, c);
}

inline void write(std::string& out, completion const& c) {
  object o(out);
  write_answer(o, c);
  if (!c.others.empty()) write_list(o.member("others"), c.others, [&](choice const& other) { write(out, other); });
  if (c.prompt_tokens != 0) o("prompt_tokens", c.prompt_tokens);
  if (c.cached_tokens != 0) o("cached_tokens", c.cached_tokens);
  if (c.completion_tokens != 0) o("completion_tokens", c.completion_tokens);
}

/// The members of an exchange that its key is made of: the model's name and what was asked.
inline void write_question(object& o, std::string_view model, request const& asked) {
  o.unless_empty("model", model);
  write(o.member("request"), asked);
}
inline void write_question(object& o, std::string_view model, std::string_view text) {
  o.unless_empty("model", model);
  o("embed", text);
}

inline void write_vector(object& o, embedding const& e) {
  o("vector", e.vector);
  if (e.prompt_tokens != 0) o("prompt_tokens", e.prompt_tokens);
}

}  // namespace t2s::llm::detail::records

#endif
