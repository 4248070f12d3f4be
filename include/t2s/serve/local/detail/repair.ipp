// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_LOCAL_DETAIL_REPAIR_IPP
#define T2S_SERVE_LOCAL_DETAIL_REPAIR_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/local/detail/hints.hpp"
#include "t2s/serve/local/detail/repair.hpp"
#include "t2s/serve/local/detail/repairs.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

namespace t2s::serve {

namespace detail {

/// Whether rows were read, even if not all.
inline bool gave_rows(db::execution const& e) { return !e.failure || e.failure->code == errc::row_limit; }

inline json::array json_steps(repair::repair_outcome const& done) {
  json::array steps;
  for (auto const& s : done.steps)
    steps.push_back(json::object{{"kind", name_of(s.what)}, {"why", json_text(s.why)}, {"sql", json_text(s.sql)}});
  return steps;
}

/// The parts of the question that a new reading of it ignores.
inline std::vector<std::string> not_read(repair::repair_outcome const& done) {
  std::vector<std::string> all;
  for (auto const& s : done.steps)
    for (auto const& part : s.not_read)
      if (part.matters()) all.push_back(part.text);
  return all;
}

inline std::string text_of(repair::repair_outcome const& done) {
  if (!done.repaired()) return gave_rows(*done.execution) ? "The statement runs; it was left as it is.\n" : "";
  std::string out = "The mended statement:\n" + done.sql + "\nWhat was wrong:";
  for (auto const& s : done.steps) out.append("\n- ").append(one_line(s.why));
  for (auto const& part : not_read(done)) out.append("\n- not read of the question: ").append(one_line(part));
  return out.append("\nIts rows:\n");
}

inline outcome repair_statement(served_database& database, json::object const& given, call const& by) {
  auto connection = database.lend(by.stop);
  auto const sql = text_argument(given, "sql");
  auto const names = database.lexicon(connection, by.report);
  auto const done = repair::repairer{names, repair_rules()}.repair(connection, sql, text_argument(given, "question"));
  auto const& gave = *done.execution;
  auto const most = std::min(whole_argument(given, "limit", 100), database.limits().rows);
  auto const page = page_of(gave.rows, 0, most, database.limits().bytes, gave.failure.has_value());
  json::object data{{"sql", json_text(done.sql)},
                    {"repaired", done.repaired()},
                    {"steps", json_steps(done)},
                    {"not_read", json_texts(not_read(done))},
                    {"executed", done.executed}};
  if (!gave_rows(gave)) {
    auto const problem = problems_of(done.sql, database.schema(), local_hints(), &*gave.failure).front();
    add_page(data, {}, {});
    data["error"] = json_of(problem);
    return outcome::failure("No repair that the database supports was found. The statement fails: " + text_of(problem), std::move(data),
                            name_of(gave.failure->code));
  }
  add_page(data, gave.rows, page);
  data["error"] = nullptr;
  return {std::move(data),
          text_of(done) + text_of_page(gave.rows, page, "call query with this sql and offset " + std::to_string(page.count))};
}

}  // namespace detail

T2S_DECL operation repair_operation() {
  operation o;
  o.name = "repair";
  o.title = "Repair a statement";
  o.description =
      "Mends a SELECT statement without asking a model: wrong table and column names, missing joins, ambiguous columns, aggregates "
      "where none may stand, texts that no row has, functions of other dialects, what was cut off. Gives what was wrong, the mended "
      "statement and its rows. A statement that runs and gives rows is left as it is. Pass the question that it is to answer: it "
      "decides among repairs.";
  o.input = detail::object_schema(
      detail::sql_argument,
      std::string(detail::question_argument) +
          R"(,"limit":{"type":"integer","minimum":1,"maximum":100000,"default":100,"description":"Rows that are given at most."})");
  o.output = detail::object_schema(
      std::string(
          R"("sql":{"type":"string"},"repaired":{"type":"boolean"},"steps":{"type":"array","items":{"type":"object","properties":{"kind":{"type":"string"},"why":{"type":"string"},"sql":{"type":"string"}},"required":["kind","why","sql"]}},
"not_read":{"type":"array","items":{"type":"string"},"description":"Parts of the question that the statement does without."},"executed":{"type":"integer"},)") +
      std::string(detail::page_properties) + R"(,"error":)" + std::string(detail::failure_schema));
  o.run = detail::repair_statement;
  return o;
}

}  // namespace t2s::serve

#endif
