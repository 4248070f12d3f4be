// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_REPAIRS_IMPL_PROBLEMS_IPP
#define T2S_GENERATE_REPAIRS_IMPL_PROBLEMS_IPP

#include "t2s/generate/repairs/dialects.hpp"
#include "t2s/generate/repairs/forms.hpp"
#include "t2s/generate/repairs/names.hpp"
#include "t2s/generate/repairs/problems.hpp"
#include "t2s/sql/print.hpp"

#include <algorithm>

namespace t2s::generate::repairs {
namespace detail {

inline void propose_translation(statement const& s, proposals& into) {
  auto copy = s.query().clone();
  auto const done = translate(copy);
  if (!done.empty()) into.push_back({repair_kind::dialect, 0.05, sql::print(copy), "said in SQLite's words: " + done});
}

/// Whether a function is missing beside: what stands in its brackets, as the unit in `DATEADD(day, 1, x)`, may be no column at all.
inline bool calls_unknown(statement const& s) {
  return std::ranges::any_of(s.means().problems, [](sql::problem const& p) { return p.what.code == errc::no_such_function; });
}

}  // namespace detail

T2S_DECL proposals for_problem(statement const& s, knowledge const& known, sql::problem const& p) {
  proposals found;
  if (p.what.code == errc::no_such_column && detail::calls_unknown(s)) detail::propose_translation(s, found);
  switch (p.what.code) {
    case errc::no_such_table: propose_tables(s, known, p, found); break;
    case errc::no_such_column: propose_columns(s, known, p, found); break;
    case errc::ambiguous_column: propose_owners(s, known, p, found); break;
    case errc::misuse_of_aggregate: propose_aggregates(s, known, p, found); break;
    case errc::sql_syntax:  // a function that is called as a join is
    case errc::no_such_function:
    case errc::wrong_argument_count: detail::propose_translation(s, found); break;
    default: break;
  }
  return found;
}

}  // namespace t2s::generate::repairs

#endif
