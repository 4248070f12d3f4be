// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_QUERY_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_QUERY_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/query.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

#include <algorithm>
#include <cstdint>

namespace t2s::serve {

namespace detail {

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

T2S_DECL outcome query(served_database& database, json::object const& given, call const& by, hints const& hinted,
                       std::string const& goes_on) {
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

}  // namespace detail

T2S_DECL operation query_operation(hints by) {
  operation o;
  o.name = "query";
  o.title = "Run a query";
  o.description =
      "Runs one SELECT statement and gives its rows, a page at a time. The database is only read: a statement that writes is refused. A "
      "wrong table or column name comes back with the names that exist and a mended statement to try. For further rows call it again with "
      "the same sql and offset = next_offset; the statement needs an ORDER BY for that to be sure.";
  o.input = detail::object_schema(
      detail::sql_argument,
      R"("limit":{"type":"integer","minimum":1,"maximum":100000,"default":100,"description":"Rows of this page at most; the server may give fewer."},
"offset":{"type":"integer","minimum":0,"maximum":1000000,"default":0,"description":"Rows that are skipped: next_offset of the page before."})");
  o.output = detail::object_schema(std::string(detail::page_properties) + R"(,"ms":{"type":"number"},"error":)" +
                                   std::string(detail::failure_schema) + R"(,"proposal":)" + std::string(detail::proposal_schema));
  o.run = [by = std::move(by)](served_database& database, json::object const& given, call const& c) {
    return detail::query(database, given, c, by);
  };
  return o;
}

}  // namespace t2s::serve

#endif
