// SPDX-License-Identifier: BSL-1.0
// Questions about a small shop of books whose answers stand in other tables, in groups, or behind short codes. The SQL is written by hand,
// and its rows by SQLite are compared with those written beside it.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture : read_database {
  fixture()
      : read_database(
            "CREATE TABLE author(author_id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
            "CREATE TABLE genre(genre_id INTEGER PRIMARY KEY, name TEXT);"
            "CREATE TABLE book(book_id INTEGER PRIMARY KEY, title TEXT, price REAL, author_id INT REFERENCES author, genre_id INT "
            "REFERENCES "
            "genre);"
            "CREATE TABLE customer(customer_id INTEGER PRIMARY KEY, name TEXT, city TEXT, country TEXT);"
            "CREATE TABLE purchase(purchase_id INTEGER PRIMARY KEY, customer_id INT REFERENCES customer, book_id INT REFERENCES book, "
            "bought_on "
            "DATE);"
            "INSERT INTO author VALUES (1,'Ida Holm','NO'),(2,'Ann Lee','US'),(3,'Sam Hill','FR');"
            "INSERT INTO genre VALUES (1,'Novel'),(2,'Travel');"
            "INSERT INTO book VALUES (1,'Harbour',9.5,1,1),(2,'Red Dust',12,2,1),(3,'The Red Door',8,2,2),(4,'Bergen Nights',20,1,2);"
            "INSERT INTO customer VALUES (1,'Mary Jones','Boston','US'),(2,'Luca Bianchi','Pisa','IT'),(3,'Eva "
            "Klein','Berlin','DE'),(4,'Sam "
            "Hill','Lyon','FR');"
            "INSERT INTO purchase VALUES (1,1,2,'2020-02-02'),(2,2,4,'2021-03-03'),(3,3,2,'2022-01-01');") {}
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(people_and_groups, fixture)

BOOST_AUTO_TEST_CASE(who_asks_for_people) {
  BOOST_TEST(rows("Who wrote Harbour?") == "Ida Holm");
  BOOST_TEST(rows("Who bought Red Dust?") == "Eva Klein; Mary Jones");
  BOOST_TEST(rows("Who lives in Pisa?") == "Luca Bianchi");
  BOOST_TEST(rows("Who is the author of Harbour?") == "Ida Holm");
}

BOOST_AUTO_TEST_CASE(a_verb_that_would_tell_which_people_is_not_read) {
  auto const unread = read("Who wrote Harbour?").unread;
  BOOST_REQUIRE(unread.size() == 1);
  BOOST_TEST(unread.front().text == "wrote");
  BOOST_TEST(unread.front().matters());
}

BOOST_AUTO_TEST_CASE(what_repeats_itself_asks_for_the_only_other_table) {
  BOOST_TEST(rows("What did Ann Lee write?") == "Red Dust; The Red Door");
  BOOST_TEST(read("What is Harbour?").sql == "SELECT title FROM book WHERE title = 'Harbour'");  // genre, author, or something else
}

BOOST_AUTO_TEST_CASE(a_pattern_has_the_words_that_were_asked) {
  for (auto const* question : {"Show books whose title contains the word Red.", "Books with Red in the title",
                               "Show books whose title contains Red.", "Show books whose title contains the word red."})
    BOOST_TEST(rows(question) == "Red Dust; The Red Door", question << ": " << read(question).sql);
  BOOST_TEST(rows("Show books whose title contains Red Dust.") == "Red Dust");
}

BOOST_AUTO_TEST_CASE(codes_in_capitals_are_no_small_words) {
  BOOST_TEST(read("Show customers from US.").sql == "SELECT name FROM customer WHERE country = 'US'");
  BOOST_TEST(rows("Show customers from IT") == "Luca Bianchi");
  BOOST_TEST(rows("Show authors from NO") == "Ida Holm");
  BOOST_TEST(rows("Tell us the names of the authors") == "Ann Lee; Ida Holm; Sam Hill");
  BOOST_TEST(rows("Show customers who are NOT from US") == "Eva Klein; Luca Bianchi; Sam Hill");
  BOOST_TEST(rows("TELL US THE NAMES OF THE AUTHORS") == "Ann Lee; Ida Holm; Sam Hill");
}

BOOST_AUTO_TEST_CASE(the_best_of_each_group) {
  BOOST_TEST(rows("What is the most expensive book per genre?") == "Novel, Red Dust; Travel, Bergen Nights");
  BOOST_TEST(rows("Show the cheapest book in each genre.") == "Novel, Harbour; Travel, The Red Door");
  BOOST_TEST(rows("For each author, show the most expensive book.") == "Ann Lee, Red Dust; Ida Holm, Bergen Nights");
}

BOOST_AUTO_TEST_CASE(a_text_of_two_columns_is_said_to_be_in_both) {
  auto const says = [this](std::string const& question, std::string_view what) {
    auto const all = read(question).assumed;
    return std::any_of(all.begin(), all.end(), [what](std::string const& s) { return s.find(what) != std::string::npos; });
  };
  BOOST_TEST(!says("Where is Luca Bianchi?", "is also in"));
  BOOST_TEST(says("Where is Sam Hill?", "'Sam Hill' is also in "));
  BOOST_TEST(!says("Show the country of the author Sam Hill.", "is also in"));
}

BOOST_AUTO_TEST_CASE(ordinals_up_to_ten) {
  BOOST_TEST(read("What is the fourth cheapest book?").sql == "SELECT title FROM book ORDER BY price LIMIT 1 OFFSET 3");
  BOOST_TEST(read("What is the 7th cheapest book?").sql == "SELECT title FROM book ORDER BY price LIMIT 1 OFFSET 6");
  BOOST_TEST(read("the book with the sixth highest price").sql == "SELECT title FROM book ORDER BY price DESC LIMIT 1 OFFSET 5");
}

BOOST_AUTO_TEST_SUITE_END()
