// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql.hpp"

#include "db/support.hpp"
#include "support/word_bag.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/retrieve/relation_table.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using tests::word_bag;

namespace {

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

// How the prompts of the stages can be told apart: by their first words in appendix A.
enum class stage { extraction, detection, fuzzy, precise, revision };
stage stage_of(llm::request const& r) {
  auto const& t = r.messages.at(0).text;
  if (t.starts_with("First, find schema keywords")) return stage::extraction;
  if (t.starts_with("### Based on data samples")) return stage::detection;
  if (t.starts_with("### When executing SQL below")) return stage::revision;
  return contains(t, "### Old SQL:") ? stage::precise : stage::fuzzy;
}
auto at(stage s) {
  return [s](llm::request const& r) { return stage_of(r) == s; };
}

// The shape of the paper's figure 1, with figures of ours: synonyms of an index stand beside its code, and no question names the code.
struct city_accounts {
  test::folder f;
  db::sqlite_connection database{test::make_database(
      f / "city.sqlite",
      "CREATE TABLE accounts(roworder INTEGER, periodtype TEXT, periodyear INTEGER, reportperiod TEXT, indexname TEXT, cumulative REAL);"
      "INSERT INTO accounts VALUES (1, 'quarter', 2023, '2023Q1', 'GDP of the city', 1200.5),"
      "(NULL, 'quarter', 2023, '2023Q3', 'GDP(billion)', 3.9), (2, 'quarter', 2023, '2023Q1', 'primary GDP', 31.25),"
      "(NULL, 'quarter', 2023, '2023Q4', 'secondary GDP', 410), (5, 'quarter', 2023, '2023Q1', 'GDP growth, constant prices', 4.5),"
      "(5, 'quarter', 2023, '2023Q2', 'GDP growth(%)', 5.1);")};
  retrieve::encoding_knowledge store{(f / "knowledge.sqlite").string()};
  word_bag embedder{};
  std::string const question = "Please answer what is the GDP growth rate for the first quarter of 2023";

  systems::tcsr_sql<word_bag> system() {
    return systems::make_tcsr_sql(embedder, "city", retrieve::embed_knowledge(embedder, store.of("city")));
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(tcsr_sql)

// Figure 1: "the gold SQL query uses the condition (roworder=5) to match the data content keyword because it matches multiple values".
BOOST_FIXTURE_TEST_CASE(figure_1_is_answered_by_the_code_of_the_index, city_accounts) {
  store.merge(retrieve::read_relation(database, "city", {"accounts", {"indexname"}, "roworder"}));
  llm::scripted_model model;
  model.on(at(stage::extraction),
           {"Sure!\n```json\n"
            R"([{"keyword": "GDP growth rate", "kind": "data content", "table": "accounts", "columns": ["indexname"]},
                                       {"keyword": "first quarter of 2023", "kind": "data content", "table": "accounts",
                                        "columns": ["reportperiod"]}])"
            "\n```"});
  model.on("# data content keyword: GDP growth rate.\n# data samples for column indexname", {"['GDP growth']"});
  model.on("# data content keyword: first quarter of 2023.\n# data samples for column reportperiod", {"['2023Q1', '2023-Q1']"});
  model.on(at(stage::fuzzy), {"```sql\nSELECT reportperiod, indexname, cumulative FROM accounts WHERE indexname = 'GDP growth rate' AND "
                              "reportperiod = 'first quarter of 2023'\n```"});
  model.on(at(stage::precise), {"SELECT reportperiod, indexname, cumulative FROM accounts WHERE roworder = 5 AND reportperiod = '2023Q1'"});
  auto const tcsr = system();
  auto const a = tcsr.run(context(model, database), question);

  BOOST_TEST(contains(std::string(a.sql()), "roworder = 5"));
  BOOST_TEST(a.stopped == "nothing left to say");
  BOOST_REQUIRE(a.outcome()->rows.values.size() == 1u);
  BOOST_TEST(a.outcome()->rows.values[0][2] == value(4.5));
  BOOST_REQUIRE(model.asked().size() == 5u);
  auto const& told = model.asked()[4].messages[0].text;
  BOOST_TEST(contains(told, "# \"GDP growth rate\" is stored as accounts.roworder = 5\n"));
  BOOST_TEST(contains(told, "# \"first quarter of 2023\" is stored as accounts.reportperiod = '2023Q1'\n"));
  // EK_1 of figure 2: what one Seed SQL finds alone is learnt, several values are not.
  std::vector<retrieve::knowledge> const learnt{{"first quarter of 2023", "city", "accounts", "reportperiod", "2023Q1"}};
  BOOST_TEST((tcsr.sampler.learnt->of("city", question) == learnt));
}

BOOST_AUTO_TEST_SUITE_END()
