// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_NEAR_NAMES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_NEAR_NAMES_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::repair {

/// The tables that an unknown name may mean, nearest first, at most `most`, by the likeness of names that repairs use. Empty if none is
/// near. O(tables * words); thread safe.
[[nodiscard]] T2S_DECL std::vector<std::string> near_tables(std::string_view typed, schema::database const& d, std::size_t most);

/// The same for the columns of all tables, written as "table.column".
[[nodiscard]] T2S_DECL std::vector<std::string> near_columns(std::string_view typed, schema::database const& d, std::size_t most);

}  // namespace t2s::repair

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/offline/repair/detail/near_names.ipp"
#endif

#endif
