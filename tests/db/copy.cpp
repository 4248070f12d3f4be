// SPDX-License-Identifier: BSL-1.0
// Copies from SQLite to SQLite, and the decisions before any engine is written to. tests/postgres/copy.cpp has the servers.
#include "t2s/db/copy/copy.hpp"

#include "db/support.hpp"
#include "t2s/db/any/open.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

bool has(db::copy_remarks const& all, std::string const& words) {
  return std::ranges::any_of(all, [&](auto const& r) { return r.find(words) != r.npos; });
}

db::copy_report copy(std::string const& from, std::string const& to, db::copy_options const& how = {}) {
  auto source = db::open(from);
  auto const target = db::open_target(to);
  return db::copy_database(source, *target, how);
}

constexpr char const* odd_types =
    "CREATE TABLE odd(\"the Key\" INTEGER PRIMARY KEY, whole INTEGER, mixed INTEGER, price DECIMAL(8,2), day DATE, bytes BLOB,"
    " text TEXT NOT NULL);"
    "INSERT INTO odd VALUES (1, 9223372036854775807, 7, 1.5, '2024-02-29', x'00FF', ''),"
    " (2, -9223372036854775808, 'seven', 2, '2024-03-01', x'', 'Gra\xC3\x9F \xF0\x9F\x90\x9D'), (3, NULL, 7.5, NULL, NULL, NULL, "
    "'a''b\\c\td\ne');"
    "CREATE TABLE \"Child of odd\"(id INTEGER PRIMARY KEY, parent INTEGER REFERENCES odd(\"the Key\"), lost INTEGER REFERENCES nowhere(x));"
    "INSERT INTO \"Child of odd\" VALUES (1, 1, 5), (2, NULL, NULL);"
    "CREATE VIEW few AS SELECT text FROM odd;";

}  // namespace

BOOST_AUTO_TEST_SUITE(copies)

BOOST_AUTO_TEST_CASE(rows_keys_and_names_arrive) {
  folder f;
  auto const from = make_database(f / "a.sqlite", odd_types).string(), to = (f / "b.sqlite").string();
  auto const made = copy(from, to);
  auto a = db::open(from), b = db::open(to);
  BOOST_TEST(db::differing_tables(made, b).empty());
  BOOST_TEST(made.tables.size() == 2U);
  BOOST_TEST(made.keys == 1U);
  auto const without_mixed = "SELECT \"the Key\", whole, price, day, bytes, text, typeof(price), typeof(bytes) FROM odd ORDER BY 1";
  auto const wanted = a.execute(without_mixed), got = b.execute(without_mixed);
  BOOST_TEST(wanted.rows.values.size() == 3U);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t c : {0U, 1U, 4U, 5U, 7U}) BOOST_TEST(wanted.rows.values[i][c] == got.rows.values[i][c]);
  BOOST_TEST(b.execute("SELECT sum(price) FROM odd").rows.values[0][0] == value(3.5));
  BOOST_TEST(b.execute("SELECT mixed FROM odd ORDER BY 1").rows.values[0][0] == value("7"));
  BOOST_TEST(has(made.remarks, "odd.mixed: declared INTEGER, it holds 1 texts and 2 numbers: it became text"));
  BOOST_TEST(has(made.remarks, "few: it is a view and was left out"));
  BOOST_TEST(has(made.remarks, "Child of odd: its key to nowhere refers to something that does not exist"));
  auto const& odd = *b.schema().find_table("odd");
  BOOST_TEST(odd.name == "odd");
  BOOST_TEST(odd.columns[0].name == "the Key");
  BOOST_TEST(odd.columns[0].key_position == 1U);
  BOOST_TEST(odd.columns[6].not_null);
  BOOST_TEST(b.schema().find_table("Child of odd")->foreign_keys.at(0).resolved);
}

BOOST_AUTO_TEST_CASE(a_change_in_the_copy_is_seen) {
  folder f;
  auto const from = make_database(f / "a.sqlite", odd_types).string(), to = (f / "b.sqlite").string();
  auto const made = copy(from, to);
  for (auto const* change :
       {"UPDATE odd SET text = ' ' WHERE text = ''", "UPDATE odd SET bytes = NULL WHERE bytes = x''",
        "UPDATE odd SET whole = whole - 1 WHERE whole > 0",
        "INSERT INTO odd SELECT 4, whole, mixed, price, day, bytes, text FROM odd LIMIT 1", "DELETE FROM odd WHERE \"the Key\" = 3"}) {
    writer(to).run(change);
    auto b = db::open(to);
    BOOST_TEST(db::differing_tables(made, b) == std::vector<std::string>{"odd"}, change);
    auto again = db::open_target(to);
    auto a = db::open(from);
    (void)db::copy_database(a, *again, {.replace = true});
  }
}

BOOST_AUTO_TEST_CASE(a_target_that_has_the_tables_is_refused_and_stays) {
  folder f;
  auto const from = make_database(f / "a.sqlite", small_world).string();
  auto const to = make_database(f / "b.sqlite", "CREATE TABLE CITY(x); INSERT INTO CITY VALUES (1); CREATE TABLE other(y)").string();
  auto const before = read_file(to);
  BOOST_TEST(thrown_by([&] { (void)copy(from, to); }) == errc::invalid_argument);
  BOOST_TEST(read_file(to) == before);
  auto const made = copy(from, to, {.replace = true});
  auto b = db::open(to);
  BOOST_TEST(b.schema().tables().size() == 3U);
  BOOST_TEST(db::differing_tables(made, b).empty());
}

BOOST_AUTO_TEST_CASE(a_copy_that_fails_leaves_nothing) {
  folder f;
  auto const from = make_database(f / "a.sqlite", small_world).string(), to = (f / "b.sqlite").string();
  BOOST_TEST(thrown_by([&] { (void)copy(from, to, {.tables = {"country", "nothing"}}); }) == errc::invalid_argument);
  BOOST_TEST(!std::filesystem::exists(to));
  std::stop_source stop;
  db::copy_options stopped;
  stopped.stop = stop.get_token();
  stopped.progress = [&](std::string const&, std::size_t, std::size_t) { stop.request_stop(); };
  BOOST_CHECK_EXCEPTION((void)copy(from, to, stopped), error, [](error const& e) { return e.code() == errc::cancelled; });
  BOOST_TEST(!std::filesystem::exists(to));
}

BOOST_AUTO_TEST_CASE(keys_that_the_data_do_not_hold_are_left_out) {
  folder f;
  auto const from = make_database(f / "a.sqlite",
                                  "CREATE TABLE child(a INTEGER REFERENCES parent(x), b INTEGER REFERENCES parent(x));"
                                  "CREATE TABLE parent(x INTEGER PRIMARY KEY); INSERT INTO parent VALUES (1);"
                                  "INSERT INTO child VALUES (1, 1), (1, 2), (NULL, 3)")
                        .string();
  auto const to = (f / "b.sqlite").string();
  auto const made = copy(from, to);
  BOOST_TEST(made.keys == 1U);
  BOOST_TEST(made.tables.front().name == "parent");
  BOOST_TEST(has(made.remarks, "child: its key (b) to parent was left out: 2 rows refer to nothing"));
}

BOOST_AUTO_TEST_CASE(one_table_and_views_on_request) {
  folder f;
  auto const from =
      make_database(f / "a.sqlite", std::string(small_world) + "CREATE VIEW big AS SELECT name FROM city WHERE people > 1000000;").string();
  auto const made = copy(from, (f / "b.sqlite").string(), {.views = true, .tables = {"CITY", "big"}});
  BOOST_TEST(made.tables.size() == 2U);
  BOOST_TEST(has(made.remarks, "city: its key to country was left out with that table"));
  auto b = db::open((f / "b.sqlite").string());
  BOOST_TEST(b.execute("SELECT name FROM big").rows.values[0][0] == value("Lima"));
}

BOOST_AUTO_TEST_CASE(nothing_is_written_through_odbc) {
  BOOST_TEST(thrown_by([] { (void)db::open_target("odbc:DSN=x"); }) == errc::invalid_argument);
}

// The columns of several engines, by hand from their manuals.
BOOST_AUTO_TEST_CASE(declared_types_have_their_kinds) {
  using enum db::stored_kind;
  std::map<std::string, db::stored_kind> const all{{"integer", integer},
                                                   {"BIGINT", integer},
                                                   {"bigint(20) unsigned", numeric},
                                                   {"character varying(20)", text},
                                                   {"numeric(10,2)", numeric},
                                                   {"double precision", real},
                                                   {"boolean", boolean},
                                                   {"timestamp without time zone", timestamp},
                                                   {"timestamp with time zone", zoned_timestamp},
                                                   {"TIMESTAMP WITH TIME ZONE", zoned_timestamp},
                                                   {"time without time zone", time},
                                                   {"interval", text},
                                                   {"inet", text},
                                                   {"point", text},
                                                   {"integer[]", text},
                                                   {"jsonb", json},
                                                   {"bytea", blob},
                                                   {"varbinary(3)", blob},
                                                   {"HUGEINT", numeric},
                                                   {"uuid", text},
                                                   {"enum('a','b')", text},
                                                   {"date", date}};
  for (auto const& [type, kind] : all) {
    schema::column c;
    c.type = type;
    BOOST_TEST(static_cast<int>(db::declared_column(c).kind) == static_cast<int>(kind), type);
  }
  schema::column c;
  c.type = "numeric(10, 2)";
  BOOST_TEST(db::declared_column(c).digits == 10U);
  BOOST_TEST(db::declared_column(c).places == 2U);
}

BOOST_AUTO_TEST_CASE(dates_are_dates_only_where_all_are) {
  auto const decided = [](std::vector<char const*> const& texts, bool dates) {
    db::column_survey seen;
    for (auto const* t : texts) seen.note(value(t));
    schema::column c;
    c.type = "DATE";
    db::copy_remarks none;
    return seen.decide(c, false, dates, none, "t").kind;
  };
  using enum db::stored_kind;
  BOOST_TEST((decided({"2024-02-29", "1999-12-31"}, true) == date));
  BOOST_TEST((decided({"2024-02-29", "1999-12-31"}, false) == text));
  BOOST_TEST((decided({"2023-02-29"}, true) == text));
  BOOST_TEST((decided({"2024-13-01"}, true) == text));
  BOOST_TEST((decided({"2024-02-29", "29.2.2024"}, true) == text));
  BOOST_TEST((decided({"2024-02-29 23:59:59", "2024-02-29 00:00:00.25"}, true) == timestamp));
  BOOST_TEST((decided({"2024-02-29 24:00:00"}, true) == text));
}

BOOST_AUTO_TEST_SUITE_END()
