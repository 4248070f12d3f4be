// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_CORRECTOR_IPP
#define T2S_LAB_STUDIES_DETAIL_CORRECTOR_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/studies/detail/corrector.hpp"

#include <array>

namespace t2s::studies {

T2S_DECL double correction::draw(std::string_view what) const {
  auto h = text::hash(what, text::hash(std::to_string(question) + "/" + std::to_string(file), seed * 0x9E3779B97F4A7C15U + 1));
  h ^= h >> 33U;
  h *= 0xFF51AFD7ED558CCDU;
  h ^= h >> 33U;
  h *= 0xC4CEB9FE1A85EC53U;
  h ^= h >> 33U;  // its high bits depend on all of it
  return static_cast<double>(h >> 11U) * 0x1.0p-53;
}

}  // namespace t2s::studies

#endif
