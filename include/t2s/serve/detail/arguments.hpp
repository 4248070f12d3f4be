// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_ARGUMENTS_HPP
#define T2S_SERVE_DETAIL_ARGUMENTS_HPP

#include "t2s/core/detail/config.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::serve {

/// Says in one sentence what is wrong with arguments according to their schema, and what to pass; nothing if they fit. Supports the
/// keywords that operations use: type, properties, required, additionalProperties, enum, minimum, maximum, minLength, maxLength, items,
/// maxItems. O(size).
[[nodiscard]] T2S_DECL std::optional<std::string> refused_arguments(boost::json::object const& schema, boost::json::object const& given);

/// The text of an argument that fits its schema; "" if it is absent.
[[nodiscard]] inline std::string text_argument(boost::json::object const& given, std::string_view name) {
  auto const* v = given.if_contains(name);
  return v && v->is_string() ? std::string(v->get_string()) : std::string();
}

/// The whole number of an argument that fits its schema.
[[nodiscard]] inline std::size_t whole_argument(boost::json::object const& given, std::string_view name, std::size_t otherwise) {
  auto const* v = given.if_contains(name);
  if (!v || !v->is_number()) return otherwise;
  return v->is_double() ? static_cast<std::size_t>(v->get_double()) : v->to_number<std::size_t>();
}

/// The boolean of an argument that fits its schema.
[[nodiscard]] inline bool truth_argument(boost::json::object const& given, std::string_view name, bool otherwise) {
  auto const* v = given.if_contains(name);
  return v && v->is_bool() ? v->get_bool() : otherwise;
}

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/arguments.ipp"
#endif

#endif
