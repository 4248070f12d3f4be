// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_SEVERAL_HPP
#define T2S_TESTS_SUPPORT_SEVERAL_HPP

#include "t2s/llm/model.hpp"

#include <string>
#include <vector>

namespace t2s::tests {

/// A completion of several choices, at least one.
inline llm::completion several(std::vector<std::string> const& texts) {
  llm::completion c;
  c.text = texts.at(0);
  for (std::size_t i = 1; i < texts.size(); ++i) c.others.push_back({texts[i], "stop", {}});
  return c;
}

}  // namespace t2s::tests

#endif
