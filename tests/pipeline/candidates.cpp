// SPDX-License-Identifier: BSL-1.0
// Several candidates for one question, and the choice among them.
#include "stages.hpp"
#include "t2s/generate/each_of.hpp"
#include "t2s/generate/times.hpp"
#include "t2s/select/majority.hpp"
#include "t2s/terminate/after_draft.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::tests;

namespace {

/// Answers by the draw of a request: what a set asks does not depend on the order of its calls.
struct drawn_model {
  std::map<std::size_t, std::string> replies{};
  std::vector<llm::request> asked{};

  llm::completion complete(llm::request r) {
    llm::completion c;
    c.text = replies.at(r.draw / 1000);
    c.finish_reason = "stop";
    c.prompt_tokens = c.completion_tokens = 1;
    asked.push_back(std::move(r));
    if (c.text == "!") throw error(errc::model_failed, "the model failed", "try again");
    return c;
  }
};

template <std::size_t N, class Generator = prompted>
using voting = pipeline<none, none, generate::times<N, Generator>, none, terminate::after_draft, select::majority>;

scripted_database letters() {
  return {{{"A1", gives({"a"})},
           {"A2", gives({"a"})},
           {"B", gives({"b"})},
           {"C", gives({"c"})},
           {"bad", fails(errc::no_such_column, "no such column: x")}}};
}

template <class Pipeline>
answer answered(Pipeline const& p, drawn_model& model, scripted_database& database, run_options options = {}) {
  return p.run(context(model, database, std::move(options)), "q");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(candidates)

BOOST_AUTO_TEST_CASE(the_result_of_most_candidates_is_chosen) {
  drawn_model model{{{0, "B"}, {1, "A1"}, {2, "bad"}, {3, "A2"}, {4, "C"}}};
  auto database = letters();
  auto const a = answered(voting<5>(), model, database);
  BOOST_TEST(a.sql() == "A1");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
  BOOST_TEST(a.stopped == "2 of 5 candidates give this result");
  BOOST_REQUIRE(a.selection());
  BOOST_TEST(a.selection()->number == 1u);
  BOOST_REQUIRE(a.selection()->others.size() == 4u);
  BOOST_TEST(a.selection()->others[1].sql() == "bad");
  BOOST_TEST(!a.selection()->others[1].outcome()->ok());
  BOOST_TEST(a.spent.calls == 5u);
  BOOST_TEST(a.spent.statements == 5u);
}

BOOST_AUTO_TEST_SUITE_END()
