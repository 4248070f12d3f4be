// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_RECORDS_HPP
#define T2S_LLM_DETAIL_RECORDS_HPP

#include "t2s/core/detail/json_text.hpp"
#include "t2s/core/detail/sha256.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/detail/base64.hpp"

#include <boost/json.hpp>

#include <charconv>
#include <limits>

namespace t2s::llm::detail::records {

namespace json = boost::json;

// ---- members, for writing and reading. `v.always(name, member)` is always written, `v(name, member, value)` unless it has that value.

template <class T, class Struct>
concept Some = std::same_as<std::remove_const_t<T>, Struct>;

void members(auto& v, Some<message> auto& m) {
  v.always("role", m.from);
  v.always("text", m.text);
}

void members(auto& v, Some<answer_form> auto& f) {
  v.always("kind", f.what);
  v("name", f.name);
  v("schema", f.schema);
  v("strict", f.strict, true);
}

void members(auto& v, Some<request> auto& r) {
  v.always("messages", r.messages);
  v("temperature", r.temperature);  // temperature 0 is written: a request without a temperature is another request
  v("top_p", r.top_p);
  v("seed", r.seed);
  v("choices", r.choices, std::size_t{1});
  v("max_tokens", r.max_tokens);
  v("stop", r.stop);
  v("form", r.form);
  v("logprobs", r.logprobs);
  v("draw", r.draw, std::size_t{0});
  v("asks", r.asks);  // the default role is omitted, so runs with one model have records without roles
}

void answer_members(auto& v, auto& c) {
  v.always("text", c.text);
  v("finish_reason", c.finish_reason);
  v("logprobs", c.logprobs);
}
void members(auto& v, Some<choice> auto& c) { answer_members(v, c); }
void members(auto& v, Some<completion> auto& c) {
  answer_members(v, c);
  v("others", c.others);
  v("prompt_tokens", c.prompt_tokens);
  v("cached_tokens", c.cached_tokens);
  v("completion_tokens", c.completion_tokens);
}

void members(auto& v, Some<embedding> auto& e) {
  v.always("vector", e.vector);
  v("prompt_tokens", e.prompt_tokens);
}

void members(auto& v, Some<exchange> auto& e) {
  v("model", e.model);
  v.always("request", e.asked);
  v.always("completion", e.answered);
}
void members(auto& v, Some<embedding_exchange> auto& e) {
  v("model", e.model);
  v.always("embed", e.text);
  members(v, e.answered);
}

template <class T>
concept Record = requires(int& v, T& value) { members(v, value); };

/// The members that a record must have; "" stands for no member.
template <class T>
inline constexpr std::array<std::string_view, 2> required{};
template <>
inline constexpr std::array<std::string_view, 2> required<embedding>{"vector"};
template <>
inline constexpr std::array<std::string_view, 2> required<exchange>{"request", "completion"};
template <>
inline constexpr std::array<std::string_view, 2> required<embedding_exchange>{"embed", "vector"};

template <class Enum>
inline constexpr std::array<std::string_view, 3> names_of{"system", "user", "assistant"};
template <>
inline constexpr std::array<std::string_view, 4> names_of<answer_form::kind>{"text", "json_object", "json_schema", "grammar"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<model_role>{"draft", "judge", "small"};

// ---- writing: without Boost.JSON, since keys are hashes of this text, which must not change with a library's release

inline void write(std::string& out, std::string_view s) {
  if (!text::first_invalid_utf8(s)) return t2s::detail::append_json(out, s);
  out += "{\"hex\":\"";
  for (char const c : s) text::append_hex(out, c);
  out += "\"}";
}

inline void write(std::string& out, std::integral auto number) { out += std::to_string(number); }
inline void write(std::string& out, bool truth) { out += truth ? "true" : "false"; }

inline void write(std::string& out, double number) {
  std::array<char, 32> buffer{};
  auto const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number + 0.0).ptr;  // + 0.0: avoids negative zero
  std::string_view const digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  if (digits.size() <= 15 && digits.find_first_not_of("-.0123456789") == digits.npos)
    out += digits;
  else
    write(out, digits);
}

template <class Enum>
  requires std::is_enum_v<Enum>
void write(std::string& out, Enum e) {
  write(out, names_of<Enum>[static_cast<std::size_t>(e)]);
}
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

std::string written_object(auto const& add) {
  std::string out;
  {
    object o(out);
    add(o);
  }
  return out;
}

/// The members of an exchange that form its key: the model's name and the request.
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
  std::string const name(member);
  throw error(failure{errc::malformed_data, "the member \"" + name + "\" of the record " + std::string(what), name,
                      "record the exchange again with this release"});
}

inline json::value parse(std::string_view text) {
  boost::system::error_code ec;
  json::stream_parser parser({}, {.max_depth = 8});
  auto const read = parser.write_some(json::string_view(text.data(), text.size()), ec);
  if (!ec && read < text.size()) ec = json::error::extra_data;
  if (!ec && !parser.done()) parser.finish(ec);
  if (!ec) return parser.release();
  throw error(failure{errc::malformed_data, "the record is not JSON: " + ec.message(), {}, "record the exchange again", read});
}

inline std::string_view view(json::string const& s) { return {s.data(), s.size()}; }

inline void read(std::string_view member, json::value const& v, std::string& into) {
  if (v.is_string()) return void(into = view(v.get_string()));
  auto const* hex = v.is_object() ? v.get_object().if_contains("hex") : nullptr;
  if (!hex || !hex->is_string() || v.get_object().size() != 1) refuse(member, "is not a string");
  auto const digits = view(hex->get_string());
  if (digits.size() % 2 != 0) refuse(member, "has an odd number of hexadecimal digits");
  if (digits.find_first_not_of(text::hex_digits) != digits.npos)
    refuse(member, "has a character that is not a lower-case hexadecimal digit");
  for (std::size_t i = 0; i < digits.size(); i += 2)
    into += static_cast<char>(text::hex_digits.find(digits[i]) << 4U | text::hex_digits.find(digits[i + 1]));
}

inline void read(std::string_view member, json::value const& v, bool& into) {
  if (!v.is_bool()) refuse(member, "is neither true nor false");
  into = v.get_bool();
}

template <std::integral Integer>
void read(std::string_view member, json::value const& v, Integer& into) {
  boost::system::error_code ec;
  into = v.to_number<Integer>(ec);
  if (ec || v.is_double()) refuse(member, "is not a whole number of the right range");
}

inline void read(std::string_view member, json::value const& v, double& into) {
  if (v.is_number()) return void(into = v.to_number<double>());
  auto const digits = v.is_string() ? view(v.get_string()) : std::string_view();
  if (digits == "inf" || digits == "-inf")  // as written
    into = digits == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
  else if (text::to_number(digits, into) != std::errc())
    refuse(member, "is not a number");
}

template <class Enum>
  requires std::is_enum_v<Enum>
void read(std::string_view member, json::value const& v, Enum& into) {
  auto const& names = names_of<Enum>;
  auto const found = std::ranges::find(names, v.is_string() ? view(v.get_string()) : std::string_view());
  if (found == names.end()) refuse(member, "has a value that this release does not know");
  into = static_cast<Enum>(found - names.begin());
}

inline void read(std::string_view member, json::value const& v, std::vector<float>& into) {
  if (!v.is_string()) refuse(member, "is not base64");
  into = floats_of_base64(view(v.get_string()), [member](char const* what) { refuse(member, what); });
}

template <Record T>
void read(std::string_view member, json::value const& v, T& into);
template <class T>
void read(std::string_view member, json::value const& v, std::vector<T>& into);

template <class T>
void read(std::string_view member, json::value const& v, std::optional<T>& into) {
  read(member, v, into.emplace());
}

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

/// An unknown member of a request might change its meaning; elsewhere it is ignored.
template <class T>
inline constexpr bool is_strict = std::same_as<T, message> || std::same_as<T, answer_form> || std::same_as<T, request>;

template <Record T>
void read(std::string_view member, json::value const& v, T& into) {
  if constexpr (std::same_as<T, request>) into.temperature.reset();
  if (!v.is_object()) refuse(member, "is not an object");
  for (auto const name : required<T>)
    if (!name.empty() && !v.get_object().contains(name)) refuse(name, "is missing");
  for (auto const& m : v.get_object()) {
    member_reader one{{m.key().data(), m.key().size()}, m.value()};
    members(one, into);
    if (!one.known && is_strict<T>) refuse(one.name, "is not known to this release");
  }
}

template <class T>
void read(std::string_view member, json::value const& v, std::vector<T>& into) {
  if (!v.is_array()) refuse(member, "is not a list");
  for (auto const& item : v.get_array()) read(member, item, into.emplace_back());
}

}  // namespace t2s::llm::detail::records

namespace t2s::llm {

/// The JSON that identifies a request: {"model": ..., "request": {...}} or, for a text to be embedded, {"model": ..., "embed": "the text"};
/// without "model" if the model has no name. The same on every platform and in every release of this format.
template <class Asked>
[[nodiscard]] std::string canonical(Asked const& asked, std::string_view model = {}) {
  return detail::records::written_object([&](auto& o) { detail::records::write_question(o, model, asked); });
}

/// The SHA-256 of the canonical form, in 64 hexadecimal digits, so that records and caches need not compare requests. O(its size).
template <class Asked>
[[nodiscard]] std::string key_of(Asked const& asked, std::string_view model = {}) {
  return t2s::detail::sha256(canonical(asked, model)).hex();
}

/// JSON on one line, UTF-8, the members always in the same order; members with their default value are omitted, so that a new member of a
/// later release changes no record. A text that is not UTF-8 becomes {"hex": "..."}. A number with more than 15 digits becomes a text,
/// since many readers of JSON would round it; a vector becomes the base64 of its elements as little-endian 32-bit floats.
template <detail::records::Record T>
[[nodiscard]] std::string to_record(T const& value) {
  return detail::records::written_object([&](auto& o) {
    if constexpr (std::same_as<T, exchange>) o.always("key", key_of(value.asked, value.model));
    if constexpr (std::same_as<T, embedding_exchange>) o.always("key", key_of(value.text, value.model));
    detail::records::members(o, value);
  });
}

/// Reads back exactly what was written. An unknown member of a request is rejected, since it might change its meaning; elsewhere it is
/// ignored. Throws `error` with `malformed_data`, which says what is wrong in which member or at which byte.
template <detail::records::Record T>
[[nodiscard]] T from_json(detail::records::json::value const& record) {
  T value;
  detail::records::read("record", record, value);
  return value;
}
template <detail::records::Record T>
[[nodiscard]] T from_record(std::string_view json) {
  return from_json<T>(detail::records::parse(json));
}

}  // namespace t2s::llm

#endif
