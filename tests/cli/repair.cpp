// SPDX-License-Identifier: BSL-1.0
// t2s repair as users see it: one statement, a file of predictions, and rejected input.
#include "folder.hpp"

#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace json = boost::json;
using cli_test::contains;
using cli_test::quoted;
using cli_test::t2s;

namespace {

/// A data set of one database and three questions.
struct data_set : cli_test::folder {
  std::string const shop = make_shop(
      "CREATE TABLE shops (shop_id INTEGER PRIMARY KEY, shop_name TEXT, city TEXT);"
      "INSERT INTO shops VALUES (1, 'Corner', 'Oslo'), (2, 'Harbour', 'Bergen'), (3, 'Station', 'Oslo');");

  data_set() : folder("repair") {
    write("dev.json",
          R"([{"db_id": "shop", "question": "Which shops are in Bergen?"}, {"db_id": "shop", "question": "How many shops are there?"},)"
          R"( {"db_id": "shop", "question": "Which cities are there?"}])");
  }
  [[nodiscard]] std::string database() const { return shop; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(repair_command, data_set)

BOOST_AUTO_TEST_CASE(one_statement) {
  auto const r = t2s("repair --db " + quoted(database()) + " \"SELECT shop_nam FROM shop WHERE city = 'bergen'\"");
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.out, "SELECT shop_name FROM shops WHERE city = 'Bergen'\n"));
  BOOST_TEST(contains(r.out, "table_name: there is no table shop"));
  BOOST_TEST(contains(r.out, "returns 1 row\n"));
  auto const left = t2s("repair --db " + quoted(database()) + " 'select  city from shops'");
  BOOST_TEST(contains(left.out, "select  city from shops\n  left as it is\n"));
}

BOOST_AUTO_TEST_CASE(standard_input_and_json) {
  write("draft.txt", "```sql\nSELECT shop_name FROM shops WHERE city = 'oslo'\n```\n");
  auto const r = t2s("repair --json --db " + quoted(database()) + " < " + quoted(file("draft.txt")));
  BOOST_TEST(r.status == 0);
  auto const found = json::parse(r.out).as_object();
  BOOST_TEST(found.at("sql").as_string() == "SELECT shop_name FROM shops WHERE city = 'Oslo'");
  BOOST_TEST(found.at("repaired").as_bool());
  BOOST_TEST(found.at("rows").as_int64() == 2);
  BOOST_TEST(found.at("error").is_null());
  BOOST_TEST(found.at("steps").as_array().front().at("kind").as_string() == "draft");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_repaired_says_so) {
  auto const r = t2s("repair --db " + quoted(database()) + " 'SELECT x FROM unicorns'");
  BOOST_TEST(r.status == 1);
  BOOST_TEST(contains(r.out, "it fails: no such table: unicorns"));
  BOOST_TEST(contains(r.out, "no repair that the database supports was found"));
}

BOOST_AUTO_TEST_CASE(no_rows_of_another_statement_are_no_repair) {
  auto const repair = [&](std::string const& sql, std::string const& question) {
    return t2s("repair --db " + quoted(database()) + " --question " + quoted(question) + " " + quoted(sql));
  };
  auto const limited = repair("SELECT shop_name FROM shops WHERE ROWNUM <= 2", "Show the names of the first 2 shops");
  BOOST_TEST(limited.status == 0);
  BOOST_TEST(limited.out.starts_with("SELECT shop_name FROM shops LIMIT 2\n"), limited.out);
  auto const refused = repair("SELECT shop_name FROM shops WHERE worth(shop_name) <= 2", "Show the names of the first 2 shops");
  BOOST_TEST(refused.status == 1);
  BOOST_TEST(contains(refused.out, "it fails: no such function: worth"), refused.out);
}

BOOST_AUTO_TEST_CASE(a_file_of_predictions) {
  write("predicted.sql",
        "SELECT shop_name FROM shops WHERE city = 'BERGEN'\nSELECT count(*) FROM shop\nSELECT  DISTINCT city FROM shops\n");
  auto const words = "repair --data " + quoted(path.string()) + " --predictions " + quoted(file("predicted.sql"));
  auto const r = t2s(words + " --out " + quoted(file("better.sql")));
  BOOST_TEST(r.status == 0);
  BOOST_TEST(contains(r.err, "3 predictions: 1 left as they are, 2 repaired, 0 fail still"));
  BOOST_TEST(read("better.sql") ==
             "SELECT shop_name FROM shops WHERE city = 'Bergen'\nSELECT count(*) FROM shops\nSELECT  DISTINCT city FROM shops\n");
  BOOST_TEST(t2s(words + " --jobs 3 --out " + quoted(file("again.sql"))).status == 0);
  BOOST_TEST(read("again.sql") == read("better.sql"));
  BOOST_TEST(t2s(words + " --out " + quoted(file("better.jsonl"))).status == 0);
  BOOST_TEST(contains(read("better.jsonl"), R"("kind":"table_name")"));
  BOOST_TEST(contains(read("better.jsonl"), R"("question":"How many shops are there?","db_id":"shop")"));
}

BOOST_AUTO_TEST_CASE(each_prediction_is_counted_once_and_long_questions_are_named) {
  auto const longer = std::string(20'000, 'x');
  write("long.json", R"([{"db_id": "shop", "question": ")" + longer +
                         R"("}, {"db_id": "shop", "question": "How many shops are there?"},)"
                         R"( {"db_id": "shop", "question": "Which cities are there?"}])");
  write("three.sql", "SELECT x FROM unicorns\nSELECT shop_nam FROM shops\nSELECT city FROM shops\n");
  auto const r = t2s("repair --data " + quoted(path.string()) + " --questions " + quoted(file("long.json")) + " --predictions " +
                     quoted(file("three.sql")) + " --out " + quoted(file("o.sql")));
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.err, "3 predictions: 1 left as they are, 1 repaired, 1 fail still"), r.err);
  BOOST_TEST(contains(r.err, "long.json: question #0 (xxx"), r.err);
  BOOST_TEST(contains(r.err, "...): the question has 20000 bytes, and at most 16384 are taken; its prediction is repaired without it\n"));
  BOOST_TEST(r.err.size() < 2000u);
  auto const one = t2s("repair --db " + quoted(database()) + " --question " + longer + " 'SELECT 1'");
  BOOST_TEST(one.status == 2);
  BOOST_TEST(contains(one.err, "the question has 20000 bytes, and at most 16384 are taken"), one.err);
}

BOOST_AUTO_TEST_CASE(sql_may_begin_with_a_comment) {
  auto const r = t2s("repair --db " + quoted(database()) + " '-- the towns\nSELECT cty FROM shops'");
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.out, "SELECT city FROM shops"), r.out);
  BOOST_TEST(t2s("repair --db " + quoted(database()) + " --sql '--towns, a=b\nSELECT city FROM shops'").status == 0);
  auto const unknown = t2s("repair --db " + quoted(database()) + " --citys 'SELECT 1'");
  BOOST_TEST(contains(unknown.err, "unknown option --citys"), unknown.err);
}

BOOST_AUTO_TEST_CASE(wrong_use) {
  BOOST_TEST(t2s("repair --help").status == 0);
  auto const none = t2s("repair 'SELECT 1'");
  BOOST_TEST(none.status == 2);
  BOOST_TEST(contains(none.err, "give --db FILE, or --data DIR"));
  BOOST_TEST(contains(t2s("repair --data " + quoted(path.string())).err, "--predictions is missing"));
  BOOST_TEST(contains(t2s("repair --db x --data y").err, "give one or the other"));
  // Options without effect are rejected, and files whose lines do not pair up.
  auto const one = "repair --db " + quoted(database());
  BOOST_TEST(t2s(one + " --out x 'SELECT 1'").status == 2);
  BOOST_TEST(contains(t2s(one + " --jobs 2 'SELECT 1'").err, "--jobs cannot be used with --db"));
  write("short.sql", "SELECT 1\n");
  auto const many = "repair --data " + quoted(path.string()) + " --predictions " + quoted(file("short.sql"));
  BOOST_TEST(t2s(many + " other.sql --out " + quoted(file("o.sql"))).status == 2);
  BOOST_TEST(t2s(many + " --question q --out " + quoted(file("o.sql"))).status == 2);
  BOOST_TEST(t2s(many + " --out " + quoted(file("o.sql"))).status == 3);
  write("none.json", "[]");
  BOOST_TEST(t2s(many + " --questions " + quoted(file("none.json")) + " --out " + quoted(file("o.sql"))).status == 3);
  BOOST_TEST(t2s(one + " 'SELECT city FROM shops ORDER BY '").out.starts_with("SELECT city FROM shops\n"));
  BOOST_TEST(contains(t2s(one + " 'SELECT zeroblob(2000000000)'").out, "it fails: string or blob too big; ask for less\n"));
  BOOST_TEST(contains(t2s(one + " 'SELECT ? FROM shops'").out, "its parameters (?) are NULL"));
  BOOST_TEST(t2s("repair --db " + quoted(file("none.sqlite")) + " 'SELECT 1'").status == 3);
}

BOOST_AUTO_TEST_CASE(issues_with_known_corrections) {
  auto const issues = quoted(write(
      "issues.jsonl",
      R"json({"instance_id": "a", "db_id": "shop", "query": "which shops are in Bergen?", "issue_sql": ["SELECT shop_nam FROM shops WHERE city = 'Bergen'"], "sol_sql": ["SELECT shop_name FROM shops WHERE city = 'Bergen'"]}
{"instance_id": "b", "db_id": "shop", "query": "how many?", "issue_sql": "SELECT count(*) FROM shops", "sol_sql": "SELECT count(shop_id) FROM shops"}
{"instance_id": "c", "db_id": "shop", "query": "the cities", "issue_sql": ["SELECT city FROM shops"], "sol_sql": ["SELECT DISTINCT city FROM shops"]}
{"instance_id": "d", "db_id": "shop", "query": "make it faster", "issue_sql": ["CREATE INDEX i ON shops(city)"], "sol_sql": ["CREATE INDEX i ON shops(city, shop_name)"]}
)json"));
  auto const out = file("scores.json");
  auto const r = t2s("repair --eval " + issues + " --databases " + quoted(file("databases")) + " --out " + quoted(out));
  BOOST_TEST(r.status == 0, r.err);
  BOOST_TEST(contains(r.err, "1 of 4 issues are left out: they have several statements, or some that write"));
  BOOST_TEST(contains(r.out, "no_such_column                        1            0            1            0            0"), r.out);
  BOOST_TEST(contains(r.out, "right                                 1            1            0            0            0"));
  BOOST_TEST(contains(r.out, "other rows                            1            0            0            0            1"));
  auto const scores = json::parse(read("scores.json"));
  BOOST_TEST(scores.at_pointer("/all/fixed").as_int64() == 1);
  BOOST_TEST(scores.at_pointer("/all/still_wrong").as_int64() == 1);
  BOOST_TEST(scores.at_pointer("/each/0/instance_id").as_string() == "a");
  auto const lacking = t2s("repair --eval " + quoted(write("bad.jsonl", R"({"db_id": "shop", "issue_sql": "SELECT 1"})")) +
                           " --databases " + quoted(file("databases")));
  BOOST_TEST(lacking.status == 3);
  BOOST_TEST(contains(lacking.err, "line 1: there is no \"sol_sql\""), lacking.err);
  BOOST_TEST(t2s("repair --eval " + issues + " --db x").status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
