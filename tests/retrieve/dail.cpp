// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/dail_skeleton.hpp"
#include "t2s/retrieve/detail/schema_file.hpp"

#include "t2s/retrieve/detail/masked_question.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using retrieve::dail_skeleton;
using retrieve::dail_words;

namespace {

/// An embedding model that keeps the texts.
struct texts_kept {
  std::vector<std::string> texts{};
  llm::embeddings embed(std::vector<std::string> asked) {
    texts = std::move(asked);
    return {std::vector<std::vector<float>>(texts.size(), {1.0F}), {}};
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(dail)

// The three worked examples of the published code's skeletons.
BOOST_AUTO_TEST_CASE(published_skeletons) {
  BOOST_TEST(dail_skeleton("SELECT T1.shop_name FROM shops AS T1 JOIN orders AS T2 ON T1.shop_id = T2.shop_id WHERE T2.amount >= 10 OR "
                           "T2.status = 'void'") == "select _ from _ where _");
  BOOST_TEST(dail_skeleton("SELECT city, COUNT(*) FROM shops GROUP BY city ORDER BY COUNT(*) DESC LIMIT 1") ==
             "select _ , count ( _ ) from _ group by _ order by _ ( _ ) desc limit _");
  BOOST_TEST(dail_skeleton("SELECT shop_name FROM shops WHERE amount > 3 AND city LIKE '%a%'") == "select _ from _ where _ like _");
}

// Worked by hand from the published rules.
BOOST_AUTO_TEST_CASE(skeletons_by_the_rules) {
  BOOST_TEST(dail_skeleton("SELECT a, b, c FROM t;") == "select _ from _");
  BOOST_TEST(dail_skeleton("SELECT a FROM t ORDER BY b") == "select _ from _ order by _ asc");
  BOOST_TEST(dail_skeleton("SELECT a FROM t ORDER BY b LIMIT 3") == "select _ from _ order by _ asc limit _");
  BOOST_TEST(dail_skeleton("SELECT a FROM t ORDER BY sum(b) LIMIT 3") == "select _ from _ order by _ ( _ ) asc limit _");
  BOOST_TEST(dail_skeleton("select a from t where b = -1.5 and c != \"x\" or d < 3") == "select _ from _ where _");
  BOOST_TEST(dail_skeleton("SELECT a FROM t x JOIN u y ON x.i = y.i JOIN v ON v.i = y.j") == "select _ from _");
  BOOST_TEST(dail_skeleton("SELECT a FROM t WHERE b NOT IN (SELECT c FROM u)") == "select _ from _ where _ not in ( select _ from _ )");
  BOOST_TEST(dail_skeleton("SELECT CAST(a AS REAL) FROM t AS u").starts_with("select cast ( _ as"));
  BOOST_TEST(dail_skeleton("SELECT max(a) - min(a) FROM t") == "select max ( _ ) - min ( _ ) from _");
  BOOST_TEST(dail_skeleton("SELECT a FROM t UNION SELECT b FROM u") == "select _ from _ union select _ from _");
  BOOST_TEST(dail_skeleton("WITH c AS (SELECT a FROM t) SELECT a FROM c") == "with _ as ( select _ from _ ) select _ from _");
  BOOST_TEST(dail_skeleton("").empty());
  BOOST_TEST(dail_skeleton("what is this? ' unclosed").size() > 0u);
}

BOOST_AUTO_TEST_CASE(similarity_is_of_bags) {
  auto const of = [](char const* a, char const* b) { return dail_words(a).similarity(dail_words(b)); };
  BOOST_TEST(of("select _ from _", "select _ from _") == 1.0);
  BOOST_TEST(of("_ _ a", "_ b") == 1.0 / 4.0);  // common: one _; 3 + 2 - 1
  BOOST_TEST(of("a", "b") == 0.0);
  BOOST_TEST(of("", "") == 1.0);
}

BOOST_AUTO_TEST_CASE(a_pool_keeps_its_skeletons) {
  std::vector<demonstration> const pool{{{}, "q", "SELECT a FROM t", {}, {}}};
  retrieve::dail_skeletons const known(pool);
  BOOST_REQUIRE(known.find("SELECT a FROM t"));
  BOOST_TEST(known.find("SELECT a FROM t")->similarity(dail_words("select _ from _")) == 1.0);
  BOOST_TEST(!known.find("SELECT b FROM t"));
}

BOOST_AUTO_TEST_CASE(skeletons_are_of_the_dialect) {
  BOOST_TEST(dail_skeleton("SELECT `a` FROM t WHERE b = \"it\\\"s\" # where", sql::mysql) == "select _ from _ where _");
  BOOST_TEST(dail_skeleton("SELECT a FROM t WHERE b = $$it's$$", sql::postgres) == "select _ from _ where _");
}

BOOST_AUTO_TEST_CASE(questions_masked_by_their_sql) {
  using retrieve::masked_by_sql;
  BOOST_TEST(masked_by_sql("Which shops in Oslo sold more than 10 lamps?",
                           "SELECT name FROM shops WHERE city = 'Oslo' AND item = \"lamps\" AND sold > 10") ==
             "which <mask> in <unk> <mask> more than <unk> <unk> ?");
  // Adjacent tags stay separate; part of a name is enough.
  BOOST_TEST(masked_by_sql("What is the release year of it?", "SELECT song_release_year FROM song") == "what is the <mask> <mask> of it ?");
  BOOST_TEST(masked_by_sql("Why?", "no sql at all") == "why ?");
  auto const* only_postgres = "SELECT name FROM shop WHERE city ILIKE 'oslo'";
  BOOST_TEST(masked_by_sql("Name of shops in Oslo", only_postgres) == "name of shops in oslo");
  BOOST_TEST(masked_by_sql("Name of shops in Oslo", only_postgres, sql::postgres) == "<mask> of <mask> in <unk>");
}

// A guild of masons: no SQL names the whole schema.
BOOST_AUTO_TEST_CASE(a_pool_is_masked_by_the_schemas_of_its_databases) {
  std::vector<demonstration> const pool{
      {"guild", "Which masons of the lodges have the rank 'Warden'?", "SELECT name FROM mason WHERE rank = 'Warden'", "", ""},
      {"guild", "How many lodges did Hiram found?", "SELECT count(*) FROM lodge WHERE founder = 'Hiram'", "", ""},
      {"", "Name the lodges of masons.", "SELECT name FROM mason", "", ""}};
  auto const asked_with = [&](retrieve::pool_schemas const& schemas) {
    texts_kept model;
    (void)retrieve::embed_masked_pool(model, pool, {}, sql::sqlite, schemas);
    return model.texts;
  };
  // Without a schema, all SQL of the pool over a database counts as one; a question without a database has only its own SQL.
  BOOST_TEST(asked_with({}) == (std::vector<std::string>{"which <mask> of the <mask> have the <mask> <unk> ?",
                                                         "how many <mask> did <unk> found ?", "<mask> the lodges of <mask> ."}),
             boost::test_tools::per_element());

  auto const schemas = retrieve::parse_pool_schemas(R"([{"db_id": "guild", "table_names_original": ["mason", "chapter"],
    "column_names_original": [[-1, "*"], [0, "rank"], [1, "lodge_found_year"]], "column_types": ["text", "text", "number"],
    "primary_keys": [], "foreign_keys": []}])",
                                                    "tables.json");
  BOOST_TEST(asked_with(schemas) == (std::vector<std::string>{"which <mask> of the <mask> have the <mask> <unk> ?",
                                                              "how many <mask> did <unk> <mask> ?", "<mask> the lodges of <mask> ."}),
             boost::test_tools::per_element());
}

// Names in the SQL over other databases are not names of this one.
BOOST_AUTO_TEST_CASE(a_schema_masks_its_own_database_only) {
  texts_kept model;
  (void)retrieve::embed_masked_pool(model, {{"guild", "Which masons have bees?", "SELECT * FROM mason", "", ""},
                                            {"hives", "Which bees are old?", "SELECT * FROM bee", "", ""}});
  BOOST_TEST(model.texts == (std::vector<std::string>{"which <mask> have bees ?", "which <mask> are old ?"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
