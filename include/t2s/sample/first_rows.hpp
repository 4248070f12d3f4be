// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_FIRST_ROWS_HPP
#define T2S_SAMPLE_FIRST_ROWS_HPP

#include "t2s/policy.hpp"
#include "t2s/run/table_rows.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace t2s::sample {

/// A SamplerPolicy without a model: the first rows of every table, as `t2s::first_rows` reads them.
struct first_rows {
  static constexpr std::string_view name = "first_rows";

  std::size_t most = 3;  ///< rows a table

  auto sample(auto& ctx, question const&) const {
    return then(t2s::first_rows(ctx, most), [](std::vector<table_sample> tables) {
      samples out;
      out.tables = std::move(tables);
      return out;
    });
  }
};
static_assert(SamplerPolicy<first_rows>);

}  // namespace t2s::sample

#endif
