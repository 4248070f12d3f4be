// SPDX-License-Identifier: BSL-1.0
#include "output_file.hpp"

#include <unistd.h>
#include <filesystem>
#include <fstream>

#include "t2s/core/error.hpp"

namespace cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(std::string const& path, std::string const& why) {
  throw t2s::error(t2s::failure{t2s::errc::file_unwritable, "cannot write " + path + ": " + why, path, "choose another path", {}});
}

bool write(std::string const& path, std::string_view content) {
  std::ofstream out(path, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  return !out.fail();
}

}  // namespace

void require_writable(std::string const& path) {
  std::error_code ignored;
  auto folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (path.empty() || fs::is_directory(path, ignored)) refuse(path, "it is a directory");
  if (!fs::is_directory(folder, ignored)) refuse(path, "there is no directory " + folder.string());
  if (::access(folder.c_str(), W_OK) != 0) refuse(path, "no permission to write in " + folder.string());
}

void write_whole(std::string const& path, std::string_view content) {
  std::error_code failed;
  auto const status = fs::symlink_status(path, failed);
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a pipe or a link: nothing can take its place
    if (!write(path, content)) refuse(path, "it takes no more");
    return;
  }
  auto const beside = path + ".part" + std::to_string(::getpid());
  bool const written = write(beside, content);
  if (written) fs::rename(beside, path, failed);
  if (written && !failed) return;
  std::error_code ignored;
  fs::remove(beside, ignored);
  refuse(path, written ? failed.message() : "the disk may be full");
}

}  // namespace cli
