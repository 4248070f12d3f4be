// SPDX-License-Identifier: BSL-1.0
#include "t2s/evaluation/execution_accuracy.hpp"

#include "t2s/db/sqlite_connection.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>

using namespace t2s;
using evaluation::same_result;

namespace {

db::rows table(std::vector<std::vector<value>> values) {
  db::rows r;
  r.values = std::move(values);
  if (!r.values.empty()) r.columns.resize(r.values.front().size());
  return r;
}
value i(std::int64_t n) { return {n}; }

std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The official program takes of each line what stands before its first tab.
std::vector<std::string> predictions_of(std::string const& path) {
  std::ifstream in(path);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line.substr(0, line.find('\t')));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(execution_accuracy)

BOOST_AUTO_TEST_CASE(values_compare_as_in_python) {
  BOOST_TEST(same_result(table({{i(1)}}), table({{1.0}}), true));
  BOOST_TEST(same_result(table({{null_t()}}), table({{null_t()}}), true));
  BOOST_TEST(!same_result(table({{i(1)}}), table({{"1"}}), true));
  BOOST_TEST(!same_result(table({{0.1 + 0.2}}), table({{0.3}}), true));
}

BOOST_AUTO_TEST_CASE(rows_form_a_bag_or_a_list) {
  auto const a = table({{i(1)}, {i(2)}, {i(2)}}), b = table({{i(2)}, {i(1)}, {i(2)}}), c = table({{i(1)}, {i(1)}, {i(2)}});
  BOOST_TEST(same_result(a, b, false));
  BOOST_TEST(!same_result(a, b, true));
  BOOST_TEST(!same_result(a, c, false));
}

BOOST_AUTO_TEST_CASE(columns_may_stand_in_any_order) {
  auto const a = table({{i(1), "x"}, {i(2), "y"}}), b = table({{"x", i(1)}, {"y", i(2)}}), c = table({{"y", i(1)}, {"x", i(2)}});
  BOOST_TEST(same_result(a, b, true));
  BOOST_TEST(!same_result(a, c, false));
  BOOST_TEST(!same_result(a, table({{i(1)}, {i(2)}}), false));
}

BOOST_AUTO_TEST_CASE(two_empty_results_are_equal) {
  auto none = db::rows(), other = db::rows();
  other.columns = {"a", "b"};
  BOOST_TEST(same_result(none, other, true));
  BOOST_TEST(!same_result(none, table({{i(1)}}), false));
}

BOOST_AUTO_TEST_CASE(statements_are_made_ready) {
  BOOST_TEST(evaluation::official_sql("SELECT DISTINCT a , COUNT(distinct b) FROM t WHERE c > = 1; DROP TABLE t") ==
             "SELECT  a , COUNT( b) FROM t WHERE c >= 1;");
  BOOST_TEST(evaluation::official_sql("SELECT 'distinct'") == "SELECT 'distinct'");
  BOOST_TEST(evaluation::official_sql("SELECT DISTINCT a", evaluation::distinct::kept) == "SELECT DISTINCT a");
  BOOST_TEST(evaluation::official_sql("SELECT year ( CURDATE() ) - a") == "SELECT 2020- a");
  BOOST_TEST(evaluation::official_prediction("SELECT a FROM t WHERE b = value") == "SELECT a FROM t WHERE b = 1");
  BOOST_TEST(evaluation::order_matters("select a from t Order By b"));
  BOOST_TEST(!evaluation::order_matters("select a from t order  by b"));
}

// The official evaluator's verdicts on 4 x 1,034 predictions.
BOOST_AUTO_TEST_CASE(verdicts_are_those_of_the_official_evaluator) {
  std::string const data = T2S_SPIDER_DIR;
  if (data.empty()) {
    BOOST_TEST_MESSAGE("skipped: T2S_SPIDER_DIR is not set");
    return;
  }
  auto const questions = retrieve::read_pool(data + "/dev.json");
  db::sqlite_options generous;
  generous.immutable = true;
  generous.limits.time = std::chrono::seconds(60);
  generous.limits.rows = 10'000'000;
  generous.limits.bytes = std::size_t{1} << 31U;
  std::map<std::string, std::unique_ptr<db::sqlite_connection>> databases;
  for (auto const* name : {"dail_gpt4", "c3_gpt35", "graphix", "codex_few"}) {
    auto const verdicts = boost::json::parse(content_of(data + "/verdicts/" + name + ".json"));
    auto const predictions = predictions_of(data + "/predictions/" + std::string(name) + ".sql");
    BOOST_REQUIRE(predictions.size() == questions.size());
    std::size_t wrong = 0;
    for (std::size_t q = 0; q < questions.size(); ++q) {
      auto const& id = questions[q].database;
      auto& database = databases[id];
      if (!database) database = std::make_unique<db::sqlite_connection>(data + "/databases/" + id + "/" + id + ".sqlite", generous);
      bool const ex =
          evaluation::execution_match(questions[q].sql, predictions[q], [&](std::string const& sql) { return database->execute(sql); });
      bool const expected = verdicts.as_array()[q].at("ex").to_number<int>() != 0;
      if (ex == expected) continue;
      ++wrong;
      BOOST_TEST_MESSAGE(name << " " << q << ": " << predictions[q] << " | " << questions[q].sql);
    }
    BOOST_TEST(wrong == 0u, name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
