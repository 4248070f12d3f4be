// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_QUERY_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_QUERY_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/detail/operation.hpp"
#include "t2s/serve/operations/detail/hints.hpp"

#include <string>

namespace t2s::serve {

/// Runs a query and returns its rows, a page at a time. For a wrong statement it returns what exists in place of its unknown names, and a
/// possible correction.
[[nodiscard]] T2S_DECL operation query_operation(hints by = {});

namespace detail {

/// A page of the rows of "sql", with "limit" and "offset". `goes_on` says how further rows are had, before the offset.
[[nodiscard]] T2S_DECL outcome query(served_database& database, json::object const& given, call const& by, hints const& hinted,
                                     std::string const& goes_on = "call query again with offset ");

}  // namespace detail

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/operations/detail/query.ipp"
#endif

#endif
