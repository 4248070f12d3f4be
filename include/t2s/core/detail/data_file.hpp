// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_DATA_FILE_HPP
#define T2S_CORE_DETAIL_DATA_FILE_HPP

#include "t2s/core/detail/hash.hpp"
#include "t2s/core/detail/new_file.hpp"
#include "t2s/core/error.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ios>
#include <memory>
#include <utility>

namespace t2s::detail {

/// The bytes of a regular file, which is opened once and mapped: checks and reads see the same file even if another one gets its name.
class mapped_file {
 public:
  /// Nothing if the file does not exist. Throws `error` with `not_a_file` or `file_unreadable`; `what` is its name in messages.
  [[nodiscard]] static std::shared_ptr<mapped_file const> open(std::filesystem::path const& file, std::string const& what) {
    descriptor const d(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // otherwise opening a pipe would block
    if (d.number < 0 && (errno == ENOENT || errno == ENOTDIR)) return nullptr;
    struct stat status{};
    if (d.number < 0 || ::fstat(d.number, &status) != 0) refuse(file, what);
    if (!S_ISREG(status.st_mode))
      throw error(failure{errc::not_a_file, what + " \"" + file.string() + "\" is not a regular file", file.string(), "check the path"});
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
  /// The time of its last modification, in nanoseconds.
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
    throw error(failure{errc::file_unreadable, what + " \"" + file.string() + "\" cannot be read: " + why, file.string(),
                        "check its permissions and the limits of this process"});
  }

  std::string_view bytes_{};
  std::uint64_t time_ = 0;
};

/// A file that appears under its name when it is complete; otherwise nothing of it remains.
class new_file {
 public:
  /// Throws `error` with `file_unwritable`, as all members; `what` is its name in messages, `remedy` an additional advice.
  new_file(std::filesystem::path file, std::string what, std::string remedy)
      : file_(std::move(file)), unfinished_(file_), what_(std::move(what)), remedy_(std::move(remedy)) {
    out_.open(unfinished_.path(), std::ios::binary | std::ios::trunc);
    if (!out_) refuse();
  }
  new_file(new_file const&) = delete;
  new_file& operator=(new_file const&) = delete;

  void put(void const* data, std::size_t bytes) {
    out_.write(static_cast<char const*>(data), static_cast<std::streamsize>(bytes));
    if (!out_) refuse();
  }

  void put_at_begin(void const* data, std::size_t bytes) {
    out_.seekp(0);
    put(data, bytes);
  }

  void finish() {
    out_.close();
    std::error_code failed;
    if (out_) std::filesystem::rename(unfinished_.path(), file_, failed);
    if (!out_ || failed) refuse();
  }

 private:
  [[noreturn]] void refuse() const {
    throw error(failure{errc::file_unwritable, what_ + " cannot be written to \"" + file_.string() + "\"", file_.string(), remedy_});
  }

  std::filesystem::path file_;
  unfinished_file unfinished_;
  std::string what_, remedy_;
  std::ofstream out_{};
};

/// A 64-bit checksum of any number of bytes, at the speed of memory: eight lanes of eight bytes. Any change in one group is detected.
class checksum {
 public:
  void add(void const* data, std::size_t n) {
    auto const* at = static_cast<unsigned char const*>(data);
    bytes_ += n;
    while (n > 0) {
      if (held_ == 0 && n >= block_.size()) {
        auto const whole = n - n % block_.size();
        for (auto const* end = at + whole; at != end; at += block_.size()) mix(at);
        n -= whole;
        continue;
      }
      auto const part = std::min(n, block_.size() - held_);
      std::memcpy(block_.data() + held_, at, part);
      at += part;
      n -= part;
      held_ += part;
      if (held_ < block_.size()) continue;
      mix(block_.data());
      held_ = 0;
    }
  }

  [[nodiscard]] std::uint64_t value() const {
    auto last = *this;
    std::fill(last.block_.begin() + static_cast<std::ptrdiff_t>(last.held_), last.block_.end(), static_cast<unsigned char>(0));
    last.mix(last.block_.data());
    auto h = bytes_;
    for (auto const lane : last.lanes_) h = mixed(h, lane);
    return h ^ (h >> 32U);
  }

 private:
  void mix(unsigned char const* at) {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      std::uint64_t word = 0;
      for (std::size_t k = 0; k < 8; ++k) word |= std::uint64_t{at[8 * i + k]} << (8 * k);
      lanes_[i] = mixed(lanes_[i], word);
    }
  }

  std::array<std::uint64_t, 8> lanes_{1, 2, 3, 4, 5, 6, 7, 8};
  std::array<unsigned char, 64> block_{};
  std::size_t held_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace t2s::detail

#endif
