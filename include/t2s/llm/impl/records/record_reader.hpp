// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_RECORDS_RECORD_READER_HPP
#define T2S_LLM_IMPL_RECORDS_RECORD_READER_HPP

#include "t2s/core/text.hpp"
#include "t2s/llm/impl/base64.hpp"
#include "t2s/llm/impl/records/record_writer.hpp"

#include <algorithm>
#include <bit>
#include <boost/json.hpp>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace t2s::llm::detail::records {

namespace json = boost::json;

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

inline void read(std::string_view member, json::value const& v, message& into);
inline void read(std::string_view member, json::value const& v, choice& into);

template <class T>
void read(std::string_view member, json::value const& v, std::optional<T>& into) {
  read(member, v, into.emplace());
}

template <class T>
void read(std::string_view member, json::value const& v, std::vector<T>& into) {
  for (auto const& item : array_of(member, v)) read(member, item, into.emplace_back());
}

template <class Enum>
void read_enum(std::string_view member, json::value const& v, auto const& names, Enum& into) {
  auto const name = v.is_string() ? view(v.get_string()) : std::string_view();
  auto const* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) refuse(member, "has a value that this release does not know");
  into = static_cast<Enum>(found - names.begin());
}

/// Calls `take(name, value)` for each member; it returns whether it knows the name.
inline void read_members(std::string_view what, json::value const& v, bool lenient, auto take) {
  for (auto const& m : object_of(what, v)) {
    std::string_view const name(m.key().data(), m.key().size());
    if (!take(name, m.value()) && !lenient) refuse(name, "is not known to this release");
  }
}

inline void read(std::string_view member, json::value const& v, message& into) {
  read_members(member, v, false, [&](std::string_view name, json::value const& value) {
    if (name == "role") return read_enum(name, value, roles, into.from), true;
    if (name == "text") return read(name, value, into.text), true;
    return false;
  });
}

inline void read(std::string_view member, json::value const& v, answer_form& into) {
  read_members(member, v, false, [&](std::string_view name, json::value const& value) {
    if (name == "kind") return read_enum(name, value, forms, into.what), true;
    if (name == "name") return read(name, value, into.name), true;
    if (name == "schema") return read(name, value, into.schema), true;
    if (name == "strict") return read(name, value, into.strict), true;
    return false;
  });
}

inline void read(std::string_view member, json::value const& v, request& into) {
  into.temperature.reset();
  read_members(member, v, false, [&](std::string_view name, json::value const& value) {
    if (name == "messages") return read(name, value, into.messages), true;
    if (name == "temperature") return read(name, value, into.temperature), true;
    if (name == "top_p") return read(name, value, into.top_p), true;
    if (name == "seed") return read(name, value, into.seed), true;
    if (name == "choices") return read(name, value, into.choices), true;
    if (name == "max_tokens") return read(name, value, into.max_tokens), true;
    if (name == "stop") return read(name, value, into.stop), true;
    if (name == "form") return read(name, value, into.form), true;
    if (name == "logprobs") return read(name, value, into.logprobs), true;
    return false;
  });
}

inline bool read_answer(std::string_view name, json::value const& value, auto& into) {
  if (name == "text") return read(name, value, into.text), true;
  if (name == "finish_reason") return read(name, value, into.finish_reason), true;
  if (name == "logprobs") return read(name, value, into.logprobs), true;
  return false;
}

inline void read(std::string_view member, json::value const& v, choice& into) {
  read_members(member, v, true, [&](std::string_view name, json::value const& value) { return read_answer(name, value, into); });
}

inline void read(std::string_view member, json::value const& v, completion& into) {
  read_members(member, v, true, [&](std::string_view name, json::value const& value) {
    if (name == "others") return read(name, value, into.others), true;
    if (name == "prompt_tokens") return read(name, value, into.prompt_tokens), true;
    if (name == "cached_tokens") return read(name, value, into.cached_tokens), true;
    if (name == "completion_tokens") return read(name, value, into.completion_tokens), true;
    return read_answer(name, value, into);
  });
}

inline void read(std::string_view member, json::value const& v, std::vector<float>& into) {
  auto const bytes = v.is_string() ? base64_bytes(view(v.get_string())) : std::optional<std::string>();
  if (!bytes) refuse(member, "is no base64");
  if (bytes->size() % 4 != 0) refuse(member, "is no whole number of floats");
  for (std::size_t i = 0; i < bytes->size(); i += 4) {
    std::uint32_t bits = 0;
    for (std::size_t b = 4; b-- > 0;) bits = bits << 8U | static_cast<unsigned char>((*bytes)[i + b]);
    into.push_back(std::bit_cast<float>(bits));
  }
}

inline embedding embedding_of(json::value const& v) {
  embedding e;
  if (!object_of("embedding", v).contains("vector")) refuse("vector", "is missing");
  read_members("embedding", v, true, [&](std::string_view name, json::value const& value) {
    if (name == "vector") return read(name, value, e.vector), true;
    if (name == "prompt_tokens") return read(name, value, e.prompt_tokens), true;
    return false;
  });
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
