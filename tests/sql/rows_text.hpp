// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_ROWS_TEXT_HPP
#define T2S_TESTS_SQL_ROWS_TEXT_HPP

#include "t2s/core/detail/value.hpp"
#include "t2s/db/sqlite/connection.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

namespace t2s::test {

/// The rows of a statement that SQLite runs: "1|a; 2|b".
inline std::string rows_text(db::sqlite_connection& open, std::string const& sql) {
  auto const done = open.execute(sql);
  BOOST_TEST_REQUIRE(done.ok(), sql << ": " << (done.failure ? done.failure->text() : ""));
  std::string all;
  for (auto const& row : done.rows.values) {
    all.append(all.empty() ? "" : "; ");
    for (auto const& v : row) all.append(&v == row.data() ? "" : "|").append(to_string(v));
  }
  return all;
}

}  // namespace t2s::test

#endif
