// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_MEANT_NAME_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_MEANT_NAME_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace t2s::knowledge::detail {

/// "there are a, b and c", or the one that is meant.
inline std::string proposal(std::string_view typed, std::vector<std::string> const& known) {
  if (auto const* near = text::nearest(typed, known)) return "did you mean " + *near + "?";
  return known.empty() ? std::string() : "there are: " + text::join(known, ", ");
}

template <class Names>
std::vector<std::string> names_of(Names const& all) {
  std::vector<std::string> out;
  for (auto const& one : all) out.push_back(one.name);
  return out;
}

}  // namespace t2s::knowledge::detail

#endif
