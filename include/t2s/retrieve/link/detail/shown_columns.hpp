// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_SHOWN_COLUMNS_HPP
#define T2S_RETRIEVE_LINK_DETAIL_SHOWN_COLUMNS_HPP

#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/detail/token_estimate.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace t2s::link::detail {

/// The tokens of a table in a prompt that shows these of its columns.
[[nodiscard]] inline std::size_t tokens_of(schema::table const& t, std::vector<std::uint32_t> const& columns, sql::dialect dialect) {
  if (columns.size() == t.columns.size()) return llm::estimate_tokens(schema::create_statement(t, dialect));
  schema::table shown{.name = t.name, .foreign_keys = t.foreign_keys};
  for (auto const c : columns) shown.columns.push_back(t.columns[c]);
  return llm::estimate_tokens(schema::create_statement(shown, dialect));
}

}  // namespace t2s::link::detail

#endif
