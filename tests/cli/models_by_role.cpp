// SPDX-License-Identifier: BSL-1.0
// The command line with several models, each on its own server or on the same one.
#include "model_place.hpp"
#include "scripted_play.hpp"

using namespace cli_test;

namespace {

/// The reply of a stage of DAC to a question about cities.
t2s::tests::server_script plays_dac(seen_request const& asked) {
  auto const body = json::parse(asked.body);
  auto const stage = recognize_dac({std::string(body.at("messages").at(0).at("content").as_string())}).stage;
  if (stage == "linking") return replies(200, reply_with("[{'token': 'city', 'schema': 'shops.city', 'type': 'col'}]"));
  if (stage == "skeleton") return replies(200, reply_with("SELECT a FROM b"));
  return replies(200, reply_with(stage == "draft" ? "SELECT shop_id FROM shops" : "SELECT city FROM shops"));
}

struct two_servers : place {
  http_server large{plays_dac}, little{plays_dac};

  [[nodiscard]] std::string dac() const { return ask() + "--pipeline dac "; }
};

std::vector<std::string> models_asked(http_server const& at) {
  std::vector<std::string> all;
  for (auto const& r : at.requests()) all.emplace_back(json::parse(r.body).at("model").as_string());
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(command_line_models_by_role)

BOOST_FIXTURE_TEST_CASE(small_tasks_go_to_the_small_model, two_servers) {
  variable const key("OPENAI_API_KEY", "sk-of-the-large"), other("SMALL_API_KEY", "sk-of-the-little");
  auto const tape = quoted(file("tape.jsonl"));
  auto const r = cli_test::t2s(dac() + asks(large) + "--small-model little --small-llm " + little.url() + "/v1 --json --record " + tape);
  BOOST_REQUIRE_MESSAGE(r.status == 0, r.err);
  BOOST_TEST(models_asked(large) == std::vector<std::string>(large.requests().size(), "tiny"), boost::test_tools::per_element());
  BOOST_REQUIRE(little.requests().size() == 2u);  // linking and skeleton
  BOOST_TEST(models_asked(little) == std::vector<std::string>(2, "little"), boost::test_tools::per_element());
  for (auto const& asked : large.requests()) BOOST_TEST(asked.header("authorization") == "Bearer sk-of-the-large");
  for (auto const& asked : little.requests()) BOOST_TEST(asked.header("authorization") == "Bearer sk-of-the-little");
  BOOST_TEST(!contains(content_of(file("tape.jsonl")), "asks"));  // names distinguish the models

  auto const again = cli_test::t2s(dac() + "--model tiny --small-model little --json --replay " + tape);
  BOOST_REQUIRE_MESSAGE(again.status == 0, again.err);
  BOOST_TEST(json::parse(again.out).at("sql") == json::parse(r.out).at("sql"));
  BOOST_TEST(little.requests().size() == 2u);
  auto const unnamed = cli_test::t2s(dac() + "--model tiny --json --replay " + tape);
  BOOST_TEST(contains(unnamed.err + unnamed.out, "model is tiny and was little"), unnamed.err);
}

BOOST_FIXTURE_TEST_CASE(a_small_model_of_the_same_server_has_its_key, two_servers) {
  variable const key("OPENAI_API_KEY", "sk-of-the-large");
  auto const r = cli_test::t2s(dac() + asks(large) + "--small-model little");
  BOOST_REQUIRE_MESSAGE(r.status == 0, r.err);
  auto const names = models_asked(large);
  BOOST_TEST(std::ranges::count(names, "little") == 2);
  for (auto const& asked : large.requests()) BOOST_TEST(asked.header("authorization") == "Bearer sk-of-the-large");
}

BOOST_FIXTURE_TEST_CASE(no_server_is_sent_the_key_of_another, two_servers) {
  variable const key("OPENAI_API_KEY", "sk-of-the-large");
  auto const r = cli_test::t2s(dac() + asks(large) + "--small-model little --small-llm " + little.url() + "/v1");
  BOOST_REQUIRE_MESSAGE(r.status == 0, r.err);
  for (auto const& asked : little.requests()) BOOST_TEST(asked.header("authorization") == "");
}

BOOST_FIXTURE_TEST_CASE(a_refused_key_names_its_own_variable, two_servers) {
  http_server const closed([](seen_request const&) { return replies(401, R"({"error":{"message":"who are you?"}})"); });
  auto const r = cli_test::t2s(dac() + asks(large) + "--small-model little --small-llm " + closed.url() + "/v1");
  BOOST_TEST(contains(r.err + r.out, "SMALL_API_KEY is not set: put the key there"), r.err + r.out);
  BOOST_TEST(!contains(r.err + r.out, "OPENAI_API_KEY"), r.err + r.out);
}

BOOST_FIXTURE_TEST_CASE(what_is_not_whole_is_refused, two_servers) {
  auto const refused = [&](std::string const& words, std::string const& why) {
    auto const r = cli_test::t2s(dac() + words);
    BOOST_TEST(r.status == 2);
    BOOST_TEST(contains(r.err, why), r.err);
  };
  refused(asks(large) + "--judge-llm http://127.0.0.1:1/v1", "--judge-llm needs --judge-model NAME");
  refused("--judge-model wise", "--judge-model concerns a model, but none is asked: it needs --llm URL --model NAME");
  refused(asks(large) + "--small-model little --small-llm http://me:secret@127.0.0.1:1/v1", "--small-llm has a name before the \"@\"");
  BOOST_TEST(large.requests().size() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
