// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_AUDIT_LOG_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_AUDIT_LOG_HPP

#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace t2s::telemetry {

/// Who asks what. What is empty is not known, and left out of the line.
struct audit_subject {
  std::string who{};       ///< a user or a client
  std::string role{};      ///< of the access rules
  std::string database{};  ///< its name
  std::string question{};  ///< what led to the statement

  friend bool operator==(audit_subject const&, audit_subject const&) = default;
};

/// A statement and what became of it.
struct audit_entry {
  audit_subject by{};                    ///< whose it is
  std::string sql{};                     ///< the statement
  std::string read{};                    ///< of a read without SQL what it is of: "first rows of hives"
  std::size_t rows = 0;                  ///< how many came
  std::size_t bytes = 0;                 ///< of all values
  std::chrono::nanoseconds took{};       ///< how long it took
  std::optional<t2s::failure> failed{};  ///< why it was refused, or failed
};

/// The bytes of values: of text and blobs their own, of each number 8.
[[nodiscard]] T2S_DECL std::size_t bytes_of(std::span<value const> row) noexcept;
[[nodiscard]] T2S_DECL std::size_t bytes_of(db::rows const& all) noexcept;  ///< the same

/// The line of an entry, with its end: one JSON object with `time` (UTC, milliseconds), `who`, `role`, `database`, `question`, `sql` or
/// `read`, `rows`, `bytes`, `ms`, and of one that did not run `refused` or `failed` with the code and `why`. Control characters, and those
/// that turn the direction of writing, are escaped, so that a terminal may show it.
[[nodiscard]] T2S_DECL std::string audit_line(audit_entry const& e, std::chrono::system_clock::time_point at);

/// How an audit log is kept.
struct audit_options {
  bool is_required = true;  ///< whether a statement that cannot be written down is stopped; else it goes on, and the loss is counted
  bool sync = false;        ///< whether each line is on the disk (fdatasync) before its rows are given out
};

/// A file with a line for every statement, in the order in which they ended. Lines are appended whole, each by one write, also by several
/// programs to the same file. A file that was moved or deleted, as rotation does, is opened anew for the next line. Thread safe.
class audit_log {
 public:
  /// Opens or makes the file, for its owner alone. Throws `error` with `file_unwritable`.
  T2S_DECL explicit audit_log(std::string path, audit_options how = {});
  T2S_DECL ~audit_log();
  audit_log(audit_log const&) = delete;
  audit_log& operator=(audit_log const&) = delete;

  /// Appends the line of an entry. Throws `error` with `file_unwritable`; not where a line is not required.
  T2S_DECL void write(audit_entry const& e);
  /// Opens the file where it cannot be written to now; for before a statement. Throws as `write`.
  T2S_DECL void require_open();
  /// Opens the file anew: for a handler of SIGHUP, though no rotation needs it. Throws as `write`.
  T2S_DECL void reopen();

  /// How many lines were lost.
  [[nodiscard]] T2S_DECL std::uint64_t lost() const;
  /// The file.
  [[nodiscard]] std::string const& path() const noexcept { return path_; }

 private:
  T2S_DECL void open();
  T2S_DECL void close() noexcept;
  T2S_DECL bool is_in_place() const noexcept;
  T2S_DECL void append(std::string const& line);
  template <class F>
  void guarded(bool loses, F f);

  std::string path_;
  audit_options how_;
  mutable std::mutex guard_{};
  int file_ = -1;
  bool is_broken_ = false;  // its last line is not whole
  std::uint64_t lost_ = 0;
};

/// Whose the statements of this thread are, as long as this object lives: for connections that were made before it was known who asks.
/// What is empty here stays as the connection says.
class audit_scope {
 public:
  /// They are from now on; inside another scope what is empty is that one's.
  T2S_DECL explicit audit_scope(audit_subject by);
  T2S_DECL ~audit_scope();
  audit_scope(audit_scope const&) = delete;
  audit_scope& operator=(audit_scope const&) = delete;

  /// `own`, with what the innermost scope of this thread knows.
  [[nodiscard]] T2S_DECL static audit_subject known(audit_subject own);

 private:
  audit_subject by_;
  audit_scope* outer_;
};

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/audit_log.ipp"
#endif

#endif
