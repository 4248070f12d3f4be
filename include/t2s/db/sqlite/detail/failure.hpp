// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_FAILURE_HPP
#define T2S_DB_SQLITE_DETAIL_FAILURE_HPP

#include "t2s/core/detail/sqlite_values.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/result.hpp"

#include <array>
#include <utility>

namespace t2s::db {
namespace detail {

/// A form of SQLite's messages: `before`, the subject, `after`. An empty part matches anything.
struct message_form {
  std::string_view before, after;
  errc code;
};

// The first that fits counts. Messages are those of SQLite's source; all of one meaning are kept together.
inline constexpr std::array message_forms{
    message_form{"near \"", "\": syntax error", errc::sql_syntax},
    message_form{"unrecognized token: \"", "\"", errc::sql_syntax},
    message_form{"incomplete input", "", errc::sql_syntax},
    message_form{"unknown join type: ", "", errc::sql_syntax},
    message_form{"unknown or unsupported join type: ", "", errc::sql_syntax},
    message_form{"", " clause should come after UNION not before", errc::sql_syntax},
    message_form{"", " clause should come after UNION ALL not before", errc::sql_syntax},
    message_form{"", " clause should come after INTERSECT not before", errc::sql_syntax},
    message_form{"", " clause should come after EXCEPT not before", errc::sql_syntax},
    message_form{"a JOIN clause is required before ", "", errc::sql_syntax},
    message_form{"no such table: ", "", errc::no_such_table},
    message_form{"no such view: ", "", errc::no_such_table},
    message_form{"no tables specified", "", errc::no_such_table},
    message_form{"no such column: ", "", errc::no_such_column},
    message_form{"cannot join using column ", " - column not present in both tables", errc::no_such_column},
    message_form{"ambiguous column name: ", "", errc::ambiguous_column},
    message_form{"ambiguous reference to ", " in USING()", errc::ambiguous_column},
    message_form{"no such function: ", "", errc::no_such_function},
    message_form{"no such table-valued function: ", "", errc::no_such_function},
    message_form{"'", "' is not a function", errc::no_such_function},
    message_form{"misuse of aggregate: ", "()", errc::misuse_of_aggregate},
    message_form{"misuse of aggregate function ", "()", errc::misuse_of_aggregate},
    message_form{"misuse of aliased aggregate ", "", errc::misuse_of_aggregate},
    message_form{"misuse of aliased window function ", "", errc::misuse_of_aggregate},
    message_form{"misuse of window function ", "()", errc::misuse_of_aggregate},
    message_form{"aggregate functions are not allowed in ", "", errc::misuse_of_aggregate},
    message_form{"FILTER may not be used with non-aggregate ", "()", errc::misuse_of_aggregate},
    message_form{"", "() may not be used as a window function", errc::misuse_of_aggregate},
    message_form{"HAVING clause on a non-aggregate query", "", errc::misuse_of_aggregate},
    message_form{"a GROUP BY clause is required before HAVING", "", errc::misuse_of_aggregate},
    message_form{"wrong number of arguments to function ", "()", errc::wrong_argument_count},
    message_form{"too many arguments on function ", "", errc::wrong_argument_count},
    message_form{"too many arguments on ", "", errc::wrong_argument_count},
    message_form{"DISTINCT aggregates must have exactly one argument", "", errc::wrong_argument_count},
    message_form{"not authorized to use function: ", "", errc::statement_denied},
    message_form{"not authorized", "", errc::statement_denied},  // also from inside a virtual table, as SQLITE_ERROR
    message_form{"table ", " may not be modified", errc::statement_denied},
    message_form{"unsafe use of virtual table \"", "\"", errc::statement_denied},
    message_form{"unsafe use of ", "()", errc::statement_denied},
    message_form{"access to ", " is prohibited", errc::statement_denied},
    message_form{"LIKE or GLOB pattern too complex", "", errc::size_limit},
    message_form{"Expression tree is too large", "", errc::statement_too_long},
    message_form{"parser stack overflow", "", errc::statement_too_long},
    message_form{"too many ", "", errc::statement_too_long},
    message_form{"at most ", " tables in a join", errc::statement_too_long},
};

/// What stands between the parts of the form, or nothing if the message is of another form.
inline std::optional<std::string_view> between(message_form const& form, std::string_view message) {
  if (message.size() < form.before.size() + form.after.size()) return {};
  if (!message.starts_with(form.before) || !message.ends_with(form.after)) return {};
  return message.substr(form.before.size(), message.size() - form.before.size() - form.after.size());
}

// A statement may have a name or text of megabytes, and a message is repeated in prompts and traces.
inline constexpr std::size_t longest_name = 500;

// SQLite appends a limit to the name of a table-valued function, `too many arguments on json_each() - max 2`, and newer ones advice to that
// of a column, `no such column: "x" - should this be a string literal in single-quotes?`.
inline std::string_view without_advice(std::string_view subject) {
  static constexpr std::string_view advice = "\" - should this be a string literal in single-quotes?";
  subject = subject.substr(0, subject.find("() - max "));
  if (!subject.starts_with('"') || !subject.ends_with(advice)) return subject;
  return subject.substr(1, subject.size() - 1 - advice.size());
}

/// What only the result code tells; `errc::sql_failed` where the message must tell.
inline errc errc_of(int code) {
  switch (code) {
    case SQLITE_READONLY_ROLLBACK:
    case SQLITE_READONLY_RECOVERY:
    case SQLITE_READONLY_CANTLOCK:
    case SQLITE_READONLY_CANTINIT: return errc::file_unreadable;
    // Nothing but temporary files is ever written.
    case SQLITE_IOERR_WRITE:
    case SQLITE_IOERR_TRUNCATE:
    case SQLITE_IOERR_GETTEMPPATH: return errc::file_unwritable;
    default: break;
  }
  switch (code & 0xFF) {
    case SQLITE_INTERRUPT: return errc::cancelled;
    case SQLITE_AUTH:
    case SQLITE_READONLY: return errc::statement_denied;
    case SQLITE_NOMEM:
    case SQLITE_FULL:
    case SQLITE_TOOBIG: return errc::size_limit;
    case SQLITE_CORRUPT: return errc::corrupt_database;
    case SQLITE_NOTADB: return errc::not_a_database;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_PROTOCOL:
    case SQLITE_IOERR: return errc::file_unreadable;
    default: return errc::sql_failed;
  }
}

inline std::string_view remedy_of(errc code, int sqlite_code) {
  switch (sqlite_code) {
    case SQLITE_NOMEM: return "raise heap_bytes, or ask for less";
    case SQLITE_FULL: return "ask for less, or make room in SQLite's folder for temporary files";
    case SQLITE_CANTOPEN:
      return "see that this process may read the database and its folder, and write to SQLite's folder for temporary files";
    case SQLITE_READONLY_ROLLBACK:
      return "a transaction was interrupted and must be rolled back: open the database once for writing, for instance with the sqlite3 "
             "program";
    default: break;
  }
  switch (code) {
    case errc::statement_denied: return "write a statement that only reads: SELECT, VALUES or WITH";
    case errc::size_limit: return "ask for less, or raise the limit";
    case errc::statement_too_long: return "write a shorter statement";
    case errc::corrupt_database: return "restore the file from a copy, or recover it with the sqlite3 program (.recover)";
    case errc::not_a_database: return "give the path of an SQLite 3 database; an encrypted one must be decrypted first";
    case errc::file_unwritable: return "see that this process may write to SQLite's folder for temporary files, and that it has room";
    case errc::file_unreadable: return "see whether another process is writing to the database, and whether this one may read it";
    default: return "";
  }
}

}  // namespace detail

/// What SQLite means by a result code and its message, as this library's failure.
///
/// `code` is a result code, plain or extended, other than SQLITE_OK, SQLITE_ROW and SQLITE_DONE. The message is kept as it is.
/// `subject` is what the message names: the missing table, column (qualified if the statement qualifies it) or function, the ambiguous
/// column, the token that is wrong. Codes that tell of the file and not of the statement (SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_IOERR,
/// ...) have codes outside the range of statements: see `is_about_statement`. SQLITE_INTERRUPT gives `errc::cancelled`. Pure.
[[nodiscard]] inline failure sqlite_failure(int code, std::string_view message, std::optional<std::size_t> offset = {}) {
  failure f{detail::errc_of(code), std::string(message), {}, {}, offset};
  bool const message_tells = f.code == errc::sql_failed || f.code == errc::statement_denied;
  for (auto const& form : detail::message_forms) {
    if (!message_tells) break;
    auto const subject = detail::between(form, message);
    if (!subject) continue;
    f.subject = detail::without_advice(*subject);
    if (f.subject.size() > detail::longest_name) {
      f.subject = text::cut(f.subject, detail::longest_name);
      f.message = std::string(form.before).append(f.subject).append(form.after);
    }
    f.code = form.code;
    break;
  }
  if (f.message.size() > 2 * detail::longest_name) f.message = text::cut(f.message, 2 * detail::longest_name);
  f.remedy = detail::remedy_of(f.code, code);
  return f;
}

namespace detail {

using t2s::detail::sqlite_handle;
using t2s::detail::sqlite_statement;
using t2s::detail::text_of;
using t2s::detail::value_of;

/// What SQLite says about the call that has just failed.
inline failure last_failure(sqlite3* db) {
  int const offset = sqlite3_error_offset(db);
  auto const at = offset < 0 ? std::optional<std::size_t>() : static_cast<std::size_t>(offset);
  return sqlite_failure(sqlite3_extended_errcode(db), sqlite3_errmsg(db), at);
}

/// Whether a value just read is missing for lack of memory: SQLite then returns a null pointer, as for an empty value.
inline bool has_lost_a_value(sqlite3* db) { return sqlite3_errcode(db) == SQLITE_NOMEM; }

inline std::string_view name_of_column(sqlite3_stmt* s, int column) {
  char const* name = sqlite3_column_name(s, column);  // nullptr if there is no memory
  return name ? name : "";
}

/// The rows of a statement, one after the other. What ended it before its last row, SQLite says until the object is gone.
class sqlite_rows {
 public:
  /// Of a compiled statement; of none, which has failed.
  sqlite_rows(sqlite3* db, sqlite3_stmt* s) : db_(db), s_(s), code_(s ? SQLITE_OK : SQLITE_MISUSE) {}
  /// Of a statement that may have one parameter, and that is compiled into `s` if it has not been before.
  sqlite_rows(sqlite3* db, sqlite_statement& s, char const* sql, std::string_view argument = {}) : sqlite_rows(db, compiled(db, s, sql)) {
    if (s_) sqlite3_bind_text(s_, 1, argument.data(), static_cast<int>(argument.size()), SQLITE_STATIC);
  }
  sqlite_rows(sqlite_rows const&) = delete;
  sqlite_rows& operator=(sqlite_rows const&) = delete;
  ~sqlite_rows() { sqlite3_reset(s_); }

  /// Goes to the next row. False behind the last one, and where it has failed.
  [[nodiscard]] bool next() {
    bool const goes_on = code_ == SQLITE_OK || code_ == SQLITE_ROW;  // behind the last row, SQLite would begin again
    if (goes_on && !failed()) code_ = sqlite3_step(s_);
    return code_ == SQLITE_ROW && !failed();
  }
  [[nodiscard]] sqlite3_stmt* now() const noexcept { return s_; }

  [[nodiscard]] bool failed() const { return code_ == SQLITE_ROW ? has_lost_a_value(db_) : code_ != SQLITE_OK && code_ != SQLITE_DONE; }
  /// Throws what ended it.
  void require() const {
    if (failed()) throw error(last_failure(db_));
  }

 private:
  static sqlite3_stmt* compiled(sqlite3* db, sqlite_statement& s, char const* sql) {
    sqlite3_stmt* prepared = nullptr;
    if (!s && sqlite3_prepare_v2(db, sql, -1, &prepared, nullptr) == SQLITE_OK) s.reset(prepared);
    return s.get();
  }

  sqlite3* db_;
  sqlite3_stmt* s_;
  int code_;
};

/// Runs a statement. Throws what ended it.
inline void run(sqlite3* db, char const* sql) {
  sqlite_statement s;
  sqlite_rows rows(db, s, sql);
  while (rows.next()) {
  }
  rows.require();
}

}  // namespace detail

}  // namespace t2s::db

#endif
