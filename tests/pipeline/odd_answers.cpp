// SPDX-License-Identifier: BSL-1.0
// Answers of a model that are none: withheld by its provider, or thoughts alone.
#include "drawn_model.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::tests;

namespace {

using once = pipeline<none, none, prompted, none, terminate::nothing_left>;

struct given_answer {
  llm::completion answer;
  llm::completion complete(llm::request const&) const { return answer; }
};

llm::completion ending(std::string text, std::string reason) {
  llm::completion c;
  c.text = std::move(text);
  c.finish_reason = std::move(reason);
  c.prompt_tokens = 3;
  return c;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(odd_answers)

BOOST_AUTO_TEST_CASE(what_a_provider_withheld_is_no_answer_even_with_sql_in_it) {
  scripted_database database;
  for (auto const* reason : {"content_filter", "refusal", "SAFETY"}) {
    given_answer model{ending("SELECT name FROM people WHERE", reason)};
    BOOST_CHECK_EXCEPTION((void)once().run(context(model, database), "q"), error, [&](error const& e) {
      std::string const said = e.what();
      return e.code() == errc::model_failed && said.find("withheld") != said.npos && said.find(reason) != said.npos &&
             said.find("ask in other words") != said.npos;
    });
  }
  for (auto const* reason : {"stop", "length", "end_turn", ""}) {
    given_answer model{ending("S0", reason)};
    BOOST_TEST(once().run(context(model, database), "q").sql() == "S0", reason);
  }
}

BOOST_AUTO_TEST_CASE(of_several_choices_those_that_are_given_count) {
  scripted_database database;
  given_answer model{ending("SELECT 1", "content_filter")};
  model.answer.others = {{"SELECT 2", "stop", {}}, {"SELECT 3", "content_filter", {}}};
  context ctx(model, database);
  auto const c = ctx.ask(llm::request("q"));
  BOOST_TEST(c.text == "");
  BOOST_TEST(c.others[0].text == "SELECT 2");
  BOOST_TEST(c.others[1].text == "");
  model.answer.others[0].finish_reason = "content_filter";
  BOOST_CHECK_THROW((void)ctx.ask(llm::request("q")), error);
  BOOST_TEST(ctx.spent().prompt_tokens == 6u);  // it is paid all the same
}

BOOST_AUTO_TEST_CASE(the_attempts_before_are_kept_where_that_is_wanted) {
  scripted_database database{{{"S0", gives({"r"})}}};
  struct first_good {
    int calls = 0;
    llm::completion complete(llm::request const&) { return calls++ == 0 ? ending("S0", "stop") : ending("S1", "content_filter"); }
  } model;
  pipeline<none, none, prompted, speaks<'a', 7>, terminate::revisions> const p;
  auto const a = p.run(context(model, database, {.keep_attempts_if_model_fails = true}), "q");
  BOOST_TEST(a.sql() == "S0");
  BOOST_REQUIRE(a.failed.has_value());
  BOOST_TEST(a.failed->message.find("content_filter") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(why_there_is_no_sql_names_thoughts_alone) {
  auto thoughts = ending("", "length");
  thoughts.odd = "the model has only thought";
  auto const made = generate::written_sql(thoughts, {});
  BOOST_TEST(made.sql == "");
  BOOST_TEST(made.why.find("has only thought") != std::string::npos);
  BOOST_TEST(generate::written_sql(ending("", "stop"), {}).why.find("empty") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
