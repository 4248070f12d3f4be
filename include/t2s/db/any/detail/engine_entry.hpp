// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ANY_DETAIL_ENGINE_ENTRY_HPP
#define T2S_DB_ANY_DETAIL_ENGINE_ENTRY_HPP

#include "t2s/core/detail/percent.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/db/any/detail/engine.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

/// What the entries of engines share. An entry is a struct in `db/NAME/detail/entry.hpp` that `engines.hpp` lists. It needs no client, and
/// has
///   static constexpr engine is;                        its folder's name and its title
///   static constexpr std::array schemes;               the words before the colon that mean it
///   static constexpr std::string_view form;            how it is written, for messages: "duckdb:FILE"
///   static void place(location&, std::size_t skip);    sets the target and the name; `skip` bytes are the scheme, 0 without one
///   static bool owns_file(std::string const& path);    may be absent: if its files are known by their content
namespace t2s::db::detail {

/// "shop" of "postgresql://host/shop?sslmode=require".
[[nodiscard]] inline std::string name_on_server(std::string_view url) {
  auto const begin = url.find("://");
  if (begin == url.npos) return {};
  auto const rest = url.substr(begin + 3);
  auto const place = rest.substr(0, rest.find_first_of("?#"));
  auto const slash = place.find_last_of('/');
  auto name = slash == place.npos ? std::string() : text::percent_decoded(place.substr(slash + 1)).text;
  for (auto const part : text::split(rest.substr(place.size()), '&'))
    for (std::string_view const key : {"dbname=", "?dbname=", "database=", "?database="})
      if (part.starts_with(key)) name = text::percent_decoded(part.substr(key.size())).text;
  return name;
}

/// The path in what follows the scheme of a file: "///shop.sqlite" is an absolute path if there is such a file, else one from here on.
[[nodiscard]] inline std::string path_of_url(std::string path) {
  std::error_code absent;
  if (!path.starts_with("//") || std::filesystem::exists(path, absent)) return path;
  return path.substr(path.starts_with("///") ? 3 : 2);
}

/// Sets the target and the name of a file.
inline void place_file(location& l, std::size_t skip) {
  if (skip > 0) l.target = path_of_url(l.target.substr(skip));
  l.name = std::filesystem::path(l.target).stem().string();
}

}  // namespace t2s::db::detail

#endif
