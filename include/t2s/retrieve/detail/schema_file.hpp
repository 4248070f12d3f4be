// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_SCHEMA_FILE_HPP
#define T2S_RETRIEVE_DETAIL_SCHEMA_FILE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/retrieve/detail/pool_schemas.hpp"

#include <string>
#include <string_view>

namespace t2s::retrieve {

/// The schemas of a text in the format of Spider's tables.json: a list with db_id, table_names_original, column_names_original,
/// column_types, primary_keys and foreign_keys.
///
/// `name` is the name of the text in messages. Throws `error` with `malformed_data`, which says which element is wrong and what to do.
[[nodiscard]] T2S_DECL pool_schemas parse_pool_schemas(std::string_view json, std::string_view name);

/// The same from a file. Throws also `file_not_found`, `not_a_file` and `file_unreadable`.
[[nodiscard]] T2S_DECL pool_schemas read_pool_schemas(std::string const& path);

}  // namespace t2s::retrieve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/retrieve/detail/schema_file.ipp"
#endif

#endif
