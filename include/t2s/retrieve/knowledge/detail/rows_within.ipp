// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_ROWS_WITHIN_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_ROWS_WITHIN_IPP

#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/value.hpp"
#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::knowledge {
namespace detail {

inline constexpr std::size_t tokens_of_frame = 4;    // brackets, quotes and a keyword around a table's name or a row
inline constexpr std::size_t short_cell_bytes = 60;  // of a cell in a table that takes much of a budget

inline std::size_t tokens_of_row(std::vector<value> const& row) {
  std::size_t tokens = tokens_of_frame;
  for (auto const& v : row) tokens += llm::estimate_tokens(to_sql(v)) + 1;
  return tokens;
}

/// Removes the columns that a schema does not show; all columns of a table that it does not have stay.
inline void keep_shown_columns(schema::database const& shown, table_sample& of) {
  auto const* table = shown.find_table(of.table);
  if (!table) return;
  auto& columns = of.shown.columns;
  for (auto i = columns.size(); i-- > 0;) {
    if (table->find_column(columns[i])) continue;
    auto const at = static_cast<std::ptrdiff_t>(i);
    columns.erase(columns.begin() + at);
    if (i < of.shown.types.size()) of.shown.types.erase(of.shown.types.begin() + at);
    for (auto& row : of.shown.values) row.erase(row.begin() + at);
  }
}

/// Keeps the first rows that fit into the tokens that are left, and takes these.
inline void keep_rows(table_sample& of, std::size_t& left) {
  std::size_t kept = 0;
  for (auto const& row : of.shown.values) {
    auto const tokens = tokens_of_row(row);
    if (tokens > left) break;
    left -= tokens;
    ++kept;
  }
  of.left_out += of.shown.values.size() - kept;
  of.shown.values.resize(kept);
}

}  // namespace detail

T2S_DECL std::vector<schema::table const*> tables_with_rows(schema::database const& d, rows_budget const* budget) {
  std::vector<schema::table const*> tables;
  auto const add = [&tables](schema::table const& t) {
    if (!t.is_view) tables.push_back(&t);
  };
  if (budget && !budget->likeliest.empty()) {
    for (auto const& name : budget->likeliest)
      if (auto const* t = d.find_table(name)) add(*t);
  } else {
    for (auto const& t : d.tables()) add(t);
  }
  return tables;
}

T2S_DECL std::size_t tokens_of_rows(table_sample const& of, std::size_t most) {
  auto tokens = llm::estimate_tokens(of.table) + detail::tokens_of_frame;
  for (std::size_t i = 0; i < std::min(most, of.shown.values.size()); ++i) tokens += detail::tokens_of_row(of.shown.values[i]);
  return tokens;
}

T2S_DECL void keep_rows_within(rows_budget const* budget, schema::database const& shown, std::vector<table_sample>& tables) {
  if (!budget) return;
  std::vector<table_sample> kept;
  auto left = budget->tokens;
  for (auto const* table : tables_with_rows(shown, budget)) {
    auto const found = std::ranges::find(tables, std::string_view(table->name), &table_sample::table);
    if (found == tables.end()) continue;
    detail::keep_shown_columns(shown, *found);
    if (tokens_of_rows(*found, found->shown.values.size()) > budget->tokens / 4) shorten_cells(found->shown, detail::short_cell_bytes);
    auto const heading = tokens_of_rows(*found, 0);
    if (heading > left) break;
    bool const had_rows = !found->shown.empty();
    auto after = left - heading;
    detail::keep_rows(*found, after);
    if (had_rows && found->shown.empty()) continue;
    left = after;
    kept.push_back(std::move(*found));
  }
  t2s::detail::sort(kept, [&](table_sample const& a, table_sample const& b) {
    return shown.place_of(*shown.find_table(a.table)) < shown.place_of(*shown.find_table(b.table));
  });
  tables = std::move(kept);
}

}  // namespace t2s::knowledge

#endif
