// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SCHEMA_IMPL_RENDER_IPP
#define T2S_SCHEMA_IMPL_RENDER_IPP

#include "t2s/core/text.hpp"
#include "t2s/schema/schema.hpp"

namespace t2s::schema {
namespace detail {

inline std::string in_parentheses(std::vector<std::string> names) {
  for (auto& name : names) name = sql_name(name);
  return std::string(1, '(').append(text::join(names, ", ")).append(1, ')');
}

inline std::vector<std::string> column_names(table const& t) {
  std::vector<std::string> names;
  for (auto const& c : t.columns) names.push_back(c.name);
  return names;
}

inline std::string definition(column const& c) {
  std::string s = sql_name(c.name);
  if (!c.type.empty()) s += " " + c.type;
  if (c.not_null) s += " NOT NULL";
  return s;
}

inline std::string definition(foreign_key const& k) {
  std::string s = "FOREIGN KEY " + in_parentheses(k.columns) + " REFERENCES " + sql_name(k.table);
  if (!k.referenced.empty()) s += in_parentheses(k.referenced);
  return s;
}

/// One side of a key's equation.
inline std::string side(std::string const& owner, std::vector<std::string> const& columns) {
  std::string s = sql_name(owner) + ".";
  if (columns.size() == 1) return s += sql_name(columns.front());
  return s += in_parentheses(columns);
}

}  // namespace detail

T2S_DECL std::string create_statement(table const& t) {
  std::vector<std::string> lines;
  for (auto const& c : t.columns) lines.push_back(detail::definition(c));
  if (auto const key = t.primary_key(); !key.empty()) lines.push_back("PRIMARY KEY " + detail::in_parentheses(key));
  for (auto const& k : t.foreign_keys) lines.push_back(detail::definition(k));
  return "CREATE TABLE " + sql_name(t.name) + " (\n  " + text::join(lines, ",\n  ") + "\n)";
}

T2S_DECL std::string one_line(table const& t) { return sql_name(t.name) + detail::in_parentheses(detail::column_names(t)); }

T2S_DECL std::string one_line_each(database const& d) {
  std::string s;
  for (auto const& t : d.tables()) s += one_line(t) + "\n";
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.resolved) s += detail::side(t.name, k.columns) + " = " + detail::side(k.table, k.referenced) + "\n";
  return s;
}

}  // namespace t2s::schema

#endif
