// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_FIRST_ROWS_HPP
#define T2S_POLICIES_SAMPLE_FIRST_ROWS_HPP

#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"
#include "t2s/retrieve/knowledge/detail/table_rows.hpp"

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

}  // namespace t2s::sample

#endif
