// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_GUARD_HPP
#define T2S_DB_SQLITE_DETAIL_GUARD_HPP

#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/sqlite/detail/options.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace t2s::db::detail {

using function_names = t2s::detail::numbers_by_name;

class sqlite_guard;

/// What may be read of a connection whose tables are closed to all that does not read them through views. A program that closes none does
/// not compile how.
class closed_tables {
 public:
  closed_tables() = default;
  closed_tables(closed_tables const&) = delete;
  closed_tables& operator=(closed_tables const&) = delete;
  virtual ~closed_tables() = default;

  /// Makes the views of a connection; before that nothing may be read. Throws `t2s::error` where one cannot be made.
  virtual void open(sqlite3* db, sqlite_guard& guard) = 0;

  /// Whether a column may be read; "" is that of a table of which no column is. `within` is the view or common table expression in which it
  /// is named, or null. Nobody can guess the names of views, so no common table expression is called like one.
  [[nodiscard]] virtual bool may_read(char const* table, char const* column, char const* within) const = 0;

  /// Whether this is the name of the function that hides values, and whether it may be called within such a view.
  [[nodiscard]] virtual bool is_hash(char const* function) const = 0;
  [[nodiscard]] virtual bool is_view(char const* within) const = 0;
};

/// What a running statement is held to. SQLite asks it through the callbacks below.
class sqlite_guard {
 public:
  using clock = std::chrono::steady_clock;

  /// From now on a statement runs, for at most `time`, and waits for other processes for at most `patience` of it.
  void start(std::chrono::nanoseconds time, std::stop_token stop, std::chrono::nanoseconds patience = std::chrono::nanoseconds::max()) {
    auto const now = clock::now();
    auto const deadline = time < clock::time_point::max() - now ? now + time : clock::time_point::max();
    running_ = {time, patience, {}, deadline, std::move(stop), false};
  }

  [[nodiscard]] bool stopped() const { return running_.stop.stop_requested(); }
  [[nodiscard]] bool expired() const { return clock::now() >= running_.deadline; }
  [[nodiscard]] bool must_end() const { return stopped() || expired(); }

  /// Whether to go on waiting for another process that has the file locked, and has been asked `times` before.
  [[nodiscard]] bool waits(int times) {
    if (times == 0) running_.locked_since = clock::now();
    return !must_end() && clock::now() - running_.locked_since < running_.patience;
  }

  /// What to say where `expired` has ended a call.
  [[nodiscard]] failure too_slow() const { return detail::too_slow(running_.time); }

  /// Whether the statement compiled since `start` has a SELECT. Those without read nothing: PRAGMA, VACUUM, ...
  [[nodiscard]] bool selects() const { return running_.selects; }
  void note_select() { running_.selects = true; }

  /// From here on all functions but these are denied, however they have come to the connection.
  void allow(function_names names) { functions_ = std::move(names); }

  /// From here on tables are read only so.
  void close(std::unique_ptr<closed_tables> only) { closed_ = std::move(only); }
  /// Null where tables are open.
  [[nodiscard]] closed_tables* closed() const noexcept { return closed_.get(); }

  /// As `closed_tables` says; any column of tables that are open.
  [[nodiscard]] bool may_read(char const* table, char const* column, char const* within) const {
    return !closed_ || is_own_work_ || closed_->may_read(table, column, within);
  }
  [[nodiscard]] bool may_call(char const* function, char const* within) const {
    if (closed_ && closed_->is_hash(function)) return is_own_work_ || closed_->is_view(within);
    return is_allowed(function);
  }

 private:
  friend class running_statement;
  friend class own_work;

  struct statement {
    std::chrono::nanoseconds time{}, patience = std::chrono::nanoseconds::max();
    clock::time_point locked_since{};
    clock::time_point deadline = clock::time_point::max();
    std::stop_token stop{};
    bool selects = false;
  };

  [[nodiscard]] bool is_allowed(char const* function) const;

  statement running_{};
  function_names functions_{};
  std::unique_ptr<closed_tables> closed_{};
  bool is_own_work_ = false;
};

/// While the object lives, statements are this library's own: they may read what is closed to others.
class own_work {
 public:
  explicit own_work(sqlite_guard& guard) : guard_(guard), before_(std::exchange(guard.is_own_work_, true)) {}
  own_work(own_work const&) = delete;
  own_work& operator=(own_work const&) = delete;
  ~own_work() { guard_.is_own_work_ = before_; }

 private:
  sqlite_guard& guard_;
  bool before_;
};

/// Starts a statement. One may run within `each_row` of another, which is held to its own limits again when the object is gone.
class running_statement {
 public:
  running_statement(sqlite_guard& guard, std::chrono::nanoseconds time, std::stop_token stop, std::chrono::nanoseconds patience)
      : guard_(guard), around_(std::move(guard.running_)) {
    guard.start(time, std::move(stop), patience);
  }
  running_statement(running_statement const&) = delete;
  running_statement& operator=(running_statement const&) = delete;
  ~running_statement() { guard_.running_ = std::move(around_); }

 private:
  sqlite_guard& guard_;
  sqlite_guard::statement around_;
};

// Of SQLite's own functions those that reach outside the database.
inline constexpr std::array<std::string_view, 2> denied_functions{"load_extension", "sqlite_log"};

// Of the functions that SQLite and its extensions for full-text search add to a connection those that only read.
inline constexpr std::array<std::string_view, 6> search_functions{"bm25", "highlight", "match", "matchinfo", "offsets", "snippet"};

inline bool sqlite_guard::is_allowed(char const* function) const {
  auto const is_name = [function](std::string_view f) { return text::same(f, function); };
  if (t2s::detail::any_of(denied_functions, is_name)) return false;
  return functions_.find(function) || t2s::detail::any_of(search_functions, is_name);
}

// Virtual tables for full-text search ask these of their own tables while they read.
inline bool is_harmless_pragma(char const* name, char const* argument) {
  return !argument && (text::same(name, "data_version") || text::same(name, "page_size"));
}

extern "C" {

inline int t2s_sqlite_authorize(void* guard, int action, char const* first, char const* second, char const*, char const* within) {
  auto& g = *static_cast<sqlite_guard*>(guard);
  if (g.must_end()) return SQLITE_DENY;
  switch (action) {
    case SQLITE_SELECT: g.note_select(); return SQLITE_OK;
    case SQLITE_READ: return g.may_read(first, second, within) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_RECURSIVE: return SQLITE_OK;
    case SQLITE_FUNCTION: return g.may_call(second, within) ? SQLITE_OK : SQLITE_DENY;
    case SQLITE_PRAGMA: return is_harmless_pragma(first, second) ? SQLITE_OK : SQLITE_DENY;
    default: return SQLITE_DENY;
  }
}

inline int t2s_sqlite_progress(void* guard) { return static_cast<sqlite_guard*>(guard)->must_end() ? 1 : 0; }

/// While another process writes: waits, but not past the statement's own end.
inline int t2s_sqlite_busy(void* guard, int times) {
  if (!static_cast<sqlite_guard*>(guard)->waits(times)) return 0;
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return 1;
}

}  // extern "C"

inline int as_int(std::size_t n) { return static_cast<int>(std::min(n, static_cast<std::size_t>(std::numeric_limits<int>::max()))); }

/// Lets the guard end statements that take too long.
inline void watch(sqlite3* db, sqlite_guard& guard) {
  static constexpr int instructions_between_checks = 20;  // a few rows: each may take some tenths of a second
  sqlite3_progress_handler(db, instructions_between_checks, t2s_sqlite_progress, &guard);
  sqlite3_busy_handler(db, t2s_sqlite_busy, &guard);
}

/// Switches off what a file of unknown origin could abuse (https://sqlite.org/security.html). Before anything is read.
/// Returns a result code.
[[nodiscard]] inline int distrust_file(sqlite3* db) {
  static constexpr std::array<std::pair<int, int>, 6> settings{{{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                                                {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                                                {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                                                {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
                                                                {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                                                {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0}}};
  for (auto const& [option, on] : settings) sqlite3_db_config(db, option, on, static_cast<int*>(nullptr));
  return sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA query_only = ON", nullptr, nullptr, nullptr);
}

/// Lets through only statements that read, within the limits. After the schema has been read.
inline void distrust_statements(sqlite3* db, sqlite_guard& guard, sqlite_limits const& limits) {
  sqlite3_limit(db, SQLITE_LIMIT_LENGTH, as_int(limits.value_bytes));
  sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, as_int(limits.statement_bytes));
  sqlite3_limit(db, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100);  // matching takes text times pattern
  sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(db, SQLITE_LIMIT_WORKER_THREADS, 0);
  sqlite3_set_authorizer(db, t2s_sqlite_authorize, &guard);
}

[[nodiscard]] inline failure too_much_on_disk(std::uint64_t most) {
  return {errc::size_limit,
          "the statement needs more than " + std::to_string(most) + " bytes of temporary files",
          {},
          "sort, group or join fewer rows, or raise temporary_bytes",
          {}};
}

/// A limit of SQLite's memory while the object lives. SQLite has one limit for the whole process: this is the lowest that living
/// objects ask for, and none when the last is gone. A limit that the application has set itself stays as it is.
class heap_limit {
 public:
  explicit heap_limit(std::size_t bytes) : asks_(bytes > 0) {
    if (!asks_) return;
    std::lock_guard const lock(mutex_);
    ++asking_;
    // What the application holds already is its own affair.
    auto const limit = sqlite3_memory_used() + static_cast<sqlite3_int64>(bytes);
    if (is_ours() && (ours_ == 0 || limit < ours_)) set(limit);
  }
  heap_limit(heap_limit const&) = delete;
  heap_limit& operator=(heap_limit const&) = delete;
  ~heap_limit() {
    if (!asks_) return;
    std::lock_guard const lock(mutex_);
    if (--asking_ > 0) return;
    if (is_ours()) set(0);
    ours_ = 0;
  }

 private:
  /// Whether the limits are those set here, or none. SQLite sets the soft limit along with the hard one.
  static bool is_ours() { return sqlite3_hard_heap_limit64(-1) == ours_ && sqlite3_soft_heap_limit64(-1) == ours_; }
  static void set(sqlite3_int64 limit) {
    sqlite3_hard_heap_limit64(limit);
    ours_ = limit;
  }

  static inline std::mutex mutex_{};
  static inline std::size_t asking_ = 0;
  static inline sqlite3_int64 ours_ = 0;

  bool asks_;
};

}  // namespace t2s::db::detail

#endif
