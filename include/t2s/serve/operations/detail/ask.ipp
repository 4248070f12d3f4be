// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_ASK_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_ASK_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/probability_text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/detail/ask_back.hpp"
#include "t2s/serve/detail/answer_json.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/conversations.hpp"
#include "t2s/serve/detail/data_block.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/ask.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"
#include "t2s/serve/runs/detail/run_watch.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace t2s::serve {

namespace detail {

/// Whether the answer has rows, even if not all.
inline bool is_answered(t2s::answer const& a) {
  auto const* done = a.has_sql() ? a.outcome() : nullptr;
  return done && (done->ok() || done->failure->code == errc::row_limit);
}

inline bool is_sure(t2s::answer const& a) { return is_answered(a) && a.estimate() && !a.estimate()->is_uncertain(); }

inline std::string text_of_withheld(attempt const& kept_back) {
  std::string text = " This SQL is withheld because it is too uncertain: ";
  text.append(one_line(kept_back.tried.sql))
      .append("; \"min_confidence\": 0 gives its rows, unless the server was started with a minimum of its own.");
  if (auto const* e = kept_back.known<estimated>())
    for (auto const& m : e->missing) text.append(" Against it: ").append(one_line(m)).append(".");
  return text;
}

/// A question back to the user, and the options.
inline std::string text_of_ask_back(ask_back const& asked) {
  std::string text = "\nOther readings have other results. Ask the user: " + asked.question;
  for (auto const& o : asked.options) text.append("\n- ").append(one_line(o.text)).append(": ").append(one_line(o.sql()));
  return text;
}

inline std::string text_of_answer(t2s::answer const& a, std::size_t given, bool cut) {
  if (!is_answered(a)) {
    auto text = "No SQL that answers the question was found: " + one_line(a.stopped) + ".";
    if (a.has_sql()) text.append(" The last was: ").append(one_line(a.sql())).append(".");
    if (a.withheld) text.append(text_of_withheld(*a.withheld));
    if (a.failed) text.append(" The model failed: ").append(one_line(a.failed->text())).append(".");
    if (auto const notice = notice_of(a); !notice.empty()) text.append(" ").append(one_line(notice));
    if (auto const* asked = asked_back(a)) return text.append(text_of_ask_back(*asked));
    return text + " Use describe and link, write the statement, and check it.";
  }
  auto text = data_block(with_escapes(a.sql()), "sql");
  if (auto const* e = a.estimate()) {
    text.append("\nConfidence: ").append(t2s::detail::probability_text(e->confidence)).append(e->is_uncertain() ? ", uncertain" : "");
    for (auto const& m : e->missing)
      if (e->is_uncertain()) text.append("\n- ").append(one_line(m));
  }
  if (a.failed) text.append("\nThe model failed: ").append(one_line(a.failed->text())).append(".");
  if (auto const notice = notice_of(a); !notice.empty()) text.append("\n").append(one_line(notice));
  if (auto const* asked = asked_back(a)) text.append(text_of_ask_back(*asked));
  page_of_rows const page{.count = given, .more = cut};
  auto const more = "call query with this sql and offset " + std::to_string(page.count);
  return text.append("\n").append(text_of_page(a.outcome()->rows, page, more));
}

/// Replaces `found` by the answer of the caller's model if that one has rows or `found` has none; returns whether it did. If the model
/// fails, for example because a person refuses the request, its error goes to `found.failed`.
template <class F>
bool take_models_answer(t2s::answer& found, F answer) try {
  auto other = answer();
  bool const takes = is_answered(other) || !is_answered(found);
  if (takes) found = std::move(other);
  return takes;
} catch (error const& e) {
  if (!llm::is_failure_of_model(e.code())) throw;
  found.failed = e.details();
  return false;
}

/// A system's answer to the question of a call, after those turns. Reports its stages to the caller.
inline t2s::answer answered(served_system const& system, served_database& database, json::object const& given, std::vector<turn> turns,
                            call const& by) {
  run_order order{.database = database.name(),
                  .question = text_argument(given, "question"),
                  .system = system.name,
                  .min_confidence = system.min_confidence};
  if (auto const* least = given.if_contains("min_confidence")) order.min_confidence = least->to_number<double>();
  order.ask_back = truth_argument(given, "ask_back", false);
  order.who = by.who;
  order.model = by.model;
  if (auto id = text_argument(given, "conversation"); id != "new") order.conversation = std::move(id);
  order.turns = std::move(turns);
  auto const run = std::make_shared<run_record>(std::string(), std::move(order), 0);
  std::stop_callback const ends(by.stop, [&run] { run->cancel(); });
  run_watch watch(run, sql::dialect_of(database.schema()), by.report);
  return system.answer(database, run->order().question, watch);
}

/// A failure if the conversation of a call cannot take its question; else its turns.
inline std::optional<outcome> enter(std::string const& id, conversations_of_user const& in, served_database const& database,
                                    std::vector<turn>& turns) {
  if (id.empty() || id == "new") return {};
  auto const one = in.kept->find(in.owner, id);
  if (!one || one->database != database.name())
    return outcome::failure("There is no such conversation about this database (any more): begin one with \"new\".");
  if (!in.kept->takes_more(*one)) return outcome::failure("This conversation takes no more questions: begin one with \"new\".");
  turns = in.kept->last_turns(in.owner, id, database);
  return {};
}

/// Adds the question and its answer to the conversation, which begins here if it is "new": a call without a session may run twice.
/// Returns its id, or "" if the turn could not be kept: the answer is given all the same.
inline std::string keep_turn(std::string id, conversations_of_user const& in, served_database const& database, std::string question,
                             t2s::answer const& found) try {
  if (id == "new") id = in.kept->begin(in.owner, database.name(), question).id;
  return in.kept->add(in.owner, id, turn_of(std::move(question), found)) ? id : std::string();
} catch (error const&) {
  return {};
}

inline outcome answer_question(served_system const& system, served_system const& by_callers_model, conversations_of_user const& in,
                               served_database& database, json::object const& given, call const& by) {
  auto conversation = text_argument(given, "conversation");
  std::vector<turn> turns;
  if (auto refused = enter(conversation, in, database, turns)) return *std::move(refused);
  auto const wanted = text_argument(given, "model");
  bool const has_model = by.model && by_callers_model.answer;
  if (wanted == "always" && !has_model)
    return outcome::failure("The client offers no model (it has no sampling). Ask with \"model\": \"never\", or leave it out.");
  bool by_model = wanted == "always";
  auto found = answered(by_model ? by_callers_model : system, database, given, turns, by);
  if (wanted != "never" && has_model && !by_model && !system.asks_model && !is_sure(found))
    by_model = take_models_answer(found, [&] { return answered(by_callers_model, database, given, turns, by); });
  if (auto const* asked = asked_back(found); asked && by.choose)
    if (auto const choice = by.choose(*asked)) found = with_choice(std::move(found), *choice);
  auto const most = std::min(whole_argument(given, "limit", 100), database.limits().rows);
  answer_extent extent{is_answered(found) ? most : 0, database.limits().bytes};
  extent.chart = truth_argument(given, "chart", false);
  auto data = answer_json(found, by_model ? by_callers_model.name : system.name, extent);
  auto text = text_of_answer(found, data["rows"].get_array().size(), data["cut"].get_bool());
  if (!conversation.empty()) {
    conversation = keep_turn(std::move(conversation), in, database, text_argument(given, "question"), found);
    if (!conversation.empty()) data["conversation"] = conversation;
    text.append(conversation.empty() ? "\nThis turn was not kept." : "\nThe conversation of this question: ").append(conversation);
  }
  if (!is_answered(found)) return outcome::failure(std::move(text), std::move(data));
  return {std::move(data), std::move(text)};
}

inline constexpr std::string_view conversation_properties =
    R"("id":{"type":"string"},"database":{"type":"string"},"title":{"type":"string"},"begun":{"type":"string"},"changed":{"type":"string"},"turns":{"type":"integer"})";
inline constexpr std::string_view required_of_conversation =
    R"(},"required":["id","database","title","begun","changed","turns"],"additionalProperties":false})";

inline constexpr std::string_view about_reading =
    "Answers a question in English over the database: writes the SQL, runs it, and says how likely it is right. It reads the "
    "question by the names and values of the database, without a model; where your client offers sampling, your model is asked if "
    "that is uncertain. Look at the SQL before you use an uncertain answer.";
inline constexpr std::string_view about_model =
    "Answers a question in English over the database: a model of the server writes the SQL, which is run and corrected. Look at the SQL "
    "before you use an answer.";

}  // namespace detail

T2S_DECL operation ask_operation(served_system by, served_system by_callers_model, conversations_of_user in) {
  operation o;
  o.name = "ask";
  o.title = "Answer a question";
  o.description = by.asks_model ? detail::about_model : detail::about_reading;
  o.input = detail::object_schema(
      detail::question_argument,
      R"("model":{"type":"string","enum":["auto","never","always"],"default":"auto","description":"Whether the client's model is asked, by sampling: if the answer without it is uncertain, never, or always."},
"min_confidence":{"type":"number","minimum":0,"maximum":1,"description":"An answer less likely right than this is withheld: 0.5 where no model writes the SQL, 0 where one does, if left out. 0.75 fits most uses; 0 gives every answer."},
"ask_back":{"type":"boolean","default":false,"description":"Where readings of the question have other results and the answer is uncertain: asks the user which is meant, by elicitation if the client offers it; else the answer has the question and its options."},
"chart":{"type":"boolean","default":false,"description":"Whether the answer proposes a chart of the whole result, as a specification of Vega-Lite 5 with its data."},
"limit":{"type":"integer","minimum":1,"maximum":100000,"default":100,"description":"Rows that are given at most."})");
  if (in.kept)
    o.input["properties"].as_object()["conversation"] = {{"type", "string"},
                                                         {"minLength", 1},
                                                         {"maxLength", 100},
                                                         {"description",
                                                          "For a follow-up question, such as \"and in 2021?\": the id of the conversation "
                                                          "that the earlier answers had. \"new\" begins one."}};
  o.output = answer_schema();
  o.run = [by = std::move(by), by_callers_model = std::move(by_callers_model), in = std::move(in)](
              served_database& database, json::object const& given, call const& c) {
    return detail::answer_question(by, by_callers_model, in, database, given, c);
  };
  return o;
}

T2S_DECL operation list_conversations_operation(conversations_of_user in) {
  operation o;
  o.name = "list_conversations";
  o.title = "List conversations";
  o.description =
      "The conversations of this user about the database, the latest changed first. Their ids are for ask and delete_conversation.";
  o.input = detail::object_schema({});
  o.output = detail::object_schema(std::string(R"("conversations":{"type":"array","items":{"type":"object","properties":{)")
                                       .append(detail::conversation_properties)
                                       .append(detail::required_of_conversation)
                                       .append("}"));
  o.run = [in = std::move(in)](served_database& database, json::object const&, call const&) {
    json::array all;
    std::string text;
    for (auto const& one : in.kept->list(in.owner)) {
      if (one.database != database.name()) continue;
      all.push_back(conversation_json(one));
      text.append(text.empty() ? "" : "\n").append(one.id).append("  ").append(one_line(one.title));
    }
    if (text.empty()) text = "There are no conversations about this database.";
    return outcome(json::object{{"conversations", std::move(all)}}, std::move(text));
  };
  return o;
}

T2S_DECL operation delete_conversation_operation(conversations_of_user in) {
  operation o;
  o.name = "delete_conversation";
  o.title = "Delete a conversation";
  o.description = "Deletes a conversation of this user with all its questions. Call it only if a person asks for it.";
  o.input = detail::object_schema(R"("conversation":{"type":"string","minLength":1,"maxLength":100,"description":"Its id."})");
  o.output = detail::object_schema(detail::conversation_properties);
  o.changes = true;
  o.run = [in = std::move(in)](served_database& database, json::object const& given, call const&) {
    auto const id = text_argument(given, "conversation");
    auto const one = in.kept->find(in.owner, id);
    if (!one || one->database != database.name() || !in.kept->remove(in.owner, id))
      return outcome::failure("There is no such conversation about this database: list_conversations has them.");
    return outcome(conversation_json(*one), std::string("Deleted: ").append(one_line(one->title)));
  };
  return o;
}

}  // namespace t2s::serve

#endif
