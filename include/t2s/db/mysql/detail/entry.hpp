// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_ENTRY_HPP
#define T2S_DB_MYSQL_DETAIL_ENTRY_HPP

#include "t2s/db/any/detail/engine_entry.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::db::detail {

/// MySQL among the engines that a text can name.
struct mysql_entry {
  static constexpr engine is{"mysql", "MySQL"};
  static constexpr std::array<std::string_view, 2> schemes{"mysql", "mariadb"};
  static constexpr std::string_view form = "mysql://";

  static void place(location& l, std::size_t /*skip*/) { l.name = name_on_server(l.target); }
};

}  // namespace t2s::db::detail

#endif
