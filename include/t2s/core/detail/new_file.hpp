// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_NEW_FILE_HPP
#define T2S_CORE_DETAIL_NEW_FILE_HPP

#include "t2s/core/error.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace t2s::detail {

/// An empty file beside another, which it will replace: NAME.t2s-part, the process and a number. It is locked as long as this exists, and
/// removed then unless it has been renamed. Any number of programs and threads may have one for the same place.
///
/// Those of the same place whose process was killed are deleted first. O(files of the folder).
class unfinished_file {
 public:
  explicit unfinished_file(std::filesystem::path const& place) {
    delete_left(place);
    static std::atomic<unsigned> count{0};
    path_ = place;
    path_ += ending + std::to_string(::getpid()) + "-" + std::to_string(count++);
    while (!make()) ::close(file_);
  }
  ~unfinished_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
    if (file_ >= 0) ::close(file_);
  }
  unfinished_file(unfinished_file const&) = delete;
  unfinished_file& operator=(unfinished_file const&) = delete;

  /// Where it is; it does not exist if the folder takes no file.
  [[nodiscard]] std::filesystem::path const& path() const noexcept { return path_; }

 private:
  static constexpr char const* ending = ".t2s-part";

  static void delete_left(std::filesystem::path const& place) {
    namespace fs = std::filesystem;
    auto const begins = place.filename().string() + ending;
    std::error_code failed;
    for (fs::directory_iterator at(place.has_parent_path() ? place.parent_path() : ".", failed), end; !failed && at != end;
         at.increment(failed)) {
      auto const name = at->path().filename().string();
      bool const numbered = name.size() > begins.size() && name.find_first_not_of("0123456789-", begins.size()) == name.npos;
      if (!numbered || !name.starts_with(begins)) continue;
      int const left = ::open(at->path().c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
      if (left < 0) continue;
      if (::flock(left, LOCK_EX | LOCK_NB) == 0) ::unlink(at->path().c_str());
      ::close(left);
    }
  }

  /// False if another process deleted the file before it was locked. On a file system without locks nothing is deleted.
  [[nodiscard]] bool make() {
    struct stat now{};
    file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    return file_ < 0 || ::flock(file_, LOCK_EX) != 0 || ::fstat(file_, &now) != 0 || now.st_nlink > 0;
  }

  std::filesystem::path path_{};
  int file_ = -1;
};

/// Replaces the content of a file atomically, even if power fails; links and permissions are kept. `what` is its name in messages. Throws
/// `error` with `file_unwritable`.
inline void replace_file(std::string const& path, std::string_view content, std::string_view what) {
  namespace fs = std::filesystem;
  std::error_code failed;
  auto place = fs::weakly_canonical(path, failed);
  if (failed) place = path;
  unfinished_file const unfinished(place);
  auto const& part = unfinished.path();
  auto const refuse = [&](std::string const& why) {
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
