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

/// Facts for `sql::lint` that a connection answers: any `db::Database` that answers at once. Its limits of time hold for each statement.
/// The connection must outlive them; they are as thread safe as it. Throw what its `execute` throws.
template <class Connection>
[[nodiscard]] sql::lint_facts lint_facts_of(Connection& connection) {
  return {[&connection](std::string const& statement) { return truth_of(connection.execute(statement)); }};
}

}  // namespace t2s::repair

#endif
