// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_LOCATION_IPP
#define T2S_DB_ANY_DETAIL_LOCATION_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/engines.hpp"
#include "t2s/db/any/detail/location.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace t2s::db {
namespace detail {

[[noreturn]] inline void refuse_scheme(std::string_view written, std::string_view scheme) {
  std::string forms;
  any_engine([&](auto entry) {
    forms.append(forms.empty() ? "" : ", ").append(entry.form);
    return false;
  });
  throw error(failure{errc::invalid_argument,
                      std::string(scheme).append(": this kind of database is not known"),
                      without_password(written),
                      "name a file of SQLite or DuckDB, or write one of " + forms,
                      {}});
}

}  // namespace detail

T2S_DECL location locate(std::string_view written) {
  if (text::trim(written).empty())
    throw error(errc::invalid_argument, "the name of the database is empty", "name a file, or a server as in postgresql://host/database");
  location l{engine::sqlite, std::string(written), without_password(written), {}};
  auto const scheme = detail::scheme_of(written);
  std::error_code absent;
  bool const is_path = scheme.empty() || std::filesystem::exists(l.target, absent);
  bool const found = detail::any_engine([&](auto entry) {
    bool named = !is_path && std::ranges::any_of(entry.schemes, [&](auto s) { return text::same(s, scheme); });
    if constexpr (requires { entry.owns_file(l.target); }) named = named || (is_path && entry.owns_file(l.target));
    if (!named) return false;
    l.engine = entry.is;
    entry.place(l, is_path ? 0 : scheme.size() + 1);
    return true;
  });
  if (!found && !is_path) detail::refuse_scheme(written, scheme);
  if (!found) detail::sqlite_entry::place(l, 0);
  return l;
}

}  // namespace t2s::db

#endif
