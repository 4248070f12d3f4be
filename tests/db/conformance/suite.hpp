// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_DB_CONFORMANCE_SUITE_HPP
#define T2S_TESTS_DB_CONFORMANCE_SUITE_HPP

#include <boost/test/unit_test.hpp>

#include "support/rest_of.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/// The requirements for every engine, as tests over an engine's fixture. Each one is a row of the table in docs/db.md.
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

/// The table of docs/db.md: its head and its rows.
inline std::vector<std::vector<std::string>> documented() {
  std::ifstream page(T2S_DATA_DIR "/../../docs/db.md");
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(page, line);) {
    bool const is_row = line.starts_with("| ");
    if (table.empty() ? line.starts_with("| every engine |") : is_row && !line.starts_with("| ---")) table.push_back(cells_of(line));
    if (!table.empty() && !is_row) break;
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

/// Registers an engine's tests in the suite that defines such an object.
class registered {
 public:
  registered(std::string engine, std::vector<demand> all, char const* file) {
    auto& suite = boost::unit_test::framework::current_auto_test_suite();
    for (auto const& d : all)
      if (d.test) suite.add(boost::unit_test::make_test_case(d.test, d.name, file, 0));
    auto const check = [engine = std::move(engine), all = std::move(all)] { expect_documented(engine, all); };
    suite.add(boost::unit_test::make_test_case(check, "the_table_of_the_page_is_current", file, 0));
  }
};

/// The duration of `f`.
template <class F>
std::chrono::nanoseconds duration_of(F const& f) {
  auto const begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::steady_clock::now() - begin;
}

/// The code of the `t2s::error` that `f` throws; fails the test if it throws none.
template <class F>
std::string code_thrown_by(F const& f) {
  try {
    f();
  } catch (error const& e) {
    BOOST_TEST(!e.details().text().empty());
    return std::string(name_of(e.details().code));
  }
  return "nothing";
}

inline std::string code_of(std::optional<failure> const& f) { return f ? std::string(name_of(f->code)) : "nothing"; }
inline std::string text_of(std::optional<failure> const& f) { return f ? f->text() : "nothing failed"; }

/// The first value of a statement's result.
inline value first_of(db::execution const& e) {
  BOOST_REQUIRE_MESSAGE(e.ok(), text_of(e.failure));
  BOOST_REQUIRE(!e.rows.values.empty());
  return e.rows.values.front().at(0);
}

}  // namespace t2s::test::conformance

#endif
