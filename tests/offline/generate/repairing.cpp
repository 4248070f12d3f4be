// SPDX-License-Identifier: BSL-1.0
// The policy that repairs the SQL of its inner policy: when it asks that one, in synchronous and awaitable runs.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"  // g++ 12 pairs the frames of inlined coroutines wrongly
#endif
#include "t2s/offline/generate/repairing.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/several.hpp"
#include "t2s/policies/select/majority.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/systems/with_repair.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace t2s;
using namespace t2s::test;
namespace asio = boost::asio;

namespace {

/// Returns the given draft, and revises it to a given statement.
struct fixed_draft {
  std::string first{}, second = "SELECT 'revised'";

  candidate draft(auto&, question const&, samples const&) const { return candidate(first); }
  candidate revise(auto&, question const&, samples const&, attempt_list const&) const {
    return candidate(second, "revised by the inner one");
  }
};

struct fixture {
  folder f;
  std::filesystem::path file =
      make_database(f / "shop.sqlite", "CREATE TABLE shops(name TEXT, city TEXT); INSERT INTO shops VALUES ('Corner','Oslo');");
  db::sqlite_connection database{file};
  llm::no_model model;
  pipeline<none, none, generate::repairing<fixed_draft>, first_of<feedback::execution_error, feedback::empty_result>,
           terminate::nothing_left>
      line{};

  answer ask(std::string sql) { return ask(std::move(sql), database); }
  answer ask(std::string sql, auto& over) {
    line.generator.inner.first = std::move(sql);
    return line.run(context(model, over), "Which shops are in Oslo?");
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(repairing, fixture)

BOOST_AUTO_TEST_CASE(what_repair_puts_right_needs_no_revision) {
  auto const found = ask("SELECT nam FROM shop WHERE city = 'oslo'");
  BOOST_TEST(found.sql() == "SELECT name FROM shops WHERE city = 'Oslo'");
  BOOST_TEST(found.revisions.size() == 2U);
  BOOST_REQUIRE(found.outcome());
  BOOST_TEST(found.outcome()->rows.values.size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_no_repair_puts_right_goes_to_the_inner_policy) {
  line.generator.options.reads = false;
  BOOST_TEST(ask("SELECT x FROM unicorns").sql() == "SELECT 'revised'");
  BOOST_TEST(ask("SELECT name FROM shops WHERE city = 'Bergen' AND name = 'Harbour'").sql() == "SELECT 'revised'");
}

BOOST_AUTO_TEST_CASE(what_runs_is_not_touched) {
  auto const found = ask("SELECT city FROM shops");
  BOOST_TEST(found.sql() == "SELECT city FROM shops");
  BOOST_TEST(found.revisions.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_lexicon_that_is_known_is_not_read_again) {
  prepared known(database);
  auto const anew = ask("SELECT nam FROM shops").spent.statements;
  BOOST_TEST(ask("SELECT nam FROM shops", known).spent.statements == anew);
  auto const after = ask("SELECT nam FROM shops", known).spent.statements;
  BOOST_TEST(after == anew - 4U);  // the column that identifies its rows, whether it has rows, and a statement for each column of texts
}

BOOST_AUTO_TEST_CASE(in_an_asynchronous_run) {
  asio::io_context io;
  db::sqlite waiting(file);
  line.generator.inner.first = "SELECT nam FROM shops";
  auto running = asio::co_spawn(io, line.run(context(model, waiting), "Which shops are there?"), asio::use_future);
  io.run();
  BOOST_TEST(running.get().sql() == "SELECT name FROM shops");
}

BOOST_AUTO_TEST_CASE(it_can_be_switched_off) {
  line.generator.enabled = false;
  BOOST_TEST(ask("SELECT nam FROM shops").sql() == "SELECT 'revised'");
}

BOOST_AUTO_TEST_CASE(a_pipeline_that_stops_after_its_draft_repairs_that) {
  auto const once = systems::with_repair(
      pipeline<none, none, fixed_draft, feedback::executed, terminate::after_draft>{.generator = {.first = "SELECT nam FROM shops"}});
  auto const found = once.run(context(model, database), "What are the names of the shops?");
  BOOST_TEST(found.sql() == "SELECT name FROM shops");
  BOOST_TEST(found.revisions.size() == 1U);
  BOOST_REQUIRE(found.outcome());
  BOOST_TEST(found.outcome()->rows.values.size() == 1U);
  BOOST_TEST(found.spent.statements > 0U);
}

BOOST_AUTO_TEST_CASE(each_of_several_candidates_is_repaired) {
  pipeline<none, none, generate::times<2, fixed_draft>, first_of<feedback::execution_error>, terminate::nothing_left, select::majority> two;
  two.generator.base.first = "SELECT nam FROM shops";
  auto const repaired = systems::with_repair(two);
  auto const found = repaired.run(context(model, database), "What are the names of the shops?");
  BOOST_TEST(found.sql() == "SELECT name FROM shops");
}

BOOST_AUTO_TEST_CASE(a_pipeline_that_repairs_already_keeps_its_generator) {
  auto const same = systems::with_repair(line, {.reads = false});
  static_assert(std::same_as<decltype(same.generator), decltype(line.generator)>);
  BOOST_TEST(!same.generator.options.reads);
}

BOOST_AUTO_TEST_SUITE_END()
