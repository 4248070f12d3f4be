// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_QUERY_PAGE_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_QUERY_PAGE_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/query.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

#include <algorithm>
#include <cstdint>

/// The rows of a statement, a page at a time: for the operation query and for stored queries.
namespace t2s::serve::detail {

inline constexpr std::size_t farthest_row = 1'000'000;  // skipped rows are read too

inline outcome failed_query(std::string const& sql, failure const& f, schema::database const& d, hints const& hinted) {
  auto const problem = problems_of(sql, d, hinted, &f).front();
  auto const better = nearest_repair(sql, f, d, hinted);
  json::object data;
  add_page(data, {}, {});
  data["ms"] = 0;
  data["error"] = json_of(problem);
  data["proposal"] = json_proposal(better);
  auto text = "The statement fails: " + text_of(problem);
  if (better) text.append("\nPerhaps: ").append(one_line(better->sql)).append("\n  (").append(one_line(better->why)).append(")");
  text.append("\nThe tool describe gives tables and columns, check says what is wrong with a statement, repair mends one.");
  return outcome::failure(std::move(text), std::move(data), name_of(f.code));
}

/// `goes_on` says how further rows are had, before the offset.
inline outcome query(served_database& database, json::object const& given, call const& by, hints const& hinted,
                     std::string const& goes_on = "call query again with offset ") {
  auto const sql = text_argument(given, "sql");
  auto const most = std::min(whole_argument(given, "limit", 100), database.limits().rows);
  auto const offset = whole_argument(given, "offset", 0);
  auto connection = database.lend(by.stop);
  auto const done = connection.execute(sql, offset + most);
  bool const cut = done.failure && (done.failure->code == errc::row_limit || done.failure->code == errc::size_limit);
  if (done.failure && !(cut && !done.rows.values.empty()) && !(cut && most == 0))
    return failed_query(sql, *done.failure, database.schema(), hinted);
  auto const page = page_of(done.rows, std::min(offset, done.rows.values.size()), most, database.limits().bytes, cut);
  if (page.too_large)
    return outcome::failure("One row takes more than the " + std::to_string(database.limits().bytes) +
                            " bytes that an answer may have. Select fewer columns, or the beginning of long texts, as with "
                            "substr(column, 1, 1000).");
  if (page.count == 0 && page.more)  // another page would begin at the same row
    return outcome::failure("The rows from " + std::to_string(page.first + 1) + " on cannot be given: " + one_line(done.failure->text()) +
                            ". Select fewer columns, or pass a statement that begins further on: a condition on the column of its ORDER "
                            "BY, with the last value that you have, in the place of offset.");
  json::object data;
  add_page(data, done.rows, page);
  data["ms"] = static_cast<double>(done.elapsed.count()) / 1e6;
  data["error"] = nullptr;
  data["proposal"] = nullptr;
  auto text = text_of_page(done.rows, page, goes_on + std::to_string(page.first + page.count));
  return {std::move(data), std::move(text)};
}

}  // namespace t2s::serve::detail

#endif
