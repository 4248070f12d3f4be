// SPDX-License-Identifier: BSL-1.0
// A small data set in a test folder: two databases, eight questions, files of drafts.
#ifndef T2S_TESTS_STUDY_SUPPORT_HPP
#define T2S_TESTS_STUDY_SUPPORT_HPP

#include "db/support.hpp"
#include "t2s/lab/studies/detail/question_set.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace t2s::test {

/// Removed with the test.
struct apiary {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("t2s_study_" + std::to_string(::getpid()));

  struct asked {
    char const *database, *question, *gold;
  };
  static constexpr asked questions[] = {
      {"bees", "How many hives are there?", "SELECT count(*) FROM hive"},
      {"bees", "What are the names of all hives?", "SELECT name FROM hive"},
      {"bees", "Which hives are in the meadow?", "SELECT name FROM hive WHERE yard = 'meadow'"},
      {"bees", "What is the largest weight?", "SELECT max(weight) FROM hive"},
      {"shop", "How many jars are there?", "SELECT count(*) FROM jar"},
      {"shop", "List the labels by price.", "SELECT label FROM jar ORDER BY price"},
      {"shop", "Which jars cost more than 5?", "SELECT label FROM jar WHERE price > 5"},
      {"shop", "What does the average jar cost?", "SELECT avg(price) FROM jar"},
  };

  apiary() {
    std::filesystem::create_directories(path / "databases/bees");
    std::filesystem::create_directories(path / "databases/shop");
    make_database((path / "databases/bees/bees.sqlite").string(),
                  "CREATE TABLE hive (id INTEGER PRIMARY KEY, name TEXT, yard TEXT, weight REAL);"
                  "INSERT INTO hive VALUES (1, 'Ada', 'meadow', 10.5), (2, 'Bea', 'forest', 12), (3, 'Cleo', 'meadow', 9);"
                  "CREATE TABLE keeper (id INTEGER PRIMARY KEY, name TEXT, hive_id INTEGER REFERENCES hive (id));"
                  "INSERT INTO keeper VALUES (1, 'Kim', 1), (2, 'Lou', 2);");
    make_database((path / "databases/shop/shop.sqlite").string(),
                  "CREATE TABLE jar (id INTEGER PRIMARY KEY, label TEXT, price REAL);"
                  "INSERT INTO jar VALUES (1, 'linden', 4), (2, 'heather', 7), (3, 'clover', 6);");
    std::string json;
    for (auto const& q : questions)
      json += std::string(json.empty() ? "[" : ",") + R"({"db_id":")" + q.database + R"(","question":")" + q.question + R"(","query":")" +
              q.gold + R"("})";
    write("dev.json", json + "]");
  }
  apiary(apiary const&) = delete;
  apiary& operator=(apiary const&) = delete;
  ~apiary() { std::filesystem::remove_all(path); }

  std::string write(std::string const& name, std::string const& content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return (path / name).string();
  }
  /// A file of predictions: the gold SQL, except at some positions.
  [[nodiscard]] std::string predictions(std::string const& name, std::vector<std::pair<std::size_t, std::string>> const& but) const {
    std::string lines;
    for (std::size_t i = 0; i < std::size(questions); ++i) {
      std::string sql = questions[i].gold;
      for (auto const& [at, other] : but)
        if (at == i) sql = other;
      lines += sql + "\n";
    }
    return write(name, lines);
  }
  [[nodiscard]] studies::question_set data() const { return studies::question_set(path); }
};

}  // namespace t2s::test

#endif
