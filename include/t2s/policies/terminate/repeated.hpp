// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_TERMINATE_REPEATED_HPP
#define T2S_POLICIES_TERMINATE_REPEATED_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/policy.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Termination policies that compare the latest attempt with the one before.
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

/// Stops when an attempt has the same result as the previous one (dynamic revision, section 3.2.2). Known as soon as the new SQL is
/// executed.
///
/// Two results are the same if they have the same rows in the same order; column names are ignored, 1 equals 1.0, and two results without
/// rows are the same. A failure is never the same as anything.
struct same_result {
  using needs = facts<db::execution>;

  bool in_any_order = false;  ///< compare the rows as a multiset

  template <class Past>
  [[nodiscard]] std::optional<stop> done(Past const& past) const {
    auto const* const now = past.template known<db::execution>();
    auto const* const before = past.template known<db::execution>(1);
    if (now && before && same(*now, *before)) return stop{"same result as before"};
    return {};
  }

  /// O(values), with `in_any_order` O(values log rows).
  [[nodiscard]] T2S_DECL bool same(db::execution const& a, db::execution const& b) const;
};

}  // namespace t2s::terminate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/terminate/detail/same_result.ipp"
#endif

#endif
