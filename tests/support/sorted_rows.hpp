// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SORTED_ROWS_HPP
#define T2S_TESTS_SUPPORT_SORTED_ROWS_HPP

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/result.hpp"

namespace t2s::test {

/// Rows as sorted texts.
inline std::vector<std::string> sorted_rows(db::execution const& e) {
  std::vector<std::string> rows;
  for (auto const& row : e.rows.values) {
    std::string words;
    for (auto const& v : row) words.append(to_sql(v)).append("|");
    rows.push_back(std::move(words));
  }
  std::ranges::sort(rows);
  return rows;
}

/// The whole result of a statement: columns, rows, failure.
inline std::string said(db::execution const& e) {
  std::string all;
  for (auto const& c : e.rows.columns) all.append(c).append("|");
  for (auto const& row : sorted_rows(e)) all.append(row);
  return e.failure ? all + e.failure->text() + e.failure->subject : all;
}

}  // namespace t2s::test

#endif
