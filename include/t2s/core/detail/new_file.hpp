// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NEW_FILE_HPP
#define T2S_CORE_DETAIL_NEW_FILE_HPP

#include "t2s/core/error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace t2s::detail {

/// Replaces the content of a file atomically, even if power fails; links and permissions are kept. `what` is its name in messages. Throws
/// `error` with `file_unwritable`.
inline void replace_file(std::string const& path, std::string_view content, std::string_view what) {
  namespace fs = std::filesystem;
  std::error_code failed;
  auto place = fs::weakly_canonical(path, failed);
  if (failed) place = path;
  auto const part = place.string() + ".part" + std::to_string(::getpid());
  auto const refuse = [&](std::string const& why) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw error(failure{errc::file_unwritable, "cannot write " + std::string(what) + " " + path + ": " + why, path,
                        "check the folder, its permissions and the space on the disk"});
  };
  std::ofstream out(part, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  if (!out) refuse(std::strerror(errno));
  if (int const file = ::open(part.c_str(), O_RDONLY | O_CLOEXEC); file >= 0) {
    int const why = ::fsync(file) == 0 ? 0 : errno;
    (void)::close(file);
    if (why != 0) refuse(std::strerror(why));
  }
  std::error_code none;
  if (auto const old = fs::status(place, none); fs::exists(old)) fs::permissions(part, old.permissions(), none);
  fs::rename(part, place, failed);
  if (failed) refuse(failed.message());
}

}  // namespace t2s::detail

#endif
