// SPDX-License-Identifier: BSL-1.0
// What is read from a database for its lexicon, what is left out, and the cost by the size of the schema.
#include "t2s/retrieve/knowledge/lexicon.hpp"

#include "db/support.hpp"
#include "support/scripted_database.hpp"
#include "support/table.hpp"
#include "t2s/db/detail/any_connection.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"
#include "t2s/retrieve/knowledge/value_index.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// Counts the statements to a database.
struct counted_database {
  db::sqlite_connection inside;
  std::size_t statements = 0;

  [[nodiscard]] schema::database const& schema() const { return inside.schema(); }
  db::execution execute(std::string sql) { return ++statements, inside.execute(sql); }
  db::execution sample(std::string table, std::size_t n) { return ++statements, inside.sample(table, n); }
  db::execution distinct(std::string table, std::string column, std::size_t n) { return ++statements, inside.distinct(table, column, n); }
};
static_assert(db::Database<counted_database>);

std::vector<std::string> left_out(knowledge::lexicon const& names) {
  std::vector<std::string> out;
  for (auto const& u : names.left_out()) out.push_back(u.table + "." + u.column + ": " + u.why);
  return out;
}

schema::table stored(std::string name, std::vector<std::string> const& columns, bool is_view = false) {
  auto t = test::table(std::move(name), columns, "TEXT");
  t.is_view = is_view;
  if (!is_view) t.columns.front().key_position = 1;
  return t;
}

using texts = std::vector<std::string>;

/// The words of a table's name and of its columns' names: "ticket: ticket id, first name".
std::string words_of(knowledge::lexicon const& names, std::uint32_t table = 0) {
  auto const joined = [&](knowledge::column_id id) {
    std::string out;
    for (auto const w : names.item(id).words) out.append(out.empty() ? "" : " ").append(names.words()[w]);
    return out;
  };
  auto out = joined({table}) + ":";
  for (std::uint32_t c = 0; c < names.schema().tables()[table].columns.size(); ++c) out += (c == 0 ? " " : ", ") + joined({table, c});
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lexicon)

BOOST_AUTO_TEST_CASE(numbers_of_yes_and_no_are_known_by_name_and_values) {
  folder f;
  db::sqlite_connection connection(make_database(
      f / "kites.sqlite",
      "CREATE TABLE kite(kite_id INTEGER PRIMARY KEY, retired INTEGER, injured INTEGER, active INTEGER, mended BOOLEAN, lines INTEGER);"
      "INSERT INTO kite VALUES (1, 0, 4, 1, 0, 1), (2, 1, 0, NULL, 1, 0);"));
  prepared database(connection);
  auto const names = database.known<knowledge::lexicon>();
  auto const yes = [&](std::uint32_t c) { return names->flag_value({0, c}, true).value_or("none"); };
  BOOST_TEST(yes(1) == "1");
  BOOST_TEST(names->flag_value({0, 1}, false).value_or("none") == "0");
  BOOST_TEST(yes(2) == "none");  // how many were injured
  BOOST_TEST(yes(3) == "1");
  BOOST_TEST(yes(4) == "1");
  BOOST_TEST(yes(5) == "none");  // its name does not tell
}

BOOST_AUTO_TEST_CASE(of_a_table_without_rows_one_column_is_read) {
  std::string sql = "CREATE TABLE full(a TEXT, b TEXT, c TEXT); INSERT INTO full VALUES (NULL, 'Quay', 'Buoy');";
  for (int t = 0; t < 20; ++t) {
    sql += "CREATE TABLE empty" + std::to_string(t) + "(id INTEGER";
    for (int c = 0; c < 50; ++c) sql += ", c" + std::to_string(c) + " TEXT";
    sql += ");";
  }
  folder f;
  counted_database database{db::sqlite_connection(make_database(f / "wide.sqlite", sql))};
  auto const names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(database.statements ==
             4U + 20U + 21U);  // whether a table has rows, each column, and its key; an empty table has no columns to read
  BOOST_TEST(names->values("quay").size() == 1U);
  BOOST_TEST(names->values("buoy").size() == 1U);
  BOOST_TEST(names->left_out().empty());
}

BOOST_AUTO_TEST_CASE(columns_that_fail_are_named_with_the_reason_and_do_not_count_as_known) {
  tests::scripted_database database;
  database.shape = schema::database({stored("slow", {"a", "b", "c"}, true), stored("buoys", {"colour", "light"})});
  auto partly = tests::gives({"Green"});
  partly.failure = failure{errc::time_limit, "the time limit of 5 s was met", {}, {}, {}};
  database.world = {{"distinct slow.a", partly},
                    {"distinct buoys.colour", tests::gives({"Red", "Yellow"})},
                    {"distinct buoys.light", tests::fails(errc::size_limit, "string or blob too big")}};
  auto const names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(left_out(*names) == (texts{"buoys.light: string or blob too big", "slow.a: the time limit of 5 s was met",
                                        "slow.b: the time limit of 5 s was met", "slow.c: the time limit of 5 s was met"}),
             boost::test_tools::per_element());
  BOOST_TEST(database.asked == (texts{"sample buoys", "distinct buoys.colour", "distinct buoys.light", "sample slow", "distinct slow.a"}),
             boost::test_tools::per_element());     // a view comes last, and a slow one gives one column
  BOOST_TEST(names->values("green").size() == 1U);  // what was read until then
  BOOST_TEST(!names->is_complete({0, 0}));
  BOOST_TEST(names->is_complete({1, 0}));
  BOOST_TEST(!names->is_complete({1, 1}));
}

BOOST_AUTO_TEST_CASE(beside_an_index_the_columns_of_numbers_tell_their_times) {
  folder f;
  auto const file = make_database(f / "buoys.sqlite",
                                  "CREATE TABLE buoys(colour TEXT, laid DATE, checked_year INTEGER, light TEXT);"
                                  "INSERT INTO buoys VALUES ('Red', 1700000000, 2001, 'on'), ('Green', 1710000000, 2002, 'off');");
  db::sqlite_connection inside(file);
  auto const beside = knowledge::value_index_place(file);
  (void)knowledge::update_value_index(beside, inside);
  counted_database database{std::move(inside)};
  auto const names =
      prepared(database, knowledge::lexicon_options{.index = knowledge::value_index::open(beside)}).known<knowledge::lexicon>();
  BOOST_TEST(database.statements == 3U);  // whether the table has rows, and each column of numbers
  BOOST_TEST((names->form_of({0, 1}).times == schema::time_form::seconds));
  BOOST_TEST((names->form_of({0, 2}).times == schema::time_form::years));
}

BOOST_AUTO_TEST_CASE(all_columns_together_have_a_limit_of_time) {
  tests::scripted_database database;
  database.shape = schema::database({stored("buoys", {"colour", "light"})});
  auto const names = prepared(database, knowledge::lexicon_options{.time = std::chrono::nanoseconds(0)}).known<knowledge::lexicon>();
  BOOST_TEST(database.asked.empty());
  BOOST_TEST_REQUIRE(names->left_out().size() == 2U);
  BOOST_TEST(names->left_out().front().why.find("took longer than 0 s") != std::string::npos);
}

// Without the limit of all columns, each view would run until its own limit: two minutes for six.
BOOST_AUTO_TEST_CASE(the_limit_of_time_ends_statements_too_however_many_views_are_slow) {
  folder f;
  std::string schema = "CREATE TABLE buoys(id INTEGER PRIMARY KEY, colour TEXT); INSERT INTO buoys VALUES (1, 'Red');";
  for (char const* view : {"v1", "v2", "v3", "v4", "v5", "v6"})  // an aggregate, so that no row comes before the end
    schema += "CREATE VIEW " + std::string(view) +
              "(word) AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT 'w' || max(n) FROM t;";
  db::sqlite_options patient;
  patient.limits.time = std::chrono::seconds(20);
  auto const file = make_database(f / "slow.sqlite", schema);
  auto const read = [](auto& database) {
    prepared known(database, knowledge::lexicon_options{.time = std::chrono::milliseconds(300)},
                   knowledge::kept_values_options{.time = std::chrono::milliseconds(300)});
    auto const begin = std::chrono::steady_clock::now();
    auto const names = known.template known<knowledge::lexicon>();
    BOOST_TEST((std::chrono::steady_clock::now() - begin < std::chrono::seconds(15)));
    BOOST_TEST(names->values("red").size() == 1U);
    BOOST_TEST_REQUIRE(names->left_out().size() == 6U);
    for (auto const& u : names->left_out()) BOOST_TEST(u.why == "the values of all columns together took longer than 0.3 s");
    BOOST_TEST(database.execute("SELECT count(*) FROM buoys").ok());  // the connection is as it was
  };
  db::sqlite_connection connection(file, patient);
  read(connection);
  db::any_connection any(db::sqlite_connection(file, patient));
  read(any);
}

BOOST_AUTO_TEST_CASE(says_how_far_it_is) {
  tests::scripted_database database;
  database.shape = schema::database({stored("buoys", {"colour", "light"}), stored("tides", {"level"}, true)});
  std::vector<std::pair<std::size_t, std::size_t>> said;
  (void)prepared(database, knowledge::lexicon_options{.progress = [&](std::size_t done, std::size_t all) { said.emplace_back(done, all); }})
      .known<knowledge::lexicon>();
  BOOST_TEST_REQUIRE(said.size() >= 2U);
  for (std::size_t i = 0; i < said.size(); ++i) {
    BOOST_TEST(said[i].second == 3U);
    if (i > 0) BOOST_TEST(said[i].first > said[i - 1].first);
  }
  BOOST_TEST(said.front().first == 0U);
  BOOST_TEST(said.back().first == 3U);
}

BOOST_AUTO_TEST_CASE(of_a_large_table_it_is_said_that_not_all_is_known) {
  folder f;
  db::sqlite_options few;
  few.distinct_rows = few.sampled_rows = 1000;
  db::sqlite_connection database(make_database(f / "large.sqlite",
                                               "CREATE TABLE buoys(id INTEGER PRIMARY KEY, colour TEXT); WITH RECURSIVE n(i) AS"
                                               " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)"
                                               " INSERT INTO buoys SELECT i, CASE i WHEN 50000 THEN 'Violet' ELSE 'Red' END FROM n;"),
                                 few);
  auto const names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(left_out(*names) == (texts{"buoys.colour: only 1,000 of about 50,000 rows were looked at"}), boost::test_tools::per_element());
  BOOST_TEST(names->values("violet").size() == 1U);
  BOOST_TEST(!names->is_complete({0, 1}));
}

BOOST_AUTO_TEST_CASE(a_view_without_end_is_given_up) {
  folder f;
  db::sqlite_options quick;
  quick.distinct_rows = 1'000'000'000;
  quick.limits.time = std::chrono::milliseconds(50);
  db::sqlite_connection database(
      make_database(f / "endless.sqlite",
                    "CREATE TABLE buoys(id INTEGER PRIMARY KEY, colour TEXT); INSERT INTO buoys VALUES (1, 'Red');"
                    "CREATE VIEW tides(level, moon, shore) AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t)"
                    " SELECT 'high', 'full', 'west' FROM t;"),
      quick);
  auto const names = prepared(database).known<knowledge::lexicon>();
  BOOST_TEST(left_out(*names) == (texts{"tides.level: the time limit of 0.05 s was met", "tides.moon: the time limit of 0.05 s was met",
                                        "tides.shore: the time limit of 0.05 s was met"}),
             boost::test_tools::per_element());
  BOOST_TEST(names->values("red").size() == 1U);
}

BOOST_AUTO_TEST_CASE(words_written_together_are_read_as_words) {
  auto const words = [](std::string table, texts const& columns) {
    return words_of(knowledge::lexicon(schema::database({stored(std::move(table), columns)})));
  };
  BOOST_TEST(words("TICKETHEADER", {"TICKETID", "TOTALAMOUNT", "TOTAMT", "TICKETDATE", "ISPAID", "LSTNM", "DURATIONMINUTES"}) ==
             "ticket header: ticket id, total amount, total amount, ticket date, be paid, last name, duration minute");
  BOOST_TEST(words("member", {"memberid", "discount", "admin", "department", "paramount", "separate", "island", "monkey"}) ==
             "member: member id, discount, admin, department, paramount, separate, island, monkey");
}

BOOST_AUTO_TEST_CASE(what_stands_before_names_is_no_word_of_them) {
  knowledge::lexicon const typed(
      schema::database({stored("tblGuest", {"pkGuestID", "strFirstName", "dtmArrivalDate", "intPoints", "fkRoom"}),
                        stored("dim_room", {"room_sk", "strView"})}));
  BOOST_TEST(words_of(typed) == "guest: guest id, first name, arrival date, point, room id");
  BOOST_TEST(words_of(typed, 1) == "room: room sk, view");
  knowledge::lexicon const untyped(schema::database({stored("flat", {"flat_id", "num_rooms", "int_design", "street"})}));
  BOOST_TEST(words_of(untyped) == "flat: flat id, number room, int design, street");
}

BOOST_AUTO_TEST_CASE(some_short_forms_mean_something_beside_other_words) {
  knowledge::lexicon const names(
      schema::database({stored("field", {"field_id", "soil_ph", "ph_nbr", "ttl_amt", "job_ttl", "fst_nm", "lst_nm"})}));
  BOOST_TEST(words_of(names) == "field: field id, soil ph, phone number, total amount, job ttl, first name, last name");
}

BOOST_AUTO_TEST_CASE(files_of_old_systems_have_letters_around_their_names) {
  knowledge::lexicon const names(schema::database(
      {stored("GUESTP", {"GUGUESTID", "GUNAME", "GUCITY", "GUPHNNBR"}), stored("ROOMP", {"RMROOMNBR", "RMTYPE", "RMPRICE", "RMFLOOR"}),
       stored("STAYP", {"STSTAYID", "STGUESTID", "STROOMNBR", "STDATE"}), stored("SHOPP", {"SHOPID", "NAME"})}));
  BOOST_TEST(words_of(names) == "guest: guest id, name, city, phone number");
  BOOST_TEST(words_of(names, 1) == "room: room number, type, price, floor");
}

// The links of one question, with a growing number of unrelated tables.
BOOST_AUTO_TEST_CASE(other_names_change_no_link) {
  auto const linked = [](std::size_t others) {
    std::vector<schema::table> tables;
    for (std::size_t i = 0; i < others; ++i)
      tables.push_back(stored("zone" + std::to_string(i), {"kxid", "vxyz", "w" + std::to_string(i)}));
    tables.push_back(stored("buoys", {"colour", "light"}));
    knowledge::lexicon const names((schema::database(tables)));
    BOOST_TEST(names.items_with(names.item({static_cast<std::uint32_t>(others)}).words.front()).size() == 1U);
    return link::link_question(names, "What is the colour of the buoys?").found.size();
  };
  BOOST_TEST(linked(0) == 2U);
  BOOST_TEST(linked(3'000) == 2U);
}

BOOST_AUTO_TEST_SUITE_END()
