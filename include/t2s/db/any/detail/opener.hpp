// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_OPENER_HPP
#define T2S_DB_ANY_DETAIL_OPENER_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/any_options.hpp"
#include "t2s/db/any/detail/engine.hpp"

#include <string>
#include <string_view>

namespace t2s::db::detail {

/// How databases of an entry are opened, in `db/NAME/detail/opener.hpp`, which `open.ipp` includes. It has
///   static constexpr bool is_built;                                    whether this program has its client
///   static any_connection open(location const&, any_options const&);   throws if it is not built
///   static server_facts facts_of(any_connection&);
template <class Entry>
struct opener;

/// What is missing, and how it is added.
[[noreturn]] inline void refuse_engine(location const& l, std::string_view needs) {
  throw error(failure{errc::invalid_argument,
                      std::string("this build has no ").append(l.engine.title),
                      l.shown,
                      std::string(needs) + " and configure again",
                      {}});
}

/// The first value of a statement's result.
inline std::string one_value(any_connection& c, std::string const& sql) {
  auto const e = c.execute(sql);
  if (e.failure) throw error(*e.failure);
  return e.rows.empty() || e.rows.values[0].empty() ? std::string() : to_string(e.rows.values[0][0]);
}

}  // namespace t2s::db::detail

#endif
