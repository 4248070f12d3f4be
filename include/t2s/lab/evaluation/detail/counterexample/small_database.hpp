// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_DATABASE_HPP
#define T2S_LAB_EVALUATION_DETAIL_COUNTEREXAMPLE_SMALL_DATABASE_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/sqlite/detail/memory_database.hpp"
#include "t2s/lab/evaluation/detail/counterexample/drawn_table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation::detail {

/// The statement that makes a table: its own, or one with its columns and keys.
inline std::string ddl_of(schema::table const& t) {
  return text::lower(t.ddl).starts_with("create table") ? t.ddl : schema::create_statement(t, sql::dialect::sqlite);
}

/// The conditions of CHECK in a statement that makes a table. A bracket within a text is not told from others.
inline std::vector<std::string> check_conditions(std::string_view ddl) {
  constexpr std::string_view word = "check";
  std::vector<std::string> all;
  auto const lower = text::lower(ddl);
  for (auto at = lower.find(word); at != lower.npos; at = lower.find(word, at + 1)) {
    auto const begin = lower.find_first_not_of(" \n\t\r", at + word.size());
    if (begin == lower.npos || lower[begin] != '(') continue;
    auto end = begin;
    for (int depth = 0; end < lower.size(); ++end) {
      depth += lower[end] == '(' ? 1 : lower[end] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    all.emplace_back(ddl.substr(begin, end + 1 - begin));
  }
  return all;
}

/// A database in memory with these tables, and with all views if they may be read. `indexes`: statements that make unique indexes; those of
/// other tables fail, and are left out. Throws `t2s::error` if SQLite cannot make a table or view.
class small_database : public db::memory_database {
 public:
  small_database(schema::database const& d, std::span<drawn_table const> tables, std::span<std::string const> indexes, bool with_views,
                 bool reversed)
      : memory_database(reversed) {
    for (auto const& drawn : tables) {
      auto const& t = d.tables()[drawn.place];
      make(ddl_of(t));
      std::vector<std::string> columns;
      for (auto const& c : drawn.columns) columns.push_back(t.columns[c.place].name);
      fill_later(t.name, columns);
    }
    for (auto const& sql : indexes) make_if_possible(sql);
    for (auto const& t : d.tables())
      if (with_views && t.is_view) make(t.ddl);
    close();
  }

 private:
  void make_if_possible(std::string const& sql) {
    try {
      make(sql);
    } catch (error const&) {  // its table is not filled
    }
  }
};

}  // namespace t2s::evaluation::detail

#endif
