// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_ENTRY_HPP
#define T2S_DB_ODBC_DETAIL_ENTRY_HPP

#include "t2s/db/any/detail/engine_entry.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace t2s::db::detail {

/// ODBC among the engines that a text can name.
struct odbc_entry {
  static constexpr engine is{"odbc", "ODBC"};
  static constexpr std::array<std::string_view, 1> schemes{"odbc"};
  static constexpr std::string_view form = "odbc:DSN=NAME";

  static void place(location& l, std::size_t skip) {
    l.target.erase(0, skip);
    l.name = parameter(l.target, "Database");
    if (l.name.empty()) l.name = parameter(l.target, "DSN");
  }

  /// The value of a parameter, as odbc: and libpq write them; "" without it.
  [[nodiscard]] static std::string parameter(std::string_view s, std::string_view name) {
    for (auto const part : text::split(s, ';')) {
      auto const equals = part.find('=');
      if (equals != part.npos && text::same(text::trim(part.substr(0, equals)), name))
        return std::string(text::trim(part.substr(equals + 1)));
    }
    return {};
  }
};

}  // namespace t2s::db::detail

#endif
