// SPDX-License-Identifier: BSL-1.0
// No sampler reads a large table whole, and the trace says where rows were not looked at.
#include "db/support.hpp"
#include "support/kept_trace.hpp"
#include "t2s/db/sqlite_connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/rewrite/question_rewriting.hpp"
#include "t2s/sample/first_rows.hpp"
#include "t2s/sample/random_rows.hpp"
#include "t2s/sample/relevant_rows.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::tests;

namespace {

struct lengths {
  llm::embeddings embed(std::vector<std::string> texts) {
    llm::embeddings all;
    for (auto const& t : texts) all.vectors.push_back({static_cast<float>(t.size()), 1});
    return all;
  }
};

/// A table of 26,000 rows and one of 20.
struct rivers {
  test::folder f;
  db::sqlite_connection database{test::make_database(
      f / "rivers.sqlite",
      "CREATE TABLE gauge AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 26000) SELECT i FROM n;"
      "CREATE TABLE lock AS SELECT i FROM gauge LIMIT 20;")};
  llm::scripted_model model{};
  lengths by{};
  kept_words words{};

  /// How many rows the database gave.
  template <class Sampler>
  std::size_t rows_read(Sampler const& sampler) {
    words = {};
    run_context<context<llm::scripted_model, db::sqlite_connection, kept_trace>, states_of<Sampler>> ctx(
        context(model, database, {}, kept_trace{&words}));
    question const asked("q");
    auto sampling = ctx.lift(sampler.sample(ctx, asked));
    if constexpr (requires { std::move(sampling).get(); }) (void)std::move(sampling).get();
    return ctx.spent().rows;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(large_tables, rivers)

BOOST_AUTO_TEST_CASE(first_rows_read_what_they_show) { BOOST_TEST(rows_read(sample::first_rows{}) == 6u); }

BOOST_AUTO_TEST_CASE(random_rows_come_from_the_first_thousand) {
  BOOST_TEST(rows_read(sample::random_rows{}) == 1020u);
  BOOST_TEST(words.says("only the first rows considered: gauge"));
  BOOST_TEST(!words.says("only the first rows considered: lock"));
  BOOST_TEST(rows_read(sample::random_rows{.considered = 10}) == 20u);
  BOOST_TEST(words.says("only the first rows considered: lock"));
}

BOOST_AUTO_TEST_CASE(relevant_rows_come_from_the_first_25_000) {
  sample::relevant_rows<lengths> sampler;
  sampler.by = &by;
  BOOST_TEST(rows_read(sampler) == 25'020u);
  BOOST_TEST(words.says("only the first rows considered: gauge"));
  BOOST_TEST(!words.says("only the first rows considered: lock"));
  sampler.known = sample::embed_rows(database, by);
  BOOST_TEST(rows_read(sampler) == 0u);
  BOOST_TEST(words.says("only the first rows considered: gauge"));
}

BOOST_AUTO_TEST_CASE(rewriting_reads_the_rows_that_it_shows) {
  llm::scripted_model clear{"What?"};
  run_context<context<llm::scripted_model, db::sqlite_connection>, facts<>> ctx(context(clear, database));
  (void)rewrite::question_rewriting().rewrite(ctx, "What?").get();
  BOOST_TEST(ctx.spent().rows == 10u);
}

BOOST_AUTO_TEST_SUITE_END()
