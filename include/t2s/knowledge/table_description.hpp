// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_TABLE_DESCRIPTION_HPP
#define T2S_KNOWLEDGE_TABLE_DESCRIPTION_HPP

#include "t2s/core/config.hpp"
#include "t2s/core/value.hpp"
#include "t2s/knowledge/table_sample.hpp"
#include "t2s/schema/schema.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Tables with values of sampled rows as text for prompts. Thread safe.
namespace t2s {

/// The values that sampled rows of a table have in a column: each once, NULL left out, in the order of the rows, at most `most`. None if
/// the rows do not have the column. O(rows * values).
[[nodiscard]] T2S_DECL std::vector<value> sampled_values(std::span<table_sample const> rows, std::string_view table,
                                                         std::string_view column, std::size_t most);

/// `['lamp', 'book', 3]`: the values as `example_value` shows them, in at most 80 bytes each.
[[nodiscard]] T2S_DECL std::string list_of_values(std::span<value const> values);

/// Every table of the schema, a line a column, with its values in the sampled rows, at most `most` of each:
///
///     # Table: item
///     [
///       (name TEXT, value examples: ['lamp', 'book']),
///       (price REAL)
///     ]
[[nodiscard]] T2S_DECL std::string describe_tables(schema::database const& d, std::span<table_sample const> rows, std::size_t most);

/// `sale.item_id = item.id`, a line a foreign key; "None" without any.
[[nodiscard]] T2S_DECL std::string describe_foreign_keys(schema::database const& d);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/table_description.ipp"
#endif

#endif
