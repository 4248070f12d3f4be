// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_AGGREGATES_HPP
#define T2S_SQL_AGGREGATES_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <string_view>

namespace t2s::sql {

/// Whether a call of a function of SQLite with so many arguments is an aggregate: `max(a)` is one, `max(a, b)` is none. Case is ignored.
/// False for a function that SQLite does not have. O(log(functions)).
[[nodiscard]] T2S_DECL bool is_aggregate(std::string_view function, std::size_t arguments);

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/impl/aggregates.ipp"
#endif

#endif
