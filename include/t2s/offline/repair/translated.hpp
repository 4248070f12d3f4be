// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_TRANSLATED_HPP
#define T2S_OFFLINE_REPAIR_TRANSLATED_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/transpile.hpp"

#include <string>

namespace t2s::repair {

/// For `repair_options::translate`: the query in the dialect of the database, by `sql::transpile`, whose grammars are compiled with this
/// header. "" if a part has no equivalent there. Costs as `sql::transpile` plus a copy of the schema; thread safe as it.
[[nodiscard]] inline std::string translated(sql::query const& from, schema::database const& to) {
  schema::database const named_as_read(to.tables(), &from.grammar());  // the rules for looking up the query's names
  sql::transpile_options how;
  how.schema = &named_as_read;
  auto const made = sql::transpile(from, sql::dialect_of(to), how);
  return std::string(made.sql());
}

}  // namespace t2s::repair

#endif
