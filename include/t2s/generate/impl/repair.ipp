// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REPAIR_IPP
#define T2S_GENERATE_IMPL_REPAIR_IPP

#include "t2s/generate/repair.hpp"
#include "t2s/generate/repairs/problems.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <utility>

namespace t2s::generate {

T2S_DECL std::optional<repaired> repair(std::string_view sql, failure const& why, schema::database const& schema) {
  auto parsed = sql::parse(sql, schema);
  if (!parsed) return {};
  repairs::statement const s(*std::move(parsed), schema);
  auto const& problems = s.means().problems;
  auto const wrong = std::ranges::find(problems, why.code, [](sql::problem const& p) { return p.what.code; });
  if (wrong == problems.end()) return {};
  auto found = repairs::for_problem(s, {&schema, &schema, nullptr, nullptr}, *wrong);
  auto const least = std::ranges::min_element(found, {}, &repairs::proposal::cost);
  if (least == found.end()) return {};
  return repaired{std::move(least->sql), std::move(least->why)};
}

}  // namespace t2s::generate

#endif
