// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/glove.hpp"

#include "db/support.hpp"
#include "t2s/retrieve/hashed_ngrams.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <numeric>
#include <random>
#include <thread>

using namespace t2s;
using namespace t2s::test;

namespace {

constexpr char const* small =
    "the 1 0 0\n"
    "river 0 2 0\n"
    "lake 0 1 -1.5e0\n"
    ". . . 9 9 9\n"  // GloVe's largest file has words with spaces
    ": 3 3 3\n"
    "12.5 4 4 4\n"
    "the 7 7 7\n";

std::vector<float> as_vector(std::span<float const> s) { return {s.begin(), s.end()}; }

template <class F>
std::string says(F f) {
  try {
    f();
  } catch (error const& e) {
    return e.what();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(glove_vectors)

BOOST_AUTO_TEST_CASE(words_are_found) {
  folder f;
  write_file(f / "v.txt", small);
  auto const g = retrieve::open_glove(f / "v.txt");
  BOOST_TEST(g.size() == 6u);
  BOOST_TEST(g.dimensions() == 3u);
  BOOST_TEST((as_vector(g.find("lake")) == std::vector<float>{0, 1, -1.5F}));
  BOOST_TEST((as_vector(g.find("the")) == std::vector<float>{1, 0, 0}));  // the first of two
  BOOST_TEST((as_vector(g.find(". . .")) == std::vector<float>{9, 9, 9}));
  BOOST_TEST(g.find("The").empty());
  BOOST_TEST(g.find("").empty());
}

// Section 3.2 of DART-SQL: the sum divided by the number of all tokens, including those without a vector.
BOOST_AUTO_TEST_CASE(the_mean_divides_by_all_tokens) {
  folder f;
  write_file(f / "v.txt", small);
  auto const g = retrieve::open_glove(f / "v.txt");
  BOOST_TEST((g.mean("The river") == std::vector<float>{0.5F, 1, 0}));
  BOOST_TEST((g.mean("the unheard-of river") == std::vector<float>{0.2F, 0.4F, 0}));  // the, unheard, -, of, river
  BOOST_TEST((g.mean("12.5: x") == std::vector<float>{7 / 3.0F, 7 / 3.0F, 7 / 3.0F}));
  BOOST_TEST((g.mean(" \n") == std::vector<float>{0, 0, 0}));
  auto const both = g.embed({"river", "lake"});
  BOOST_TEST((both.vectors == std::vector<std::vector<float>>{{0, 2, 0}, {0, 1, -1.5F}}));
  BOOST_TEST(both.prompt_tokens == 0u);
}

BOOST_AUTO_TEST_CASE(a_dictionary_in_tokens) {
  std::string lowered;
  auto const tokens = retrieve::vector_tokens(R"({"Full_Name": "Ford 3.5, 1,000."})", lowered);
  std::vector<std::string_view> const expected{"{",    "\"",  "full", "_",     "name", "\"", ":", "\"",
                                               "ford", "3.5", ",",    "1,000", ".",    "\"", "}"};
  BOOST_TEST((tokens == expected));
}

BOOST_AUTO_TEST_CASE(the_text_is_converted_once_and_again_when_it_changes) {
  folder f;
  write_file(f / "v.txt", small);
  (void)retrieve::open_glove(f / "v.txt");
  auto const first = std::filesystem::last_write_time(f / "v.txt.t2s");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  (void)retrieve::open_glove(f / "v.txt");
  BOOST_TEST((std::filesystem::last_write_time(f / "v.txt.t2s") == first));
  BOOST_TEST(f.bytes().size() == 2u);  // and nothing unfinished
  write_file(f / "v.txt", "pond 1 2\n");
  auto const g = retrieve::open_glove(f / "v.txt");
  BOOST_TEST(g.dimensions() == 2u);
  BOOST_TEST(g.size() == 1u);
  BOOST_TEST(retrieve::open_glove(f / "v.txt.t2s").size() == 1u);  // the binary form itself
  BOOST_TEST(g.identity() == retrieve::open_glove(f / "v.txt").identity());
  BOOST_TEST(retrieve::open_glove(f / "v.txt", "glove", f / "elsewhere").size() == 1u);
  BOOST_TEST(std::filesystem::exists(f / "elsewhere"));
}

BOOST_AUTO_TEST_CASE(word2vec_headings_and_carriage_returns_are_passed_over) {
  folder f;
  write_file(f / "v.txt", "2 3\r\na 1 2 3\r\n\r\nb 4 5 6\r\n");
  auto const g = retrieve::open_glove(f / "v.txt");
  BOOST_TEST(g.size() == 2u);
  BOOST_TEST((as_vector(g.find("b")) == std::vector<float>{4, 5, 6}));
}

BOOST_AUTO_TEST_CASE(errors_say_what_to_do) {
  folder f;
  auto const missing = says([&] { (void)retrieve::open_glove(f / "none.txt", "--glove"); });
  BOOST_TEST(missing.find("none.txt") != missing.npos);
  BOOST_TEST(missing.find("option --glove") != missing.npos);
  BOOST_TEST(says([] { (void)retrieve::open_glove("", "dart.glove"); }).find("option dart.glove") != std::string::npos);
  BOOST_TEST(thrown_by([&] { (void)retrieve::open_glove(f / ""); }) == errc::not_a_file);

  write_file(f / "v.txt", "a 1 2 3\nb 1 x 3\n");
  auto const wrong = says([&] { (void)retrieve::open_glove(f / "v.txt"); });
  BOOST_TEST(wrong.find("line 2 has \"x\"") != wrong.npos);
  BOOST_TEST(f.bytes().size() == 1u);
  write_file(f / "v.txt", "a 1 2 3\nb 1 2\n");
  BOOST_TEST(says([&] { (void)retrieve::open_glove(f / "v.txt"); }).find("line 2 has not 3 numbers") != std::string::npos);
  for (std::string const wrong_number : {"nan", "inf", "-inf", "NAN", "infinity", "1e39"}) {
    write_file(f / "v.txt", "a 1 2 3\nb 1 " + wrong_number + " 3\n");
    auto const said = says([&] { (void)retrieve::open_glove(f / "v.txt"); });
    BOOST_TEST(said.find((f / "v.txt").string()) != said.npos);
    BOOST_TEST(said.find("line 2 has \"" + wrong_number + "\"") != said.npos, said);
    BOOST_TEST(f.bytes().size() == 1u);
  }
  write_file(f / "v.txt", "alone\n");
  BOOST_TEST(thrown_by([&] { (void)retrieve::open_glove(f / "v.txt"); }) == errc::malformed_data);
  write_file(f / "v.txt", "");
  BOOST_TEST(thrown_by([&] { (void)retrieve::open_glove(f / "v.txt"); }) == errc::malformed_data);
  write_file(f / "w.txt", small);
  BOOST_TEST(thrown_by([&] { retrieve::convert_glove(f / "w.txt", f / "no" / "folder"); }) == errc::file_unwritable);
}

// The mapped file stays unchanged, even if another file gets its name.
BOOST_AUTO_TEST_CASE(opened_vectors_outlive_their_file) {
  folder f;
  write_file(f / "v.txt", small);
  auto const g = retrieve::open_glove(f / "v.txt");
  write_file(f / "v.txt", "pond 1 2\n");
  (void)retrieve::open_glove(f / "v.txt");
  std::filesystem::remove(f / "v.txt.t2s");
  BOOST_TEST((as_vector(g.find("river")) == std::vector<float>{0, 2, 0}));
}

BOOST_AUTO_TEST_CASE(damaged_files_are_refused_or_harmless) {
  folder f;
  write_file(f / "v.txt", small);
  (void)retrieve::open_glove(f / "v.txt");
  auto const whole = read_file(f / "v.txt.t2s");
  for (auto const cut : {std::size_t{0}, std::size_t{7}, std::size_t{40}, whole.size() - 1}) {
    write_file(f / "cut", whole.substr(0, cut));
    BOOST_TEST(thrown_by([&] { retrieve::glove const g(f / "cut"); }) == errc::malformed_data);
  }
  std::minstd_rand random(1);
  for (int i = 0; i < 3000; ++i) {
    auto bytes = whole;
    for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
    write_file(f / "damaged", bytes);
    try {
      retrieve::glove const g(f / "damaged");
      for (auto const* word : {"the", "river", "lake", ":", "absent"})
        for (auto const x : g.mean(word)) BOOST_REQUIRE(std::isfinite(x));
    } catch (error const& e) {
      BOOST_TEST(e.code() == errc::malformed_data);
    }
  }
}

// Compared with a plain map, over enough words that the table grows several times.
BOOST_AUTO_TEST_CASE(many_words) {
  folder f;
  std::mt19937 random(7);
  std::map<std::string, float> known;
  std::string text;
  for (int i = 0; i < 20'000; ++i) {
    auto const word = "w" + std::to_string(random() % 30'000);
    auto const x = static_cast<float>(random() % 1000);
    known.emplace(word, x);
    text.append(word).append(" ").append(std::to_string(x)).append(" 0\n");
  }
  write_file(f / "v.txt", text);
  auto const g = retrieve::open_glove(f / "v.txt");
  BOOST_TEST(g.size() == known.size());
  for (int i = 0; i < 30'000; ++i) {
    auto const word = "w" + std::to_string(i);
    auto const found = g.find(word);
    BOOST_REQUIRE(found.empty() != known.contains(word));
    if (!found.empty()) BOOST_REQUIRE(found[0] == known[word]);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hashed_ngram_vectors)

BOOST_AUTO_TEST_CASE(texts_spelt_alike_are_near) {
  retrieve::hashed_ngrams const by;
  auto const near = [&](char const* a, char const* b) {
    auto const x = by.vector(a), y = by.vector(b);
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
  };
  BOOST_TEST(near("How many rivers are there?", "How many rivers are there?") > 0.999);
  BOOST_TEST(near("names of the rivers", "the river's name") > near("names of the rivers", "all open invoices") + 0.2);
  BOOST_TEST((by.vector("?!") == std::vector<float>(256)));
  BOOST_TEST(by.identity() != retrieve::hashed_ngrams{128}.identity());
  BOOST_TEST(thrown_by([] { (void)retrieve::hashed_ngrams{0}.vector("a"); }) == errc::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
