// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_DIALECTS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_DIALECTS_HPP

#include "t2s/offline/repair/detail/statement.hpp"

/// Functions, operators and literals that the database lacks and another dialect has.
namespace t2s::repair {

inline void propose_translation(statement const& s, known_facts const& known, sql::problem const&, proposals& into) {
  if (!known.in_own_dialect) return;
  if (auto p = known.in_own_dialect(s.query(), *known.schema, {}); p && !p->why.empty()) into.push_back(*std::move(p));
}

/// A rule for a missing column if a function is missing too: its arguments, as the unit in `DATEADD(day, 1, x)`, may not be columns.
inline void propose_translation_of_calls(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  if (calls_unknown(s)) propose_translation(s, known, missing, into);
}

/// A rule for Oracle's names that are neither tables nor columns.
inline void propose_translation_of_words(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  auto const& name = missing.what.subject;
  if (text::same(name, "dual") || text::same(name, "sysdate") || text::same(name, "systimestamp"))
    propose_translation(s, known, missing, into);
}

}  // namespace t2s::repair

#endif
