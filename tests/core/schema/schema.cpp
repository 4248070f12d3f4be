// SPDX-License-Identifier: BSL-1.0
#include "t2s/core/schema/schema.hpp"
#include "support/table.hpp"
#include "t2s/core/schema/statement.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>

#include "t2s/sql/dialects.hpp"

using namespace t2s;
using test::column;
using names = std::vector<std::string>;

namespace {

schema::table table(std::string name, std::vector<schema::column> columns, std::vector<schema::foreign_key> keys = {}) {
  schema::table t;
  t.name = std::move(name);
  t.columns = std::move(columns);
  t.foreign_keys = std::move(keys);
  return t;
}

schema::database library() {
  return schema::database(
      {table("Author", {column("id", "INTEGER", 1), column("full name", "TEXT")}),
       table("Book", {column("isbn", "TEXT", 1), column("author", "INT")}, {{{"AUTHOR"}, "author", {}}}),
       table("Loan", {column("book"), column("Day"), column("to")}, {{{"book"}, "book", {"ISBN"}}, {{"to"}, "Reader", {"id"}}})});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schemas)

BOOST_AUTO_TEST_CASE(tables_and_columns_are_found_in_any_case) {
  auto const d = library();
  BOOST_REQUIRE(d.find_table("BOOK"));
  BOOST_TEST(d.find_table("BOOK") == &d.tables()[1]);
  BOOST_TEST(d.find_table("book")->find_column("ISBN") == &d.tables()[1].columns[0]);
  BOOST_TEST(!d.find_table("books"));
  BOOST_TEST(!d.find_table(""));
  BOOST_TEST(!d.find_table("book")->find_column("id"));
  BOOST_TEST(d.tables_with("AUTHOR").size() == 1u);
  BOOST_TEST(d.tables_with("nowhere").empty());
}

BOOST_AUTO_TEST_CASE(look_up_survives_copies) {
  auto const copy = std::make_unique<schema::database>(library());
  schema::database const second = *copy;
  BOOST_TEST(second.find_table("loan") == &second.tables()[2]);
  BOOST_TEST((second == *copy));
  BOOST_TEST(schema::database().empty());
  BOOST_TEST(!schema::database().find_table("x"));
}

// A schema of a hundred thousand columns is passed on without copying.
BOOST_AUTO_TEST_CASE(copies_share_what_they_hold) {
  schema::database a({table("boats", {column("id")})});
  auto b = a;
  BOOST_TEST(&a.tables() == &b.tables());
  BOOST_TEST(b.place_of(*a.find_table("boats")) == 0U);
  auto const c = std::move(a);
  a = schema::database();
  BOOST_TEST(a.empty());
  BOOST_TEST(!a.find_table("boats"));
  BOOST_TEST((b == c));
  BOOST_TEST((a == schema::database()));
}

BOOST_AUTO_TEST_CASE(keys_are_resolved) {
  auto const d = library();
  BOOST_TEST((d.find_table("book")->foreign_keys[0] == schema::foreign_key{{"author"}, "Author", {"id"}, true}));
  BOOST_TEST((d.find_table("loan")->foreign_keys[0] == schema::foreign_key{{"book"}, "Book", {"isbn"}, true}));
  BOOST_TEST((d.find_table("loan")->foreign_keys[1] == schema::foreign_key{{"to"}, "Reader", {"id"}, false}));
}

BOOST_AUTO_TEST_CASE(primary_keys_keep_their_order) {
  auto const t = table("t", {column("a", "", 2), column("b"), column("c", "", 1)});
  BOOST_TEST(t.primary_key() == (names{"c", "a"}), boost::test_tools::per_element());
}

// The examples of https://sqlite.org/datatype3.html, section 3.1.1.
BOOST_AUTO_TEST_CASE(affinities_follow_the_published_table) {
  using schema::affinity;
  auto const expect = [](affinity a, std::initializer_list<char const*> types) {
    for (char const* type : types) BOOST_TEST((schema::affinity_of(type) == a), type);
  };
  expect(affinity::integer, {"INT", "INTEGER", "TINYINT", "UNSIGNED BIG INT", "INT8", "CHARINT", "FLOATING POINT"});
  expect(affinity::text, {"CHARACTER(20)", "VARCHAR(255)", "nvarchar(100)", "TEXT", "CLOB"});
  expect(affinity::blob, {"BLOB", ""});
  expect(affinity::real, {"REAL", "DOUBLE", "DOUBLE PRECISION", "Float"});
  expect(affinity::numeric, {"NUMERIC", "DECIMAL(10,5)", "BOOLEAN", "DATE", "DATETIME", "STRING"});
}

BOOST_AUTO_TEST_CASE(names_are_quoted_where_needed) {
  using enum t2s::sql::dialect;
  for (char const* plain : {"name", "Name_2", "_x", "Städte", "key", "year"}) BOOST_TEST(schema::sql_name(plain, sqlite) == plain);
  BOOST_TEST(schema::sql_name("full name", sqlite) == "\"full name\"");
  BOOST_TEST(schema::sql_name("Select", sqlite) == "\"Select\"");
  BOOST_TEST(schema::sql_name("2nd", sqlite) == "\"2nd\"");
  BOOST_TEST(schema::sql_name("a\"b", sqlite) == "\"a\"\"b\"");
  BOOST_TEST(schema::sql_name("", sqlite) == "\"\"");
}

BOOST_AUTO_TEST_CASE(names_are_quoted_as_the_dialect_has_it) {
  using enum t2s::sql::dialect;
  BOOST_TEST(schema::in_quotes("a`b", mysql) == "`a``b`");
  BOOST_TEST(schema::in_quotes("a\"b", postgres) == "\"a\"\"b\"");
  for (char const* plain : {"name", "name_2", "_x", "year"})
    for (auto const d : {sqlite, postgres, mysql}) BOOST_TEST(schema::sql_name(plain, d) == plain);
  BOOST_TEST(schema::sql_name("full name", mysql) == "`full name`");
  BOOST_TEST(schema::sql_name("Order", mysql) == "`Order`");
  BOOST_TEST(schema::sql_name("rank", mysql) == "`rank`");
  BOOST_TEST(schema::sql_name("rank", postgres) == "rank");
  BOOST_TEST(schema::sql_name("user", postgres) == "\"user\"");
  BOOST_TEST(schema::sql_name("user", sqlite) == "user");
  // PostgreSQL reads a name without quotes in lower case
  BOOST_TEST(schema::sql_name("Name", postgres) == "\"Name\"");
  BOOST_TEST(schema::sql_name("Name", mysql) == "Name");
}

BOOST_AUTO_TEST_CASE(schemas_render_in_their_dialect) {
  schema::table const person = table("Person", {column("id", "INTEGER", 1), column("full name", "TEXT")});
  BOOST_TEST(schema::create_statement(person, t2s::sql::dialect::mysql) ==
             "CREATE TABLE Person (\n  id INTEGER,\n  `full name` TEXT,\n  PRIMARY KEY (id)\n)");
  BOOST_TEST(schema::create_statement(person, t2s::sql::dialect::postgres) ==
             "CREATE TABLE \"Person\" (\n  id INTEGER,\n  \"full name\" TEXT,\n  PRIMARY KEY (id)\n)");
  BOOST_TEST(schema::one_line_each(schema::database({person}, &t2s::sql::mysql)) == "Person(id, `full name`)\n");
  BOOST_TEST((schema::database({person}, &t2s::sql::postgres).sql_dialect() == t2s::sql::dialect::postgres));
  BOOST_TEST((schema::database({person}).sql_dialect() == t2s::sql::dialect::sqlite));
}

BOOST_AUTO_TEST_CASE(schemas_render) {
  using enum t2s::sql::dialect;
  auto const d = library();
  BOOST_TEST(schema::one_line(*d.find_table("author"), sqlite) == "Author(id, \"full name\")");
  BOOST_TEST(schema::one_line_each(d) ==
             "Author(id, \"full name\")\nBook(isbn, author)\nLoan(book, Day, \"to\")\nBook.author = Author.id\nLoan.book = Book.isbn\n");
  BOOST_TEST(schema::create_statement(*d.find_table("loan"), sqlite) ==
             "CREATE TABLE Loan (\n  book,\n  Day,\n  \"to\",\n  FOREIGN KEY (book) REFERENCES Book(isbn),\n"
             "  FOREIGN KEY (\"to\") REFERENCES Reader(id)\n)");
  BOOST_TEST(schema::create_statement(*d.find_table("author"), sqlite) ==
             "CREATE TABLE Author (\n  id INTEGER,\n  \"full name\" TEXT,\n  PRIMARY KEY (id)\n)");
}

BOOST_AUTO_TEST_CASE(descriptions_stand_beside_their_columns) {
  schema::descriptions const said{{{"AUTHOR", "Full Name", "given name\nfirst */ DROP"},
                                   {"Author", "id", "overruled"},
                                   {"Author", "id", "as on the card, in full"},
                                   {"Author", "age", "of no column"},
                                   {"Poem", "id", "of no table"}},
                                  14};
  auto const plain = library();
  auto const d = schema::described(plain, said);
  auto const& author = *d.find_table("author");
  constexpr auto sqlite = sql::dialect::sqlite;
  BOOST_TEST(
      schema::create_statement(author, sqlite) ==
      "CREATE TABLE Author (\n  id INTEGER /* as on the card... */,\n  \"full name\" TEXT /* given name fir... */,\n  PRIMARY KEY (id)\n)");
  BOOST_TEST(schema::one_line(author, sqlite) == "Author(id /* as on the card... */, \"full name\" /* given name fir... */)");
  BOOST_TEST(schema::create_statement(*d.find_table("book"), sqlite) == schema::create_statement(*plain.find_table("book"), sqlite));
  BOOST_TEST(d.find_table("book")->foreign_keys[0].resolved);
  BOOST_TEST((schema::described(plain, {}) == plain));
  BOOST_TEST((schema::described(schema::database(plain.tables(), &sql::mysql), said).sql_dialect() == sql::dialect::mysql));
}

BOOST_AUTO_TEST_CASE(nothing_in_a_comment_ends_it_or_begins_one) {
  BOOST_TEST(schema::comment("a */ b /* c\r\nd") == "/* a * / b / * c  d */");
  BOOST_TEST(schema::comment("/*/**/") == "/* / * / ** / */");
  BOOST_TEST(schema::comment("*") == "/* * */");
  BOOST_TEST(schema::comment("/") == "/* / */");
  BOOST_TEST(schema::comment("!hint") == "/* !hint */");  // which MySQL would execute without the blank
  BOOST_TEST(schema::comment("a\xE2\x80\xA8-- b") == "/* a -- b */");
}

BOOST_AUTO_TEST_SUITE_END()
