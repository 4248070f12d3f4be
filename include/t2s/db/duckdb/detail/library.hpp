// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DUCKDB_DETAIL_LIBRARY_HPP
#define T2S_DB_DUCKDB_DETAIL_LIBRARY_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/c_text.hpp"
#include "t2s/db/duckdb/detail/api.hpp"

#include <dlfcn.h>

#include <charconv>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::db::detail {

[[noreturn]] inline void refuse_library(std::string what, std::string subject) {
  throw error(failure{errc::database_unreachable,
                      std::move(what),
                      std::move(subject),
                      "install libduckdb 1.4 or newer (https://duckdb.org/docs/installation, C/C++), or set T2S_DUCKDB_LIBRARY to its path",
                      {}});
}

/// Where a library may be, in the order in which it is looked for.
inline std::vector<std::string> places_of_duckdb(std::string const& given) {
  if (!given.empty()) return {given};
  if (auto const* named = std::getenv("T2S_DUCKDB_LIBRARY"); named && *named != '\0') return {named};
#ifdef __APPLE__
  return {"libduckdb.dylib", "/opt/homebrew/lib/libduckdb.dylib", "/usr/local/lib/libduckdb.dylib"};
#else
  return {"libduckdb.so", "/usr/local/lib/libduckdb.so"};
#endif
}

/// The parts of "v1.4.2".
struct duckdb_version {
  int major = 0, minor = 0;

  explicit duckdb_version(std::string_view text) {
    if (text.starts_with('v')) text.remove_prefix(1);
    auto const* const end = text.data() + text.size();
    auto const [dot, fault] = std::from_chars(text.data(), end, major);
    if (fault == std::errc() && dot != end) std::from_chars(dot + 1, end, minor);
  }
  [[nodiscard]] bool is_enough() const noexcept { return major > 1 || (major == 1 && minor >= 4); }
};

/// The functions of a library that was opened. Throws `t2s::error` if it is no DuckDB or too old.
inline std::unique_ptr<duckdb_api> functions_of(void* library, std::string const& path) {
  auto api = std::make_unique<duckdb_api>();
  std::string missing;
  each_function(*api, [&](char const* name, auto*& place) {
    void* const found = dlsym(library, name);
    if (!found && missing.empty()) missing = name;
    place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(found);
  });
  if (!api->library_version) refuse_library(path + " is not DuckDB", path);
  std::string const version(text_or_none(api->library_version()));
  if (!duckdb_version(version).is_enough()) refuse_library(path + " is DuckDB " + version + ", which is too old", path);
  if (!missing.empty()) refuse_library(path + ", DuckDB " + version + ", lacks the function " + missing, path);
  return api;
}

/// DuckDB, loaded once and kept until the process ends. `given` is a path, or "" to look for it. Throws `t2s::error`. Thread safe.
inline duckdb_api const& load_duckdb(std::string const& given) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<duckdb_api>> loaded;
  std::string tried;
  std::lock_guard const lock(mutex);
  for (auto const& place : places_of_duckdb(given)) {
    auto& api = loaded[place];
    if (api) return *api;
    if (void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      api = functions_of(library, place);
      return *api;
    }
    tried.append(tried.empty() ? "" : "; ").append(text_or_none(dlerror()));
  }
  refuse_library("DuckDB was not found: " + tried, "libduckdb");
}

}  // namespace t2s::db::detail

#endif
