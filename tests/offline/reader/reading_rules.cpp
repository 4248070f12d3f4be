// SPDX-License-Identifier: BSL-1.0
// Each rule of the offline reader alone, on a reading made by hand: what the words name is given, and the SQL is written by hand.
#include "support/table.hpp"
#include "t2s/offline/reader/detail/reader.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>

using namespace t2s;
using test::column;
using namespace t2s::reader::detail;

namespace {

/// Keepers, and animals of which each has a keeper and one who feeds it.
knowledge::lexicon zoo() {
  schema::table keeper, animal;
  keeper.name = "keeper";
  keeper.columns = {column("id", "INTEGER", 1), column("name", "TEXT")};
  animal.name = "animal";
  animal.columns = {column("id", "INTEGER", 1),   column("name", "TEXT"),         column("age", "INTEGER"),
                    column("weight_kg", "REAL"),  column("birthday", "DATE"),     column("origin", "TEXT"),
                    column("is_tame", "INTEGER"), column("keeper_id", "INTEGER"), column("fed_by", "INTEGER")};
  animal.foreign_keys.push_back({{"keeper_id"}, "keeper", {"id"}, false});
  animal.foreign_keys.push_back({{"fed_by"}, "keeper", {"id"}, false});
  knowledge::lexicon out(schema::database({keeper, animal}));
  std::vector<std::vector<value>> const days{{value("2009-03-01")}, {value("2011-11-30")}}, origins{{value("Kenya")}, {value("Peru")}};
  out.add_values({1, 4}, days);
  out.add_values({1, 5}, origins);
  return out;
}

knowledge::column_id const keeper{0}, animal{1}, name{1, 1}, age{1, 2}, weight{1, 3}, birthday{1, 4}, origin{1, 5}, tame{1, 6},
    keeper_of{1, 7}, fed_by{1, 8};

/// Words of a question and what they name; a text is a stored value of the column.
struct named {
  char const* words;
  knowledge::column_id what;
  char const* stored = nullptr;
};

/// A question and its reading, about animals.
struct question {
  question(char const* text, std::vector<named> const& all, preferences const& preferred = {}) {
    links.text = text;
    links.tokens = retrieve::tokens_of(text);
    for (auto const& n : all) {
      auto const words = retrieve::tokens_of(n.words);
      auto const at = std::ranges::search(links.tokens, words, {}, &retrieve::token::text, &retrieve::token::text);
      BOOST_REQUIRE_MESSAGE(!at.empty(), n.words);
      auto const first = static_cast<std::size_t>(at.begin() - links.tokens.begin());
      auto const is = n.stored ? link::link::kind::value : n.what.is_table() ? link::link::kind::table : link::link::kind::column;
      links.found.push_back({is, n.what, first, first + words.size(), 1, n.stored ? n.stored : ""});
    }
    asked = material_of(links);
    r = std::make_unique<reading>(names, asked, preferred);
    r->focus = 1;
    r->resolve.set_main(1);
  }

  /// The SQL of the plan; rows are counted if nothing is selected.
  std::string sql() const {
    auto p = r->plan;
    for (auto const& s : r->selected) p.select.push_back(s.what);
    if (p.select.empty()) p.select.push_back(row_count());
    p.tables.insert(p.tables.begin(), r->focus);
    return to_sql(p, names).value_or("");
  }
  std::string after(void (*rule)(reading&)) {
    rule(*r);
    return sql();
  }
  bool refused(std::string const& word) const {
    for (std::size_t t = 0; t < r->size(); ++t)
      if (r->word(t) == word) return r->refused[t];
    return false;
  }

  knowledge::lexicon names = zoo();
  link::links links{};
  material asked{};
  std::unique_ptr<reading> r{};
};

std::string const counted = "SELECT count(*) FROM animal";

}  // namespace

BOOST_AUTO_TEST_SUITE(reading_rules)

BOOST_AUTO_TEST_CASE(the_first_table_that_is_not_after_each_is_asked_about) {
  question q("for each keeper count the animals", {{"keeper", keeper}, {"animals", animal}});
  BOOST_TEST(find_focus(*q.r));
  BOOST_TEST(q.r->focus == 1u);
  question nothing("what is love", {});
  BOOST_TEST(!find_focus(*nothing.r));
}

BOOST_AUTO_TEST_CASE(times) {
  BOOST_TEST(question("animals born after 2010", {{"animals", animal}}).after(read_times) == counted + " WHERE birthday >= '2011-01-01'");
  BOOST_TEST(question("animals with a birthday in May 2009", {{"animals", animal}, {"birthday", birthday}}).after(read_times) ==
             counted + " WHERE birthday LIKE '2009-05%'");
  BOOST_TEST(question("animals with age 2010", {{"animals", animal}, {"age", age}}).after(read_times) == counted);
}

BOOST_AUTO_TEST_CASE(comparisons) {
  std::vector<named> const words{{"animals", animal}, {"age", age}};
  BOOST_TEST(question("animals with an age over 5", words).after(read_comparisons) == counted + " WHERE age > 5");
  BOOST_TEST(question("animals with an age not over 5", words).after(read_comparisons) == counted + " WHERE age <= 5");
  BOOST_TEST(question("animals with an age between 4 and 2", words).after(read_comparisons) == counted + " WHERE age BETWEEN 2 AND 4");
  BOOST_TEST(question("animals older than 5", {{"animals", animal}}).after(read_comparisons) == counted + " WHERE age > 5");
  BOOST_TEST(question("animals of more than 50 kg", {{"animals", animal}}).after(read_comparisons) == counted + " WHERE weight_kg > 50");
  BOOST_TEST(question("animals of more than 2 tons", {{"animals", animal}}).after(read_comparisons) == counted + " WHERE weight_kg > 2000");
  BOOST_TEST(question("animals with an age above the average", words).after(read_comparisons) ==
             counted + " WHERE age > (SELECT avg(age) FROM animal)");
}

BOOST_AUTO_TEST_CASE(an_amount_of_nothing_has_no_place) {
  question q("animals over 7", {{"animals", animal}});  // years or kilograms
  BOOST_TEST(q.after(read_comparisons) == counted);
  BOOST_TEST(!q.refused("7"));
  refuse_unplaced(*q.r);
  BOOST_TEST(q.refused("7"));
  question about("animals around 7 years old", {{"animals", animal}});
  BOOST_TEST(about.after(refuse_approximations) == counted);
  BOOST_TEST((about.refused("around") && about.refused("7")));
}

BOOST_AUTO_TEST_CASE(open_amounts) {
  BOOST_TEST(question("animals aged 5 or older", {{"animals", animal}}).after(read_open_amounts) == counted + " WHERE age >= 5");
  BOOST_TEST(question("animals with an age of 5 or less", {{"animals", animal}, {"age", age}}).after(read_open_amounts) ==
             counted + " WHERE age <= 5");
  question better("animals with an age of 5 or better", {{"animals", animal}, {"age", age}});
  BOOST_TEST(better.after(read_open_amounts) == counted);
  BOOST_TEST(better.refused("5"));
}

BOOST_AUTO_TEST_CASE(rows_that_are_counted) {
  question q("keepers that have only one animal", {{"keepers", keeper}, {"animal", animal}});
  q.r->focus = 0;
  read_row_counts(*q.r);
  BOOST_REQUIRE(q.r->plan.having.size() == 1u);
  auto const& c = q.r->plan.having.front();
  BOOST_TEST((c.left == row_count() && c.op == comparison::equal && c.operand == "1"));
  BOOST_TEST((q.r->counted == 1u && q.r->plan.tables == std::vector<std::uint32_t>{1}));
}

BOOST_AUTO_TEST_CASE(superlatives) {
  BOOST_TEST(question("the top 3 animals by weight", {{"animals", animal}, {"weight", weight}}).after(read_top) ==
             counted + " ORDER BY weight_kg DESC LIMIT 3");
  BOOST_TEST(question("the oldest animal", {{"animal", animal}}).after(read_superlatives) == counted + " ORDER BY age DESC LIMIT 1");
  BOOST_TEST(question("the 2 youngest animals", {{"animals", animal}}).after(read_superlatives) ==
             counted + " ORDER BY birthday DESC LIMIT 2");
  BOOST_TEST(question("the animal with the lowest weight", {{"animal", animal}, {"weight", weight}}).after(read_superlatives) ==
             counted + " ORDER BY weight_kg LIMIT 1");
  question most("the keeper with the most animals", {{"keeper", keeper}, {"animals", animal}});
  most.r->focus = 0;
  read_superlatives(*most.r);
  BOOST_TEST((most.r->plan.order == row_count() && most.r->plan.descending && most.r->plan.limit == 1u && most.r->counted == 1u));
  BOOST_TEST(question("the most common origin of animals", {{"origin", origin}, {"animals", animal}}).after(read_superlatives) ==
             "SELECT origin FROM animal GROUP BY origin ORDER BY count(*) DESC LIMIT 1");
}

BOOST_AUTO_TEST_CASE(order) {
  std::vector<named> const words{{"animals", animal}, {"age", age}, {"weight", weight}};
  BOOST_TEST(question("animals sorted by age and weight", words).after(read_order) == counted + " ORDER BY age, weight_kg");
  BOOST_TEST(question("animals sorted by age and weight in descending order", words).after(read_order) ==
             counted + " ORDER BY age DESC, weight_kg DESC");
}

BOOST_AUTO_TEST_CASE(values) {
  std::vector<named> const kenya{{"animals", animal}, {"kenya", origin, "Kenya"}};
  BOOST_TEST(question("animals from Kenya", kenya).after(read_values) == counted + " WHERE origin = 'Kenya'");
  BOOST_TEST(question("animals that are not from Kenya", kenya).after(read_values) == counted + " WHERE origin != 'Kenya'");
  BOOST_TEST(question("animals whose name contains 'ee'", {{"animals", animal}, {"name", name}}).after(read_quoted_texts) ==
             counted + " WHERE name LIKE '%ee%'");
  BOOST_TEST(question("animals with name 'Bo'", {{"animals", animal}, {"name", name}}).after(read_quoted_texts) ==
             counted + " WHERE name = 'Bo'");
}

BOOST_AUTO_TEST_CASE(rows_of_another_table_are_left_out) {
  question q("keepers not with an animal from Kenya", {{"keepers", keeper}, {"kenya", origin, "Kenya"}});
  q.r->focus = 0;
  read_values(*q.r);
  BOOST_TEST(q.sql() ==
             "SELECT count(*) FROM keeper WHERE id NOT IN (SELECT keeper_id FROM animal WHERE origin = 'Kenya' AND keeper_id IS NOT NULL)");
  question none("keepers without animals", {{"keepers", keeper}, {"animals", animal}});
  none.r->focus = 0;
  read_absences(*none.r);
  BOOST_TEST(none.sql() == "SELECT count(*) FROM keeper WHERE id NOT IN (SELECT keeper_id FROM animal WHERE keeper_id IS NOT NULL)");
}

BOOST_AUTO_TEST_CASE(numbers) {
  BOOST_TEST(question("animals of keeper 7", {{"animals", animal}, {"keeper", keeper_of}}).after(read_numbers) ==
             counted + " WHERE keeper_id = 7");
  BOOST_TEST(question("animals of age 3 or 4", {{"animals", animal}, {"age", age}}).after(read_numbers) ==
             counted + " WHERE age = 3 AND age = 4");  // `split_conditions` makes it OR
  BOOST_TEST(question("animals aged 3", {{"animals", animal}}).after(read_numbers) == counted + " WHERE age = 3");
  question many("3 animals", {{"animals", animal}});
  BOOST_TEST(many.after(read_numbers) == counted);
  BOOST_TEST(many.refused("3"));
}

BOOST_AUTO_TEST_CASE(flags) {
  BOOST_TEST(question("tame animals", {{"tame", tame}, {"animals", animal}}).after(read_flags) == counted + " WHERE is_tame = 1");
  BOOST_TEST(question("animals that are not tame", {{"animals", animal}, {"tame", tame}}).after(read_flags) ==
             counted + " WHERE is_tame = 0");
}

BOOST_AUTO_TEST_CASE(what_is_selected) {
  std::vector<named> const words{{"animals", animal}, {"age", age}, {"weight", weight}};
  BOOST_TEST(question("how many animals are there", {{"animals", animal}}).after(read_counts) == counted);
  BOOST_TEST(question("average age and weight of animals", words).after(read_aggregates) == "SELECT avg(age), avg(weight_kg) FROM animal");
  BOOST_TEST(question("list age and weight of animals with a keeper", words).after(read_columns) == "SELECT age, weight_kg FROM animal");
  question condition("animals whose age is known", {{"animals", animal}, {"age", age}});
  BOOST_TEST(condition.after(read_columns) == counted);
  BOOST_TEST(condition.r->score < 0);
  BOOST_TEST(question("number of animals for each origin", {{"animals", animal}, {"origin", origin}}).after(read_groups) ==
             "SELECT origin FROM animal GROUP BY origin");
  BOOST_TEST(question("animals for each origin", {{"animals", animal}, {"origin", origin}}).after(read_groups) == counted);
}

BOOST_AUTO_TEST_CASE(names_are_selected_where_nothing_is_asked_for) {
  question q("animals", {{"animals", animal}});
  complete_selection(*q.r);
  BOOST_TEST((q.r->plan.select == std::vector{plain(name)}));
  question all("show all information about animals", {{"animals", animal}});
  complete_selection(*all.r);
  BOOST_TEST((all.r->plan.select == std::vector{term{}}));
}

BOOST_AUTO_TEST_CASE(tables_that_are_named_are_joined) {
  question q("animals and keepers", {{"animals", animal}, {"keepers", keeper}});
  q.r->plan.select = {plain(name)};
  join_tables(*q.r);
  BOOST_TEST((q.r->plan.tables == std::vector<std::uint32_t>{1}));  // each animal has one: the rows stay the same
  question with("animals that have keepers", {{"animals", animal}, {"keepers", keeper}});
  with.r->plan.select = {plain(name)};
  join_tables(*with.r);
  BOOST_TEST((with.r->plan.tables == std::vector<std::uint32_t>{1, 0}));
  question turned("keepers and animals", {{"keepers", keeper}, {"animals", animal}});
  turned.r->plan.select = {plain({0, 1})};
  join_tables(*turned.r);
  BOOST_TEST((turned.r->plan.tables == std::vector<std::uint32_t>{0, 1}));  // a keeper of two animals occurs twice
  question fed("animals that were fed", {{"animals", animal}});
  choose_keys(*fed.r);
  BOOST_TEST((fed.r->plan.keys == std::vector{fed_by}));
}

BOOST_AUTO_TEST_CASE(conditions_become_a_whole) {
  question q("animals of age 3 or from Kenya", {{"animals", animal}});
  q.r->require(6, origin, comparison::equal, "'Kenya'");
  q.r->require(3, age, comparison::equal, "3");
  BOOST_TEST(q.after(order_conditions) == counted + " WHERE age = 3 OR origin = 'Kenya'");
  question both("animals from both Kenya and Peru", {{"animals", animal}});
  both.r->plan.select = {plain(name)};
  both.r->require(3, origin, comparison::equal, "'Kenya'");
  both.r->require(5, origin, comparison::equal, "'Peru'");
  BOOST_TEST(both.after(split_conditions) ==
             "SELECT name FROM animal WHERE origin = 'Kenya' INTERSECT SELECT name FROM animal WHERE origin = 'Peru'");
}

BOOST_AUTO_TEST_CASE(columns_beside_aggregates_are_grouped_by) {
  question q("animals", {{"animals", animal}});
  q.r->plan.select = {plain(origin), row_count()};
  complete_groups(*q.r);
  BOOST_TEST((q.r->plan.group_by == std::vector{origin}));
}

BOOST_AUTO_TEST_CASE(what_has_no_place_is_reported) {
  std::string const text = "animals from the north";
  question q(text.c_str(), {{"animals", animal}});
  q.r->plan.tables = {1};
  report_unread(*q.r);
  BOOST_REQUIRE(q.r->unread.size() == 1u);
  BOOST_TEST((q.r->unread.front() == link::unread_part{"from the north", 8, 22, link::unread_role::restricts}));
  subtract_unused(*q.r);
  BOOST_TEST(q.r->score == -0.1, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_SUITE_END()
