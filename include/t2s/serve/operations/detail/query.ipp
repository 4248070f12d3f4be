// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_QUERY_IPP
#define T2S_SERVE_OPERATIONS_DETAIL_QUERY_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/serve/detail/arguments.hpp"
#include "t2s/serve/detail/page_of_rows.hpp"
#include "t2s/serve/detail/served_database.hpp"
#include "t2s/serve/operations/detail/diagnosis.hpp"
#include "t2s/serve/operations/detail/query.hpp"
#include "t2s/serve/operations/detail/query_page.hpp"
#include "t2s/serve/operations/detail/schemas.hpp"

#include <algorithm>
#include <cstdint>

namespace t2s::serve {

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
