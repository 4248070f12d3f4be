// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_EXPLAIN_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_EXPLAIN_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/explain.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"
#include "t2s/sql/detail/meaning.hpp"
#include "t2s/sql/lineage.hpp"
#include "t2s/sql/print.hpp"

#include <cmath>

namespace t2s::serve {

namespace detail {

inline std::string stored_name(sql::base_column const& c) { return c.table->name + "." + (c.column ? c.column->name : "rowid"); }

inline json::array json_results(sql::query_lineage const& found) {
  json::array out;
  for (auto const& c : found.results) {
    std::vector<std::string> from;
    for (auto const& b : c.from) from.push_back(stored_name(b));
    out.push_back(json::object{{"name", json_text(c.name)}, {"from", json_texts(from)}, {"unchanged", c.unchanged}});
  }
  return out;
}

inline json::value json_cost(std::optional<db::statement_cost> const& cost) {
  if (!cost) return nullptr;
  return json::object{{"rows_read", std::round(cost->rows_read)},
                      {"rows_returned", std::round(cost->rows_returned)},
                      {"at_most", cost->may_end_early},
                      {"costliest", json_text(cost->costliest)},
                      {"cheaper", json_text(cost->cheaper)}};
}

inline std::string figure(double n) { return std::to_string(static_cast<long long>(std::round(std::min(n, 9e18)))); }

inline void add_cost(std::string& to, std::optional<db::statement_cost> const& cost) {
  constexpr double little = 1'000;
  if (!cost) return;
  to.append("\nIt would read ").append(cost->may_end_early ? "at most " : "about ").append(figure(cost->rows_read)).append(" rows");
  to.append(" and return about ").append(figure(cost->rows_returned)).append(".");
  if (cost->rows_read > little && !cost->costliest.empty()) to.append(" Most of it: ").append(one_line(cost->costliest)).append(".");
  if (cost->rows_read > little && !cost->cheaper.empty()) to.append(" ").append(one_line(cost->cheaper));
}

inline outcome explain_problem(diagnosed const& p, std::optional<proposal> const& better) {
  auto text = "The statement would fail: " + text_of(p);
  if (better) text.append("\nPerhaps: ").append(better->sql);
  return outcome::failure(std::move(text), {}, name_of(p.what.code));
}

inline outcome explain_statement(served_database& database, json::object const& given, call const& by, hints const& hinted) {
  auto connection = database.lend(by.stop);
  auto const sql = text_argument(given, "sql");
  auto const& d = database.schema();
  if (auto f = not_a_query(sql, d)) return explain_problem({*std::move(f), {}, {}}, {});
  auto const cost = connection.estimate(sql);
  if (cost.failure)
    return explain_problem(problems_of(sql, d, hinted, &*cost.failure).front(), nearest_repair(sql, *cost.failure, d, hinted));
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return outcome::failure("The statement runs, but it cannot be explained: " + sql::to_string(parsed.error()));
  auto const found = sql::lineage(*parsed, d);
  auto const said = sql::meaning_of(*parsed, d.sql_dialect());
  std::vector<std::string> read;
  for (auto const& c : found.read) read.push_back(stored_name(c));
  std::string text;
  for (auto const& s : said) text.append(text.empty() ? "" : "\n").append(s);
  for (auto const& c : found.results) {
    text.append("\n").append(one_line(c.name)).append(c.unchanged ? " is " : c.from.empty() ? " comes from no column" : " comes from ");
    for (std::size_t i = 0; i < c.from.size(); ++i) text.append(i == 0 ? "" : ", ").append(stored_name(c.from[i]));
  }
  add_cost(text, cost.cost);
  json::object data{{"sql", json_text(sql::print(*parsed, {true, d.sql_dialect()}))},
                    {"meaning", json_texts(said)},
                    {"results", json_results(found)},
                    {"columns_read", json_texts(read)},
                    {"cost", json_cost(cost.cost)}};
  return {std::move(data), std::move(text)};
}

}  // namespace detail

T2S_DECL operation explain_operation(hints by) {
  operation o;
  o.name = "explain";
  o.title = "Explain a statement";
  o.description =
      "Says in plain words what a SELECT statement does, clause by clause, from which stored columns each result column comes, and how "
      "many rows the database expects to read and return. The statement is not run. Compare it with the question that was asked.";
  o.input = detail::object_schema(detail::sql_argument);
  o.output = detail::object_schema(
      R"("sql":{"type":"string","description":"The statement, a line a clause."},"meaning":{"type":"array","items":{"type":"string"}},
"results":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"from":{"type":"array","items":{"type":"string"}},"unchanged":{"type":"boolean"}},"required":["name","from","unchanged"]}},
"columns_read":{"type":"array","items":{"type":"string"}},
"cost":{"type":["object","null"],"properties":{"rows_read":{"type":"number"},"rows_returned":{"type":"number"},"at_most":{"type":"boolean"},"costliest":{"type":"string"},"cheaper":{"type":"string"}}})");
  o.run = [by = std::move(by)](served_database& database, json::object const& given, call const& c) {
    return detail::explain_statement(database, given, c, by);
  };
  return o;
}

}  // namespace t2s::serve

#endif
