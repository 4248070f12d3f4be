// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/runs/detail/run_watch.hpp"

#include "pipeline/stages.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::tests;
using llm::scripted_model;

namespace {

/// The prompts and completions of a run, in order: "prompt 0 of draft", "completion 0: SELECT 1".
template <class Pipeline>
std::vector<std::string> exchanges_of(Pipeline const& of, scripted_model model) {
  scripted_database database{{{"SELECT 'Ann'", gives({"r"})}}};
  auto const record = std::make_shared<serve::run_record>("id", serve::run_order());
  serve::run_watch watch(record);
  (void)of.run(context(model, database, {}, watch.trace()), "who?");
  std::vector<std::string> all;
  auto const events = boost::json::parse(record->as_array());
  for (auto const& e : events.as_array()) {
    std::string const name(e.at("event").as_string());
    if (name == "prompt") {
      BOOST_TEST(!e.at("messages").as_array().empty());
      all.push_back("prompt " + boost::json::serialize(e.at("call")) + " of " + std::string(e.at("stage").as_string()));
    } else if (name == "completion") {
      all.push_back("completion " + boost::json::serialize(e.at("call")) + ": " + std::string(e.at("text").as_string()));
    }
  }
  return all;
}

using refinement = pipeline<none, none, prompted, execution_error, terminate::any_of<terminate::nothing_left, terminate::revisions>>;

}  // namespace

BOOST_AUTO_TEST_SUITE(run_watching)

BOOST_AUTO_TEST_CASE(prompts_and_completions_are_events_of_the_run) {
  std::vector<std::string> const expected{"prompt 0 of draft", "completion 0: SELECT x FROM nowhere", "prompt 1 of revise",
                                          "completion 1: SELECT 'Ann'"};
  BOOST_TEST(exchanges_of(refinement(), {"SELECT x FROM nowhere", "SELECT 'Ann'"}) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_call_of_a_candidate_has_a_number_of_its_own) {
  using several = pipeline<none, none, generate::times<2, prompted>, none, terminate::after_draft, select::majority>;
  auto const all = exchanges_of(several(), {"SELECT x FROM nowhere", "SELECT 'Ann'"});
  BOOST_REQUIRE(all.size() == 4U);
  BOOST_TEST(all[1].starts_with("completion 0"));
  BOOST_TEST(all[3].starts_with("completion 1"));
}

BOOST_AUTO_TEST_SUITE_END()
