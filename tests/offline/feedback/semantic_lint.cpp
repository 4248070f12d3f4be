// SPDX-License-Identifier: BSL-1.0
#include "t2s/offline/feedback/semantic_lint.hpp"

#include "db/support.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/history.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

/// The part of a run's history that the review needs.
struct attempts {
  std::string tried{};
  [[nodiscard]] std::string const& sql() const { return tried; }
};

struct hives {
  test::folder f;
  db::sqlite_connection database{test::make_database(f / "hives.sqlite",
                                                     "CREATE TABLE keeper(id INTEGER PRIMARY KEY, name TEXT);"
                                                     "CREATE TABLE hive(id INTEGER PRIMARY KEY, keeper INT REFERENCES keeper, size INT);"
                                                     "INSERT INTO keeper VALUES (1,'Ada'), (2,'Bo');"
                                                     "INSERT INTO hive VALUES (10,1,4), (11,1,4), (12,NULL,2);")};
  llm::no_model none{};
  std::size_t statements = 0;

  std::string said(std::string sql, feedback::semantic_lint const& by = {}) {
    context<llm::no_model, db::sqlite_connection> ctx(none, database);
    attempts past{std::move(sql)};
    auto const found = by.review(ctx, question("Who?"), past).get();
    statements = ctx.spent().statements;
    return found ? found->text : "";
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(semantic_lint)

BOOST_FIXTURE_TEST_CASE(what_makes_the_result_wrong_is_said_with_place_and_proposal, hives) {
  BOOST_TEST(said("SELECT name FROM keeper WHERE id NOT IN (SELECT keeper FROM hive)") ==
             "line 1, column 34: the subquery gives NULL among its values, and NOT IN is never true then: no row is found; perhaps: "
             "SELECT name FROM keeper WHERE id NOT IN (SELECT keeper FROM hive WHERE keeper IS NOT NULL)");
  BOOST_TEST(statements == 1u);
}

BOOST_FIXTURE_TEST_CASE(what_is_right_or_matter_of_style_is_not, hives) {
  BOOST_TEST(said("SELECT name FROM keeper WHERE id IN (SELECT keeper FROM hive)") == "");
  BOOST_TEST(said("SELECT id FROM hive ORDER BY size DESC LIMIT 1") == "");
  BOOST_TEST(said("SELECT nothing FROM hive") == "");
  BOOST_TEST(said("") == "");
}

BOOST_FIXTURE_TEST_CASE(statements_are_bounded, hives) {
  std::string const sql = "SELECT name FROM keeper WHERE id NOT IN (SELECT keeper FROM hive)";
  BOOST_TEST(said(sql, {.statements = 0}) == "");
  BOOST_TEST(statements == 0u);
  BOOST_TEST(said("SELECT k.name FROM keeper AS k JOIN hive AS h ON h.id = k.id", {.statements = 1}) != "");
  BOOST_TEST(statements == 1u);
}

BOOST_FIXTURE_TEST_CASE(findings_are_bounded, hives) {
  auto const text = said("SELECT id FROM hive WHERE size = NULL OR keeper = NULL OR id = NULL", {.findings = 2});
  BOOST_TEST(std::count(text.begin(), text.end(), '\n') == 1);
}

BOOST_AUTO_TEST_SUITE_END()
