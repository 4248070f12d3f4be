// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_IPP
#define T2S_OFFLINE_REPAIR_DETAIL_SUGGEST_IPP

#include "t2s/offline/repair/detail/problem_rules.hpp"
#include "t2s/offline/repair/detail/rules/strict.hpp"
#include "t2s/offline/repair/detail/rules/texts.hpp"
#include "t2s/offline/repair/detail/suggest.hpp"

namespace t2s::repair {

inline std::optional<repair_step> nearest(proposals const& found) {
  proposal const* least = nullptr;
  for (auto const& p : found)
    if (!least || p.cost < least->cost) least = &p;
  if (!least) return {};
  return repair_step{least->what, least->why, least->sql, {}};
}

/// The nearest repair of one statement: for the problem that the failure names, or for one of its texts.
inline std::optional<repair_step> suggest(std::string_view sql, failure const* why, known_facts const& known) {
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

T2S_DECL std::optional<repair_step> suggest(std::string_view sql, failure const* why, knowledge::lexicon const& names) {
  return suggest(sql, why, {&names.schema(), &names.connected(), &names});
}

T2S_DECL std::optional<repair_step> suggest_repair(std::string_view sql, failure const& why, schema::database const& schema) {
  return repair::suggest(sql, &why, {&schema, &schema});
}

}  // namespace t2s::repair

#endif
