// SPDX-License-Identifier: BSL-1.0
// A model that fails for one question, in a revision, or permanently.
#include "model_place.hpp"
#include "support/json_schema.hpp"

#include <algorithm>
#include <chrono>
#include <sstream>

using namespace cli_test;

namespace {

/// Answers correctly unless the prompt's question contains `word`: then it returns that status.
http_server::handler refusing(std::string word, unsigned status) {
  return [word, status](seen_request const& asked) {
    if (contains(asked.body, word)) return replies(status, R"({"error":{"message":"this is too long for me"}})");
    return replies(200, reply_with("SELECT count(*) FROM shops"));
  };
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_model_failures)

BOOST_FIXTURE_TEST_CASE(one_refused_question_leaves_the_others, place) {
  make_data({"How many shops?", "How many purple shops?", "Count the shops."});
  http_server const model(refusing("purple", 400));
  auto const r = cli_test::t2s("predict" + data() + asks(model) + "--jobs 1 --out " + quoted(file("out.sql")));
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, ": question #1 (How many purple shops?): "), r.err);
  BOOST_TEST(contains(r.err, "this is too long for me"), r.err);
  BOOST_TEST(contains(r.err, "1 without SQL, 1 failed"), r.err);
  std::vector<std::string> const expected{"SELECT count(*) FROM shops", "SELECT NULL", "SELECT count(*) FROM shops"};
  BOOST_TEST(lines_of(content_of(file("out.sql"))) == expected, boost::test_tools::per_element());

  BOOST_TEST(cli_test::t2s("predict" + data() + asks(model) + "--out " + quoted(file("out.jsonl"))).status == 3);
  auto const runs = lines_of(content_of(file("out.jsonl")));
  BOOST_REQUIRE(runs.size() == 3u);
  BOOST_TEST(json::parse(runs[1]).at("sql").as_string() == "SELECT NULL");
  BOOST_TEST(contains(json::parse(runs[1]).at("stopped").as_string().c_str(), "too long for me"));
  BOOST_TEST(cli_test::t2s("evaluate" + data() + " --predictions " + quoted(file("out.jsonl"))).status == 0);
}

BOOST_FIXTURE_TEST_CASE(what_concerns_all_questions_ends_the_work_and_keeps_what_there_is, place) {
  make_data({"How many shops?", "Count the shops.", "How many purple shops?", "Count all shops."});
  http_server const model(refusing("purple", 401));
  auto const r = cli_test::t2s("predict" + data() + asks(model) + "--jobs 1 --out " + quoted(file("out.sql")));
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, "stopped after 2 of 4 questions"), r.err);
  BOOST_TEST(contains(r.err, "the same command asks only the rest"), r.err);
  BOOST_TEST(model.requests().size() == 3u);
  std::vector<std::string> const expected{"SELECT count(*) FROM shops", "SELECT count(*) FROM shops", "SELECT NULL", "SELECT NULL"};
  BOOST_TEST(lines_of(content_of(file("out.sql"))) == expected, boost::test_tools::per_element());

  http_server const closed(refusing("", 401));
  auto const none = cli_test::t2s("predict" + data() + asks(closed) + "--out " + quoted(file("none.sql")));
  BOOST_TEST(none.status == 3);
  BOOST_TEST(std::ranges::count(none.err, '\n') == 1, none.err);  // reported once, with any number of threads
  BOOST_TEST(!fs::exists(path / "none.sql"));
}

BOOST_FIXTURE_TEST_CASE(a_limit_of_requests_is_waited_out, place) {
  make_data({"How many shops?", "How many purple shops?", "Count the shops."});
  http_server const model([n = 0](seen_request const&) mutable {
    return ++n <= 6 ? replies(429, "{}", {{"Retry-After-Ms", "10"}}) : replies(200, reply_with("SELECT count(*) FROM shops"));
  });
  BOOST_TEST(cli_test::t2s("chat" + asks(model) + "--cache " + quoted(file("c.sqlite")) + " hello").status == 0);
  BOOST_TEST(model.requests().size() == 7u);

  http_server const strict([](seen_request const& asked) {
    return contains(asked.body, "purple") ? replies(429, R"({"error":{"message":"slow down"}})", {{"Retry-After", "9"}})
                                          : replies(200, reply_with("SELECT count(*) FROM shops"));
  });
  auto const r = cli_test::t2s("predict" + data() + asks(strict) + "--timeout 5 --jobs 1 --out " + quoted(file("out.sql")));
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, ": question #1 (How many purple shops?): "), r.err);
  BOOST_TEST(contains(r.err, "slow down"), r.err);
  BOOST_TEST(contains(r.err, "1 without SQL, 1 failed"), r.err);

  http_server const unpaid([](seen_request const&) { return replies(429, R"({"error":{"code":"insufficient_quota"}})"); });
  auto const begin = std::chrono::steady_clock::now();
  BOOST_TEST(cli_test::t2s("chat" + asks(unpaid) + "hello").status == 3);
  BOOST_TEST(unpaid.requests().size() == 4u);
  BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(30)));
}

BOOST_FIXTURE_TEST_CASE(a_run_without_sql_says_what_it_cost, place) {
  http_server const silent([](seen_request const&) { return replies(200, reply_with("I do not know.")); });
  auto const r = cli_test::t2s(ask() + asks(silent) + "--pipeline few-shot-corrected --json");
  auto const one = json::parse(r.out);
  BOOST_TEST(one.at("sql").is_null());
  BOOST_TEST(t2s::tests::answer_schema().wrong(one) == "");
  BOOST_TEST(one.at("spent").at("calls").to_number<int>() == static_cast<int>(silent.requests().size()));
  BOOST_TEST(one.at("spent").at("prompt_tokens").to_number<int>() == 40 * one.at("spent").at("calls").to_number<int>());
  make_data({"How many shops?"});
  BOOST_TEST(cli_test::t2s("predict" + data() + asks(silent) + "--out " + quoted(file("out.jsonl"))).status == 0);
  auto const run = json::parse(content_of(file("out.jsonl")));
  BOOST_TEST(run.at("calls").to_number<int>() == one.at("spent").at("calls").to_number<int>());
  BOOST_TEST(run.at("completion_tokens").to_number<int>() == one.at("spent").at("completion_tokens").to_number<int>());
}

BOOST_FIXTURE_TEST_CASE(a_run_that_fails_leaves_its_trace, place) {
  http_server const model(refusing("shops", 400));
  BOOST_TEST(cli_test::t2s(ask() + asks(model) + "--pipeline few-shot-corrected --trace " + quoted(file("trace.json"))).status == 3);
  BOOST_TEST(contains(content_of(file("trace.json")), "model call"));
}

BOOST_AUTO_TEST_CASE(a_refused_field_is_answered_with_its_option) {
  for (auto const& [says, option] : {std::pair<char const*, char const*>{"Use 'max_completion_tokens' instead", "--token-limit-field max_"},
                                     {"'temperature' does not support 0", "--temperature none"},
                                     {"extra field stream_options", "--no-stream-usage"}}) {
    auto const body = json::serialize(json::object{{"error", {{"message", says}}}});
    http_server const model([body](seen_request const&) { return replies(400, body); });
    auto const r = cli_test::t2s("chat" + asks(model) + "hello");
    BOOST_TEST(contains(r.err, std::string("; try ") + option), r.err);
  }
}

BOOST_AUTO_TEST_CASE(an_error_behind_a_piece_begins_a_line) {
  http_server const model([](seen_request const&) {
    auto const piece = t2s::tests::event_bytes(R"({"choices":[{"index":0,"delta":{"content":"Good"},"finish_reason":null}]})");
    return t2s::tests::streams(piece + t2s::tests::event_bytes(R"({"error":{"message":"disk full"}})"), {9});
  });
  auto const r = cli_test::t2s("chat" + asks(model) + "hello");
  BOOST_TEST(r.status == 3);
  BOOST_TEST(r.out == "Good\n");
  BOOST_TEST(contains(r.err, "disk full"), r.err);
}

BOOST_FIXTURE_TEST_CASE(failures_in_a_row_end_the_work, place) {
  make_data(std::vector<std::string>(25, "How many purple shops?"));
  http_server const model(refusing("purple", 400));
  auto const r = cli_test::t2s("predict" + data() + asks(model) + "--jobs 1 --out " + quoted(file("out.sql")));
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.err, "10 questions in a row failed"), r.err);
  BOOST_TEST(model.requests().size() == 10u);
  BOOST_TEST(!fs::exists(path / "out.sql"));
}

BOOST_FIXTURE_TEST_CASE(a_revision_that_fails_keeps_the_attempts, place) {
  http_server const model([](seen_request const& asked) {
    bool const again = json::parse(asked.body).at("messages").as_array().size() > 1;
    return again ? replies(400, R"({"error":{"message":"this is too long for me"}})")
                 : replies(200, reply_with("SELECT count(*) FROM harbours WHERE crane = 2"));
  });
  auto const r = cli_test::t2s(ask() + asks(model) + "--pipeline few-shot-corrected ");
  BOOST_TEST(r.status == 3);
  BOOST_TEST(contains(r.out, "SELECT count(*) FROM harbours WHERE crane = 2\n"), r.out);
  BOOST_TEST(contains(r.out, "no such table: harbours"), r.out);
  BOOST_TEST(contains(r.out, "Stopped: "), r.out);
  BOOST_TEST(contains(r.err, "the model failed after the draft: "), r.err);
  BOOST_TEST(contains(r.err, "this is too long for me"), r.err);
  auto const as_json = cli_test::t2s(ask() + asks(model) + "--pipeline few-shot-corrected --json");
  BOOST_TEST(json::parse(as_json.out).at("sql").as_string() == "SELECT count(*) FROM harbours WHERE crane = 2");
  BOOST_TEST(contains(std::string(json::parse(as_json.out).at("failed").as_string()), "this is too long for me"));

  make_data({"How many shops?"});
  auto const all = cli_test::t2s("predict" + data() + asks(model) + "--out " + quoted(file("out.sql")));
  BOOST_TEST(all.status == 3);
  BOOST_TEST(contains(all.err, "0 without SQL, 1 failed"), all.err);
  BOOST_TEST(content_of(file("out.sql")) == "SELECT count(*) FROM harbours WHERE crane = 2\n");
}

BOOST_FIXTURE_TEST_CASE(an_answer_that_was_read_without_the_model_says_so, place) {
  auto const of_nobody = ask() + "--llm http://127.0.0.1:9/v1 --model tiny --pipeline cross-checked";  // the port is closed
  auto const told = cli_test::t2s(of_nobody);
  BOOST_TEST(told.status == 0, told.err);
  BOOST_TEST(contains(told.err, "t2s: The model failed: no connection to http://127.0.0.1:9"), told.err);
  BOOST_TEST(contains(told.err, "This answer was read without it, and nothing confirms it."), told.err);
  http_server const refused(refusing("", 400));
  auto const as_json = json::parse(cli_test::t2s(ask() + asks(refused) + "--pipeline cross-checked --json").out);
  auto const notice = std::string(as_json.at("notice").as_string());
  BOOST_TEST(contains(notice, "The model failed: "), notice);
  BOOST_TEST(contains(notice, "this is too long for me"), notice);
  BOOST_TEST(as_json.at("sql") == "SELECT count(*) FROM shops");
  http_server const agreeing([](seen_request const&) { return replies(200, reply_with("SELECT count(*) FROM shops")); });
  BOOST_TEST(json::parse(cli_test::t2s(ask() + asks(agreeing) + "--pipeline cross-checked --json").out).at("notice").is_null());
}

BOOST_AUTO_TEST_SUITE_END()
