// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_OPENER_HPP
#define T2S_DB_POSTGRES_DETAIL_OPENER_HPP

#include "t2s/db/any/detail/opener.hpp"
#include "t2s/db/postgres/detail/entry.hpp"

#ifdef T2S_WITH_POSTGRES
#include "t2s/db/postgres/connection.hpp"
#endif

#include <string>

namespace t2s::db::detail {

template <>
struct opener<postgres_entry> {
#ifdef T2S_WITH_POSTGRES
  static constexpr bool is_built = true;
#else
  static constexpr bool is_built = false;
#endif

  static any_connection open(location const& l, [[maybe_unused]] any_options const& options) {
#ifdef T2S_WITH_POSTGRES
    return {postgres_connection(l.target, {.limits = options.limits, .settings = options.postgres_settings}), l.shown, l.name};
#else
    refuse_engine(l, "install libpq (Debian: libpq-dev)");
#endif
  }

  static server_facts facts_of(any_connection& c) {
    return {"PostgreSQL " + one_value(c, "SELECT split_part(version(), ' ', 2)"), one_value(c, "SELECT current_user"), true};
  }
};

}  // namespace t2s::db::detail

#endif
