// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_POSTGRES_WORDS_HPP
#define T2S_SQL_IMPL_POSTGRES_WORDS_HPP

#include "t2s/sql/impl/keywords.hpp"
#include "t2s/sql/impl/names.hpp"
#include "t2s/sql/impl/operators.hpp"

namespace t2s::sql::detail {

/// https://www.postgresql.org/docs/current/sql-keywords-appendix.html, but for words that are plain names where a query can have them.
inline constexpr std::array postgres_words{
    word{"ALL", token_kind::all},
    word{"AND", token_kind::and_},
    word{"ANY", token_kind::any},
    word{"ARRAY", token_kind::array},
    word{"AS", token_kind::as},
    word{"AT", token_kind::at},
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
    word{"ELSE", token_kind::else_},
    word{"ESCAPE", token_kind::escape},
    word{"EXCEPT", token_kind::except},
    word{"EXCLUDE", token_kind::exclude},
    word{"EXISTS", token_kind::exists},
    word{"FETCH", token_kind::fetch},
    word{"FILTER", token_kind::filter},
    word{"FIRST", token_kind::first},
    word{"FOLLOWING", token_kind::following},
    word{"FOR", token_kind::for_},
    word{"FROM", token_kind::from},
    word{"FULL", token_kind::full},
    word{"GROUP", token_kind::group},
    word{"GROUPS", token_kind::groups},
    word{"HAVING", token_kind::having},
    word{"ILIKE", token_kind::ilike},
    word{"IN", token_kind::in},
    word{"INNER", token_kind::inner},
    word{"INTERSECT", token_kind::intersect},
    word{"INTERVAL", token_kind::interval},
    word{"IS", token_kind::is},
    word{"ISNULL", token_kind::isnull},
    word{"JOIN", token_kind::join},
    word{"LAST", token_kind::last},
    word{"LATERAL", token_kind::lateral},
    word{"LEFT", token_kind::left},
    word{"LIKE", token_kind::like},
    word{"LIMIT", token_kind::limit},
    word{"MATERIALIZED", token_kind::materialized},
    word{"NATURAL", token_kind::natural},
    word{"NO", token_kind::no},
    word{"NOT", token_kind::not_},
    word{"NOTNULL", token_kind::notnull},
    word{"NULL", token_kind::null},
    word{"NULLS", token_kind::nulls},
    word{"OFFSET", token_kind::offset},
    word{"ON", token_kind::on},
    word{"OR", token_kind::or_},
    word{"ORDER", token_kind::order},
    word{"OTHERS", token_kind::others},
    word{"OUTER", token_kind::outer},
    word{"OVER", token_kind::over},
    word{"OVERLAPS", token_kind::overlaps},
    word{"PARTITION", token_kind::partition},
    word{"PRECEDING", token_kind::preceding},
    word{"RANGE", token_kind::range},
    word{"RECURSIVE", token_kind::recursive},
    word{"RIGHT", token_kind::right},
    word{"ROW", token_kind::row},
    word{"ROWS", token_kind::rows},
    word{"SELECT", token_kind::select},
    word{"SIMILAR", token_kind::similar},
    word{"SOME", token_kind::any},
    word{"TABLE", token_kind::table_},
    word{"TABLESAMPLE", token_kind::tablesample},
    word{"THEN", token_kind::then},
    word{"TIES", token_kind::ties},
    word{"UNBOUNDED", token_kind::unbounded},
    word{"UNION", token_kind::union_},
    word{"USING", token_kind::using_},
    word{"VALUES", token_kind::values},
    word{"WHEN", token_kind::when},
    word{"WHERE", token_kind::where},
    word{"WINDOW", token_kind::window},
    word{"WITH", token_kind::with},
    word{"ASC", token_kind::asc},
    word{"DESC", token_kind::desc},
    word{"END", token_kind::end_},
    word{"ANALYSE", token_kind::reserved},
    word{"ANALYZE", token_kind::reserved},
    word{"ASYMMETRIC", token_kind::reserved},
    word{"BOTH", token_kind::reserved},
    word{"CHECK", token_kind::reserved},
    word{"COLUMN", token_kind::reserved},
    word{"CONSTRAINT", token_kind::reserved},
    word{"CREATE", token_kind::reserved},
    word{"DEFAULT", token_kind::reserved},
    word{"DEFERRABLE", token_kind::reserved},
    word{"DO", token_kind::reserved},
    word{"FOREIGN", token_kind::reserved},
    word{"GRANT", token_kind::reserved},
    word{"INITIALLY", token_kind::reserved},
    word{"INTO", token_kind::reserved},
    word{"LEADING", token_kind::reserved},
    word{"ONLY", token_kind::reserved},
    word{"PLACING", token_kind::reserved},
    word{"PRIMARY", token_kind::reserved},
    word{"REFERENCES", token_kind::reserved},
    word{"RETURNING", token_kind::reserved},
    word{"SYMMETRIC", token_kind::reserved},
    word{"TO", token_kind::reserved},
    word{"TRAILING", token_kind::reserved},
    word{"UNIQUE", token_kind::reserved},
    word{"VARIADIC", token_kind::reserved},
};

inline constexpr keyword_table<postgres_words> postgres_keywords{};

constexpr infix_table postgres_infixes() {
  infix_table table(postgres_precedence());
  table.binary(token_kind::concat, op::concat);
  table.binary(token_kind::tilde, op::custom);
  table.binary(token_kind::custom, op::custom);
  table.binary(token_kind::caret, op::power);
  for (auto k : {token_kind::ilike, token_kind::similar}) table.other(k, level::matching);
  table.other(token_kind::overlaps, level::custom);
  table.other(token_kind::at, level::zone);
  table.other(token_kind::colons, level::path);
  for (auto k : {token_kind::isnull, token_kind::notnull}) table.other(k, level::is);
  return table;
}

constexpr bool is_word_kind(token_kind k) noexcept { return k >= token_kind::reserved && k != token_kind::string; }

/// Any word is a label, and most need no AS to be one; those that PostgreSQL does not reserve are names, though not where it lets the
/// grammar have them.
constexpr name_table postgres_name_classes() {
  using enum token_kind;
  name_table table{};
  auto const put = [&table](token_kind k, unsigned bits) { table[static_cast<std::size_t>(k)] |= static_cast<std::uint8_t>(bits); };
  for (std::size_t i = 0; i < token_kinds; ++i)
    if (is_word_kind(static_cast<token_kind>(i))) table[i] = names::label | names::column_alias;
  for (auto k : {array, as,      except, fetch, filter, for_, from,     group,  having, intersect, isnull,
                 limit, notnull, offset, on,    order,  over, overlaps, union_, where,  window,    with})
    table[static_cast<std::size_t>(k)] = names::label;
  constexpr unsigned everywhere =
      names::any | names::source_alias | names::column_alias | names::expression | names::window_base | names::type;
  put(name, everywhere);
  for (auto k : {by, current, escape, exclude, first, following, groups, last, materialized, no, nulls, others, partition, preceding, range,
                 recursive, rows, ties, unbounded})
    put(k, everywhere);
  for (auto k : {partition, range, rows, groups}) table[static_cast<std::size_t>(k)] &= static_cast<std::uint8_t>(~names::window_base);
  for (auto k : {at, filter, over}) put(k, names::any | names::expression | names::source_alias);
  for (auto k : {interval, row}) put(k, names::any | names::source_alias);
  put(values, names::any);
  for (auto k : {left, right}) put(k, names::expression);
  for (auto k : {select, with, values, table_}) put(k, names::query_start);
  return table;
}

struct postgres_dialect {
  static constexpr sql::dialect id = dialect::postgres;
  static constexpr infix_table infixes = postgres_infixes();
  static constexpr name_table name_classes = postgres_name_classes();
};

}  // namespace t2s::sql::detail

#endif
