// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_CONSTRAINED_OUTPUT_HPP
#define T2S_POLICIES_GENERATE_CONSTRAINED_OUTPUT_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/model.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::generate {
namespace detail {

/// A text in a grammar of llama.cpp.
inline std::string grammar_text(std::string_view s) {
  std::string out("\"");
  for (char const c : s) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out += '"';
}

/// One of the names, as the dialect writes them.
inline std::string any_name(std::vector<std::string> names, sql::dialect d) {
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  std::string out;
  for (auto const& n : names) out.append(out.empty() ? "" : " | ").append(grammar_text(schema::sql_name(n, d)));
  return out;
}

/// The functions of all dialects, and those of one.
inline std::string_view functions_of(sql::dialect d) {
  switch (d) {
    case sql::dialect::sqlite: return R"( | "strftime" | "date" | "julianday" | "substr" | "instr" | "ifnull" | "iif" | "group_concat")";
    case sql::dialect::postgres: return R"( | "date_trunc" | "date_part" | "to_char" | "substr" | "strpos" | "string_agg")";
    case sql::dialect::mysql: return R"( | "year" | "month" | "day" | "date_format" | "substr" | "concat" | "ifnull" | "group_concat")";
    case sql::dialect::duckdb: return R"( | "year" | "month" | "day" | "date_trunc" | "strftime" | "substr" | "string_agg")";
  }
  return "";
}

/// The rules that do not depend on the schema. Words of SQL are in capitals, as models write them; aliases are one letter and digits.
inline constexpr std::string_view query_rules = R"gbnf(
query ::= select (w ("UNION" (" ALL")? | "INTERSECT" | "EXCEPT") w select)* order? limit?
select ::= "SELECT " ("DISTINCT ")? item (", " item)* w "FROM " source join* (w "WHERE " condition)? group?
group ::= w "GROUP BY " value (", " value)* (w "HAVING " condition)?
order ::= w "ORDER BY " sorted (", " sorted)*
sorted ::= value (" ASC" | " DESC")?
limit ::= w "LIMIT " whole (" OFFSET " whole)?
item ::= "*" | alias ".*" | value (" AS " word)?
source ::= (table | "(" query ")") ((" AS")? " " alias)?
join ::= w ("INNER " | "LEFT " | "CROSS ")? "JOIN " source (" ON " condition)?
condition ::= test (w ("AND" | "OR") " " test)*
test ::= ("NOT ")? ("(" condition ")" | "EXISTS (" query ")" | value " " comparison)
comparison ::= operator " " value | "IS " ("NOT ")? "NULL" | ("NOT ")? ("LIKE " text | "IN (" (query | list) ")" | "BETWEEN " value " AND " value)
operator ::= "=" | "!=" | "<>" | "<" | ">" | "<=" | ">="
list ::= value (", " value)*
value ::= term ((" + " | " - " | " * " | " / " | " || ") term)*
term ::= field | number | text | call | case | "CAST(" value " AS " ("REAL" | "INTEGER" | "TEXT") ")" | "(" (query | value) ")"
field ::= ((table | alias) ".")? column
call ::= ("COUNT" | "count") "(" ("*" | ("DISTINCT ")? value) ")" | aggregate "(" ("DISTINCT ")? value ")" | function "(" list? ")"
aggregate ::= "SUM" | "AVG" | "MIN" | "MAX" | "sum" | "avg" | "min" | "max"
case ::= "CASE" (" WHEN " condition " THEN " value)+ (" ELSE " value)? " END"
alias ::= "T" [0-9] [0-9]? | [a-z] [0-9]?
word ::= [a-z] [a-z_0-9]{0,40}
text ::= "'" ([^'\n] | "''"){0,200} "'"
number ::= "-"? whole ("." [0-9]{1,9})?
whole ::= [0-9]{1,15}
w ::= " " | "\n" " "{0,4}
)gbnf";

}  // namespace detail

/// `few_shot::constraint`: the reply is a JSON object whose only member is `sql`, on servers that constrain replies by a JSON Schema.
[[nodiscard]] inline llm::answer_form as_json(schema::database const& /*of*/) {
  return {llm::answer_form::kind::json_schema, "query",
          R"({"type":"object","properties":{"sql":{"type":"string"}},"required":["sql"],"additionalProperties":false})", true};
}

/// `few_shot::constraint`: the reply is a block of one SELECT statement over the tables and columns of the database, by a grammar of
/// llama.cpp's server. The model cannot write other names, and other syntax than that of most questions either: no WITH, no window
/// functions, no aliases of more than a letter and a number. O(names of the schema).
[[nodiscard]] inline llm::answer_form as_sql(schema::database const& of) {
  std::vector<std::string> tables, columns;
  for (auto const& t : of.tables()) {
  tables.push_back(t.name);
  for (auto const& c : t.columns) columns.push_back(c.name);
}
auto const d = of.sql_dialect();
std::string rules = "root ::= \"```sql\\n\" query \";\"? \"\\n```\"";
rules.append(detail::query_rules);
rules.append("table ::= ").append(detail::any_name(std::move(tables), d));
rules.append("\ncolumn ::= ").append(detail::any_name(std::move(columns), d));
rules.append("\nfunction ::= \"LOWER\" | \"UPPER\" | \"LENGTH\" | \"ROUND\" | \"ABS\" | \"COALESCE\"").append(detail::functions_of(d));
rules += '\n';
return {llm::answer_form::kind::grammar, {}, std::move(rules), true};
}  // namespace detail

}  // namespace t2s::generate

#endif
