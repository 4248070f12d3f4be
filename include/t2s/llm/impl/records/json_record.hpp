// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RECORDS_JSON_RECORD_HPP
#define T2S_LLM_IMPL_RECORDS_JSON_RECORD_HPP

#include "t2s/core/impl/json_text.hpp"
#include "t2s/core/text.hpp"
#include "t2s/llm/exchange.hpp"
#include "t2s/llm/impl/base64.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Requests, answers and vectors as JSON, written and read.
namespace t2s::llm::detail::records {

namespace json = boost::json;

// ---- members: each once, for writing and for reading. `v.always(name, member)` is always written, `v(name, member, value)` unless the
// member has that value, or none is given and it has its type's default one.

template <class T>
concept Record = std::same_as<T, message> || std::same_as<T, answer_form> || std::same_as<T, request> || std::same_as<T, choice> ||
                 std::same_as<T, completion> || std::same_as<T, embedding>;

template <class T, class Struct>
concept Some = std::same_as<std::remove_const_t<T>, Struct>;

template <Some<message> M>
void members(auto& v, M& m) {
  v.always("role", m.from);
  v.always("text", m.text);
}

template <Some<answer_form> F>
void members(auto& v, F& f) {
  v.always("kind", f.what);
  v("name", f.name);
  v("schema", f.schema);
  v("strict", f.strict, true);
}

template <Some<request> R>
void members(auto& v, R& r) {
  v.always("messages", r.messages);
  v("temperature", r.temperature);  // the greedy one is written: a request without one is another request
  v("top_p", r.top_p);
  v("seed", r.seed);
  v("choices", r.choices, std::size_t{1});
  v("max_tokens", r.max_tokens);
  v("stop", r.stop);
  v("form", r.form);
  v("logprobs", r.logprobs);
}

void answer_members(auto& v, auto& c) {
  v.always("text", c.text);
  v("finish_reason", c.finish_reason);
  v("logprobs", c.logprobs);
}
template <Some<choice> C>
void members(auto& v, C& c) {
  answer_members(v, c);
}
template <Some<completion> C>
void members(auto& v, C& c) {
  answer_members(v, c);
  v("others", c.others);
  v("prompt_tokens", c.prompt_tokens);
  v("cached_tokens", c.cached_tokens);
  v("completion_tokens", c.completion_tokens);
}

template <Some<embedding> E>
void members(auto& v, E& e) {
  v.always("vector", e.vector);
  v("prompt_tokens", e.prompt_tokens);
}

inline constexpr std::string_view hex_digits = "0123456789abcdef";
inline constexpr std::array<std::string_view, 3> roles{"system", "user", "assistant"};
inline constexpr std::array<std::string_view, 3> forms{"text", "json_object", "json_schema"};

// ---- writing: not by Boost.JSON, since keys are hashes of this text, which must not change when a library writes a number or an escape in
// another way

inline void write(std::string& out, std::string_view text) {
  if (!text::first_invalid_utf8(text)) return t2s::detail::append_json(out, text);
  out += "{\"hex\":\"";
  for (char const c : text) {
    auto const byte = static_cast<unsigned char>(c);
    out += hex_digits[byte >> 4U];
    out += hex_digits[byte & 15U];
  }
  out += "\"}";
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

inline void write(std::string& out, role r) { write(out, roles[static_cast<std::size_t>(r)]); }
inline void write(std::string& out, answer_form::kind k) { write(out, forms[static_cast<std::size_t>(k)]); }
inline void write(std::string& out, std::vector<float> const& vector) { write(out, std::string_view(base64_of_floats(vector))); }

template <class T>
void write(std::string& out, std::optional<T> const& value) {
  if (value) write(out, *value);
}

template <Record T>
void write(std::string& out, T const& value);
template <class T>
void write(std::string& out, std::vector<T> const& list);

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
  void always(std::string_view name, auto const& value) { write(member(name), value); }
  template <class T>
  void operator()(std::string_view name, T const& value, T const& left_out = {}) {
    if (value != left_out) always(name, value);
  }

 private:
  std::string* out_;
  bool first_ = true;
};

template <Record T>
void write(std::string& out, T const& value) {
  object o(out);
  members(o, value);
}

template <class T>
void write(std::string& out, std::vector<T> const& list) {
  out += '[';
  for (auto const& item : list) {
    if (&item != &list.front()) out += ',';
    write(out, item);
  }
  out += ']';
}

/// An object with the members that `add(object)` writes.
std::string written_object(auto const& add) {
  std::string out;
  {
    object o(out);
    add(o);
  }
  return out;
}

/// The members of an exchange that its key is made of: the model's name and what was asked.
inline void write_question(object& o, std::string_view model, request const& asked) {
  o("model", model);
  o.always("request", asked);
}
inline void write_question(object& o, std::string_view model, std::string_view text) {
  o("model", model);
  o.always("embed", text);
}

// ---- reading

[[noreturn]] inline void refuse(std::string_view member, std::string_view what) {
  auto const name = std::string(member);
  throw error(failure{errc::malformed_data,
                      "the member \"" + name + "\" of the record " + std::string(what),
                      name,
                      "record the exchange again with this release",
                      {}});
}

inline json::value parse(std::string_view text) {
  json::error_code ec;
  json::stream_parser parser({}, {.max_depth = 8});
  auto const read = parser.write_some(json::string_view(text.data(), text.size()), ec);
  if (!ec && read < text.size()) ec = json::error::extra_data;
  if (!ec && !parser.done()) parser.finish(ec);
  if (!ec) return parser.release();
  throw error(failure{errc::malformed_data, "the record is no JSON: " + ec.message(), {}, "record the exchange again", read});
}

inline json::object const& object_of(std::string_view member, json::value const& v) {
  if (!v.is_object()) refuse(member, "is no object");
  return v.get_object();
}
inline json::array const& array_of(std::string_view member, json::value const& v) {
  if (!v.is_array()) refuse(member, "is no list");
  return v.get_array();
}

inline std::string_view view(json::string const& s) { return {s.data(), s.size()}; }

inline unsigned hex_value(std::string_view member, char c) {
  auto const value = hex_digits.find(c);
  if (value == hex_digits.npos) refuse(member, "has a character that is no lower-case hexadecimal digit");
  return static_cast<unsigned>(value);
}

inline std::string bytes_of(std::string_view member, json::value const& v) {
  auto const* hex = v.is_object() ? v.get_object().if_contains("hex") : nullptr;
  if (!hex || !hex->is_string() || v.get_object().size() != 1) refuse(member, "is no text");
  auto const digits = view(hex->get_string());
  if (digits.size() % 2 != 0) refuse(member, "has an odd number of hexadecimal digits");
  std::string out;
  for (std::size_t i = 0; i < digits.size(); i += 2)
    out += static_cast<char>(hex_value(member, digits[i]) << 4U | hex_value(member, digits[i + 1]));
  return out;
}

inline void read(std::string_view member, json::value const& v, std::string& into) {
  into = v.is_string() ? std::string(view(v.get_string())) : bytes_of(member, v);
}

inline void read(std::string_view member, json::value const& v, bool& into) {
  if (!v.is_bool()) refuse(member, "is neither true nor false");
  into = v.get_bool();
}

template <std::integral Integer>
void read(std::string_view member, json::value const& v, Integer& into) {
  json::error_code ec;
  into = v.to_number<Integer>(ec);
  if (ec || v.is_double()) refuse(member, "is no whole number of the right range");
}

inline void read(std::string_view member, json::value const& v, double& into) {
  if (v.is_number()) {
    into = v.to_number<double>();
    return;
  }
  auto const digits = v.is_string() ? view(v.get_string()) : std::string_view();
  bool const is_infinite = digits == "inf" || digits == "-inf";  // as it is written
  if (is_infinite)
    into = digits == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  else if (text::to_number(digits, into) != std::errc())
    refuse(member, "is no number");
}

template <class Enum>
void read_enum(std::string_view member, json::value const& v, auto const& names, Enum& into) {
  auto const name = v.is_string() ? view(v.get_string()) : std::string_view();
  auto const* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse(member, "has a value that this release does not know");
  into = static_cast<Enum>(found - names.begin());
}
inline void read(std::string_view member, json::value const& v, role& into) { read_enum(member, v, roles, into); }
inline void read(std::string_view member, json::value const& v, answer_form::kind& into) { read_enum(member, v, forms, into); }

inline void read(std::string_view member, json::value const& v, std::vector<float>& into) {
  auto const bytes = v.is_string() ? base64_bytes(view(v.get_string())) : std::optional<std::string>();
  if (!bytes) refuse(member, "is no base64");
  if (bytes->size() % 4 != 0) refuse(member, "is no whole number of floats");
  into = floats_of(*bytes);
}

template <Record T>
void read(std::string_view member, json::value const& v, T& into);
template <class T>
void read(std::string_view member, json::value const& v, std::vector<T>& into);

template <class T>
void read(std::string_view member, json::value const& v, std::optional<T>& into) {
  read(member, v, into.emplace());
}

/// Reads one member of an object into the member of that name.
struct member_reader {
  std::string_view name;
  json::value const& value;
  bool known = false;

  template <class T>
  void always(std::string_view of, T& into) {
    if (name != of) return;
    read(name, value, into);
    known = true;
  }
  template <class T>
  void operator()(std::string_view of, T& into, auto const&...) {
    always(of, into);
  }
};

/// An unknown member of what was asked might change it; elsewhere it is ignored.
template <class T>
inline constexpr bool is_strict = std::same_as<T, message> || std::same_as<T, answer_form> || std::same_as<T, request>;

template <Record T>
void read(std::string_view member, json::value const& v, T& into) {
  if constexpr (std::same_as<T, request>) into.temperature.reset();
  for (auto const& m : object_of(member, v)) {
    member_reader one{{m.key().data(), m.key().size()}, m.value()};
    members(one, into);
    if (!one.known && is_strict<T>) refuse(one.name, "is not known to this release");
  }
}

template <class T>
void read(std::string_view member, json::value const& v, std::vector<T>& into) {
  for (auto const& item : array_of(member, v)) read(member, item, into.emplace_back());
}

inline embedding embedding_of(json::value const& v) {
  embedding e;
  if (!object_of("embedding", v).contains("vector")) refuse("vector", "is missing");
  read("embedding", v, e);
  return e;
}

inline embedding_exchange embedding_exchange_of(json::value const& v) {
  embedding_exchange e;
  auto const& o = object_of("exchange", v);
  auto const* text = o.if_contains("embed");
  if (!text) refuse("embed", "is missing");
  if (auto const* model = o.if_contains("model")) read("model", *model, e.model);
  read("embed", *text, e.text);
  e.answered = embedding_of(v);
  return e;
}

inline exchange exchange_of(json::value const& v) {
  exchange e;
  auto const& o = object_of("exchange", v);
  auto const* asked = o.if_contains("request");
  auto const* answered = o.if_contains("completion");
  if (!asked || !answered) refuse(asked ? "completion" : "request", "is missing");
  if (auto const* model = o.if_contains("model")) read("model", *model, e.model);
  read("request", *asked, e.asked);
  read("completion", *answered, e.answered);
  return e;
}

}  // namespace t2s::llm::detail::records

#endif
