// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_IMPL_NEW_FILE_HPP
#define T2S_CORE_IMPL_NEW_FILE_HPP

#include "t2s/core/error.hpp"

#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <system_error>
#include <utility>

namespace t2s::detail {

/// A file that appears under its name once it is whole; else nothing is left of it.
class new_file {
 public:
  /// Throws `error` with `file_unwritable`, as all members; `what` names it in messages, `remedy` says what else to do.
  new_file(std::filesystem::path file, std::string what, std::string remedy)
      : file_(std::move(file)), unfinished_(name_beside(file_)), what_(std::move(what)), remedy_(std::move(remedy)) {
    out_.open(unfinished_, std::ios::binary | std::ios::trunc);
    if (!out_) refuse();
  }
  new_file(new_file const&) = delete;
  new_file& operator=(new_file const&) = delete;
  ~new_file() {
    out_.close();
    std::error_code ignored;
    std::filesystem::remove(unfinished_, ignored);
  }

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
    if (out_) std::filesystem::rename(unfinished_, file_, failed);
    if (!out_ || failed) refuse();
  }

 private:
  /// Programs, and threads of one, may write the same file.
  static std::filesystem::path name_beside(std::filesystem::path file) {
    static std::atomic<unsigned> count{0};
    return file += std::string(".part").append(std::to_string(::getpid())).append("-").append(std::to_string(count++));
  }

  [[noreturn]] void refuse() const {
    throw error(failure{errc::file_unwritable, what_ + " cannot be written to \"" + file_.string() + "\"", file_.string(), remedy_, {}});
  }

  std::filesystem::path file_, unfinished_;
  std::string what_, remedy_;
  std::ofstream out_{};
};

}  // namespace t2s::detail

#endif
