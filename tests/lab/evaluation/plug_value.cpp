// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/plug_value.hpp"

#include "support/rest_of.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <map>
#include <memory>
#include <set>

using namespace t2s;
using evaluation::distinct;
using evaluation::plug_value;

namespace {

std::set<std::string> all(plug_value ways) {
  std::set<std::string> out;
  while (auto const way = ways.next()) out.insert(*way);
  return out;
}

using wanted = std::set<std::string>;

/// EX of published predictions on the published databases.
class scorer {
 public:
  scorer() : questions_(retrieve::read_pool(data_ + "/dev.json")) {}

  void check(std::string const& verdicts_name, std::string const& name, bool plugged, distinct d) {
    std::ifstream file(data_ + "/verdicts/" + verdicts_name + ".json");
    auto const verdicts = boost::json::parse(streams::rest_of(file));
    std::ifstream in(data_ + "/predictions/" + name + ".sql");
    std::string line;
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      BOOST_REQUIRE(std::getline(in, line));
      bool const ex = verdicts.as_array()[i].at("ex").to_number<int>() != 0;
      BOOST_TEST(right(i, line.substr(0, line.find('\t')), plugged, d) == ex, verdicts_name << " " << i);
    }
  }

 private:
  bool right(std::size_t i, std::string const& predicted, bool plugged, distinct d) {
    auto const run = [&](std::string const& sql) { return database(questions_[i].database).execute(sql); };
    if (evaluation::execution_match(questions_[i].sql, predicted, run, d)) return true;
    if (!plugged) return false;
    auto const gold = evaluation::official_sql(questions_[i].sql, d);
    auto const expected = run(gold);
    plug_value ways(questions_[i].sql, predicted, d);
    while (auto const way = ways.next()) {
      auto const given = run(*way);
      if (given.ok() && evaluation::same_result(expected.rows, given.rows, evaluation::order_matters(gold))) return true;
    }
    return false;
  }

  db::sqlite_connection& database(std::string const& id) {
    auto& open = open_[id];
    db::sqlite_options options;
    options.immutable = true;
    options.limits.time = std::chrono::seconds(60);
    options.limits.rows = 10'000'000;
    options.limits.bytes = std::size_t{1} << 31U;
    if (!open) open = std::make_unique<db::sqlite_connection>(data_ + "/databases/" + id + "/" + id + ".sqlite", options);
    return *open;
  }

  std::string data_ = T2S_SPIDER_DIR;
  std::vector<demonstration> questions_;
  std::map<std::string, std::unique_ptr<db::sqlite_connection>> open_{};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(plug_values)

// The official program's result for each pair.
BOOST_AUTO_TEST_CASE(small_cases) {
  BOOST_TEST(all({"SELECT a FROM t WHERE b = 'x' AND c = 2", "SELECT a FROM t WHERE B = 'y'"}) ==
             (wanted{"select a from t where b = 'x'", "select a from t where b = 2"}));
  BOOST_TEST(all({"SELECT a FROM t WHERE b = 1.5", "SELECT T1.a FROM t AS T1 WHERE b=7 LIMIT 3"}) ==
             (wanted{"select t1 . a from t as t1 where b = 1.5 limit 1.5"}));
  BOOST_TEST(all({"SELECT a FROM t", "SELECT a FROM t WHERE b = 1"}) == wanted{});
  BOOST_TEST(all({"SELECT a FROM t WHERE b = 1", "SELECT A FROM t;"}) == wanted{"select a from t"});
}

BOOST_AUTO_TEST_CASE(ways_are_made_one_after_another) {
  std::string gold = "SELECT a FROM t WHERE b IN ( 11", predicted = "SELECT a FROM t WHERE b IN ( 11";
  for (int i = 12; i < 99; ++i) {
    gold += " , " + std::to_string(i);
    predicted += " , " + std::to_string(i);
  }
  plug_value ways(gold, predicted);
  BOOST_TEST(ways.next().has_value());
}

BOOST_AUTO_TEST_CASE(verdicts_are_those_of_the_official_evaluator) {
  if (std::string_view(T2S_SPIDER_DIR).empty()) {
    BOOST_TEST_MESSAGE("skipped: T2S_SPIDER_DIR is not set");
    return;
  }
  scorer s;
  s.check("plug_value_dail_gpt4", "dail_gpt4", true, distinct::dropped);
  s.check("keep_distinct_c3_gpt35", "c3_gpt35", false, distinct::kept);
}

BOOST_AUTO_TEST_SUITE_END()
