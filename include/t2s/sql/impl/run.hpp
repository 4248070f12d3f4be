// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_RUN_HPP
#define T2S_SQL_IMPL_RUN_HPP

#include "t2s/sql/impl/directives.hpp"

namespace t2s::sql::detail {

/// Reads the tokens of a text by a grammar; the tree is then what stands on the stack of the state.
template <class Rules>
bool read_with(state& s, storage const& held) {
  s.at = held.tokens.data();
  return Rules::statement.parse(s);
}

}  // namespace t2s::sql::detail

#endif
