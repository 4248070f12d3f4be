// SPDX-License-Identifier: BSL-1.0
// The flow follows the paper's algorithm 1, by hand for each script. The prompts are ours.
#include "t2s/systems/mac_sql.hpp"

#include "db/support.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/llm/several_models.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

using namespace t2s;
using systems::mac_sql;

namespace {

constexpr char const* selecting = "Pick the part of this database";
constexpr char const* decomposing = "Judge first how difficult the question is";
constexpr char const* refining = "This SQLite query was executed";

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The kinds of the requests, in order.
std::vector<std::string> stages(llm::scripted_model const& model) {
  std::vector<std::string> all;
  for (auto const& r : model.asked()) {
    BOOST_REQUIRE(r.messages.size() == 1u);
    auto const& text = r.messages[0].text;
    all.emplace_back(contains(text, selecting) ? "select" : contains(text, decomposing) ? "decompose" : "refine");
  }
  return all;
}
using list = std::vector<std::string>;

/// The part of a Decomposer's prompt after the worked examples; else the whole prompt.
std::string own_part(llm::scripted_model const& model, std::size_t call) {
  auto const& text = model.asked().at(call).messages[0].text;
  auto const examples = text.rfind("==========");
  return examples == text.npos ? text : text.substr(examples);
}

/// Two tables with six columns in all.
struct small_garden {
  test::folder f;
  db::sqlite_connection database{
      test::make_database(f / "garden.sqlite",
                          "CREATE TABLE bed (bed_id INTEGER PRIMARY KEY, side TEXT, metres REAL);"
                          "CREATE TABLE plant (plant_id INTEGER PRIMARY KEY, kind TEXT, bed_id INTEGER REFERENCES bed(bed_id));"
                          "INSERT INTO bed VALUES (1, 'north', 4.5), (2, 'south', 9);"
                          "INSERT INTO plant VALUES (1, 'tomato', 2), (2, 'leek', 1), (3, 'tomato', 2);")};

  answer ask(llm::scripted_model& model, mac_sql const& system = {}) {
    return system.run(context(model, database), "How many tomatoes grow on the south side?");
  }
};

/// The same and a table with thirty columns: 38 in all, of four tables.
struct large_garden {
  test::folder f;
  db::sqlite_connection database{test::make_database(f / "garden.sqlite", contents())};

  static std::string contents() {
    std::string weather = "CREATE TABLE weather (day TEXT PRIMARY KEY, bed_id INTEGER REFERENCES bed(bed_id)";
    for (int i = 1; i <= 28; ++i) weather.append(", reading").append(std::to_string(i)).append(" REAL");
    return "CREATE TABLE bed (bed_id INTEGER PRIMARY KEY, side TEXT, metres REAL);"
           "CREATE TABLE plant (plant_id INTEGER PRIMARY KEY, kind TEXT, bed_id INTEGER REFERENCES bed(bed_id));"
           "CREATE TABLE visitor (visitor_id INTEGER, said TEXT);" +
           weather +
           ");"
           "INSERT INTO bed VALUES (1, 'north', 4.5), (2, 'south', 9);"
           "INSERT INTO plant VALUES (1, 'tomato', 2), (2, 'leek', 1), (3, 'tomato', 2);"
           "INSERT INTO weather (day, bed_id, reading7) VALUES ('2024-05-01', 2, 21.5);";
  }
  answer ask(llm::scripted_model& model, mac_sql const& system = {}) {
    return system.run(context(model, database), "How many tomatoes grow on the south side?");
  }
  /// The schema in the Decomposer's prompt after that reply of the Selector.
  std::string shown_after(std::string const& reply) {
    llm::scripted_model model{reply, "```sql\nSELECT 1\n```"};
    (void)ask(model);
    BOOST_TEST(stages(model) == (list{"select", "decompose"}), boost::test_tools::per_element());
    auto const prompt = own_part(model, 1);
    return prompt.substr(0, prompt.find("[Evidence]"));
  }
};

constexpr char const* chain =
    "Sub-question 1: Which beds are on the south side?\n```sql\nSELECT bed_id FROM bed WHERE side = 'south'\n```\n"
    "Sub-question 2: How many tomatoes grow on the south side?\n```sql\nSELECT count(*) FROM plant WHERE kind = 'tomato' AND bed_id IN "
    "(SELECT bed_id FROM bed WHERE side = 'south')\n```\n";

}  // namespace

BOOST_AUTO_TEST_SUITE(mac_sql_system)

BOOST_FIXTURE_TEST_CASE(a_small_schema_is_shown_whole_and_the_last_sql_of_the_chain_is_the_answer, small_garden) {
  llm::scripted_model model{chain};
  auto const a = ask(model);
  BOOST_TEST(stages(model) == (list{"decompose"}), boost::test_tools::per_element());
  BOOST_TEST(a.sql() == "SELECT count(*) FROM plant WHERE kind = 'tomato' AND bed_id IN (SELECT bed_id FROM bed WHERE side = 'south')");
  BOOST_REQUIRE(a.outcome());
  BOOST_REQUIRE(a.outcome()->rows.values.size() == 1u);
  BOOST_TEST(a.outcome()->rows.values[0][0] == value(2));
  BOOST_TEST(a.stopped == "nothing left to say");
  BOOST_TEST(contains(a.revisions[0].tried.reasoning, "Sub-question 1: Which beds are on the south side?"));

  auto const prompt = own_part(model, 0);
  BOOST_TEST(contains(prompt,
                      "# Table: bed\n[\n  (bed_id INTEGER, value examples: [1, 2]),\n  (side TEXT, value examples: ['north', "
                      "'south']),\n  (metres REAL, value examples: [4.5, 9.0])\n]\n# Table: plant\n"));
  BOOST_TEST(contains(prompt, "[Foreign keys]\nplant.bed_id = bed.bed_id\n[Evidence]\nNone\n[Question]\nHow many tomatoes"));
  BOOST_TEST((model.asked()[0].temperature == 0.0));
}

BOOST_AUTO_TEST_CASE(a_schema_is_large_by_its_columns_or_by_those_of_its_tables) {
  auto const of = [](std::vector<std::size_t> const& columns) {
    std::vector<schema::table> tables;
    for (auto const n : columns) {
      auto& t = tables.emplace_back();
      t.name = "t" + std::to_string(tables.size());
      for (std::size_t c = 0; c < n; ++c) t.columns.push_back({.name = "c" + std::to_string(c)});
    }
    return schema::database(std::move(tables));
  };
  mac::selector const s;
  BOOST_TEST(!s.is_needed(of({})));
  BOOST_TEST(!s.is_needed(of({6, 6, 6, 6, 6})));  // 30, 6 a table
  BOOST_TEST(s.is_needed(of({6, 6, 6, 6, 6, 1})));
  BOOST_TEST(!s.is_needed(of({6, 7})));  // 6.5, rounded down
  BOOST_TEST(s.is_needed(of({7})));
  mac::selector off;
  off.enabled = false;
  BOOST_TEST(!off.is_needed(of({100})));
}

BOOST_FIXTURE_TEST_CASE(of_a_large_schema_the_model_picks_tables_and_columns, large_garden) {
  llm::scripted_model model{
      "Plants are asked about.\n```json\n{\"bed\": \"keep_all\", \"plant\": \"keep_all\", \"visitor\": \"drop_all\", \"weather\": "
      "[\"reading7\", \"no such column\"]}\n```",
      chain};
  auto const a = ask(model);
  BOOST_TEST(stages(model) == (list{"select", "decompose"}), boost::test_tools::per_element());
  BOOST_TEST(a.outcome()->rows.values[0][0] == value(2));
  BOOST_TEST(contains(own_part(model, 0), "# Table: visitor\n"));
  BOOST_TEST(contains(own_part(model, 0), "(reading28 REAL)"));

  auto const prompt = own_part(model, 1);
  BOOST_TEST(!contains(prompt, "visitor"));
  // The chosen column, the primary key, and the key to a table that stays.
  BOOST_TEST(contains(prompt,
                      "# Table: weather\n[\n  (day TEXT, value examples: ['2024-05-01']),\n  (bed_id INTEGER, value examples: "
                      "[2]),\n  (reading7 REAL, value examples: [21.5])\n]\n"));
  BOOST_TEST(contains(prompt, "plant.bed_id = bed.bed_id\nweather.bed_id = bed.bed_id\n"));
  for (auto const& t : a.shown.tables) BOOST_TEST(t.table != "visitor");
}

BOOST_FIXTURE_TEST_CASE(tables_that_a_reply_does_not_name_stay_whole, large_garden) {
  auto const shown = shown_after(R"({"weather": "drop_all", "bed": ["visitor_id"]})");
  BOOST_TEST(!contains(shown, "weather"));
  for (auto const* stays : {"# Table: visitor\n[\n  (visitor_id INTEGER),\n  (said TEXT)\n]", "(metres REAL, value", "(kind TEXT, value"})
    BOOST_TEST(contains(shown, stays), stays);
}

BOOST_FIXTURE_TEST_CASE(a_reply_that_cannot_be_used_keeps_everything, large_garden) {
  for (std::string const reply : {"", "I am sorry, I cannot help with that.", "{\"roof\": \"keep_all\"}", "[1, 2, {",
                                  "{\"bed\": ", R"({"bed": "drop_all", "plant": "drop_all", "visitor": "drop_all", "weather": "drop_all"})",
                                  R"({"bed": "keep_all", "plant": "keep_all", "visitor": "keep_all", "weather": "keep_all"})"}) {
    auto const shown = shown_after(reply);
    for (auto const* stays : {"# Table: bed\n", "# Table: plant\n", "# Table: visitor\n", "# Table: weather\n", "(reading28 REAL)"})
      BOOST_TEST(contains(shown, stays), reply << ": " << stays);
  }
}

BOOST_FIXTURE_TEST_CASE(the_refiner_sees_the_error_and_stops_when_the_sql_runs, small_garden) {
  llm::scripted_model model{"```sql\nSELECT count(*) FROM plants\n```", "```sql\nSELECT count(*) FROM plant\n```"};
  auto const a = ask(model);
  BOOST_TEST(stages(model) == (list{"decompose", "refine"}), boost::test_tools::per_element());
  BOOST_TEST(a.sql() == "SELECT count(*) FROM plant");
  BOOST_TEST(a.stopped == "nothing left to say");
  auto const prompt = own_part(model, 1);
  BOOST_TEST(contains(prompt, refining));
  BOOST_TEST(contains(prompt, "[Query]\n```sql\nSELECT count(*) FROM plants\n```\n[What execution says]\nno such table: plants"));
  BOOST_TEST(contains(prompt, "[Kind of error]\nno_such_table\n"));
}

BOOST_FIXTURE_TEST_CASE(an_empty_result_is_refined_too, small_garden) {
  llm::scripted_model model{"SELECT kind FROM plant WHERE kind = 'Tomato'", "SELECT kind FROM plant WHERE kind = 'tomato'"};
  auto const a = ask(model);
  BOOST_TEST(a.outcome()->rows.values.size() == 2u);
  BOOST_TEST(contains(own_part(model, 1), "[What execution says]\nthe SQL runs and gives no rows\n[Kind of error]\nempty_result\n"));
}

BOOST_FIXTURE_TEST_CASE(the_refiner_stops_after_three_rounds, small_garden) {
  llm::scripted_model model{"SELECT a FROM plant", "SELECT b FROM plant", "SELECT c FROM plant", "SELECT d FROM plant",
                            "SELECT e FROM plant"};
  auto const a = ask(model);
  BOOST_TEST(stages(model) == (list{"decompose", "refine", "refine", "refine"}), boost::test_tools::per_element());
  BOOST_TEST(a.sql() == "SELECT d FROM plant");
  BOOST_TEST(a.stopped == "revision limit");
  BOOST_TEST(!a.outcome()->ok());
  BOOST_TEST(!contains(own_part(model, 3), "SELECT b FROM"));  // nothing from earlier rounds
}

BOOST_FIXTURE_TEST_CASE(refusals_are_no_sql, small_garden) {
  llm::scripted_model refuses{"I cannot answer this."};
  BOOST_TEST(!ask(refuses).has_sql());
  llm::scripted_model gives_up{"SELECT a FROM plant", "I cannot repair this."};
  auto const a = ask(gives_up);
  BOOST_TEST(a.sql() == "SELECT a FROM plant");
  BOOST_TEST(gives_up.asked().size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(modules_can_be_left_out, large_garden) {
  mac_sql without;
  without.sampler.enabled = false;
  llm::scripted_model model{"SELECT 1"};
  (void)ask(model, without);
  BOOST_TEST(stages(model) == (list{"decompose"}), boost::test_tools::per_element());

  llm::scripted_model drafts{"{\"weather\": \"drop_all\"}", "SELECT a FROM plant"};
  mac_sql unrefined;
  unrefined.termination.get<terminate::revisions>().limit = 0;
  auto const a = unrefined.run(context(drafts, database), "How many tomatoes?");
  BOOST_TEST(drafts.asked().size() == 2u);
  BOOST_TEST(a.sql() == "SELECT a FROM plant");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(!a.outcome()->ok());
}

BOOST_FIXTURE_TEST_CASE(the_small_model_selects, large_garden) {
  llm::scripted_model draft{chain}, judge, small{"{\"weather\": \"drop_all\"}"};
  llm::models_by_role models(draft, judge, small);
  (void)mac_sql().run(context(models, database), "How many tomatoes grow on the south side?");
  BOOST_TEST(stages(small) == (list{"select"}), boost::test_tools::per_element());
  BOOST_TEST(stages(draft) == (list{"decompose"}), boost::test_tools::per_element());
}

// One selection serves all candidates.
BOOST_FIXTURE_TEST_CASE(candidates_share_what_was_picked, large_garden) {
  pipeline<none, mac::selector, generate::times<3, mac::decomposer>, feedback::execution_error, terminate::nothing_left, select::majority>
      several;
  llm::scripted_model model{"{\"weather\": \"drop_all\", \"visitor\": \"drop_all\"}", "SELECT count(*) FROM plant",
                            "SELECT count(*) FROM bed", "SELECT count(plant_id) FROM plant"};
  auto const a = several.run(context(model, database), "How many plants?");
  BOOST_TEST(stages(model) == (list{"select", "decompose", "decompose", "decompose"}), boost::test_tools::per_element());
  for (std::size_t call = 1; call < 4; ++call) BOOST_TEST(!contains(own_part(model, call), "# Table: weather"));
  BOOST_TEST(a.outcome()->rows.values[0][0] == value(3));
  BOOST_TEST(a.stopped == "2 of 3 candidates give this result");
}

BOOST_FIXTURE_TEST_CASE(an_awaitable_model_is_sent_the_same, large_garden) {
  struct later {
    llm::scripted_model inside;
    awaitable<llm::completion> complete(llm::request r) {
      auto given = inside.complete(std::move(r));
      co_return given;
    }
  };
  std::initializer_list<std::string> const script{"{\"weather\": \"drop_all\"}", "SELECT a FROM plant", "SELECT kind FROM plant"};
  llm::scripted_model now(script);
  (void)ask(now);
  later waits{script};
  boost::asio::io_context io;
  mac_sql const system;
  auto found =
      boost::asio::co_spawn(io, system.run(context(waits, database), "How many tomatoes grow on the south side?"), boost::asio::use_future);
  io.run();
  BOOST_TEST(found.get().sql() == "SELECT kind FROM plant");
  BOOST_REQUIRE(waits.inside.asked().size() == now.asked().size());
  for (std::size_t i = 0; i < now.asked().size(); ++i)
    BOOST_TEST(waits.inside.asked()[i].messages[0].text == now.asked()[i].messages[0].text);
}

BOOST_AUTO_TEST_SUITE_END()
