// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql/detail/knowledge_alignment.hpp"

#include "db/support.hpp"
#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace t2s;
using known_value = retrieve::knowledge;

namespace {

known_value piece(std::string keyword, int v) { return {std::move(keyword), "d", "t", "c", v}; }

struct aligning {
  llm::scripted_embedding_model embedder{{{"growth", {2, 0, 0}},
                                          {"growth(%) c 5", {0.9F, 0.1F, 0}},
                                          {"lamp c 1", {0, 3, 0}},
                                          {"lamp", {0, 1, 0.1F}},
                                          {"lamp c 7", {0, 1, 0.1F}},
                                          {"other", {0, 0.1F, 1}},
                                          {"zero", {0, 0, 0}}}};
  llm::scripted_model model{};
  tests::scripted_database database{};
  tcsr::knowledge_alignment<llm::scripted_embedding_model> alignment{&embedder, {}, {}};

  void know(std::vector<known_value> rows) {
    llm::scripted_embedding_model before{{{"growth(%) c 5", {0.9F, 0.1F, 0}}, {"lamp c 1", {0, 3, 0}}}};
    alignment.known = retrieve::embed_knowledge(before, std::move(rows));
  }
  auto align(std::vector<tcsr::taught_keyword> const& keywords) {
    context ctx(model, database);
    return alignment.align(ctx, keywords).get();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(knowledge_alignment, aligning)

// Equation 2 and line 14 of algorithm 2: the piece with the greatest cosine.
BOOST_AUTO_TEST_CASE(each_keyword_gets_the_most_similar_piece) {
  know({piece("lamp", 1), piece("growth(%)", 5)});
  auto const a = align({{"growth", {}}, {"lamp", {}}});
  BOOST_REQUIRE(a.size() == 2u);
  BOOST_TEST((a[0].known == piece("growth(%)", 5)));
  BOOST_TEST(a[0].similarity == 0.9 / std::sqrt(0.82), boost::test_tools::tolerance(1e-6));
  BOOST_TEST((a[1].known == piece("lamp", 1)));
  BOOST_TEST((embedder.asked() == std::vector<std::vector<std::string>>{{"growth", "lamp"}}));
}

// Lines 1 to 14 of algorithm 2 are one loop over the keywords: an earlier keyword does not see what a later one teaches.
BOOST_AUTO_TEST_CASE(what_was_learnt_counts_from_its_keyword_on) {
  know({piece("growth(%)", 5)});
  auto const a = align({{"lamp", {}}, {"other", {piece("lamp", 7)}}, {"lamp", {}}});
  BOOST_TEST((a[0].known == piece("growth(%)", 5)));
  BOOST_TEST((a[2].known == piece("lamp", 7)));
  BOOST_TEST(embedder.asked().size() == 1u);
}

BOOST_AUTO_TEST_CASE(of_equal_pieces_the_tables_comes_first) {
  know({piece("lamp", 1)});
  auto const a = align({{"zero", {piece("lamp", 7)}}});
  BOOST_TEST((a[0].known == piece("lamp", 1)));
}

BOOST_AUTO_TEST_CASE(without_knowledge_nothing_is_embedded) {
  auto const a = align({{"growth", {}}});
  BOOST_TEST(a.size() == 1u);
  BOOST_TEST(!a[0].known);
  BOOST_TEST(align({}).empty());
  know({piece("lamp", 1)});
  BOOST_TEST(align({}).empty());
  BOOST_TEST(embedder.asked().empty());
}

BOOST_AUTO_TEST_CASE(a_floor_on_similarity) {
  know({piece("growth(%)", 5)});
  alignment.least_similarity = 0.5;
  auto const a = align({{"growth", {}}, {"lamp", {}}});
  BOOST_TEST(a[0].known.has_value());
  BOOST_TEST(!a[1].known.has_value());
}

BOOST_AUTO_TEST_CASE(the_whole_question_finds_the_nearest_pieces) {
  know({piece("lamp", 1), piece("growth(%)", 5)});
  context ctx(model, database);
  auto const found = alignment.nearest(ctx, "growth", 3).get();
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST((found[0].known == piece("growth(%)", 5)));
  BOOST_TEST((found[1].known == piece("lamp", 1)));
}

BOOST_AUTO_TEST_CASE(a_missing_model_is_said_and_a_failing_one_thrown) {
  know({piece("lamp", 1)});
  BOOST_TEST(test::thrown_by([&] { (void)align({{"unknown text", {}}}); }) == errc::model_failed);
  alignment.by = nullptr;
  BOOST_TEST(test::thrown_by([&] { (void)align({{"lamp", {}}}); }) == errc::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
