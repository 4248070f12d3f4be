// SPDX-License-Identifier: BSL-1.0
// The form of literals, with SQLite as the reference: the rows that it finds with them in columns of every declared type.
#include "t2s/core/schema/detail/literal.hpp"

#include "db/support.hpp"
#include "t2s/sql/dialects.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::test;
using namespace std::chrono;
using schema::time_form;

namespace {

schema::stored_form form_of(std::initializer_list<value> values) {
  schema::form_survey survey;
  for (auto const& v : values) survey.note(v);
  return survey.found();
}

schema::column declared(std::string type) {
  schema::column c;
  c.name = "at";
  c.type = std::move(type);
  return c;
}

/// The values of a column, from 1959 to 1971, in one notation, and the declared type in SQLite.
struct way {
  std::string type;
  std::array<std::string, 4> stored;  // as SQL: 1959, May 1960, December 1960, 1971
};

std::vector<way> ways() {
  std::array<std::string, 4> const days{"'1959-03-01'", "'1960-05-05'", "'1960-12-31'", "'1971-02-03'"};
  std::array<std::string, 4> const times{"'1959-03-01 10:00:00'", "'1960-05-05 00:00:00'", "'1960-12-31 23:59:59'",
                                         "'1971-02-03 00:00:00'"};
  std::array<std::string, 4> const slashes{"'1959/03/01'", "'1960/05/05'", "'1960/12/31'", "'1971/02/03'"};
  std::array<std::string, 4> const years{"1959", "1960", "1960", "1971"};
  std::array<std::string, 4> const digits{"19590301", "19600505", "19601231", "19710203"};
  std::vector<way> all;
  for (auto const* type : {"DATE", "DATETIME", "TIMESTAMP", "TEXT", "VARCHAR(10)", "NUMERIC", "INTEGER", "YEAR", "REAL", ""})
    for (auto const& stored : {days, times, slashes, years, digits}) all.push_back({type, stored});
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(literals)

BOOST_AUTO_TEST_CASE(the_form_of_a_column_is_found_from_its_values) {
  BOOST_TEST((form_of({"1960-05-01", "2001-12-31"}).times == time_form::day_texts));
  BOOST_TEST((form_of({"1960-05-01", "2001-12-31 10:30"}).times == time_form::time_texts));
  BOOST_TEST((form_of({"2001-12-31T10:30:00Z"}).times == time_form::time_texts));
  BOOST_TEST((form_of({"1960/05"}).times == time_form::month_texts));
  BOOST_TEST((form_of({"1960", "1960-05", "1960-05-01"}).times == time_form::year_texts));
  BOOST_TEST((form_of({"1960-5-1", null_t(), ""}).times == time_form::year_texts));
  BOOST_TEST((form_of({1960, 2001}).times == time_form::years));
  BOOST_TEST((form_of({19600501}).times == time_form::digits));
  BOOST_TEST((form_of({1273017600, 1436486400}).times == time_form::seconds));
  BOOST_TEST((form_of({1273017600000}).times == time_form::milliseconds));
  BOOST_TEST((form_of({1960, "1960-05-01"}).times == time_form::none));
  BOOST_TEST((form_of({"1960-05-01", "1960/05/02"}).times == time_form::none));
  BOOST_TEST((form_of({"1960-05-01", "unknown"}).times == time_form::none));
  BOOST_TEST((form_of({"05/01/1960"}).times == time_form::none));
  BOOST_TEST((form_of({"12:30:00"}).times == time_form::none));
  BOOST_TEST((form_of({12, 70}).times == time_form::none));
  BOOST_TEST((form_of({}).times == time_form::unknown));
}

BOOST_AUTO_TEST_CASE(a_text_is_read_back_as_the_same_text) {
  for (auto const& in : {sql::sqlite, sql::postgres, sql::mysql})
    for (auto const* text : {"", "it's", "a\\b", "\\", "\\'", "a\\nb", "50\\%", "say \"no\"", "two\nlines", "$$ # --"}) {
      auto const literal = schema::to_sql(value(text), in.dialect);
      auto const read = sql::parse("SELECT " + literal, {.grammar = in});
      BOOST_TEST_REQUIRE(bool(read), literal);
      auto const strings = sql::all_of(read->root(), sql::kind::string);
      BOOST_TEST_REQUIRE(strings.size() == 1u);
      BOOST_TEST(strings[0]->name.view() == text, literal << " in " << name_of(in.dialect));
    }
  BOOST_TEST(schema::to_sql(value(1.5), sql::dialect::mysql) == "1.5");
}

BOOST_AUTO_TEST_CASE(periods) {
  BOOST_TEST((schema::period_of("1960") == schema::period{sys_days(1960y / 1 / 1), sys_days(1961y / 1 / 1)}));
  BOOST_TEST((schema::period_of("1960-12") == schema::period{sys_days(1960y / 12 / 1), sys_days(1961y / 1 / 1)}));
  BOOST_TEST((schema::period_of("2024/2/29") == schema::period{sys_days(2024y / 2 / 29), sys_days(2024y / 3 / 1)}));
  for (auto const* none : {"", "196", "0960", "1960-13", "2023-02-29", "1960-05-01 10:00", "5-5-1960", "abcd", "1960-", "1960-1-1-1"})
    BOOST_TEST(!schema::period_of(none), none);
}

BOOST_AUTO_TEST_CASE(sqlite_finds_what_is_before_and_from_a_day_on_whatever_the_column) {
  folder f;
  std::size_t tried = 0;
  for (auto const& w : ways()) {
    std::string sql = "CREATE TABLE t(n INTEGER, at " + w.type + ");";
    for (std::size_t i = 0; i < w.stored.size(); ++i) sql += "INSERT INTO t VALUES(" + std::to_string(i) + "," + w.stored[i] + ");";
    db::sqlite_connection database(make_database(f / ("t" + std::to_string(tried++) + ".sqlite"), sql));
    schema::form_survey survey;
    for (auto const& row : database.execute("SELECT at FROM t").rows.values) survey.note(row.front());
    auto const form = survey.found();
    auto const count = [&](std::string const& sign, std::string const& literal) {
      return to_sql(database.execute("SELECT count(*) FROM t WHERE at " + sign + " " + literal).rows.values.at(0).at(0));
    };
    auto const about = w.type + " " + w.stored[0];
    for (auto const& [day, before] : {std::pair{sys_days(1959y / 1 / 1), "0"},
                                      {sys_days(1960y / 1 / 1), "1"},
                                      {sys_days(1961y / 1 / 1), "3"},
                                      {sys_days(1972y / 1 / 1), "4"}}) {
      auto const literal = schema::time_literal(declared(w.type), form, day);
      BOOST_REQUIRE_MESSAGE(literal, about);
      BOOST_TEST(count("<", *literal) == before, about << " < " << *literal);
      BOOST_TEST(count(">=", *literal) == std::to_string(4 - std::stoi(before)), about << " >= " << *literal);
    }
    auto const month = schema::time_literal(declared(w.type), form, sys_days(1960y / 6 / 1));
    BOOST_TEST(month.has_value() == (form.times != time_form::years), about);
    if (month) BOOST_TEST(count("<", *month) == "2", about << " < " << *month);
    if (auto const pattern = schema::time_pattern(form, schema::year_period(1960))) BOOST_TEST(count("LIKE", *pattern) == "2", about);
    if (auto const pattern = schema::time_pattern(form, schema::month_period(1960, 5))) BOOST_TEST(count("LIKE", *pattern) == "1", about);
  }
}

BOOST_AUTO_TEST_CASE(clocks_of_programs_are_compared_by_their_second) {
  folder f;
  db::sqlite_connection database(
      make_database(f / "t.sqlite",
                    "CREATE TABLE t(at INTEGER, ms INTEGER);"
                    "INSERT INTO t SELECT strftime('%s', d), strftime('%s', d) * 1000 FROM"
                    " (SELECT '2009-12-31 23:59:59' AS d UNION SELECT '2010-01-01' UNION SELECT '2015-06-01');"));
  auto const seconds = schema::time_literal(declared("INTEGER"), form_of({1273017600}), sys_days(2010y / 1 / 1));
  auto const milliseconds = schema::time_literal(declared("INTEGER"), form_of({1273017600000}), sys_days(2010y / 1 / 1));
  BOOST_TEST((database.execute("SELECT count(*) FROM t WHERE at >= " + seconds.value()).rows.values.at(0).at(0) == value(2)));
  BOOST_TEST((database.execute("SELECT count(*) FROM t WHERE ms < " + milliseconds.value()).rows.values.at(0).at(0) == value(1)));
}

BOOST_AUTO_TEST_CASE(a_number_takes_the_form_that_equals_what_is_stored) {
  folder f;
  db::sqlite_connection database(make_database(
      f / "t.sqlite", "CREATE TABLE t(a TEXT, b INTEGER, c, d, e VARCHAR(4), g NUMERIC); INSERT INTO t VALUES ('7', 7, 7, '7', '7', 7);"));
  for (auto const& c : database.schema().tables().front().columns) {
    auto const form = form_of({database.execute("SELECT " + c.name + " FROM t").rows.values.at(0).at(0)});
    auto const literal = schema::literal_of(c, form, "7");
    BOOST_TEST(database.execute("SELECT 1 FROM t WHERE " + c.name + " = " + literal).rows.values.size() == 1u, c.name << " = " << literal);
    for (bool const quoted : {false, true}) {
      auto const other = quoted ? "'7'" : "7";
      bool const found = database.execute("SELECT 1 FROM t WHERE " + c.name + " = " + other).rows.values.size() == 1u;
      BOOST_TEST(schema::is_comparable(c, form, quoted, "7") == found, c.name << " = " << other);
    }
  }
  BOOST_TEST(schema::literal_of(declared("DATE"), {}, "O'Hara") == "'O''Hara'");
}

BOOST_AUTO_TEST_SUITE_END()
