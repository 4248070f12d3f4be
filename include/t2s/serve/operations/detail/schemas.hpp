// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_SCHEMAS_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_SCHEMAS_HPP

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <string>
#include <string_view>

namespace t2s::serve::detail {

/// A schema that is constant.
inline boost::json::object schema_of(std::string_view text) { return boost::json::parse(text).get_object(); }

/// The schema of an object with these properties; all are required except `optional`.
inline boost::json::object object_schema(std::string_view required, std::string_view optional = {}) {
  auto const members = [](std::string_view text) { return schema_of(std::string(1, '{').append(text).append("}")); };
  auto needed = members(required);
  boost::json::object out{{"type", "object"}};
  boost::json::array names;
  for (auto const& p : needed) names.push_back(boost::json::string(p.key()));
  for (auto& p : members(optional)) needed[p.key()] = p.value();
  out["properties"] = std::move(needed);
  out["required"] = std::move(names);
  out["additionalProperties"] = false;
  return out;
}

inline constexpr std::string_view sql_argument =
    R"("sql":{"type":"string","minLength":1,"maxLength":65536,"description":"One statement that reads, in the dialect of the database."})";

inline constexpr std::string_view question_argument =
    R"("question":{"type":"string","minLength":1,"maxLength":10000,"description":"What is to be answered, in plain English."})";

/// The schema of a page of rows.
inline constexpr std::string_view page_properties =
    R"("columns":{"type":"array","items":{"type":"string"}},
"rows":{"type":"array","items":{"type":"array","items":{"type":["null","number","string","object"]}},"description":"A blob is {\"blob\": bytes}; an integer beyond 2^53 is a text."},
"row_count":{"type":"integer"},"more":{"type":"boolean"},"next_offset":{"type":["integer","null"]})";

/// The schema of a statement's failure.
inline constexpr std::string_view failure_schema =
    R"({"type":["object","null"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"subject":{"type":"string"},"remedy":{"type":"string"},"offset":{"type":"integer"},"near":{"type":"array","items":{"type":"string"}},"exists":{"type":"array","items":{"type":"string"}}},"required":["code","message"]})";

/// The schema of a corrected statement.
inline constexpr std::string_view proposal_schema =
    R"({"type":["object","null"],"properties":{"sql":{"type":"string"},"why":{"type":"string"}},"required":["sql","why"]})";

}  // namespace t2s::serve::detail

#endif
