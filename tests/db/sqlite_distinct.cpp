// SPDX-License-Identifier: BSL-1.0
// Values of tables that are too large to read. SQLite itself counts the visited rows of every statement.
#include "support.hpp"

#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/key_ranges.hpp"
#include "t2s/db/detail/own_statements.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace t2s;
using namespace t2s::test;

namespace {

/// Numbers from 1 to n, as n.i.
std::string numbers(std::int64_t n) {
  return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(n) + ") ";
}

struct large {
  folder where{};
  counted_steps steps{};

  static constexpr std::int64_t rows = 200'000;
  static constexpr std::size_t bound = 10'000;
  static constexpr std::int64_t steps_of_row = 16;  // a visited row takes no more steps; 200,000 rows take 800,000

  [[nodiscard]] db::sqlite_connection open(std::string const& sql) const {
    db::sqlite_options o;
    o.distinct_rows = o.sampled_rows = bound;
    return db::sqlite_connection(make_database(where / "large.db", "BEGIN;" + sql + "; COMMIT"), o);
  }

  static std::set<std::string> texts(db::execution const& e) {
    std::set<std::string> all;
    for (auto const& row : e.rows.values) all.insert(to_string(row.at(0)));
    BOOST_TEST(all.size() == e.rows.values.size());  // no duplicates
    return all;
  }

  /// Requires that the table was not read completely, and that this is reported.
  static void check_partial(db::execution const& e, std::string const& says) {
    BOOST_TEST(counted_steps::taken() < static_cast<std::int64_t>(bound) * steps_of_row);
    BOOST_REQUIRE(e.failure);
    BOOST_TEST(e.failure->code == errc::row_limit);
    BOOST_TEST(e.failure->message == says);
  }
};

/// A table of `large::rows` rows: the first hundred, one in the middle, and the last have their own values.
std::string sales(std::string const& how = "") {
  return "CREATE TABLE sale(id INTEGER PRIMARY KEY, ware TEXT, blank TEXT)" + how + ";" + numbers(large::rows) +
         "INSERT INTO sale SELECT i, CASE WHEN i <= 100 THEN 'first' WHEN i = 200000 THEN 'last' WHEN i > 150000 THEN 'late' ELSE 'ware ' "
         "|| "
         "(i % 5) END, NULL FROM n";
}

std::set<std::string> const wares{"first", "last", "late", "ware 0", "ware 1", "ware 2", "ware 3", "ware 4"};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sqlite_distinct, large)

BOOST_AUTO_TEST_CASE(a_value_at_the_end_of_a_large_table_is_found) {
  auto db = open(sales());
  (void)steps.taken();
  auto const e = db.distinct("sale", "ware", 100);
  check_partial(e, "only 10,000 of about 200,000 rows were looked at");
  BOOST_TEST(texts(e) == wares, boost::test_tools::per_element());
  BOOST_TEST(e.rows.columns == (std::vector<std::string>{"ware"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_column_without_values_is_not_scanned) {
  auto db = open(sales());
  (void)steps.taken();
  auto const e = db.distinct("sale", "blank", 100);
  check_partial(e, "only 10,000 of about 200,000 rows were looked at");
  BOOST_TEST(e.rows.empty());
}

BOOST_AUTO_TEST_CASE(many_values_come_from_all_over_the_table) {
  auto db = open(sales());
  (void)steps.taken();
  auto const e = db.distinct("sale", "id", 1000);
  BOOST_TEST(!e.failure);  // as many as requested
  BOOST_TEST(steps.taken() < 2000 * steps_of_row + 1000 * 40);
  BOOST_REQUIRE(e.rows.values.size() == 1000u);
  std::set<std::int64_t> tenths;
  for (auto const& row : e.rows.values) tenths.insert((*row[0].integer() - 1) * 10 / rows);
  BOOST_TEST(tenths.size() == 10u);
}

BOOST_AUTO_TEST_CASE(an_index_finds_every_value) {
  auto db = open(sales() + "; CREATE INDEX of_ware ON sale(ware); INSERT INTO sale(ware) VALUES (7), (x'FF'), (NULL)");
  (void)steps.taken();
  auto const e = db.distinct("sale", "ware", 100);
  BOOST_TEST(!e.failure);
  BOOST_TEST(steps.taken() < 2000);
  auto expected = wares;
  expected.insert("7");
  expected.insert("X'FF'");
  BOOST_TEST(texts(e) == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_index_of_too_many_values_is_left) {
  auto db = open(sales() + "; CREATE TABLE code(id INTEGER PRIMARY KEY, of TEXT UNIQUE);" + numbers(rows) +
                 "INSERT INTO code SELECT i, 'x' || i FROM n");
  auto const e = db.distinct("code", "of", 50);
  BOOST_TEST(!e.failure);
  BOOST_TEST(texts(e).size() == 50u);
  BOOST_TEST(texts(e).contains("x200000"));  // the newest too, not only the smallest: x1, x10, x100, ...
}

BOOST_AUTO_TEST_CASE(an_index_of_just_as_many_values_as_are_wanted_finds_every_one) {
  auto db =
      open(sales() + "; CREATE INDEX of_ware ON sale(ware); INSERT INTO sale(ware) VALUES (NULL);" +
           "CREATE TABLE pair(a INT, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO pair SELECT id, ware FROM sale WHERE ware NOT "
           "NULL");
  for (auto const& [table, column] : {std::pair("sale", "ware"), std::pair("pair", "b")}) {
    (void)steps.taken();
    auto const e = db.distinct(table, column, wares.size());
    BOOST_TEST(!e.failure);
    BOOST_TEST(steps.taken() < 2000);
    BOOST_TEST(texts(e) == wares, boost::test_tools::per_element());
  }
  BOOST_TEST(texts(db.distinct("sale", "ware", wares.size() - 1)).size() == wares.size() - 1);
  BOOST_TEST(db.distinct("sale", "ware", std::numeric_limits<std::size_t>::max()).rows.values.size() == wares.size());
}

BOOST_AUTO_TEST_CASE(an_index_that_begins_with_another_column_does_not_mislead) {
  auto db = open(sales() + "; CREATE INDEX both ON sale(blank, ware); ANALYZE");
  (void)steps.taken();
  auto const e = db.distinct("sale", "ware", 100);
  check_partial(e, "only 10,000 of about 200,000 rows were looked at");
  BOOST_TEST(texts(e) == wares, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(values_that_a_collation_takes_for_one_are_found_by_its_index) {
  auto db = open("CREATE TABLE t(a TEXT COLLATE NOCASE);" + numbers(rows) +
                 "INSERT INTO t SELECT CASE WHEN i % 2 THEN 'Ab' ELSE 'aB' END FROM n; CREATE INDEX i ON t(a)");
  auto const e = db.distinct("t", "a", 100);
  BOOST_TEST(!e.failure);
  BOOST_REQUIRE(e.rows.values.size() == 1u);
  BOOST_TEST(text::lower(*e.rows.values[0][0].text()) == "ab");
}

// Ids that are far apart, or close together with others far away, change nothing.
BOOST_AUTO_TEST_CASE(tables_with_odd_ids) {
  auto db = open(
      "CREATE TABLE few(a TEXT); INSERT INTO few(rowid, a) VALUES (-9223372036854775808, 'least'), (0, 'zero'), "
      "(9223372036854775807, 'most'), (1, NULL), (2, 'zero');"
      "CREATE TABLE far(a TEXT);" +
      numbers(rows) +
      "INSERT INTO far(rowid, a) SELECT i, CASE WHEN i = 100000 THEN 'middle' WHEN i > 150000 THEN 'late' ELSE 'early' END FROM n;"
      "INSERT INTO far(rowid, a) VALUES (4611686018427387904, 'far'), (-4611686018427387904, 'far below')");
  (void)steps.taken();
  auto const few = db.distinct("few", "a", 100);
  BOOST_TEST(!few.failure);
  BOOST_TEST(texts(few) == (std::set<std::string>{"least", "zero", "most"}), boost::test_tools::per_element());
  (void)steps.taken();
  auto const far = db.distinct("far", "a", 100);
  check_partial(far, "only 10,000 of about 200,000 rows were looked at");
  auto const found = texts(far);
  for (auto const* expected : {"early", "late", "far", "far below"}) BOOST_TEST(found.contains(expected), expected);
}

BOOST_AUTO_TEST_CASE(a_table_at_the_bound_is_read_whole) {
  auto db = open("CREATE TABLE t(a TEXT);" + numbers(10'000) + "INSERT INTO t SELECT 'v' || (i % 7) FROM n;" + "CREATE TABLE u(a TEXT);" +
                 numbers(10'001) + "INSERT INTO u SELECT 'v' || (i % 7) FROM n; CREATE TABLE none(a TEXT)");
  BOOST_TEST(!db.distinct("t", "a", 100).failure);
  BOOST_TEST(db.distinct("t", "a", 100).rows.values.size() == 7u);
  BOOST_TEST(db.distinct("u", "a", 100).failure->code == errc::row_limit);
  BOOST_TEST(db.distinct("u", "a", 100).rows.values.size() == 7u);
  BOOST_TEST(db.distinct("none", "a", 100).rows.empty());
  BOOST_TEST(!db.distinct("none", "a", 100).failure);
  BOOST_TEST(db.distinct("t", "a", 0).rows.empty());
}

BOOST_AUTO_TEST_CASE(of_views_and_tables_without_ids_the_first_rows_are_read) {
  auto db = open(sales() +
                 ";CREATE VIEW seen AS SELECT id, ware FROM sale;"
                 "CREATE VIEW endless AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT 'x' AS x FROM n;"
                 "CREATE TABLE pair(a INT, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID; INSERT INTO pair SELECT id, ware FROM sale;"
                 "CREATE TABLE other(a INT PRIMARY KEY, rowid TEXT) WITHOUT ROWID; INSERT INTO other SELECT id, ware FROM sale;"
                 "CREATE VIRTUAL TABLE words USING fts5(body); INSERT INTO words SELECT ware FROM sale");
  std::string const said = "only the first 10,000 rows were looked at";
  (void)steps.taken();
  auto const view = db.distinct("seen", "ware", 100);
  check_partial(view, said);
  BOOST_TEST(texts(view).size() == 6u);
  check_partial(db.distinct("other", "rowid", 100), said);
  check_partial(db.distinct("words", "body", 100), said);
  auto const endless = db.distinct("endless", "x", 100);
  (void)steps.taken();
  BOOST_REQUIRE(endless.failure);
  BOOST_TEST(endless.failure->message == said);
  auto const keyed = db.distinct("pair", "b", 100);
  BOOST_TEST(!keyed.failure);  // by its key
  BOOST_TEST(steps.taken() < 2000);
  BOOST_TEST(texts(keyed) == wares, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_name_of_the_id_may_be_a_column) {
  auto db =
      open("CREATE TABLE a(rowid TEXT, x TEXT);" + numbers(rows) + "INSERT INTO a SELECT 'r' || (i % 3), 'x' FROM n;" +
           "CREATE TABLE b(rowid TEXT, _rowid_ TEXT, oid TEXT);" + numbers(rows) + "INSERT INTO b SELECT 'r' || (i % 3), '', '' FROM n");
  BOOST_TEST(texts(db.distinct("a", "rowid", 10)).size() == 3u);
  BOOST_TEST(db.distinct("a", "rowid", 10).failure->message == "only 10,000 of about 200,000 rows were looked at");
  BOOST_TEST(texts(db.distinct("b", "rowid", 10)).size() == 3u);
  BOOST_TEST(db.distinct("b", "rowid", 10).failure->message == "only the first 10,000 rows were looked at");
}

BOOST_AUTO_TEST_CASE(fewer_rows_of_a_large_table_than_a_small_one_may_have) {
  db::sqlite_options o;
  o.distinct_rows = bound;
  o.sampled_rows = 2000;
  db::sqlite_connection db(make_database(where / "large.db", "BEGIN;" + sales() + "; COMMIT"), o);
  auto const e = db.distinct("sale", "ware", 100);
  BOOST_TEST(e.failure->message == "only 2,000 of about 200,000 rows were looked at");
  BOOST_TEST(texts(e).contains("last"));
}

// Ids in steps of 10, and others with gaps of any width: 5,000 rows lie between the two bounds, 200,000 do not.
BOOST_AUTO_TEST_CASE(a_table_with_gaps_in_its_ids_is_read_whole_up_to_its_bound) {
  auto const gaps = [](std::string const& name, std::int64_t n, std::string const& id) {
    return "CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, of TEXT);" + numbers(n) + "INSERT INTO " + name + " SELECT " + id +
           ", 'v' || (i / 10) FROM n;";
  };
  db::sqlite_options o;
  o.distinct_rows = bound;
  o.sampled_rows = 2000;
  db::sqlite_connection db(
      make_database(where / "gaps.db", "BEGIN;" + gaps("even", 5000, "i * 10") + gaps("odd", 5000, "i * i * 7") +
                                           gaps("two", 5000, "i + (i > 2500) * 1000000000000") + gaps("large", rows, "i * 10") + "COMMIT"),
      o);
  for (auto const* table : {"even", "odd", "two"}) {
    (void)steps.taken();
    auto const e = db.distinct(table, "of", 100'000);
    BOOST_TEST(!e.failure, table);
    BOOST_TEST(texts(e).size() == 501u, table);
    BOOST_TEST(steps.taken() < 5000 * steps_of_row, table);
  }
  (void)steps.taken();
  check_partial(db.distinct("large", "of", 100'000), "only 2,000 of about 200,000 rows were looked at");
}

BOOST_AUTO_TEST_CASE(limits_of_statements_hold_for_it) {
  make_database(where / "large.db", "BEGIN;" + sales() + "; COMMIT");
  db::sqlite_options o;
  o.distinct_rows = o.sampled_rows = bound;
  o.limits.rows = 3;
  db::sqlite_connection few(where / "large.db", o);
  auto const cut = few.distinct("sale", "ware", 100);
  BOOST_TEST(cut.rows.values.size() == 3u);
  BOOST_TEST(cut.failure->message == "there are more than 3 rows");
  o.limits.rows = 1000;
  o.limits.bytes = 1000;
  db::sqlite_connection narrow(where / "large.db", o);
  BOOST_TEST(narrow.distinct("sale", "id", 100).failure->code == errc::size_limit);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(key_ranges)

/// `bound`: the most rows that the plan may read.
template <class Take>
void read_planned(db::detail::spread_reading& plan, std::size_t bound, std::set<std::int64_t> const& keys, Take const& take) {
  for (auto next = plan.next(); next.rows > 0; next = plan.next()) {
    std::vector<std::int64_t> in(keys.lower_bound(next.in.first), keys.upper_bound(next.in.last));
    if (next.backwards) std::reverse(in.begin(), in.end());
    if (in.size() > next.rows) in.resize(next.rows);
    std::for_each(in.begin(), in.end(), take);
    plan.took(in.size(), in.empty() ? 0 : in.back());
  }
  BOOST_REQUIRE((plan.has_seen_all() || plan.seen() == bound));  // a part without rows only at the true end
}

// Compared with brute force on tables with any keys: no more rows than allowed, no key twice, and all of a smaller table.
BOOST_AUTO_TEST_CASE(any_table_is_read_within_its_bound) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::set<std::int64_t> keys;
    auto const size = random() % 3000 + 1;
    auto const shift = random() % 60 + 1;
    while (keys.size() < size && keys.size() < (std::uint64_t{1} << (64 - shift)) / 2) {
      auto const key = static_cast<std::int64_t>(random() >> shift);
      keys.insert(random() % 4 == 0 ? -key : key);
    }
    std::size_t const bound = 1000 + random() % 1500;
    db::detail::spread_reading plan({*keys.begin(), *keys.rbegin()}, bound, random() % 2000);
    std::set<std::int64_t> read;
    std::size_t looked = 0;
    auto const read_all = [&](std::size_t most) {
      read_planned(plan, most, keys, [&](std::int64_t k) {
        BOOST_REQUIRE(read.insert(k).second);
        ++looked;
      });
    };
    read_all(bound);
    BOOST_TEST(looked <= bound);
    BOOST_TEST(looked == plan.seen());
    BOOST_TEST(plan.has_seen_all() == (read == keys));
    if (keys.size() <= bound) BOOST_TEST((read == keys));
    BOOST_TEST(read.contains(*keys.rbegin()));
    plan.read_on(bound + 1000);
    read_all(bound + 1000);
    BOOST_TEST(looked <= bound + 1000);
    BOOST_TEST(looked == plan.seen());
    BOOST_TEST(plan.has_seen_all() == (read == keys));
    if (keys.size() <= bound + 1000) BOOST_TEST((read == keys));
  }
}

// This number decides whether a table is large.
BOOST_AUTO_TEST_CASE(how_many_rows_there_are_is_told_from_some) {
  std::mt19937_64 random(7);
  std::int64_t const n = 50'000;
  std::map<std::string, std::function<std::int64_t(std::int64_t)>> const tables{
      {"without gaps", [](std::int64_t i) { return i; }},
      {"steps of 10", [](std::int64_t i) { return i * 10; }},
      {"ever wider gaps", [](std::int64_t i) { return i * i * 7; }},
      {"two parts", [](std::int64_t i) { return i + (i > n / 2 ? 1'000'000'000'000 : 0); }},
      {"a far end", [](std::int64_t i) { return i + (i > n / 10 * 9 ? n * 20 : 0); }},
      {"by chance", [&random](std::int64_t) { return static_cast<std::int64_t>(random() >> 2); }}};
  for (auto const& [name, key] : tables) {
    std::set<std::int64_t> keys;
    for (std::int64_t i = 1; i <= n; ++i) keys.insert(key(i));
    db::detail::spread_reading plan({*keys.begin(), *keys.rbegin()}, n / 5 * 2, 1000);
    read_planned(plan, n / 5 * 2, keys, [](std::int64_t) {});
    BOOST_TEST(plan.seen() == static_cast<std::size_t>(n / 5 * 2), name);
    BOOST_TEST(plan.rows_in_all() > 45'000u, name << ": " << plan.rows_in_all());
    BOOST_TEST(plan.rows_in_all() < 55'000u, name << ": " << plan.rows_in_all());
  }
}

BOOST_AUTO_TEST_CASE(the_whole_range_of_numbers) {
  db::detail::spread_reading plan({INT64_MIN, INT64_MAX}, 1000, 10);
  std::size_t parts = 0;
  std::int64_t last = INT64_MIN;
  for (auto next = plan.next(); next.rows > 0; next = plan.next()) {
    if (!next.backwards && parts <= 64) {
      BOOST_TEST(next.in.first >= last);
      last = next.in.last;
    }
    ++parts;
    plan.took(0, 0);
  }
  BOOST_TEST(plan.has_seen_all());
}

BOOST_AUTO_TEST_CASE(numbers_are_grouped) {
  BOOST_TEST(db::detail::in_groups(0) == "0");
  BOOST_TEST(db::detail::in_groups(999) == "999");
  BOOST_TEST(db::detail::in_groups(1000) == "1,000");
  BOOST_TEST(db::detail::in_groups(1234567) == "1,234,567");
}

BOOST_AUTO_TEST_SUITE_END()

// The number of visited rows, as ODBC drivers pass it on.
BOOST_AUTO_TEST_SUITE(counted_values)

BOOST_AUTO_TEST_CASE(a_count_of_any_type_says_that_rows_were_left_out) {
  auto const of_100 = [](value const& thirty, value const& seventy) {
    return db::detail::as_distinct(
        db::execution({.columns = {"v", "count"}, .values = {{value("a"), thirty}, {value(), value(0)}, {value("b"), seventy}}}), 10, 100);
  };
  for (auto const& [thirty, seventy] : std::vector<std::pair<value, value>>{{value(30), value(70)},
                                                                            {value(30.0), value(70.0)},
                                                                            {value("30"), value("70")},
                                                                            {value("30.00"), value(" 70 ")},
                                                                            {value("3e1"), value(70)}}) {
    auto const e = of_100(thirty, seventy);
    BOOST_TEST_CONTEXT(to_sql(thirty) << ", " << to_sql(seventy)) {
      BOOST_REQUIRE(e.failure);
      BOOST_TEST(e.failure->code == errc::row_limit);
      BOOST_TEST(e.failure->message == "only the first 100 rows were looked at");
      BOOST_TEST((e.rows.values == std::vector<std::vector<value>>{{value("a")}, {value("b")}}));
    }
  }
  BOOST_TEST(!of_100(value("30"), value("69")).failure);  // all rows
}

BOOST_AUTO_TEST_CASE(what_is_no_count_is_none) {
  for (auto const& v : {value(), value("many"), value(""), value(-1), value(-1.0), value("nan"), value("inf"), value("1e300"),
                        value(blob{{std::byte{'7'}}})})
    BOOST_TEST(db::detail::as_count(v) == 0u, to_sql(v));
}

BOOST_AUTO_TEST_SUITE_END()
