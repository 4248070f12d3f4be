// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/detail/bm25.hpp"

#include <boost/test/unit_test.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace t2s::retrieve;
using t2s::demonstration;

namespace {

/// SQLite's own full-text search over the same questions.
class reference {
 public:
  explicit reference(std::vector<demonstration> const& pool) {
    BOOST_REQUIRE(sqlite3_open(":memory:", &db_) == SQLITE_OK);
    run("CREATE VIRTUAL TABLE q USING fts5(question)");
    for (auto const& d : pool) run("INSERT INTO q(question) VALUES ('" + d.question + "')");
  }
  ~reference() { sqlite3_close(db_); }
  reference(reference const&) = delete;
  reference& operator=(reference const&) = delete;

  [[nodiscard]] std::vector<hit> nearest(std::set<std::string> const& words) const {
    std::string match;
    for (auto const& w : words) match.append(match.empty() ? "" : " OR ").append("\"").append(w).append("\"");
    auto const sql = "SELECT rowid - 1, -bm25(q) FROM q WHERE q MATCH '" + match + "'";
    std::vector<hit> hits;
    sqlite3_stmt* s = nullptr;
    BOOST_REQUIRE(sqlite3_prepare_v2(db_, sql.c_str(), -1, &s, nullptr) == SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW)
      hits.push_back({static_cast<std::size_t>(sqlite3_column_int64(s, 0)), sqlite3_column_double(s, 1)});
    sqlite3_finalize(s);
    return hits;
  }

 private:
  void run(std::string const& sql) { BOOST_REQUIRE(sqlite3_exec(db_, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK); }
  sqlite3* db_ = nullptr;
};

std::string sentence(std::mt19937& random, std::size_t words, std::set<std::string>* said = nullptr) {
  std::string text;
  for (std::size_t i = 0; i < words; ++i) {
    auto const n = random() % 40;
    auto const word = "W" + std::to_string(n * n % 41);  // some words are more frequent than others
    text.append(text.empty() ? "" : i % 3 == 0 ? ", " : " ").append(word);
    if (said) said->insert(word);
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bm25_)

BOOST_AUTO_TEST_CASE(scores_are_those_of_fts5) {
  std::mt19937 random(3);
  std::vector<demonstration> pool;
  for (int i = 0; i < 300; ++i) pool.push_back({"d", sentence(random, 1 + random() % 12), "SELECT 1", "", ""});
  bm25 const index(pool);
  reference const by_sqlite(pool);
  for (int i = 0; i < 50; ++i) {
    std::set<std::string> words;
    auto const question = sentence(random, 1 + random() % 8, &words);
    auto const wanted = by_sqlite.nearest(words);
    auto const found = index.nearest(question, pool.size());
    BOOST_REQUIRE(found.size() == wanted.size());
    for (auto const& w : wanted) {
      auto const same = std::ranges::find(found, w.demonstration, &hit::demonstration);
      BOOST_REQUIRE((same != found.end()));
      BOOST_TEST(std::abs(same->similarity - w.similarity) < 1e-9);
    }
    BOOST_TEST(std::ranges::is_sorted(found, std::greater(), &hit::similarity));
  }
}

BOOST_AUTO_TEST_CASE(equals_keep_their_order_and_strangers_stay_out) {
  bm25 const index({{"a", "How many shops?", "1", "", ""}, {"a", "How MANY shops", "2", "", ""}, {"a", "The oldest tree", "3", "", ""}});
  auto const found = index.nearest("how many shops are there", 5);
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].demonstration == 0u);
  BOOST_TEST(found[0].similarity == found[1].similarity);
  BOOST_TEST(index.nearest("how many", 1).size() == 1u);
  BOOST_TEST(index.nearest("?!", 5).empty());
  BOOST_TEST(index.nearest("", 5).empty());
  BOOST_TEST(bm25().nearest("how", 5).empty());
}

BOOST_AUTO_TEST_SUITE_END()
