// SPDX-License-Identifier: BSL-1.0
// The words of a question that the SQL does without, and what they would have done. The parts are written by hand.
#include "support.hpp"

using namespace t2s;
using namespace t2s::test;

namespace {

struct fixture : read_database {
  fixture()
      : read_database(
            "CREATE TABLE members(member_id INTEGER PRIMARY KEY, name TEXT, city TEXT, age INT);"
            "CREATE TABLE tools(tool_id INTEGER PRIMARY KEY, title TEXT, price REAL);"
            "CREATE TABLE loans(loan_id INTEGER PRIMARY KEY, member_id INT REFERENCES members, tool_id INT REFERENCES tools);"
            "INSERT INTO members VALUES (1,'Ana','Oslo',30),(2,'Bob','Bergen',41);"
            "INSERT INTO tools VALUES (1,'Saw',9.5),(2,'Drill',40);"
            "INSERT INTO loans VALUES (1,1,1),(2,2,2);") {}

  /// "restricts: purple; other: bought" for the best reading.
  std::string unread(std::string const& question) {
    std::string all;
    for (auto const& p : read(question).unread) {
      BOOST_TEST(question.substr(p.begin, p.end - p.begin) == p.text);
      all.append(all.empty() ? "" : "; ").append(name_of(p.role)).append(": ").append(p.text);
    }
    return all;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(unread_parts, fixture)

BOOST_AUTO_TEST_CASE(what_restricts) {
  BOOST_TEST(unread("Which purple tools are there?") == "restricts: purple");
  BOOST_TEST(unread("How many left-handed members are there?") == "restricts: left-handed");
  BOOST_TEST(unread("What is the average age of inactive members?") == "restricts: of inactive");
  BOOST_TEST(unread("List the names of members who are retired.") == "restricts: retired");
  BOOST_TEST(unread("How many tools are there in march?") == "restricts: in march");
  BOOST_TEST(unread("How many members are there from Narnia?") == "restricts: from Narnia");
  BOOST_TEST(unread("List the titles of tools with rusty wheels.") == "restricts: with rusty wheels");
  BOOST_TEST(unread("List the names of members except the first one.").starts_with("restricts: except"));
}

BOOST_AUTO_TEST_CASE(what_asks) {
  BOOST_TEST(unread("How many members are there for each season?") == "asks: for each season");
  BOOST_TEST(unread("What is the average age of members per month?") == "asks: per month");
  BOOST_TEST(unread("What is the share of members?") == "asks: share");
  BOOST_TEST(unread("Show the running total of tools.").starts_with("asks: running"));
  BOOST_TEST(unread("Show the turnover of the members.") == "asks: turnover");
}

/// The date of a row is not that of everything that happens to it.
BOOST_AUTO_TEST_CASE(what_happened_at_a_time) {
  read_database shop(
      "CREATE TABLE orders(order_id INTEGER PRIMARY KEY, customer TEXT, order_date TEXT, ship_date TEXT);"
      "INSERT INTO orders VALUES (1,'Ada','2024-03-01','2024-03-05'),(2,'Ben','2023-12-30','2024-01-02');"
      "CREATE TABLE visits(visit_id INTEGER PRIMARY KEY, patient TEXT, day TEXT, ward TEXT);"
      "INSERT INTO visits VALUES (1,'Cy','2024-03-01','north'),(2,'Di','2023-04-01','south');");
  auto const restricts = [&](std::string const& question) {
    return std::ranges::any_of(shop.read(question).unread, [](auto const& p) { return p.role == link::unread_role::restricts; });
  };
  for (auto const* question : {"How many orders were refunded in 2024?", "How many orders were delayed in 2023?",
                               "How many orders did we refund in 2024?", "Which patients had visits moved in 2024?",
                               "How many visits were postponed since 2024?", "Which customers had orders returned in 2024?"})
    BOOST_TEST(restricts(question), question);
  for (auto const* question :
       {"How many orders were placed in 2024?", "How many orders were shipped in 2024?", "How many orders were made in 2023?",
        "How many orders did we take in 2024?", "Which patients had visits in 2024?", "How many visits took place in 2024?"})
    BOOST_TEST(!restricts(question), question);
}

BOOST_AUTO_TEST_CASE(what_changes_nothing) {
  for (auto const* question : {"Could you please tell me the names of the members?", "I'd like to know how many tools are available.",
                               "Give me all information about the tools.", "How many members does the database contain?",
                               "Which members have loans?", "What are the full names of members, sorted by age from old to young?"}) {
    auto const parts = unread(question);
    BOOST_TEST((parts.find("restricts") == parts.npos && parts.find("asks") == parts.npos), question << " " << parts);
  }
}

BOOST_AUTO_TEST_CASE(verbs_that_connect) {
  BOOST_TEST(unread("Which members placed loans?") == "other: placed");
  BOOST_TEST(unread("List the names of members who repaired tools.") == "other: repaired");
  BOOST_TEST(unread("List the names of members who borrowed tools.").empty());  // of `loans`
  BOOST_TEST(unread("What are the titles of the tools chosen by members?") == "other: chosen");
  BOOST_TEST(unread("How many members did not make loans?").find("restricts: make") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
