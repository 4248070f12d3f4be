// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/vector_index.hpp"

#include "db/support.hpp"
#include "t2s/retrieve/detail/question_skeleton.hpp"
#include "t2s/retrieve/detail/skeleton_repository.hpp"
#include "t2s/retrieve/embedded.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"
#include "t2s/retrieve/hnsw_index.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <limits>
#include <random>
#include <set>
#include <thread>

using namespace t2s;
using namespace t2s::test;
using namespace t2s::retrieve;

namespace {

/// Counts the texts, and has no identity.
struct counting_model {
  hashed_ngrams by{32};
  std::size_t asked = 0;
  llm::embeddings embed(std::vector<std::string> texts) {
    asked += texts.size();
    return by.embed(std::move(texts));
  }
};

struct kept_pool {
  folder f;
  std::filesystem::path file = f / "pool.index";
  std::vector<demonstration> pairs{{"d", "How many mills?", "SELECT count(*) FROM mill", "", ""},
                                   {"d", "Which mills?", "SELECT name FROM mill", "", ""},
                                   {"d", "Who keeps it?", "SELECT keeper FROM mill", "", ""}};
  counting_model model{};

  [[nodiscard]] auto open(std::string const& name = "one", std::size_t dimensions = 0) {
    model.asked = 0;
    return embed_pool(model, pairs, {file, name, dimensions});
  }
  void expect_made_anew(std::string const& why) {
    auto const pool = open();
    BOOST_TEST(model.asked == 3u);
    BOOST_TEST(pool->note().find(file.string()) != std::string::npos);
    BOOST_TEST(pool->note().find(why) != std::string::npos, pool->note());
    (void)open();
    BOOST_TEST(model.asked == 0u);
  }
};

std::vector<std::vector<float>> random_vectors(std::size_t size, std::size_t dimensions, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> element;
  std::vector<std::vector<float>> vectors(size, std::vector<float>(dimensions));
  for (auto& v : vectors)
    for (auto& x : v) x = element(random);
  return vectors;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(index_file)

BOOST_FIXTURE_TEST_CASE(what_was_embedded_once_is_not_embedded_again, kept_pool) {
  auto const made = open();
  BOOST_TEST(model.asked == 3u);
  BOOST_TEST(made->note().find("was not there: it was made anew") != std::string::npos);
  auto const again = open();
  BOOST_TEST(model.asked == 0u);
  BOOST_TEST(again->note().empty());
  BOOST_TEST((*again)[1].question == "Which mills?");
  auto const asked = model.by.vector("which mills");
  BOOST_TEST((again->nearest(asked, 3) == made->nearest(asked, 3)));
  BOOST_TEST(again->nearest(asked, 1).at(0).demonstration == 1u);
  BOOST_TEST(f.bytes().size() == 1u);
  auto const unkept = embed_pool(model, pairs);
  BOOST_TEST((unkept->nearest(asked, 3) == made->nearest(asked, 3)));
}

BOOST_FIXTURE_TEST_CASE(it_is_made_anew_when_anything_has_changed, kept_pool) {
  (void)open();
  pairs[0].sql = "SELECT 1";  // not embedded
  (void)open();
  BOOST_TEST(model.asked == 0u);
  pairs[1].question += '?';
  expect_made_anew("was made of other texts");
  std::swap(pairs[0], pairs[1]);
  expect_made_anew("was made of other texts");
  pairs[0].question += pairs[1].question.front(), pairs[1].question.erase(0, 1);  // the same bytes, cut elsewhere
  expect_made_anew("was made of other texts");
  auto const other = open("two");
  BOOST_TEST(other->note().find("was made by another embedder") != std::string::npos);
  expect_made_anew("was made by another embedder");
  BOOST_TEST(open("one", 32)->note().find("was made by another embedder") != std::string::npos);
  pairs.pop_back();
  BOOST_TEST(open("one", 32)->size() == 2u);
  BOOST_TEST(model.asked == 2u);
}

// Whichever bit is flipped and wherever the file ends, it never gives another answer.
BOOST_FIXTURE_TEST_CASE(damaged_files_are_made_anew, kept_pool) {
  (void)open();
  auto const whole = read_file(file);
  std::mt19937 random(1);
  auto const check = [&](std::string const& bytes) {
    write_file(file, bytes);
    auto const pool = open();
    BOOST_REQUIRE(model.asked == 3u);
    BOOST_REQUIRE(read_file(file) == whole);
  };
  for (std::size_t size = 0; size < whole.size(); size += 1 + random() % 9) check(whole.substr(0, size));
  check(whole + "x");
  check(whole + std::string(32, '\0'));
  for (std::size_t at = 8; at < whole.size(); ++at) {  // the bytes before identify the format
    auto bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
    check(bytes);
  }
}

BOOST_FIXTURE_TEST_CASE(the_reason_is_said, kept_pool) {
  (void)open();
  auto bytes = read_file(file);
  write_file(file, bytes.substr(0, bytes.size() - 1));
  expect_made_anew("is damaged or cut short");
  write_file(file, "");
  expect_made_anew("is damaged or cut short");
  bytes[12] = 7;
  write_file(file, bytes);
  expect_made_anew("is of format 7, and this release knows format 1");
  std::swap(bytes[8], bytes[11]), std::swap(bytes[9], bytes[10]);
  write_file(file, bytes);
  expect_made_anew("was made on a machine of another byte order");
}

BOOST_FIXTURE_TEST_CASE(files_of_others_stay_as_they_are, kept_pool) {
  for (auto const& other : {std::string("[]"), std::string("question,query\n"), std::string(200, 'x')}) {
    write_file(file, other);
    BOOST_TEST(thrown_by([&] { (void)open(); }) == errc::malformed_data);
    BOOST_TEST(model.asked == 0u);
    BOOST_TEST(read_file(file) == other);
  }
}

// A failure to keep the index is reported before it is paid for.
BOOST_FIXTURE_TEST_CASE(nothing_is_asked_in_vain, kept_pool) {
  file = f / "no" / "folder";
  BOOST_TEST(thrown_by([&] { (void)open(); }) == errc::file_unwritable);
  file = f / "";
  BOOST_TEST(thrown_by([&] { (void)open(); }) == errc::not_a_file);
  file = f / "index";
  BOOST_TEST(thrown_by([&] { (void)open(""); }) == errc::invalid_argument);  // it has neither name nor identity
  BOOST_TEST(model.asked == 0u);
  BOOST_TEST(f.bytes().empty());
  hashed_ngrams const itself{16};
  (void)embed_pool(itself, pairs, {.file = file});
  BOOST_TEST(embed_pool(itself, pairs, {.file = file})->note().empty());
  hashed_ngrams const other{17};
  BOOST_TEST(embed_pool(other, pairs, {.file = file})->note().find("another embedder") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(a_model_may_answer_later, kept_pool) {
  struct later {
    counting_model& by;
    boost::asio::awaitable<llm::embeddings> embed(std::vector<std::string> texts) {
      co_await boost::asio::post(boost::asio::use_awaitable);
      co_return by.embed(std::move(texts));
    }
  } slow{model};
  auto const made = [&](std::vector<demonstration> of) {
    boost::asio::io_context io;
    auto given = boost::asio::co_spawn(io, embed_pool(slow, std::move(of), {file, "one"}), boost::asio::use_future);
    io.run();
    return given.get();
  };
  BOOST_TEST(made(pairs)->note().find("was not there") != std::string::npos);
  BOOST_TEST(model.asked == 3u);
  auto const again = made(pairs);
  BOOST_TEST(model.asked == 3u);
  BOOST_TEST((*again)[2].question == "Who keeps it?");
  BOOST_TEST(made({})->size() == 0u);
  write_file(file, "something else");
  BOOST_CHECK_THROW((void)made(pairs), error);
}

BOOST_FIXTURE_TEST_CASE(a_model_that_fails_leaves_no_file, kept_pool) {
  struct failing {
    llm::embeddings embed(std::vector<std::string>) { throw error(errc::server_failed, "no"); }
  } none;
  BOOST_TEST(thrown_by([&] { (void)embed_pool(none, pairs, {file, "none"}); }) == errc::server_failed);
  BOOST_TEST(f.bytes().empty());
}

BOOST_FIXTURE_TEST_CASE(knowledge_masked_questions_and_skeletons_are_kept_alike, kept_pool) {
  auto const twice = [&](auto make) {
    auto const first = make();
    auto const asked = model.asked;
    auto const second = make();
    BOOST_TEST(model.asked == asked);
    BOOST_TEST(second->size() == first->size());
  };
  twice([&] { return embed_masked_pool(model, pairs, {f / "masked", "m"}); });
  twice([&] { return embed_skeletons(model, pairs, {f / "skeletons", "m"}); });
  twice([&] { return embed_knowledge(model, {{"GDP", "city", "accounts", "roworder", 5}}, {f / "knowledge", "m"}); });
  BOOST_TEST(f.bytes().size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(several_may_make_it_at_once, kept_pool) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      hashed_ngrams const by{64};
      for (int k = 0; k < 20; ++k) {
        std::filesystem::remove(file);
        if (embed_pool(by, pairs, {.file = file})->size() != 3) std::abort();
      }
    });
  for (auto& t : threads) t.join();
  BOOST_TEST(f.bytes().size() == 1u);
}

BOOST_AUTO_TEST_CASE(an_index_comes_back_as_it_was) {
  folder f;
  index_stamp const stamp{1, 2};
  for (std::size_t const dimensions : {1u, 5u, 16u}) {
    auto const vectors = random_vectors(50, dimensions, 4);
    vector_index const index(vectors);
    save_index(index, f / "index", stamp);
    auto const opened = open_index<vector_index>(f / "index", stamp);
    BOOST_REQUIRE(opened.index.has_value());
    BOOST_TEST(opened.index->dimensions() == dimensions);
    BOOST_TEST((opened.index->nearest(vectors[3], 50) == index.nearest(vectors[3], 50)));
  }
  save_index(vector_index(), f / "index", stamp);
  BOOST_TEST(open_index<vector_index>(f / "index", stamp).index.value().size() == 0u);
  BOOST_TEST(open_index<vector_index>(f / "none", stamp).why_not == "was not there");
}

BOOST_AUTO_TEST_CASE(stamps_tell_texts_apart) {
  std::vector<std::string> const a{"ab", "c"}, b{"a", "bc"}, none;
  BOOST_TEST((stamp_of(a, "m") == stamp_of(a, "m")));
  BOOST_TEST(stamp_of(a, "m").texts != stamp_of(b, "m").texts);
  BOOST_TEST(stamp_of(a, "m").texts != stamp_of(none, "m").texts);
  BOOST_TEST(stamp_of(a, "m").embedder != stamp_of(a, "n").embedder);
  BOOST_TEST(stamp_of(a, "m").embedder != stamp_of(a, "m", 8).embedder);
  std::set<std::uint64_t> all;  // every single bit counts, and no second change undoes it
  std::string text(200, 'x');
  for (auto& c : text)
    for (int bit = 0; bit < 8; ++bit) {
      c = static_cast<char>(c ^ (1 << bit));
      all.insert(stamp_of(std::vector<std::string>{text}, "").texts);
      c = static_cast<char>(c ^ (1 << bit));
    }
  BOOST_TEST(all.size() == text.size() * 8);
}

BOOST_AUTO_TEST_SUITE_END()

#ifdef T2S_WITH_HNSWLIB

BOOST_AUTO_TEST_SUITE(hnsw_index_)

BOOST_AUTO_TEST_CASE(nearly_all_of_the_nearest_are_found) {
  auto const vectors = random_vectors(3000, 24, 1);
  vector_index const exact(vectors);
  hnsw_index const index(vectors);
  BOOST_TEST(index.size() == 3000u);
  BOOST_TEST(index.dimensions() == 24u);
  std::size_t found = 0;
  for (auto const& asked : random_vectors(100, 24, 2)) {
    auto const wanted = exact.nearest(asked, 10), hits = index.nearest(asked, 10);
    BOOST_REQUIRE(hits.size() == 10u);
    for (auto const& h : hits) found += std::ranges::count(wanted, h) > 0 ? 1U : 0U;  // with the same similarity
    BOOST_TEST(std::ranges::is_sorted(hits, std::greater(), &hit::similarity));
  }
  BOOST_TEST(found >= 970u);  // of 1,000
}

BOOST_AUTO_TEST_CASE(small_pools_are_searched_whole) {
  hnsw_index const index(std::vector<std::vector<float>>{{1, 0}, {2, 0}, {0, 0}, {-1, 0}});
  BOOST_TEST((index.nearest(std::vector<float>{3, 0}, 9) == std::vector<hit>{{0, 1}, {1, 1}, {2, 0}, {3, -1}}));
  BOOST_TEST(index.nearest(std::vector<float>{3, 0}, 0).empty());
  BOOST_TEST(hnsw_index().nearest(std::vector<float>{3, 0}, 2).empty());
  BOOST_TEST(hnsw_index(std::vector<std::vector<float>>{}).size() == 0u);
}

BOOST_AUTO_TEST_CASE(what_the_exact_index_refuses_is_refused) {
  using vectors = std::vector<std::vector<float>>;
  hnsw_index const index(vectors{{1, 0}});
  auto const wrong = std::numeric_limits<float>::quiet_NaN();
  BOOST_TEST(thrown_by([&] { hnsw_index(vectors{{1, 0}, {1}}); }) == errc::invalid_argument);
  BOOST_TEST(thrown_by([&] { hnsw_index(vectors{{1, wrong}}); }) == errc::invalid_argument);
  BOOST_TEST(thrown_by([&] { (void)index.nearest(std::vector<float>{1}, 1); }) == errc::invalid_argument);
  BOOST_TEST(thrown_by([&] { (void)index.nearest(std::vector<float>{1, wrong}, 1); }) == errc::invalid_argument);
  BOOST_TEST(thrown_by([&] { hnsw_index(vectors{{1, 0}}, {.links = 1}); }) == errc::invalid_argument);
}

BOOST_AUTO_TEST_CASE(one_seed_makes_one_graph_and_a_file_of_it_comes_back) {
  folder f;
  auto const vectors = random_vectors(500, 10, 3);
  hnsw_options const how{.links = 5, .breadth_made = 20, .breadth_search = 15, .seed = 7};
  hnsw_index const index(vectors, how);
  save_index(index, f / "one", {});
  save_index(hnsw_index(vectors, how), f / "two", {});
  BOOST_TEST((read_file(f / "one") == read_file(f / "two")));
  auto const opened = open_index<hnsw_index>(f / "one", {});
  BOOST_REQUIRE(opened.index.has_value());
  for (auto const& asked : random_vectors(30, 10, 4)) BOOST_REQUIRE((opened.index->nearest(asked, 7) == index.nearest(asked, 7)));
  save_index(*opened.index, f / "three", {});
  BOOST_TEST((read_file(f / "three") == read_file(f / "one")));
  BOOST_TEST(open_index<vector_index>(f / "one", {}).why_not == "holds an index of another kind");
  auto const bytes = read_file(f / "one");
  write_file(f / "cut", bytes.substr(0, bytes.size() / 2));
  BOOST_TEST(open_index<hnsw_index>(f / "cut", {}).why_not == "is damaged or cut short");
  save_index(hnsw_index(), f / "empty", {});
  BOOST_TEST(open_index<hnsw_index>(f / "empty", {}).index.value().size() == 0u);
}

BOOST_AUTO_TEST_CASE(threads_search_one_graph) {
  auto const vectors = random_vectors(400, 8, 5);
  hnsw_index const index(vectors);
  auto const wanted = index.nearest(vectors[9], 5);
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 300; ++i)
        if (index.nearest(vectors[9], 5) != wanted) std::abort();
    });
  for (auto& t : threads) t.join();
}

BOOST_FIXTURE_TEST_CASE(a_pool_by_a_graph_is_kept_too, kept_pool) {
  (void)embed_pool<hnsw_index>(model, pairs, {file, "one"});
  auto const asked = model.asked;
  auto const pool = embed_pool<hnsw_index>(model, pairs, {file, "one"});
  BOOST_TEST(model.asked == asked);
  BOOST_TEST(pool->nearest(model.by.vector("which mills"), 1).at(0).demonstration == 1u);
  BOOST_TEST(open()->note().find("holds an index of another kind") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

#endif
