// SPDX-License-Identifier: BSL-1.0
// The papers' ablations: everything that a row switches off sends nothing.
#include "same_requests.hpp"
#include "shed.hpp"
#include "support/word_bag.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace t2s;
using namespace t2s::tests;

namespace {

constexpr char const* question_asked = "How many tools are there?";

/// Always objects, and writes SQL that fails and has forbidden syntax, so that every stage takes part.
llm::scripted_model objector() {
  llm::scripted_model model;
  auto const last = [&](std::string part, std::string reply) {
    model.on([part = std::move(part)](llm::request const& r) { return contains(r.messages.back().text, part); }, {std::move(reply)});
  };
  last(rewriting, "How many tools are there in the shed?");
  last("which tables of a database", "[\"tool\"]");
  last("which columns of these tables", "{\"tool\": [\"label\"]}");
  last(judgement, "No, that is wrong.");
  last(analysis_of_error, "There is no such table.");
  last("Align the tokens", R"([{"token": "tools", "schema": "tool.label", "type": "col"}])");
  last("Hallucinate a SQL", "```sql\nSELECT a FROM b ORDER BY c LIMIT 1\n```");
  last("find schema keywords", R"([{"keyword": "tool1", "kind": "data content", "table": "tool", "columns": ["label"]}])");
  last("### Based on data samples", "[\"tool2\"]");
  last("Replace the words", "What is the number of tools?");
  last("What does this SQL query mean?", "It lists shelves.");
  last("Write down Python CODE", "```python\nlen(db_dict['tool'])\n```");
  return std::move(model.on([](auto const&) { return true; }, {"```sql\nSELECT * FROM tool LEFT JOIN shelves\n```"}));
}

struct dac_switches {
  bool entities = true, skeleton = true, execution_error = true;
};
struct tcsr_switches {
  bool keywords_and_detection = true, retrieval_and_alignment = true, revision = true;
};

struct ablations : shed {
  std::shared_ptr<retrieve::bm25 const> by_words = std::make_shared<retrieve::bm25 const>(pairs);
  std::shared_ptr<retrieve::embedded_pool const> embedded = retrieve::embed_pool(vectors, pairs);
  std::shared_ptr<retrieve::skeleton_index const> repository = std::make_shared<retrieve::skeleton_index const>(retrieve::doubled(
      std::vector<retrieve::simplified_pair>{{pairs[0], "Count the animals.", {}, {}}, {pairs[1], "The oldest?", {}, {}}}));
  word_bag words{};
  std::shared_ptr<retrieve::embedded_knowledge const> known =
      retrieve::embed_knowledge(words, {{"number of tools", "shed", "shelf", "label", "top"}});

  template <class System>
  requests_of_run asked_by(System const& system) {
    return requests(system, objector(), database, question_asked);
  }
};

bool anywhere(requests_of_run const& all, std::string_view part) {
  return std::ranges::any_of(all, [&](llm::request const& r) {
    return std::ranges::any_of(r.messages, [&](llm::message const& m) { return contains(m.text, part); });
  });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ablations_of_the_papers, ablations)

// Tables 1 and 3.
BOOST_AUTO_TEST_CASE(dart_sql) {
  auto const check = [this](systems::dart_switches on, std::size_t calls) {
    auto const all = asked_by(made(on));
    BOOST_TEST(all.size() == calls);
    BOOST_TEST(anywhere(all, rewriting) == on.question_rewriting);
    BOOST_TEST(anywhere(all, "INSERT INTO") == on.context);
    BOOST_TEST((anywhere(all, sent_back) || anywhere(all, revision) || anywhere(all, analysis_of_error)) == on.refinement);
    BOOST_TEST(anywhere(all, "Some SQL examples") == on.demonstrations);
    BOOST_TEST((all[all.size() - 1].choices == 5u) == on.self_consistency);
  };
  using of = systems::dart_switches;
  constexpr std::size_t refinement = 2 + 3 * (2 + 2);  // the draft is sent back twice, and so is each of three revisions
  check(of{}, 1 + 2 + refinement);
  check(of{.question_rewriting = false}, 2 + refinement);
  check(of{.context = false}, 1 + 2 + refinement);
  check(of{.refinement = false}, 1 + 2);
  check(of{.question_rewriting = false, .context = false}, 2 + refinement);
  check(of{.question_rewriting = false, .refinement = false}, 2);
  check(of{.context = false, .refinement = false}, 1 + 2);
  check(of{.demonstrations = false}, 1 + 1 + refinement);
  check(of{.context = false, .refinement = false, .self_consistency = true}, 1 + 2);
}

// Table 2.
BOOST_AUTO_TEST_CASE(dart_sql_around_c3) {
  auto const check = [this](systems::dart_switches on) {
    systems::dart_parts<hashed> parts;
    parts.rows = &vectors;
    auto const all = asked_by(systems::make_dart_sql_c3(parts, on));
    BOOST_TEST(anywhere(all, rewriting) == on.question_rewriting);
    BOOST_TEST(anywhere(all, "INSERT INTO") == on.context);
    BOOST_TEST(anywhere(all, sent_back) == on.refinement);
  };
  using of = systems::dart_switches;
  check(of{.context = false, .refinement = false});
  check(of{.question_rewriting = false});
}

// Table 3, and all except each one.
BOOST_AUTO_TEST_CASE(dac) {
  auto const check = [this](dac_switches on, std::size_t calls) {
    auto by_switch = systems::make_dac(by_words);
    by_switch.feedback.get<systems::dac_entities>().enabled = on.entities;
    by_switch.feedback.get<systems::dac_skeleton>().enabled = on.skeleton;
    by_switch.feedback.get<feedback::execution_error>().enabled = on.execution_error;
    auto const all = asked_by(by_switch);
    BOOST_TEST(all.size() == calls);
    BOOST_TEST(anywhere(all, "Align the tokens") == on.entities);
    BOOST_TEST(anywhere(all, "mentioned by the question") == on.entities);
    BOOST_TEST(anywhere(all, "Hallucinate a SQL") == on.skeleton);
    BOOST_TEST(anywhere(all, "the SQL skeleton could be like") == on.skeleton);
    BOOST_TEST(anywhere(all, "is not right yet") == on.execution_error);
  };
  using of = dac_switches;
  check(of{}, 6);
  check(of{.entities = false}, 4);
  check(of{.skeleton = false}, 4);
  check(of{.execution_error = false}, 5);
  check(of{.entities = false, .skeleton = false, .execution_error = false}, 1);
}

// Table 2.
BOOST_AUTO_TEST_CASE(sql_craft) {
  auto const check = [this]<class Reasoning>(std::size_t calls) {
    auto by_switch = systems::make_sql_craft<Reasoning>(embedded, vectors);
    by_switch.termination.template get<terminate::revisions>().limit = 0;
    auto const by_type = systems::make_sql_craft<Reasoning, systems::no_ic_loop>(embedded, vectors);
    auto const all = asked_by(by_switch);
    BOOST_TEST((all == asked_by(by_type)));
    BOOST_TEST(all.size() == calls);
  };
  check.operator()<generate::sql_only>(1);
  check.operator()<generate::program_of_thought>(1);
  check.operator()<generate::code_blocks>(2);
}

// Table 5 and figure 3.
BOOST_AUTO_TEST_CASE(tcsr_sql) {
  auto const check = [this](tcsr_switches on, std::size_t calls) {
    auto by_switch = systems::make_tcsr_sql(words, "shed", known);
    by_switch.sampler.keywords_and_detection = on.keywords_and_detection;
    by_switch.sampler.retrieval_and_alignment = on.retrieval_and_alignment;
    if (!on.revision) by_switch.termination.get<terminate::revisions>().limit = 0;
    auto const all = asked_by(by_switch);
    BOOST_TEST(all.size() == calls);
    BOOST_TEST(anywhere(all, "find schema keywords") == on.keywords_and_detection);
    BOOST_TEST(anywhere(all, "### Based on data samples") == on.keywords_and_detection);
    BOOST_TEST(anywhere(all, "is stored as") == on.retrieval_and_alignment);
    BOOST_TEST(anywhere(all, "may be stored in") == (on.keywords_and_detection && !on.retrieval_and_alignment));
    BOOST_TEST(anywhere(all, "### When executing SQL below") == on.revision);
  };
  using of = tcsr_switches;
  check(of{}, 2 + 2 + 3);
  check(of{.keywords_and_detection = false}, 2 + 3);
  check(of{.retrieval_and_alignment = false}, 2 + 2 + 3);
  check(of{.revision = false}, 2 + 2);
  check(of{.retrieval_and_alignment = false, .revision = false}, 2 + 2);
  check(of{.keywords_and_detection = false, .retrieval_and_alignment = false, .revision = false}, 1);
}

// Figure 2, and zero-shot.
BOOST_AUTO_TEST_CASE(dynamic_revision) {
  auto const check = [this](systems::dynamic_revision_switches on, std::size_t calls) {
    auto const all = asked_by(systems::make_dynamic_revision(repository, on));
    BOOST_TEST(all.size() == calls);
    BOOST_TEST(anywhere(all, "Replace the words") == on.simplify);
    BOOST_TEST(anywhere(all, "What does this SQL query mean?") == on.revise);
    BOOST_TEST(anywhere(all, "SELECT count(*) FROM animal") == on.demonstrations);
  };
  using of = systems::dynamic_revision_switches;
  check(of{}, 2 + 2 * 3);
  check(of{.simplify = false}, 1 + 2 * 3);
  check(of{.revise = false}, 2);
  check(of{.demonstrations = false}, 2 + 2 * 3);
  check(of{.simplify = false, .revise = false, .demonstrations = false}, 1);
}

BOOST_AUTO_TEST_SUITE_END()
