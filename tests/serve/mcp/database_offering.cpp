// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/mcp/database_offering.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "serve/bee_yard.hpp"
#include "serve/mcp/harness.hpp"
#include "serve/ports.hpp"
#include "t2s/core/error.hpp"
#include "t2s/serve/local/offline_answerer.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/ask.hpp"
#include "t2s/serve/operations/detail/correct.hpp"

namespace {

using namespace t2s::tests;

struct offered_yards {
  bee_yard data{};

  [[nodiscard]] std::shared_ptr<mcp::offering const> offer(std::vector<std::string> const& names) const {
    mcp::databases all;
    for (auto const& n : names) all.push_back(data.serve(n));
    return mcp::offer_databases(std::move(all), t2s::serve::operations());
  }
};

json::object call(char const* tool, json::object arguments) { return {{"name", tool}, {"arguments", std::move(arguments)}}; }
std::string request_of(int id, json::object params) {
  return json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", std::move(params)}});
}
int code_of(json::value const& response) { return static_cast<int>(response.at("error").at("code").as_int64()); }

BOOST_AUTO_TEST_SUITE(mcp_database_offering)

BOOST_AUTO_TEST_CASE(tools_say_that_they_read) {
  offered_yards const y;
  conversation c(y.offer({"yard"}));
  c.begin();
  auto const tools = c.ask(1, "tools/list").at("result").at("tools").as_array();
  std::set<std::string> names;
  for (auto const& t : tools) {
    names.emplace(t.at("name").as_string());
    BOOST_TEST(t.at("annotations").at("readOnlyHint").as_bool());
    BOOST_TEST(!t.at("annotations").at("openWorldHint").as_bool());
    BOOST_TEST(t.at("inputSchema").at("type").as_string() == "object");
    BOOST_TEST(t.at("outputSchema").at("type").as_string() == "object");
    BOOST_TEST(json::serialize(t.at("inputSchema").at("properties").at("database").at("enum")) == R"(["yard"])");
    for (auto const& r : t.at("inputSchema").at("required").as_array()) BOOST_TEST(r.as_string() != "database");
  }
  std::set<std::string> const wanted{"describe", "link", "query", "check", "repair", "explain"};
  BOOST_TEST(names == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(of_several_databases_one_must_be_named) {
  offered_yards const y;
  conversation c(y.offer({"north", "south"}));
  c.begin();
  auto const without = c.ask(1, "tools/call", call("query", {{"sql", "SELECT 1"}})).at("result");
  BOOST_TEST(without.at("isError").as_bool());
  BOOST_TEST(without.at("content").at(0).at("text").as_string() == "Wrong arguments: \"database\" is missing; it is one of north, south");
  auto const unknown = c.ask(2, "tools/call", call("query", {{"sql", "SELECT 1"}, {"database", "west"}})).at("result");
  BOOST_TEST(unknown.at("content").at(0).at("text").as_string() == "Wrong arguments: \"database\" must be one of north, south");
  auto const misspelt = c.ask(4, "tools/call", call("query", {{"sql", "SELECT 1"}, {"databse", "south"}})).at("result");
  BOOST_TEST(misspelt.at("content").at(0).at("text").as_string() ==
             "Wrong arguments: there is no argument \"databse\"; did you mean \"database\"?");
  auto const prompt = c.ask(5, "prompts/get", {{"name", "question"}, {"arguments", json::object{{"question", "How many?"}}}});
  BOOST_TEST(prompt.at("error").at("message").as_string() == "\"database\" is missing; it is one of north, south");
  auto const known = c.ask(3, "tools/call", call("query", {{"sql", "SELECT 1 AS one"}, {"database", "south"}})).at("result");
  BOOST_TEST(known.at("structuredContent").at("rows").at(0).at(0).as_int64() == 1);
  BOOST_CHECK_THROW(static_cast<void>(y.offer({"a", "a"})), t2s::error);
  BOOST_CHECK_THROW(static_cast<void>(y.offer({})), t2s::error);
}

BOOST_AUTO_TEST_CASE(resources_are_schemas_and_tables) {
  offered_yards const y;
  y.data.run("CREATE TABLE \"odd name/%\" (x INTEGER)");
  conversation c(y.offer({"bee yard"}));
  c.begin();
  auto const all = c.ask(1, "resources/list").at("result").at("resources").as_array();
  BOOST_TEST(all.size() == 6u);
  BOOST_TEST(all[0].at("uri").as_string() == "t2s://bee%20yard/schema");
  int id = 10;
  for (auto const& r : all) {
    auto const said = c.ask(id++, "resources/read", {{"uri", r.at("uri")}});
    BOOST_TEST(said.at("result").at("contents").at(0).at("uri") == r.at("uri"));
    BOOST_TEST(said.at("result").at("contents").at(0).at("text").as_string().starts_with("CREATE TABLE"));
  }
  BOOST_TEST(all.back().at("uri").as_string() == "t2s://bee%20yard/table/odd%20name%2F%25");
  for (auto const* uri :
       {"t2s://bee%20yard/table/none", "t2s://other/schema", "t2s://bee%20yard", "file:///etc/passwd", "t2s://bee%2/schema", ""}) {
    auto const said = c.ask(id++, "resources/read", {{"uri", uri}});
    BOOST_TEST(code_of(said) == -32002, uri);
  }
  BOOST_TEST(c.ask(id++, "resources/templates/list").at("result").at("resourceTemplates").as_array().size() == 2u);
}

BOOST_AUTO_TEST_CASE(completes_names) {
  offered_yards const y;
  conversation c(y.offer({"north", "south"}));
  c.begin();
  auto const complete = [&](int id, char const* name, char const* typed) {
    return json::serialize(c.ask(id, "completion/complete",
                                 {{"ref", json::object{{"type", "ref/resource"}, {"uri", "t2s://{database}/table/{table}"}}},
                                  {"argument", json::object{{"name", name}, {"value", typed}}},
                                  {"context", json::object{{"arguments", json::object{{"database", "north"}}}}}})
                               .at("result")
                               .at("completion")
                               .at("values"));
  };
  BOOST_TEST(complete(1, "database", "n") == R"(["north"])");
  BOOST_TEST(complete(2, "table", "H") == R"(["hive","harvest"])");
  BOOST_TEST(complete(3, "table", "ie") == R"(["yield"])");
  BOOST_TEST(complete(4, "other", "") == "[]");
  BOOST_TEST(code_of(c.ask(5, "completion/complete", {})) == -32602);
  json::object const typed{{"name", "database"}, {"value", ""}};
  auto const values_of = [&](int id, json::object reference) {
    return c.ask(id, "completion/complete", {{"ref", std::move(reference)}, {"argument", typed}});
  };
  BOOST_TEST(values_of(6, {{"type", "ref/prompt"}, {"name", "question"}}).at("result").at("completion").at("total").as_int64() == 2);
  BOOST_TEST(code_of(values_of(7, {{"type", "ref/prompt"}, {"name", "other"}})) == -32602);
  BOOST_TEST(code_of(values_of(8, {{"type", "ref/resource"}, {"uri", "file:///{path}"}})) == -32602);
}

BOOST_AUTO_TEST_CASE(the_prompt_shows_what_a_question_needs) {
  offered_yards const y;
  conversation c(y.offer({"yard"}));
  c.begin();
  auto const said = c.ask(1, "prompts/get", {{"name", "question"}, {"arguments", json::object{{"question", "How many hives?"}}}});
  std::string const text(said.at("result").at("messages").at(0).at("content").at("text").as_string());
  BOOST_TEST(text.find("CREATE TABLE hive") != std::string::npos);
  BOOST_TEST(text.find("How many hives?") != std::string::npos);
  BOOST_TEST(code_of(c.ask(2, "prompts/get", {{"name", "question"}})) == -32602);
  for (auto const& question : {json::value(""), json::value(5), json::value(std::string(20'000, 'x'))})
    BOOST_TEST(code_of(c.ask(4, "prompts/get", {{"name", "question"}, {"arguments", json::object{{"question", question}}}})) == -32602);
  BOOST_TEST(code_of(c.ask(3, "prompts/get", {{"name", "other"}})) == -32602);
}

BOOST_AUTO_TEST_CASE(failures_are_results_with_what_exists) {
  offered_yards const y;
  conversation c(y.offer({"yard"}));
  c.begin();
  auto const said = c.ask(1, "tools/call", call("query", {{"sql", "SELECT * FROM hives"}})).at("result");
  BOOST_TEST(said.at("isError").as_bool());
  BOOST_TEST(said.at("structuredContent").at("error").at("near").at(0).as_string() == "hive");
  BOOST_TEST(c.box->of_method("notifications/message").at("params").at("level").as_string() == "notice");
}

struct asked_yard {
  explicit asked_yard(std::size_t places) : free(std::make_shared<mcp::sampling_places>(places)) {
    auto all = t2s::serve::operations();
    all.push_back(t2s::serve::ask_operation({"offline", "", false, t2s::serve::offline_answerer()},
                                            {"few-shot-corrected", "", true, t2s::serve::callers_model_answerer()}));
    offered = mcp::offer_databases({data.serve()}, std::move(all), free);
  }
  bee_yard data{};
  std::shared_ptr<mcp::sampling_places> free;
  std::shared_ptr<mcp::offering const> offered{};
};

json::object purple(char const* model) {
  return call("ask", {{"question", "How many purple hives are there?"}, {"model", model}, {"min_confidence", 0}});
}
json::object samples() { return {{"sampling", json::object()}}; }

BOOST_AUTO_TEST_CASE(where_a_person_refuses_the_model_the_answer_without_it_is_given) {
  asked_yard const y(1);
  conversation c(y.offered);
  c.begin("2025-06-18", samples());
  c.say(request_of(1, purple("auto")));
  auto const asked = c.box->of_method("sampling/createMessage");
  c.say(json::serialize(
      json::object{{"jsonrpc", "2.0"}, {"id", asked.at("id")}, {"error", json::parse(R"({"code":-1,"message":"User rejected"})")}}));
  auto const result = c.box->response(1).at("result");
  BOOST_TEST(!result.as_object().contains("isError"));
  auto const& data = result.at("structuredContent");
  BOOST_TEST(data.at("system") == "offline");
  BOOST_TEST(data.at("sql").is_string());
  BOOST_TEST(data.at("failed").as_string().find("User rejected") != std::string_view::npos);
  BOOST_TEST(result.at("content").at(0).at("text").as_string().find("User rejected") != std::string_view::npos);
}

/// What a client's user says to the question back, and the answer then.
json::value elicited_answer(json::object said) {
  ports const data;
  std::vector<t2s::serve::operation> all{t2s::serve::ask_operation({"offline", "", false, t2s::serve::offline_answerer()})};
  conversation c(mcp::offer_databases({data.serve()}, std::move(all)));
  c.begin("2025-06-18", {{"elicitation", json::object()}});
  c.say(request_of(1, call("ask", {{"question", ports::question}, {"min_confidence", 0}, {"ask_back", true}})));
  auto const asked = c.box->of_method("elicitation/create");
  BOOST_REQUIRE(!asked.is_null());
  auto const& params = asked.at("params");
  BOOST_TEST(params.at("message").as_string().starts_with("Which relation of the tables is meant?\n1: "));
  auto const& reading = params.at("requestedSchema").at("properties").at("reading");
  BOOST_TEST(reading.at("enum") == json::value({"1", "2"}));
  BOOST_TEST(reading.at("enumNames").as_array().size() == 2U);
  c.say(json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", asked.at("id")}, {"result", std::move(said)}}));
  return c.box->response(1).at("result").at("structuredContent");
}

BOOST_AUTO_TEST_CASE(a_question_back_is_put_to_the_user_of_the_client) {
  auto const choice = [](char const* number) -> json::object {
    return {{"action", "accept"}, {"content", json::object{{"reading", number}}}};
  };
  auto const first = elicited_answer(choice("1")), second = elicited_answer(choice("2"));
  BOOST_TEST(first.at("sql") != second.at("sql"));
  BOOST_TEST(second.at("stopped").as_string().starts_with("chosen by the user: "));
  auto const declined = elicited_answer({{"action", "decline"}});
  BOOST_TEST(declined.at("sql") == first.at("sql"));
  BOOST_TEST(declined.at("ask_back").is_object());
  BOOST_TEST(elicited_answer(choice("7")).at("sql") == first.at("sql"));
}

BOOST_AUTO_TEST_CASE(an_assistant_corrects_an_answer_and_lists_and_removes_it) {
  bee_yard const data;
  t2s::test::folder const in("mcp_corrections");
  auto const kept = std::make_shared<t2s::serve::corrections>((in / "kept").string(), std::vector<std::string>{"yard"});
  auto all = t2s::serve::correction_operations(kept, t2s::serve::local_hints());
  all.push_back(t2s::serve::ask_operation({"offline", "", false, t2s::serve::offline_answerer(t2s::serve::with_corrections({}, kept))}));
  conversation c(mcp::offer_databases({data.serve()}, std::move(all)));
  c.begin();
  auto const tools = c.ask(1, "tools/list").at("result").at("tools").as_array();
  for (auto const& t : tools) {
    bool const changes = t.at("name") == "correct" || t.at("name") == "remove_correction";
    BOOST_TEST(t.at("annotations").at("readOnlyHint").as_bool() == !changes, t.at("name"));
    BOOST_TEST(t.at("annotations").at("destructiveHint").as_bool() == changes, t.at("name"));
  }
  json::object const asked{{"question", "How did the summer go?"}};
  BOOST_TEST(c.ask(2, "tools/call", call("ask", asked)).at("result").at("isError").as_bool());
  auto const wrong =
      c.ask(3, "tools/call", call("correct", {{"question", "How did the summer go?"}, {"sql", "SELECT sum(kilogram) FROM harvest"}}));
  BOOST_TEST(wrong.at("result").at("isError").as_bool());
  BOOST_TEST(wrong.at("result").at("content").at(0).at("text").as_string().find("SELECT sum(kilograms) FROM harvest") !=
             std::string_view::npos);
  auto right = asked;
  right["sql"] = "SELECT count(*) FROM hive";
  auto const done = c.ask(4, "tools/call", call("correct", right)).at("result");
  BOOST_TEST((done.at("structuredContent").at("rows") == json::array{json::array{3}}));
  BOOST_TEST(c.ask(5, "tools/call", call("ask", asked)).at("result").at("structuredContent").at("sql") == "SELECT count(*) FROM hive");
  auto const listed = c.ask(6, "tools/call", call("list_corrections", {})).at("result").at("structuredContent").at("corrections");
  BOOST_REQUIRE(listed.as_array().size() == 1U);
  auto const gone = c.ask(7, "tools/call", call("remove_correction", {{"correction", listed.at(0).at("id")}})).at("result");
  BOOST_TEST(gone.at("structuredContent").at("question") == "How did the summer go?");
  BOOST_TEST(c.ask(8, "tools/call", call("ask", asked)).at("result").at("isError").as_bool());
}

BOOST_AUTO_TEST_CASE(a_client_that_never_answers_does_not_keep_others_from_their_turn) {
  asked_yard const y(1);
  conversation other(y.offered);
  other.begin("2025-06-18", samples());
  {
    conversation silent(y.offered);
    silent.begin("2025-06-18", samples());
    silent.say(request_of(1, purple("always")));
    BOOST_REQUIRE(!silent.box->of_method("sampling/createMessage").is_null());
    auto const told = other.ask(1, "tools/call", purple("always")).at("result");
    BOOST_TEST(told.at("isError").as_bool());
    BOOST_TEST(told.at("content").at(0).at("text").as_string().starts_with("too many calls wait for the models of their clients"));
    BOOST_TEST(other.ask(2, "tools/call", purple("auto")).at("result").at("structuredContent").at("system") == "offline");
  }
  other.say(request_of(3, purple("always")));
  BOOST_TEST(!other.box->of_method("sampling/createMessage").is_null());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
