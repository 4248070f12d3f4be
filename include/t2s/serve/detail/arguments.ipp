// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_ARGUMENTS_IPP
#define T2S_SERVE_DETAIL_ARGUMENTS_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/serve/detail/arguments.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

namespace t2s::serve {
namespace detail {

namespace json = boost::json;

/// Checks a value against a schema; messages name the value.
class schema_check {
 public:
  [[nodiscard]] std::optional<std::string> operator()(json::object const& schema, json::value const& given, std::string const& name) const {
    if (auto const* t = schema.if_contains("type"); t && !is_of(*t, given)) return name + " must be " + spoken(*t) + limits_of(schema);
    if (auto const* all = schema.if_contains("enum"); all && !is_one_of(all->as_array(), given))
      return name + " must be one of " + list_of(all->as_array());
    if (given.is_number()) return of_number(schema, given.to_number<double>(), name);
    if (given.is_string()) return of_text(schema, given.get_string(), name);
    if (given.is_array()) return of_array(schema, given.get_array(), name);
    if (given.is_object()) return of_object(schema, given.get_object(), name);
    return {};
  }

  [[nodiscard]] std::optional<std::string> of_object(json::object const& schema, json::object const& given, std::string const& name) const {
    auto const* known = schema.if_contains("properties");
    auto const* more = schema.if_contains("additionalProperties");
    auto const schema_of = [&](std::string_view key) { return known ? known->as_object().if_contains(key) : nullptr; };
    for (auto const& member : given)  // before what is missing, which may be misspelt
      if (more && *more == json::value(false) && !schema_of(member.key())) return unknown(std::string(member.key()), known);
    if (auto const* needed = schema.if_contains("required"))
      for (auto const& r : needed->as_array())
        if (!given.contains(r.as_string()))
          return quoted(r.as_string()) + " is missing" + inside(name) + choice_of(schema_of(r.as_string()));
    for (auto const& member : given)
      if (auto const* of = schema_of(member.key()))
        if (auto wrong = (*this)(of->as_object(), member.value(), quoted(member.key()))) return wrong;
    return {};
  }

 private:
  /// In quotes. g++ 12 warns of an overflow that does not exist if a literal is joined to a text.
  [[nodiscard]] static std::string quoted(std::string_view name) {
    std::string out(1, '"');
    return out.append(name).append("\"");
  }

  [[nodiscard]] static std::string inside(std::string const& name) { return name.empty() ? std::string() : " in " + name; }

  /// The values that a member may have, if the schema lists them.
  [[nodiscard]] static std::string choice_of(json::value const* schema) {
    auto const* all = schema ? schema->as_object().if_contains("enum") : nullptr;
    return all ? "; it is one of " + list_of(all->as_array()) : std::string();
  }

  [[nodiscard]] static std::string unknown(std::string const& key, json::value const* known) {
    std::vector<std::string> names;
    if (known)
      for (auto const& member : known->as_object()) names.emplace_back(member.key());
    auto const* near = text::nearest(key, names);
    auto const shown = text::cut(key, 80);
    if (near) return "there is no argument \"" + shown + "\"; did you mean \"" + *near + "\"?";
    return "there is no argument \"" + shown + "\"; there are " + text::join(names, ", ");
  }

  [[nodiscard]] static bool is_of_one(std::string_view type, json::value const& v) {
    if (type == "string") return v.is_string();
    if (type == "boolean") return v.is_bool();
    if (type == "null") return v.is_null();
    if (type == "array") return v.is_array();
    if (type == "object") return v.is_object();
    if (type == "integer") return v.is_int64() || v.is_uint64() || (v.is_double() && v.get_double() == std::floor(v.get_double()));
    return v.is_number();
  }

  [[nodiscard]] static bool is_of(json::value const& type, json::value const& v) {
    if (type.is_string()) return is_of_one(type.get_string(), v);
    return std::ranges::any_of(type.as_array(), [&](json::value const& t) { return is_of_one(t.as_string(), v); });
  }

  [[nodiscard]] static std::string spoken(json::value const& type) {
    if (!type.is_string()) return "of type " + list_of(type.as_array());
    std::string_view const t = type.get_string();
    return std::string(t == "integer"   ? "a whole number"
                       : t == "string"  ? "a text"
                       : t == "boolean" ? "true or false"
                       : t == "array"   ? "a list"
                       : t == "object"  ? "an object"
                                        : "a number");
  }

  [[nodiscard]] static std::string limits_of(json::object const& schema) {
    auto const* least = schema.if_contains("minimum");
    auto const* most = schema.if_contains("maximum");
    if (least && most) return " from " + json::serialize(*least) + " to " + json::serialize(*most);
    if (least) return " of at least " + json::serialize(*least);
    return most ? " of at most " + json::serialize(*most) : std::string();
  }

  [[nodiscard]] static bool is_one_of(json::array const& all, json::value const& v) { return std::ranges::find(all, v) != all.end(); }

  [[nodiscard]] static std::string list_of(json::array const& all) {
    std::string out;
    for (auto const& v : all) out.append(out.empty() ? "" : ", ").append(v.is_string() ? std::string(v.get_string()) : json::serialize(v));
    return out;
  }

  [[nodiscard]] static std::optional<std::string> of_number(json::object const& schema, double v, std::string const& name) {
    auto const* least = schema.if_contains("minimum");
    auto const* most = schema.if_contains("maximum");
    bool const fits = (!least || v >= least->to_number<double>()) && (!most || v <= most->to_number<double>());
    if (fits) return {};
    return name + " must be " + spoken(schema.at("type")) + limits_of(schema);
  }

  [[nodiscard]] static std::optional<std::string> of_text(json::object const& schema, std::string_view v, std::string const& name) {
    if (auto const* least = schema.if_contains("minLength"); least && v.size() < least->to_number<std::size_t>()) return name + " is empty";
    if (auto const* most = schema.if_contains("maxLength"); most && v.size() > most->to_number<std::size_t>())
      return name + " has more than " + json::serialize(*most) + " bytes";
    return {};
  }

  [[nodiscard]] std::optional<std::string> of_array(json::object const& schema, json::array const& v, std::string const& name) const {
    if (auto const* most = schema.if_contains("maxItems"); most && v.size() > most->to_number<std::size_t>())
      return name + " has more than " + json::serialize(*most) + " items";
    if (auto const* items = schema.if_contains("items"))
      for (auto const& item : v)
        if (auto wrong = (*this)(items->as_object(), item, "an item of " + name)) return wrong;
    return {};
  }
};

}  // namespace detail

T2S_DECL std::optional<std::string> refused_arguments(boost::json::object const& schema, boost::json::object const& given) {
  return detail::schema_check().of_object(schema, given, "");
}

}  // namespace t2s::serve

#endif
