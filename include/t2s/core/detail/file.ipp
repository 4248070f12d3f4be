// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_FILE_IPP
#define T2S_CORE_DETAIL_FILE_IPP

#include "t2s/core/detail/file.hpp"
#include "t2s/core/error.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace t2s {

T2S_DECL std::string read_file(std::string const& path, std::string_view wanted) {
  namespace fs = std::filesystem;
  auto const remedy = "give the path of " + std::string(wanted);
  std::error_code ignored;
  if (!fs::exists(path, ignored)) throw error(failure{errc::file_not_found, "no such file: " + path, path, remedy});
  if (!fs::is_regular_file(path, ignored)) throw error(failure{errc::not_a_file, path + " is not a regular file", path, remedy});
  std::ifstream in(path, std::ios::binary);
  std::string whole(std::istreambuf_iterator<char>(in), {});
  if (!in.good() && !in.eof()) throw error(failure{errc::file_unreadable, "cannot read " + path, path, "check its permissions"});
  return whole;
}

}  // namespace t2s

#endif
