// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_SQLITE_ENTRY_HPP
#define T2S_DB_ANY_DETAIL_SQLITE_ENTRY_HPP

#include "t2s/db/any/detail/engine_entry.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace t2s::db::detail {

/// SQLite among the engines. It stands here since it is always there.
struct sqlite_entry {
  static constexpr engine is = engine::sqlite;
  static constexpr std::array<std::string_view, 1> schemes{"sqlite"};
  static constexpr std::string_view form = "sqlite:FILE";

  static void place(location& l, std::size_t skip) { place_file(l, skip); }
};

}  // namespace t2s::db::detail

#endif
