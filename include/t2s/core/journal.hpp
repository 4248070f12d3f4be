// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_JOURNAL_HPP
#define T2S_CORE_JOURNAL_HPP

#include "t2s/core/detail/config.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace t2s {

/// The position of an entry in a journal's file.
struct journal_place {
  std::uint64_t at = 0;     ///< offset of its line
  std::uint32_t bytes = 0;  ///< length of its text
};

/// Called for each complete entry, in the order of the file. The text is valid until it returns.
using journal_reader = std::function<void(std::string_view text, journal_place at)>;

/// How a journal is written.
struct journal_options {
  bool restart = false;  ///< an existing journal of that name is discarded, whatever work it belongs to
  /// The first entry appended this long after the last synchronization with the disk causes another one. A power failure loses what was
  /// appended since, unless the system has written it back itself (Linux: after 30 seconds).
  std::chrono::nanoseconds sync = std::chrono::seconds(5);
  std::string remedy = "name another file, or delete this one to begin anew";  ///< for a journal of other work
};

/// The entries of long work in a file. Each is appended as soon as it is made, so that the work can continue after any interruption.
///
/// A line is the eight hexadecimal digits of a CRC-32C, a blank, and the JSON text of that checksum. The first line is the header, an
/// object that describes the work: its first member is `"journal":1`, the format; the caller's members follow. When the file is opened
/// again, all of them must be equal, except `about`, which is for readers.
///
///     t2s::journal kept("verdicts.journal", R"({"command":"judge","questions":1034})", [&](auto text, auto) { known.push_back(text); });
///     kept.append(R"({"item":17,"right":true})");
///
/// Opening cuts off an incomplete last line, as an interruption leaves it, and skips damaged lines before it, which `notes` list. While a
/// journal exists, opening another one on the same file fails, in this process and in others.
class journal {
 public:
  /// Opens or creates the file; `each` gets its entries. `header` is a JSON object. O(bytes of the file), memory for one entry.
  ///
  /// Throws `error`: `invalid_argument` if the file belongs to other work, with the members that differ and both values; `malformed_data`
  /// if the file is not a journal, which then stays unchanged, or if its header is damaged; `not_a_file` for a device; `file_unwritable` if
  /// it cannot be written, or another process writes it. A file system without locks cannot detect that; `notes` then say so.
  T2S_DECL journal(std::string path, std::string_view header, journal_reader const& each = {}, journal_options options = {});
  /// Synchronizes the file with the disk.
  T2S_DECL ~journal();
  journal(journal const&) = delete;
  journal& operator=(journal const&) = delete;

  /// Appends an entry, JSON on one line of at most 1 GiB, by one write. Throws `error` with `file_unwritable`, for instance if the disk is
  /// full: the file is then as before. Thread safe.
  T2S_DECL journal_place append(std::string_view text);

  /// Reads an entry. Throws `error` with `malformed_data` if it has been damaged since. Thread safe.
  [[nodiscard]] T2S_DECL std::string at(journal_place place) const;

  /// Deletes the file, if its name still refers to it, because its entries are no longer needed. Nothing can be appended afterwards.
  T2S_DECL void remove();

  /// Messages for the user about oddities when it was opened, such as skipped lines.
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return notes_; }
  /// The path of the file.
  [[nodiscard]] std::string const& path() const noexcept { return path_; }

 private:
  T2S_DECL void open();
  T2S_DECL void lock();
  T2S_DECL bool is_in_place() const;
  T2S_DECL void begin(std::string const& header);
  T2S_DECL void write(std::string_view line);
  T2S_DECL void sync();

  std::string path_;
  journal_options how_;
  int file_ = -1;
  bool is_broken_ = false;
  std::uint64_t size_ = 0;
  std::vector<std::string> notes_{};
  std::mutex guard_{};
  std::chrono::steady_clock::time_point synced_ = std::chrono::steady_clock::now();
};

/// The header of a journal.
struct journal_header {
  std::string text{};                ///< the header, with `"journal":1`; "" if its process ended before writing it
  std::vector<std::string> notes{};  ///< which lines were skipped
};

/// Reads a journal without writing; `each` gets the entries, which are not read without it. O(bytes of the file), memory for one entry.
///
/// Throws `error`: as `read_file`; `malformed_data` if it is not a journal; `file_unreadable` while another process writes it.
T2S_DECL journal_header read_journal(std::string const& path, journal_reader const& each = {});

/// The members in which two headers differ, the first four with both values, except `about`: `"questions" is 1034 in A and 10 in B`; "" if
/// none differ.
[[nodiscard]] T2S_DECL std::string journal_difference(std::string_view a, std::string const& in_a, std::string_view b,
                                                      std::string const& in_b);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/journal.ipp"
#endif

#endif
