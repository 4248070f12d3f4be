// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_FORMS_HPP
#define T2S_GENERATE_REPAIRS_FORMS_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/repairs/proposal.hpp"
#include "t2s/generate/repairs/statement.hpp"

namespace t2s::generate::repairs {

/// Where an aggregate stands that may not: `x = max(x)` in WHERE is meant of the extreme of the table; any other condition with an
/// aggregate moves to HAVING, and the plain columns that are selected become GROUP BY; `max(count(*))` is meant of the group that comes
/// first; a HAVING without groups that has no aggregate is a WHERE.
T2S_DECL void propose_aggregates(statement const& s, knowledge const& known, sql::problem const& misuse, proposals& into);

/// Conditions on one column that no row can meet together (`x = 1 AND x = 2`, `x < 1 AND x > 2`) are meant of two rows with what is
/// selected in common: INTERSECT. Only for selects without groups, order and limit.
T2S_DECL void propose_intersections(statement const& s, proposals& into);

}  // namespace t2s::generate::repairs

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/repairs/impl/forms.ipp"
#endif

#endif
