// SPDX-License-Identifier: BSL-1.0
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"

#include "db/support.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/prepared.hpp"
#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <random>

using namespace t2s;
using values = std::vector<value>;

namespace {

/// Pieces of values and contents: what has a meaning in SQL, in LIKE, in UTF-8, or as a number. The last two are not UTF-8.
// clang-format off
constexpr std::array<std::string_view, 26> pieces{
    "a", "A", "b", "%", "_", "\\", "'", "\"", ";--", "\n", " ", "1", "0", ".", "-", "e", "\xC3\xA9", "\xC3\x89", "\xE6\xB0\xB4",
    "\xF0\x9F\x90\x9D", "\xEF\xBF\xBD", "\xEF\xBF\xBF", "{{value}}", "ab", "\xFF", "\xED\xA0\x80"};
// clang-format on

std::string draw(std::mt19937& lot, std::size_t most, std::size_t of = pieces.size()) {
  std::string s;
  for (auto n = 1 + lot() % most; n > 0; --n) s += pieces[lot() % of];
  return s;
}

struct collection {
  test::folder f;
  std::mt19937 lot{20241122};

  /// A table with a column of each kind and random values in them.
  std::filesystem::path make(std::string const& name, std::string const& columns, std::size_t width, std::size_t rows) {
    std::string sql = "CREATE TABLE t(" + columns + ");";
    for (std::size_t r = 0; r < rows; ++r) {
      std::string row;
      for (std::size_t c = 0; c < width; ++c) row.append(c == 0 ? "" : ", ").append(literal());
      sql.append("INSERT INTO t VALUES (").append(row).append(");");
    }
    return test::make_database(f / name, sql);
  }

  std::string literal() {
    switch (lot() % 12) {
      case 0: return "NULL";
      case 1: return std::to_string(static_cast<int>(lot() % 40) - 20);
      case 3: return lot() % 20 == 0 ? "x'6161'" : "'aa'";
      case 2: return "'" + std::to_string(lot() % 40) + "'";
      default: return to_sql(value(draw(lot, 4, lot() % 200 == 0 ? pieces.size() : pieces.size() - 2)));
    }
  }
};

/// The findings of a detection, seed by seed, and its warnings.
struct outcome_of {
  std::vector<tcsr::detected_keyword> found{};
  std::vector<std::string> problems{};
  std::size_t statements = 0;

  template <class Database>
  outcome_of(tcsr::fuzzy_detection const& detection, Database& database, tcsr::linked_keyword const& keyword, std::string const& reply) {
    llm::scripted_model model;
    model.on("", {reply});
    context ctx(model, database);
    std::vector<table_sample> const none;
    std::vector<tcsr::linked_keyword> const keywords{keyword};
    found = detection.detect(ctx, keywords, none, problems).get();
    statements = ctx.spent().statements;
  }

  void must_be(outcome_of const& other) const {
    BOOST_TEST(problems == other.problems, boost::test_tools::per_element());
    auto const &mine = found.at(0).results, &theirs = other.found.at(0).results;
    BOOST_REQUIRE(mine.size() == theirs.size());
    for (std::size_t i = 0; i < mine.size(); ++i) {
      BOOST_REQUIRE(mine[i].sql == theirs[i].sql);
      BOOST_REQUIRE_MESSAGE(mine[i].values == theirs[i].values, mine[i].sql);
    }
  }
};

std::string reply_of(std::vector<std::string> const& contents) {
  std::string all = "[";
  for (auto const& c : contents) {
    all += '"';
    for (char const x : c) all.append(x == '"' || x == '\\' ? "\\" : "").append(x == '\n' ? "\\n" : std::string(1, x));
    all += "\", ";
  }
  return all + "]";
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(kept_values, collection)

// The reference is SQLite: executes every Seed SQL and requires the same values of the same storage class in the same order.
BOOST_AUTO_TEST_CASE(what_is_kept_is_found_as_sqlite_finds_it) {
  std::vector<std::string> const columns{"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  std::size_t kept = 0, saved = 0, all = 0;
  for (int n = 0; n < 40; ++n) {
    db::sqlite_connection database(
        make(std::to_string(n) + ".sqlite",
             "a TEXT, b INTEGER, c NUMERIC, d, e BLOB, f DATE, g VARCHAR(9), h TEXT UNIQUE ON CONFLICT IGNORE, i REAL", columns.size(),
             4 + lot() % 60));
    tcsr::fuzzy_detection detection;
    prepared keeping(database);
    kept += keeping.known<knowledge::kept_values>()->columns();
    for (int i = 0; i < 10; ++i) {
      std::vector<std::string> contents;
      for (int k = 0; k < 4; ++k) contents.push_back(draw(lot, 3));
      detection.most_values = lot() % 4 == 0 ? lot() % 3 : 10;
      tcsr::linked_keyword const keyword{draw(lot, 2), "t", columns};
      outcome_of const executed(detection, database, keyword, reply_of(contents)),
          looked_up(detection, keeping, keyword, reply_of(contents));
      looked_up.must_be(executed);
      saved += executed.statements - looked_up.statements;
      all += executed.statements;
    }
  }
  BOOST_TEST_MESSAGE(saved << " of " << all << " statements saved, " << kept << " columns kept");
  BOOST_TEST(kept > 120u);  // among them columns that compare numbers
  BOOST_TEST(saved > all / 10);
}

BOOST_AUTO_TEST_CASE(ordinary_texts_and_integers_are_never_asked_for) {
  std::string sql = "CREATE TABLE t(name TEXT, born DATE, n INTEGER);";
  for (int i = 0; i < 300; ++i) {
    auto const k = std::to_string(i);
    sql.append("INSERT INTO t VALUES ('Name ").append(k).append("', '2001-01-").append(k).append("', ").append(k).append(");");
  }
  db::sqlite_connection database(test::make_database(f / "o.sqlite", sql));
  tcsr::fuzzy_detection const detection;
  prepared keeping(database);
  BOOST_TEST(keeping.known<knowledge::kept_values>()->columns() == 3u);
  for (std::string const content : {"name 7", "NAME 299", "Name 12", "01-1", "7", "+7", " 7", "12.0", "none"}) {
    tcsr::linked_keyword const keyword{content, "t", {"name", "born", "n"}};
    outcome_of const executed(detection, database, keyword, "['x']"), looked_up(detection, keeping, keyword, "['x']");
    looked_up.must_be(executed);
    bool const may_be_number = content.find_first_of("0123456789") != content.npos;
    BOOST_TEST(looked_up.statements == (may_be_number ? 2u : 0u));  // `=` with the two columns that compare numbers
  }
}

BOOST_AUTO_TEST_CASE(what_sqlite_compares_in_another_way_is_not_kept) {
  auto const columns = [&](std::string const& name, std::string const& sql) {
    db::sqlite_connection database(test::make_database(f / name, sql));
    return prepared(database).known<knowledge::kept_values>()->columns();
  };
  BOOST_TEST(columns("1", "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('x'), (NULL);") == 1u);
  BOOST_TEST(columns("3", "CREATE TABLE t(a NUMERIC); INSERT INTO t VALUES (1), (1.5);") == 0u);
  BOOST_TEST(columns("4", "CREATE TABLE t(a); INSERT INTO t VALUES (1), (1.0);") == 0u);
  BOOST_TEST(columns("5", "CREATE TABLE t(a TEXT COLLATE NOCASE); INSERT INTO t VALUES ('x');") == 0u);
  BOOST_TEST(columns("6", "CREATE TABLE t(a TEXT) STRICT; CREATE VIEW v AS SELECT a FROM t;") == 1u);
  BOOST_TEST(columns("7", "CREATE TABLE t(a ANY) STRICT;") == 0u);
  BOOST_TEST(columns("8", "CREATE TABLE t(a TEXT); INSERT INTO t VALUES (CAST(x'61ff' AS TEXT));") == 0u);
  BOOST_TEST(columns("9", "CREATE TABLE t(a TEXT); INSERT INTO t VALUES (CAST(x'610062' AS TEXT));") == 0u);
  BOOST_TEST(columns("10", "CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1152921504606846976);") == 0u);
  BOOST_TEST(columns("11", "CREATE VIRTUAL TABLE t USING fts5(a); INSERT INTO t VALUES ('x');") == 0u);
}

BOOST_AUTO_TEST_CASE(the_limits_hold) {
  std::string sql = "CREATE TABLE t(a TEXT, b TEXT);";
  for (int i = 0; i < 100; ++i) sql.append("INSERT INTO t VALUES ('").append(std::to_string(i)).append("', 'same');");
  db::sqlite_connection database(test::make_database(f / "l.sqlite", sql));
  auto const read = [&](knowledge::kept_values_options limits = {}) { return prepared(database, limits).known<knowledge::kept_values>(); };
  auto const all = read();
  BOOST_TEST(all->columns() == 2u);
  BOOST_TEST(read({.values = 100})->columns() == 2u);
  auto const few = read({.values = 99});
  BOOST_TEST(few->columns() == 1u);
  BOOST_TEST((!few->containing("t", "a", "7", 10) && few->containing("t", "b", "SAM", 10) == values{"same"}));
  BOOST_TEST(read({.bytes = all->bytes()})->columns() == 2u);
  auto const small = read({.bytes = all->bytes() - 1});
  BOOST_TEST(small->columns() == 1u);
  BOOST_TEST(small->bytes() < all->bytes());
  BOOST_TEST(read({.bytes = 0})->columns() == 0u);
}

BOOST_AUTO_TEST_CASE(only_what_is_asked_for_exactly_is_known) {
  db::sqlite_connection database(test::make_database(f / "n.sqlite", "CREATE TABLE T(A TEXT); INSERT INTO T VALUES ('x');"));
  auto const kept = prepared(database).known<knowledge::kept_values>();
  BOOST_TEST((kept->equal_to("T", "A", "x") == values{"x"}));
  BOOST_TEST((kept->equal_to("T", "A", "X") == values{}));
  BOOST_TEST((kept->containing("T", "A", "X", 10) == values{"x"}));
  BOOST_TEST((kept->containing("T", "A", "X", 0) == values{}));
  for (std::string const& content :
       {std::string(), std::string("a\0b", 3), std::string("\xFF"), std::string("\xEF\xBF\xBD"), std::string(65, 'a')})
    BOOST_TEST((!kept->equal_to("T", "A", content) && !kept->containing("T", "A", content, 10)));
  BOOST_TEST(!kept->equal_to("t", "A", "x"));
  BOOST_TEST(!kept->equal_to("T", "B", "x"));
  BOOST_TEST(!knowledge::kept_values().equal_to("T", "A", "x"));
}

BOOST_AUTO_TEST_CASE(a_database_that_compares_otherwise_keeps_nothing) {
  auto const answers = [](values const& row) {
    return knowledge::kept_values::is_as_sqlite(db::execution(db::rows{{"a", "b", "c", "d"}, {row}}));
  };
  BOOST_TEST(answers({1, 0, 0, 1}));
  BOOST_TEST(!answers({0, 0, 0, 0}));  // LIKE that is case-sensitive
  BOOST_TEST(!answers({1, 1, 0, 1}));  // LIKE that knows all of Unicode
  BOOST_TEST(!answers({1, 0, 1, 1}));  // texts that are compared without case
  BOOST_TEST(!knowledge::kept_values::is_as_sqlite(db::execution(failure{errc::sql_failed, "no", {}, {}, {}})));
}

BOOST_AUTO_TEST_CASE(other_skeletons_are_executed) {
  db::sqlite_connection database(test::make_database(f / "s.sqlite", "CREATE TABLE t(a TEXT); INSERT INTO t VALUES ('x y');"));
  prepared keeping(database);
  BOOST_TEST(keeping.known<knowledge::kept_values>()->columns() == 1u);
  tcsr::fuzzy_detection detection;
  detection.skeletons.emplace_back(std::string("SELECT {{column}} FROM {{table}} WHERE {{column}} LIKE {{value}} || '%'"));
  outcome_of const found(detection, keeping, {"x", "t", {"a"}}, "[]");
  BOOST_TEST(found.statements == 1u);
  for (auto const& s : found.found[0].results) BOOST_TEST((s.values.size() == (s.skeleton == 0 ? 0u : 1u)));
}

BOOST_AUTO_TEST_SUITE_END()
