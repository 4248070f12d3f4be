// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_API_DETAIL_OPENAPI_IPP
#define T2S_SERVE_API_DETAIL_OPENAPI_IPP

#include "t2s/serve/api/detail/schemas.hpp"
#include "t2s/serve/api/service.hpp"
#include "t2s/serve/detail/answer_json.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace t2s::serve {
namespace detail {

[[nodiscard]] inline json::object reference(std::string_view name) { return {{"$ref", std::string("#/components/schemas/").append(name)}}; }
[[nodiscard]] inline json::object content(std::string_view type, json::value schema) {
  return {{type, json::object{{"schema", std::move(schema)}}}};
}
[[nodiscard]] inline json::object described(std::string_view what, json::object content) {
  return {{"description", what}, {"content", std::move(content)}};
}
[[nodiscard]] inline json::object json_content(std::string_view name) { return content("application/json", reference(name)); }

/// A route, with the errors that every route may return.
[[nodiscard]] inline json::object route_of(std::string_view id, std::string_view summary, json::object responses) {
  for (auto const& [status, why] : {std::pair("400", "The request is malformed."), std::pair("401", "The token is missing."),
                                    std::pair("403", "Host or Origin is not this server.")})
    if (!responses.contains(status)) responses[status] = described(why, json_content("error"));
  responses["default"] =
      described("Another refusal: of a request that is too large or too slow, or a failure of the server.", json_content("error"));
  return {{"operationId", id}, {"summary", summary}, {"responses", std::move(responses)}};
}
[[nodiscard]] inline json::object body_of(json::value schema) {
  return {{"required", true}, {"content", content("application/json", std::move(schema))}};
}
[[nodiscard]] inline json::array path_parameter(std::string_view name, std::string_view about) {
  return {json::object{
      {"name", name}, {"in", "path"}, {"required", true}, {"description", about}, {"schema", json::object{{"type", "string"}}}}};
}
[[nodiscard]] inline json::object error_of(std::string_view why) { return described(why, json_content("error")); }

[[nodiscard]] inline json::object path_of_ask() {
  auto post = route_of("ask", "Answer a question",
                       {{"200", described("The answer, or with Accept: text/event-stream the events of the run as they happen.",
                                          {{"application/json", json::object{{"schema", reference("answer")}}},
                                           {"text/event-stream", json::object{{"schema", json::object{{"type", "string"}}}}}})},
                        {"404", error_of("You have no such conversation.")},
                        {"409", error_of("The run was cancelled, or the conversation is full or about another database.")},
                        {"415", error_of("The body is not JSON.")},
                        {"422", error_of("The run failed.")},
                        {"503", error_of("Too many runs wait; see Retry-After. Or conversations cannot be reached.")}});
  post["requestBody"] = body_of(parsed_schema(ask_schema));
  return {{"post", std::move(post)}};
}

[[nodiscard]] inline json::object path_of(operation const& o) {
  auto post = route_of(o.name, o.title,
                       {{"200", described("The result.", content("application/json", o.output))},
                        {"415", error_of("The body is not JSON.")},
                        {"422", error_of("The operation failed; the message says what to do.")},
                        {"503", error_of("Too many calls wait; see Retry-After.")}});
  post["description"] = o.description;
  post["requestBody"] = body_of(with_database(o.input));
  return {{"post", std::move(post)}};
}

[[nodiscard]] inline json::object paths_of_runs() {
  auto list = route_of(
      "listRuns", "The runs that are kept, the newest first",
      {{"200", described("The runs.", content("application/json", json::object{{"type", "array"}, {"items", reference("run")}}))}});
  auto show = route_of(
      "showRun", "The events of a run",
      {{"200", described("All events so far; with Accept: text/event-stream also those to come, from Last-Event-ID on.",
                         {{"application/json", json::object{{"schema", json::object{{"type", "array"}, {"items", reference("event")}}}}},
                          {"text/event-stream", json::object{{"schema", json::object{{"type", "string"}}}}}})},
       {"204", json::object{{"description", "With text/event-stream: nothing comes after Last-Event-ID any more."}}},
       {"404", error_of("There is no such run, or it is no longer kept.")}});
  auto cancel = route_of("cancelRun", "Cancel a run",
                         {{"200", described("The run.", json_content("run"))}, {"404", error_of("There is no such run.")}});
  auto page = route_of("runPage", "A run as a page of its own",
                       {{"200", described("The page.", content("text/html", json::object{{"type", "string"}}))},
                        {"404", error_of("There is no such run.")},
                        {"409", error_of("The run still goes on.")}});
  auto const id = path_parameter("id", "As in the event run.");
  return {{"/v1/runs", json::object{{"get", std::move(list)}}},
          {"/v1/runs/{id}", json::object{{"parameters", id}, {"get", std::move(show)}, {"delete", std::move(cancel)}}},
          {"/v1/runs/{id}/page", json::object{{"parameters", id}, {"get", std::move(page)}}}};
}

[[nodiscard]] inline json::object paths_of_corrections(operation const& correct) {
  auto const refusing = [](json::object route) {
    route["responses"].as_object()["403"] = error_of("You may not correct answers, or Host or Origin is not this server.");
    return route;
  };
  auto keep = path_of(correct);
  keep["post"] = refusing(std::move(keep["post"].as_object()));
  keep["post"].as_object()["responses"].as_object()["202"] =
      described("It waits until it is confirmed.", content("application/json", json::object{{"type", "object"}}));
  auto list =
      refusing(route_of("listCorrections", "The corrections of all databases, or of one",
                        {{"200", described("They.", json_content("corrections"))}, {"404", error_of("There is no such database.")}}));
  list["parameters"] =
      json::array{json::object{{"name", "database"}, {"in", "query"}, {"required", false}, {"schema", json::object{{"type", "string"}}}}};
  auto whole = refusing(route_of("exportCorrections", "All corrections as a file of demonstrations",
                                 {{"200", described("The file.", json_content("demonstrations"))}}));
  auto remove = refusing(
      route_of("removeCorrection", "Forget a correction",
               {{"200", described("What it was.", json_content("correction"))}, {"404", error_of("There is no such correction.")}}));
  keep["get"] = std::move(list);
  return {{"/v1/corrections", std::move(keep)},
          {"/v1/corrections.json", json::object{{"get", std::move(whole)}}},
          {"/v1/corrections/{id}", json::object{{"parameters", path_parameter("id", "As in the list.")}, {"delete", std::move(remove)}}}};
}

[[nodiscard]] inline json::object paths_of_admin() {
  auto const refusing = [](json::object route) {
    route["responses"].as_object()["403"] = error_of("You may not see this, or Host or Origin is not this server.");
    return route;
  };
  auto const list = [&](std::string_view id, std::string_view summary, std::string_view schema) {
    return json::object{{"get", refusing(route_of(id, summary, {{"200", described("They.", json_content(schema))}}))}};
  };
  auto decide = refusing(route_of(
      "decideProposal", "Confirm or reject a correction that a user proposed",
      {{"200", described("What was kept, or the id of what was rejected.", content("application/json", json::object{{"type", "object"}}))},
       {"404", error_of("No such correction waits.")},
       {"415", error_of("The body is not JSON.")},
       {"422", error_of("It cannot be kept; the message says why.")}}));
  decide["requestBody"] = body_of(parsed_schema(decision_on_proposal));
  return {
      {"/v1/admin/runs", list("listAllRuns", "The runs of all users that are kept, the newest first", "admin_runs")},
      {"/v1/admin/costs", list("listCosts", "What runs cost since the start, by day, user and model", "admin_costs")},
      {"/v1/admin/statements", list("listStatements", "Refused and slow statements since the start", "admin_statements")},
      {"/v1/admin/corrections", list("listProposals", "Corrections that wait to be confirmed", "admin_corrections")},
      {"/v1/admin/corrections/{id}", json::object{{"parameters", path_parameter("id", "As in the list.")}, {"post", std::move(decide)}}}};
}

[[nodiscard]] inline json::object paths_of_conversations() {
  auto const of_one = [](json::object route) {
    route["responses"].as_object()["404"] = error_of("You have no such conversation.");
    route["responses"].as_object()["503"] = error_of("Conversations cannot be reached, or too many calls wait.");
    return route;
  };
  auto list = route_of("listConversations", "Your conversations, the latest changed first",
                       {{"200", described("They.", json_content("conversations"))}, {"404", error_of("There is no such database.")}});
  list["parameters"] =
      json::array{json::object{{"name", "database"}, {"in", "query"}, {"required", false}, {"schema", json::object{{"type", "string"}}}}};
  auto show = of_one(route_of("showConversation", "A conversation and its turns, the oldest first",
                              {{"200", described("It.", json_content("conversation_turns"))}}));
  auto rename = of_one(route_of("renameConversation", "Give a conversation another title",
                                {{"200", described("It.", json_content("conversation"))}, {"415", error_of("The body is not JSON.")}}));
  rename["requestBody"] = body_of(parsed_schema(rename_schema));
  auto remove =
      of_one(route_of("removeConversation", "Delete a conversation", {{"200", described("What it was.", json_content("conversation"))}}));
  auto whole =
      of_one(route_of("exportConversation", "The turns of a conversation as a file of JSON Lines",
                      {{"200", described("A line for each turn.", content("application/jsonl", json::object{{"type", "string"}}))}}));
  auto const id = path_parameter("id", "As in the list, and in answers.");
  return {{"/v1/conversations", json::object{{"get", std::move(list)}}},
          {"/v1/conversations/{id}",
           json::object{{"parameters", id}, {"get", std::move(show)}, {"patch", std::move(rename)}, {"delete", std::move(remove)}}},
          {"/v1/conversations/{id}/export", json::object{{"parameters", id}, {"get", std::move(whole)}}}};
}

[[nodiscard]] inline json::object path_of_learned() {
  auto list = route_of("listLearned", "What t2s learn proposed of a database, and the owner decided",
                       {{"200", described("Its lines.", json_content("learned"))}, {"404", error_of("Nothing is shared.")}});
  auto decide = route_of("decideLearned", "Confirm, correct or reject a line",
                         {{"200", described("The line.", json_content("learned_line"))},
                          {"404", error_of("Nothing is shared.")},
                          {"409", error_of("The line has been changed meanwhile.")},
                          {"415", error_of("The body is not JSON.")},
                          {"422", error_of("The line would be wrong; the message says why.")}});
  decide["requestBody"] = body_of(parsed_schema(decision_schema));
  return {{"parameters", path_parameter("name", "Of a database.")}, {"get", std::move(list)}, {"post", std::move(decide)}};
}

[[nodiscard]] inline json::object path_of_text(std::string_view id, std::string_view summary, std::string_view type) {
  return {{"get", route_of(id, summary, {{"200", described(summary, content(type, json::object{{"type", "string"}}))}})}};
}

}  // namespace detail

T2S_DECL boost::json::object service::openapi() const {
  using namespace detail;
  json::object paths;
  paths["/v1/databases"] = {{"get", route_of("listDatabases", "The databases and systems that are served",
                                             {{"200", described("They.", json_content("databases"))}})}};
  paths["/v1/databases/{name}/schema"] = {
      {"parameters", path_parameter("name", "Of a database.")},
      {"get", route_of("showSchema", "The tables of a database",
                       {{"200", described("The tables.", json_content("schema"))}, {"404", error_of("There is no such database.")}})}};
  paths["/v1/ask"] = path_of_ask();
  for (auto const& o : options_.operations) paths[std::string("/v1/").append(o.name)] = path_of(o);
  for (auto& [path, what] : paths_of_runs()) paths[path] = what;
  if (!options_.learned.empty()) paths["/v1/databases/{name}/learned"] = path_of_learned();
  if (options_.corrections)
    for (auto& [path, what] : paths_of_corrections(options_.correct)) paths[path] = what;
  for (auto& [path, what] : paths_of_admin()) paths[path] = what;
  if (options_.conversations)
    for (auto& [path, what] : paths_of_conversations()) paths[path] = what;
  paths["/v1/openapi.json"] = {
      {"get", route_of("openapi", "This description",
                       {{"200", described("OpenAPI 3.1.", content("application/json", json::object{{"type", "object"}}))}})}};
  paths["/healthz"] = {{"get", route_of("health", "Whether the server runs", {{"200", described("It does.", json_content("health"))}})}};
  paths["/readyz"] = {
      {"get", route_of("readiness", "Whether the server takes questions",
                       {{"200", described("It does.", json_content("health"))}, {"503", error_of("It does not, or not yet.")}})}};
  if (options_.metrics) paths["/metrics"] = path_of_text("metrics", "Figures for Prometheus", "text/plain");
  json::object bearer{{"type", "http"}, {"scheme", "bearer"}};
  auto schemas = parsed_schema(component_schemas);
  schemas["answer"] = answer_schema();
  return {{"openapi", "3.1.0"},
          {"info", json::object{{"title", "t2s"},
                                {"version", T2S_VERSION_STRING},
                                {"description", "Questions to SQL over the databases that are served."},
                                {"license", json::object{{"name", "Boost Software License 1.0"}, {"identifier", "BSL-1.0"}}}}},
          {"servers", json::array{json::object{{"url", "/"}}}},
          {"security", json::array{json::object{{"token", json::array{}}}, json::object{}}},
          {"paths", std::move(paths)},
          {"components", json::object{{"schemas", std::move(schemas)}, {"securitySchemes", json::object{{"token", std::move(bearer)}}}}}};
}

}  // namespace t2s::serve

#endif
