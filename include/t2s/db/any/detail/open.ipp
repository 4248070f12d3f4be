// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_OPEN_IPP
#define T2S_DB_ANY_DETAIL_OPEN_IPP

#include "t2s/db/any/detail/engines.hpp"
#include "t2s/db/any/detail/sqlite_opener.hpp"
#include "t2s/db/any/open.hpp"
#include "t2s/db/duckdb/detail/opener.hpp"
#include "t2s/db/mysql/detail/opener.hpp"
#include "t2s/db/odbc/detail/opener.hpp"
#include "t2s/db/postgres/detail/opener.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace t2s::db {
namespace detail {

/// f(entry) of one engine, in an optional.
template <class F>
auto with_entry(engine e, F f) -> std::optional<decltype(f(sqlite_entry{}))> {
  std::optional<decltype(f(sqlite_entry{}))> out;
  any_engine([&](auto entry) {
    static_assert(requires { sizeof(opener<decltype(entry)>); }, "include db/NAME/detail/opener.hpp of the engine above");
    if (!(entry.is == e)) return false;
    out.emplace(f(entry));
    return true;
  });
  return out;
}

}  // namespace detail

T2S_DECL any_connection open(std::string_view written, any_options const& options) {
  auto const l = locate(written);
  return *detail::with_entry(l.engine, [&](auto entry) { return detail::opener<decltype(entry)>::open(l, options); });
}

T2S_DECL server_facts facts_of(any_connection& connection, engine by) {
  return detail::with_entry(by, [&](auto entry) { return detail::opener<decltype(entry)>::facts_of(connection); })
      .value_or(server_facts{});
}

T2S_DECL std::vector<engine> engines() {
  std::vector<engine> all;
  detail::any_engine([&](auto entry) {
    if (detail::opener<decltype(entry)>::is_built) all.push_back(entry.is);
    return false;
  });
  return all;
}

}  // namespace t2s::db

#endif
