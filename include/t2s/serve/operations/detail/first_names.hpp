// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_OPERATIONS_DETAIL_FIRST_NAMES_HPP
#define T2S_SERVE_OPERATIONS_DETAIL_FIRST_NAMES_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <string>

namespace t2s::serve::detail {

/// The names of the tables on one line; only the first ones if there are many.
inline std::string first_names(schema::database const& d) {
  constexpr std::size_t most = 60;
  std::string out;
  std::size_t n = 0;
  for (auto const& t : d.tables()) {
    if (n == most) return out + ", ...";
    out.append(n++ == 0 ? "" : ", ").append(one_line(t.name));
  }
  return out;
}

}  // namespace t2s::serve::detail

#endif
