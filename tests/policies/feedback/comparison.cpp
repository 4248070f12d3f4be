// SPDX-License-Identifier: BSL-1.0
// The two comparisons of DAC, each without a pipeline.
#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/feedback/missing_entities.hpp"
#include "t2s/policies/feedback/skeleton_mismatch.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

/// Links to the given entities.
struct told_linker {
  std::vector<std::string> tables{};
  std::vector<align::entity> columns{};

  [[nodiscard]] align::linked_entities link(auto&, question const&, samples const&, std::string const&) const {
    align::linked_entities out;
    out.tables = tables;
    out.columns = columns;
    return out;
  }
};
static_assert(align::EntityLinker<told_linker>);

struct told_parser {
  std::string text{};

  [[nodiscard]] skeleton::parsed parse(auto& ctx, question const&, samples const&) const {
    return skeleton::parse_sql(text, sql::dialect_of(ctx.schema()));
  }
};
static_assert(skeleton::SkeletonParser<told_parser>);

template <class Feedback>
std::string review(Feedback const& feedback, std::vector<std::string> const& attempts, sql::grammar const& dialect = sql::sqlite) {
  llm::no_model model;
  tests::scripted_database database;
  schema::table shops{"shops", false, {{"id"}, {"city"}}};
  database.shape = schema::database({shops}, &dialect);
  run_context<context<llm::no_model, tests::scripted_database>, merged<states_of<Feedback>, facts<samples>>> ctx(context(model, database));
  history<provides_of<Feedback>> past;
  for (auto const& sql : attempts) past.open(candidate(sql));
  question const asked("Where are the shops?");
  auto const objection = feedback.review(ctx, asked, past).get();
  return objection ? objection->text : "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(comparison)

BOOST_AUTO_TEST_CASE(entities) {
  feedback::missing_entities<told_linker> f;
  f.linker.tables = {"shops"};
  f.linker.columns = {{"shops", "city"}};
  BOOST_TEST(review(f, {"SELECT city FROM shops"}).empty());
  BOOST_TEST(review(f, {"SELECT id FROM shops"}) == "columns shops.city are mentioned by the question");
  BOOST_TEST(review(f, {"SELECT 1"}) == "tables shops and columns shops.city are mentioned by the question");
  BOOST_TEST(review(f, {"SELECT city FROM shops", "SELECT * FROM shops"}) == "columns shops.city are mentioned by the question");
  f.enabled = false;
  BOOST_TEST(review(f, {"SELECT 1"}).empty());
}

BOOST_AUTO_TEST_CASE(skeletons) {
  feedback::skeleton_mismatch<told_parser> f;
  f.parser.text = "SELECT a FROM b WHERE c = 1";
  BOOST_TEST(review(f, {"SELECT city FROM shops WHERE id = 3"}).empty());
  auto const wanted =
      "the SQL skeleton could be like \"select _ from _ where _ = _\", where each '_' can only be replaced with one single table, column "
      "or "
      "value";
  BOOST_TEST(review(f, {"SELECT city FROM shops"}) == wanted);
  BOOST_TEST(review(f, {"SELECT FROM"}) == wanted);  // unparsable SQL has another skeleton
  f.drop_longer = true;
  BOOST_TEST(review(f, {"SELECT city FROM shops"}).empty());
  BOOST_TEST(review(f, {"SELECT FROM"}) == wanted);
  BOOST_TEST(review(f, {"SELECT city, id FROM shops WHERE id = 3 AND city = 2", "SELECT city FROM shops"}) ==
             wanted);  // the draft's counts
  f.parser.text = "nothing";
  BOOST_TEST(review(f, {"SELECT city FROM shops"}).empty());
}

BOOST_AUTO_TEST_CASE(skeletons_are_read_in_the_dialect_of_the_database) {
  feedback::skeleton_mismatch<told_parser> f;
  f.parser.text = "SELECT a::text FROM b";
  BOOST_TEST(review(f, {"SELECT \"city\"::text FROM shops"}, sql::postgres).empty());
  f.parser.text = "SELECT `a` FROM b WHERE c = \"x\"";
  BOOST_TEST(review(f, {"SELECT city FROM shops WHERE city = \"it\\\"s\" # here"}, sql::mysql).empty());
}

BOOST_AUTO_TEST_SUITE_END()
