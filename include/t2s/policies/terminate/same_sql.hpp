// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_SAME_SQL_HPP
#define T2S_POLICIES_TERMINATE_SAME_SQL_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::terminate {

/// Stops when an attempt repeats the previous SQL (SQL-CRAFT, algorithm 1), before it is executed or reviewed.
///
/// Two are the same if their trees are equal, parsed in the dialect of the database: blanks, comments, redundant brackets and the case of
/// keywords and unquoted names are ignored (in MySQL only that of keywords, since its names of tables may have a case). SQL that does not
/// parse is compared as text.
struct same_sql {
  bool text = false;  ///< compare the text instead, without blanks and semicolons at its ends

  [[nodiscard]] std::optional<stop> done(auto& ctx, attempt_list const& past) const {
    if (past.size() < 2 || !same(past[past.size() - 2].tried.sql, past.sql(), ctx.schema())) return {};
    return stop{"same SQL"};
  }

  /// Whether two statements over a database are the same. O(length).
  [[nodiscard]] bool same(std::string_view a, std::string_view b, schema::database const& d) const {
    auto const without_ends = [](std::string_view sql) {
      for (sql = t2s::text::trim(sql); sql.ends_with(';'); sql = t2s::text::trim(sql)) sql.remove_suffix(1);
      return sql;
    };
    a = without_ends(a);
    b = without_ends(b);
    if (a == b || this->text) return a == b;
    auto const first = sql::parse(in_one_case(a, d), d), second = sql::parse(in_one_case(b, d), d);
    return first && second && *first == *second;
  }

 private:
  /// The SQL with its unquoted words in lower case.
  [[nodiscard]] static std::string in_one_case(std::string_view sql, schema::database const& d) {
    std::string all(sql);
    if (d.sql_dialect() == sql::dialect::mysql) return all;
    std::vector<sql::token> tokens;
    sql::tokenize(all, sql::dialect_of(d), tokens);
    for (auto const& t : tokens)
      if (sql::is_name(t) && t.quoted == sql::quote::none) {
        auto const begin = static_cast<std::size_t>(t.data - all.data());
        all.replace(begin, t.size, t2s::text::lower(t.view()));
      }
    return all;
  }
};

}  // namespace t2s::terminate

#endif
