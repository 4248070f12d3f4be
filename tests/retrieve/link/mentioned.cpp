// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace t2s;
using namespace t2s::test;

namespace {

using names = std::set<std::string>;

/// A harbour: names in several tables, a junction, written-together and repeated names, years, dates, codes and flags.
struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "harbour.sqlite",
                    "CREATE TABLE pier(pier_id INTEGER PRIMARY KEY, name TEXT, length INT, country TEXT, code TEXT);"
                    "CREATE TABLE boat(boat_id INTEGER PRIMARY KEY, name TEXT, Build_Year INT, tonnage INT, owner_name TEXT, pier_id INT "
                    "REFERENCES pier);"
                    "CREATE TABLE cargo(cargo_id INTEGER PRIMARY KEY, cargo_name TEXT, weight INT, loaded_on DATE);"
                    "CREATE TABLE boat_cargo(boat_id INT REFERENCES boat, cargo_id INT REFERENCES cargo, PRIMARY KEY(boat_id, cargo_id));"
                    "CREATE TABLE show(show_id INTEGER PRIMARY KEY, attendance INT);"
                    "INSERT INTO pier VALUES (1,'North Mole',200,'France','AS'), (2,'Coal Quay',90,'Asia','FR');"
                    "INSERT INTO boat VALUES (1,'Seagull',1999,40,'Anna Holm',1), (2,'Petrel',2004,75,'Jan Brand',2);"
                    "INSERT INTO cargo VALUES (1,'Timber',12,'2010-05-05'), (2,'Iron ore',30,'2011-06-07');"
                    "INSERT INTO boat_cargo VALUES (1,1);")};
  std::shared_ptr<knowledge::lexicon const> lexicon = prepared(database).known<knowledge::lexicon>();

  [[nodiscard]] link::mentioned read(std::string_view question, std::shared_ptr<knowledge::lexicon const> const& of) const {
    return link::linked_question(of, std::string(question)).mentions();
  }
  [[nodiscard]] link::mentioned read(std::string_view question) const { return read(question, lexicon); }
  [[nodiscard]] std::string name(knowledge::column_id id) const {
    auto const table = lexicon->table(id).name;
    return id.is_table() ? table : table + "." + lexicon->column(id).name;
  }
  [[nodiscard]] names all(std::vector<link::mention> const& some) const {
    names out;
    for (auto const& m : some) out.insert(name(m.where));
    return out;
  }
  [[nodiscard]] names tables(std::string_view question) const { return all(read(question).tables); }
  [[nodiscard]] names columns(std::string_view question) const { return all(read(question).columns); }
  [[nodiscard]] names values(std::string_view question) const {
    names out;
    for (auto const& v : read(question).values)
      out.insert(name(v.where) + "=" + v.value + "|" + std::string(question.substr(v.begin, v.end - v.begin)));
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(mentioned, fixture)

BOOST_AUTO_TEST_CASE(tables_are_named_by_their_words) {
  BOOST_TEST((tables("How many boats are there?") == names{"boat"}));
  BOOST_TEST((tables("List the names of boats and piers.") == names{"boat", "pier"}));
  BOOST_TEST(tables("What is the meaning of life?").empty());
}

BOOST_AUTO_TEST_CASE(the_same_words_mean_one_table) {
  BOOST_TEST((tables("Count the boats.") == names{"boat"}));  // and not boat_cargo
}

BOOST_AUTO_TEST_CASE(a_plural_is_a_noun_where_the_word_alone_is_an_order) {
  BOOST_TEST((tables("What is the average attendance of shows?") == names{"show"}));
  BOOST_TEST((tables("Show all boats.") == names{"boat"}));
}

BOOST_AUTO_TEST_CASE(a_name_of_several_tables_belongs_to_the_table_that_is_named) {
  BOOST_TEST((columns("What are the names of the piers?") == names{"pier.name"}));
  BOOST_TEST((columns("What are the boat names?") == names{"boat.name"}));
}

BOOST_AUTO_TEST_CASE(a_name_need_not_repeat_its_table) {
  BOOST_TEST((columns("Return the name and weight of each cargo.") == names{"cargo.cargo_name", "cargo.weight"}));
}

BOOST_AUTO_TEST_CASE(a_table_is_named_and_not_the_keys_that_refer_to_it) {
  BOOST_TEST(columns("Which piers have no boat?").empty());
  BOOST_TEST((columns("Show the pier id of each boat.") == names{"boat.pier_id"}));
}

BOOST_AUTO_TEST_CASE(a_verb_names_a_time_only_where_a_time_is_asked_for) {
  BOOST_TEST(columns("How many cargos were loaded at all?").empty());
  BOOST_TEST((columns("When was each cargo loaded?") == names{"cargo.loaded_on"}));
  BOOST_TEST((columns("Which cargos were loaded in 2010?") == names{"cargo.loaded_on"}));
}

BOOST_AUTO_TEST_CASE(the_longer_name_is_meant) { BOOST_TEST((columns("Show the owner name of each boat.") == names{"boat.owner_name"})); }

BOOST_AUTO_TEST_CASE(values_bring_their_column) {
  BOOST_TEST((columns("How long is the pier called 'Coal Quay'?").contains("pier.name")));
  BOOST_TEST((values("Which boats belong to Anna Holm?") == names{"boat.owner_name=Anna Holm|Anna Holm"}));
  BOOST_TEST((values("Which piers are in France?") == names{"pier.country=France|France"}));
}

BOOST_AUTO_TEST_CASE(peoples_stand_for_their_countries) {
  BOOST_TEST((values("List all French piers.") == names{"pier.country=France|French"}));
  BOOST_TEST((values("List all Asian piers.") == names{"pier.country=Asia|Asian"}));  // and not the code AS
}

BOOST_AUTO_TEST_CASE(quotes_are_part_of_the_span) {
  std::string const question = "What is the tonnage of \"Petrel\"?";
  auto const found = read(question);
  BOOST_REQUIRE(found.values.size() == 1u);
  BOOST_TEST(found.values[0].begin == 23u);
  BOOST_TEST(found.values[0].end == 31u);
  BOOST_TEST(found.values[0].value == "Petrel");
}

BOOST_AUTO_TEST_CASE(years_belong_to_columns_of_years) {
  BOOST_TEST((columns("Which boats have a build year after 2000?") == names{"boat.Build_Year"}));
  BOOST_TEST((values("Which boats have a build year after 2000?") == names{"boat.Build_Year=2000|2000"}));
}

BOOST_AUTO_TEST_CASE(numbers_belong_to_the_column_before_them) {
  BOOST_TEST((values("piers with a length between 100 and 300") == names{"pier.length=100|100", "pier.length=300|300"}));
  BOOST_TEST((values("boats with tonnage above forty") == names{"boat.tonnage=40|forty"}));
}

BOOST_AUTO_TEST_CASE(numbers_may_be_written_in_words) {
  BOOST_TEST((values("boats with tonnage above three hundred thousand") == names{"boat.tonnage=300000|three hundred thousand"}));
  BOOST_TEST((values("boats with tonnage above 2.3 million") == names{"boat.tonnage=2300000|2.3 million"}));
  BOOST_TEST((values("boats with tonnage above a thousand") == names{"boat.tonnage=1000|thousand"}));
  BOOST_TEST(values("boats with tonnage above two 1999 models").contains("boat.tonnage=2|two"));  // another number ends the first
  BOOST_TEST((values("boats with tonnage between twenty five and two hundred") ==
              names{"boat.tonnage=25|twenty five", "boat.tonnage=200|two hundred"}));
  BOOST_TEST((values("boats with tonnage above 12345678901234567890") == names{"boat.tonnage=12345678901234567890|12345678901234567890"}));
}

BOOST_AUTO_TEST_CASE(a_number_names_no_column_of_millions) {
  db::sqlite_connection towns(make_database(f / "towns.sqlite", "CREATE TABLE towns(name TEXT, budget_in_millions INT, inhabitants INT);"));
  auto const known = prepared(towns).known<knowledge::lexicon>();
  auto const plain = read("Which towns have more than two million inhabitants?", known);
  BOOST_REQUIRE(plain.columns.size() == 1U);
  BOOST_TEST(known->column(plain.columns[0].where).name == "inhabitants");
  auto const scaled = read("Which towns have a budget above two million?", known);
  BOOST_REQUIRE(scaled.values.size() == 1U);
  BOOST_TEST(known->column(scaled.values[0].where).name == "budget_in_millions");
  BOOST_TEST(scaled.values[0].value == "2");
}

BOOST_AUTO_TEST_CASE(a_thousand_columns_with_one_word_are_no_matter) {
  std::string columns, question = "Show";
  for (int i = 0; i < 1500; ++i) columns.append(i == 0 ? "" : ", ").append("part_").append(std::to_string(i)).append("_name TEXT");
  for (int i = 0; i < 60; ++i) question.append(" the part ").append(std::to_string(i)).append(" name and");
  db::sqlite_connection wide(make_database(f / "wide.sqlite", "CREATE TABLE parts(" + columns + ");"));
  auto const found = read(question, std::make_shared<knowledge::lexicon>(wide.schema()));
  BOOST_TEST(found.columns.size() >= 60U);
}

BOOST_AUTO_TEST_CASE(dates_may_be_written_out) {
  for (auto const* date : {"May 5th, 2010", "May 5 2010", "5 May 2010", "the 5th of May 2010"}) {
    auto const found = read(std::string("Which cargo was loaded on ") + date + "?");
    BOOST_TEST_CONTEXT(date) {
      BOOST_REQUIRE(found.values.size() == 1u);
      BOOST_TEST(name(found.values[0].where) == "cargo.loaded_on");
      BOOST_TEST(found.values[0].value == "2010-05-05");
    }
  }
}

BOOST_AUTO_TEST_CASE(misspelt_names_are_found) {
  BOOST_TEST((columns("What is the tonage of each boat?") == names{"boat.tonnage"}));
  BOOST_TEST((columns("What is the attendence of shows?") == names{"show.attendance"}));
}

BOOST_AUTO_TEST_CASE(misspelt_values_are_kept_as_asked_for) {
  BOOST_TEST((values("What is the tonnage of the boat Seagul?") == names{"boat.name=Seagul|Seagul"}));
}

BOOST_AUTO_TEST_CASE(scores_are_probabilities_and_spans_lie_in_the_question) {
  std::string const question = "Show the names of boats with a tonnage above 50 at piers in France.";
  auto const found = read(question);
  for (auto const* all : {&found.tables, &found.columns})
    for (auto const& m : *all) {
      BOOST_TEST(m.score > 0.0);
      BOOST_TEST(m.score < 1.0);
      BOOST_TEST(m.begin < m.end);
      BOOST_TEST(m.end <= question.size());
    }
  BOOST_TEST(std::ranges::is_sorted(found.columns, {}, &link::mention::where));
}

BOOST_AUTO_TEST_CASE(any_question_is_read) {
  for (auto const* question : {"", "?", "'", "the of in", "\xff\xfe", "May 5th", "twelve", "2010"})
    BOOST_TEST(read(question).tables.empty());
}

BOOST_AUTO_TEST_SUITE_END()
