// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_IMPL_RELEVANT_ROWS_IPP
#define T2S_SAMPLE_IMPL_RELEVANT_ROWS_IPP

#include "t2s/core/impl/draw.hpp"
#include "t2s/core/impl/json_text.hpp"
#include "t2s/core/text.hpp"
#include "t2s/sample/relevant_rows.hpp"

#include <algorithm>
#include <numeric>

namespace t2s::sample {
namespace detail {

/// On one line: embedding models read it, and vectors are kept by it.
inline void append_json_line(std::string& to, std::string s) {
  std::ranges::replace_if(s, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  t2s::detail::append_json(to, s);
}

inline void append_json_value(std::string& to, value const& v, std::size_t most) {
  if (v.is_null())
    to += "null";
  else if (v.text() || v.bytes())
    append_json_line(to, std::string(text::cut(to_string(v), most)));
  else
    to += to_string(v);
}

}  // namespace detail

T2S_DECL std::string row_text(std::vector<std::string> const& columns, std::vector<value> const& row) {
  std::string s = "{";
  for (std::size_t i = 0; i < row.size() && s.size() < longest_row_text; ++i) {
    if (i > 0) s += ", ";
    detail::append_json_line(s, i < columns.size() ? columns[i] : std::string());
    s += ": ";
    detail::append_json_value(s, row[i], longest_row_text);
  }
  if (s.size() >= longest_row_text) s = text::cut(s, longest_row_text - 4);
  return s += '}';
}

T2S_DECL std::vector<std::string> row_texts(db::rows const& of) {
  std::vector<std::string> texts;
  texts.reserve(of.values.size());
  for (auto const& row : of.values) texts.push_back(row_text(of.columns, row));
  return texts;
}

T2S_DECL table_sample choose_rows(embedded_rows const& from, std::span<float const> question, std::size_t most, random_numbers random) {
  auto const& rows = from.rows.values;
  table_sample out{from.table, {from.rows.columns, {}}, rows.size() - std::min(most, rows.size())};
  if (rows.size() <= most) {
    out.shown.values = rows;
    return out;
  }
  std::vector<bool> taken(rows.size());
  for (auto const& hit : from.vectors.nearest(question, most - most / 2)) {
    taken[hit.demonstration] = true;
    out.shown.values.push_back(rows[hit.demonstration]);
  }
  std::vector<std::size_t> rest;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!taken[i]) rest.push_back(i);
  t2s::detail::draw_to_front(rest, most / 2, random);
  for (std::size_t i = 0; i < most / 2; ++i) out.shown.values.push_back(rows[rest[i]]);
  return out;
}

}  // namespace t2s::sample

#endif
