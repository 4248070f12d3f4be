// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/vector_index.hpp"

#include "t2s/core/error.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/retrieve/embedded.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

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
  for (std::size_t const dimensions : {1u, 2u, 3u, 4u, 7u, 8u, 9u, 15u, 16u, 17u, 33u, 100u}) {
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

BOOST_AUTO_TEST_CASE(numbers_of_any_size_but_no_others) {
  auto const none = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
  for (float const wrong : {none, endless, -endless}) {
    BOOST_TEST(refuses([&] { vector_index(std::vector<std::vector<float>>{{1, 0}, {0, wrong}}); }));
    BOOST_TEST(refuses([&] { (void)vector_index(std::vector<std::vector<float>>{{1, 0}}).nearest(std::vector<float>{wrong, 1}, 1); }));
  }
  auto const great = std::numeric_limits<float>::max(), small = std::numeric_limits<float>::denorm_min();
  vector_index const index(std::vector<std::vector<float>>{{great, 0}, {0, small}, {great, great}, {-great, small}});
  auto const found = index.nearest(std::vector<float>{great, 0}, 4);
  double const expected[] = {1, std::sqrt(0.5), 0, -1};
  std::size_t const places[] = {0, 2, 1, 3};
  BOOST_REQUIRE(found.size() == 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST(found[i].demonstration == places[i]);
    BOOST_TEST(std::abs(found[i].similarity - expected[i]) < 1e-6);
  }
}

// Compared with all hits sorted, many of which are equal.
BOOST_AUTO_TEST_CASE(the_best_of_many) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<hit> all(random() % 40);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = {i, static_cast<double>(random() % 5)};
    auto sorted = all;
    std::ranges::sort(sorted, [](hit const& a, hit const& b) {
      return std::pair(-a.similarity, a.demonstration) < std::pair(-b.similarity, b.demonstration);
    });
    std::ranges::shuffle(all, random);
    auto const k = random() % 50;
    sorted.resize(std::min<std::size_t>(k, sorted.size()));
    BOOST_REQUIRE((best_of(all, k) == sorted));
  }
}

BOOST_AUTO_TEST_CASE(a_pool_is_embedded_in_one_call) {
  llm::scripted_embedding_model model({{"rivers", {1, 0}}, {"lakes", {0, 1}}, {"streams", {3, 1}}});
  auto const pool = embed_pool(model, {{"d", "lakes", "SELECT 1", "", ""}, {"d", "rivers", "SELECT 2", "", ""}});
  BOOST_TEST(model.asked().size() == 1u);
  auto const asked = model.embed({"streams"}).vectors.at(0);
  BOOST_TEST((*pool)[pool->nearest(asked, 1).at(0).demonstration].sql == "SELECT 2");
  BOOST_TEST(embed_pool(model, {})->size() == 0u);
  BOOST_TEST(model.asked().size() == 2u);
  BOOST_TEST(pool->note().empty());
}

BOOST_AUTO_TEST_CASE(every_item_has_a_vector) {
  std::vector<std::vector<float>> const one{{1, 0}};
  BOOST_TEST(refuses([&] { embedded_pool({{"d", "a", "1", "", ""}, {"d", "b", "2", "", ""}}, one); }));
  BOOST_TEST(embedded_pool().nearest(one[0], 3).empty());
}

BOOST_AUTO_TEST_SUITE_END()
