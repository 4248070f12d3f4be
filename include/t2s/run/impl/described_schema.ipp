// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_IMPL_DESCRIBED_SCHEMA_IPP
#define T2S_RUN_IMPL_DESCRIBED_SCHEMA_IPP

#include "t2s/core/cut_text.hpp"
#include "t2s/core/text.hpp"
#include "t2s/run/described_schema.hpp"
#include "t2s/schema/identifier.hpp"
#include "t2s/schema/render.hpp"

#include <algorithm>

namespace t2s {
namespace detail {

/// A value on one line and not too long, so that it cannot take the prompt over.
inline std::string example(value const& v, std::size_t most_bytes) {
  auto shown = text::valid_utf8(v.text() ? *v.text() : to_string(v));
  std::ranges::replace_if(shown, [](char c) { return text::is_space(c); }, ' ');
  shown = text::cut(shown, most_bytes);
  return v.text() ? to_sql(value(std::move(shown))) : shown;
}

/// The first different values of a column, separated by commas.
inline std::string examples_of(db::rows const& rows, std::size_t column, schema_description const& how) {
  std::vector<std::string> found;
  for (auto const& row : rows.values) {
    if (found.size() >= how.values) break;
    if (column >= row.size() || row[column].is_null()) continue;
    auto shown = example(row[column], how.value_bytes);
    if (std::ranges::find(found, shown) == found.end()) found.push_back(std::move(shown));
  }
  return text::join(found, ", ");
}

inline std::string examples_of(schema::table const& t, db::rows const& rows, schema_description const& how) {
  std::string lines;
  for (auto const& c : t.columns) {
    auto const at = std::ranges::find_if(rows.columns, [&](std::string const& name) { return text::same(name, c.name); });
    auto const examples = examples_of(rows, static_cast<std::size_t>(at - rows.columns.begin()), how);
    if (!examples.empty()) lines.append("\n").append(schema::sql_name(c.name)).append(": ").append(examples);
  }
  return lines.empty() ? lines : "\n/* Example values of the columns:" + lines + "\n*/";
}

}  // namespace detail

T2S_DECL std::string describe(schema::database const& d, std::span<table_sample const> rows, schema_description const& how) {
  std::string all;
  for (auto const& t : d.tables()) {
    all.append(all.empty() ? "" : "\n").append(schema::create_statement(t));
    auto const of = std::ranges::find_if(rows, [&](table_sample const& s) { return s.table == t.name; });
    if (of != rows.end()) all += detail::examples_of(t, of->shown, how);
  }
  return all;
}

}  // namespace t2s

#endif
