// SPDX-License-Identifier: BSL-1.0
// Questions about years, months and days over columns of every declared type. The judge is SQLite with SQL written by hand.
#include "offline_support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

enum class stores { days, times, years, digits };

/// Five potters, born in 1959, May 1960, December 1960, July 1965 and 1971.
struct potters : answered {
  potters(std::string const& type, stores how) : answered(script(type, how)) {}

  static std::string script(std::string const& type, stores how) {
    std::string sql = "CREATE TABLE potter(potter_id INTEGER PRIMARY KEY, name TEXT, birth_date " + type + ", kiln TEXT);";
    for (auto const& [name, day] :
         {std::pair{"Ada", "1959-03-01"}, {"Ben", "1960-05-05"}, {"Cleo", "1960-12-31"}, {"Dov", "1965-07-10"}, {"Fay", "1971-02-03"}}) {
      std::string const d(day);
      auto const stored = how == stores::days    ? "'" + d + "'"
                          : how == stores::times ? "'" + d + " 23:15:00'"
                          : how == stores::years ? d.substr(0, 4)
                                                 : d.substr(0, 4) + d.substr(5, 2) + d.substr(8);
      sql += std::string("INSERT INTO potter(name, birth_date, kiln) VALUES('") + name + "'," + stored + ",'wood');";
    }
    return sql;
  }

  /// The names in the answer, or the ignored words.
  std::string ask(std::string const& question) {
    auto const found = answered::ask(question);
    if (!found.has_sql()) return "no SQL";
    std::string const why(found.revisions.front().tried.why);
    if (auto const unread = why.find("not read"); unread != why.npos) return why.substr(unread);
    std::string out;
    for (auto const& row : found.outcome()->rows.values) out += (out.empty() ? "" : " ") + to_string(row.at(0));
    return out;
  }
};

struct asked {
  char const *question, *names;
};

constexpr asked of_years[] = {
    {"Which potters were born before 1960?", "Ada"},
    {"Which potters were born after 1960?", "Dov Fay"},
    {"Which potters were born in 1960?", "Ben Cleo"},
    {"Which potters were born since 1965?", "Dov Fay"},
    {"Which potters were born between 1960 and 1965?", "Ben Cleo Dov"},
    {"Which potters were born from 1960 to 1965?", "Ben Cleo Dov"},
    {"Which potters were born until 1960?", "Ada Ben Cleo"},
    {"Which potters were born before the year 1965?", "Ada Ben Cleo"},
    {"Which potters were born in or after 1965?", "Dov Fay"},
    {"Which potters were born no later than 1960?", "Ada Ben Cleo"},
    {"Which potters were born in 1965 or later?", "Dov Fay"},
    {"Which potters were born after 1959 and before 1970?", "Ben Cleo Dov"},
    {"Which potters were born during the 1960s?", "Ben Cleo Dov"},
    {"Which potters were born earlier than 1960?", "Ada"},
    {"Which potters have a birth date after 1965?", "Fay"},
    {"List the potters whose birth date is before 1960.", "Ada"},
};
constexpr asked of_days[] = {
    {"Which potters were born in May 1960?", "Ben"},
    {"Which potters were born after May 1960?", "Cleo Dov Fay"},
    {"Which potters were born before May 5, 1960?", "Ada"},
    {"Which potters were born on 1960-05-05?", "Ben"},
    {"Which potters were born on May 5th, 1960?", "Ben"},
    {"Which potters were born after 5 May 1960?", "Cleo Dov Fay"},
    {"Which potters were born since 1960-12-31?", "Cleo Dov Fay"},
    {"Which potters were born between May 1960 and July 1965?", "Ben Cleo Dov"},
    {"Which potters were born between 1960-05-05 and 1965-07-10?", "Ben Cleo Dov"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(offline_times)

BOOST_AUTO_TEST_CASE(whatever_the_column_is_declared_as) {
  for (auto const* type : {"DATE", "DATETIME", "TIMESTAMP", "TEXT", "VARCHAR(10)", "NUMERIC", ""})
    for (auto const how : {stores::days, stores::times, stores::digits}) {
      potters p(type, how);
      for (auto const& a : of_years) BOOST_TEST(p.ask(a.question) == a.names, type << static_cast<int>(how) << ": " << a.question);
      for (auto const& a : of_days) BOOST_TEST(p.ask(a.question) == a.names, type << static_cast<int>(how) << ": " << a.question);
    }
  for (auto const* type : {"INTEGER", "YEAR", "DATE", "TEXT", ""}) {
    potters p(type, stores::years);
    for (auto const& a : of_years) BOOST_TEST(p.ask(a.question) == a.names, type << ": " << a.question);
    for (auto const& a : of_days) BOOST_TEST(p.ask(a.question).starts_with("not read"), type << ": " << a.question);
  }
}

BOOST_AUTO_TEST_CASE(what_sorts_by_no_time_is_left_unread_and_said) {
  for (auto const* values :
       {"('a','03/01/1959'),('b','12/31/1960')", "('a',1959),('b','1960-05-05')", "('a','1959-03-01'),('b','unknown')"}) {
    answered a(std::string("CREATE TABLE potter(name TEXT, birth_date DATE); INSERT INTO potter VALUES ") + values);
    for (auto const* question : {"Which potters were born before 1960?", "Which potters were born in May 1960?"}) {
      auto const found = a.ask(question);
      BOOST_TEST(std::string(found.revisions.front().tried.why).find("not read") != std::string::npos, values << question << found.sql());
      BOOST_TEST(std::string(found.sql()).find("WHERE") == std::string::npos, found.sql());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_word_year_and_a_month_without_one) {
  answered a(
      "CREATE TABLE studio(studio_id INTEGER PRIMARY KEY, owner TEXT, founding_year INTEGER);"
      "CREATE TABLE reel(reel_id INTEGER PRIMARY KEY, title TEXT, release_date DATE);"
      "INSERT INTO reel VALUES (1,'A','2009-05-05'),(2,'B','2010-05-05'),(3,'C','2010-06-05');");
  for (auto const* question : {"Which reels were released in the year 2010?", "Which reels were released in 2010?"})
    BOOST_TEST(a.ask(question).sql() == "SELECT title FROM reel WHERE release_date LIKE '2010%'");
  auto const may = a.ask("Which reels were released in May?");  // of any year
  BOOST_REQUIRE((may.outcome() && may.outcome()->rows.values.size() == 2u));
  BOOST_TEST((may.outcome()->rows.values[0][0] == value("A") && may.outcome()->rows.values[1][0] == value("B")), may.sql());
  auto const since = a.ask("Which reels were released since May?");
  BOOST_TEST(std::string(since.revisions.front().tried.why).find("May\"") != std::string::npos, since.revisions.front().tried.why);
}

BOOST_AUTO_TEST_CASE(seconds_since_1970) {
  answered a(
      "CREATE TABLE visit(visit_id INTEGER PRIMARY KEY, page TEXT, created_at INTEGER);"
      "INSERT INTO visit(page, created_at) SELECT d, strftime('%s', d) FROM (SELECT '2009-06-01' AS d"
      " UNION SELECT '2010-03-04' UNION SELECT '2010-12-31' UNION SELECT '2012-01-01');");
  auto const count = [&](std::string const& question) {
    auto const found = a.ask(question);
    return found.outcome() ? to_string(found.outcome()->rows.values.at(0).at(0)) : "none";
  };
  BOOST_TEST(count("How many visits were created before 2010?") == "1");
  BOOST_TEST(count("How many visits were created in 2010?") == "2");
  BOOST_TEST(count("How many visits were created after March 2010?") == "2");
  BOOST_TEST(count("How many visits were created on 2010-03-04?") == "1");
}

BOOST_AUTO_TEST_CASE(values_that_are_no_times_are_none_whatever_the_name) {
  answered a(
      "CREATE TABLE singer(name TEXT, birth_country TEXT, birth_city TEXT, birth_place TEXT, birth_weight INTEGER, birth_date DATE);"
      "INSERT INTO singer VALUES ('A','Peru','Lima','x',3,'1950-01-01'),('B','Chile','Arica','y',4,'1962-01-01');"
      "CREATE TABLE gag(gag_id INTEGER PRIMARY KEY, title TEXT, based_on TEXT, works_at TEXT, shown DATE);"
      "INSERT INTO gag VALUES (1,'A','book','Rome','1992-01-01'),(2,'B','play','Oslo','1993-01-01');");
  BOOST_TEST(a.sql("Which singers were born before 1960?") == "SELECT name FROM singer WHERE birth_date < '1960-01-01'");
  BOOST_TEST(a.sql("Which singers were born in 1962?") == "SELECT name FROM singer WHERE birth_date LIKE '1962%'");
  BOOST_TEST(a.sql("Which singers were born in Peru?") == "SELECT name FROM singer WHERE birth_country = 'Peru'");
  BOOST_TEST(a.sql("Who is the youngest singer?") == "SELECT name FROM singer ORDER BY birth_date DESC LIMIT 1");
  BOOST_TEST(a.sql("Which gags are from 1992?") == "SELECT title FROM gag WHERE shown LIKE '1992%'");
}

BOOST_AUTO_TEST_CASE(two_periods_are_a_range_in_either_order) {
  potters p("DATE", stores::days);
  for (auto const* question : {"Which potters were born within 1960 and 1965?", "Which potters were born between 1965 and 1960?",
                               "Which potters were born from 1965 to 1960?"})
    BOOST_TEST(p.ask(question) == "Ben Cleo Dov", question);
  BOOST_TEST(p.ask("Which potters were born between July 1965 and May 1960?") == "Ben Cleo Dov");
  BOOST_TEST(p.ask("Which potters were born in 1965 or before?") == "Ada Ben Cleo Dov");
  BOOST_TEST(p.ask("Which potters were born in 1965 or so?").starts_with("not read"));
}

BOOST_AUTO_TEST_CASE(an_amount_of_four_digits_is_no_year) {
  answered a(
      "CREATE TABLE mill(name TEXT, opened DATE, output INTEGER);"
      "INSERT INTO mill VALUES ('A','1990-01-01',1500),('B','2005-05-05',2500);");
  BOOST_TEST(a.sql("Which mills have an output above 2000?") == "SELECT name FROM mill WHERE output > 2000");
  BOOST_TEST(a.sql("Which mills have an output of 2500?") == "SELECT name FROM mill WHERE output = 2500");
  BOOST_TEST(a.sql("Which mills opened after 2000?") == "SELECT name FROM mill WHERE opened >= '2001-01-01'");
  BOOST_TEST(a.sql("What is the output of mills opened after 2000?") == "SELECT output FROM mill WHERE opened >= '2001-01-01'");
}

// Only its stored values show that the column holds days.
BOOST_AUTO_TEST_CASE(days_in_a_numeric_column_of_another_name) {
  answered a(
      "CREATE TABLE bridge(bridge_id INTEGER PRIMARY KEY, name TEXT, built NUMERIC, span DECIMAL(8,1));"
      "INSERT INTO bridge(name, built, span) VALUES('Ark','1959-03-01',1975.5),('Bow','1960-05-05',80),('Cam','1971-02-03',90);");
  for (auto const& [question, names] : {std::pair{"Which bridges were built before 1960?", "Ark"},
                                        {"Which bridges were built after 1960?", "Cam"},
                                        {"Which bridges were built in 1960?", "Bow"},
                                        {"Which bridges were built between 1960 and 1971?", "Bow Cam"},
                                        {"Which bridges have a span above 1960?", "Ark"}}) {
    auto const found = a.ask(question);
    BOOST_REQUIRE_MESSAGE(found.outcome(), question);
    std::string got;
    for (auto const& row : found.outcome()->rows.values) got += (got.empty() ? "" : " ") + to_string(row.at(0));
    BOOST_TEST(got == names, question << ": " << found.sql());
  }
}

BOOST_AUTO_TEST_SUITE_END()
