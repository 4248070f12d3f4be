// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_TRANSLATED_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_TRANSLATED_HPP

#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/transpile.hpp"

#include <optional>
#include <string>
#include <string_view>

/// Statements of other dialects, by `sql::transpile`. Apart from the rules: it costs those who compile it 2 seconds.
namespace t2s::repair {

/// Adds a reason if the SQL sorts within fewer aggregates than the query that it translates.
inline void add_lost_order(sql::query const& from, sql::query const& made, std::string& why) {
  auto const sorted_calls = [](sql::query const& q) {
    std::size_t n = 0;
    for (auto const* call : sql::all_of(q.root(), sql::kind::call)) n += call->find(sql::kind::order_by) ? 1U : 0U;
    return n;
  };
  if (sorted_calls(made) < sorted_calls(from)) add_reason(why, "the ORDER BY within an aggregate is lost");
}

/// Adds to a proposal's reason in what the translation differs. An exact one is cheaper.
inline void add_differences(proposal& p, sql::query const& from, sql::transpiled const& made) {
  add_lost_order(from, made.result, p.differs);
  for (auto const& n : made.notes)
    if (n.how == sql::fidelity::nearly && p.differs.find(n.what) == p.differs.npos) add_reason(p.differs, n.what);
  if (p.differs.empty()) return;
  p.cost += 0.01;
  add_reason(p.why, p.differs);
}

/// A query in the dialect of a database; nothing if a part has no equivalent there. With `all_the_same` such a part stays as it is, and
/// there is nothing if the database's grammar does not read the whole.
inline std::optional<proposal> translated(sql::query const& q, schema::database const& d, bool all_the_same = false) {
  schema::database const named_as_read(d.tables(), &q.grammar());  // the rules for looking up the query's names
  sql::transpile_options how;
  how.schema = &named_as_read;
  how.despite_impossible = all_the_same;
  auto const made = sql::transpile(q, sql::dialect_of(d), how);
  if (!made) return {};
  auto const to = made.result.dialect();
  proposal p{repair_kind::dialect,
             0.05,
             std::string(made.sql()),
             translated_to(to, "what is " + std::string(sql::title_of(q.dialect())) + "'s"),
             {}};
  add_differences(p, q, made);
  return p;
}

/// A query with the parts translated that the database's dialect lacks; nothing if its grammar does not read the whole even so. The reason
/// is empty if there were no such parts. `limited` is what limited its rows before: TOP is SQL Server's, ROWNUM Oracle's.
inline std::optional<proposal> in_own_dialect(sql::query const& q, schema::database const& d, std::string_view limited) {
  sql::transpile_options how;
  how.schema = &d;
  how.mixed = true;
  how.plus_joins = limited.find("TOP") != limited.npos;
  how.numbers_are_days = how.plus_joins || limited.find("ROWNUM") != limited.npos;
  auto const made = sql::transpile(q, sql::dialect_of(d), how);
  if (!made) return {};
  proposal p{repair_kind::dialect, 0.05, std::string(made.sql()), {}, {}};
  for (auto const& n : made.notes)
    if (n.how == sql::fidelity::kept) add_once(p.why, n.what);
  add_differences(p, q, made);
  return p;
}

}  // namespace t2s::repair

#endif
