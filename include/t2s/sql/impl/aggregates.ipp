// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_AGGREGATES_IPP
#define T2S_SQL_IMPL_AGGREGATES_IPP

#include "t2s/sql/aggregates.hpp"
#include "t2s/sql/impl/resolve/functions.hpp"

namespace t2s::sql {

T2S_DECL bool is_aggregate(std::string_view function, std::size_t arguments) {
  auto const* known = detail::resolving::find_function(function);
  return known && known->aggregates(arguments);
}

}  // namespace t2s::sql

#endif
