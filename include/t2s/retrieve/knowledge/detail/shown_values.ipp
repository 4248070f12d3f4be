// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SHOWN_VALUES_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SHOWN_VALUES_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <utility>

namespace t2s::knowledge {
namespace detail {

inline std::string shown_name(std::string const& name, sql::dialect d) { return one_line(schema::sql_name(name, d)); }

inline std::string described(schema::table const& t, schema::column const& c, sql::dialect d, std::span<table_sample const> rows,
                             std::size_t most) {
  std::string line = "  (" + shown_name(c.name, d);
  if (!c.type.empty()) line.append(" ").append(one_line(c.type));
  line += schema::comment_of(c);
  auto const values = sampled_values(rows, t.name, c.name, most);
  if (!values.empty()) line.append(", value examples: ").append(list_of_values(values));
  return line.append(")");
}

inline std::string side_of_key(std::string const& table, std::vector<std::string> const& columns, sql::dialect d) {
  std::vector<std::string> sides;
  for (auto const& c : columns) sides.push_back(shown_name(table, d).append(1, '.').append(shown_name(c, d)));
  return text::join(sides, ", ");
}

/// A comment whose text cannot end it early.
inline std::string comment(std::string text) {
  for (auto end = text.find("*/"); end != text.npos; end = text.find("*/", end)) text.insert(end + 1, 1, ' ');
  return std::string("/* ").append(text).append("\n*/");
}

inline std::string examples_of(schema::table const& t, sql::dialect d, std::span<table_sample const> rows, schema_description const& how) {
  std::string lines;
  for (auto const& c : t.columns) {
    std::vector<std::string> examples;
    for (auto const& v : sampled_values(rows, t.name, c.name, how.values)) examples.push_back(example_value(v, how.value_bytes));
    if (!examples.empty()) lines.append("\n").append(shown_name(c.name, d)).append(": ").append(text::join(examples, ", "));
  }
  return lines.empty() ? lines : comment("Example values of the columns:" + lines).insert(0, 1, '\n');
}

}  // namespace detail

T2S_DECL std::string example_value(value const& v, std::size_t most) {
  if (auto const* t = v.text()) return to_sql(value(one_line(text::cut(*t, most))));
  return text::cut(to_sql(v), most);
}

T2S_DECL schema::table with_names_on_one_line(schema::table t) {
  auto const put = [](std::string& s) { s = one_line(s); };
  put(t.name);
  for (auto& c : t.columns) put(c.name), put(c.type);
  for (auto& k : t.foreign_keys) {
    put(k.table);
    for (auto& c : k.columns) put(c);
    for (auto& c : k.referenced) put(c);
  }
  return t;
}

T2S_DECL std::vector<value> sampled_values(std::span<table_sample const> rows, std::string_view table, std::string_view column,
                                           std::size_t most) {
  std::vector<value> found;
  for (auto const& t : rows) {
    if (!text::same(t.table, table)) continue;
    auto const& names = t.shown.columns;
    std::size_t place = 0;
    while (place < names.size() && !text::same(names[place], column)) ++place;
    if (place == names.size()) continue;
    for (auto const& row : t.shown.values) {
      if (found.size() >= most) return found;
      if (!row[place].is_null() && !t2s::detail::has(found, row[place])) found.push_back(row[place]);
    }
  }
  return found;
}

T2S_DECL std::string list_of_values(std::span<value const> values) {
  constexpr std::size_t most_bytes = 80;
  std::vector<std::string> texts;
  for (auto const& v : values) texts.push_back(example_value(v, most_bytes));
  return std::string(1, '[').append(text::join(texts, ", ")).append(1, ']');
}

T2S_DECL std::string describe_tables(schema::database const& d, std::span<table_sample const> rows, std::size_t most) {
  std::vector<std::string> tables;
  for (auto const& t : d.tables()) {
    std::vector<std::string> lines;
    for (auto const& c : t.columns) lines.push_back(detail::described(t, c, d.sql_dialect(), rows, most));
    auto one = "# Table: " + detail::shown_name(t.name, d.sql_dialect());
    tables.push_back(one.append("\n[\n").append(text::join(lines, ",\n")).append("\n]"));
  }
  return text::join(tables, "\n");
}

T2S_DECL std::string describe_foreign_keys(schema::database const& d) {
  std::vector<std::string> lines;
  auto const side = [&d](auto const& table, auto const& columns) { return detail::side_of_key(table, columns, d.sql_dialect()); };
  for (auto const& t : d.tables())
    for (auto const& k : t.foreign_keys)
      if (k.resolved) lines.push_back(side(t.name, k.columns).append(" = ").append(side(k.table, k.referenced)));
  if (lines.empty()) lines.emplace_back("None");
  return text::join(lines, "\n");
}

T2S_DECL std::string describe(schema::database const& d, std::span<table_sample const> rows, schema_description const& how) {
  std::string all;
  for (auto const& t : d.tables()) {
    all.append(all.empty() ? "" : "\n").append(schema::create_statement(t, d.sql_dialect()));
    all += detail::examples_of(t, d.sql_dialect(), rows, how);
  }
  return all;
}

}  // namespace t2s::knowledge

#endif
