// SPDX-License-Identifier: BSL-1.0
#include "t2s/lab/evaluation/detail/exact_match.hpp"

#include "support/rest_of.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <fstream>
#include <map>

using namespace t2s;
using namespace t2s::evaluation;

namespace {

/// 0, 1, false or true.
bool is_true(boost::json::value const& v) { return v.is_bool() ? v.as_bool() : v.to_number<int>() != 0; }

official_schema library() {
  auto const table = [](std::string name, std::vector<std::string> columns) {
    schema::table t;
    t.name = std::move(name);
    for (auto& c : columns) t.columns.emplace_back().name = std::move(c);
    return t;
  };
  schema::database const tables({table("Writer", {"writer_id", "name", "born", "city"}),
                                 table("Book", {"book_id", "title", "writer_id", "pages", "price"}),
                                 table("Loan", {"loan_id", "book_id", "reader", "days"})});
  declared_keys keys;
  keys.columns.push_back({"", "*"});
  for (auto const& t : tables.tables())
    for (auto const& c : t.columns) keys.columns.push_back({t.name, c.name});
  keys.pairs = {{7, 1}, {11, 5}};  // Book.writer_id, Writer.writer_id; Loan.book_id, Book.book_id
  return official_schema(tables, keys);
}

struct verdict {
  std::string gold, predicted;
  bool parsed, equal;
  hardness level;
  std::string wrong_parts;
};

std::string wrong_parts(exact_match const& m) {
  std::string out;
  for (std::size_t i = 0; i < m.parts.size(); ++i)
    if (!m.parts[i].agrees) out.append(out.empty() ? "" : " | ").append(exact_match::part_names[i]);
  return out;
}

std::string content_of(std::string const& path) {
  std::ifstream in(path, std::ios::binary);
  return streams::rest_of(in);
}

/// The published questions and the schemas of their databases.
struct reference {
  std::string data = T2S_SPIDER_DIR;
  std::vector<demonstration> questions{};
  std::map<std::string, official_schema> schemas{};

  reference() {
    if (data.empty()) return;
    questions = retrieve::read_pool(data + "/dev.json");
    auto const keys = read_declared_keys(data + "/tables.json");
    db::sqlite_options options;
    options.immutable = true;
    for (auto const& q : questions)
      if (auto const& id = q.database; !schemas.contains(id))
        schemas.try_emplace(id, db::sqlite_connection(data + "/databases/" + id + "/" + id + ".sqlite", options).schema(), keys.at(id));
  }

  [[nodiscard]] std::vector<std::string> predictions(std::string const& name) const {
    std::vector<std::string> out;
    if (name == "gold") {
      for (auto const& q : questions) out.push_back(q.sql);
      return out;
    }
    std::ifstream in(data + "/predictions/" + name + ".sql");
    for (std::string line; std::getline(in, line);) out.push_back(line.substr(0, line.find('\t')));
    return out;
  }
  [[nodiscard]] boost::json::value verdicts(std::string const& name) const {
    return boost::json::parse(content_of(data + "/verdicts/" + name + ".json"));
  }
};

reference const& published() {
  static reference const r;
  return r;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(exact_match_)

// The official program's verdict on each pair.
BOOST_AUTO_TEST_CASE(small_cases) {
  auto const schema = library();
  std::vector<verdict> const verdicts{
      {"SELECT name FROM writer", "select NAME from Writer", true, true, hardness::easy, ""},
      {"SELECT name , city FROM writer", "SELECT city , name FROM writer", true, true, hardness::medium, ""},
      {"SELECT DISTINCT city FROM writer", "SELECT city FROM writer", true, true, hardness::easy, ""},
      {"SELECT title FROM book WHERE pages > 100", "SELECT title FROM book WHERE pages > 7", true, true, hardness::easy, ""},
      {"SELECT title FROM book WHERE pages > 100", "SELECT title FROM book WHERE pages>100", true, true, hardness::easy, ""},
      {"SELECT title FROM book WHERE pages >= 100", "SELECT title FROM book WHERE pages > = 100", true, true, hardness::easy, ""},
      {"SELECT title FROM book WHERE pages != 100", "SELECT title FROM book WHERE pages <> 100", false, false, hardness::easy,
       "select | select(no AGG) | where | where(no OP) | keywords"},
      {"SELECT T1.title FROM book AS T1 JOIN writer AS T2 ON T1.writer_id = T2.writer_id",
       "SELECT b.title FROM writer AS w JOIN book AS b ON b.writer_id = w.writer_id", true, true, hardness::easy, ""},
      {"SELECT T1.title FROM book AS T1 JOIN writer AS T2 ON T1.writer_id = T2.writer_id",
       "SELECT b.title FROM book b JOIN writer w ON b.writer_id = w.writer_id", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT T1.title FROM book AS T1 JOIN writer AS T2 ON T1.writer_id = T2.writer_id",
       "SELECT T1.title FROM book AS T1 LEFT JOIN writer AS T2 ON T1.writer_id = T2.writer_id", false, false, hardness::easy,
       "select | select(no AGG)"},
      {"SELECT T1.title FROM book AS T1 JOIN writer AS T2 ON T1.writer_id = T2.writer_id",
       "SELECT T1.title FROM book AS T1 JOIN writer AS T2", true, true, hardness::easy, ""},
      {"SELECT T2.writer_id FROM book AS T1 JOIN writer AS T2 ON T1.writer_id = T2.writer_id GROUP BY T2.writer_id",
       "SELECT T1.writer_id FROM book AS T1 JOIN writer AS T2 ON T1.writer_id = T2.writer_id GROUP BY T1.writer_id", true, true,
       hardness::medium, ""},
      {"SELECT writer_id FROM book", "SELECT writer_id FROM writer", true, false, hardness::easy, ""},
      {"SELECT count(*) FROM book WHERE pages > 1 AND price < 2", "SELECT count(*) FROM book WHERE price < 2 AND pages > 1", true, true,
       hardness::medium, ""},
      {"SELECT count(*) FROM book WHERE pages > 1 AND price < 2", "SELECT count(*) FROM book WHERE pages > 1 OR price < 2", true, false,
       hardness::medium, "and/or | keywords"},
      {"SELECT title FROM book ORDER BY pages LIMIT 3", "SELECT title FROM book ORDER BY pages ASC LIMIT 1", true, true, hardness::medium,
       ""},
      {"SELECT title FROM book ORDER BY pages", "SELECT title FROM book ORDER BY pages LIMIT 1", true, false, hardness::easy,
       "order | keywords"},
      {"SELECT title FROM book ORDER BY pages DESC , price", "SELECT title FROM book ORDER BY pages , price DESC", true, true,
       hardness::easy, ""},
      {"SELECT city FROM writer GROUP BY city HAVING count(*) > 1 AND avg(born) > 2",
       "SELECT city FROM writer GROUP BY city HAVING avg(born) > 2 AND count(*) > 1", true, false, hardness::easy, "group"},
      {"SELECT name FROM writer WHERE writer_id NOT IN (SELECT writer_id FROM book WHERE pages > 5)",
       "SELECT name FROM writer WHERE writer_id NOT IN (SELECT writer_id FROM book WHERE pages > 9)", true, true, hardness::hard, ""},
      {"SELECT name FROM writer WHERE writer_id IN (SELECT writer_id FROM book)",
       "SELECT name FROM writer WHERE writer_id IN (SELECT DISTINCT writer_id FROM book)", true, false, hardness::hard, "where"},
      {"SELECT name FROM writer WHERE city = 'a' UNION SELECT name FROM writer WHERE born = 1",
       "SELECT name FROM writer WHERE city = 'b' UNION SELECT name FROM writer WHERE born = 2", true, true, hardness::hard, ""},
      {"SELECT name FROM writer EXCEPT SELECT name FROM writer WHERE born = 1",
       "SELECT name FROM writer INTERSECT SELECT name FROM writer WHERE born = 1", true, false, hardness::hard, "IUEN | keywords"},
      {"SELECT count(*) FROM (SELECT title FROM book WHERE pages > 5)", "SELECT count(*) FROM (SELECT title FROM book WHERE pages > 9)",
       true, false, hardness::easy, ""},
      {"SELECT count(*) FROM (SELECT title FROM book WHERE pages > 5)", "SELECT count(*) FROM ( select TITLE from book where pages > 5.0 )",
       true, true, hardness::easy, ""},
      {"SELECT title FROM book WHERE title LIKE '%a%'", "SELECT title FROM book WHERE title LIKE \"it's\"", false, false, hardness::medium,
       "select | select(no AGG) | where | where(no OP) | keywords"},
      {"SELECT title FROM book WHERE pages BETWEEN 1 AND 2", "SELECT title FROM book WHERE pages BETWEEN price AND 2", true, true,
       hardness::easy, ""},
      {"SELECT max(price) , min(price) FROM book", "SELECT min(price) , max(price) FROM book", true, true, hardness::medium, ""},
      {"SELECT max(price) FROM book", "SELECT min(price) FROM book", true, false, hardness::easy, "select"},
      {"SELECT price - pages FROM book", "SELECT price-pages FROM book", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book", "SELECT title FROM book , writer", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book", "SELECT `title` FROM book", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book", "SELECT title AS t FROM book", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book", "SELECT title FROM book LIMIT", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book", "SELECT title FROM book ; DROP TABLE book", true, true, hardness::easy, ""},
      {"SELECT title FROM book", "SELECT title FROM book nonsense", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book", "SELECT title FROM book WHERE price IS NOT NULL", false, false, hardness::easy, "select | select(no AGG)"},
      {"SELECT title FROM book WHERE price = 1 AND pages = 2", "SELECT title FROM book WHERE price = 1 pages = 2", true, false,
       hardness::medium, "where | where(no OP) | and/or"},
      {"SELECT title FROM book WHERE price = 1", "SELECT title FROM book WHERE price IN (1 , 2)", false, false, hardness::easy,
       "select | select(no AGG) | where | where(no OP) | keywords"},
      {"SELECT name FROM writer GROUP BY name HAVING count(*) > 1 AND max(born) < 2 AND min(born) > 1", "SELECT name FROM writer", true,
       false, hardness::medium, "group(no Having) | group | keywords"},
      {"SELECT T1.name FROM writer AS T1 JOIN book AS T2 ON T1.writer_id = T2.writer_id JOIN loan AS T3 ON T2.book_id = T3.book_id WHERE "
       "T3.days > 3 GROUP BY T1.name ORDER BY count(*) DESC LIMIT 1",
       "SELECT T1.name FROM writer AS T1 JOIN book AS T2 ON T1.writer_id = T2.writer_id JOIN loan AS T3 ON T3.book_id = T2.book_id WHERE "
       "T3.days > 3 GROUP BY T1.name ORDER BY count(*) DESC LIMIT 1",
       true, true, hardness::extra, ""},
  };
  for (auto const& v : verdicts) {
    auto const gold = read_official(v.gold, schema);
    BOOST_REQUIRE(gold);
    auto const predicted = read_official(v.predicted, schema);
    auto const m = compare(predicted, *gold);
    BOOST_TEST(predicted.has_value() == v.parsed, v.predicted);
    BOOST_TEST(m.equal == v.equal, v.predicted);
    BOOST_TEST(name_of(hardness_of(*gold)) == name_of(v.level), v.gold);
    BOOST_TEST(wrong_parts(m) == v.wrong_parts, v.predicted);
  }
}

BOOST_AUTO_TEST_CASE(totals_of_connectives_stand_exchanged) {
  auto const schema = library();
  auto const m = compare(read_official("SELECT title FROM book WHERE pages = 1 AND price = 2", schema),
                         *read_official("SELECT title FROM book WHERE pages = 1", schema));
  BOOST_TEST((m.parts[7] == partial_score{1, 0, false}));
}

// The official program reads the first and then stops with an error: a connective is in the place of a condition.
BOOST_AUTO_TEST_CASE(conditions_out_of_turn_are_not_read) {
  auto const schema = library();
  BOOST_TEST(!read_official("SELECT title FROM book WHERE pages = 1 price = 2 AND book_id = 3", schema));
  BOOST_TEST(!read_official("SELECT title FROM book WHERE pages = 1 price = (SELECT days FROM loan)", schema));
}

BOOST_AUTO_TEST_CASE(no_bytes_do_harm) {
  auto const schema = library();
  for (std::string const part : {"(", "select ", "from (select * ", "select * from book union ", "where pages in (select * from book ",
                                 "as ", "'", "\xFF", "select count(", "having ", "book as a join ", "between 1 and ", ". ", ", "}) {
    std::string sql = "select * from book ";
    for (int i = 0; i < 3000; ++i) sql += part;
    BOOST_CHECK_NO_THROW((void)read_official(sql, schema));
  }
  std::string deep = "select * from book";
  for (int i = 0; i < 150; ++i) deep += " union select * from book";
  auto const q = read_official(deep, schema);
  BOOST_REQUIRE(q);
  BOOST_TEST(compare(q, *q).equal);
}

BOOST_AUTO_TEST_CASE(keys_that_are_not_keys) {
  BOOST_CHECK_THROW((void)parse_declared_keys("{}", "x.json"), error);
  BOOST_CHECK_THROW((void)parse_declared_keys(R"([{"db_id": "a"}])", "x.json"), error);
  auto const* wrong = R"([{"db_id": "a", "table_names_original": ["t"], "column_names_original": [[-1, "*"]], "foreign_keys": [[0, 7]]}])";
  BOOST_CHECK_THROW((void)parse_declared_keys(wrong, "x.json"), error);
  auto const said = [](std::string_view content) -> std::string {
    try {
      (void)parse_declared_keys(content, "x.json");
    } catch (error const& e) {
      return e.what();
    }
    return {};
  };
  BOOST_TEST(said("[{\"db_id\"").starts_with("x.json: line 1 is not JSON"));
  BOOST_TEST(said(R"([{}])").starts_with("x.json: element 0 has no \"db_id\""));
  BOOST_TEST(said(R"([{"db_id": "a"}])").starts_with("x.json: element 0 (a) has no list \"table_names_original\""));
  BOOST_TEST(said(wrong).starts_with("x.json: element 0 (a) names a column by something other than a number from 0 to 1 (excluded)"));
  BOOST_TEST(said(wrong).find("boost") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(verdicts_are_those_of_the_official_evaluator) {
  auto const& r = published();
  if (r.data.empty()) {
    BOOST_TEST_MESSAGE("skipped: T2S_SPIDER_DIR is not set");
    return;
  }
  for (std::string const name : {"gold", "dail_gpt4", "c3_gpt35", "graphix", "codex_few"}) {
    auto const verdicts = r.verdicts(name);
    auto const predictions = r.predictions(name);
    BOOST_REQUIRE(predictions.size() == r.questions.size());
    auto const begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < predictions.size(); ++i) {
      auto const& schema = r.schemas.at(r.questions[i].database);
      auto const gold = read_official(r.questions[i].sql, schema);
      BOOST_REQUIRE(gold);
      auto const predicted = read_official(with_values_as_one(predictions[i]), schema);
      auto const& v = verdicts.as_array()[i];
      BOOST_TEST(predicted.has_value() == is_true(v.at("parsed")), name << " " << i);
      BOOST_TEST(compare(predicted, *gold).equal == is_true(v.at("em")), name << " " << i);
      BOOST_TEST(name_of(hardness_of(*gold)) == std::string_view(v.at("hardness").as_string()), name << " " << i);
    }
    std::chrono::duration<double, std::milli> const taken = std::chrono::steady_clock::now() - begin;
    BOOST_TEST_MESSAGE(name << ": " << taken.count() << " ms");
  }
}

BOOST_AUTO_TEST_CASE(partial_scores_are_those_of_the_official_evaluator) {
  auto const& r = published();
  if (r.data.empty()) return;
  auto const verdicts = r.verdicts("partial_dail_gpt4");
  auto const predictions = r.predictions("dail_gpt4");
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    auto const& schema = r.schemas.at(r.questions[i].database);
    auto const m = compare(read_official(with_values_as_one(predictions[i]), schema), *read_official(r.questions[i].sql, schema));
    for (std::size_t part = 0; part < m.parts.size(); ++part) {
      auto const& v = verdicts.as_array()[i].at(exact_match::part_names[part]);
      auto const number = [&](std::size_t k) { return v.at(k).to_number<int>(); };
      partial_score const expected{static_cast<std::uint32_t>(number(0)), static_cast<std::uint32_t>(number(1)), number(2) == 1};
      BOOST_TEST((number(2) == number(3) && number(3) == number(4)), "the official program has one score");
      BOOST_TEST((m.parts[part] == expected), i << " " << exact_match::part_names[part]);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
