// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_ADMISSION_HPP
#define T2S_DB_DETAIL_ADMISSION_HPP

#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/limits.hpp"
#include "t2s/db/detail/name_at.hpp"
#include "t2s/db/detail/own_statements.hpp"
#include "t2s/db/detail/plan_cost.hpp"
#include "t2s/db/guard.hpp"

#include <string>
#include <utility>

namespace t2s::db::detail {

/// What becomes of SQL of unknown origin before it is sent. `guard` is null where that layer is switched off; `leaves_nothing(verdict,
/// sql)` tells of a statement that it has seen.
template <class LeavesNothing>
statement_request admitted_by(statement_guard const* guard, statement_limits const& within, std::string sql,
                              LeavesNothing const& leaves_nothing) {
  statement_request r;
  if ((r.refused = check_text(sql, within))) return r;
  if (guard) {
    blank_semicolons_before(sql, guard->dialect());
    auto verdict = guard->inspect(sql);
    r.was_read = verdict.was_read;
    r.leaves_nothing = leaves_nothing(std::as_const(verdict), std::as_const(sql));
    r.refused = std::move(verdict.refused);
  }
  r.sql = std::move(sql);
  return r;
}

/// What keeps a statement from being run that was estimated first. Its other faults the engine finds again.
[[nodiscard]] inline std::optional<failure> refused_by(std::size_t most, estimation const& expected) {
  if (expected.failure && expected.failure->code == errc::time_limit) return expected.failure;
  return too_costly(most, expected.cost);
}

}  // namespace t2s::db::detail

#endif
