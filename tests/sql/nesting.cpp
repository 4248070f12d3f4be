// SPDX-License-Identifier: BSL-1.0
// Endless openings in every dialect: beyond the limit neither time nor stack may grow with the depth.
#include "dialect_support.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/mysql.hpp"
#include "t2s/sql/postgres.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

using texts = std::vector<std::string>;

/// What can be opened in an expression of any dialect.
// clang-format off
texts const common{
    "(", "(1, ", "f(", "f(1, ", "(select ", "exists (select ", "case when ", "case 1 when ", "case when 1 then ", "cast(", "not ", "- ",
    "1 + (", "1 in (", "1 between (", "1 between 2 and (", "1 like (", "f(1) over (order by ", "f(1) over (partition by "};
// clang-format on

texts const sqlite_only{"1 between ", "f(1) filter (where ", "f(1) over (rows ", "1 glob f("};

texts const standard{"1 = any (",          "1 = all (",
                     "1 < some (",         "position(",
                     "position(1 in ",     "position(1 in (",
                     "position(1, ",       "extract(",
                     "extract(year from ", "extract(year from (",
                     "substring(",         "substring(x, ",
                     "substring(x from ",  "trim(",
                     "trim(both from ",    "row("};

texts const mysql_only{"convert(",        "convert(1 + ",        "if(1, ", "binary ", "binary (",      "interval ",
                       "interval (1) + ", "interval (",          "mid(",   "substr(", "1 member of (", "match (x) against (",
                       "row(convert(",    "char(1 using x) + f("};

// clang-format off
texts const postgres_only{
    "x[", "x[1:", "x[:", "(x)[", "$1[", "array[", "array[[", "array(select ", "f(variadic ", "f(variadic array[", "f(a => ",
    "f(1) filter (where ", "f(1) within group (order by ", "overlay(", "overlay(x placing ", "substring(a => ", "1 like any (",
    "1 overlaps (", "1 at time zone ("};
// clang-format on

std::string repeat(std::string const& part, std::size_t times) { return t2s::text::join(texts(times, part), ""); }

/// An unclosed opening must be rejected quickly (30 levels that double the time would take hours), because of its depth.
void expect_bounds(grammar const& g, texts const& openings) {
  options const long_texts{.grammar = g, .max_length = std::size_t{4} << 20U};
  for (auto const& opening : openings)
    for (std::string const start : {"SELECT ", "SELECT * FROM t WHERE "}) {
      (void)parse(start + repeat(opening, 30), long_texts);
      (void)parse(start + repeat(opening, 30) + "1", long_texts);
      auto const message = must_fail(start + repeat(opening, 40000), long_texts).message;
      BOOST_TEST(message == "nested deeper than 200 levels", opening << " fails: " << message.substr(0, 200));
    }
}

void expect_parses(grammar const& g, texts const& queries) {
  for (auto const& q : queries) BOOST_TEST(bool(parse(q, {.grammar = g})), q);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(nesting)

BOOST_AUTO_TEST_CASE(sqlite_is_bounded) {
  expect_bounds(sqlite, common);
  expect_bounds(sqlite, sqlite_only);
}

BOOST_AUTO_TEST_CASE(mysql_is_bounded) {
  expect_bounds(mysql, common);
  expect_bounds(mysql, standard);
  expect_bounds(mysql, mysql_only);
}

BOOST_AUTO_TEST_CASE(postgres_is_bounded) {
  expect_bounds(postgres, common);
  expect_bounds(postgres, standard);
  expect_bounds(postgres, postgres_only);
}

BOOST_AUTO_TEST_CASE(a_hundred_levels_are_read) {
  auto const around = [](std::string const& opening, std::string const& close) {
    return "SELECT " + repeat(opening, 100) + "1" + repeat(close, 100);
  };
  expect_parses(sqlite, {around("1 BETWEEN ", " AND 2"), around("f(1) FILTER (WHERE ", ")")});
  expect_parses(mysql, {around("CONVERT(", " USING utf8)"), around("CONVERT(", ", CHAR)"), around("POSITION(1 IN ", ")"),
                        around("EXTRACT(YEAR FROM ", ")"), around("d + INTERVAL ", " DAY"), around("BINARY (", ")")});
  expect_parses(postgres, {around("x[", "]"), around("x[1:", "]"), around("f(1) WITHIN GROUP (ORDER BY ", ")"),
                           around("f(1) FILTER (WHERE ", ")"), around("EXTRACT(YEAR FROM ", ")"), around("POSITION(1 IN ", ")"),
                           around("substring(", " FROM 2)"), around("substring(a => ", ")"), around("overlay(", " PLACING 'x' FROM 1)")});
}

// Words that are names unless a bracket follows, and functions that are called like any other.
BOOST_AUTO_TEST_CASE(words_before_brackets) {
  expect_parses(mysql,
                {"SELECT any, a = any, convert, position, binary FROM t", "SELECT position(a, b), substr(a, 1), trim(DISTINCT a)",
                 "SELECT position('a' IN b AND c), position(a OR b, c)", "SELECT extract(a, b)", "SELECT BINARY (a), BINARY (a, b) = c"});
  expect_parses(postgres, {"SELECT position(a, b), extract(a, b), substring(a, 1), overlay(a, b, 1)", "SELECT substring(string => 'a')"});
}

BOOST_AUTO_TEST_SUITE_END()
