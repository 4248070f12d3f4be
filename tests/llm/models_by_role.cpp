// SPDX-License-Identifier: BSL-1.0
#include "t2s/llm/several_models.hpp"

#include "support.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/llm/cassette.hpp"
#include "t2s/llm/detail/records.hpp"
#include "t2s/llm/response_cache.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;
using llm::completion;
using llm::model_role;
using llm::models_by_role;
using llm::request;
using llm::scripted_model;

namespace {

request of_role(model_role by, std::string text = "q") {
  request r(std::move(text));
  r.asks = by;
  return r;
}

/// The answers for each role.
template <class Model>
std::string answers(Model& model) {
  std::string all;
  for (auto const by : {model_role::draft, model_role::judge, model_role::small}) all += model.complete(of_role(by)).text + " ";
  return all;
}

struct later_model {
  std::string text;
  awaitable<completion> complete(request) {
    completion c;
    c.text = text;
    co_return c;
  }
};

struct failing_model {
  completion complete(request) { throw error(errc::server_failed, "failed"); }
};

struct const_model {
  completion complete(request asked) const {
    completion c;
    c.text = asked.messages[0].text;
    return c;
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(models_of_roles)

BOOST_AUTO_TEST_CASE(each_request_goes_to_the_model_of_its_role) {
  scripted_model large{"L"}, judge{"J"}, little{"S"};
  models_by_role models(large, judge, little);
  static_assert(std::same_as<decltype(models.complete(request())), completion>);
  BOOST_TEST(answers(models) == "L J S ");
}

BOOST_AUTO_TEST_CASE(the_draft_model_stands_in_for_the_others) {
  scripted_model large{"L1", "L2"}, judge{"J"};
  models_by_role two(large, judge);
  BOOST_TEST(answers(two) == "L1 J L2 ");
  scripted_model one{"1", "2", "3"};
  models_by_role alone(one);
  BOOST_TEST(answers(alone) == "1 2 3 ");
}

BOOST_AUTO_TEST_CASE(a_request_asks_for_a_draft_unless_it_says_otherwise) {
  scripted_model large{"L"}, judge{"J"};
  BOOST_TEST(models_by_role(large, judge).complete(request("q")).text == "L");
}

BOOST_AUTO_TEST_CASE(a_model_need_not_know_its_role) {
  scripted_model large{"L"}, judge{"J"};
  models_by_role models(large, judge);
  (void)models.complete(of_role(model_role::judge));
  BOOST_TEST((judge.asked().at(0) == request("q")));
}

BOOST_AUTO_TEST_CASE(a_copy_refers_to_the_same_models) {
  scripted_model large{"L"}, judge{"J"}, little{"S"};
  models_by_role const models(large, judge, little);
  models_by_role copy = models;
  static_assert(std::same_as<decltype(copy), models_by_role<scripted_model, scripted_model, scripted_model>>);
  BOOST_TEST(answers(copy) == "L J S ");
}

BOOST_AUTO_TEST_CASE(a_const_model_is_one_if_its_verb_is) {
  const_model const any;
  BOOST_TEST(models_by_role(any).complete(request("echo")).text == "echo");
}

BOOST_AUTO_TEST_CASE(one_awaitable_model_makes_all_awaitable) {
  scripted_model large{"L", "M"};
  later_model judge{"J"};
  models_by_role models(large, judge);
  static_assert(std::same_as<decltype(models.complete(request())), awaitable<completion>>);
  BOOST_TEST(wait_for(models.complete(of_role(model_role::draft))).text == "L");
  BOOST_TEST(wait_for(models.complete(of_role(model_role::judge))).text == "J");
  BOOST_TEST(wait_for(models.complete(of_role(model_role::small))).text == "M");
}

BOOST_AUTO_TEST_CASE(a_wrapper_has_the_roles_of_its_model) {
  using set = models_by_role<scripted_model>;
  static_assert(llm::HasRoles<set> && llm::HasRoles<set const&> && !llm::HasRoles<scripted_model>);
  static_assert(llm::HasRoles<llm::recorded<set&>> && !llm::HasRoles<llm::recorded<scripted_model>>);
  static_assert(llm::HasRoles<llm::cached<set>> && !llm::HasRoles<llm::cached<scripted_model&>>);
  static_assert(llm::HasRoles<llm::first_available<scripted_model, set>> && !llm::HasRoles<llm::first_available<scripted_model>>);
  static_assert(llm::HasRoles<llm::replayed<>> && llm::HasRoles<llm::replayed<set>> && !llm::HasRoles<llm::replayed<scripted_model>>);
}

BOOST_AUTO_TEST_CASE(a_fallback_passes_roles_to_those_that_have_them) {
  failing_model first;
  scripted_model large{"L"}, judge{"J"}, last{"F"};
  models_by_role models(large, judge);
  llm::first_available set_last(first, models);
  BOOST_TEST(set_last.complete(of_role(model_role::judge)).text == "J");
  models_by_role failing(first);
  llm::first_available set_first(failing, last);
  BOOST_TEST(set_first.complete(of_role(model_role::judge)).text == "F");
  BOOST_TEST((last.asked().at(0) == request("q")));
}

// Records.

BOOST_AUTO_TEST_CASE(the_default_role_leaves_a_record_as_it_was) {
  BOOST_TEST(llm::canonical(request("q")) == R"({"request":{"messages":[{"role":"user","text":"q"}],"temperature":0}})");
  BOOST_TEST(llm::canonical(of_role(model_role::judge)) ==
             R"({"request":{"messages":[{"role":"user","text":"q"}],"temperature":0,"asks":"judge"}})");
  for (auto const by : {model_role::draft, model_role::judge, model_role::small}) {
    llm::exchange const e{"m", of_role(by), completion{.text = "a"}};
    BOOST_TEST((llm::from_record<llm::exchange>(llm::to_record(e)) == e));
  }
  auto const wrong = thrown_by([] { (void)llm::from_record<request>(R"({"messages":[],"asks":"boss"})"); });
  BOOST_TEST((wrong.code == errc::malformed_data));
  BOOST_TEST(wrong.subject == "asks");
}

BOOST_AUTO_TEST_CASE(one_cassette_around_a_set_replays_each_role) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  scripted_model large{"L"}, judge{"J"}, little{"S"};
  models_by_role models(large, judge, little);
  llm::recorded<decltype(models)&> live(models, path);
  BOOST_TEST(answers(live) == "L J S ");  // the same text: only the role distinguishes them
  llm::replayed<> again(path);
  BOOST_TEST(answers(again) == "L J S ");
  auto const unknown = thrown_by([&] { (void)again.complete(of_role(model_role::small, "r")); });
  BOOST_TEST((unknown.code == errc::unknown_exchange));
}

BOOST_AUTO_TEST_CASE(a_cassette_of_one_model_answers_whoever_is_asked) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  (void)llm::recorded(scripted_model{"A"}, path).complete(request("q"));
  llm::replayed<> again(path);
  BOOST_TEST(answers(again) == "A A A ");
  auto const unknown = thrown_by([&] { (void)again.complete(of_role(model_role::judge, "r")); });
  BOOST_TEST(unknown.message.find("asks") == std::string::npos);
  BOOST_TEST(unknown.message.find("message 1 differs at byte 0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(models_recorded_one_by_one_are_told_apart_by_their_names) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  auto const tape = std::make_shared<llm::cassette_recorder>(path);
  llm::recorded large(scripted_model{"L", "L"}, tape, "large"), judge(scripted_model{"J"}, tape, "judge");
  models_by_role models(large, judge);
  BOOST_TEST(answers(models) == "L J L ");
  auto const from = std::make_shared<llm::replay>(llm::read_cassette(path), path);
  llm::replayed<> large_again(from, "large"), judge_again(from, "judge");
  models_by_role again(large_again, judge_again);
  BOOST_TEST(answers(again) == "L J L ");
  for (auto const& e : llm::read_cassette(path).exchanges) BOOST_TEST((e.asked == request("q")));
}

BOOST_AUTO_TEST_CASE(a_cassette_is_filled_by_a_set) {
  scratch const folder;
  auto const path = folder("run.jsonl");
  scripted_model large{"L", "S"}, judge{"J"};
  models_by_role models(large, judge);
  for (int i = 0; i < 2; ++i) {
    llm::recorded<decltype(models)&> live(models, path);
    llm::replayed<decltype(live)&> filled(live, path);
    BOOST_TEST(answers(filled) == "L J S ");
  }
  BOOST_TEST(large.asked().size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_cache_around_a_set_keeps_roles_apart) {
  scratch const folder;
  scripted_model large{"L"}, judge{"J"}, little{"S"};
  models_by_role models(large, judge, little);
  llm::cached<decltype(models)&> kept(models, folder("answers.sqlite"));
  BOOST_TEST(answers(kept) == "L J S ");
  BOOST_TEST(answers(kept) == "L J S ");
  BOOST_TEST(judge.asked().size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
