// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TERMINATE_IMPL_SAME_SQL_IPP
#define T2S_TERMINATE_IMPL_SAME_SQL_IPP

#include "t2s/core/text.hpp"
#include "t2s/terminate/same_sql.hpp"

#include <string_view>

namespace t2s::terminate {
namespace detail {

inline bool same_trees(std::string_view a, std::string_view b, sql::options const& o) {
  auto const first = sql::parse(a, o);
  auto const second = sql::parse(b, o);
  return first && second && *first == *second;
}

/// Without the blanks and semicolons at its ends.
inline std::string_view statement_of(std::string_view sql) {
  while (!sql.empty() && (text::trim(sql).size() < sql.size() || sql.back() == ';')) {
    sql = text::trim(sql);
    if (sql.ends_with(';')) sql.remove_suffix(1);
  }
  return sql;
}

}  // namespace detail

T2S_DECL std::optional<stop> same_sql::done(attempt_list const& past) const {
  if (past.size() < 2) return {};
  auto const before = detail::statement_of(past[past.size() - 2].tried.sql);
  auto const now = detail::statement_of(past.sql());
  if (before == now || (!text && detail::same_trees(before, now, parsed))) return stop{"same SQL"};
  return {};
}

}  // namespace t2s::terminate

#endif
