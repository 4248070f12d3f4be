// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_OPENER_HPP
#define T2S_DB_ODBC_DETAIL_OPENER_HPP

#include "t2s/db/any/detail/opener.hpp"
#include "t2s/db/odbc/detail/entry.hpp"

#ifdef T2S_WITH_ODBC
#include "t2s/db/odbc/connection.hpp"
#endif

#include <string>

namespace t2s::db::detail {

template <>
struct opener<odbc_entry> {
#ifdef T2S_WITH_ODBC
  static constexpr bool is_built = true;
#else
  static constexpr bool is_built = false;
#endif

  static any_connection open(location const& l, [[maybe_unused]] any_options const& options) {
#ifdef T2S_WITH_ODBC
    return {odbc_connection(l.target, {.limits = options.limits}), l.shown, l.name};
#else
    refuse_engine(l, "install unixODBC (Debian: unixodbc-dev)");
#endif
  }

  static server_facts facts_of(any_connection& c) {
    return {std::string(sql::title_of(c.schema().sql_dialect())) + " through ODBC", {}, false};
  }
};

}  // namespace t2s::db::detail

#endif
