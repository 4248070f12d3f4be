// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPAIR_LINT_FACTS_HPP
#define T2S_REPAIR_LINT_FACTS_HPP

#include "t2s/db/result.hpp"
#include "t2s/sql/lint.hpp"

#include <optional>
#include <string>

namespace t2s::repair {

/// The answer to a statement of `sql::lint_facts`: nothing if it failed, met a limit or gave no whole number.
[[nodiscard]] inline std::optional<bool> truth_of(db::execution const& done) {
  if (!done.ok() || done.rows.values.size() != 1 || done.rows.values.front().size() != 1) return {};
  auto const& said = done.rows.values.front().front();
  if (auto const* number = said.integer()) return *number != 0;
  if (auto const* text = said.text(); text && (*text == "0" || *text == "1")) return *text == "1";
  return {};
}

/// Whether a statement took as long as one may: then further ones of the same kind would, too.
[[nodiscard]] inline bool took_too_long(db::execution const& done) { return done.failure && done.failure->code == errc::time_limit; }

/// Facts for `sql::lint` that a connection answers: any `db::Database` that answers at once. Its limits hold for each statement; after one
/// that met the limit of time none is asked any more, so make them anew for each SQL. The connection must outlive them; they are used by
/// one thread at a time. Throw what its `execute` throws.
template <class Connection>
[[nodiscard]] sql::lint_facts lint_facts_of(Connection& connection) {
  return {[&connection, slow = false](std::string const& statement) mutable -> std::optional<bool> {
    if (slow) return {};
    auto const done = connection.execute(statement);
    slow = took_too_long(done);
    return truth_of(done);
  }};
}

}  // namespace t2s::repair

#endif
