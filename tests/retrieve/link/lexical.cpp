// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/link/detail/lexical.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <utility>

using namespace t2s;
using namespace t2s::test;
using kind = link::link::kind;

namespace {

/// A library: names written together, abbreviated, with spaces, and an undeclared key.
struct fixture {
  folder f;
  db::sqlite_connection database{
      make_database(f / "library.sqlite",
                    "CREATE TABLE Author(AuthID INTEGER PRIMARY KEY, fname TEXT, lname TEXT, sex TEXT, is_alive INT);"
                    "CREATE TABLE Book(book_id INTEGER PRIMARY KEY, title TEXT, \"page count\" INT, author_id INT REFERENCES Author, qty "
                    "INT, Genre TEXT);"
                    "CREATE TABLE loan(id INTEGER PRIMARY KEY, book_id INT, LoanDate TEXT, paid TEXT);"
                    "INSERT INTO Author VALUES (1,'Ursula','Le Guin','F',0), (2,'Iain','Banks','M',0);"
                    "INSERT INTO Book VALUES (1,'The Dispossessed',341,1,2,'Science Fiction'), (2,'Excession',455,2,1,'Science Fiction');"
                    "INSERT INTO loan VALUES (1,1,'2020-01-01','T'), (2,2,'2021-05-05','F');")};
  std::shared_ptr<knowledge::lexicon const> names = prepared(database).known<knowledge::lexicon>();

  /// The score of the best link of that kind to "table" or "table.column"; 0 if there is none.
  [[nodiscard]] double score(std::string_view question, kind k, std::string_view to, std::string_view value = {}) const {
    double best = 0;
    for (auto const& l : link::link_question(*names, question).found) {
      auto name = names->table(l.where).name;
      if (!l.where.is_table()) name += "." + names->column(l.where).name;
      if (l.is == k && name == to && (value.empty() || l.value == value)) best = std::max(best, l.score);
    }
    return best;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(lexical, fixture)

BOOST_AUTO_TEST_CASE(names_are_found_in_their_forms) {
  BOOST_TEST(score("How many books?", kind::table, "Book") == 1.0);
  BOOST_TEST(score("the page counts of", kind::column, "Book.page count") == 1.0);
  BOOST_TEST(score("Show the loan date", kind::column, "loan.LoanDate") > 0.9);
  BOOST_TEST(score("the first names of authors", kind::column, "Author.fname") == 1.0);
  BOOST_TEST(score("his last name", kind::column, "Author.lname") == 1.0);
  BOOST_TEST(score("the quantity", kind::column, "Book.qty") == 1.0);
  BOOST_TEST(score("by gender", kind::column, "Author.sex") == 1.0);
  BOOST_TEST(score("author id", kind::column, "Author.AuthID") > 0.9);
}

/// "The loan date" means LoanDate; "the dates of loans" may mean it too, but with less certainty.
BOOST_AUTO_TEST_CASE(words_in_another_order_count_less) {
  auto const turned = score("the date loans", kind::column, "loan.LoanDate");
  BOOST_TEST(turned > 0.5);
  BOOST_TEST(turned < score("the loan date", kind::column, "loan.LoanDate"));
}

BOOST_AUTO_TEST_CASE(a_part_of_a_name_counts_less) {
  auto const part = score("how many pages", kind::column, "Book.page count");
  BOOST_TEST(part > 0.3);
  BOOST_TEST(part < 0.9);
  BOOST_TEST(score("how many horses", kind::column, "Book.page count") == 0.0);
}

BOOST_AUTO_TEST_CASE(stored_values_bring_their_column) {
  BOOST_TEST(score("books of the genre science fiction", kind::value, "Book.Genre", "Science Fiction") > 1.0);
  BOOST_TEST(score("Who wrote 'Excession'?", kind::value, "Book.title", "Excession") > 1.2);
  BOOST_TEST(score("books by Banks", kind::value, "Author.lname", "Banks") > 0.9);
  BOOST_TEST(score("books by Guin", kind::value, "Author.lname", "Le Guin") > 0.4);
  BOOST_TEST(score("female authors", kind::value, "Author.sex", "F") > 0.9);
  BOOST_TEST(score("the male ones", kind::value, "Author.sex", "M") > 0.9);
}

BOOST_AUTO_TEST_CASE(columns_of_yes_and_no_are_known) {
  auto const& schema = names->schema();
  BOOST_TEST((schema.tables().size() == 3u));
  BOOST_TEST((names->flag_value({2, 3}, true) == "'T'"));
  BOOST_TEST((names->flag_value({2, 3}, false) == "'F'"));
  BOOST_TEST((names->flag_value({0, 4}, true) == "1"));
  BOOST_TEST(!names->flag_value({1, 1}, true));
}

BOOST_AUTO_TEST_CASE(tables_without_declared_keys_are_connected_by_names) {
  auto const& keys = names->connected().find_table("loan")->foreign_keys;
  BOOST_REQUIRE(keys.size() == 1u);
  BOOST_TEST(keys[0].table == "Book");
  BOOST_TEST(keys[0].columns.front() == "book_id");
  BOOST_TEST(keys[0].resolved);
  BOOST_TEST(names->connected().find_table("Author")->foreign_keys.empty());
}

BOOST_AUTO_TEST_CASE(masks_cover_what_is_linked) {
  auto const linked = link::link_question(*names, "How many books by Banks since 2019 ?");
  BOOST_TEST(linked.masked() == (std::vector<bool>{false, false, true, false, true, false, true, false}));
}

BOOST_AUTO_TEST_CASE(words_are_alike) {
  BOOST_TEST(knowledge::likeness("director", "directed") > 0.8);
  BOOST_TEST(knowledge::likeness("abbreviation", "abbr") > 0.7);
  BOOST_TEST(knowledge::likeness("quantity", "qty") > 0.7);
  BOOST_TEST(knowledge::likeness("count", "country") == 0.0);
  BOOST_TEST(knowledge::likeness("first", "name", "fname") > 0.8);
  BOOST_TEST(knowledge::likeness("birth", "date", "birthdate") == 1.0);
  BOOST_TEST(knowledge::likeness("last", "name", "fname") == 0.0);
}

BOOST_AUTO_TEST_CASE(short_forms_are_alike) {
  for (auto const& [word, form] :
       {std::pair("name", "nm"), {"code", "cd"}, {"room", "rm"}, {"county", "cnty"}, {"appointment", "appt"}, {"route", "rte"}})
    BOOST_TEST(knowledge::likeness(word, form) > 0.7, word);
  for (auto const& [word, other] :
       {std::pair("name", "mn"), {"name", "nt"}, {"restaurant", "rent"}, {"database", "date"}, {"use", "us"}, {"average", "age"}})
    BOOST_TEST(knowledge::likeness(word, other) == 0.0, word);
  BOOST_TEST(knowledge::is_compound_of("hometown", "town"));
  BOOST_TEST(knowledge::is_compound_of("town", "hometown"));
  BOOST_TEST(!knowledge::is_compound_of("hometown", "home"));
  BOOST_TEST(!knowledge::is_compound_of("storm", "form"));
  BOOST_TEST(!knowledge::is_compound_of("suspended", "ended"));
  BOOST_TEST(!knowledge::is_compound_of("operating", "rating"));
  BOOST_TEST(!knowledge::is_compound_of("corporate", "rate"));
}

BOOST_AUTO_TEST_SUITE_END()
