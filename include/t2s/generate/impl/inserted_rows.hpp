// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_INSERTED_ROWS_HPP
#define T2S_GENERATE_IMPL_INSERTED_ROWS_HPP

#include "t2s/db/internal/render.hpp"
#include "t2s/run/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

namespace t2s::generate::detail {

/// Sampled rows as INSERT statements, one a table, and the most rows that any of them has: the sampler's number wherever a table has more.
struct inserted_rows {
  std::string inserts{};
  std::size_t most = 0;

  template <class IsWanted>
  inserted_rows(std::span<table_sample const> tables, IsWanted is_wanted) {
    for (auto const& t : tables) {
      if (t.shown.empty() || !is_wanted(t)) continue;
      inserts.append(inserts.empty() ? "" : "\n").append(db::to_insert(t.table, t.shown, t.left_out));
      most = std::max(most, t.shown.values.size());
    }
  }
};

}  // namespace t2s::generate::detail

#endif
