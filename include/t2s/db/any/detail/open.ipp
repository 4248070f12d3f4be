// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_OPEN_IPP
#define T2S_DB_ANY_DETAIL_OPEN_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/any/detail/engines.hpp"
#include "t2s/db/any/open.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace t2s::db {
namespace detail {

/// f(entry) of one engine, in an optional.
template <class F>
auto with_entry(engine e, F f) -> std::optional<decltype(f(sqlite_entry{}))> {
  std::optional<decltype(f(sqlite_entry{}))> out;
  any_engine([&](auto entry) {
    if (!(entry.is == e)) return false;
    out.emplace(f(entry));
    return true;
  });
  return out;
}

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

T2S_DECL any_connection open(std::string_view written, any_options const& options) {
  auto const l = locate(written);
  return *detail::with_entry(l.engine, [&](auto entry) { return entry.open(l, options); });
}

T2S_DECL server_facts facts_of(any_connection& connection, engine by) {
  return detail::with_entry(by, [&](auto entry) { return entry.facts_of(connection); }).value_or(server_facts{});
}

T2S_DECL std::vector<engine> engines() {
  std::vector<engine> all;
  detail::any_engine([&](auto entry) {
    if (entry.is_built) all.push_back(entry.is);
    return false;
  });
  return all;
}

}  // namespace t2s::db

#endif
