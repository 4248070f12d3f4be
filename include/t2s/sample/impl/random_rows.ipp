// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SAMPLE_IMPL_RANDOM_ROWS_IPP
#define T2S_SAMPLE_IMPL_RANDOM_ROWS_IPP

#include "t2s/core/impl/draw.hpp"
#include "t2s/sample/random_rows.hpp"

#include <algorithm>

namespace t2s::sample {

T2S_DECL void draw_rows(table_sample& from, std::size_t most, random_numbers random) {
  auto& rows = from.shown.values;
  auto const kept = std::min(most, rows.size());
  t2s::detail::draw_to_front(rows, kept, random);
  from.left_out += rows.size() - kept;
  rows.resize(kept);
}

}  // namespace t2s::sample

#endif
