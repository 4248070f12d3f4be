// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_SQL_ONLY_HPP
#define T2S_POLICIES_GENERATE_SQL_ONLY_HPP

#include "t2s/policies/generate/detail/sql_craft.hpp"

#include <string_view>

namespace t2s::generate {

/// A GeneratorPolicy that asks a model for SQL and nothing else: SQL-CRAFT's baseline (table 2, "SQL-Only"). One call for the draft and one
/// for each revision. The prompt is ours.
struct sql_only : single_answer<sql_only> {
  static constexpr std::string_view name = "SQL-only";
  static constexpr auto expects = llm::reply_kind::statement;  ///< of a reply

  /// The whole prompt.
  llm::prompt_template prompt{llm::template_literal(
      "Write one {{dialect}} query that answers the '### QUESTION'. '### DB_STRUCTURE' includes examples of each table, and the filtering "
      "criteria should be based on these data examples. Answer with the query in a ```sql code block and nothing else.\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "{{correction}}"
      "### QUESTION: {{question}}\n"
      "SQL:")};
};

}  // namespace t2s::generate

#endif
