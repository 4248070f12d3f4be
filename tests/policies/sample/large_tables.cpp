// SPDX-License-Identifier: BSL-1.0
// No sampler reads a large table completely, and the trace says which rows were skipped.
#include "db/support.hpp"
#include "support/kept_trace.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/policies/rewrite/question_rewriting.hpp"
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/policies/sample/rows.hpp"

#include <boost/test/unit_test.hpp>

#include <optional>

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

  /// The number of rows that the database returned.
  template <class Sampler>
  std::size_t rows_read(Sampler const& sampler) {
    return rows_read(sampler, database);
  }

  template <class Sampler, class Database>
  std::size_t rows_read(Sampler const& sampler, Database& over) {
    words = {};
    run_context<context<llm::scripted_model, Database, kept_trace>, states_of<Sampler>> ctx(context(model, over, {}, kept_trace{&words}));
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
  prepared known(database);
  BOOST_TEST(rows_read(sampler, known) == 25'020u);
  BOOST_TEST(rows_read(sampler, known) == 0u);
  BOOST_TEST(words.says("only the first rows considered: gauge"));
}

// 40 rows of 1,000 bytes, of which the limit allows at most 15: 40 are too many, 10 are not.
struct wide {
  wide() {
    db::sqlite_options few;
    few.limits.bytes = 15'000;
    database.emplace(test::make_database(f / "wide.sqlite",
                                         "CREATE TABLE photo AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
                                         "40) SELECT i, printf('%.1000c', 'x') AS jpeg FROM n;"),
                     few);
  }

  template <class Sampler>
  std::size_t rows_shown(Sampler const& sampler) {
    return rows_shown(sampler, *database);
  }

  template <class Sampler, class Database>
  std::size_t rows_shown(Sampler const& sampler, Database& over) {
    run_context<context<llm::scripted_model, Database, kept_trace>, states_of<Sampler>> ctx(context(model, over, {}, kept_trace{&words}));
    question const asked("q");
    auto sampling = ctx.lift(sampler.sample(ctx, asked));
    if constexpr (requires { std::move(sampling).get(); })
      return std::move(sampling).get().tables.at(0).shown.values.size();
    else
      return sampling.tables.at(0).shown.values.size();
  }

  test::folder f;
  std::optional<db::sqlite_connection> database{};
  llm::scripted_model model{};
  lengths by{};
  kept_words words{};
};

BOOST_FIXTURE_TEST_CASE(a_table_beyond_a_limit_is_read_in_part, wide) {
  BOOST_TEST(rows_shown(sample::first_rows{.most = 40}) == 10u);
  BOOST_TEST(words.says("over a limit, first rows read: photo: 10"));
  words = {};
  BOOST_TEST(rows_shown(sample::random_rows{.considered = 160}) == 6u);  // 160, 40, 10
  BOOST_TEST(words.says("over a limit, first rows read: photo: 10"));
  words = {};
  sample::relevant_rows<lengths> sampler;
  sampler.by = &by;
  sampler.considered = 160;
  sampler.most = 3;
  BOOST_TEST(rows_shown(sampler) == 3u);
  BOOST_TEST(words.says("over a limit, first rows read: photo: 10"));
  sampler.most = 10;
  prepared known(*database);
  BOOST_TEST(rows_shown(sampler, known) == 10u);  // out of 10 kept rows
  words = {};
  BOOST_TEST(rows_shown(sampler, known) == 10u);
  BOOST_TEST(!words.says("over a limit, first rows read: photo: 10"));
}

// A table that cannot be read even in part has no rows, and the trace says why.
BOOST_FIXTURE_TEST_CASE(a_row_beyond_a_limit_is_not_read, wide) {
  db::sqlite_options none;
  none.limits.bytes = 500;
  database.emplace(f / "wide.sqlite", none);
  BOOST_TEST(rows_shown(sample::first_rows{}) == 0u);
  BOOST_TEST(words.says("not read: photo: the rows take more than 500 bytes"));
}

BOOST_AUTO_TEST_CASE(rewriting_reads_the_rows_that_it_shows) {
  llm::scripted_model clear{"What?"};
  run_context<context<llm::scripted_model, db::sqlite_connection>, facts<>> ctx(context(clear, database));
  (void)rewrite::question_rewriting().rewrite(ctx, "What?").get();
  BOOST_TEST(ctx.spent().rows == 10u);
}

BOOST_AUTO_TEST_SUITE_END()
