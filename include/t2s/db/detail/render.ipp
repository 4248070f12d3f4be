// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_RENDER_IPP
#define T2S_DB_DETAIL_RENDER_IPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/python_repr.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/render.hpp"

namespace t2s::db {
namespace detail {

namespace python = t2s::detail::python;

inline void append_python(std::string& to, value const& v) {
  switch (v.type()) {
    case value::kind::null: to += "None"; break;
    case value::kind::integer: python::append_integer(to, *v.integer()); break;
    case value::kind::real: python::append_float(to, *v.real()); break;
    case value::kind::text: python::append_text(to, text::valid_utf8(*v.text())); break;
    case value::kind::blob: {
      auto const& bytes = v.bytes()->bytes;
      python::append_bytes(to, {reinterpret_cast<char const*>(bytes.data()), bytes.size()});
      break;
    }
  }
}

inline void append_field(std::string& to, std::string const& field) {
  auto const line = one_line(field);
  if (line.find_first_of(",\"") == std::string::npos) {
    to += line;
    return;
  }
  to += '"';
  for (char const c : line) to.append(c == '"' ? 2U : 1U, c);
  to += '"';
}

/// A line of CSV. One empty field alone is quoted: an empty line would be no row.
inline void append_record(std::string& to, std::vector<std::string> const& fields) {
  if (fields.size() == 1 && fields[0].empty()) to += "\"\"";
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) to += ',';
    append_field(to, fields[i]);
  }
  to += '\n';
}

inline std::string in_sql(std::span<value const> row) {
  std::string s = "(";
  for (std::size_t i = 0; i < row.size(); ++i) s.append(i > 0 ? ", " : "").append(one_line(to_sql(row[i])));
  return s.append(")");
}

}  // namespace detail

T2S_DECL std::string to_tuple(std::span<value const> row) {
  std::string s = "(";
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (i > 0) s += ", ";
    detail::append_python(s, row[i]);
  }
  return one_line(s.append(row.size() == 1 ? ",)" : ")"));  // the line ends that are left are those beyond ASCII
}

T2S_DECL std::string to_tuples(rows const& all) {
  std::string s = "[";
  for (std::size_t i = 0; i < all.values.size(); ++i) s.append(i > 0 ? ", " : "").append(to_tuple(all.values[i]));
  return s.append("]");
}

T2S_DECL std::string to_csv(rows const& shown, std::size_t left_out) {
  std::string s;
  detail::append_record(s, shown.columns);
  std::vector<std::string> fields;
  for (auto const& row : shown.values) {
    fields.clear();
    for (auto const& v : row) fields.push_back(v.is_null() ? std::string() : to_string(v));
    detail::append_record(s, fields);
  }
  if (left_out > 0) s.append("(").append(std::to_string(shown.values.size() + left_out)).append(" rows in all)\n");
  return s;
}

T2S_DECL std::string to_insert(std::string_view table, rows const& shown, sql::dialect d, std::size_t left_out) {
  if (shown.empty()) return {};
  std::string s = "INSERT INTO ";
  s.append(schema::sql_name(one_line(table), d)).append(" (");
  for (std::size_t i = 0; i < shown.columns.size(); ++i)
    s.append(i > 0 ? ", " : "").append(schema::sql_name(one_line(shown.columns[i]), d));
  s.append(") VALUES");
  if (left_out > 0) s.append("  /* ").append(std::to_string(left_out)).append(left_out == 1 ? " row omitted */" : " rows omitted */");
  for (std::size_t i = 0; i < shown.values.size(); ++i) s.append(i > 0 ? ",\n" : "\n").append(detail::in_sql(shown.values[i]));
  return s.append(";");
}

}  // namespace t2s::db

#endif
