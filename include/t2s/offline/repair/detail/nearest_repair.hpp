// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_NEAREST_REPAIR_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_NEAREST_REPAIR_HPP

#include "t2s/offline/repair/detail/problem_rules.hpp"
#include "t2s/offline/repair/detail/rules/strict.hpp"
#include "t2s/offline/repair/detail/rules/texts.hpp"

#include <optional>
#include <string_view>

namespace t2s::repair {

inline std::optional<repair_step> nearest(proposals const& found) {
  proposal const* least = nullptr;
  for (auto const& p : found)
    if (!least || p.cost < least->cost) least = &p;
  if (!least) return {};
  return repair_step{least->what, least->why, least->sql, {}};
}

/// The nearest repair of one statement: for the problem that the failure names, or for one of its texts.
inline std::optional<repair_step> nearest_repair(std::string_view sql, failure const* why, known_facts const& known) {
  auto parsed = sql::parse(sql, *known.schema);
  if (!parsed) return {};
  statement const s(*std::move(parsed), *known.schema);
  proposals found;
  if (!why) propose_texts(s, known, found);
  for (auto const& p : s.means().problems) {
    if (!why || p.what.code != why->code) continue;
    propose_for_problem(s, known, p, found);
    break;
  }
  if (why && found.empty() && known.dialect() != sql::dialect::sqlite) propose_for_failure(s, *why, found);
  return nearest(found);
}

}  // namespace t2s::repair

#endif
