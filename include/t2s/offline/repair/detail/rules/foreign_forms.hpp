// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_FOREIGN_FORMS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_FOREIGN_FORMS_HPP

#include "t2s/offline/repair/detail/token_edits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Forms of other dialects that SQLite lacks and no rule translates.
namespace t2s::repair {

/// A form, known by one word or by two that follow each other, and what says the same in SQLite.
struct foreign_form {
  std::string_view first, second, instead;
  bool begins = false;  // only as the first word of the statement

  [[nodiscard]] std::string name() const {
    return std::string(first) + (second.empty() || second == "(" ? std::string() : " " + std::string(second));
  }
};

inline constexpr std::string_view by_case = "write sum(CASE WHEN ... THEN ... END) for each column";
inline constexpr std::string_view by_union = "write one SELECT for each column and join them by UNION ALL";
inline constexpr std::string_view by_window = "name the window function in a subquery and filter it in the WHERE outside";
inline constexpr std::string_view by_subquery = "write a join with a subquery, or a subquery among the columns";
inline constexpr std::string_view by_recursion = "write WITH RECURSIVE";
inline constexpr std::string_view by_table_info = "read pragma_table_info('TABLE')";

inline constexpr std::array foreign_forms{
    foreign_form{"PIVOT", "(", by_case},
    foreign_form{"PIVOT", "", by_case, true},
    foreign_form{"UNPIVOT", "(", by_union},
    foreign_form{"UNPIVOT", "", by_union, true},
    foreign_form{"SUMMARIZE", "", "write SELECT count(*), min(x), max(x), avg(x) FROM the table", true},
    foreign_form{"DESCRIBE", "", by_table_info, true},
    foreign_form{"DESC", "", by_table_info, true},
    foreign_form{"SHOW", "TABLES", "read sqlite_schema", true},
    foreign_form{"SHOW", "", by_table_info, true},
    foreign_form{"ASOF", "JOIN", "write a correlated subquery with ORDER BY and LIMIT 1"},
    foreign_form{"CROSS", "APPLY", by_subquery},
    foreign_form{"OUTER", "APPLY", by_subquery},
    foreign_form{"LATERAL", "(", by_subquery},
    foreign_form{"MATCH_RECOGNIZE", "(", "compare rows by lag() and lead()"},
    foreign_form{"JSON_TABLE", "(", "use json_each() and json_extract()"},
    foreign_form{"CONNECT", "BY", by_recursion},
    foreign_form{"START", "WITH", by_recursion},
    foreign_form{"QUALIFY", "", by_window}};

inline constexpr foreign_form old_outer_join{"outer join by (+)", "", "write LEFT JOIN ... ON"};

/// The first form of another dialect in SQL for SQLite, where inner statements in brackets begin, too; nullptr if there is none, and for
/// other engines.
inline foreign_form const* foreign_form_of(std::string const& text, sql::grammar const& in) {
  if (in.dialect != sql::dialect::sqlite) return nullptr;
  auto const tokens = tokens_of(text, in);
  auto const is = [&](std::size_t i, std::string_view word) {
    return i < tokens.size() && tokens[i].quoted == sql::quote::none && text::same(tokens[i].view(), word);
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is(i, "(") && is(i + 1, "+") && is(i + 2, ")")) return &old_outer_join;
    bool const begins = i == 0 || is(i - 1, "(");
    bool const before_name = i + 1 < tokens.size() && tokens[i + 1].kind == sql::token_kind::name;
    for (auto const& f : foreign_forms)
      if ((begins || !f.begins) && is(i, f.first) && (f.second.empty() ? begins || before_name : is(i + 1, f.second))) return &f;
  }
  return nullptr;
}

/// "SQLite has no PIVOT: write ..."; "" if SQL has no form of another dialect.
inline std::string foreign_form_in(std::string const& text, sql::grammar const& in) {
  auto const* const form = foreign_form_of(text, in);
  return form ? "SQLite has no " + form->name() + ": " + std::string(form->instead) : std::string();
}

/// Whether SQLite reads the form as something else: FROM a ASOF JOIN b as a join with a name for `a`.
inline bool is_read_as_name(std::string const& text, sql::grammar const& in) {
  auto const* const form = foreign_form_of(text, in);
  return form && form->first == "ASOF";
}

}  // namespace t2s::repair

#endif
