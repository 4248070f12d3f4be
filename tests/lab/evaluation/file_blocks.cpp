// SPDX-License-Identifier: BSL-1.0
// Files that are read in blocks have the same content as when read at once; other forms are left to the readers of whole files.
#include "t2s/lab/evaluation/detail/file_blocks.hpp"

#include "support/folder.hpp"
#include "t2s/pipeline/detail/gold_answers.hpp"

#include <boost/test/unit_test.hpp>

#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace ev = t2s::evaluation;

namespace {

/// A file that is deleted with the object.
struct temporary_file {
  t2s::test::folder in{"blocks"};
  std::string path = (in / "it").string();

  explicit temporary_file(std::string const& content) { t2s::test::write_file(path, content); }
};

struct read_so {
  bool done = false;
  std::size_t blocks = 0;
  std::vector<std::string> texts{};
};

read_so gold_of(std::string const& content, std::size_t bytes) {
  temporary_file const file(content);
  read_so out;
  out.done = ev::read_gold_in_blocks(
      file.path,
      [&](ev::gold_set some) {
        ++out.blocks;
        for (auto const& q : some.questions) out.texts.push_back(q.question + "|" + q.sql);
        return true;
      },
      bytes);
  return out;
}

read_so predictions_of(std::string const& content, std::size_t bytes) {
  temporary_file const file(content);
  read_so out;
  out.done = ev::read_predictions_in_blocks(
      file.path,
      [&](ev::prediction_set some) {
        ++out.blocks;
        for (auto const& p : some.predictions) out.texts.push_back(p.sql);
        return true;
      },
      bytes);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(file_blocks)

BOOST_AUTO_TEST_CASE(questions_are_those_of_the_whole_file) {
  std::string json = "\xEF\xBB\xBF [\n";
  std::vector<std::string> wanted;
  for (int i = 0; i < 200; ++i) {
    auto const number = std::to_string(i);
    json += std::string(i == 0 ? "" : " ,\n") + R"({"db_id":"d","question":"a \"}],{[ \\ )" + number + R"(","query":"SELECT ')" + number +
            R"(}'","toks":["[", {"}": 1}]})";
    wanted.push_back(R"(a "}],{[ \ )" + number + "|SELECT '" + number + "}'");
  }
  json += "\n]\n";
  for (std::size_t const bytes : {1U, 100U, 1000U, 1'000'000U}) {
    auto const found = gold_of(json, bytes);
    BOOST_TEST(found.done);
    BOOST_TEST(found.texts == wanted, boost::test_tools::per_element());
    BOOST_TEST((found.blocks == 1) == (bytes > json.size()));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_or_of_another_form_is_left_to_others) {
  std::string const one = R"({"db_id":"d","question":"q","query":"SELECT 1"})";
  for (auto const& json :
       {"{}" + one, one, "[" + one, "[" + one + ",]", "[" + one + one + "]", "[" + one + "] x", std::string("[1]"), "[" + one + ", 1]",
        "[" + one + R"(,{"db_id":"d","question":"q"}])", std::string("SELECT 1\td\n"), std::string()})
    for (std::size_t const bytes : {1U, 1000U}) BOOST_TEST(!gold_of(json, bytes).done, json);
  BOOST_TEST(gold_of("[]", 1).texts.empty());
}

BOOST_AUTO_TEST_CASE(predictions_are_those_of_the_whole_file) {
  std::vector<std::string> wanted;
  std::string lines, json_lines;
  for (int i = 0; i < 100; ++i) {
    wanted.push_back("SELECT " + std::to_string(i));
    lines += wanted.back() + (i % 2 == 0 ? "\tdb\r\n" : "\n");
    json_lines += R"({"sql":")" + wanted.back() + "\"}\n";
  }
  for (auto const& content : {lines, lines.substr(0, lines.size() - 1), json_lines, "\xEF\xBB\xBF" + lines})
    for (std::size_t const bytes : {1U, 100U, 1'000'000U}) {
      auto const found = predictions_of(content, bytes);
      BOOST_TEST(found.done);
      BOOST_TEST(found.texts == wanted, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(predictions_of_other_forms_are_left_to_others) {
  for (std::string const content :
       {"[\"SELECT 1\"]\n", "{\"0\":\"SELECT 1\"}\n", "{\n\"0\":\"SELECT 1\"\n}\n", "SELECT 1\n\nSELECT 2\n", "SELECT 1\n \n",
        "SELECT 1\rSELECT 2\nSELECT 3\n", "SELECT '\xFF'\n", "{\"sql\":\"SELECT 1\"}\n{\"sql\":1}\n", "{\"sql\":\"SELECT 1\"}\nSELECT 2\n"})
    for (std::size_t const bytes : {1U, 1000U}) BOOST_TEST(!predictions_of(content, bytes).done, content);
}

BOOST_AUTO_TEST_SUITE_END()
