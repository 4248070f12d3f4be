// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_LINT_FACTS_HPP
#define T2S_OFFLINE_REPAIR_LINT_FACTS_HPP

#include "t2s/core/detail/task.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/sql/lint.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace t2s::repair {

/// The answer to a statement of `sql::lint_facts`: nothing if it failed, exceeded a limit or did not return a whole number.
[[nodiscard]] inline std::optional<bool> truth_of(db::execution const& done) {
  if (!done.ok() || done.rows.values.size() != 1 || done.rows.values.front().size() != 1) return {};
  auto const& said = done.rows.values.front().front();
  if (auto const* number = said.integer()) return *number != 0;
  if (auto const* text = said.text(); text && (*text == "0" || *text == "1")) return *text == "1";
  return {};
}

/// Whether a statement reached its time limit: then further ones of the same kind would, too.
[[nodiscard]] inline bool took_too_long(db::execution const& done) { return done.failure && done.failure->code == errc::time_limit; }

/// Facts for `sql::lint` from a connection: any `db::Database` that answers at once. Its limits apply to each statement; after one that
/// reached the time limit no more are executed, so make new facts for each SQL. The connection must outlive them; one thread at a time may
/// use them. Throw what its `execute` throws.
template <class Connection>
[[nodiscard]] sql::lint_facts lint_facts_of(Connection& connection) {
  return {[&connection, slow = false](std::string const& statement) mutable -> std::optional<bool> {
    if (slow) return {};
    auto const done = connection.execute(statement);
    slow = took_too_long(done);
    return truth_of(done);
  }};
}

/// Collects the statements of `sql::lint_facts`, to execute them together.
struct collected_facts {
  std::map<std::string, std::optional<bool>> given{};  ///< the answers
  std::vector<std::string> open{};                     ///< statements without an answer, each once

  /// Facts that answer from `given` and add missing statements to `open`. They refer to this object.
  [[nodiscard]] sql::lint_facts facts() {
    return {[this](std::string const& statement) -> std::optional<bool> {
      if (auto const known = given.find(statement); known != given.end()) return known->second;
      if (std::find(open.begin(), open.end(), statement) == open.end()) open.push_back(statement);
      return {};
    }};
  }
};

/// The findings of `sql::lint` about SQL of a run, with at most that many statements on the data, which are charged to it; 0: only the
/// schema is used. After a statement that reached the time limit no more are executed. `sql` must outlive the task.
template <class Context>
auto findings_in(Context& ctx, std::string const& sql, std::size_t statements) -> task<Context, std::vector<sql::finding>> {
  if (statements == 0) co_return sql::lint(sql, ctx.schema());
  collected_facts known;
  auto const facts = known.facts();
  auto found = sql::lint(sql, ctx.schema(), &facts);
  // An answer may lead to the next question, so the SQL is linted again once all its questions are answered.
  bool slow = false;
  while (!known.open.empty() && known.given.size() < statements && !slow) {
    auto const open = std::exchange(known.open, {});
    for (auto const& statement : open) {
      if (known.given.size() >= statements || slow) break;
      auto asking = ctx.lift(ctx.query(statement));
      auto const done = co_await std::move(asking);
      known.given.emplace(statement, truth_of(done));
      slow = took_too_long(done);
    }
    found = sql::lint(sql, ctx.schema(), &facts);
  }
  co_return found;
}

}  // namespace t2s::repair

#endif
