// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_TABLE_ROWS_HPP
#define T2S_RUN_TABLE_ROWS_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/result.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace t2s {

/// How many rows to ask for next where a read of `asked` rows exceeded a limit on rows or on their size: a quarter. 0 where that is not
/// what failed, or one row was too much.
[[nodiscard]] inline std::size_t fewer_rows(db::execution const& read, std::size_t asked) {
  bool const too_much = !read.ok() && (read.failure->code == errc::row_limit || read.failure->code == errc::size_limit);
  return !too_much || asked <= 1 ? 0 : std::max<std::size_t>(asked / 4, 1);
}

/// The first `most` rows of a table; where they exceed a limit of the database, a quarter of them, and so on. The trace says where fewer
/// were asked for, and why nothing was read.
template <class Context>
[[nodiscard]] auto rows_of_table(Context& ctx, std::string table, std::size_t most) -> task<Context, db::execution> {
  for (auto asked = most;;) {
    auto reading = ctx.lift(ctx.sample(table, asked));
    auto read = co_await std::move(reading);
    auto const next = fewer_rows(read, asked);
    if (!read.ok() && next == 0) ctx.span("table contents").note("not read", table + ": " + read.failure->message);
    if (read.ok() && asked < most) ctx.span("table contents").note("over a limit, first rows read", table + ": " + std::to_string(asked));
    if (next == 0) co_return read;
    asked = next;
  }
}

/// `rows_of_table` of each table of the schema, in its order, views left out; a table that cannot be read has none.
template <class Context>
[[nodiscard]] auto first_rows(Context& ctx, std::size_t most) -> task<Context, std::vector<table_sample>> {
  std::vector<table_sample> all;
  for (auto const& table : ctx.schema().tables()) {
    if (table.is_view) continue;
    auto reading = rows_of_table(ctx, table.name, most);
    auto read = co_await std::move(reading);
    all.push_back({table.name, std::move(read.rows), 0});
  }
  co_return all;
}

}  // namespace t2s

#endif
