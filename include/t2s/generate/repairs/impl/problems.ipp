// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_PROBLEMS_IPP
#define T2S_GENERATE_REPAIRS_IMPL_PROBLEMS_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/repairs/dialects.hpp"
#include "t2s/generate/repairs/forms.hpp"
#include "t2s/generate/repairs/names.hpp"
#include "t2s/generate/repairs/problems.hpp"
#include "t2s/generate/repairs/row_limits.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/print.hpp"

#include <algorithm>

namespace t2s::generate::repairs {
namespace detail {

/// Whether a node is a column that is declared one of numbers; DATE and the like are not.
inline bool holds_numbers(statement const& s, sql::node const& n) {
  auto const* use = n.kind == sql::kind::column ? s.means().find(n) : nullptr;
  auto const* c = use ? use->base.column : nullptr;
  return c && (schema::affinity_of(c->type) == schema::affinity::integer || text::same(c->type, "year"));
}

/// The year of a number is the number: SQLite would take it for a count of days.
inline void take_years_as_stored(statement const& s, edited& edit) {
  for (auto const* call : sql::all_of(s.query().root(), sql::kind::call))
    if (text::same(call->name.view(), "year") && call->count == 1 && holds_numbers(s, (*call)[0])) edit.replace(*call, edit[(*call)[0]]);
}

inline void propose_translation(statement const& s, proposals& into) {
  edited edit(s.query());
  take_years_as_stored(s, edit);
  auto done = translate(edit.query());
  auto sql = edit.sql();
  if (done.empty() && sql == sql::print(s.query())) return;
  into.push_back({repair_kind::dialect, 0.05, std::move(sql), "said in SQLite's words: " + (done.empty() ? "YEAR" : done)});
}

/// Whether a function is missing beside: what stands in its brackets, as the unit in `DATEADD(day, 1, x)`, may be no column at all.
inline bool calls_unknown(statement const& s) {
  return std::ranges::any_of(s.means().problems, [](sql::problem const& p) { return p.what.code == errc::no_such_function; });
}

inline void propose_limit(std::string sql, std::string const& before, proposals& into) {
  into.push_back({repair_kind::dialect, 0.05, std::move(sql), "said in SQLite's words: " + before});
}

/// Oracle's ROWNUM, where no table has a column that may be called so.
inline bool means_row_number(sql::problem const& p, schema::database const& d) {
  if (!p.at || !is_row_number(*p.at)) return false;
  return std::ranges::none_of(d.tables(), [](schema::table const& t) {
    return std::ranges::any_of(t.columns, [](schema::column const& c) {
      auto name = c.name;
      std::erase(name, '_');
      return text::same(name, "rownum");
    });
  });
}

/// TOP (3) reads as a function that is called.
inline void propose_top(statement const& s, proposals& into) {
  std::string const text(s.query().text());
  if (auto made = with_limit(text)) propose_limit(std::move(made->sql), made->words, into);
}

}  // namespace detail

T2S_DECL proposals for_problem(statement const& s, knowledge const& known, sql::problem const& p) {
  proposals found;
  if (p.what.code == errc::no_such_column && detail::means_row_number(p, *known.schema)) {
    if (detail::calls_unknown(s)) {  // in SQLite's words first: it may be an aggregate
      detail::propose_translation(s, found);
      return found;
    }
    edited edit(s.query());
    if (limit_by_row_number(edit.query())) detail::propose_limit(edit.sql(), "ROWNUM", found);
    return found;  // it is no column, whatever has a like name
  }
  if (p.what.code == errc::no_such_column && detail::calls_unknown(s)) detail::propose_translation(s, found);
  switch (p.what.code) {
    case errc::no_such_table: propose_tables(s, known, p, found); break;
    case errc::no_such_column: propose_columns(s, known, p, found); break;
    case errc::ambiguous_column: propose_owners(s, known, p, found); break;
    case errc::misuse_of_aggregate: propose_aggregates(s, known, p, found); break;
    case errc::sql_syntax:  // a function that is called as a join is
    case errc::no_such_function:
      detail::propose_top(s, found);
      detail::propose_translation(s, found);
      break;
    case errc::wrong_argument_count: detail::propose_translation(s, found); break;
    default: break;
  }
  return found;
}

}  // namespace t2s::generate::repairs

#endif
