// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_OPENER_HPP
#define T2S_DB_MYSQL_DETAIL_OPENER_HPP

#include "t2s/db/any/detail/opener.hpp"
#include "t2s/db/mysql/detail/entry.hpp"

#ifdef T2S_WITH_MYSQL
#include "t2s/db/mysql/connection.hpp"
#endif

#include <string>

namespace t2s::db::detail {

template <>
struct opener<mysql_entry> {
#ifdef T2S_WITH_MYSQL
  static constexpr bool is_built = true;
#else
  static constexpr bool is_built = false;
#endif

  static any_connection open(location const& l, [[maybe_unused]] any_options const& options) {
#ifdef T2S_WITH_MYSQL
    return {mysql_connection(l.target, {.limits = options.limits}), l.shown, l.name};
#else
    refuse_engine(l, "install MariaDB Connector/C (Debian: libmariadb-dev)");
#endif
  }

  static server_facts facts_of(any_connection& c) {
    return {title_with(one_value(c, "SELECT version()")), one_value(c, "SELECT current_user()"), true};
  }

  /// "10.11.6-MariaDB" is MariaDB's.
  static std::string title_with(std::string const& version) {
    auto const mark = version.find("-MariaDB");
    return mark == version.npos ? "MySQL " + version : "MariaDB " + version.substr(0, mark);
  }
};

}  // namespace t2s::db::detail

#endif
