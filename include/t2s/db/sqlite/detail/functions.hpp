// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_FUNCTIONS_HPP
#define T2S_DB_SQLITE_DETAIL_FUNCTIONS_HPP

#include "t2s/db/sqlite/detail/failure.hpp"
#include "t2s/db/sqlite/detail/guard.hpp"

#include <array>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

/// SQLite asks the guard between instructions, but not inside a function, and a few of its functions take more than time linear in
/// their arguments: `printf('%.2000000000c', 'x')` counts for seconds, `trim` of a megabyte by a megabyte takes hours. Here these are
/// replaced by themselves after a check. Not so LIKE and GLOB: SQLite would no longer look for their patterns in an index.
namespace t2s::db::detail {

/// An upper bound of the steps that a call takes.
using cost_function = double (*)(std::span<sqlite3_value*> arguments);

/// Text times pattern, for those that compare at every place.
inline double product_of_sizes(std::span<sqlite3_value*> arguments) {
  return static_cast<double>(sqlite3_value_bytes(arguments[0])) * sqlite3_value_bytes(arguments[1]);
}

/// The numbers within the conversions of a format: widths and precisions.
inline double sum_of_numbers(char const* format) {
  double sum = 0;
  for (bool inside = false; *format != '\0'; ++format) {
    if (!inside || *format == '%') {
      inside = *format == '%' && !inside;
    } else if (text::is_digit(*format)) {
      double number = 0;
      for (; text::is_digit(*format); ++format) number = 10 * number + (*format - '0');
      sum += number;
      --format;
    } else if (text::is_letter(*format) && *format != 'l') {
      inside = false;
    }
  }
  return sum;
}

/// The widths and precisions that a format asks for. Where one is an argument (`*`), any argument may be: which one depends on the
/// conversions before, of which some take none.
inline double sum_of_widths(std::span<sqlite3_value*> arguments) {
  auto const* format = arguments.empty() ? nullptr : reinterpret_cast<char const*>(sqlite3_value_text(arguments[0]));
  if (!format) return 0;
  double sum = sum_of_numbers(format);
  if (std::string_view(format).find('*') == std::string_view::npos) return sum;
  for (auto* const a : arguments.subspan(1)) sum += std::abs(static_cast<double>(sqlite3_value_int64(a)));
  return sum;
}

struct costly_function {
  char const* name;
  int arity;  // -1 for any
  cost_function cost;
};

inline constexpr std::array costly_functions{
    costly_function{"printf", -1, sum_of_widths},  costly_function{"format", -1, sum_of_widths},
    costly_function{"instr", 2, product_of_sizes}, costly_function{"replace", 3, product_of_sizes},
    costly_function{"trim", 2, product_of_sizes},  costly_function{"ltrim", 2, product_of_sizes},
    costly_function{"rtrim", 2, product_of_sizes}, costly_function{"json_patch", 2, product_of_sizes},
    costly_function{"unhex", 2, product_of_sizes},
};

/// A built-in function of SQLite as it was, called on a connection of its own.
class builtin_function {
 public:
  builtin_function() = default;
  builtin_function(builtin_function const&) = delete;  // SQLite keeps its address
  builtin_function& operator=(builtin_function const&) = delete;

  /// Before the first call.
  void set(sqlite3* plain, sqlite_guard const& guard, costly_function const& f) {
    plain_ = plain;
    guard_ = &guard;
    function_ = &f;
  }

  void call(sqlite3_context* context, std::span<sqlite3_value*> arguments) {
    static constexpr double most_steps = 3e8;  // some tenths of a second
    if (guard_->must_end()) return sqlite3_result_error_code(context, SQLITE_INTERRUPT);
    if (function_->cost(arguments) > most_steps) return sqlite3_result_error_toobig(context);
    auto* const s = statement(arguments.size());
    if (!s) return sqlite3_result_error_nomem(context);
    sqlite3_limit(plain_, SQLITE_LIMIT_LENGTH, sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1));
    int const code = step(s, arguments);
    if (code == SQLITE_ROW && is_lost(s, arguments))
      sqlite3_result_error_toobig(context);
    else if (code == SQLITE_ROW)
      sqlite3_result_value(context, sqlite3_column_value(s, 0));
    else
      report(context, code);
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
  }

 private:
  /// `SELECT name(?, ?, ...)`. nullptr if memory is short, or if a call may not have so many arguments.
  sqlite3_stmt* statement(std::size_t arguments) {
    auto const most = static_cast<std::size_t>(sqlite3_limit(plain_, SQLITE_LIMIT_FUNCTION_ARG, -1));  // it never changes
    if (arguments > most) return nullptr;
    if (!statements_) statements_ = std::make_unique<sqlite_statement[]>(most + 1);
    auto& s = statements_[arguments];
    if (s) return s.get();
    std::string sql = std::string("SELECT ") + function_->name + "(";
    for (std::size_t i = 0; i < arguments; ++i) sql += i == 0 ? "?" : ", ?";
    sqlite3_stmt* prepared = nullptr;
    sqlite3_prepare_v2(plain_, (sql += ")").c_str(), -1, &prepared, nullptr);
    s.reset(prepared);
    return prepared;
  }

  static int step(sqlite3_stmt* s, std::span<sqlite3_value*> arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (int const code = sqlite3_bind_value(s, static_cast<int>(i + 1), arguments[i]); code != SQLITE_OK) return code;
    return sqlite3_step(s);
  }

  /// SQLite's printf gives NULL in the place of a text that is too long.
  [[nodiscard]] bool is_lost(sqlite3_stmt* s, std::span<sqlite3_value*> arguments) const {
    bool const formats = function_->cost == sum_of_widths && !arguments.empty();
    return formats && sqlite3_column_type(s, 0) == SQLITE_NULL && sqlite3_value_type(arguments[0]) != SQLITE_NULL;
  }

  void report(sqlite3_context* context, int code) const {
    if (code == SQLITE_ERROR) return sqlite3_result_error(context, sqlite3_errmsg(plain_), -1);
    sqlite3_result_error_code(context, code);
  }

  sqlite3* plain_ = nullptr;
  sqlite_guard const* guard_ = nullptr;
  costly_function const* function_ = nullptr;
  std::unique_ptr<sqlite_statement[]> statements_{};  // by number of arguments
};

extern "C" inline void t2s_sqlite_call(sqlite3_context* context, int count, sqlite3_value** arguments) {
  auto& f = *static_cast<builtin_function*>(sqlite3_user_data(context));
  try {
    f.call(context, {arguments, static_cast<std::size_t>(count)});
  } catch (std::bad_alloc const&) {  // through the frames of C nothing may be thrown
    sqlite3_result_error_nomem(context);
  }
}

/// The functions that come with SQLite, without those that an application adds to every connection (sqlite3_auto_extension).
inline function_names builtin_functions(sqlite3* db) {
  function_names names;
  sqlite_statement s;
  sqlite_rows rows(db, s, "SELECT DISTINCT name FROM pragma_function_list WHERE builtin");
  while (rows.next()) names.add(text_of(rows.now(), 0));
  rows.require();
  return names;
}

/// The costly functions of a connection. Must outlive it and stay where it is.
class checked_functions {
 public:
  /// Replaces those that exist. Throws `t2s::error` if there is no memory.
  void install(sqlite3* db, sqlite_guard& guard, function_names const& existing) {
    if (!plain_) throw error(sqlite_failure(SQLITE_NOMEM, sqlite3_errstr(SQLITE_NOMEM)));
    for (std::size_t i = 0; i < costly_functions.size(); ++i) {
      auto const& f = costly_functions[i];
      if (!existing.find(f.name)) continue;
      auto& b = functions_[i];
      b.set(plain_.get(), guard, f);
      int const code = sqlite3_create_function_v2(db, f.name, f.arity, flags, &b, t2s_sqlite_call, nullptr, nullptr, nullptr);
      if (code != SQLITE_OK) throw error(last_failure(db));
    }
  }

 private:
#ifdef SQLITE_RESULT_SUBTYPE
  static constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS | SQLITE_RESULT_SUBTYPE;  // json_patch returns one
#else
  static constexpr int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
#endif

  static sqlite_handle open_memory() {
    sqlite3* opened = nullptr;
    int const code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    sqlite_handle db(opened);
    return code == SQLITE_OK ? std::move(db) : sqlite_handle();
  }

  sqlite_handle plain_ = open_memory();
  std::array<builtin_function, costly_functions.size()> functions_{};  // destroyed before plain_, which their statements belong to
};

}  // namespace t2s::db::detail

#endif
