// SPDX-License-Identifier: BSL-1.0
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "serve/api/shop.hpp"
#include "serve/http/client.hpp"
#include "support/json_schema.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/policy/restricted.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/correct.hpp"

using namespace serve_test;
using namespace std::chrono_literals;

namespace {

struct shop {
  explicit shop(serving::service_options o = usual()) : service({served("shop", file), served("other", file)}, systems(), std::move(o)) {}
  serving::response operator()(std::string method, std::string const& target, std::string body = {}) {
    return answer(service, asked(std::move(method), target, std::move(body)));
  }
  /// The events of a question.
  std::vector<json::object> events(std::string body) {
    auto r = asked("POST", "/v1/ask", std::move(body));
    r.headers.add("Accept", "text/event-stream");
    auto given = answer(service, r);
    BOOST_REQUIRE(given.stream);
    return events_in(all_of(*given.stream));
  }
  /// A run that goes on until it is cancelled; its stream is a viewer.
  std::pair<std::string, std::unique_ptr<serving::body_stream>> endless(std::string const& more = {}) {
    auto r = asked("POST", "/v1/ask", "{\"database\":\"shop\",\"system\":\"endless\",\"question\":\"wait\"" + more + "}");
    r.headers.add("Accept", "text/event-stream");
    auto given = answer(service, r);
    auto const place = std::string(given.headers.get("Content-Location"));
    return {place.substr(place.rfind('/') + 1), std::move(given.stream)};
  }
  shop_file file{};
  serving::service service;
};

std::string code_of(serving::response const& r) { return std::string(json_of(r).at("error").at("code").as_string()); }

}  // namespace

BOOST_AUTO_TEST_SUITE(routes)

BOOST_AUTO_TEST_CASE(databases_and_systems_are_listed) {
  shop s;
  auto const r = s("GET", "/v1/databases");
  BOOST_TEST(r.status == 200);
  auto const all = json_of(r);
  BOOST_TEST(all.at("databases").as_array().size() == 2U);
  auto const& first = all.at("databases").as_array()[0];
  BOOST_TEST(first.at("name") == "shop");
  BOOST_TEST(first.at("dialect") == "SQLite");
  BOOST_TEST(first.at("tables") == 3);
  BOOST_TEST(all.at("systems").as_array()[0].at("name") == "offline");
  BOOST_TEST(all.at("usual_minimum") == 0.75);
}

// The questions, and the first value of each answer, are counted by hand.
BOOST_AUTO_TEST_CASE(examples_are_questions_in_the_words_of_a_database_that_are_answered) {
  t2s::test::folder const in("examples");
  auto const file = t2s::test::make_database(in / "bank.sqlite",
                                             "CREATE TABLE tbl_account (id INTEGER PRIMARY KEY, owner_name TEXT, city TEXT, balance REAL);"
                                             "INSERT INTO tbl_account VALUES (1,'Ann','Oslo',20),(2,'Bo','Oslo',70.5),(3,'Cy','Rome',5);"
                                             "CREATE TABLE xq7 (a TEXT, b TEXT); CREATE TABLE empty_box (name TEXT, weight REAL);");
  auto const bank =
      std::make_shared<serving::served_database>("bank", [file] { return t2s::db::any_connection(t2s::db::sqlite_connection(file)); });
  serving::service service({bank}, systems(), usual());
  auto const examples = [&] { return json_of(answer(service, asked("GET", "/v1/databases"))).at("databases").at(0).at("examples"); };
  BOOST_TEST(examples() == json::array());
  service.prepare();
  BOOST_TEST(examples() == json::array({"How many accounts are there?", "What is the owner name of the account with the highest balance?",
                                        "How many accounts have the city Oslo?", "How many accounts are there for each city?"}));
  std::vector<json::value> const first{3, "Bo", 2};
  for (std::size_t i = 0; i < first.size(); ++i) {
    json::object const body{{"database", "bank"}, {"question", examples().at(i)}, {"min_confidence", 0.75}};
    auto const a = json_of(answer(service, asked("POST", "/v1/ask", json::serialize(body))));
    BOOST_TEST(a.at("rows").at(0).at(0) == first[i]);
  }
}

BOOST_AUTO_TEST_CASE(without_a_system_that_asks_no_model_there_are_no_examples) {
  shop_file const file;
  serving::service service({served("shop", file)}, {systems()[3]}, usual());
  service.prepare();
  BOOST_TEST(json_of(answer(service, asked("GET", "/v1/databases"))).at("databases").at(0).at("examples") == json::array());
}

BOOST_AUTO_TEST_CASE(a_schema_names_keys_that_the_values_imply) {
  t2s::test::folder const in("implied");
  auto const file = t2s::test::make_database(
      in / "yard.sqlite",
      "CREATE TABLE hive (hive_id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE harvest (hive_id INTEGER, kilograms REAL);"
      "INSERT INTO hive VALUES (3,'Meadow'),(7,'Orchard'); INSERT INTO harvest VALUES (3,3.5),(7,4.25);");
  auto const yard =
      std::make_shared<serving::served_database>("yard", [file] { return t2s::db::any_connection(t2s::db::sqlite_connection(file)); });
  serving::service service({yard}, systems(), usual());
  auto const keys = [&] {
    return json_of(answer(service, asked("GET", "/v1/databases/yard/schema"))).at("tables").at(1).at("foreign_keys");
  };
  BOOST_TEST(keys() == json::array());
  service.prepare();
  BOOST_TEST(keys() ==
             (json::array{json::object{
                 {"columns", json::array{"hive_id"}}, {"table", "hive"}, {"references", json::array{"hive_id"}}, {"inferred", true}}}));
}

BOOST_AUTO_TEST_CASE(a_schema_has_tables_columns_and_keys) {
  shop s;
  auto const all = json_of(s("GET", "/v1/databases/shop/schema")).at("tables").as_array();
  BOOST_REQUIRE(all.size() == 3U);
  BOOST_TEST((all[1].at("foreign_keys") ==
              json::array{json::object{
                  {"columns", json::array{"hive_id"}}, {"table", "hives"}, {"references", json::array{"hive_id"}}, {"inferred", false}}}));
  BOOST_TEST((all[0].at("columns").as_array()[1] ==
              json::object{{"name", "name"}, {"type", "TEXT"}, {"primary_key", false}, {"nullable", false}}));
  BOOST_TEST(all[2].at("is_view") == true);
  BOOST_TEST(s("GET", "/v1/databases/nowhere/schema").status == 404);
  BOOST_TEST(s("GET", "/v1/databases/..%2Fshop/schema").status == 404);
}

BOOST_AUTO_TEST_CASE(a_wrong_name_or_member_is_answered_with_those_there_are) {
  shop s;
  auto const says = [&](std::string const& body) {
    auto const r = s("POST", "/v1/ask", body);
    BOOST_TEST(r.status == 400);
    return std::string(json_of(r).at("error").at("message").as_string());
  };
  BOOST_TEST(says(R"({"question":"How many?"})") == "\"database\" is missing; there are shop, other");
  BOOST_TEST(says(R"({"question":"How many?","database":"shpo"})") == "there is no database shpo; did you mean shop?");
  BOOST_TEST(says(R"({"question":"How many?","database":"xyzzy"})") == "there is no database xyzzy; there are shop, other");
  BOOST_TEST(says(R"({"question":"How many?","database":"shop","system":"ofline"})") == "there is no system ofline; did you mean offline?");
  BOOST_TEST(says(R"({"question":"How many?","database":"shop","system":"xyzzy"})") ==
             "there is no system xyzzy; there are offline, endless, counting, broken");
  BOOST_TEST(says(R"({"questoin":"How many?","database":"shop"})") == "there is no argument \"questoin\"; did you mean \"question\"?");
}

BOOST_AUTO_TEST_CASE(a_question_is_answered_with_its_rows) {
  shop s;
  auto const r = s("POST", "/v1/ask", R"({"database":"shop","question":"How many hives are there?"})");
  BOOST_TEST(r.status == 200);
  auto const a = json_of(r);
  BOOST_TEST(a.at("event") == "answer");
  BOOST_TEST((a.at("rows") == json::array{json::array{3}}));
  BOOST_TEST(a.at("confidence").is_number());
  BOOST_TEST(t2s::tests::answer_schema().wrong(a) == "");
  auto const all = json_of(s("GET", "/v1/runs"));
  BOOST_TEST(all.as_array().size() == 1U);
  BOOST_TEST(all.as_array()[0].at("sql") == a.at("sql"));
}

BOOST_AUTO_TEST_CASE(a_body_may_want_a_question_back) {
  shop s;
  auto const r = s("POST", "/v1/ask", R"({"database":"shop","question":"How many hives are there?","ask_back":true})");
  BOOST_TEST(r.status == 200);
  BOOST_TEST(json_of(r).at("ask_back").is_null());  // there is nothing to ask
  BOOST_TEST(s("POST", "/v1/ask", R"({"database":"shop","question":"How many?","ask_back":1})").status == 400);
}

BOOST_AUTO_TEST_CASE(a_body_may_want_a_chart) {
  shop s;
  auto const without = json_of(s("POST", "/v1/ask", R"({"database":"shop","question":"How many hives are there?"})"));
  BOOST_TEST(!without.as_object().contains("chart"));
  auto const with = json_of(s("POST", "/v1/ask", R"({"database":"shop","question":"How many hives are there?","chart":true})"));
  BOOST_TEST(with.at("chart").at("kind") == "number");
  BOOST_TEST((with.at("chart").at("spec").at("data").at("values") == json::array{json::object{{"value", 3}}}));
  BOOST_TEST(t2s::tests::answer_schema().wrong(with) == "");
  BOOST_TEST(s("POST", "/v1/ask", R"({"database":"shop","question":"How many?","chart":"bar"})").status == 400);
}

BOOST_AUTO_TEST_CASE(the_events_of_a_question_come_in_order_and_can_be_read_again) {
  shop s;
  auto const all = s.events(R"({"database":"shop","question":"What is the name of the hive with the most frames?"})");
  BOOST_REQUIRE(all.size() > 5U);
  BOOST_TEST(all.front().at("event") == "run");
  BOOST_TEST(all.back().at("event") == "answer");
  for (std::size_t i = 0; i < all.size(); ++i) BOOST_TEST(all[i].at("n") == i);
  BOOST_TEST(count_of(all, "span") == count_of(all, "end"));
  BOOST_TEST(count_of(all, "span") > 2U);
  BOOST_TEST(count_of(all, "samples") == 1U);
  BOOST_TEST(count_of(all, "statement") > 0U);
  BOOST_TEST(count_of(all, "attempt") > 1U);
  BOOST_TEST((all.back().at("rows") == json::array{json::array{"<b>Brook</b>"}}));

  auto const id = std::string(all.front().at("id").as_string());
  auto const again = json_of(s("GET", "/v1/runs/" + id)).as_array();
  BOOST_TEST(again.size() == all.size());
  auto resumed = asked("GET", "/v1/runs/" + id);
  resumed.headers.add("Accept", "text/event-stream");
  resumed.headers.add("Last-Event-ID", "3");
  auto part = answer(s.service, resumed);
  BOOST_REQUIRE(part.stream);
  BOOST_TEST(events_in(all_of(*part.stream)).front().at("n") == 4);
  resumed.headers.set("Last-Event-ID", std::to_string(all.size() - 1));
  BOOST_TEST(answer(s.service, resumed).status == 204);
  resumed.headers.set("Last-Event-ID", "x");
  BOOST_TEST(answer(s.service, resumed).status == 400);
  auto const page = s("GET", "/v1/runs/" + id + "/page");
  BOOST_TEST(page.status == 200);
  BOOST_TEST(page.headers.get("Content-Security-Policy") == "default-src 'none'; frame-ancestors 'none'");
}

BOOST_AUTO_TEST_CASE(every_attempt_is_shown_whole_in_the_end) {
  shop s;
  auto const all = s.events(R"({"database":"shop","question":"How many hives are there?"})");
  json::object last;
  for (auto const& e : all)
    if (e.at("event") == "attempt") last = e;
  BOOST_TEST(last.at("sql") == all.back().at("sql"));
  BOOST_TEST((last.at("rows") == json::array{json::array{3}}));
  BOOST_TEST(last.at("skeleton") == "select count ( * ) from _");
  BOOST_TEST((last.at("entities").at("tables") == json::array{"hives"}));
  BOOST_TEST(last.at("confidence").is_number());
}

BOOST_AUTO_TEST_CASE(an_answer_below_the_minimum_is_withheld) {
  shop s;
  auto const a = json_of(s("POST", "/v1/ask", R"({"database":"shop","question":"How many purple hives are there?","min_confidence":1})"));
  BOOST_TEST(a.at("sql").is_null());
  BOOST_TEST(a.at("withheld").is_string());
  auto const doubtful = json_of(s("POST", "/v1/ask", R"({"database":"shop","question":"How many purple hives are there?"})"));
  BOOST_TEST(doubtful.at("sql").is_null());
  BOOST_TEST(doubtful.at("withheld").is_string());
  auto const given =
      json_of(s("POST", "/v1/ask", R"({"database":"shop","question":"How many purple hives are there?","min_confidence":0})"));
  BOOST_TEST(given.at("rows").as_array().size() == 1u);
}

BOOST_AUTO_TEST_CASE(bodies_that_do_not_fit_are_refused_with_what_to_do) {
  shop s;
  auto const code = [&](std::string body) { return code_of(s("POST", "/v1/ask", std::move(body))); };
  BOOST_TEST(code("{") == "malformed_json");
  BOOST_TEST(code("[]") == "invalid_request");
  BOOST_TEST(code(R"({"question":5})") == "invalid_request");
  BOOST_TEST(code(R"({"database":"shop"})") == "invalid_request");
  BOOST_TEST(code(R"({"database":"shop","question":"x","sql":"y"})") == "invalid_request");
  BOOST_TEST(code(R"({"database":"shop","question":"x","min_confidence":2})") == "invalid_request");
  BOOST_TEST(code(R"({"database":"shop","question":"  "})") == "empty_question");
  BOOST_TEST(code(R"({"database":"shop","question":")" + std::string(20'000, 'x') + "\"}") == "question_too_long");
  BOOST_TEST(code(R"({"question":"x"})") == "unknown_database");
  BOOST_TEST(code(R"({"database":"nowhere","question":"x"})") == "unknown_database");
  BOOST_TEST(code(R"({"database":"shop","system":"none","question":"x"})") == "unknown_system");
  BOOST_TEST(code(std::string(10'000, '[')) == "malformed_json");
  auto r = asked("POST", "/v1/ask", R"({"database":"shop","question":"x"})");
  r.headers.set("Content-Type", "text/plain");
  BOOST_TEST(answer(s.service, r).status == 415);
}

BOOST_AUTO_TEST_CASE(an_operation_that_fails_says_what_was_wrong_with_the_statement) {
  auto options = usual();
  options.operations = serving::operations();
  shop s(std::move(options));
  for (auto const* route : {"/v1/query", "/v1/explain", "/v1/repair"}) {
    auto const wrong = s("POST", route, R"({"database":"shop","sql":"SELECT 1 FROM zzzzzz"})");
    BOOST_TEST(wrong.status == 422);
    BOOST_TEST(code_of(wrong) == "no_such_table");
  }
}

BOOST_AUTO_TEST_CASE(operations_are_routes_too) {
  shop s;
  auto const r = s("POST", "/v1/check", R"({"database":"shop","sql":"SELECT nam FROM hives"})");
  BOOST_TEST(r.status == 200);
  BOOST_TEST(json_of(r).at("runs") == false);
  BOOST_TEST(code_of(s("POST", "/v1/check", R"({"database":"shop"})")) == "invalid_request");
  BOOST_TEST(code_of(s("POST", "/v1/check", R"({"database":"nowhere","sql":"x"})")) == "unknown_database");
  BOOST_TEST(s("GET", "/v1/check").status == 405);
  BOOST_TEST(s("POST", "/v1/drop", "{}").status == 404);
}

BOOST_AUTO_TEST_CASE(other_methods_and_paths_are_said_not_to_be_there) {
  shop s;
  auto const wrong = s("PUT", "/v1/runs/abc");
  BOOST_TEST(wrong.status == 405);
  BOOST_TEST(wrong.headers.get("Allow") == "GET, DELETE, HEAD, OPTIONS");
  auto const options = s("OPTIONS", "/v1/ask");
  BOOST_TEST(options.status == 204);
  BOOST_TEST(options.headers.get("Allow") == "POST, OPTIONS");
  for (auto const* path :
       {"/nothing", "/v1", "/v1/", "/v1/runs/a/b", "/v1/runs/", "/page.css/", "/%2e%2e/etc/passwd", "/../etc/passwd", "/v2/ask"})
    BOOST_TEST(s("GET", path).status == 404, path);
  BOOST_TEST(s("GET", "/v1/runs/unknown").status == 404);
  BOOST_TEST(s("DELETE", "/v1/runs/unknown").status == 404);
  BOOST_TEST(s("HEAD", "/v1/databases").status == 200);
}

BOOST_AUTO_TEST_CASE(the_page_is_served_at_its_addresses_and_may_be_kept) {
  shop s;
  for (auto const* path : {"/", "/runs/abc", "/runs/abc?with=def"}) {
    auto const r = s("GET", path);
    BOOST_TEST(r.status == 200, path);
    BOOST_TEST(r.headers.get("Content-Type") == "text/html; charset=utf-8");
  }
  auto const style = s("GET", "/page.css");
  BOOST_TEST(style.headers.get("Content-Type") == "text/css; charset=utf-8");
  auto again = asked("GET", "/page.css");
  again.headers.add("If-None-Match", std::string(style.headers.get("ETag")));
  BOOST_TEST(answer(s.service, again).status == 304);
  shop bare{serving::service_options()};
  BOOST_TEST(bare("GET", "/").status == 404);
  BOOST_TEST(bare("GET", "/metrics").status == 404);
  BOOST_TEST(s("GET", "/metrics").body == "t2s_runs 1\n");
}

BOOST_AUTO_TEST_CASE(a_run_is_cancelled_by_delete) {
  shop s;
  auto const [id, stream] = s.endless();
  BOOST_TEST(s("DELETE", "/v1/runs/" + id).status == 200);
  auto const all = events_in(all_of(*stream));
  BOOST_TEST(all.back().at("event") == "cancelled");
  BOOST_TEST(s("GET", "/v1/runs/" + id + "/page").status == 200);
}

BOOST_AUTO_TEST_CASE(to_cancel_a_run_ends_its_statement) {
  shop s;
  auto r = asked("POST", "/v1/ask", R"({"database":"shop","system":"counting","question":"x"})");
  r.headers.add("Accept", "text/event-stream");
  auto given = answer(s.service, r);
  auto const place = std::string(given.headers.get("Content-Location"));
  std::this_thread::sleep_for(200ms);  // it counts
  auto const begin = std::chrono::steady_clock::now();
  BOOST_TEST(s("DELETE", place).status == 200);
  BOOST_TEST(events_in(all_of(*given.stream)).back().at("event") == "cancelled");
  BOOST_TEST((std::chrono::steady_clock::now() - begin < 10s));
}

BOOST_AUTO_TEST_CASE(one_who_waits_for_json_learns_how_a_run_ended) {
  shop s;
  BOOST_TEST(s("POST", "/v1/ask", R"({"database":"shop","system":"broken","question":"x"})").status == 422);
  std::stop_source leaving;
  auto r = asked("POST", "/v1/ask", R"({"database":"shop","system":"endless","question":"x"})");
  r.gone = leaving.get_token();
  std::atomic<int> status = 0;
  s.service.answer(r, [&](serving::response const& given) { status = given.status; });
  auto const id = std::string(json_of(s("GET", "/v1/runs")).as_array()[0].at("id").as_string());
  s("DELETE", "/v1/runs/" + id);
  BOOST_TEST(becomes_true([&] { return status == 409; }));
}

BOOST_AUTO_TEST_CASE(nobody_leaves_a_run_behind) {
  auto o = usual();
  o.runs.grace = 50ms;
  shop s(o);
  auto [id, stream] = s.endless();
  auto [kept, unwatched] = s.endless(",\"keep\":true");
  unwatched.reset();
  std::stop_source leaving;
  auto r = asked("POST", "/v1/ask", R"({"database":"shop","system":"endless","question":"x"})");
  r.gone = leaving.get_token();
  s.service.answer(r, [](serving::response const&) {});
  std::this_thread::sleep_for(150ms);
  BOOST_TEST(s.service.runs().unfinished() == 3U);
  stream.reset();
  leaving.request_stop();
  BOOST_TEST(becomes_true([&] { return s.service.runs().unfinished() == 1; }));
  std::this_thread::sleep_for(100ms);
  BOOST_TEST(!s.service.runs().find(kept)->ended());
}

BOOST_AUTO_TEST_CASE(too_many_runs_are_refused) {
  auto o = usual();
  o.runs.at_once = 1;
  o.runs.waiting = 1;
  shop s(o);
  auto const a = s.endless(), b = s.endless();
  auto const r = s("POST", "/v1/ask", R"({"database":"shop","question":"How many hives are there?"})");
  BOOST_TEST(r.status == 503);
  BOOST_TEST(r.headers.get("Retry-After") != "");
}

// As when the settings of a server are read again.
BOOST_AUTO_TEST_CASE(a_service_may_take_over_from_another_while_runs_go_on) {
  shop_file const file;
  auto const history = std::make_shared<serving::run_store>();
  auto const made = [&] {
    auto o = usual();
    o.history = history;
    return std::make_unique<serving::service>(serving::database_list{served("shop", file)}, systems(), std::move(o));
  };
  auto before = made();
  auto r = asked("POST", "/v1/ask", R"({"system":"endless","question":"wait"})");
  r.headers.add("Accept", "text/event-stream");
  auto going = answer(*before, r);
  auto const place = std::string(going.headers.get("Content-Location"));
  auto const after = made();
  BOOST_TEST(before->has_no_calls());
  before.reset();
  BOOST_TEST(json_of(answer(*after, asked("GET", "/v1/runs"))).at(0).at("running") == true);
  BOOST_TEST(!after->is_idle());
  BOOST_TEST(answer(*after, asked("DELETE", place)).status == 200);
  BOOST_TEST(events_in(all_of(*going.stream)).back().at("event") == "cancelled");
}

BOOST_AUTO_TEST_CASE(readiness_says_what_keeps_the_service_from_answering) {
  bool full = true;
  auto o = usual();
  o.require_ready = [&] {
    if (full) throw t2s::error(t2s::errc::file_unwritable, "cannot write the audit log: No space left on device", "make room");
  };
  shop s(o);
  auto const r = s("GET", "/readyz");
  BOOST_TEST(r.status == 503);
  auto const told = json::parse(r.body).at("error");
  BOOST_TEST(told.at("code") == "file_unwritable");
  BOOST_TEST(told.at("message").as_string().find("No space left on device") != json::string::npos);
  BOOST_TEST(s("GET", "/healthz").status == 200);
  full = false;
  BOOST_TEST(s("GET", "/readyz").status == 200);
}

BOOST_AUTO_TEST_CASE(a_service_that_ends_says_so_and_cancels_what_takes_too_long) {
  shop s;
  BOOST_TEST(s("GET", "/healthz").status == 200);
  s.service.set_ready(false);
  BOOST_TEST(s("GET", "/readyz").status == 503);
  s.service.set_ready(true);
  BOOST_TEST(s("GET", "/readyz").status == 200);
  auto const running = s.endless();
  s.service.drain(100ms);
  BOOST_TEST(s("GET", "/readyz").status == 503);
  BOOST_TEST(s("GET", "/healthz").status == 200);
  BOOST_TEST(s("POST", "/v1/ask", R"({"database":"shop","question":"How many hives are there?"})").status == 503);
  BOOST_TEST(!s.service.is_idle());
  BOOST_TEST(becomes_true([&] { return s.service.is_idle(); }));
  BOOST_TEST(s.service.runs().find(running.first)->ended());
}

BOOST_AUTO_TEST_CASE(at_its_end_a_service_cancels_operations_too) {
  auto o = usual();
  std::atomic<bool> begun = false;
  auto waits = serving::check_operation();
  waits.name = "wait";
  waits.run = [&](serving::served_database&, json::object const&, serving::call const& by) -> serving::outcome {
    begun = true;
    becomes_true([&] { return by.stop.stop_requested(); });
    throw t2s::error(t2s::errc::cancelled, "the call was cancelled");
  };
  o.operations.push_back(waits);
  shop s(o);
  std::atomic<int> status = 0;
  s.service.answer(asked("POST", "/v1/wait", R"({"database":"shop","sql":"SELECT 1"})"),
                   [&](serving::response const& given) { status = given.status; });
  BOOST_REQUIRE(becomes_true([&] { return begun.load(); }));
  s.service.drain(20ms);
  BOOST_TEST(becomes_true([&] { return s.service.is_idle(); }, 10s));
  BOOST_TEST(status == 409);
}

BOOST_AUTO_TEST_CASE(users_have_their_own_databases_and_runs) {
  shop_file const file;
  auto o = usual();
  o.of_users = {{"ada", {served("shop", file)}}, {"bob", {served("other", file)}}};
  serving::service service({}, systems(), std::move(o));
  auto const as = [&](std::string const& user, std::string method, std::string const& target, std::string body = {}) {
    auto r = asked(std::move(method), target, std::move(body));
    r.user = user;
    return answer(service, r);
  };
  auto const asks = R"({"question":"How many hives are there?"})";
  BOOST_TEST(json_of(as("ada", "GET", "/v1/databases")).at("databases").as_array()[0].at("name") == "shop");
  BOOST_TEST(as("ada", "POST", "/v1/ask", R"({"database":"other","question":"How many hives are there?"})").status == 400);
  BOOST_TEST(as("bob", "GET", "/v1/databases/shop/schema").status == 404);
  BOOST_TEST(as("bob", "POST", "/v1/check", R"({"database":"shop","sql":"SELECT 1"})").status == 400);
  BOOST_TEST(as("ada", "POST", "/v1/ask", asks).status == 200);
  auto const runs = json_of(as("ada", "GET", "/v1/runs")).as_array();
  BOOST_REQUIRE(runs.size() == 1U);
  auto const run = std::string(runs[0].at("id").as_string());
  BOOST_TEST(as("ada", "GET", "/v1/runs/" + run).status == 200);
  for (auto const* other : {"bob", "eve", ""}) {
    BOOST_TEST(json_of(as(other, "GET", "/v1/runs")).as_array().empty(), other);
    BOOST_TEST(as(other, "GET", "/v1/runs/" + run).status == 404, other);
    BOOST_TEST(as(other, "GET", "/v1/runs/" + run + "/page").status == 404, other);
    BOOST_TEST(as(other, "DELETE", "/v1/runs/" + run).status == 404, other);
  }
  for (auto const* unknown : {"eve", ""}) {
    BOOST_TEST(json_of(as(unknown, "GET", "/v1/databases")).at("databases").as_array().empty(), unknown);
    BOOST_TEST(as(unknown, "POST", "/v1/ask", asks).status == 400, unknown);
  }
}

BOOST_AUTO_TEST_CASE(the_description_names_every_route) {
  shop s;
  auto const all = json_of(s("GET", "/v1/openapi.json"));
  BOOST_TEST(all.at("openapi") == "3.1.0");
  auto const& paths = all.at("paths").as_object();
  for (auto const* path : {"/v1/databases", "/v1/databases/{name}/schema", "/v1/ask", "/v1/check", "/v1/runs", "/v1/runs/{id}",
                           "/v1/runs/{id}/page", "/v1/openapi.json", "/healthz", "/readyz", "/metrics"})
    BOOST_TEST(paths.contains(path), path);
}

/// A service over the shop whose users may correct, unless `may` says otherwise, and its system knows the corrections.
struct corrected_shop {
  explicit corrected_shop(std::function<bool(std::string_view)> may = {}) {
    serving::service_options o = usual();
    o.corrections = kept;
    o.may_correct = std::move(may);
    o.correct = serving::correct_operation(kept, serving::local_hints());
    o.of_users = {{"ada", {served("shop", file)}}, {"eve", {restricted()}}};
    service.emplace(serving::database_list{served("shop", file), served("other", file)},
                    std::vector<serving::served_system>{
                        {"offline", "without a model", false, serving::offline_answerer(serving::with_corrections({}, kept))}},
                    std::move(o));
  }
  serving::response operator()(std::string method, std::string const& target, std::string body = {}, std::string user = {}) {
    auto r = asked(std::move(method), target, std::move(body));
    r.user = std::move(user);
    return answer(*service, r);
  }
  [[nodiscard]] std::shared_ptr<serving::served_database> restricted() const {
    namespace policy = t2s::db::policy;
    auto const rules = policy::parse_rules(R"({"roles":{"visitor":{"tables":{"hives":{}}}}})");
    return std::make_shared<serving::served_database>("shop", [path = file.path(), rules] {
      return policy::restrict(t2s::db::any_connection(t2s::db::sqlite_connection(path)), rules, {"visitor", {}});
    });
  }
  shop_file file{};
  t2s::test::folder in{"corrections"};
  std::shared_ptr<serving::corrections> kept =
      std::make_shared<serving::corrections>((in / "kept").string(), std::vector<std::string>{"shop", "other"});
  std::optional<serving::service> service{};
};

constexpr char right[] = R"({"database":"shop","question":"How did the summer go?","sql":"SELECT sum(kilograms) FROM harvests"})";
constexpr char asks[] = R"({"database":"shop","question":"how did the summer go"})";

BOOST_AUTO_TEST_CASE(a_correction_counts_at_once_and_is_listed_exported_and_removed) {
  corrected_shop s;
  BOOST_TEST(json_of(s("GET", "/v1/databases")).at("may_correct") == true);
  BOOST_TEST(json_of(s("POST", "/v1/ask", asks)).at("sql").is_null());
  auto const kept = s("POST", "/v1/corrections", right);
  BOOST_TEST(kept.status == 200);
  BOOST_TEST((json_of(kept).at("rows") == json::array{json::array{1007.75}}));
  auto const after = json_of(s("POST", "/v1/ask", asks));
  BOOST_TEST(after.at("sql") == "SELECT sum(kilograms) FROM harvests");
  BOOST_TEST(after.at("confidence").to_number<double>() > 0.9);
  BOOST_TEST(json_of(s("POST", "/v1/ask", R"({"database":"other","question":"How did the summer go?"})")).at("sql").is_null());

  auto const all = json_of(s("GET", "/v1/corrections")).at("corrections").as_array();
  BOOST_REQUIRE(all.size() == 1U);
  BOOST_TEST(all[0].at("database") == "shop");
  BOOST_TEST(all[0].at("id") == json_of(kept).at("id"));
  BOOST_TEST(json_of(s("GET", "/v1/corrections?database=other")).at("corrections") == json::array());
  BOOST_TEST(s("GET", "/v1/corrections?database=nowhere").status == 404);
  auto const file = s("GET", "/v1/corrections.json");
  BOOST_TEST(file.headers.get("Content-Disposition").find("attachment") == 0U);
  BOOST_TEST(t2s::retrieve::parse_pool(file.body, "the export").at(0).sql == "SELECT sum(kilograms) FROM harvests");

  auto const place = "/v1/corrections/" + std::string(all[0].at("id").as_string());
  BOOST_TEST(json_of(s("DELETE", place)).at("question") == "How did the summer go?");
  BOOST_TEST(s("DELETE", place).status == 404);
  BOOST_TEST(json_of(s("POST", "/v1/ask", asks)).at("sql").is_null());
  std::ofstream(s.kept->file()) << "no JSON";
  auto const spoilt = s("GET", "/v1/corrections");
  BOOST_TEST(spoilt.status == 500);
  BOOST_TEST(spoilt.body.find(s.kept->file()) != spoilt.body.npos, spoilt.body);  // what to look at
}

BOOST_AUTO_TEST_CASE(a_correction_that_is_wrong_is_refused_with_what_to_do) {
  corrected_shop s;
  auto const refused =
      s("POST", "/v1/corrections", R"({"database":"shop","question":"How much?","sql":"SELECT sum(kilogram) FROM harvests"})");
  BOOST_TEST(refused.status == 422);
  BOOST_TEST(code_of(refused) == "no_such_column");
  auto const why = std::string(json_of(refused).at("error").at("message").as_string());
  BOOST_TEST(why.find("Perhaps: SELECT sum(kilograms) FROM harvests") != why.npos, why);
  BOOST_TEST(s("POST", "/v1/corrections", R"({"database":"shop","question":"How much?"})").status == 400);
  BOOST_TEST(json_of(s("GET", "/v1/corrections")).at("corrections") == json::array());
}

BOOST_AUTO_TEST_CASE(only_users_who_may_correct_do_and_nobody_learns_of_tables_that_the_rules_hide) {
  corrected_shop s([](std::string_view user) { return user != "bob"; });
  std::vector<serving::response> refused;
  refused.push_back(s("GET", "/v1/corrections", "", "bob"));
  refused.push_back(s("GET", "/v1/corrections.json", "", "bob"));
  refused.push_back(s("POST", "/v1/corrections", right, "bob"));
  refused.push_back(s("DELETE", "/v1/corrections/0", "", "bob"));
  for (auto const& r : refused) {
    BOOST_TEST(r.status == 403);
    BOOST_TEST(code_of(r) == "may_not_correct");
  }
  BOOST_TEST(json_of(s("GET", "/v1/databases", "", "bob")).at("may_correct") == false);
  BOOST_TEST(s("POST", "/v1/corrections", right, "ada").status == 200);
  BOOST_TEST(json_of(s("GET", "/v1/corrections", "", "ada")).at("corrections").as_array().size() == 1U);
  BOOST_TEST(json_of(s("GET", "/v1/corrections", "", "eve")).at("corrections") == json::array());
  BOOST_TEST(json_of(s("GET", "/v1/corrections.json", "", "eve")) == json::array());
  auto const id = std::string(json_of(s("GET", "/v1/corrections", "", "ada")).at("corrections").at(0).at("id").as_string());
  BOOST_TEST(s("DELETE", "/v1/corrections/" + id, "", "eve").status == 404);
  auto r = asked("POST", "/v1/ask", asks);
  r.headers.add("Accept", "text/event-stream");
  r.user = "eve";
  auto const stream = answer(*s.service, r);
  auto const seen = all_of(*stream.stream);  // also the samples of its run
  BOOST_TEST(seen.find("harvests") == seen.npos, seen);
  auto const hidden = s("POST", "/v1/corrections", right, "eve");
  BOOST_TEST(code_of(hidden) == "no_such_table");
  BOOST_TEST(hidden.body.find("kilograms") == hidden.body.npos, hidden.body);
}

BOOST_AUTO_TEST_CASE(a_server_without_corrections_says_how_to_have_them) {
  shop s;
  auto const refused = s("POST", "/v1/corrections", right);
  BOOST_TEST(refused.status == 404);
  BOOST_TEST(json_of(refused).at("error").at("message") == "this server keeps no corrections; t2s serve --corrections FILE does");
  BOOST_TEST(json_of(s("GET", "/v1/databases")).at("may_correct") == false);
  BOOST_TEST(!json_of(s("GET", "/v1/openapi.json")).at("paths").as_object().contains("/v1/corrections"));
  corrected_shop with;
  auto const all = json_of(with("GET", "/v1/openapi.json"));
  for (auto const* path : {"/v1/corrections", "/v1/corrections.json", "/v1/corrections/{id}"})
    BOOST_TEST(all.at("paths").as_object().contains(path), path);
}

BOOST_AUTO_TEST_CASE(what_the_owner_decides_counts_from_the_next_question_on) {
  shop_file const file;
  t2s::test::folder const in("owner");
  auto const path = (in / "learned").string();
  std::ofstream(path) << "# 0.70: a guess\nproposed words hives.frames = combs\n";
  auto const shop_now = served("shop", file);
  auto o = usual();
  o.learned["shop"] = {
      std::make_shared<serving::learned_file>(path), [path](serving::served_database& changed) {
        auto const known = std::make_shared<t2s::knowledge::learned const>(t2s::knowledge::read_learned(path));
        changed.renew(t2s::known_options(t2s::knowledge::lexicon_options{.confirmed = known}, t2s::knowledge::with_learned({}, *known)));
      }};
  serving::service service({shop_now, served("other", file)}, systems(), std::move(o));
  auto const place = "/v1/databases/shop/learned";
  BOOST_TEST(json_of(answer(service, asked("GET", "/v1/databases"))).at("databases").at(0).at("learned") == true);
  BOOST_TEST(json_of(answer(service, asked("GET", "/v1/databases"))).at("databases").at(1).at("learned") == false);
  BOOST_TEST(answer(service, asked("GET", "/v1/databases/other/learned")).status == 404);
  auto elsewhere = asked("GET", place);
  elsewhere.from_loopback = false;
  BOOST_TEST(answer(service, elsewhere).status == 404);
  auto const line = json_of(answer(service, asked("GET", place))).at("lines").at(0);
  BOOST_TEST(line.at("kind") == "words");
  BOOST_TEST(line.at("column") == "frames");
  BOOST_TEST(line.at("evidence") == "0.70: a guess");
  auto const& before = shop_now->schema();
  auto const combs = R"({"database":"shop","question":"What are the combs of the hive Meadow?"})";
  BOOST_TEST(json_of(answer(service, asked("POST", "/v1/ask", combs))).at("sql") != "SELECT frames FROM hives WHERE name = 'Meadow'");
  json::object const decided{{"line", line.at("line")}, {"text", line.at("text")}, {"state", "confirmed"}};
  auto const done = answer(service, asked("POST", place, json::serialize(decided)));
  BOOST_TEST(done.status == 200, done.body);
  BOOST_TEST(json_of(done).at("state") == "confirmed");
  BOOST_TEST(json_of(answer(service, asked("POST", "/v1/ask", combs))).at("sql") == "SELECT frames FROM hives WHERE name = 'Meadow'");
  BOOST_TEST(before.find_table("hives") != nullptr);  // calls that began before keep what they have
  BOOST_TEST(answer(service, asked("POST", place, json::serialize(decided))).status == 409);
  auto wrong = decided;
  wrong["text"] = json_of(done).at("text");
  wrong["value"] = " ";
  BOOST_TEST(answer(service, asked("POST", place, json::serialize(wrong))).status == 422);
  wrong["state"] = "perhaps";
  BOOST_TEST(answer(service, asked("POST", place, json::serialize(wrong))).status == 400);
  BOOST_TEST(json_of(answer(service, asked("GET", "/v1/openapi.json"))).at("paths").as_object().contains("/v1/databases/{name}/learned"));
}

BOOST_AUTO_TEST_CASE(a_service_needs_a_database_and_a_system) {
  shop_file const file;
  BOOST_CHECK_THROW(serving::service({}, systems()), t2s::error);
  BOOST_CHECK_THROW(serving::service({served("a", file)}, {}), t2s::error);
  BOOST_CHECK_THROW(serving::service({served("a", file), served("a", file)}, systems()), t2s::error);
}

BOOST_AUTO_TEST_SUITE_END()
