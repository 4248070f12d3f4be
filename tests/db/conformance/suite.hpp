// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_SUITE_HPP
#define T2S_TESTS_DB_CONFORMANCE_SUITE_HPP

#include "support/database.hpp"

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The requirements for every engine, as tests over an engine's fixture. Each one is a line of a list or a row of the table in docs/db.md.
namespace t2s::test::conformance {

/// `test` is null if the engine does not offer it.
struct demand {
  char const* name;
  char const* says;
  void (*test)();
};

inline std::vector<std::string> cells_of(std::string const& line) {
  std::vector<std::string> cells;
  std::istringstream in(line.substr(1));
  for (std::string cell; std::getline(in, cell, '|');) {
    auto const begin = cell.find_first_not_of(' '), end = cell.find_last_not_of(' ');
    cells.push_back(begin == cell.npos ? std::string() : cell.substr(begin, end - begin + 1));
  }
  return cells;
}

/// What docs/db.md says: the head of its table, its rows, and the lines of its lists as rows, of all engines or of all but ODBC's.
inline std::vector<std::vector<std::string>> documented() {
  std::ifstream page(T2S_DATA_DIR "/../../docs/db.md");
  std::vector<std::vector<std::string>> table;
  std::vector<std::pair<std::string, bool>> lists;  // a requirement, and whether ODBC's connection meets it, too
  bool is_there = false, with_odbc = true;
  for (std::string line; std::getline(page, line);) {
    if (line == "## What every engine does") is_there = true;
    if (!is_there) continue;
    if (line.starts_with("All but ODBC")) with_odbc = false;
    if (line.starts_with("- ")) lists.emplace_back(line.substr(2), with_odbc);
    if (line.starts_with("| ") && !line.starts_with("| ---")) table.push_back(cells_of(line));
  }
  if (table.empty()) return table;
  for (auto const& [says, odbc_too] : lists) {
    std::vector<std::string> row{says};
    for (std::size_t i = 1; i < table[0].size(); ++i) row.emplace_back(odbc_too || !table[0][i].starts_with("ODBC") ? "yes" : "no");
    table.push_back(std::move(row));
  }
  return table;
}

/// The engine's column of the table must state which requirements it meets, and the table must have no other rows.
inline void expect_documented(std::string const& engine, std::vector<demand> const& all) {
  auto const table = documented();
  BOOST_REQUIRE_MESSAGE(!table.empty(), "docs/db.md has no table of what every engine does");
  auto const column = static_cast<std::size_t>(std::ranges::find(table[0], engine) - table[0].begin());
  BOOST_REQUIRE_MESSAGE(column < table[0].size(), "docs/db.md has no column " << engine);
  BOOST_TEST(table.size() == all.size() + 1);
  for (auto const& d : all) {
    auto const row = std::ranges::find_if(table, [&d](auto const& cells) { return cells[0] == d.says; });
    BOOST_TEST_REQUIRE((row != table.end()), "docs/db.md lacks the row: " << d.says);
    BOOST_TEST(row->at(column) == (d.test ? "yes" : "no"), d.says);
  }
}

/// A test that is no row of the table.
struct added_test {
  char const* name;
  void (*test)();
};

/// Registers an engine's tests in the suite in which such an object is defined.
class registered {
 public:
  registered(std::string engine, std::vector<demand> all, char const* file) {
    auto& suite = boost::unit_test::framework::current_auto_test_suite();
    for (auto const& d : all)
      if (d.test) suite.add(boost::unit_test::make_test_case(d.test, d.name, file, 0));
    auto const check = [engine = std::move(engine), all = std::move(all)] { expect_documented(engine, all); };
    suite.add(boost::unit_test::make_test_case(check, "the_table_of_the_page_is_current", file, 0));
  }
  registered(std::initializer_list<added_test> all, char const* file) {
    auto& suite = boost::unit_test::framework::current_auto_test_suite();
    for (auto const& t : all) suite.add(boost::unit_test::make_test_case(t.test, t.name, file, 0));
  }
};

/// The code of what `f` throws as `t2s::error`; fails the test if it throws none.
template <class F>
std::string code_thrown_by(F const& f) {
  return std::string(name_of(failure_of(f).code));
}

inline std::string code_of(std::optional<failure> const& f) { return f ? std::string(name_of(f->code)) : "nothing"; }
inline std::string text_of(std::optional<failure> const& f) { return f ? f->text() : "nothing failed"; }

/// A statement that fails with a code, the name that the failure has as its subject, and what of the statement is its place.
struct wrong {
  std::string sql;
  errc code;
  std::optional<std::string> subject{};
  std::string at{};
};

template <class Connection>
void expect_failures(Connection& db, std::initializer_list<wrong> all) {
  for (auto const& w : all) {
    auto const e = db.execute(w.sql);
    BOOST_TEST_CONTEXT(w.sql << ": " << text_of(e.failure)) {
      BOOST_REQUIRE(e.failure);
      BOOST_TEST(e.rows.empty());
      BOOST_TEST(e.failure->code == w.code);
      if (w.subject) BOOST_TEST(e.failure->subject == *w.subject);
      if (!w.at.empty()) BOOST_TEST(e.failure->offset.value_or(99'999) == w.sql.find(w.at));
    }
  }
}

}  // namespace t2s::test::conformance

#endif
