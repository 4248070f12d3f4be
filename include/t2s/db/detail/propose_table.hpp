// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_PROPOSE_TABLE_HPP
#define T2S_DB_DETAIL_PROPOSE_TABLE_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"

#include <string>
#include <vector>

namespace t2s::db::detail {

/// Names the table that a missing one is likely to be, where the engine gives no hint.
inline void propose_table(failure& f, schema::database const& d) {
  if (f.code != errc::no_such_table || !f.remedy.empty()) return;
  std::vector<std::string> names;
  for (auto const& t : d.tables()) names.push_back(t.name);
  auto const* near = text::nearest(f.subject.substr(f.subject.rfind('.') + 1), names);
  if (near) f.remedy = "there is " + schema::sql_name(*near, d.sql_dialect());
}

}  // namespace t2s::db::detail

#endif
