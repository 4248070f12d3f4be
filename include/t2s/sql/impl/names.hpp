// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_NAMES_HPP
#define T2S_SQL_IMPL_NAMES_HPP

#include "t2s/sql/token.hpp"

#include <array>

namespace t2s::sql::detail {

/// Where a name can stand; the classes overlap. Most keywords are names wherever the grammar has no other use for them, so the classes
/// differ by the keywords that do have a use at that place.
namespace names {
enum : std::uint8_t {
  any = 1,           // of a table, of a CTE, of a table's alias after AS
  source_alias = 2,  // without AS, after a table
  column_alias = 4,  // without AS, after an expression
  expression = 8,    // where an expression begins
  window_base = 16,  // first in a window's brackets
  query_start = 32,  // no name: SELECT, WITH, VALUES
  label = 64,        // after a dot, of a result column after AS
  type = 128,
};
}

using name_table = std::array<std::uint8_t, token_kinds>;

template <class Dialect>
constexpr bool in_class(token const& t, std::uint8_t which) noexcept {
  return (Dialect::name_classes[static_cast<std::size_t>(t.kind)] & which) != 0;
}

}  // namespace t2s::sql::detail

#endif
