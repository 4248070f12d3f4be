// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_IMPL_UNQUOTED_HPP
#define T2S_LINK_IMPL_UNQUOTED_HPP

#include "t2s/sql/internal/token.hpp"

#include <cstddef>
#include <string>

namespace t2s::link::detail {

/// What a token says, without the quotes around it; a quote that stands doubled between them is one.
inline std::string unquoted(sql::token const& t) {
  auto const whole = t.view();
  if (t.quoted == sql::quote::none || whole.size() < 2) return std::string(whole);
  auto const inner = whole.substr(1, whole.size() - 2);
  std::string said;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    said += inner[i];
    if (t.escaped && inner[i] == whole.front()) ++i;
  }
  return said;
}

}  // namespace t2s::link::detail

#endif
