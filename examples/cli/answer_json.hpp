// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ANSWER_JSON_HPP
#define T2S_CLI_ANSWER_JSON_HPP

#include <boost/json/value.hpp>
#include <string_view>
#include <vector>

#include "t2s/pipeline/answer.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

namespace cli {

/// A text for JSON, with U+FFFD in place of bytes that are not UTF-8.
boost::json::string json_text(std::string_view raw);

/// The parts of a question that the SQL ignores.
boost::json::array not_read_json(std::vector<t2s::link::unread_part> const& parts);

/// An answer of a system as one JSON object (docs/answer.schema.json), with all rows and blobs; limits are named as options.
/// `chart`: it proposes one.
boost::json::object answer_json(t2s::answer const& a, std::string_view system, bool chart);

/// The record of a run for `t2s evaluate`: the question, the SQL of each round, the facts that policies noted, and the total cost.
boost::json::object run_json(t2s::answer const& a);

}  // namespace cli

#endif
