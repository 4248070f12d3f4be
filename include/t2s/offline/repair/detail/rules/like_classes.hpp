// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_LIKE_CLASSES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_LIKE_CLASSES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/sql/detail/like_classes.hpp"

namespace t2s::repair {

/// A rule for a statement that runs in SQLite, whose LIKE has no classes of characters: `name LIKE '[A-D]%'` (SQL Server) becomes
/// `lower(name) GLOB '[a-d]*'`. A class without a range and without ^ may be a text in brackets: it is translated if there are no rows.
inline void propose_like_classes(statement const& s, known_facts const& known, proposals& into) {
  if (known.dialect() != sql::dialect::sqlite) return;
  edited edit(s.query());
  std::string why;
  for (auto const* n : sql::all_of(s.query().root(), sql::kind::like)) {
    auto const pattern = sql::class_pattern_of(*n);
    if (!pattern || (known.has_rows && !pattern->certain)) continue;
    auto& like = edit[*n];
    auto& folded = edit.query().make(sql::kind::call, {&like[0]});
    folded.name = edit.name("lower");
    like.op = sql::op::glob;
    edit.set(like, {&folded, &edit.string(pattern->glob)});
    add_once(why, "'" + std::string((*n)[1].name.view()) +
                      "' has classes of characters, which LIKE lacks in SQLite; GLOB has them, and "
                      "lower() ignores case as SQL Server does");
  }
  if (!why.empty()) into.push_back({repair_kind::dialect, 0.02, edit.sql(), std::move(why)});
}

}  // namespace t2s::repair

#endif
