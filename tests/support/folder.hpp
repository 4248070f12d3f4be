// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_FOLDER_HPP
#define T2S_TESTS_SUPPORT_FOLDER_HPP

#include "support/rest_of.hpp"

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

namespace t2s::test {

inline void write_file(std::filesystem::path const& file, std::string const& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

inline std::string read_file(std::filesystem::path const& file) {
  std::ifstream in(file, std::ios::binary);
  return streams::rest_of(in);
}

/// A folder of its own, removed at the end.
class folder {
 public:
  /// `name` is a part of the folder's name.
  explicit folder(std::string const& name = "test") {
    auto pattern = (std::filesystem::temp_directory_path() / ("t2s_" + name + "_XXXXXX")).string();
    if (!mkdtemp(pattern.data())) throw std::runtime_error("no folder could be made in " + pattern);
    path_ = pattern;
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::filesystem::path operator/(std::string const& name) const { return path_ / name; }
  [[nodiscard]] std::filesystem::path const& path() const { return path_; }
  [[nodiscard]] std::string text() const { return path_.string(); }

  /// Every file in the folder with its bytes.
  [[nodiscard]] std::map<std::string, std::string> bytes() const {
    std::map<std::string, std::string> all;
    for (auto const& entry : std::filesystem::recursive_directory_iterator(path_))
      all[entry.path().filename().string()] = entry.is_regular_file() ? read_file(entry.path()) : std::string();
    return all;
  }

 private:
  std::filesystem::path path_{};
};

}  // namespace t2s::test

#endif
