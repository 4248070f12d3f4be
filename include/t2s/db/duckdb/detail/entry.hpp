// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_ENTRY_HPP
#define T2S_DB_DUCKDB_DETAIL_ENTRY_HPP

#include "t2s/db/any/detail/engine_entry.hpp"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace t2s::db::detail {

/// DuckDB among the engines that a text can name.
struct duckdb_entry {
  static constexpr engine is{"duckdb", "DuckDB"};
  static constexpr std::array<std::string_view, 1> schemes{"duckdb"};
  static constexpr std::string_view form = "duckdb:FILE";

  static void place(location& l, std::size_t skip) {
    place_file(l, skip);
    if (skip > 0 && owns_file(l.target)) l.shown = l.target;
  }

  /// Their header has four letters at its ninth byte.
  [[nodiscard]] static bool owns_file(std::string const& path) {
    std::error_code absent;
    if (!std::filesystem::is_regular_file(path, absent)) return false;
    std::array<char, 12> begin{};
    std::ifstream in(path, std::ios::binary);
    return in.read(begin.data(), begin.size()) && std::string_view(begin.data() + 8, 4) == "DUCK";
  }
};

}  // namespace t2s::db::detail

#endif
