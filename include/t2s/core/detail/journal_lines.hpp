// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_JOURNAL_LINES_HPP
#define T2S_CORE_DETAIL_JOURNAL_LINES_HPP

#include "t2s/core/error.hpp"

#include <unistd.h>
#include <boost/crc.hpp>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

/// The lines of a journal: a checksum, a blank, a text.
namespace t2s::detail {

using crc_32c = boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true>;

inline constexpr std::size_t checksum_bytes = 9;  ///< with the blank
inline constexpr std::string_view journal_beginning = R"({"journal":1,)";

inline std::string checksum_of(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  crc_32c sum;
  sum.process_bytes(text.data(), text.size());
  std::string hex(8, '0');
  auto left = sum.checksum();
  for (auto digit = hex.rbegin(); digit != hex.rend(); ++digit, left >>= 4U) *digit = digits[left & 0xFU];
  return hex;
}

inline std::string checked_line(std::string_view text) { return checksum_of(text).append(" ").append(text).append("\n"); }

/// The text of a line without its line end; nothing if it is damaged.
inline std::optional<std::string_view> checked_text(std::string_view line) {
  if (line.size() < checksum_bytes || line[checksum_bytes - 1] != ' ') return {};
  auto const text = line.substr(checksum_bytes);
  return line.substr(0, checksum_bytes - 1) == checksum_of(text) ? std::optional(text) : std::nullopt;
}

/// Whether a text without a line end may begin a header, of any format; `sure`: the text is known to be a header, or a damaged one.
inline bool may_begin_journal(std::string_view text, bool sure) {
  static constexpr std::string_view beginning = R"( {"journal":)";
  auto const is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (!std::ranges::all_of(text.substr(0, checksum_bytes - 1), is_digit)) return false;
  auto const rest = text.substr(std::min(text.size(), checksum_bytes - 1), beginning.size());
  return sure ? rest == beginning : beginning.starts_with(rest);
}

/// Reads lines, one at a time in memory.
class journal_lines {
 public:
  journal_lines(int file, std::string path) : file_(file), path_(std::move(path)) {}

  /// The next line without its line end, valid until the next call; nothing if no complete line is left.
  [[nodiscard]] std::optional<std::string_view> next() {
    for (std::size_t searched = 0;;) {
      auto const end = held_.find('\n', begin_ + searched);
      if (end != held_.npos) {
        std::string_view const line(held_.data() + begin_, end - begin_);
        offset_ += line.size() + 1;
        begin_ = end + 1;
        return line;
      }
      searched = held_.size() - begin_;
      if (!read()) return {};
    }
  }

  /// The text after the last complete line.
  [[nodiscard]] std::string_view rest() const { return std::string_view(held_).substr(begin_); }
  /// The offset of the next line in the file.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

 private:
  bool read() {
    constexpr std::size_t step = std::size_t{256} << 10U;
    held_.erase(0, begin_);
    begin_ = 0;
    auto const had = held_.size();
    held_.resize(had + step);
    ssize_t got = 0;
    do got = ::pread(file_, held_.data() + had, step, static_cast<off_t>(offset_ + had));
    while (got < 0 && errno == EINTR);
    held_.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0) throw error(failure{errc::file_unreadable, "cannot read " + path_ + ": " + std::strerror(errno), path_, "check the disk"});
    return got > 0;
  }

  int file_;
  std::string path_;
  std::string held_{};
  std::size_t begin_ = 0;
  std::uint64_t offset_ = 0;
};

}  // namespace t2s::detail

#endif
