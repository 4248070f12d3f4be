// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_ANSWER_JSON_HPP
#define T2S_SERVE_DETAIL_ANSWER_JSON_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/answer.hpp"

#include <boost/json/object.hpp>
#include <cstddef>
#include <limits>
#include <string_view>

namespace t2s::serve {

/// Limits of the JSON of an answer.
struct answer_extent {
  std::size_t rows = std::numeric_limits<std::size_t>::max();   ///< the most rows
  std::size_t bytes = std::numeric_limits<std::size_t>::max();  ///< the most bytes of their values, approximately
  bool blobs = false;                                           ///< whether blobs are written with their bytes, not only their sizes
  bool chart = false;                                           ///< whether a chart of the whole result is proposed
};

/// An answer as one JSON object, the same for the command line, HTTP, events, stored runs and MCP. `system` is the name of the system that
/// answered. docs/answer.schema.json is `answer_schema()`. O(answer).
[[nodiscard]] T2S_DECL boost::json::object answer_json(answer const& a, std::string_view system, answer_extent const& extent = {});

/// One attempt, as in the "revisions" of an answer.
[[nodiscard]] T2S_DECL boost::json::object attempt_json(attempt const& a);

/// Adds the "columns" and "rows" of a result, both empty without one.
T2S_DECL void add_rows(boost::json::object& to, db::execution const* of, answer_extent const& extent);

/// The JSON Schema (2020-12) of an answer.
[[nodiscard]] T2S_DECL boost::json::object const& answer_schema();

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/detail/answer_json.ipp"
#endif

#endif
