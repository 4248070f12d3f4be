// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_IMPL_MAPPED_FILE_HPP
#define T2S_CORE_IMPL_MAPPED_FILE_HPP

#include "t2s/core/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace t2s::detail {

/// The bytes of a regular file, which is opened once and mapped: what is looked at, and the file that it was looked up in, are the same
/// whatever happens to the name meanwhile.
class mapped_file {
 public:
  /// None if there is no such file. Throws `error` with `not_a_file` or `file_unreadable`; `what` names it in messages.
  [[nodiscard]] static std::shared_ptr<mapped_file const> open(std::filesystem::path const& file, std::string const& what) {
    descriptor const d(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // or a pipe would be waited for
    if (d.number < 0 && (errno == ENOENT || errno == ENOTDIR)) return nullptr;
    struct stat status{};
    if (d.number < 0 || ::fstat(d.number, &status) != 0) refuse(file, what);
    if (!S_ISREG(status.st_mode))
      throw error(failure{errc::not_a_file, what + " \"" + file.string() + "\" is no regular file", file.string(), "check the path", {}});
    std::shared_ptr<mapped_file> mapped(new mapped_file);
    mapped->time_ = static_cast<std::uint64_t>(status.st_mtim.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(status.st_mtim.tv_nsec);
    if (status.st_size == 0) return mapped;
    auto const length = static_cast<std::size_t>(status.st_size);
    void* const at = ::mmap(nullptr, length, PROT_READ, MAP_SHARED, d.number, 0);
    if (at == MAP_FAILED) refuse(file, what);
    mapped->bytes_ = {static_cast<char const*>(at), length};
    return mapped;
  }

  mapped_file(mapped_file const&) = delete;
  mapped_file& operator=(mapped_file const&) = delete;
  ~mapped_file() {
    if (!bytes_.empty()) ::munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }

  [[nodiscard]] std::string_view bytes() const noexcept { return bytes_; }
  /// When it was last written to, in nanoseconds.
  [[nodiscard]] std::uint64_t time() const noexcept { return time_; }

 private:
  struct descriptor {
    explicit descriptor(int n) : number(n) {}
    descriptor(descriptor const&) = delete;
    descriptor& operator=(descriptor const&) = delete;
    ~descriptor() {
      if (number >= 0) ::close(number);
    }
    int number;
  };

  mapped_file() = default;

  [[noreturn]] static void refuse(std::filesystem::path const& file, std::string const& what) {
    std::string const why = std::strerror(errno);
    throw error(failure{errc::file_unreadable,
                        what + " \"" + file.string() + "\" cannot be read: " + why,
                        file.string(),
                        "check its permissions and the limits of this process",
                        {}});
  }

  std::string_view bytes_{};
  std::uint64_t time_ = 0;
};

}  // namespace t2s::detail

#endif
