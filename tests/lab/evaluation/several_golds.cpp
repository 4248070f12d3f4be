// SPDX-License-Identifier: BSL-1.0
// Questions with several golds, gold results in the place of SQL, and predictions that are results.
#include "t2s/lab/evaluation/evaluate.hpp"

#include "db/support.hpp"
#include "t2s/core/error.hpp"
#include "t2s/lab/report/report.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::evaluation;
namespace fs = std::filesystem;

namespace {

using flags = std::vector<bool>;

struct library {
  test::folder f;

  library() {
    fs::create_directories(f / "library");
    fs::create_directories(f / "gold");
    fs::create_directories(f / "answers");
    test::make_database(f / "library/library.sqlite",
                        "CREATE TABLE book(title TEXT, author TEXT, pages INTEGER);"
                        "INSERT INTO book VALUES ('Reef', 'Ito', 120), ('Dune', 'Abe', 300), ('Moss', 'Ito', 250);");
  }

  std::string write(std::string const& name, std::string const& content) const {
    std::ofstream(f / name, std::ios::binary) << content;
    return (f / name).string();
  }
  [[nodiscard]] gold_set read(std::string const& content) const { return read_gold(write("gold.json", content)); }

  [[nodiscard]] report judge(gold_set const& gold, prediction_set const& predicted, evaluation_options o = {}) const {
    o.wanted.em = false;
    return evaluate(gold, std::vector{predicted}, {f / "", {}}, o);
  }
  [[nodiscard]] flags right(gold_set const& gold, std::string const& predictions, evaluation_options const& o = {}) const {
    return right(gold, parse_predictions(predictions, "p.sql", gold), o);
  }
  [[nodiscard]] flags right(gold_set const& gold, prediction_set const& predicted, evaluation_options const& o = {}) const {
    flags all;
    auto const judged = judge(gold, predicted, o);
    for (auto const& v : judged.files[0].verdicts) all.push_back(v.ex);
    return all;
  }
};

std::string message_of(std::function<void()> const& does) {
  try {
    does();
  } catch (error const& e) {
    return e.what();
  }
  return {};
}

bool contains(std::string const& text, std::string_view part) { return text.find(part) != text.npos; }

constexpr char const* two_golds = R"([
  {"db_id": "library", "question": "Who wrote most?", "query": ["SELECT author FROM book GROUP BY 1 ORDER BY count(*) DESC LIMIT 1",
                                                              "SELECT author, count(*) FROM book GROUP BY 1 ORDER BY 2 DESC LIMIT 1"]},
  {"db_id": "library", "question": "How many?", "query": "SELECT count(*) FROM book"}])";

}  // namespace

BOOST_AUTO_TEST_SUITE(several_golds)

BOOST_FIXTURE_TEST_CASE(a_prediction_that_equals_one_of_them_is_right, library) {
  auto const gold = read(two_golds);
  BOOST_TEST(gold.questions[0].sql == "SELECT author FROM book GROUP BY 1 ORDER BY count(*) DESC LIMIT 1");
  BOOST_REQUIRE(gold.choices.size() == 2u);
  BOOST_TEST(gold.choices[0].queries.size() == 1u);
  BOOST_TEST(right(gold, "SELECT 'Ito'\nSELECT 3\n") == (flags{true, true}));
  BOOST_TEST(right(gold, "SELECT 'Ito', 2\nSELECT 3\n") == (flags{true, true}));
  BOOST_TEST(right(gold, "SELECT 'Abe'\nSELECT 2\n") == (flags{false, false}));
  BOOST_TEST(right(gold, "SELECT 'Ito', 2\nSELECT 3\n", {.how = mode::strict}) == (flags{true, true}));
  evaluation_options bird;
  bird.wanted.bird = true;
  auto const r = judge(gold, parse_predictions("SELECT 'Ito', 2\nSELECT 3\n", "p.sql", gold), bird);
  BOOST_TEST(r.files[0].verdicts[0].bird_ex);
  BOOST_TEST(r.files[0].verdicts[0].soft_f1 == 1);
}

BOOST_FIXTURE_TEST_CASE(golds_have_several_forms, library) {
  for (std::string const form : {R"("SQL": ["SELECT 1", "SELECT 2"])", R"("query": "SELECT 1", "queries": ["SELECT 2"])",
                                 R"("query": "SELECT 1", "gold": ["SELECT 1", "SELECT 2"])", R"("sql": ["SELECT 1", "SELECT 2"])"}) {
    auto const gold = read(R"([{"db_id": "library", "question": "Which?", )" + form + "}]");
    BOOST_TEST(right(gold, "SELECT 2\n") == (flags{true}), form);
    BOOST_TEST(right(gold, "SELECT 3\n") == (flags{false}), form);
  }
  auto const lines = read(R"({"db_id": "library", "question": "Which?", "query": ["SELECT 1", "SELECT 2"]}
{"db_id": "library", "question": "And?", "query": "SELECT 3"})");
  BOOST_TEST(right(lines, "SELECT 2\nSELECT 3\n") == (flags{true, true}));
}

// As github.com/defog-ai/sql-eval has them; queries of our own.
BOOST_FIXTURE_TEST_CASE(alternatives_of_sql_eval, library) {
  auto const gold = read_gold(write("questions_gen.csv",
                                    "db_name,query_category,question,instructions,glossary,query\r\n"
                                    "library,group_by,How many books of each author?,Leave out titles.,A book has one author.,"
                                    "\"SELECT {author, max(pages, 0)}, count(*) FROM book GROUP BY {};\"\r\n"
                                    "library,order_by,\"Longest, by name?\",,,\"SELECT title FROM book ORDER BY pages DESC LIMIT 1; "
                                    "SELECT 'a;{b}'\"\r\n"));
  BOOST_REQUIRE(gold.questions.size() == 2u);
  BOOST_TEST(gold.questions[0].database == "library");
  BOOST_TEST(gold.questions[0].evidence == "Leave out titles. A book has one author.");
  BOOST_TEST(gold.questions[0].difficulty == "group_by");
  BOOST_TEST(gold.questions[0].sql == "SELECT author, count(*) FROM book GROUP BY author");
  BOOST_TEST(gold.choices[0].queries == (std::vector<std::string>{"SELECT max(pages, 0), count(*) FROM book GROUP BY max(pages, 0)",
                                                                  "SELECT author, max(pages, 0), count(*) FROM book GROUP BY author, "
                                                                  "max(pages, 0)"}),
             boost::test_tools::per_element());
  BOOST_TEST(gold.questions[1].question == "Longest, by name?");
  BOOST_TEST(gold.choices[1].queries == std::vector<std::string>{"SELECT 'a;{b}'"}, boost::test_tools::per_element());
  BOOST_TEST(!gold.birds);
  std::string const predictions = "SELECT count(*), author FROM book GROUP BY 2\nSELECT 'Dune', pages FROM book WHERE pages = 300\n";
  BOOST_TEST(right(gold, predictions) == (flags{true, false}));
  BOOST_TEST(right(gold, predictions, {.compare = comparison::superset}) == (flags{true, true}));
  BOOST_TEST(right(gold, "SELECT author FROM book\nSELECT 'Moss'\n") == (flags{false, false}));
}

BOOST_FIXTURE_TEST_CASE(the_order_may_be_ignored_without_an_id, library) {
  auto const of = [&](char const* order) {
    auto const gold = read(
        std::string(R"([{"db_id": "library", "question": "Pages?", "query": "SELECT pages FROM book", "ignore_order": )") + order + "}]");
    return right(gold, "SELECT pages FROM book ORDER BY 1\n", {.compare = comparison::spider2});
  };
  BOOST_TEST(of("true") == (flags{true}));
  BOOST_TEST(of("false") == (flags{false}));
}

BOOST_FIXTURE_TEST_CASE(csv_of_golds, library) {
  auto const plain = read_gold(write("gold.csv", "db_id,question,sql\nlibrary,How many?,SELECT count(*) FROM book\n"));
  BOOST_TEST(plain.choices.empty());
  BOOST_TEST(right(plain, "SELECT 3\n") == (flags{true}));
  auto const braces = [this](std::string const& columns) {
    return message_of([&] {
      static_cast<void>(read_gold(write("many.csv", "db_name,question,query\nlibrary,Which?,\"SELECT {" + columns + "} FROM book\"\n")));
    });
  };
  BOOST_TEST(braces("1,2,3,4,5,6,7,8") == "");
  BOOST_TEST(contains(braces("1,2,3,4,5,6,7,8,9"), "many.csv: record 1: over 8 columns are in braces"));
}

BOOST_FIXTURE_TEST_CASE(one_gold_must_be_equal_on_every_database_file, library) {
  fs::create_directories(f / "library");
  test::make_database(f / "library/second.sqlite",
                      "CREATE TABLE book(title TEXT, author TEXT, pages INTEGER); INSERT INTO book VALUES ('Reef', 'Ito', 120);");
  auto const gold = read(R"([{"db_id": "library", "question": "Which?", "query": ["SELECT 3", "SELECT 1"]}])");
  BOOST_TEST(right(gold, "SELECT count(*) FROM book\n") == (flags{false}));  // 3 here and 1 there
  BOOST_TEST(right(gold, "SELECT 1\n") == (flags{true}));
}

BOOST_FIXTURE_TEST_CASE(a_gold_that_fails_is_named, library) {
  auto const gold = read(R"([{"db_id": "library", "question": "Which?", "query": ["SELECT 1", "SELECT weight FROM book"]}])");
  auto const r = judge(gold, parse_predictions("SELECT 1\n", "p.sql", gold));
  BOOST_REQUIRE(r.questions[0].skipped.has_value());
  BOOST_TEST(contains(r.questions[0].skipped->message, "no such column: weight"));
}

BOOST_FIXTURE_TEST_CASE(the_comparison_decides, library) {
  auto const gold = read(R"([{"db_id": "library", "question": "Titles and pages?", "query": "SELECT title, pages FROM book"}])");
  auto const by = [&](char const* predicted) {
    std::string names;
    for (auto const how : all_comparisons)
      if (right(gold, predicted, {.compare = how})[0]) names.append(name_of(how)).append(" ");
    return names;
  };
  BOOST_TEST(by("SELECT title, pages FROM book ORDER BY 2\n") == "spider strict exact bird subset superset either ehrsql ");
  BOOST_TEST(by("SELECT title, pages, author FROM book\n") == "spider2 superset either ");
  BOOST_TEST(by("SELECT pages FROM book\n") == "subset either ");
  BOOST_TEST(by("SELECT pages, title FROM book\n") == "spider strict spider2 subset superset either ");
  // only the official program drops DISTINCT and reads the first of two statements
  BOOST_TEST(by("SELECT DISTINCT title, pages FROM book; SELECT 1\n") == "spider ");
}

BOOST_FIXTURE_TEST_CASE(the_order_of_rows_counts_where_the_gold_asks, library) {
  auto const gold = read(R"([{"db_id": "library", "question": "In order?", "query": "SELECT pages FROM book ORDER BY pages"},
                             {"db_id": "library", "question": "Any?", "query": "SELECT pages FROM book"}])");
  std::string const other = "SELECT pages FROM book ORDER BY 1 DESC\nSELECT pages FROM book ORDER BY 1 DESC\n";
  for (auto const how : all_comparisons)
    if (how != comparison::bird && how != comparison::spider2 && how != comparison::ehrsql)
      BOOST_TEST(right(gold, other, {.compare = how}) == (flags{false, true}), name_of(how));
  BOOST_TEST(right(gold, other, {.compare = comparison::bird}) == (flags{true, true}));
  BOOST_TEST(right(gold, other, {.compare = comparison::ehrsql}) == (flags{true, true}));
  BOOST_TEST(right(gold, other, {.compare = comparison::spider2}) == (flags{false, false}));  // unless it says ignore_order
  auto const ignored = read(R"([{"db_id": "library", "question": "In order?", "query": "SELECT pages FROM book ORDER BY pages",
                                 "condition_cols": [0], "ignore_order": true}])");
  BOOST_TEST(right(ignored, "SELECT title, pages FROM book\n", {.compare = comparison::spider2}) == (flags{true}));
}

// ---- results in files

namespace {

constexpr char const* instances = R"({"instance_id": "local1", "db": "library", "question": "Pages of each book?"}
{"instance_id": "local2", "db": "library", "question": "Who wrote most?"})";

struct result_files : library {
  gold_set gold = parse_gold(instances, "instances.jsonl");
  evaluation_options spider2{.compare = comparison::spider2};

  result_files() {
    write("gold/local1.csv", "title,pages\nReef,120\nDune,300\nMoss,250\n");
    write("gold/local2_a.csv", "author\nIto\n");
    write("gold/local2_b.csv", "author,books,share\nIto,2,0.667\n");
  }
  void read_results(std::string const& conditions) {
    read_gold_results(gold, (f / "gold").string(), conditions.empty() ? conditions : write("eval.jsonl", conditions));
  }
};

constexpr char const* conditions = R"({"instance_id": "local1", "condition_cols": [1], "ignore_order": true, "toks": "9"}
{"instance_id": "local2", "condition_cols": [[], [0, 2]], "ignore_order": false}
{"instance_id": "other", "condition_cols": [7], "ignore_order": false})";

}  // namespace

BOOST_FIXTURE_TEST_CASE(gold_results_stand_in_the_place_of_sql, result_files) {
  read_results(conditions);
  BOOST_TEST(gold.has_results());
  BOOST_TEST(gold.choices[1].results.size() == 2u);
  auto const with = [&](std::string const& predictions) { return right(gold, predictions, spider2); };
  BOOST_TEST(with("SELECT pages FROM book ORDER BY 1\nSELECT 'Ito'\n") == (flags{true, true}));
  BOOST_TEST(with("SELECT title FROM book\nSELECT 'Ito', 0.66\n") == (flags{false, true}));
  BOOST_TEST(with("SELECT pages FROM book LIMIT 2\nSELECT 'Abe', 0.667\n") == (flags{false, false}));
}

BOOST_FIXTURE_TEST_CASE(without_conditions_all_columns_count_in_order, result_files) {
  read_results({});
  BOOST_TEST(right(gold, "SELECT title, pages FROM book\nSELECT 'Ito'\n", spider2) == (flags{true, true}));
  BOOST_TEST(right(gold, "SELECT title, pages FROM book ORDER BY 1\nSELECT 'Ito'\n", spider2) == (flags{false, true}));
  BOOST_TEST(right(gold, "SELECT title, pages FROM book ORDER BY 1\nSELECT 'Ito'\n", {.compare = comparison::strict}) ==
             (flags{true, true}));
}

BOOST_FIXTURE_TEST_CASE(predictions_may_be_results_and_then_need_no_database, result_files) {
  fs::remove_all(f / "library");
  read_results(conditions);
  write("answers/local1.csv", "n\n250\n120\n300\n");
  write("answers/local2.csv", "n\nAbe\n");
  auto const predicted = read_predictions((f / "answers").string(), gold);
  BOOST_TEST(predicted.warnings.empty());
  BOOST_TEST(right(gold, predicted, spider2) == (flags{true, false}));
  fs::remove(f / "answers/local2.csv");
  auto const fewer = read_predictions((f / "answers").string(), gold);
  BOOST_TEST(fewer.warnings == (std::vector<std::string>{"1 of 2 questions have no prediction; they count as wrong"}));
  auto const r = judge(gold, fewer, spider2);
  BOOST_TEST(scores_of(r, r.files[0]).ex == 0.5);
  BOOST_TEST(contains(report_text(r), "results compared by spider2"));
  BOOST_TEST(contains(boost::json::serialize(report_json(r, gold)), R"("comparison":"spider2")"));
  write("answers/local2.sql", "The answer:\n```sql\nSELECT 'Ito'\n```\n");
  BOOST_TEST(read_predictions((f / "answers").string(), gold).predictions[1].sql == "SELECT 'Ito'");
}

BOOST_FIXTURE_TEST_CASE(a_question_without_its_gold_does_not_count, result_files) {
  fs::remove(f / "gold/local1.csv");
  read_results({});
  auto const r = judge(gold, parse_predictions("SELECT 1\nSELECT 'Ito'\n", "p.sql", gold), spider2);
  BOOST_REQUIRE(r.questions[0].skipped.has_value());
  BOOST_TEST(scores_of(r, r.files[0]).count == 1u);
  BOOST_TEST(contains(report_text(r), "question #0 is skipped: there is no gold result " + (f / "gold/local1.csv").string()));
}

// The published program takes one place from such a list, and all columns if the place is 0.
BOOST_FIXTURE_TEST_CASE(a_gold_result_that_is_alone_with_a_letter, result_files) {
  fs::remove(f / "gold/local2_a.csv");
  read_results(R"({"instance_id": "local2", "condition_cols": [2, 0]})");
  BOOST_TEST(right(gold, "SELECT 1\nSELECT 0.667\n", spider2)[1]);
  read_results(R"({"instance_id": "local2", "condition_cols": [0, 2]})");
  BOOST_TEST(!right(gold, "SELECT 1\nSELECT 'Ito', 0.667\n", spider2)[1]);
  BOOST_TEST(right(gold, "SELECT 1\nSELECT 'Ito', 2, 0.667\n", spider2)[1]);
}

BOOST_FIXTURE_TEST_CASE(values_of_csv_have_types, result_files) {
  write("gold/local1.csv", "n,x,t,e\n1,2,\"a,\"\"b\"\"\",\n-3,2.5,NA,\n");
  read_results({});
  auto const& rows = gold.choices[0].results[0].found;
  BOOST_TEST((rows.values[0] == std::vector<value>{1, 2.0, "a,\"b\"", null_t()}));
  BOOST_TEST((rows.values[1] == std::vector<value>{-3, 2.5, null_t(), null_t()}));
}

BOOST_FIXTURE_TEST_CASE(mistakes_are_named_with_their_file_and_line, result_files) {
  auto const file = (f / "eval.jsonl").string();
  auto const said = [&](std::string const& of) {
    gold.choices.clear();
    return message_of([&] { read_results(of); });
  };
  std::string const first = R"({"instance_id": "local1", "condition_cols": [0]})"
                            "\n";
  BOOST_TEST(contains(said(first + "{"), file + ": line 2 is not JSON"));
  BOOST_TEST(contains(said(first + R"({"condition_cols": [0]})"), file + ": line 2: there is no \"instance_id\""));
  BOOST_TEST(
      contains(said(first + R"({"instance_id": "local2", "condition_cols": 3})"), file + ": line 2: \"condition_cols\" is not a list"));
  BOOST_TEST(contains(said(first + R"({"instance_id": "local2", "ignore_order": 1})"), "\"ignore_order\" is neither true nor false"));
  BOOST_TEST(contains(said(R"({"instance_id": "local1", "condition_cols": [2]})"),
                      file + ": line 1: \"condition_cols\" names column 2, and " + (f / "gold/local1.csv").string() + " has 2"));
  BOOST_TEST(contains(said(R"({"instance_id": "local2", "condition_cols": [[0]]})"), "has 1 list for 2 golds"));
  BOOST_TEST(contains(said(R"({"instance_id": "local1", "condition_cols": [[0]]})"), "has lists, and there is one gold result"));
  write("gold/local1.csv", "title,pages\nReef,120\nDune,300,x\n");
  BOOST_TEST(contains(said({}), (f / "gold/local1.csv").string() + ", line 3: the record has 3 fields, and the header line 2"));
  write("gold/local1.csv", "");
  BOOST_TEST(contains(said({}), "line 1: there is nothing in it"));
  auto const none = message_of([&] { read_gold_results(gold, (f / "nowhere").string()); });
  BOOST_TEST(contains(none, "there is no folder of gold results"));
  auto const empty = message_of([&] { static_cast<void>(read_predictions((f / "answers").string(), gold)); });
  BOOST_TEST(contains(empty, "there is no prediction for any question"));
  BOOST_TEST(contains(message_of([&] { static_cast<void>(read(R"([{"db_id": "library", "question": "?", "query": ["SELECT 1", 2]}])")); }),
                      "element 0: \"query\" has a gold query that is empty or no string"));
  BOOST_TEST(contains(message_of([&] { static_cast<void>(read(R"([{"question": "?", "query": ["SELECT 1"]}])")); }),
                      "element 0: there is no \"db_id\""));
}

// The form of text2sql-data: https://github.com/jkkummerfeld/text2sql-data
BOOST_FIXTURE_TEST_CASE(sentences_with_variables_have_all_queries_as_golds, library) {
  auto gold = read(R"([{"query-split": "test", "sql": ["SELECT title FROM book WHERE author = \"var1\" AND pages > var10",
                        "SELECT b.title FROM book AS b WHERE b.pages > var10 AND b.author = \"var1\""],
      "variables": [{"name": "var1", "example": "Abe", "location": "both"}, {"name": "var10", "example": "200", "location": "sql-only"}],
      "sentences": [{"text": "long books of var1", "question-split": "test", "variables": {"var1": "Ito"}},
                    {"text": "what did var1 write", "question-split": "train", "variables": {"var1": "Abe"}}]}])");
  BOOST_REQUIRE(gold.questions.size() == 1U);
  BOOST_TEST(gold.questions[0].question == "long books of Ito");
  BOOST_TEST(gold.questions[0].sql == "SELECT title FROM book WHERE author = \"Ito\" AND pages > 200");
  BOOST_REQUIRE(gold.choices.at(0).queries.size() == 1U);
  BOOST_TEST(gold.choices[0].queries[0] == "SELECT b.title FROM book AS b WHERE b.pages > 200 AND b.author = \"Ito\"");
  gold.questions[0].database = "library";
  BOOST_TEST(right(gold, "SELECT 'Moss'\n") == flags{true}, boost::test_tools::per_element());
}

// The forms of LiveSQLBench and BEAVER.
BOOST_FIXTURE_TEST_CASE(other_names_of_members_are_read, library) {
  auto const live = read(
      R"json({"instance_id": "l1", "selected_database": "library", "query": "who?", "sol_sql": ["SELECT author FROM book"], "category": "Query"}
{"instance_id": "l2", "selected_database": "library", "query": "add one", "sol_sql": ["INSERT INTO book VALUES (1, 2, 3)"], "category": "Management"}
{"instance_id": "l3", "selected_database": "library", "query": "both", "sol_sql": ["SELECT 1", "SELECT 2"], "category": "Query"})json");
  BOOST_REQUIRE(live.questions.size() == 1U);
  BOOST_TEST(live.questions[0].database == "library");
  BOOST_TEST(live.questions[0].question == "who?");
  BOOST_TEST(live.questions[0].sql == "SELECT author FROM book");
  BOOST_TEST(live.ids.at(0) == "l1");
  auto const beaver = read(R"([{"db_id": "library", "question": "who?", "sql": "SELECT author FROM book"}])");
  BOOST_TEST(beaver.questions.at(0).sql == "SELECT author FROM book");
}

BOOST_AUTO_TEST_SUITE_END()
