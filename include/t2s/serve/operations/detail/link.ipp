// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_LINK_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_LINK_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/data_block.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/first_names.hpp"
#include "t2s/serve/operations/detail/link.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

#include <cmath>

namespace t2s::serve {

namespace detail {

inline std::string linked_name(knowledge::lexicon const& names, knowledge::column_id id) {
  auto name = names.table(id).name;
  return id.is_table() ? name : name.append(".").append(names.column(id).name);
}

/// Rounds to two decimals.
inline double rounded(double score) { return std::round(score * 100) / 100; }

inline json::array json_mentions(knowledge::lexicon const& names, std::string const& question, std::vector<link::mention> const& all) {
  json::array out;
  for (auto const& m : all)
    out.push_back(json::object{{"name", json_text(linked_name(names, m.where))},
                               {"words", json_text(std::string_view(question).substr(m.begin, m.end - m.begin))},
                               {"score", rounded(m.score)}});
  return out;
}

inline std::string text_of_mentions(std::string_view title, json::array const& all) {
  std::string out(title);
  for (auto const& m : all)
    out.append("\n  ").append(m.at("name").as_string()).append(", by \"").append(one_line(m.at("words").as_string())).append("\"");
  return out.append(all.empty() ? " none\n" : "\n");
}

inline outcome link_question(served_database& database, json::object const& given, call const& by) {
  auto const question = text_argument(given, "question");
  auto connection = database.lend(by.stop);
  auto const names = database.lexicon(connection, by.report);
  auto const found = link::linked_question(names, question).mentions();
  json::array values;
  std::string shown = "Values";
  for (auto const& v : found.values) {
    auto const column = linked_name(*names, v.where);
    values.push_back(json::object{{"column", json_text(column)},
                                  {"value", json_text(v.value)},
                                  {"words", json_text(std::string_view(question).substr(v.begin, v.end - v.begin))}});
    shown.append("\n  ").append(column).append(" = ").append(one_line(to_sql(value(v.value))));
  }
  if (found.values.empty()) shown += " none";
  if (found.tables.empty() && found.columns.empty() && found.values.empty())
    shown.append("\nThe question names nothing of the database. Its tables are: ").append(first_names(database.schema()));
  json::object data{{"tables", json_mentions(*names, question, found.tables)},
                    {"columns", json_mentions(*names, question, found.columns)},
                    {"values", std::move(values)}};
  auto text = text_of_mentions("Tables", data["tables"].get_array()) + text_of_mentions("Columns", data["columns"].get_array()) + shown;
  return {std::move(data), data_block(text)};
}

}  // namespace detail

T2S_DECL operation link_operation() {
  operation o;
  o.name = "link";
  o.title = "Link a question";
  o.description =
      "Says which tables, columns and stored values a question in English names, and by which of its words. Use it to learn how a value is "
      "spelt in the database before you write a condition on it.";
  o.input = detail::object_schema(detail::question_argument);
  constexpr std::string_view mention =
      R"({"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"words":{"type":"string"},"score":{"type":"number"}},"required":["name","words","score"]}})";
  o.output = detail::object_schema(
      R"("tables":)" + std::string(mention) + R"(,"columns":)" + std::string(mention) +
      R"(,"values":{"type":"array","items":{"type":"object","properties":{"column":{"type":"string"},"value":{"type":"string"},"words":{"type":"string"}},"required":["column","value"]}})");
  o.run = detail::link_question;
  return o;
}

}  // namespace t2s::serve

#endif
