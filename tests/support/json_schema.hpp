// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_JSON_SCHEMA_HPP
#define T2S_TESTS_SUPPORT_JSON_SCHEMA_HPP

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace t2s::tests {

/// The part of a value that does not fit a schema; "" if all fits. Supports the keywords of docs/answer.schema.json, and throws for others.
class json_schema {
 public:
  explicit json_schema(boost::json::value schema) : schema_(std::move(schema)) {}

  [[nodiscard]] std::string wrong(boost::json::value const& v) const { return wrong(schema_.as_object(), v, "$"); }

 private:
  using value = boost::json::value;
  using object = boost::json::object;

  [[nodiscard]] static bool is_of(std::string_view type, value const& v) {
    if (type == "null") return v.is_null();
    if (type == "boolean") return v.is_bool();
    if (type == "integer") return v.is_int64() || v.is_uint64();
    if (type == "number") return v.is_number();
    if (type == "string") return v.is_string();
    if (type == "array") return v.is_array();
    if (type == "object") return v.is_object();
    throw std::runtime_error("unknown type of JSON Schema: " + std::string(type));
  }

  [[nodiscard]] static bool is_of_one(value const& types, value const& v) {
    if (types.is_string()) return is_of(types.get_string(), v);
    return std::ranges::any_of(types.as_array(), [&](value const& t) { return is_of(t.as_string(), v); });
  }

  [[nodiscard]] static std::string of_object(object const& s, object const& v, std::string const& at) {
    auto const* const known = s.if_contains("properties");
    if (auto const* needed = s.if_contains("required"))
      for (auto const& r : needed->as_array())
        if (!v.contains(r.as_string())) return at + " lacks " + std::string(r.as_string());
    for (auto const& [name, member] : v) {
      auto const* const of = known ? known->as_object().if_contains(name) : nullptr;
      if (!of && s.contains("additionalProperties")) return at + " has " + std::string(name);
      if (!of) continue;
      if (auto why = wrong(of->as_object(), member, at + "." + std::string(name)); !why.empty()) return why;
    }
    return {};
  }

  [[nodiscard]] static std::string wrong(object const& s, value const& v, std::string const& at) {
    for (auto const& [word, what] : s) {
      if (word == "type") {
        if (!is_of_one(what, v)) return at + " is no " + boost::json::serialize(what);
      } else if (word == "enum") {
        if (std::ranges::find(what.as_array(), v) == what.as_array().end()) return at + " is none of " + boost::json::serialize(what);
      } else if (word == "minimum" || word == "maximum") {
        bool const less = v.is_number() && v.to_number<double>() < what.to_number<double>();
        bool const more = v.is_number() && v.to_number<double>() > what.to_number<double>();
        if (word == "minimum" ? less : more) return at + " is beyond the " + std::string(word);
      } else if (word == "items") {
        if (!v.is_array()) continue;
        for (auto const& item : v.get_array())
          if (auto why = wrong(what.as_object(), item, at + "[]"); !why.empty()) return why;
      } else if (word != "properties" && word != "required" && word != "additionalProperties" && word != "description" && word != "title" &&
                 word != "$schema") {
        throw std::runtime_error("unknown keyword of JSON Schema: " + std::string(word));
      }
    }
    return v.is_object() ? of_object(s, v.get_object(), at) : std::string();
  }

  value schema_;
};

/// The published schema of answers.
[[nodiscard]] inline json_schema answer_schema() {
  std::ifstream in(std::string(T2S_DATA_DIR) + "/../../docs/answer.schema.json");
  return json_schema(boost::json::parse(std::string(std::istreambuf_iterator<char>(in), {})));
}

}  // namespace t2s::tests

#endif
