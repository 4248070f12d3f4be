// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_ROWS_WITHIN_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_ROWS_WITHIN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/pipeline/detail/samples.hpp"

#include <cstddef>
#include <vector>

namespace t2s::knowledge {

/// The run's budget of rows in a prompt; null without one.
template <class Context>
[[nodiscard]] rows_budget const* rows_budget_of(Context& ctx) noexcept {
  if constexpr (requires { ctx.shown_rows(); })
    return ctx.shown_rows();
  else
    return nullptr;
}

/// The tables of a schema whose rows a prompt may show, without views: within a budget its likeliest in their order.
[[nodiscard]] T2S_DECL std::vector<schema::table const*> tables_with_rows(schema::database const& d, rows_budget const* budget);

/// The tokens that the first `most` rows of a table take in a prompt, with its name. O(size of the rows).
[[nodiscard]] T2S_DECL std::size_t tokens_of_rows(table_sample const& of, std::size_t most);

/// Leaves only what a budget has room for: the columns of the shown schema and, from the likeliest table on, the first rows of each. A
/// table that takes more than a quarter of the budget has its long cells cut. A table without room is left out. Unchanged without a budget.
/// O(size of the rows).
T2S_DECL void keep_rows_within(rows_budget const* budget, schema::database const& shown, std::vector<table_sample>& tables);

}  // namespace t2s::knowledge

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/knowledge/detail/rows_within.ipp"
#endif

#endif
