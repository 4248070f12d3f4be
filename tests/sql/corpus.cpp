// SPDX-License-Identifier: BSL-1.0
// Every query of the corpora, compared with SQLite if SQLite is the reference.
#include "support.hpp"
#include "t2s/sql/print.hpp"

#include <map>

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

void expect_round_trip(std::string const& sql) {
  auto const q = must_parse(sql);
  for (bool const pretty : {false, true}) {
    auto const printed = print(q, {pretty});
    BOOST_TEST((must_parse(printed) == q), sql << "\n" << printed);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(corpus, *boost::unit_test::precondition(data_are_here))

BOOST_AUTO_TEST_CASE(all_gold_queries_parse_and_print) {
  auto samples = gold("dev.json");
  auto const train = gold("train.json");
  BOOST_TEST(samples.size() + train.size() == 8034U);
  samples.insert(samples.end(), train.begin(), train.end());
  for (auto const& s : samples) expect_round_trip(s.sql);
  for (auto const& sql : lines("corpus/bird_dev_part.sql")) expect_round_trip(sql);
}

BOOST_AUTO_TEST_CASE(printed_queries_give_the_rows_of_the_original) {
  std::map<std::string, database> open_databases;
  for (auto const& s : gold("dev.json")) {
    auto& db = open_databases[s.database];
    if (!db) db = open(data_folder() + "/databases/" + s.database + "/" + s.database + ".sqlite");
    auto const printed = print(must_parse(s.sql));
    BOOST_TEST((rows(db.get(), s.sql) == rows(db.get(), printed)), s.sql << "\n" << printed);
  }
}

BOOST_AUTO_TEST_CASE(predictions_parse_exactly_if_sqlite_takes_their_syntax) {
  auto const db = open_empty();
  for (auto const* name : {"dail_gpt4", "c3_gpt35", "graphix", "codex_few"})
    for (auto const& sql : lines("predictions/" + std::string(name) + ".sql")) {
      auto const message = complaint(db.get(), sql);
      BOOST_TEST(bool(parse(sql)) == !(is_about_syntax(message) || has_several_statements(sql)), sql << "\n" << message);
    }
}

BOOST_AUTO_TEST_SUITE_END()
