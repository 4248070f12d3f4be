// SPDX-License-Identifier: BSL-1.0
#include "t2s/serve/detail/corrections.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <memory>
#include <string>

#include "serve/bee_yard.hpp"
#include "support/sqlite_file.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/policy/restricted.hpp"
#include "t2s/retrieve/pool.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/local/operations.hpp"
#include "t2s/serve/operations/detail/correct.hpp"

namespace {

namespace json = boost::json;
namespace policy = t2s::db::policy;
using t2s::serve::corrections;

constexpr char question[] = "How did the summer go?";
constexpr char sum[] = "SELECT sum(kilograms) FROM harvest";

struct kept_in_a_file {
  t2s::tests::bee_yard data{};
  std::shared_ptr<t2s::serve::served_database> yard = data.serve();
  t2s::test::folder in{"corrections"};
  std::string file = (in / "kept.jsonl").string();
  std::shared_ptr<corrections> kept = std::make_shared<corrections>(file, std::vector<std::string>{"yard", "other"});

  /// The yard as a role sees it that knows nothing of harvests.
  [[nodiscard]] std::shared_ptr<t2s::serve::served_database> without_harvests() const {
    auto const rules = policy::parse_rules(R"({"roles":{"visitor":{"tables":{"keeper":{},"hive":{}}}}})");
    return std::make_shared<t2s::serve::served_database>("yard", [path = data.file(), rules] {
      return policy::restrict(t2s::db::any_connection(t2s::db::sqlite_connection(path)), rules, {"visitor", {}});
    });
  }

  [[nodiscard]] t2s::serve::outcome run(t2s::serve::operation const& o, json::object const& arguments) const {
    BOOST_TEST(!t2s::serve::refused_arguments(o.input, arguments));
    auto done = o.run(*yard, arguments, {});
    if (!done.failed) BOOST_TEST(!t2s::serve::refused_arguments(o.output, done.data));  // its result fits its schema
    return done;
  }
  [[nodiscard]] t2s::serve::outcome correct(std::string const& asked, std::string const& sql) const {
    return run(t2s::serve::correct_operation(kept, t2s::serve::local_hints()), {{"question", asked}, {"sql", sql}});
  }
};

bool has(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

BOOST_FIXTURE_TEST_SUITE(serve_corrections, kept_in_a_file)

BOOST_AUTO_TEST_CASE(they_are_kept_in_the_file_of_t2s_correct_and_replaced_and_removed) {
  BOOST_TEST(!kept->keep(*yard, question, "SELECT 1"));
  BOOST_TEST(!kept->keep(*yard, "Who keeps bees?", "SELECT full_name FROM keeper"));
  auto const replaced = kept->keep(*yard, "how did the  summer go", sum);
  BOOST_REQUIRE(replaced);
  BOOST_TEST(*replaced == "SELECT 1");
  auto const in_file = t2s::retrieve::read_corrections(file);
  BOOST_REQUIRE(in_file.size() == 2U);
  BOOST_TEST(in_file[1].sql == sum);
  BOOST_TEST(in_file[1].database == "yard");
  BOOST_TEST((*kept->of(*yard) == in_file));
  auto const id = corrections::id_of(in_file[1]);
  BOOST_TEST(!kept->remove(*yard, "What?"));
  BOOST_TEST(kept->remove(*yard, id)->sql == sum);
  BOOST_TEST(kept->remove(*yard, "who keeps bees")->question == "Who keeps bees?");
  BOOST_TEST(kept->of(*yard)->empty());
  BOOST_TEST(t2s::retrieve::read_corrections(file).empty());
}

BOOST_AUTO_TEST_CASE(a_database_sees_its_own_and_those_of_no_database_that_is_served) {
  auto const other = data.serve("other");
  kept->keep(*yard, question, sum);
  kept->keep(*other, question, "SELECT count(*) FROM harvest");
  BOOST_REQUIRE(kept->of(*yard)->size() == 1U);
  BOOST_TEST(kept->of(*yard)->front().sql == sum);
  t2s::retrieve::keep_correction(file, {.database = "elsewhere", .question = "Who?", .sql = "SELECT full_name FROM keeper"});
  t2s::retrieve::keep_correction(file, {.database = "elsewhere", .question = "Which ships?", .sql = "SELECT name FROM ship"});
  BOOST_TEST(kept->of(*yard)->size() == 2U);  // t2s correct wrote meanwhile; a table is no table of the yard
  BOOST_TEST(kept->of(*other)->size() == 2U);
}

BOOST_AUTO_TEST_CASE(who_may_not_see_a_table_learns_nothing_of_it_and_destroys_nothing) {
  auto const visitor = without_harvests();
  kept->keep(*yard, question, sum);
  BOOST_TEST(kept->of(*visitor)->empty());
  BOOST_TEST(!kept->remove(*visitor, question));
  BOOST_TEST(!kept->keep(*visitor, question, "SELECT count(*) FROM hive"));  // it replaces nothing that the visitor knows of
  BOOST_TEST(kept->of(*visitor)->front().sql == "SELECT count(*) FROM hive");
  BOOST_TEST(t2s::retrieve::read_corrections(file).size() == 2U);
  BOOST_REQUIRE(kept->of(*yard)->size() == 1U);  // of two that it sees the last counts
  BOOST_TEST(kept->of(*yard)->front().sql == "SELECT count(*) FROM hive");
  BOOST_TEST(!!kept->remove(*visitor, question));
  BOOST_TEST(kept->of(*yard)->front().sql == sum);
}

BOOST_AUTO_TEST_CASE(a_file_that_others_spoil_is_reported_to_people_and_leaves_runs_as_they_were) {
  kept->keep(*yard, question, sum);
  std::ofstream(file, std::ios::app) << "{\"question\":";
  BOOST_TEST(kept->of(*yard)->size() == 1U);
  BOOST_CHECK_THROW(static_cast<void>(kept->read(*yard)), t2s::error);
  BOOST_CHECK_THROW(kept->keep(*yard, "Who?", "SELECT full_name FROM keeper"), t2s::error);
  BOOST_CHECK_THROW(corrections{file}, t2s::error);
}

BOOST_AUTO_TEST_CASE(sql_is_kept_that_reads_and_runs_and_its_rows_are_shown) {
  auto const done = correct(std::string("  ") + question, "SELECT harvest_id FROM harvest ORDER BY harvest_id;\n");
  BOOST_REQUIRE(!done.failed);
  BOOST_TEST(done.data.at("question") == question);
  BOOST_TEST(done.data.at("sql") == "SELECT harvest_id FROM harvest ORDER BY harvest_id");
  BOOST_TEST(done.data.at("replaced").is_null());
  BOOST_TEST(done.data.at("row_count") == 10);
  BOOST_TEST(done.data.at("more") == true);
  BOOST_TEST(correct(question, sum).data.at("replaced") == "SELECT harvest_id FROM harvest ORDER BY harvest_id");
  auto const listed = run(t2s::serve::list_corrections_operation(kept), {});
  BOOST_REQUIRE(listed.data.at("corrections").as_array().size() == 1U);
  auto const& one = listed.data.at("corrections").at(0);
  BOOST_TEST(one.at("sql") == sum);
  BOOST_TEST(has(listed.text, question));
  auto const remove = t2s::serve::remove_correction_operation(kept);
  BOOST_TEST(!run(remove, {{"correction", one.at("id")}}).failed);
  BOOST_TEST(has(run(remove, {{"correction", one.at("id")}}).text, "list_corrections has"));
  BOOST_TEST(run(t2s::serve::list_corrections_operation(kept), {}).text == "There are no corrections.");
}

BOOST_AUTO_TEST_CASE(what_is_not_kept_is_said_with_what_to_do) {
  auto const why = [&](std::string const& asked, std::string const& sql) {
    auto const done = correct(asked, sql);
    BOOST_TEST(done.failed);
    BOOST_TEST(done.text.starts_with("Nothing was kept: "));
    return done.text;
  };
  BOOST_TEST(has(why(question, "SELECT sum(kilogram) FROM harvest"), "near: harvest.kilograms"));
  BOOST_TEST(has(why(question, "SELECT sum(kilogram) FROM harvest"), "Perhaps: SELECT sum(kilograms) FROM harvest"));
  BOOST_TEST(has(why(question, "SELECT sum(kilograms) FROM harvests"), "near: harvest"));
  BOOST_TEST(has(why(question, "SELECT FROM WHERE"), "the SQL fails: "));
  BOOST_TEST(has(why(question, "DELETE FROM harvest"), "the SQL fails: "));
  BOOST_TEST(has(why(question, "SELECT 1; SELECT 2"), "the SQL fails: "));
  BOOST_TEST(has(why(question, " ; "), "\"sql\" is blank"));
  BOOST_TEST(has(why("?", sum), "\"question\" has no words"));
  BOOST_TEST(has(why(sum, question), "\"question\" is SQL"));
  BOOST_TEST(has(why("And in Lindow?", sum), "this question needs the one before it: ask it whole"));
  BOOST_TEST(has(why("How many are there in Lindow?", sum), "needs the one before it"));
  BOOST_TEST(!std::filesystem::exists(file));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
