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
#include <vector>

namespace t2s::telemetry {

/// Who asks what. Empty members are unknown and left out of the line.
struct audit_subject {
  std::string who{};       ///< a user or a client
  std::string role{};      ///< the role of the access rules
  std::string database{};  ///< the name of the database
  std::string question{};  ///< the question that led to the statement

  friend bool operator==(audit_subject const&, audit_subject const&) = default;
};

/// A statement and its outcome.
struct audit_entry {
  audit_subject by{};                    ///< who caused it
  std::string sql{};                     ///< the statement
  std::string read{};                    ///< for a read without SQL, what was read: "first rows of hives"
  std::size_t rows = 0;                  ///< the number of rows
  std::size_t bytes = 0;                 ///< the size of all values
  std::chrono::nanoseconds took{};       ///< its duration
  std::optional<t2s::failure> failed{};  ///< why it was rejected or failed
};

/// The size of values: the bytes of texts and blobs, and 8 for each number.
[[nodiscard]] T2S_DECL std::size_t bytes_of(std::span<value const> row) noexcept;
[[nodiscard]] T2S_DECL std::size_t bytes_of(db::rows const& all) noexcept;  ///< the same

/// The line of an entry, with its line end: one JSON object with `time` (UTC, milliseconds), `who`, `role`, `database`, `question`, `sql`
/// or `read`, `rows`, `bytes`, `ms`; if the statement did not run also `refused` or `failed` with the code, and `why`. Control characters,
/// including those that change the direction of text, are escaped, so that a terminal can show the line safely.
[[nodiscard]] T2S_DECL std::string audit_line(audit_entry const& e, std::chrono::system_clock::time_point at);

/// Options of an audit log.
struct audit_options {
  bool is_required = true;  ///< whether a statement is stopped if its line cannot be written; otherwise the lost line is counted
  bool sync = false;        ///< whether each line is flushed to the disk (fdatasync) before its rows are passed on
  std::size_t kept = 0;     ///< how many refused statements, and how many slow ones, stay in memory for `notable`
};

/// A statement that stays in memory. Its texts are cut.
struct noted_statement {
  std::chrono::system_clock::time_point at{};  ///< when it ended
  audit_entry entry{};                         ///< the statement
};

/// The statements that people look at.
struct notable_statements {
  std::vector<noted_statement> refused{};  ///< by a rule or a limit of costs; the newest first
  std::vector<noted_statement> slow{};     ///< those of 100 ms and more; the slowest first
};

/// A file with a line for every statement, in the order in which they ended. Each line is appended by one write, so several programs may
/// use the same file. A file that was moved or deleted (log rotation) is reopened for the next line. Thread safe.
class audit_log {
 public:
  /// Opens or creates the file, readable by its owner only. Throws `error` with `file_unwritable`. Without a path there is no file, and
  /// only `notable` has statements.
  T2S_DECL explicit audit_log(std::string path, audit_options how = {});
  T2S_DECL ~audit_log();
  audit_log(audit_log const&) = delete;
  audit_log& operator=(audit_log const&) = delete;

  /// Appends the line of an entry. Throws `error` with `file_unwritable`, unless lines are not required.
  T2S_DECL void write(audit_entry const& e);
  /// Reopens the file if it is not writable now. Call it before a statement. Throws as `write`.
  T2S_DECL void require_open();
  /// Call it to see whether lines can be written now, for example in a check of readiness. It opens the file again if it was moved; after a
  /// line that could not be written it appends an empty one. Throws `error` with `file_unwritable`, unless lines are not required.
  T2S_DECL void require_writable();
  /// Reopens the file, for example in a handler of SIGHUP; log rotation does not need it. Throws as `write`.
  T2S_DECL void reopen();

  /// The statements that stay in memory (`audit_options::kept`).
  [[nodiscard]] T2S_DECL notable_statements notable() const;
  /// The number of lost lines.
  [[nodiscard]] T2S_DECL std::uint64_t lost() const;
  /// The path of the file.
  [[nodiscard]] std::string const& path() const noexcept { return path_; }

 private:
  T2S_DECL void open();
  T2S_DECL void close() noexcept;
  T2S_DECL bool is_in_place() const noexcept;
  T2S_DECL void append(std::string const& line);
  T2S_DECL void keep(audit_entry const& e, std::chrono::system_clock::time_point at);
  template <class F>
  void guarded(bool loses, F f);

  std::string path_;
  audit_options how_;
  mutable std::mutex guard_{};
  int file_ = -1;
  bool is_broken_ = false;   // the last line is incomplete
  bool has_failed_ = false;  // the last line could not be written
  std::uint64_t lost_ = 0;
  notable_statements notable_{};  // the refused ones with the oldest first
};

/// Sets the subject of this thread's statements while the object lives, for connections that were opened before the user was known. Empty
/// members leave the connection's values.
class audit_scope {
 public:
  /// Begins the scope. Inside another scope, empty members take that scope's values.
  T2S_DECL explicit audit_scope(audit_subject by);
  T2S_DECL ~audit_scope();
  audit_scope(audit_scope const&) = delete;
  audit_scope& operator=(audit_scope const&) = delete;

  /// `own`, overridden by the innermost scope of this thread.
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
