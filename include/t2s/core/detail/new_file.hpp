// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NEW_FILE_HPP
#define T2S_CORE_DETAIL_NEW_FILE_HPP

#include "t2s/core/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace t2s::detail {

/// Holds the file that will replace `place`, NAME.partNUMBER beside it, as long as this exists. At first it deletes those that nobody
/// holds: their processes were killed. O(files of the folder).
class held_part {
 public:
  held_part(std::filesystem::path const& place, std::filesystem::path const& part) {
    namespace fs = std::filesystem;
    auto const folder = place.has_parent_path() ? place.parent_path() : fs::path(".");
    auto const begins = place.filename().string() + ".part";
    std::error_code failed;
    for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
      auto const name = at->path().filename().string();
      bool const is_part = name.starts_with(begins) && name.find_first_not_of("0123456789-", begins.size()) == name.npos;
      if (!is_part || name.size() == begins.size()) continue;
      int const left = ::open(at->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
      if (left < 0) continue;
      if (::flock(left, LOCK_EX | LOCK_NB) == 0) (void)::unlink(at->path().c_str());
      (void)::close(left);
    }
    file_ = ::open(part.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (file_ >= 0) (void)::flock(file_, LOCK_EX | LOCK_NB);  // some file systems know no locks; then nothing is deleted there
  }
  ~held_part() {
    if (file_ >= 0) (void)::close(file_);
  }
  held_part(held_part const&) = delete;
  held_part& operator=(held_part const&) = delete;

 private:
  int file_ = -1;
};

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
  held_part const held(place, part);
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
