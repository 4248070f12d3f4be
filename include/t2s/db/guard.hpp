// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_GUARD_HPP
#define T2S_DB_GUARD_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::db {

/// What is refused of a statement before an engine sees it. By its parse in the engine's dialect a statement passes that is exactly one
/// query and only reads: SELECT, VALUES, TABLE or WITH, nothing in it that writes (also not behind WITH), no INTO, no locking clause, and
/// no call of a function of the list and no view or file of it.
///
/// It is one layer of several: it knows what a statement says, and not what the functions and views of a database do. Plain value; reading
/// it from several threads is safe.
class statement_guard {
 public:
  /// Reads statements in this dialect, and refuses calls of `functions`, and `sources` of rows that are no calls: views, and files where
  /// their names stand for tables. A table or CTE may have the name of a function, but in SQLite, where a function may stand for a table.
  T2S_DECL explicit statement_guard(sql::grammar const& dialect, std::span<std::string_view const> functions = {},
                                    std::span<std::string_view const> sources = {});

  /// From now on the name is refused, as a function and as a source of rows, in whatever schema, case and quotes. `*` stands for any
  /// characters: "dblink*".
  T2S_DECL statement_guard& deny(std::string_view pattern);

  /// From now on the name passes although the list has it or a pattern fits it.
  T2S_DECL statement_guard& allow(std::string_view name);

  /// The database has such a table, of whose name `sources` of the constructor count no longer.
  T2S_DECL statement_guard& has_table(std::string_view name);

  /// SQL that the parser cannot read passes, but for several statements, words that do more than read, and names of the list: the engine's
  /// own layers hold it, or find its fault. Else it is refused with what is wrong with it.
  statement_guard& pass_unreadable(bool yes = true) {
    passes_unreadable_ = yes;
    return *this;
  }

  /// What became of a statement.
  struct verdict {
    std::optional<failure> refused{};  ///< `sql_syntax`, `no_statement`, `several_statements`, `statement_too_long`, `statement_denied`
    bool was_read = true;              ///< whether it was parsed; false for what is let through unread
    std::vector<std::string> calls{};  ///< the functions that a statement calls which passes, in lower case
  };

  [[nodiscard]] T2S_DECL verdict inspect(std::string const& sql) const;            ///< O(|sql| + calls * patterns)
  [[nodiscard]] T2S_DECL bool denies(std::string_view name) const;                 ///< whether a call of a function is refused
  [[nodiscard]] T2S_DECL bool denies_source(std::string_view name) const;          ///< whether a table, view or file is refused
  [[nodiscard]] sql::grammar const& dialect() const noexcept { return dialect_; }  ///< in which statements are read

 private:
  /// In lower case.
  struct name_list {
    std::set<std::string, std::less<>> names{};
    std::vector<std::string> patterns{};  ///< with a star

    T2S_DECL void add(std::string_view pattern);
    [[nodiscard]] T2S_DECL bool has(std::string const& lowered) const;
  };

  sql::grammar dialect_;
  name_list denied_{}, functions_{}, sources_{};
  std::set<std::string, std::less<>> allowed_{}, tables_{};  // in lower case
  bool passes_unreadable_ = false;
};

}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/detail/guard.ipp"
#endif

#endif
