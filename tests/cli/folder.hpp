// SPDX-License-Identifier: BSL-1.0
// A test's folder, with helpers that write files there.
#ifndef T2S_TESTS_CLI_FOLDER_HPP
#define T2S_TESTS_CLI_FOLDER_HPP

#include "run_program.hpp"
#include "support/rest_of.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace cli_test {

inline bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Its path has a space; removed with the test.
struct folder {
  std::filesystem::path path;

  explicit folder(std::string const& of) : path(std::filesystem::temp_directory_path() / ("t2s " + of + " " + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path);
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  ~folder() { std::filesystem::remove_all(path); }

  [[nodiscard]] std::string file(std::string const& name) const { return (path / name).string(); }
  std::string write(std::string const& name, std::string const& content) const {
    std::ofstream(path / name, std::ios::binary) << content;
    return file(name);
  }
  [[nodiscard]] std::string read(std::string const& name) const {
    std::ifstream in(path / name, std::ios::binary);
    return streams::rest_of(in);
  }
  /// Makes databases/shop/shop.sqlite, as in a data set, and returns its path.
  [[nodiscard]] std::string make_shop(char const* sql) const {
    std::filesystem::create_directories(path / "databases" / "shop");
    make_database(file("databases/shop/shop.sqlite"), sql);
    return file("databases/shop/shop.sqlite");
  }
};

}  // namespace cli_test

#endif
