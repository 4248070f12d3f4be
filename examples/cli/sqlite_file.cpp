// SPDX-License-Identifier: BSL-1.0
#include "sqlite_file.hpp"

#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

namespace cli {

bool is_sqlite_file(std::string const& path) {
  constexpr std::string_view magic = "SQLite format 3";
  std::string begin(magic.size(), ' ');
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return false;  // reading a pipe would not end
  return std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == magic;
}

}  // namespace cli
