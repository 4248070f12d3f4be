// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_ROWS_HPP
#define T2S_POLICIES_SAMPLE_ROWS_HPP

#include "t2s/core/detail/draw.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>

namespace t2s::sample {

/// A SamplerPolicy without a model: the first rows of every table, as `t2s::knowledge::first_rows` reads them.
struct first_rows {
  static constexpr std::string_view name = "first_rows";

  std::size_t most = 3;          ///< rows of each table
  std::size_t cell_bytes = 500;  ///< of a value; a longer one is cut and ends in `...`

  auto sample(auto& ctx, question const&) const {
    return then(knowledge::first_rows(ctx, most), [this, &ctx](std::shared_ptr<knowledge::table_rows const> const& read) {
      samples out;
      out.tables = read->tables;
      for (auto& t : out.tables) knowledge::shorten_cells(t.shown, cell_bytes);
      knowledge::keep_rows_within(ctx.shown_rows(), ctx.schema(), out.tables);
      return out;
    });
  }
};

/// Keeps `most` of a table's rows, drawn without replacement, in the order drawn, and counts the others as left out. The same for the same
/// state of `random` on every platform.
inline void draw_rows(table_sample& from, std::size_t most, random_numbers random) {
  auto& rows = from.shown.values;
  auto const kept = std::min(most, rows.size());
  t2s::detail::draw_to_front(rows, kept, random);
  from.left_out += rows.size() - kept;
  rows.resize(kept);
}

/// A SamplerPolicy without a model: rows of every table, drawn by the run's seed. It considers only the first rows of a large table, so
/// that no table is read whole; the trace says of which tables.
struct random_rows {
  static constexpr std::string_view name = "random_rows";

  std::size_t most = 6;           ///< rows of each table
  std::size_t considered = 1000;  ///< the first rows of a table, from which they are drawn
  std::size_t cell_bytes = 500;   ///< of a value; a longer one is cut and ends in `...`

  auto sample(auto& ctx, question const&) const {
    return then(knowledge::first_rows(ctx, considered), [this, &ctx](std::shared_ptr<knowledge::table_rows const> const& read) {
      samples out;
      out.tables = read->tables;
      for (auto& t : out.tables) {
        if (t.shown.values.size() >= considered) ctx.span(name).note("only the first rows considered", t.table);
        draw_rows(t, most, ctx.random(t.table));
        knowledge::shorten_cells(t.shown, cell_bytes);
      }
      knowledge::keep_rows_within(ctx.shown_rows(), ctx.schema(), out.tables);
      return out;
    });
  }
};

}  // namespace t2s::sample

#endif
