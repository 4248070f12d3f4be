// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_OWN_STATEMENTS_HPP
#define T2S_DB_IMPL_OWN_STATEMENTS_HPP

#include "t2s/db/result.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// Parts of the statements that this library makes itself, for samples and stored values.
namespace t2s::db::detail {

inline std::string limit_clause(std::size_t n) {
  auto const most = static_cast<std::size_t>(std::numeric_limits<std::int64_t>::max());
  return " LIMIT " + std::to_string(std::min(n, most));
}

inline execution unknown(errc code, char const* what, std::string const& name) { return execution(failure{code, what + name, name}); }

}  // namespace t2s::db::detail

#endif
