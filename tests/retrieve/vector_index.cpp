// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/vector_index.hpp"

#include "t2s/core/error.hpp"
#include "t2s/llm/scripted_embedding_model.hpp"
#include "t2s/retrieve/embedded_pool.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

using namespace t2s;
using namespace t2s::retrieve;

namespace {

/// By the definition, in double precision.
double cosine(std::vector<float> const& a, std::vector<float> const& b) {
  double product = 0, of_a = 0, of_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    product += double{a[i]} * double{b[i]};
    of_a += double{a[i]} * double{a[i]};
    of_b += double{b[i]} * double{b[i]};
  }
  return product / std::sqrt(of_a * of_b);
}

bool refuses(auto f) {
  try {
    f();
  } catch (error const& e) {
    return e.code() == errc::invalid_argument;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(vector_index_)

BOOST_AUTO_TEST_CASE(the_nearest_by_definition) {
  std::mt19937 random(7);
  std::normal_distribution<float> element;
  for (std::size_t const dimensions : {1u, 2u, 7u, 8u, 9u, 33u}) {
    std::vector<std::vector<float>> vectors(200, std::vector<float>(dimensions));
    for (auto& v : vectors)
      for (auto& x : v) x = element(random);
    vector_index const index(vectors);
    auto const& asked = vectors[42];
    auto const found = index.nearest(asked, 10);
    BOOST_REQUIRE(found.size() == 10u);
    std::size_t nearer = 0;
    for (auto const& v : vectors) nearer += cosine(v, asked) > cosine(vectors[found[9].demonstration], asked) + 1e-5 ? 1U : 0U;
    BOOST_TEST(nearer <= 9u);
    for (std::size_t i = 0; i < found.size(); ++i) {
      BOOST_TEST(std::abs(found[i].similarity - cosine(vectors[found[i].demonstration], asked)) < 1e-5);
      if (i > 0) BOOST_TEST(found[i - 1].similarity >= found[i].similarity);
    }
  }
}

BOOST_AUTO_TEST_CASE(equals_keep_their_order) {
  vector_index const index(std::vector<std::vector<float>>{{1, 0}, {2, 0}, {0, 0}, {-1, 0}});
  BOOST_TEST((index.nearest(std::vector<float>{3, 0}, 9) == std::vector<hit>{{0, 1}, {1, 1}, {2, 0}, {3, -1}}));
  BOOST_TEST((index.nearest(std::vector<float>{0, 0}, 2) == std::vector<hit>{{0, 0}, {1, 0}}));
  BOOST_TEST(index.nearest(std::vector<float>{1, 0}, 0).empty());
}

BOOST_AUTO_TEST_CASE(vectors_of_different_models_are_refused) {
  BOOST_TEST(refuses([] { vector_index(std::vector<std::vector<float>>{{1, 0}, {1}}); }));
  BOOST_TEST(refuses([] { vector_index(std::vector<std::vector<float>>{{}}); }));
  vector_index const index(std::vector<std::vector<float>>{{1, 0}});
  BOOST_TEST(refuses([&] { (void)index.nearest(std::vector<float>{1, 0, 0}, 1); }));
  BOOST_TEST(vector_index().nearest(std::vector<float>{1}, 1).empty());
}

BOOST_AUTO_TEST_CASE(a_pool_is_embedded_in_one_call) {
  llm::scripted_embedding_model model({{"rivers", {1, 0}}, {"lakes", {0, 1}}, {"streams", {3, 1}}});
  auto const pool = embed_pool(model, {{"d", "lakes", "SELECT 1", "", ""}, {"d", "rivers", "SELECT 2", "", ""}});
  BOOST_TEST(model.asked().size() == 1u);
  auto const asked = model.embed({"streams"}).vectors.at(0);
  BOOST_TEST((*pool)[pool->nearest(asked, 1).at(0).demonstration].sql == "SELECT 2");
  BOOST_TEST(embed_pool(model, {})->size() == 0u);
  BOOST_TEST(model.asked().size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
