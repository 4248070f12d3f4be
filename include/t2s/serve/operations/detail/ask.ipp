// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_ASK_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_ASK_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/probability_text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/json_estimate.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/operations/detail/ask.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"
#include "t2s/serve/served_database.hpp"
#include "t2s/systems/few_shot_corrected.hpp"
#include "t2s/systems/offline.hpp"
#include "t2s/systems/with_confidence.hpp"
#include "t2s/systems/with_schema_retrieval.hpp"

#include <utility>

namespace t2s::serve {

namespace detail {

/// The model of a caller.
struct callers_model {
  std::function<llm::completion(llm::request)> const* by;
  llm::completion complete(llm::request asked) const { return (*by)(std::move(asked)); }
};

template <class System, class Model>
t2s::answer answer_by(System const& system, Model& model, served_database& database, asked_for const& asked, call const& by,
                      telemetry::otlp_trace told) try {
  auto connection = database.lend(by.stop);
  static_cast<void>(database.lexicon(connection, by.report));
  if (by.report) by.report({1, {}, "answering"});
  prepared<loan> known(connection, database.known());
  run_options how;
  how.stop = by.stop;
  how.keep_attempts_if_model_fails = true;
  auto found = system.run(t2s::context(model, known, how, told), asked.question);
  told.finish(found);
  return found;
} catch (error const& e) {
  told.fail(e.details().code);
  throw;
}

/// Whether rows of the answer are there, even if not all.
inline bool is_answered(t2s::answer const& a) {
  auto const* done = a.has_sql() ? a.outcome() : nullptr;
  return done && (done->ok() || done->failure->code == errc::row_limit);
}

inline bool is_sure(t2s::answer const& a) { return is_answered(a) && a.estimate() && !a.estimate()->is_uncertain(); }

inline json::object json_answer(t2s::answer const& a, std::string_view by, served_database& database, std::size_t most,
                                page_of_rows& page) {
  json::object data;
  data["sql"] = a.has_sql() ? json::value(json_text(a.sql())) : json::value(nullptr);
  add_estimate(data, a);
  data["withheld"] = a.withheld ? json::value(json_text(a.withheld->tried.sql)) : json::value(nullptr);
  data["by"] = by;
  data["stopped"] = json_text(a.stopped);
  data["failed"] = a.failed ? json::value(json_text(a.failed->text())) : json::value(nullptr);
  auto const* done = a.outcome();
  static db::rows const none;
  bool const cut = done && done->failure.has_value();
  page = is_answered(a) ? page_of(done->rows, 0, most, database.limits().bytes, cut) : page_of_rows{};
  add_page(data, is_answered(a) ? done->rows : none, page);
  return data;
}

inline std::string text_of_withheld(attempt const& kept_back) {
  std::string text = " Withheld, as too uncertain, is: ";
  text.append(kept_back.tried.sql).append(".");
  if (auto const* e = kept_back.known<estimated>())
    for (auto const& m : e->missing) text.append(" Against it: ").append(one_line(m)).append(".");
  return text;
}

inline std::string text_of_answer(t2s::answer const& a, page_of_rows const& page) {
  if (!is_answered(a)) {
    auto text = "No SQL that answers the question was found: " + one_line(a.stopped) + ".";
    if (a.has_sql()) text.append(" The last was: ").append(a.sql()).append(".");
    if (a.withheld) text.append(text_of_withheld(*a.withheld));
    if (a.failed) text.append(" The model failed: ").append(one_line(a.failed->text())).append(".");
    return text + " Use describe and link, write the statement, and check it.";
  }
  std::string text(a.sql());
  if (auto const* e = a.estimate()) {
    text.append("\nConfidence: ").append(t2s::detail::probability_text(e->confidence)).append(e->is_uncertain() ? ", uncertain" : "");
    for (auto const& m : e->missing)
      if (e->is_uncertain()) text.append("\n- ").append(one_line(m));
  }
  if (a.failed) text.append("\nThe model failed: ").append(one_line(a.failed->text())).append(".");
  auto const more = "call query with this sql and offset " + std::to_string(page.count);
  return text.append("\n").append(text_of_page(a.outcome()->rows, page, more));
}

/// Puts the answer of the caller's model in the place of `found` if it is one, or neither is; returns whether it did. Where the model
/// fails, as where a person refuses to let it be asked, `found.failed` is its error.
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

inline outcome answer_question(ask_function const& answers, served_database& database, json::object const& given, call const& by) {
  auto const wanted = text_argument(given, "model");
  bool const has_model = static_cast<bool>(by.model);
  if (wanted == "always" && !has_model)
    return outcome::failure("The client offers no model (it has no sampling). Ask with \"model\": \"never\", or leave it out.");
  auto const* least = given.if_contains("min_confidence");
  asked_for asked{text_argument(given, "question"), least ? least->to_number<double>() : 0, wanted == "always"};
  auto found = answers(database, asked, by);
  if (wanted != "never" && has_model && !asked.by_model && !is_sure(found)) {
    asked.by_model = true;
    asked.by_model = take_models_answer(found, [&] { return answers(database, asked, by); });
  }
  page_of_rows page;
  auto const most = std::min(whole_argument(given, "limit", 100), database.limits().rows);
  auto data = json_answer(found, asked.by_model ? "model" : "offline", database, most, page);
  auto text = text_of_answer(found, page);
  if (!is_answered(found)) return outcome::failure(std::move(text), std::move(data));
  return {std::move(data), std::move(text)};
}

}  // namespace detail

T2S_DECL ask_function usual_ask_function(std::shared_ptr<retrieve::skeleton_index const> pool, run_begin begin) {
  return [pool = std::move(pool), begin = std::move(begin)](served_database& database, asked_for const& asked, call const& by) {
    auto const told = [&](std::string_view system) { return begin ? begin(system, database) : telemetry::otlp_trace(); };
    if (asked.by_model) {
      systems::with_schema_retrieval<systems::with_confidence<systems::few_shot_corrected>> system;
      system.system.system.sampler.pool = pool;
      system.system.minimum = asked.min_confidence;
      detail::callers_model model{&by.model};
      return detail::answer_by(system, model, database, asked, by, told("few-shot-corrected"));
    }
    systems::with_confidence<systems::offline> system;
    system.system.sampler.pool = pool;
    system.minimum = asked.min_confidence;
    llm::no_model model;
    return detail::answer_by(system, model, database, asked, by, told("offline"));
  };
}

T2S_DECL operation ask_operation(ask_function by) {
  operation o;
  o.name = "ask";
  o.title = "Answer a question";
  o.description =
      "Answers a question in English over the database: writes the SQL, runs it, and says how likely it is right. It reads the "
      "question by the names and values of the database, without a model; where your client offers sampling, your model is asked if "
      "that is uncertain. Look at the SQL before you use an uncertain answer.";
  o.input = detail::object_schema(
      detail::question_argument,
      R"("model":{"type":"string","enum":["auto","never","always"],"default":"auto","description":"Whether the client's model is asked, by sampling: if the answer without it is uncertain, never, or always."},
"min_confidence":{"type":"number","minimum":0,"maximum":1,"default":0,"description":"An answer less likely right than this is withheld; 0.75 fits most uses."},
"limit":{"type":"integer","minimum":1,"maximum":100000,"default":100,"description":"Rows that are given at most."})");
  o.output = detail::object_schema(
      std::string(
          R"("sql":{"type":["string","null"]},"confidence":{"type":["number","null"]},"uncertain":{"type":["boolean","null"]},"missing":{"type":"array","items":{"type":"string"},"description":"What speaks against the SQL."},"withheld":{"type":["string","null"]},"by":{"type":"string","enum":["offline","model"]},"stopped":{"type":"string"},"failed":{"type":["string","null"]},)") +
      std::string(detail::page_properties));
  o.run = [by = std::move(by)](served_database& database, json::object const& given, call const& c) {
    return detail::answer_question(by, database, given, c);
  };
  return o;
}

}  // namespace t2s::serve

#endif
