// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_OWN_STATEMENTS_HPP
#define T2S_DB_DETAIL_OWN_STATEMENTS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_number.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/db/detail/request.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

/// The statements by which this library reads the different values of a column.
namespace t2s::db::detail {

/// What `counted_values` selects: the different values of a column among rows that a query gives, and of how many rows each is. They are
/// counted so that it shows whether the query gave as many rows as it may.
inline std::string counted_values(std::string const& rows_with_v, std::size_t limit) {
  auto const with_null = limit < std::numeric_limits<std::size_t>::max() ? limit + 1 : limit;
  return "SELECT seen.v, count(*) FROM (" + rows_with_v + ") AS seen GROUP BY seen.v" + limit_clause(with_null);
}

/// A number of rows, as which drivers hand over integers, decimals, reals or texts; 0 for what is none.
inline std::uint64_t as_count(value const& v) {
  if (auto const* n = v.integer()) return *n < 0 ? 0 : static_cast<std::uint64_t>(*n);
  double n = 0;
  auto const is_number = v.bytes() == nullptr && text::to_number(text::trim(to_string(v)), n) == std::errc();
  return is_number && n > 0 && n < 1e18 ? static_cast<std::uint64_t>(n) : 0;  // false for NaN
}

/// The result of that as `distinct` returns it: at most `limit` values without NULL. A failure says where rows were left out: when all that
/// may be looked at, `most`, were, or when a sample was taken of a table that has about `of` rows.
inline execution as_distinct(execution e, std::size_t limit, std::size_t most, std::uint64_t of = 0) {
  std::uint64_t looked_at = 0;
  std::size_t kept = 0;
  for (auto& row : e.rows.values) {
    if (row.size() > 1) looked_at += as_count(row[1]);
    if (row.size() > 1) row.erase(row.begin() + 1, row.end());
    if (row.empty() || row[0].is_null() || kept == limit) continue;
    if (&e.rows.values[kept] != &row) e.rows.values[kept] = std::move(row);
    ++kept;
  }
  e.rows.values.resize(kept);
  if (e.rows.columns.size() > 1) e.rows.columns.resize(1);
  if (e.rows.types.size() > 1) e.rows.types.resize(1);
  if (e.failure || kept == limit || (of == 0 && looked_at < most)) return e;
  e.failure = failure{errc::row_limit,
                      of == 0 ? "only the first " + in_groups(most) + " rows were looked at"
                              : "only " + in_groups(looked_at) + " of about " + in_groups(of) + " rows were looked at",
                      {},
                      "raise distinct_rows, or make an index of values",
                      {}};
  return e;
}

/// Different values of a column, for `as_distinct`, among at most `most` rows. `cast` stands behind the column, `chosen` behind the table.
inline statement_request distinct_of(schema::database const& d, schema::table const& t, schema::column const& c, std::size_t limit,
                                     std::size_t most, std::string const& cast = {}, std::string const& chosen = {}) {
  auto const looked_at = "SELECT " + schema::in_quotes(c.name, d.sql_dialect()) + cast + " AS v FROM " + name_in_sql(d, t) + chosen;
  return our_own(counted_values(looked_at + limit_clause(most), limit), t.is_view);
}

/// Different values of a column of an open database, among the first rows of a table.
template <class Backend>
execution distinct_values(Backend& in, schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
  auto const most = in.options().distinct_rows;
  return as_distinct(collect(in, distinct_of(in.schema(), t, c, limit, most), in.options().limits, stop), limit, most);
}

}  // namespace t2s::db::detail

#endif
