// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_TRANSLATED_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_TRANSLATED_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/transpile.hpp"

#include <string>

namespace t2s::repair {

/// For `repair_options::translate`: the query in the dialect of the database, by `sql::transpile`, whose grammars are compiled with this
/// header. "" where a part has no equal there. Costs and thread safety are its, and a copy of the schema.
[[nodiscard]] inline std::string translated(sql::query const& from, schema::database const& to) {
  schema::database const named_as_read(to.tables(), &from.grammar());  // by whose rules the query's names are looked up
  sql::transpile_options how;
  how.schema = &named_as_read;
  auto const made = sql::transpile(from, sql::dialect_of(to), how);
  return std::string(made.sql());
}

}  // namespace t2s::repair

#endif
