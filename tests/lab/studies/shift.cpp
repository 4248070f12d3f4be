// SPDX-License-Identifier: BSL-1.0
// A shifted data set: what SQLite itself returns over the copy is what it returned over the original.
#include "t2s/lab/studies/detail/shift.hpp"

#include "support/folder.hpp"
#include "support/sqlite_file.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::studies;
using list = std::vector<std::string>;

namespace {

struct depot {
  test::folder in;
  std::string original = (in / "depot.sqlite").string();
  std::vector<demonstration> questions{
      {"depot", "How many customers are there?", "SELECT count(*) FROM customer", "", ""},
      {"depot", "What are the names of active customers?", "SELECT name FROM customer WHERE status = 'active'", "", ""},
      {"depot", "Which statuses are there?", "SELECT DISTINCT status FROM customer ORDER BY status DESC", "", ""},
      {"depot", "Who ordered since May 2021?",
       "SELECT T1.name FROM customer AS T1 JOIN orders AS T2 ON T1.customer_id = T2.customer_id WHERE T2.ordered >= '2021-05-01'", "", ""},
      {"depot", "When did Ida order?",
       "SELECT ordered FROM orders WHERE customer_id IN (SELECT customer_id FROM customer WHERE name = 'Ida')", "", ""},
      {"depot", "How many orders are there per year?", "SELECT strftime('%Y', ordered), count(*) FROM orders GROUP BY 1", "", ""},
      {"depot", "List the amount of each customer's orders.",
       "SELECT name, (SELECT sum(amount) FROM orders WHERE orders.customer_id = customer.customer_id) FROM customer", "", ""},
      {"depot", "What is not SQL?", "SELEC name", "", ""},
  };

  depot() {
    test::make_database(original,
                        "CREATE TABLE customer(customer_id INTEGER PRIMARY KEY, name TEXT, status TEXT, nickname TEXT);"
                        "CREATE TABLE orders(order_id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(customer_id),"
                        " ordered DATE, amount REAL);"
                        "INSERT INTO customer VALUES (1,'Ida','active','I'),(2,'Bo','closed','B'),(3,'Cy','active','C'),(4,'Di',NULL,'D'),"
                        "(5,'Ed','closed','E');"
                        "INSERT INTO orders VALUES (1,1,'2021-04-30',5),(2,1,'2021-05-01',7.5),(3,3,'2022-01-02',1),(4,2,NULL,2);");
  }

  shifted_database shifted(std::set<shift_kind> kinds, std::uint64_t seed = 1) {
    return shift_database(original, copy(), questions, {std::move(kinds), seed});
  }
  std::string copy() { return (in / ("copy" + std::to_string(++copies) + ".sqlite")).string(); }
  int copies = 0;

  [[nodiscard]] db::rows over_copy(std::string const& sql) const {
    db::sqlite_connection connection((in / ("copy" + std::to_string(copies) + ".sqlite")).string());
    auto found = connection.execute(sql);
    BOOST_REQUIRE_MESSAGE(found.ok(), sql + ": " + found.failure.value_or(failure()).message);
    return std::move(found.rows);
  }
  [[nodiscard]] list first_column(std::string const& sql) const {
    list out;
    for (auto const& row : over_copy(sql).values) out.push_back(to_string(row[0]));
    return out;
  }
};

list names_in(schema::database const& d) {
  list out;
  for (auto const& t : d.tables()) {
    out.push_back(t.name);
    for (auto const& c : t.columns) out.push_back(c.name);
  }
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(shifts, depot)

BOOST_AUTO_TEST_CASE(without_a_kind_everything_stays) {
  auto const made = shifted({});
  BOOST_TEST(made.kept == (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6}), boost::test_tools::per_element());
  for (std::size_t i = 0; i < made.questions.size(); ++i) BOOST_TEST(made.questions[i].question == questions[made.kept[i]].question);
  db::sqlite_connection const copy((in / "copy1.sqlite").string());
  BOOST_TEST(names_in(copy.schema()) == names_in(db::sqlite_connection(original).schema()), boost::test_tools::per_element());
  BOOST_TEST(copy.schema().find_table("orders")->foreign_keys.size() == 1U);
}

BOOST_AUTO_TEST_CASE(names_change_and_answers_do_not) {
  for (auto const kind : {shift_kind::synonyms, shift_kind::abbreviations, shift_kind::legacy, shift_kind::domain}) {
    auto const made = shifted({kind});
    BOOST_TEST(made.questions.size() == 7U);
    db::sqlite_connection const copy((in / ("copy" + std::to_string(copies) + ".sqlite")).string());
    BOOST_TEST(names_in(copy.schema()) != names_in(db::sqlite_connection(original).schema()));
    BOOST_TEST(first_column(made.questions[3].sql) == (list{"Ida", "Cy"}), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(keys_are_not_declared) {
  std::ignore = shifted({shift_kind::keys});
  db::sqlite_connection const copy((in / "copy1.sqlite").string());
  for (auto const& t : copy.schema().tables()) {
    BOOST_TEST(t.foreign_keys.empty());
    BOOST_TEST(t.primary_key().empty());
  }
}

BOOST_AUTO_TEST_CASE(unused_columns_go_and_others_come) {
  bool went = false;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    auto const made = shifted({shift_kind::dropped}, seed);
    BOOST_TEST(made.questions.size() == 7U);
    auto const now = names_in(db::sqlite_connection((in / ("copy" + std::to_string(copies) + ".sqlite")).string()).schema());
    went = went || std::ranges::count(now, "nickname") == 0;
    BOOST_TEST(std::ranges::count(now, "status") == 1);
  }
  BOOST_TEST(went);
  auto const made = shifted({shift_kind::added});
  BOOST_TEST(made.questions.size() == 7U);
  auto const more = names_in(db::sqlite_connection((in / ("copy" + std::to_string(copies) + ".sqlite")).string()).schema());
  BOOST_TEST(more.size() > names_in(db::sqlite_connection(original).schema()).size());
}

// status is active or closed: A and C, or 1 and 2. Either order of codes is that of the texts, so that sorting them is the same.
BOOST_AUTO_TEST_CASE(few_texts_become_codes) {
  std::set<std::string> forms;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    auto const made = shifted({shift_kind::codes}, seed);
    BOOST_REQUIRE(made.questions.size() == 7U);
    BOOST_TEST(first_column(made.questions[1].sql) == (list{"Ida", "Cy"}), boost::test_tools::per_element());
    auto const codes = first_column(made.questions[2].sql);
    forms.insert(codes.front());
    BOOST_TEST((codes == list{"C", "A", "NULL"} || codes == list{"2", "1", "NULL"}));
    BOOST_TEST(made.questions[1].sql.ends_with(codes.front() == "C" ? "status = 'A'" : "status = '1'"));
  }
  BOOST_TEST(forms.size() == 2U);
}

// A year of DD.MM.YYYY or 20210501 is none to strftime, and DD.MM.YYYY compares by its day: such questions are left out.
BOOST_AUTO_TEST_CASE(dates_become_other_texts_or_numbers) {
  std::set<std::string> forms;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    auto const made = shifted({shift_kind::dates}, seed);
    auto const has = [&](std::size_t place) { return std::ranges::count(made.kept, place) == 1; };
    BOOST_TEST(has(4));
    BOOST_TEST(!has(5));
    auto const at = static_cast<std::size_t>(std::ranges::find(made.kept, 4U) - made.kept.begin());
    auto const dates = first_column(made.questions[at].sql);
    forms.insert(dates.front());
    BOOST_TEST((dates == list{"30.04.2021", "01.05.2021"} || dates == list{"20210430", "20210501"}));
    BOOST_TEST(has(3) == (dates.front() == "20210430"));
  }
  BOOST_TEST(forms.size() == 2U);
}

BOOST_AUTO_TEST_CASE(questions_ask_for_the_same_in_other_words) {
  auto const made = shifted({shift_kind::paraphrase});
  BOOST_REQUIRE(made.questions.size() == 7U);
  for (std::size_t i = 0; i < made.questions.size(); ++i) BOOST_TEST(made.questions[i].sql == questions[made.kept[i]].sql);
  BOOST_TEST(made.questions[0].question != "How many customers are there?");
  BOOST_TEST(made.questions[0].question.find("how many") != std::string::npos);
  BOOST_TEST(made.questions[4].question.find("Ida") != std::string::npos);  // a value stays
}

BOOST_AUTO_TEST_CASE(another_trade) {
  auto const made = shifted({shift_kind::domain});
  auto const thing = made.plan.words.at("customer");
  BOOST_TEST(made.questions[0].question ==
             "How many " + thing + (thing.ends_with('s') || thing.ends_with('x') ? "es" : "s") + " are there?");
  BOOST_TEST(made.questions[0].sql == "SELECT count(*) FROM " + thing);
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_set) {
  std::set<shift_kind> all;
  for (auto const& [kind, name] : shift_kinds) all.insert(kind);
  auto const one = shifted(all, 5), same = shifted(all, 5), other = shifted(all, 6);
  BOOST_TEST((one.questions == same.questions));
  BOOST_TEST((one.questions != other.questions));
}

BOOST_AUTO_TEST_CASE(nothing_is_overwritten) {
  auto const is_refused = [](error const& e) { return e.code() == errc::invalid_argument; };
  BOOST_CHECK_EXCEPTION(std::ignore = shift_database(original, original, questions, {}), error, is_refused);
}

BOOST_AUTO_TEST_SUITE_END()
