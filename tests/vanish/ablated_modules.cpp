// SPDX-License-Identifier: BSL-1.0
// DART-SQL without two of its modules, as a type.
// present: answered
// present: DAIL-SQL|dail_sql
// absent: t2s::rewrite::
// absent: execution_refinement::(review|request_for)
// absent: avoiding<
// absent: refined_sql::revise
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/systems/dart_sql.hpp"

struct silent_database {
  [[nodiscard]] t2s::schema::database const& schema() const;
  t2s::db::execution execute(std::string);
  t2s::db::execution sample(std::string, std::size_t);
  t2s::db::execution distinct(std::string, std::string, std::size_t);
};

struct silent_model {
  t2s::llm::completion complete(t2s::llm::request);
};

using hashed = t2s::retrieve::hashed_ngrams;
using without_rewriting_and_refinement =
    t2s::systems::dart_sql_ablated<t2s::systems::dart_switches{.question_rewriting = false, .refinement = false}, hashed>;

t2s::answer answered(without_rewriting_and_refinement const& p, silent_model& model, silent_database& database, std::string question) {
  return p.run(t2s::context(model, database), std::move(question));
}
