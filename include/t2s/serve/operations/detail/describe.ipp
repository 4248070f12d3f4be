// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_DESCRIBE_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_DESCRIBE_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/data_block.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/describe.hpp"
#include "t2s/serve/operations/detail/first_names.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

#include <algorithm>
#include <numeric>

namespace t2s::serve {

/// A schema as JSON: its tables with columns and keys.
[[nodiscard]] inline json::array json_tables(schema::database const& d) {
  json::array tables;
  for (auto const& t : d.tables()) {
    json::array columns, keys;
    for (auto const& c : t.columns) {
      json::object o{{"name", json_text(c.name)},
                     {"type", json_text(c.type)},
                     {"primary_key", c.key_position > 0},
                     {"nullable", !c.not_null && c.key_position == 0}};
      if (!c.description.empty()) o["description"] = json_text(c.description);
      columns.push_back(std::move(o));
    }
    for (auto const& k : t.foreign_keys)
      keys.push_back(
          json::object{{"columns", json_texts(k.columns)}, {"table", json_text(k.table)}, {"references", json_texts(k.referenced)}});
    tables.push_back(json::object{
        {"name", json_text(t.name)}, {"is_view", t.is_view}, {"columns", std::move(columns)}, {"foreign_keys", std::move(keys)}});
  }
  return tables;
}

namespace detail {

/// The whole table.
inline link::chosen_table whole_table(schema::database const& d, std::uint32_t place) {
  link::chosen_table t{place, 1, {}};
  t.columns.resize(d.tables()[place].columns.size());
  std::iota(t.columns.begin(), t.columns.end(), 0U);
  return t;
}

inline link::schema_choice empty_choice(schema::database const& d) {
  link::schema_choice c;
  c.all_tables = d.tables().size();
  for (auto const& t : d.tables()) c.all_columns += t.columns.size();
  return c;
}

/// Adds a table if it fits; the first one is always added.
inline bool add_table(link::schema_choice& to, schema::database const& d, std::uint32_t place, std::size_t budget) {
  auto const cost = llm::estimate_tokens(schema::create_statement(d.tables()[place], d.sql_dialect()));
  if (!to.tables.empty() && to.tokens + cost > budget) return false;
  to.tokens += cost;
  to.tables.push_back(whole_table(d, place));
  to.columns += to.tables.back().columns.size();
  return true;
}

/// As many of the first tables as fit.
inline link::schema_choice first_tables(schema::database const& d, std::size_t budget) {
  auto choice = empty_choice(d);
  for (std::uint32_t i = 0; i < d.tables().size(); ++i)
    if (!add_table(choice, d, i, budget)) break;
  return choice;
}

/// The tables of these names. `missing` gets the unknown names.
inline link::schema_choice named_tables(schema::database const& d, json::array const& names, std::size_t budget,
                                        std::vector<std::string>& missing) {
  auto choice = empty_choice(d);
  for (auto const& name : names) {
    auto const* t = d.find_table(name.as_string());
    if (t) add_table(choice, d, static_cast<std::uint32_t>(d.place_of(*t)), budget);
    if (!t) missing.emplace_back(name.as_string());
  }
  return choice;
}

inline outcome no_such_tables(std::vector<std::string> const& names, schema::database const& d, hints const& hinted) {
  std::string said;
  for (auto const& name : names) {
    auto const near = hinted.tables ? hinted.tables(name, d, 8) : std::vector<std::string>();
    said.append("There is no table \"").append(one_line(text::cut(name, 100))).append("\"");
    said.append(near.empty() ? "" : "; near are: ").append(text::join(near, ", ")).append(".\n");
  }
  return outcome::failure(said.append("There are: ").append(first_names(d)));
}

/// The CREATE TABLE statements, with examples of values if they fit too.
inline std::string text_of_schema(loan& connection, schema::database const& shown, std::size_t budget) {
  constexpr knowledge::schema_description how{3, 20, 60};
  std::vector<table_sample> rows;
  for (auto const& t : shown.tables()) {
    if (rows.size() == 40) break;  // examples of so many tables help no reader
    auto done = connection.sample(t.name, how.considered);
    if (!done.failure) rows.push_back({t.name, std::move(done.rows), 0});
  }
  auto with = knowledge::describe(shown, rows, how);
  return llm::estimate_tokens(with) <= budget ? with : knowledge::describe(shown, {}, how);
}

/// The chosen part, in the order of the choice: the most useful tables come first.
inline schema::database in_order(schema::database const& d, link::schema_choice const& choice) {
  auto const part = link::chosen_schema(d, choice);
  std::vector<schema::table> tables;
  for (auto const& t : choice.tables)
    if (auto const* shown = part.find_table(d.tables()[t.table].name)) tables.push_back(*shown);
  return schema::database(std::move(tables), d.dialect());
}

/// The names of the tables that are not shown.
inline std::vector<std::string> left_out(schema::database const& d, link::schema_choice const& choice) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < d.tables().size(); ++i)
    if (std::ranges::none_of(choice.tables, [i](auto const& t) { return t.table == i; })) names.push_back(d.tables()[i].name);
  return names;
}

inline outcome described(served_database& database, loan& connection, link::schema_choice const& choice, std::size_t budget) {
  auto const& d = database.schema();
  auto const shown = in_order(d, choice);
  auto text = text_of_schema(connection, shown, budget);
  auto missing = left_out(d, choice);
  text.append("\n-- ").append(std::string(sql::title_of(d.sql_dialect()))).append("; shown are ");
  text.append(std::to_string(choice.tables.size()) + " of " + std::to_string(choice.all_tables) + " tables, " +
              std::to_string(choice.columns) + " of " + std::to_string(choice.all_columns) + " columns");
  auto const all_missing = missing.size();
  if (missing.size() > 200) missing.resize(200);
  if (!missing.empty())
    text.append("; not shown: ").append(one_line(text::join(missing, ", "))).append(missing.size() < all_missing ? ", ..." : "");
  json::object data{{"dialect", sql::name_of(d.sql_dialect())},
                    {"tables", json_tables(shown)},
                    {"shown_tables", choice.tables.size()},
                    {"all_tables", choice.all_tables},
                    {"left_out", json_texts(missing)}};
  return {std::move(data), data_block(text, "sql")};
}

inline outcome describe_schema(served_database& database, json::object const& given, call const& by, hints const& hinted) {
  auto const budget = whole_argument(given, "tokens", 4'000);
  auto const question = text_argument(given, "question");
  auto const* tables = given.if_contains("tables");
  auto connection = database.lend(by.stop);
  auto const& d = database.schema();
  if (tables && !tables->get_array().empty()) {
    std::vector<std::string> missing;
    auto const choice = named_tables(d, tables->get_array(), budget, missing);
    if (!missing.empty()) return no_such_tables(missing, d, hinted);
    return described(database, connection, choice, budget);
  }
  if (question.empty() || link::fits(d, {budget})) return described(database, connection, first_tables(d, budget), budget);
  auto choice = link::retrieve_schema(*database.lexicon(connection, by.report), question, {budget});
  if (choice.tables.empty()) choice = first_tables(d, budget);
  return described(database, connection, choice, budget);
}

}  // namespace detail

T2S_DECL operation describe_operation(hints by) {
  operation o;
  o.name = "describe";
  o.title = "Describe the schema";
  o.description =
      "Gives the tables and columns of the database as CREATE TABLE statements with examples of what is stored, within a budget of tokens. "
      "With a question it gives the part that the question needs; with tables, those. Begin with this, before you write SQL.";
  o.input = detail::object_schema(
      "", std::string(detail::question_argument) +
              R"(,"tables":{"type":"array","items":{"type":"string"},"maxItems":100,"description":"Names of tables that are to be shown."},
"tokens":{"type":"integer","minimum":100,"maximum":100000,"default":4000,"description":"How long the text may be, about."})");
  o.output = detail::object_schema(
      R"("dialect":{"type":"string"},"tables":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"is_view":{"type":"boolean"},"columns":{"type":"array","items":{"type":"object"}},"foreign_keys":{"type":"array","items":{"type":"object"}}},"required":["name","is_view","columns","foreign_keys"]}},
"shown_tables":{"type":"integer"},"all_tables":{"type":"integer"},"left_out":{"type":"array","items":{"type":"string"},"description":"Tables that are not shown."})");
  o.run = [by = std::move(by)](served_database& database, json::object const& given, call const& c) {
    return detail::describe_schema(database, given, c, by);
  };
  return o;
}

}  // namespace t2s::serve

#endif
