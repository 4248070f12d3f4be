// SPDX-License-Identifier: BSL-1.0
// SQL-CRAFT's generators alone: with a context and a database, without a pipeline.
#include "t2s/policies/generate/sql_craft.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/sql/parse.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct alone {
  scripted_database database{};
  question asked{"How many bells are there?"};

  template <class Generator>
  candidate draft(Generator const& g, llm::scripted_model& model) {
    context ctx(model, database);
    return then(g.draft(ctx, asked, samples()), [](candidate c) { return c; });
  }
  template <class Generator>
  candidate revise(Generator const& g, llm::scripted_model& model, candidate before) {
    context ctx(model, database);
    history<facts<>> past;
    past.open(std::move(before));
    past.add_remark(remark("a feedback", "no such table: bells"));
    return then(g.revise(ctx, asked, samples(), past), [](candidate c) { return c; });
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sql_craft_generators)

BOOST_FIXTURE_TEST_CASE(program_of_thought_reads_the_last_fence, alone) {
  llm::scripted_model model{
      "Count the rows.\nCODE:\n```python\nresult = len(db_dict['bell'])\n```\nA first try:\n```sql\nSELECT count(id) FROM "
      "bell\n```\nBetter:\n"
      "```sql\nSELECT count(*) FROM bell\n```\nDone."};
  auto const made = draft(generate::program_of_thought(), model);
  BOOST_TEST(made.sql == "SELECT count(*) FROM bell");
  BOOST_TEST(contains(made.reasoning, "len(db_dict['bell'])"));
  BOOST_TEST(model.asked().size() == 1u);
}

BOOST_FIXTURE_TEST_CASE(the_worked_examples_are_sql, alone) {
  llm::scripted_model model{"SELECT 1"};
  (void)draft(generate::program_of_thought(), model);
  auto const& prompt = model.asked().at(0).messages.at(0).text;
  std::size_t found = 0;
  for (auto i = prompt.find("```sql\n"); i != prompt.npos; i = prompt.find("```sql\n", i + 1), ++found) {
    auto const end = prompt.find("\n```", i);
    BOOST_TEST(static_cast<bool>(sql::parse(prompt.substr(i + 7, end - i - 7))));
  }
  BOOST_TEST(found == 3u);
}

BOOST_FIXTURE_TEST_CASE(code_comes_first_and_is_shown_to_whoever_translates_it, alone) {
  llm::scripted_model model{"First:\n```python\nbells = db_dict['bell']\n```\nThen:\n```python\nresult = len(bells)\n```",
                            "SELECT count(*) FROM bell"};
  auto const made = draft(generate::code_blocks(), model);
  BOOST_TEST(made.sql == "SELECT count(*) FROM bell");
  BOOST_TEST(made.reasoning == "bells = db_dict['bell']\nresult = len(bells)");
  BOOST_REQUIRE(model.asked().size() == 2u);
  BOOST_TEST(contains(model.asked()[1].messages.at(0).text, "### CODE:\n```python\nbells = db_dict['bell']\nresult = len(bells)\n```\n"));
  BOOST_TEST(database.asked.empty());  // the code is not executed
}

BOOST_FIXTURE_TEST_CASE(the_code_alone, alone) {
  llm::scripted_model model{"```python\nresult = 1\n```"};
  context ctx(model, database);
  auto const code = generate::code_blocks().write_code(ctx, asked, samples());
  BOOST_REQUIRE(static_cast<bool>(code));
  BOOST_TEST(*code == "result = 1");
}

BOOST_FIXTURE_TEST_CASE(a_revision_keeps_the_code, alone) {
  llm::scripted_model model{"SELECT count(*) FROM bell"};
  candidate before("SELECT count(*) FROM bells");
  before.reasoning = "result = len(db_dict['bell'])";
  auto const made = revise(generate::code_blocks(), model, before);
  BOOST_TEST(made.sql == "SELECT count(*) FROM bell");
  BOOST_TEST(made.reasoning == before.reasoning);
  BOOST_REQUIRE(model.asked().size() == 1u);
  auto const& prompt = model.asked()[0].messages.at(0).text;
  BOOST_TEST(contains(prompt, before.reasoning));
  BOOST_TEST(
      contains(prompt, "### PREVIOUS_SQL:\n```sql\nSELECT count(*) FROM bells\n```\n\n### EXECUTION_RESULT:\nno such table: bells\n"));
}

BOOST_FIXTURE_TEST_CASE(what_another_generator_drafted_gets_code_first, alone) {
  llm::scripted_model model{"result = len(db_dict['bell'])", "SELECT count(*) FROM bell"};
  auto const made = revise(generate::code_blocks(), model, candidate("SELECT count(*) FROM bells"));
  BOOST_TEST(made.sql == "SELECT count(*) FROM bell");
  BOOST_TEST(model.asked().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(without_code_there_is_no_second_call, alone) {
  for (char const* reply : {"", " \n", "<think>I should count", "```python\n```", "I am sorry, but I can't help with that.", "Unchanged",
                            "```python\nI cannot write code for this question.\n```"}) {
    llm::scripted_model model{reply};
    auto const made = draft(generate::code_blocks(), model);
    BOOST_TEST(made.sql.empty());
    BOOST_TEST(contains(made.why, "no code"), made.why);
    BOOST_TEST(model.asked().size() == 1u);
  }
}

BOOST_FIXTURE_TEST_CASE(what_is_no_sql_says_so, alone) {
  for (char const* reply : {"", "I am sorry, but I can't help with that.", "<think>SELECT"}) {
    llm::scripted_model first{reply}, second{reply}, third{"result = 1", reply};
    for (auto const& made :
         {draft(generate::sql_only(), first), draft(generate::program_of_thought(), second), draft(generate::code_blocks(), third)}) {
      BOOST_TEST(made.sql.empty());
      BOOST_TEST(contains(made.why, "no SQL"), made.why);
    }
  }
}

BOOST_FIXTURE_TEST_CASE(a_prompt_of_ones_own_needs_its_slots, alone) {
  generate::sql_only g;
  g.prompt = llm::prompt_template(std::string("{{structure}}{{related}}{{question}}"));
  llm::scripted_model model{"SELECT 1", "SELECT 1"};
  BOOST_TEST(draft(g, model).sql == "SELECT 1");
  BOOST_CHECK_THROW((void)revise(g, model, candidate("SELECT 2")), error);  // a correction would not be seen
}

BOOST_AUTO_TEST_SUITE_END()
