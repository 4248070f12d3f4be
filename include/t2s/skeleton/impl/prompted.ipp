// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SKELETON_IMPL_PROMPTED_IPP
#define T2S_SKELETON_IMPL_PROMPTED_IPP

#include "t2s/skeleton/prompted.hpp"

#include <algorithm>
#include <string>

namespace t2s::skeleton {

T2S_DECL llm::request prompted::request(question const& asked, samples const& shown) const {
  std::string examples;
  auto const most = std::min(demonstrations, shown.demonstrations.size());
  for (std::size_t i = 0; i < most; ++i) {
    auto const& like = shown.demonstrations[i].shown;
    examples += demonstration.fill({{"question", like.question}, {"sql", like.sql}});
  }
  llm::request asking(prompt.fill({{"demonstrations", examples}, {"question", asked.clear}}));
  asking.temperature = temperature;
  return asking;
}

}  // namespace t2s::skeleton

#endif
