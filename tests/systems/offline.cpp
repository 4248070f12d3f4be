// SPDX-License-Identifier: BSL-1.0
#include "offline_support.hpp"
#include "t2s/db/sqlite/pool.hpp"
#include "t2s/retrieve/pool.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <thread>

using namespace t2s;
using namespace t2s::test;
namespace asio = boost::asio;

namespace {

/// The shipped example data.
struct fixture {
  folder f;
  std::filesystem::path file = make_database(f / "countries.sqlite", read_file(std::string(T2S_DATA_DIR) + "/countries.sql"));
  db::sqlite_connection connection{file};
  prepared<db::sqlite_connection> database{connection};
  std::shared_ptr<retrieve::skeleton_index const> pool = retrieve::open_pool(std::string(T2S_DATA_DIR) + "/demonstrations.json");
  systems::offline offline = [this] {
    systems::offline made;
    made.sampler.pool = pool;
    return made;
  }();
  llm::no_model model;

  answer ask(std::string const& question) { return offline.run(context(model, database), question); }

  /// Whether the answer has the rows of the SQL written by hand.
  void expect(std::string const& question, std::string const& sql) {
    auto const found = ask(question);
    auto const wanted = database.execute(sql);
    BOOST_REQUIRE_MESSAGE(wanted.ok() && found.outcome(), question);
    BOOST_TEST((found.outcome()->rows.values == wanted.rows.values), question << ": " << found.sql());
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(offline_system, fixture)

BOOST_AUTO_TEST_CASE(questions_on_one_table) {
  expect("How many countries are there in Africa?", "SELECT count(*) FROM countries WHERE continent = 'Africa'");
  expect("What is the currency of Japan?", "SELECT currency FROM countries WHERE name = 'Japan'");
  expect("Which rivers are longer than 5000 km?", "SELECT name FROM rivers WHERE length_km > 5000");
  expect("Which countries have a life expectancy above 83?", "SELECT name FROM countries WHERE \"life expectancy\" > 83");
  expect("Show the names of landlocked countries in Europe.",
         "SELECT name FROM countries WHERE is_landlocked = 1 AND continent = 'Europe'");
  expect("Which cities have a population of more than 10 million?", "SELECT name FROM cities WHERE population > 10000000");
}

BOOST_AUTO_TEST_CASE(order_and_groups) {
  expect("Which continent has the most countries?", "SELECT continent FROM countries GROUP BY continent ORDER BY count(*) DESC LIMIT 1");
  expect("What are the ten largest countries by area?", "SELECT name FROM countries ORDER BY area_km2 DESC LIMIT 10");
  expect("How many languages are there in each family?", "SELECT count(*), family FROM languages GROUP BY family");
}

BOOST_AUTO_TEST_CASE(a_misspelt_value_is_corrected_in_sight) {
  auto const a = ask("Which cities in Brasil have more than 5 million people?");
  BOOST_REQUIRE(a.revisions.size() == 2u);
  BOOST_TEST(a.revisions[0].tried.sql.find("'Brasil'") != std::string::npos);
  BOOST_TEST(a.revisions[0].remarks.at(0).text == "no row has countries.name = 'Brasil'; the nearest stored value is 'Brazil'");
  expect("Which cities in Brasil have more than 5 million people?",
         "SELECT name FROM cities WHERE country_iso = 'BRA' AND population > 5000000");
  // a zero count is one row, but still a mistake
  expect("How many cities are there in Nowray?", "SELECT count(*) FROM cities WHERE country_iso = 'NOR'");
}

BOOST_AUTO_TEST_CASE(joins_follow_the_foreign_keys) {
  expect("List the cities of Germany.",
         "SELECT c.name FROM cities c JOIN countries n ON c.country_iso = n.iso_code WHERE n.name = 'Germany' ORDER BY c.city_id");
  expect("How many rivers flow through Germany?",
         "SELECT count(*) FROM river_countries r JOIN countries c ON r.country_iso = c.iso_code WHERE c.name = 'Germany'");
  expect("Which countries do not have any river?",
         "SELECT name FROM countries WHERE iso_code NOT IN (SELECT country_iso FROM river_countries)");
}

BOOST_AUTO_TEST_CASE(a_question_about_nothing_here_has_no_sql_and_says_why) {
  auto const found = ask("colorless green ideas");
  BOOST_TEST(!found.has_sql());
  BOOST_TEST(found.stopped.find("names no table") != std::string::npos);
  std::string many;
  for (int i = 0; i < 600; ++i) many += "country ";
  BOOST_TEST(ask(many).stopped.find("more words") != std::string::npos);
}

// `crew` of a ship is a number of people; only the name suggests a reference to the table of members.
BOOST_AUTO_TEST_CASE(no_answer_joins_by_a_key_that_values_refute) {
  auto const joins = [&](std::string const& crews) {
    folder const g;
    db::sqlite_connection port(
        make_database(g / "port.sqlite",
                      "CREATE TABLE crew(crew INTEGER PRIMARY KEY, member TEXT); INSERT INTO crew VALUES (901,'Ada'), (902,'Bo');"
                      "CREATE TABLE ship(ship_no INTEGER PRIMARY KEY, flag TEXT, crew INTEGER); INSERT INTO ship VALUES " +
                          crews));
    prepared known(port);
    return offline.run(context(model, known), "What is the flag of the ship whose crew member is Ada?").sql().find("JOIN") !=
           std::string::npos;
  };
  BOOST_TEST(joins("(1,'red',901), (2,'blue',902)"));
  BOOST_TEST(!joins("(1,'red',12), (2,'blue',30)"));
}

BOOST_AUTO_TEST_CASE(the_answer_is_the_same_every_time) {
  for (auto const* question : {"Which country has the most official languages?", "What is the average population of each continent?"}) {
    auto const first = ask(question);
    BOOST_TEST(ask(question).sql() == first.sql());
    prepared fresh(connection);
    auto const anew = offline.run(context(model, fresh), question);
    BOOST_TEST(anew.sql() == first.sql());
  }
}

BOOST_AUTO_TEST_CASE(over_a_connection_each_run_reads_the_lexicon_and_over_a_prepared_database_the_first) {
  systems::offline bare;
  auto const statements = [&](auto& over) {
    auto const found = bare.run(context(model, over), "What is the currency of Japan?");
    BOOST_TEST(found.sql() == "SELECT currency FROM countries WHERE name = 'Japan'");
    return found.revisions.front().spent.statements;
  };
  auto const anew = statements(connection);
  BOOST_TEST(anew > 1u);  // a statement for each text column
  BOOST_TEST(statements(connection) == anew);
  BOOST_TEST(statements(database) == anew);
  BOOST_TEST(statements(database) == 1u);  // the SQL alone
}

BOOST_AUTO_TEST_CASE(it_runs_over_a_database_that_is_awaited) {
  db::sqlite later(file);
  prepared known(later);
  asio::io_context io;
  systems::offline bare;
  auto const ask = [&](systems::offline const& system, auto& over) {
    auto running = asio::co_spawn(io, system.run(context(model, over), "What is the currency of Japan?"), asio::use_future);
    io.run();
    io.restart();
    BOOST_TEST(running.get().sql() == "SELECT currency FROM countries WHERE name = 'Japan'");
  };
  for (auto const* system : {&offline, &bare}) {
    ask(*system, later);
    ask(*system, known);
  }
}

BOOST_AUTO_TEST_CASE(one_object_serves_many_threads) {
  std::string const question = "Which continent has the most countries?";
  auto const wanted = std::string(ask(question).sql());
  std::vector<std::thread> threads;
  std::vector<std::string> found(4);
  for (auto& mine : found)
    threads.emplace_back([&] {
      db::sqlite_connection thread_connection(file);
      prepared own(thread_connection, database.shared());
      llm::no_model none;
      for (int i = 0; i < 20; ++i) mine = offline.run(context(none, own), question).sql();
    });
  for (auto& t : threads) t.join();
  for (auto const& mine : found) BOOST_TEST(mine == wanted);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(offline_on_odd_databases)

BOOST_AUTO_TEST_CASE(names_that_need_quotes_are_quoted) {
  answered a(
      "CREATE TABLE \"select\"(\"group by\" TEXT, \"a\"\"b\" INT, \"größe\" REAL);"
      "INSERT INTO \"select\" VALUES ('x', 1, 2.5);");
  for (auto const* question :
       {"What is the größe of each select?", "Show the group by of all select", "How many selects are there?", "a b"}) {
    auto const found = a.ask(question);
    BOOST_REQUIRE(found.outcome());
    BOOST_TEST(found.outcome()->ok(), question << ": " << found.sql());
  }
}

namespace {

/// Devices whose tables refer to one another in a chain, each with an amount and a status: a condition on one refers to that one.
std::string chained_tables(int n) {
  std::string sql;
  for (int i = 0; i < n; ++i) {
    auto const name = i == n - 1 ? std::string("meter_readings") : "device_" + std::to_string(i);
    auto const before = "device_" + std::to_string(i - 1);
    sql += "CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, amount REAL, status TEXT" +
           (i > 0 ? ", before INTEGER REFERENCES " + before + "(id)" : "") + ");";
    sql += "INSERT INTO " + name + " VALUES (1, " + std::to_string(i) + ", 'active'" + (i > 0 ? ", NULL" : "") + ");";
  }
  return sql;
}

}  // namespace

BOOST_AUTO_TEST_CASE(of_many_tables_that_hold_a_value_the_one_asked_about_is_taken) {
  answered a(chained_tables(60));
  auto const found = a.ask("What is the average amount of meter readings with status active?");
  BOOST_TEST(found.sql() == "SELECT avg(amount) FROM meter_readings WHERE status = 'active'");
}

BOOST_AUTO_TEST_CASE(a_join_of_very_many_tables_is_refused_in_words) {
  answered a(chained_tables(30) +
             "CREATE TABLE owners(id INTEGER PRIMARY KEY, surname TEXT, device INTEGER REFERENCES device_0(id));"
             "INSERT INTO owners VALUES (1, 'Nansen', 1);");
  auto const found = a.ask("What is the average amount of meter readings whose owners surname is Nansen?");
  BOOST_TEST(!found.has_sql());
  BOOST_TEST(found.stopped.find("only a join of 31 connects") != std::string::npos, found.stopped);
  BOOST_TEST(found.stopped.find("owners") != std::string::npos, found.stopped);
  BOOST_TEST(found.stopped.find("at most 8 are joined") != std::string::npos, found.stopped);
}

BOOST_AUTO_TEST_CASE(a_draft_that_gives_nothing_stands_if_nothing_gives_more) {
  answered a("CREATE TABLE plant(name TEXT, height INT)");
  auto const found = a.ask("Which plants have a height above 3?");
  BOOST_TEST(found.sql() == "SELECT name FROM plant WHERE height > 3");
  BOOST_REQUIRE(found.outcome());
  BOOST_TEST(found.outcome()->rows.empty());
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

/// A small workshop, with dates as texts and a column of yes and no.
struct workshop : answered {
  workshop()
      : answered(
            "CREATE TABLE members (member_id INTEGER PRIMARY KEY, name TEXT, birth_date TEXT, is_paying INTEGER);"
            "INSERT INTO members VALUES (1, 'Ada', '1984-12-31', 1), (2, 'Ben', '1985-01-01', 0), (3, 'Cid', '1986-05-05', 1);"
            "CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, member_id INT REFERENCES members(member_id), repair_date TEXT,"
            " cost REAL);"
            "INSERT INTO repairs VALUES (1, 1, '2022-02-01', 40), (2, 1, '2023-02-28', 150), (3, 2, '2023-03-01', 250),"
            " (4, 3, '2023-02-03', 350);"
            "CREATE TABLE tools (tool_id INTEGER PRIMARY KEY, name TEXT, price REAL, stock INT);"
            "INSERT INTO tools VALUES (1, 'Saw', 20, 3), (2, 'Drill', 90, 1), (3, 'Plane', 50, 9);") {}

  /// Whether the answer has the rows of the SQL written by hand, and every word was used.
  void expect(std::string const& question, std::string const& sql) {
    auto const found = ask(question);
    auto const wanted = database.execute(sql);
    BOOST_REQUIRE_MESSAGE(wanted.ok() && found.outcome(), question);
    BOOST_TEST((found.outcome()->rows.values == wanted.rows.values), question << ": " << found.sql());
    BOOST_TEST(found.revisions.back().tried.why == "read from the question", question);
  }

  /// Whether the draft reports that it ignores these words.
  void expect_unread(std::string const& question, std::string const& words) {
    auto const found = ask(question);
    BOOST_REQUIRE_MESSAGE(found.has_sql(), question);
    BOOST_TEST(found.revisions.front().tried.why == "read from the question; not read: " + words, question);
  }
};

/// Ships of which the captains live in cities, and more than fifty tables, some of which are called the same.
struct ports : answered {
  ports() : answered(sql()) {}
  static std::string sql() {
    std::string all =
        "CREATE TABLE captain(captain_id INTEGER PRIMARY KEY, name TEXT, city TEXT);"
        "CREATE TABLE ship(ship_id INTEGER PRIMARY KEY, name TEXT, home_port TEXT, captain_id INT REFERENCES captain);"
        "INSERT INTO captain VALUES (1, 'Ana', 'Cadiz'), (2, 'Bob', 'Oslo');"
        "INSERT INTO ship VALUES (1, 'Gull', 'Oslo', 1), (2, 'Tern', 'Bergen', 2), (3, 'Auk', 'Oslo', 1);";
    for (std::string const group : {"museum", "archive"})
      all += "CREATE TABLE " + group + "__picture(picture_id INTEGER PRIMARY KEY, width REAL); INSERT INTO " + group +
             "__picture VALUES (1, " + std::to_string(group.size()) + ");";
    for (int i = 0; i < 60; ++i) all += "CREATE TABLE shelf_" + std::to_string(i) + "(side TEXT, box TEXT);";
    return all;
  }

  /// The rows, and the reason for the SQL.
  void expect(std::string const& question, std::string const& rows_of, std::string const& why) {
    auto const found = ask(question);
    BOOST_REQUIRE_MESSAGE(found.outcome(), question);
    BOOST_TEST((found.outcome()->rows.values == database.execute(rows_of).rows.values), question << ": " << found.sql());
    BOOST_TEST(found.revisions.front().tried.why == why, question);
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(what_is_read, workshop)

BOOST_AUTO_TEST_CASE(words_without_a_place_are_said) {
  expect_unread("members from the moon", "\"from the moon\"");
  expect_unread("List the tools over 10 and below 30.", "\"over 10 and below 30\"");  // two columns of amounts: which is meant?
  expect_unread("Show the overdue repairs.", "\"overdue\"");
  expect_unread("Which tools in Oslo cost more than in Bergen?", "\"in Oslo\", \"more than in Bergen\"");
}

BOOST_AUTO_TEST_CASE(two_comparisons_of_one_measure) {
  expect("Which tools have a price over 30 and below 80?", "SELECT name FROM tools WHERE price > 30 AND price < 80");
  expect("What is the number of repairs over 100 and below 300?", "SELECT count(*) FROM repairs WHERE cost > 100 AND cost < 300");
}

BOOST_AUTO_TEST_CASE(the_first_of_an_order) {
  expect("top 2 tools by price", "SELECT name FROM tools ORDER BY price DESC LIMIT 2");
  expect("the bottom two tools by stock", "SELECT name FROM tools ORDER BY stock LIMIT 2");
}

BOOST_AUTO_TEST_CASE(years_and_months_of_dates_that_are_texts) {
  expect("Which members were born after 1985?", "SELECT name FROM members WHERE birth_date > '1985-12-31'");
  expect("Which members were born before 1985?", "SELECT name FROM members WHERE birth_date < '1985-01-01'");
  expect("Which members were born since 1985?", "SELECT name FROM members WHERE birth_date >= '1985-01-01'");
  expect("How many repairs were there in 2023?", "SELECT count(*) FROM repairs WHERE strftime('%Y', repair_date) = '2023'");
  expect("How many repairs were there in February 2023?", "SELECT count(*) FROM repairs WHERE strftime('%Y-%m', repair_date) = '2023-02'");
}

BOOST_AUTO_TEST_CASE(an_adjective_that_names_a_column_of_yes_and_no) {
  expect("How many paying members are there?", "SELECT count(*) FROM members WHERE is_paying = 1");
  expect("List the paying members.", "SELECT name FROM members WHERE is_paying = 1");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(what_is_assumed, ports)

BOOST_AUTO_TEST_CASE(a_value_of_a_table_that_the_question_does_not_name_is_said_with_its_column) {
  expect("How many ships are in Cadiz?", "SELECT 2", "read from the question; 'Cadiz' was found in captain.city");
  expect("How many ships in Oslo?", "SELECT 2", "read from the question");
  expect("How many ships have a captain in Cadiz?", "SELECT 2", "read from the question");
}

BOOST_AUTO_TEST_CASE(a_word_that_chose_between_groups_of_tables_was_read) {
  expect("What is the average width of pictures in the museum?", "SELECT 6.0", "read from the question");
  expect("What is the average width of pictures in the archive?", "SELECT 7.0", "read from the question");
  expect("What is the average width of pictures in the museum in Neverland?", "SELECT 6.0",
         "read from the question; not read: \"in Neverland\"");
}

BOOST_AUTO_TEST_SUITE_END()
