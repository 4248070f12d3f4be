// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_TABLE_ROWS_HPP
#define T2S_RUN_TABLE_ROWS_HPP

#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s {

/// The first `most` rows of each table of the schema, in its order, views left out; a table that cannot be read has none. One statement a
/// table, which reads no more than that.
template <class Context>
[[nodiscard]] auto first_rows(Context& ctx, std::size_t most) -> task<Context, std::vector<table_sample>> {
  std::vector<table_sample> all;
  for (auto const& table : ctx.schema().tables()) {
    if (table.is_view) continue;
    std::string name = table.name;
    auto reading = ctx.lift(ctx.sample(std::move(name), most));
    auto read = co_await std::move(reading);
    all.push_back({table.name, std::move(read.rows), 0});
  }
  co_return all;
}

}  // namespace t2s

#endif
