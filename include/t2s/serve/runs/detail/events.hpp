// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_EVENTS_HPP
#define T2S_SERVE_RUNS_DETAIL_EVENTS_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/serve/detail/answer_json.hpp"
#include "t2s/sql/parse.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// The events of a run as JSON. docs/serve.md lists the members of each.
namespace t2s::serve {

namespace json = boost::json;

/// A statement in pieces, each [text, kind], that together make up its text. Kinds: keyword, name, function, string, number, operator,
/// comment, space. O(|sql|).
[[nodiscard]] T2S_DECL boost::json::array sql_tokens(std::string const& sql, sql::grammar const& dialect);

/// The tables, columns and values that a statement names; empty lists if it cannot be parsed.
[[nodiscard]] T2S_DECL boost::json::object sql_entities(std::string const& sql, sql::grammar const& dialect);

/// The statement's skeleton; "" if it cannot be parsed.
[[nodiscard]] T2S_DECL std::string sql_skeleton(std::string const& sql, sql::grammar const& dialect);

/// An attempt with at most 50 rows.
[[nodiscard]] T2S_DECL boost::json::object attempt_event(attempt const& a, std::size_t number, std::optional<std::size_t> candidate,
                                                         sql::grammar const& dialect);

/// The extent of an answer in the events of a run.
inline constexpr answer_extent extent_of_event{10'000, std::size_t{4} << 20U};

/// An answer of a system, with its SQL in pieces.
[[nodiscard]] T2S_DECL boost::json::object answer_event(answer const& a, std::string_view system, sql::grammar const& dialect,
                                                        answer_extent const& extent = extent_of_event);

/// The samples that were chosen.
[[nodiscard]] T2S_DECL boost::json::object samples_event(samples const& s);

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/runs/detail/events.ipp"
#endif

#endif
