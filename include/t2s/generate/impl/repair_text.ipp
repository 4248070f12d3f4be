// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REPAIR_TEXT_IPP
#define T2S_GENERATE_IMPL_REPAIR_TEXT_IPP

#include "t2s/generate/repair_text.hpp"
#include "t2s/generate/repairs/texts.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <utility>

namespace t2s::generate {

T2S_DECL std::optional<repaired> repair_text(std::string_view sql, link::lexicon const& names) {
  auto parsed = sql::parse(sql, names.schema());
  if (!parsed) return {};
  repairs::statement const s(*std::move(parsed), names.schema());
  repairs::proposals found;
  repairs::propose_texts(s, {&names.schema(), &names.connected(), &names, nullptr}, found);
  auto const least = std::ranges::min_element(found, {}, &repairs::proposal::cost);
  if (least == found.end()) return {};
  return repaired{std::move(least->sql), std::move(least->why)};
}

}  // namespace t2s::generate

#endif
