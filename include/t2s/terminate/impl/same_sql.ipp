// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TERMINATE_IMPL_SAME_SQL_IPP
#define T2S_TERMINATE_IMPL_SAME_SQL_IPP

#include "t2s/core/text.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/terminate/same_sql.hpp"

namespace t2s::terminate {

T2S_DECL bool same_sql::same(std::string_view a, std::string_view b, schema::database const& d) const {
  auto const without_ends = [](std::string_view sql) {
    for (sql = t2s::text::trim(sql); sql.ends_with(';'); sql = t2s::text::trim(sql)) sql.remove_suffix(1);
    return sql;
  };
  a = without_ends(a);
  b = without_ends(b);
  if (a == b || this->text) return a == b;
  auto const first = sql::parse(a, d), second = sql::parse(b, d);
  return first && second && *first == *second;
}

}  // namespace t2s::terminate

#endif
