// SPDX-License-Identifier: BSL-1.0
#include "sqlite_file.hpp"

#include <fstream>
#include <string_view>

namespace cli {

bool is_sqlite_file(std::string const& path) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string begin(magic.size(), ' ');
  return std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

}  // namespace cli
