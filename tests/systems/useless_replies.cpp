// SPDX-License-Identifier: BSL-1.0
// Refusals, nonsense and partial answers at every stage of the published systems: SQL that ran is never replaced by SQL that does not.
#include "shed.hpp"
#include "support/word_bag.hpp"
#include "t2s/retrieve/detail/bm25.hpp"
#include "t2s/retrieve/detail/skeleton_repository.hpp"
#include "t2s/systems/chase_sql.hpp"
#include "t2s/systems/dac.hpp"
#include "t2s/systems/dynamic_revision.hpp"
#include "t2s/systems/mac_sql.hpp"
#include "t2s/systems/sql_craft.hpp"
#include "t2s/systems/tcsr_sql.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <utility>

using namespace t2s;
using namespace t2s::tests;

namespace {

constexpr std::array<char const*, 56> replies{
    "",
    " \n ",
    "...",
    "?",
    "No change",
    "No change.",
    "No change from before.",
    "I cannot",
    "None",
    "None.",
    "Unchanged",
    "N/A",
    "same as above",
    "Yes",
    "No",
    "OK",
    "NULL",
    "null",
    "TRUE",
    "*",
    "-",
    "'unchanged'",
    "The query is already correct.",
    "The same query as before.",
    "No changes are needed from the previous query.",
    "I'm sorry, but I can't help with that.",
    "I am sorry, I cannot write SQL for this question from these tables.",
    "As an AI language model, I have no access to the database.",
    "I cannot select data from private tables.",
    "Please provide more information about the question.",
    "Which tables do you mean?",
    "Select the same as before.",
    "Select statement unchanged",
    "With regret, I have to refuse.",
    "The FROM clause is right as it is.",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
    "asdf qwer",
    "\xF0\x9F\x91\x8D",
    "\xff\xfe",
    "Here is the corrected query:",
    "Sure! The corrected SQL is as follows.\n\n",
    "<think>The label is in tool, so",
    "<think>I should not.</think>",
    "```",
    "```sql",
    "```sql\n```",
    "```sql\nNo change\n```",
    "```\nunchanged\n```",
    "{\"sql\": null}",
    "{\"sql\": \"unchanged\"}",
    "{\"sql\": \"",
    "SELECT",
    "SELECT label FROM",
    "SELECT label FROM tool WHERE",
    "SELECT label FROM tool WHERE label = 'to",
    "```sql\nSELECT label FROM tool ORDER",
};

/// Whether a request belongs to the tested stage.
using stage = llm::scripted_model::predicate;

auto last_has(std::string part) {
  return stage([part = std::move(part)](llm::request const& r) { return contains(r.messages.back().text, part); });
}

struct every_reply : shed {
  /// Runs a system whose model answers one stage with each of the texts, and all others like `proper`. With a proper draft the answer runs;
  /// without one it runs or does not exist.
  template <class System, class Proper>
  void check(System const& system, std::string const& name, stage const& tried, Proper proper, bool drafts = false) {
    for (auto const* reply : replies) {
      llm::scripted_model model;
      model.on(tried, {reply});
      proper(model);
      auto const a = system.run(context(model, database), "Which tools are on the top shelf?");
      BOOST_TEST_CONTEXT(name << ", reply: " << reply << ", SQL: " << (a.has_sql() ? a.sql() : "none") << ", stopped: " << a.stopped) {
        BOOST_TEST(model.calls(0) > 0u);  // the stage was reached
        if (!drafts) BOOST_TEST_REQUIRE(a.has_sql());
        if (!a.has_sql()) continue;
        BOOST_REQUIRE(a.outcome());
        BOOST_TEST(a.outcome()->ok());
      }
    }
  }
};

stage at(std::string name) {
  return [name = std::move(name)](llm::request const& r) { return stage_of(r) == name; };
}

constexpr char const* fenced = "```sql\nSELECT label FROM tool\n```";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(useless_replies, every_reply)

BOOST_AUTO_TEST_CASE(to_dart_sql) {
  auto const around = [](char const* draft) {
    return [draft](llm::scripted_model& model) {
      model.on(rewriting, {"Which tools are there?"}).on(at("judge"), {"No, a column is missing.", "Yes"}).on(at("analyse"), {"A typo."});
      model.on(at("table recall"), {"[\"tool\"]"}).on(at("column recall"), {"{\"tool\": [\"label\"]}"});
      model.on(at("draft"), {draft}).on(at("again"), {"SELECT label FROM tool"}).on(at("revise"), {"SELECT id, label FROM tool"});
    };
  };
  systems::dart_parts<hashed> parts;
  parts.rows = &vectors;
  auto const dail = made();
  auto const c3 = systems::make_dart_sql_c3(parts);
  auto const both = [&](char const* name, char const* draft) {
    check(dail, std::string("DAIL-SQL, ") + name, at(name), around(draft), std::string(name) == "draft");
    check(c3, std::string("C3, ") + name, at(name), around(draft), std::string(name) == "draft");
  };
  for (auto const* name : {"rewrite", "draft", "judge", "revise"}) both(name, "label FROM tool");
  both("analyse", "lable FROM tool");
  both("again", "* FROM tool");
  for (auto const* name : {"table recall", "column recall"}) check(c3, name, at(name), around("label FROM tool"));
}

BOOST_AUTO_TEST_CASE(to_sql_craft) {
  auto const correction = last_has("### PREVIOUS_SQL:\n");
  auto const coding = last_has("Write down Python CODE");
  auto const any = stage([](auto const&) { return true; });
  auto const proper = [&](llm::scripted_model& model) {
    model.on(coding, {"```python\nresult = db_dict['tool']['label']\n```"}).on(any, {fenced});
  };
  auto const draft = stage([=](llm::request const& r) { return !correction(r) && !coding(r); });
  auto const tried = [&](auto const& system, std::string const& name) {
    check(system, name + ", draft", draft, proper, true);
    check(system, name + ", correction", correction, proper);
  };
  auto const cbs = systems::make_sql_craft<generate::code_blocks>(nullptr, vectors);
  tried(systems::make_sql_craft(nullptr, vectors), "PoT");
  tried(systems::make_sql_craft<generate::sql_only>(nullptr, vectors), "SQL-only");
  tried(cbs, "CBs");
  check(cbs, "CBs, code", coding, proper, true);
}

BOOST_AUTO_TEST_CASE(to_tcsr_sql) {
  auto const extraction = last_has("First, find schema keywords"), detection = last_has("### Based on data samples"),
             revision = last_has("### When executing SQL below");
  auto const revises = last_has("### Old SQL:");
  auto const fuzzy = stage([=](llm::request const& r) { return !extraction(r) && !detection(r) && !revision(r) && !revises(r); });
  auto const knows = stage([=](llm::request const& r) { return revises(r) && !revision(r); });
  auto const proper = [&](llm::scripted_model& model) {
    model.on(extraction, {R"([{"keyword": "top", "kind": "data content", "table": "shelf", "columns": ["label"]}])"});
    model.on(detection, {"['top']"}).on(revision, {"SELECT label FROM tool"});
    model.on([](auto const&) { return true; }, {"SELECT label FROM tool WHERE label = 'top'"});  // it runs, and returns no rows
  };
  word_bag embedder;
  auto const system = systems::make_tcsr_sql(embedder, "shed");
  check(system, "extraction", extraction, proper);
  check(system, "detection", detection, proper);
  check(system, "fuzzy SQL", fuzzy, proper, true);
  check(system, "precise SQL", knows, proper);
  check(system, "revision", revision, proper);
}

BOOST_AUTO_TEST_CASE(to_dac) {
  auto const fixes = last_has("Fix the sql");
  auto const proper = [&](llm::scripted_model& model) {
    model.on("Hallucinate a SQL", {"```sql\nSELECT name FROM thing WHERE place = 'top'\n```"});
    model.on("Align the tokens", {"```python\n[{'token': 'shelf', 'schema': 'shelf.label', 'type': 'col'}]\n```"});
    model.on(fixes, {"```sql\nSELECT T1.label FROM tool AS T1 JOIN shelf AS T2 ON T1.shelf = T2.id WHERE T2.label = 'top'\n```"});
    model.on("Generate a SQL to answer", {fenced});
  };
  auto const system = systems::make_dac(std::make_shared<retrieve::bm25 const>(pairs));
  check(system, "entities", last_has("Align the tokens"), proper);
  check(system, "skeleton", last_has("Hallucinate a SQL"), proper);
  check(system, "draft", last_has("Generate a SQL to answer"), proper, true);
  check(system, "correction", fixes, proper);
}

BOOST_AUTO_TEST_CASE(to_mac_sql) {
  auto const selects = last_has("Pick the part of this database"), decomposes = last_has("Judge first how difficult"),
             refines = last_has("[What execution says]");
  auto const proper = [&](llm::scripted_model& model) {
    model.on(selects, {R"({"tool": "keep_all"})"}).on(decomposes, {"SELECT label FROM tool WHERE label = 'top'"});  // no rows
    model.on(refines, {"SELECT label FROM tool"});
  };
  systems::mac_sql system;
  system.sampler.columns = 1;
  check(system, "selector", selects, proper);
  check(system, "decomposer", decomposes, proper, true);
  check(system, "refiner", refines, proper);
}

BOOST_AUTO_TEST_CASE(to_dynamic_revision) {
  auto const revises = last_has("### SQL query of the previous iteration:"), drafts = last_has("### Complete the SQLite SQL query that"),
             simplifies = last_has("Replace the words"), explains = last_has("What does this SQL query mean?");
  auto const proper = [&](llm::scripted_model& model) {
    model.on(simplifies, {"Which tools are on top?"}).on(explains, {"It lists all tools."}).on(drafts, {"label FROM tool"});
    model.on(revises, {"SELECT id FROM tool", "SELECT id FROM tool"});
  };
  std::vector<retrieve::simplified_pair> const trained{{pairs[0], "Count the animals.", {}, {}}};
  auto const system = systems::make_dynamic_revision(std::make_shared<retrieve::skeleton_index const>(retrieve::doubled(trained)));
  check(system, "simplification", simplifies, proper);
  check(system, "draft", drafts, proper, true);
  check(system, "explanation", explains, proper);
  check(system, "revision", revises, proper);
}

BOOST_AUTO_TEST_CASE(to_chase_sql) {
  systems::chase_sql system;
  system.generator.get<generate::times<7, generate::divide_and_conquer>>().candidates = 1;
  system.generator.get<generate::times<7, generate::query_plan>>().candidates = 1;
  system.generator.get<generate::times<7, generate::synthetic_examples>>().candidates = 1;
  auto const proper = [](llm::scripted_model& model) {
    model.on("did not work", {fenced}).on("divide and conquer", {"```sql\nSELECT labl FROM tool\n```"});
    model.on("would execute it", {"```sql\nSELECT id, label FROM tool\n```"}).on("Make up", {"[]"}).on("the question at the end", {fenced});
    model.on("Two queries answer", {"B"});
  };
  check(system, "division", last_has("divide and conquer"), proper);
  check(system, "plan", last_has("would execute it"), proper);
  check(system, "examples", last_has("Make up"), proper);
  check(system, "answer with examples", last_has("the question at the end"), proper);
  check(system, "fix", last_has("did not work"), proper);
  check(system, "judgement", last_has("Two queries answer"), proper);
}

BOOST_AUTO_TEST_SUITE_END()
