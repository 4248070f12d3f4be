// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_DATABASE_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_DATABASE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/sqlite/detail/memory_database.hpp"
#include "t2s/lab/evaluation/detail/counterexample/drawn_table.hpp"

#include <span>
#include <string>
#include <vector>

namespace t2s::evaluation::detail {

/// The statement that makes a table: its own, or one with its columns and keys.
inline std::string ddl_of(schema::table const& t, bool is_sqlite) {
  bool const has_own = is_sqlite && text::lower(t.ddl).starts_with("create table");
  return has_own ? t.ddl : schema::create_statement(t, sql::dialect::sqlite);
}

/// A database in memory with these tables, and with all views if there are any to read. Throws `t2s::error` if SQLite cannot make one.
class small_database : public db::memory_database {
 public:
  small_database(schema::database const& d, std::span<drawn_table const> tables, bool with_views, bool reversed)
      : memory_database(reversed) {
    for (auto const& drawn : tables) {
      auto const& t = d.tables()[drawn.place];
      make(ddl_of(t, d.sql_dialect() == sql::dialect::sqlite));
      std::vector<std::string> columns;
      for (auto const& c : drawn.columns) columns.push_back(t.columns[c.place].name);
      fill_later(t.name, columns);
    }
    for (auto const& t : d.tables())
      if (with_views && t.is_view) make(t.ddl);
    close();
  }
};

}  // namespace t2s::evaluation::detail

#endif
