// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_SQL_CRAFT_IPP
#define T2S_POLICIES_GENERATE_DETAIL_SQL_CRAFT_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/python_repr.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/render.hpp"
#include "t2s/policies/generate/detail/sql_craft.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace t2s::generate {
namespace detail {

inline std::string python_text(std::string const& s) {
  std::string out;
  t2s::detail::python::append_text(out, text::valid_utf8(s));
  return out;
}

/// `'a'` or `['a', 'b']`
inline std::string python_columns(std::vector<std::string> const& names) {
  if (names.size() == 1) return python_text(names[0]);
  std::string out;
  for (auto const& n : names) out.append(out.empty() ? "[" : ", ").append(python_text(n));
  return out.append("]");
}

/// `t.a` or `t.(a, b)`
inline std::string sql_columns(std::string const& table, std::vector<std::string> const& names, sql::dialect d) {
  auto out = schema::sql_name(table, d) + ".";
  if (names.size() == 1) return out.append(schema::sql_name(names[0], d));
  for (std::size_t i = 0; i < names.size(); ++i) out.append(i == 0 ? "(" : ", ").append(schema::sql_name(names[i], d));
  return out.append(")");
}

inline std::string primary_key_of(schema::table const& t, std::vector<std::string> const& key, key_style style, sql::dialect d) {
  if (style == key_style::sql) return sql_columns(t.name, key, d);
  return t.name + "[" + python_columns(key) + "]";
}

inline std::string foreign_key_of(schema::table const& t, schema::foreign_key const& key, key_style style, sql::dialect d) {
  if (style == key_style::sql) return sql_columns(t.name, key.columns, d) + " = " + sql_columns(key.table, key.referenced, d);
  std::string out = "pd.merge(";
  out.append(t.name).append(", ").append(key.table);
  out.append(", left_on=").append(python_columns(key.columns));
  return out.append(", right_on=").append(python_columns(key.referenced)).append(")");
}

inline void append_item(std::string& list, std::string_view item) { list.append(list.empty() ? "" : ", ").append(item); }

}  // namespace detail

T2S_DECL std::string_view kind_of_column(std::string_view declared_type) {
  auto const type = text::lower(declared_type);
  auto const has = [&](std::initializer_list<std::string_view> parts) {
    return std::ranges::any_of(parts, [&](auto part) { return type.find(part) != type.npos; });
  };
  if (text::trim(type).empty() || has({"char", "text", "clob"})) return "text";
  if (has({"date", "time", "year"})) return "time";
  if (has({"bool"})) return "boolean";
  if (has({"int", "numeric", "decimal", "number", "real", "double", "float"})) return "number";
  return "others";
}

T2S_DECL std::string db_structure(schema::database const& d, std::span<table_sample const> examples, key_style keys,
                                  std::string_view database) {
  std::string tables, primary, foreign, columns, rows;
  for (auto const& table : d.tables()) {
    auto const t = knowledge::with_names_on_one_line(table);
    detail::append_item(tables, t.name);
    if (auto const key = t.primary_key(); !key.empty()) detail::append_item(primary, detail::primary_key_of(t, key, keys, d.sql_dialect()));
    for (auto const& key : t.foreign_keys)
      if (key.resolved) foreign.append(detail::foreign_key_of(t, key, keys, d.sql_dialect())).append("\n");
    std::string listed;
    for (auto const& c : t.columns)
      detail::append_item(listed, c.name + " (" + std::string(kind_of_column(c.type)) + ")" + schema::comment_of(c));
    columns.append("Table ").append(t.name).append(": ").append(listed).append("\n");
  }
  for (auto const& e : examples)
    if (!e.shown.empty()) rows.append("Table ").append(one_line(e.table)).append(": ").append(db::to_tuples(e.shown)).append("\n");

  std::string out;
  if (!database.empty()) out.append("Database name: ").append(database).append("\n");
  out.append("Tables: ").append(tables).append("\n");
  if (!primary.empty()) out.append("Primary Keys: ").append(primary).append("\n");
  if (!foreign.empty()) out.append("Foreign Key:\n").append(foreign);
  out.append("Columns:\n").append(columns);
  if (!rows.empty()) out.append("Examples:\n").append(rows);
  return out;
}

T2S_DECL llm::request interactive_correction::fill(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                                   samples const& shown, attempt const* latest, std::string_view code) const {
  auto examples = text::join(written_demonstrations(shown, shown.demonstrations.size(), demonstration), "");
  std::string corrected;
  if (!examples.empty()) examples = related.fill({{"demonstrations", examples}});
  if (latest) corrected = correction.fill({{"sql", latest->tried.sql}, {"result", latest->remarks_text("\n")}});
  return prompt_request(prompt.fill({{"dialect", sql::title_of(d), true},
                                     {"related", examples},
                                     {"structure", db_structure(d, shown.tables, keys, database)},
                                     {"question", asked.clear},
                                     {"correction", corrected, latest == nullptr},
                                     {"code", code, code.empty()}}),
                        temperature);
}

}  // namespace t2s::generate

#endif
