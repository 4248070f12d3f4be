// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_TABLE_ROWS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_TABLE_ROWS_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/pipeline/detail/known_parts.hpp"
#include "t2s/retrieve/knowledge/detail/rows_within.hpp"
#include "t2s/retrieve/knowledge/detail/shown_values.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace t2s::knowledge {

/// How many rows to request if `asked` exceeded a limit on rows or their size: a quarter. 0 for other failures, or if one row was too much.
[[nodiscard]] inline std::size_t fewer_rows(db::execution const& read, std::size_t asked) {
  bool const too_much = !read.ok() && (read.failure->code == errc::row_limit || read.failure->code == errc::size_limit);
  return !too_much || asked <= 1 ? 0 : std::max<std::size_t>(asked / 4, 1);
}

/// The first `most` rows of a table; if they exceed a limit of the database, a quarter of them, and so on. The trace says if fewer were
/// requested, and why nothing was read.
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

/// Options of the rows kept for prompts.
struct table_rows_options {
  std::size_t cell_bytes = 4096;  ///< of a cell; a longer one is cut
};

}  // namespace t2s::knowledge

template <>
inline constexpr bool t2s::is_part_options<t2s::knowledge::table_rows_options> = true;

namespace t2s::knowledge {

/// The first rows of each table of a schema; within a budget of rows those of the likeliest tables.
struct table_rows {
  std::vector<table_sample> tables{};  ///< in the schema's order, or the budget's; without views; a table that cannot be read has no rows
  bool whole = true;                   ///< whether all tables could be read
};

namespace detail {

inline constexpr std::size_t usually_shown = 3;  // rows of a table in a prompt: what reading within a budget counts

template <class Context>
auto read_first_rows(Context& ctx, std::size_t most) -> task<Context, std::shared_ptr<table_rows const>> {
  auto lasting = ctx.span("first rows");
  auto all = std::make_shared<table_rows>();
  auto const* const budget = rows_budget_of(ctx);
  auto left = budget ? budget->tokens : unlimited;
  for (auto const* table : tables_with_rows(ctx.schema(), budget)) {
    if (left == 0) break;
    auto reading = rows_of_table(ctx, table->name, most);
    auto read = co_await std::move(reading);
    all->whole = all->whole && read.ok();
    shorten_cells(read.rows, ctx.known().template options<table_rows_options>().cell_bytes);
    all->tables.push_back({table->name, std::move(read.rows), 0});
    if (budget) left -= std::min(left, tokens_of_rows(all->tables.back(), usually_shown));
  }
  std::shared_ptr<table_rows const> shared = std::move(all);
  co_return shared;
}

}  // namespace detail

/// The first `most` rows of each table, with cells cut to `table_rows_options::cell_bytes`: a part of what is known of the database. A
/// `std::shared_ptr<table_rows const>`, at once or as the context's task. One statement for each table. Throws what the database throws.
template <class Context>
[[nodiscard]] auto first_rows(Context& ctx, std::size_t most) {
  auto const* const budget = rows_budget_of(ctx);
  auto const within = budget ? " " + std::to_string(budget->tokens) : std::string();
  return part_of<table_rows>(ctx, std::to_string(most) + within, [most](auto& reader) { return detail::read_first_rows(reader, most); });
}

}  // namespace t2s::knowledge

#endif
