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

/// Where an entry is in the file of its journal.
struct journal_place {
  std::uint64_t at = 0;     ///< where its line begins
  std::uint32_t bytes = 0;  ///< of its text
};

/// Called for each entry that is whole, in the order of the file. The text lasts until it returns.
using journal_reader = std::function<void(std::string_view text, journal_place at)>;

/// How a journal is written.
struct journal_options {
  bool restart = false;  ///< what a journal of that name has is forgotten, of whatever work it is
  /// The first entry that is appended so long after the last synchronization with the disk makes another one. A power failure takes what
  /// was appended since, unless the system has written it back itself (Linux: after 30 seconds).
  std::chrono::nanoseconds sync = std::chrono::seconds(5);
  std::string remedy = "name another file, or delete this one to begin anew";  ///< for a file of other work
};

/// The entries of long work in a file, one added as soon as it is made, so that the work goes on after an interruption of any kind.
///
/// A line is eight hexadecimal digits of a CRC-32C, a blank, and one JSON text that they are of. The first line is the header, an object
/// that says what the work is: its first member is `"journal":1`, the format, before those that the caller gives. All must be the same when
/// the file is opened again, but for `about`, which is for readers.
///
///     t2s::journal kept("verdicts.journal", R"({"command":"judge","questions":1034})", [&](auto text, auto) { known.push_back(text); });
///     kept.append(R"({"item":17,"right":true})");
///
/// Opening cuts off a last line that is not whole, as an interruption leaves it, and skips damaged lines before it, which `notes` name.
/// As long as a journal lives, another one of the same file is refused, in this process or another one.
class journal {
 public:
  /// Opens or makes the file; `each` gets what it has. `header` is a JSON object. O(bytes of the file), memory for one entry.
  ///
  /// Throws `error`: `invalid_argument` if the file is of other work, with the members that differ and both values; `malformed_data` for a
  /// file that is no journal, which stays as it is, or whose header is damaged; `not_a_file` for a device; `file_unwritable` where it
  /// cannot be written, or another process writes it. On a file system without locks that cannot be known, which `notes` say.
  T2S_DECL journal(std::string path, std::string_view header, journal_reader const& each = {}, journal_options options = {});
  /// Writes to the disk what the system still holds.
  T2S_DECL ~journal();
  journal(journal const&) = delete;
  journal& operator=(journal const&) = delete;

  /// Adds an entry, JSON on one line of at most 1 GiB, by one write. Throws `error` with `file_unwritable` where the disk is full, say: the
  /// file then is as before. Thread safe.
  T2S_DECL journal_place append(std::string_view text);

  /// An entry. Throws `error` with `malformed_data` if it has been damaged since. Thread safe.
  [[nodiscard]] T2S_DECL std::string at(journal_place place) const;

  /// Deletes the file, if it is still the one of that name: its entries are no longer needed. The journal takes no more.
  T2S_DECL void remove();

  /// What was odd when it was opened, such as lines that were skipped, for the user to see.
  [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return notes_; }
  /// The file.
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

/// What a journal says of itself.
struct journal_header {
  std::string text{};                ///< the header, with `"journal":1`; "" if its process was ended before it was written
  std::vector<std::string> notes{};  ///< which lines were skipped
};

/// Reads a journal without writing; `each` gets the entries, which are not read without it. O(bytes of the file), memory for one entry.
///
/// Throws `error`: as `read_file`; `malformed_data` for what is no journal; `file_unreadable` while another process writes it.
T2S_DECL journal_header read_journal(std::string const& path, journal_reader const& each = {});

/// The members in which two headers differ, the first four with both values, `about` aside: `"questions" is 1034 in A and 10 in B`; ""
/// where none does.
[[nodiscard]] T2S_DECL std::string journal_difference(std::string_view a, std::string const& in_a, std::string_view b,
                                                      std::string const& in_b);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/journal.ipp"
#endif

#endif
