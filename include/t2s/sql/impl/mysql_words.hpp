// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_MYSQL_WORDS_HPP
#define T2S_SQL_IMPL_MYSQL_WORDS_HPP

#include "t2s/sql/impl/keywords.hpp"
#include "t2s/sql/impl/names.hpp"
#include "t2s/sql/impl/operators.hpp"

namespace t2s::sql::detail {

/// https://dev.mysql.com/doc/refman/8.0/en/keywords.html, but for words that are plain names where a query can have them.
inline constexpr std::array mysql_words{
    word{"ALL", token_kind::all},
    word{"AND", token_kind::and_},
    word{"AS", token_kind::as},
    word{"BETWEEN", token_kind::between},
    word{"BY", token_kind::by},
    word{"CASE", token_kind::case_},
    word{"CAST", token_kind::cast},
    word{"COLLATE", token_kind::collate},
    word{"CROSS", token_kind::cross},
    word{"CURRENT", token_kind::current},
    word{"CURRENT_DATE", token_kind::current_date},
    word{"CURRENT_TIME", token_kind::current_time},
    word{"CURRENT_TIMESTAMP", token_kind::current_timestamp},
    word{"DISTINCT", token_kind::distinct},
    word{"DISTINCTROW", token_kind::distinct},
    word{"DIV", token_kind::div},
    word{"ELSE", token_kind::else_},
    word{"ESCAPE", token_kind::escape},
    word{"EXCEPT", token_kind::except},
    word{"EXISTS", token_kind::exists},
    word{"FETCH", token_kind::fetch},
    word{"FIRST", token_kind::first},
    word{"FOLLOWING", token_kind::following},
    word{"FOR", token_kind::for_},
    word{"FROM", token_kind::from},
    word{"GROUP", token_kind::group},
    word{"GROUPS", token_kind::groups},
    word{"HAVING", token_kind::having},
    word{"IN", token_kind::in},
    word{"INNER", token_kind::inner},
    word{"INTERSECT", token_kind::intersect},
    word{"INTERVAL", token_kind::interval},
    word{"IS", token_kind::is},
    word{"JOIN", token_kind::join},
    word{"LAST", token_kind::last},
    word{"LATERAL", token_kind::lateral},
    word{"LEFT", token_kind::left},
    word{"LIKE", token_kind::like},
    word{"LIMIT", token_kind::limit},
    word{"MOD", token_kind::mod},
    word{"NATURAL", token_kind::natural},
    word{"NOT", token_kind::not_},
    word{"NULL", token_kind::null},
    word{"OFFSET", token_kind::offset},
    word{"ON", token_kind::on},
    word{"OR", token_kind::or_},
    word{"ORDER", token_kind::order},
    word{"OUTER", token_kind::outer},
    word{"OVER", token_kind::over},
    word{"PARTITION", token_kind::partition},
    word{"PRECEDING", token_kind::preceding},
    word{"RANGE", token_kind::range},
    word{"RECURSIVE", token_kind::recursive},
    word{"REGEXP", token_kind::regexp},
    word{"RLIKE", token_kind::regexp},
    word{"RIGHT", token_kind::right},
    word{"ROW", token_kind::row},
    word{"ROWS", token_kind::rows},
    word{"SELECT", token_kind::select},
    word{"SEPARATOR", token_kind::separator},
    word{"ANY", token_kind::any},
    word{"SOME", token_kind::any},
    word{"STRAIGHT_JOIN", token_kind::straight_join},
    word{"TABLE", token_kind::table_},
    word{"THEN", token_kind::then},
    word{"UNBOUNDED", token_kind::unbounded},
    word{"UNION", token_kind::union_},
    word{"USING", token_kind::using_},
    word{"VALUES", token_kind::values},
    word{"WHEN", token_kind::when},
    word{"WHERE", token_kind::where},
    word{"WINDOW", token_kind::window},
    word{"WITH", token_kind::with},
    word{"XOR", token_kind::xor_},
    word{"ASC", token_kind::asc},
    word{"DESC", token_kind::desc},
    word{"END", token_kind::end_},
    word{"ALTER", token_kind::reserved},
    word{"ANALYZE", token_kind::reserved},
    word{"BOTH", token_kind::reserved},
    word{"CHECK", token_kind::reserved},
    word{"COLUMN", token_kind::reserved},
    word{"CONSTRAINT", token_kind::reserved},
    word{"CREATE", token_kind::reserved},
    word{"DATABASE", token_kind::reserved},
    word{"DEFAULT", token_kind::reserved},
    word{"DELETE", token_kind::reserved},
    word{"DESCRIBE", token_kind::reserved},
    word{"DROP", token_kind::reserved},
    word{"EXPLAIN", token_kind::reserved},
    word{"FORCE", token_kind::reserved},
    word{"FOREIGN", token_kind::reserved},
    word{"GRANT", token_kind::reserved},
    word{"IGNORE", token_kind::reserved},
    word{"INDEX", token_kind::reserved},
    word{"INTO", token_kind::reserved},
    word{"KEY", token_kind::reserved},
    word{"KEYS", token_kind::reserved},
    word{"LEADING", token_kind::reserved},
    word{"LOCK", token_kind::reserved},
    word{"PRIMARY", token_kind::reserved},
    word{"REFERENCES", token_kind::reserved},
    word{"SET", token_kind::reserved},
    word{"SHOW", token_kind::reserved},
    word{"TO", token_kind::reserved},
    word{"TRAILING", token_kind::reserved},
    word{"UNIQUE", token_kind::reserved},
    word{"UPDATE", token_kind::reserved},
    word{"USE", token_kind::reserved},
};

inline constexpr keyword_table<mysql_words> mysql_keywords{};

constexpr infix_table mysql_infixes() {
  infix_table table(mysql_precedence());
  table.binary(token_kind::xor_, op::xor_);
  table.binary(token_kind::div, op::int_div);
  table.binary(token_kind::mod, op::mod);
  table.binary(token_kind::null_safe, op::null_safe);
  table.binary(token_kind::caret, op::bit_xor);
  table.binary(token_kind::custom, op::custom);
  table.other(token_kind::regexp, level::matching);
  return table;
}

/// Any word is a name after a dot; an alias may be a string.
constexpr name_table mysql_name_classes() {
  using enum token_kind;
  name_table table{};
  auto const put = [&table](token_kind k, unsigned bits) { table[static_cast<std::size_t>(k)] |= static_cast<std::uint8_t>(bits); };
  for (std::size_t i = static_cast<std::size_t>(reserved); i < token_kinds; ++i) table[i] = names::label;
  constexpr unsigned everywhere =
      names::any | names::source_alias | names::column_alias | names::expression | names::window_base | names::type;
  for (auto k : {name, any, current, end_, escape, first, following, last, offset, preceding, unbounded}) put(k, everywhere);
  for (auto k : {left, right, mod}) put(k, names::expression);
  put(string, names::column_alias);
  for (auto k : {select, with, values, table_}) put(k, names::query_start);
  return table;
}

struct mysql_dialect {
  static constexpr sql::dialect id = dialect::mysql;
  static constexpr infix_table infixes = mysql_infixes();
  static constexpr name_table name_classes = mysql_name_classes();
};

}  // namespace t2s::sql::detail

#endif
