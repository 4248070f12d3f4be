// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_CORRECT_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_CORRECT_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/operations/detail/correct.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

#include <utility>

namespace t2s::serve {

namespace detail {

inline constexpr std::size_t rows_of_correction = 10;

inline constexpr std::string_view correction_properties =
    R"("id":{"type":"string"},"database":{"type":"string"},"question":{"type":"string"},"sql":{"type":"string"})";

/// A statement without blanks and semicolons at its ends: runs return it so.
inline std::string bare_statement(std::string_view sql) {
  for (sql = text::trim(sql); sql.ends_with(';');) sql = text::trim(sql.substr(0, sql.size() - 1));
  return std::string(sql);
}

inline outcome not_kept(std::string const& why, std::string_view code = "failed") {
  return outcome::failure(std::string("Nothing was kept: ").append(why), {}, code);
}

/// A refusal of SQL that fails: its fault, what exists instead, and a statement that may be meant.
inline outcome not_kept(std::string const& sql, failure const& why, schema::database const& d, hints const& by) {
  auto said = std::string("the SQL fails: ").append(text_of(problems_of(sql, d, by, &why).front()));
  if (auto const better = nearest_repair(sql, why, d, by)) said.append("\nPerhaps: ").append(better->sql);
  return not_kept(said, name_of(why.code));
}

/// What keeps SQL that runs from being found again; nothing if t2s reads it.
inline std::optional<failure> unread(std::string const& sql, schema::database const& d) {
  auto const parsed = sql::parse(sql, d);
  if (!parsed) return failure{errc::sql_syntax, sql::to_string(parsed.error()), parsed.error().found, {}, parsed.error().offset};
  auto const found = sql::resolve(*parsed, d);
  if (found.ok()) return {};
  return found.problems.front().what;
}

inline outcome correct(corrections& kept, served_database& database, json::object const& given, call const& by, hints const& hinted) {
  auto const question = std::string(text::trim(text_argument(given, "question")));
  auto const sql = bare_statement(text_argument(given, "sql"));
  auto const& d = database.schema();
  if (question.find_first_not_of(".?!,;: ") == question.npos)
    return not_kept("\"question\" has no words: give the question that was asked");
  if (sql::parse(question, d)) return not_kept("\"question\" is SQL: give the question in words there, and its SQL as \"sql\"");
  if (sql.empty()) return not_kept("\"sql\" is blank: give the right SQL of the question");
  if (auto const f = not_a_query(sql, d)) return not_kept(sql, *f, d, hinted);
  auto connection = database.lend(by.stop);
  if (hinted.needs_earlier && hinted.needs_earlier({database.lexicon(connection, by.report), question}))
    return not_kept("this question needs the one before it: ask it whole");
  auto const done = connection.execute(sql, rows_of_correction + 1);
  bool const cut = done.failure && (done.failure->code == errc::row_limit || done.failure->code == errc::size_limit);
  if (done.failure && !cut) return not_kept(sql, *done.failure, d, hinted);
  if (auto const f = unread(sql, d))
    return not_kept(std::string("the SQL runs, but t2s cannot read it and would not find it again: ")
                        .append(one_line(f->text()))
                        .append("; write it in another way"),
                    name_of(f->code));
  auto const replaced = kept.keep(database, question, sql);
  auto data = correction_json({.database = database.name(), .question = question, .sql = sql}, database.name());
  data["replaced"] = replaced ? json::value(json_text(*replaced)) : json::value(nullptr);
  auto const page = page_of(done.rows, 0, rows_of_correction, database.limits().bytes, cut);
  add_page(data, done.rows, page);
  std::string said("Kept: this question now gets this SQL, and similar ones are answered in its light.");
  if (replaced) said.append(" It replaces ").append(one_line(*replaced)).append(".");
  return {std::move(data), said.append("\n").append(text_of_page(done.rows, page, "they are left out here"))};
}

inline outcome list_corrections(corrections& kept, served_database& database) {
  auto const all = kept.read(database);
  json::array listed;
  std::string said = all->empty() ? "There are no corrections." : "";
  for (auto const& one : *all) {
    listed.push_back(correction_json(one, database.name()));
    said.append(said.empty() ? "" : "\n").append(corrections::id_of(one)).append("  ").append(one_line(one.question));
    said.append("\n  ").append(one_line(one.sql));
  }
  return {json::object{{"corrections", std::move(listed)}}, std::move(said)};
}

inline outcome remove_correction(corrections& kept, served_database& database, json::object const& given) {
  auto const what = text_argument(given, "correction");
  auto const removed = kept.remove(database, what);
  if (!removed)
    return outcome::failure(std::string("There is no correction \"")
                                .append(one_line(text::cut(what, 200)))
                                .append("\": give the id or the question of one that list_corrections has."));
  return {correction_json(*removed, database.name()), std::string("Forgotten: ").append(one_line(removed->question))};
}

}  // namespace detail

T2S_DECL boost::json::object correction_json(demonstration const& one, std::string_view database) {
  return {{"id", corrections::id_of(one)},
          {"database", json_text(database)},
          {"question", json_text(one.question)},
          {"sql", json_text(one.sql)}};
}

T2S_DECL operation correct_operation(std::shared_ptr<corrections> kept, hints by) {
  operation o;
  o.name = "correct";
  o.title = "Correct an answer";
  o.description =
      "Remembers the right SQL of a question that was answered wrongly. From then on the same question gets this SQL, and similar "
      "questions are answered in its light, for everybody who may see its tables. Call it only if a person says that an answer is wrong "
      "and confirms the right SQL. The SQL must run; a correction of the same question is replaced. The database itself is not changed.";
  o.input = detail::object_schema(std::string(detail::question_argument).append(",").append(detail::sql_argument));
  o.output = detail::object_schema(std::string(detail::correction_properties)
                                       .append(R"(,"replaced":{"type":["string","null"],"description":"The SQL that it had before."},)")
                                       .append(detail::page_properties));
  o.changes = true;
  o.run = [kept = std::move(kept), by = std::move(by)](served_database& database, json::object const& given, call const& c) {
    return detail::correct(*kept, database, given, c, by);
  };
  return o;
}

T2S_DECL operation list_corrections_operation(std::shared_ptr<corrections> kept) {
  operation o;
  o.name = "list_corrections";
  o.title = "List corrections";
  o.description = "The questions whose right SQL was given with correct, the oldest first.";
  o.input = detail::object_schema({});
  o.output = detail::object_schema(std::string(R"("corrections":{"type":"array","items":{"type":"object","properties":{)")
                                       .append(detail::correction_properties)
                                       .append(R"(},"required":["id","database","question","sql"],"additionalProperties":false}})"));
  o.run = [kept = std::move(kept)](served_database& database, json::object const&, call const&) {
    return detail::list_corrections(*kept, database);
  };
  return o;
}

T2S_DECL operation remove_correction_operation(std::shared_ptr<corrections> kept) {
  operation o;
  o.name = "remove_correction";
  o.title = "Remove a correction";
  o.description = "Forgets a correction: its question is answered again as if it had never been corrected.";
  o.input = detail::object_schema(
      R"("correction":{"type":"string","minLength":1,"maxLength":10000,"description":"Its id in list_corrections, or its question."})");
  o.output = detail::object_schema(detail::correction_properties);
  o.changes = true;
  o.run = [kept = std::move(kept)](served_database& database, json::object const& given, call const&) {
    return detail::remove_correction(*kept, database, given);
  };
  return o;
}

}  // namespace t2s::serve

#endif
