// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_ERROR_HPP
#define T2S_CORE_ERROR_HPP

#include "t2s/core/detail/config.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace t2s {

/// Every failure that a user can meet, each with its own code.
///
/// The codes from `sql_syntax` to `sql_failed` describe a statement and reach the user as data (a `failure` in the outcome of executing
/// it), since this library works on wrong SQL. All others are thrown as `t2s::error`.
enum class errc {
  // the caller's arguments
  invalid_argument = 1,
  invalid_utf8,
  empty_question,
  question_too_long,

  // files
  file_not_found,
  not_a_file,
  file_unreadable,
  file_unwritable,
  malformed_data,
  not_a_database,
  corrupt_database,
  no_tables,

  // a statement
  sql_syntax,
  no_such_table,
  no_such_column,
  ambiguous_column,
  no_such_function,
  misuse_of_aggregate,
  wrong_argument_count,
  several_statements,
  no_statement,
  statement_too_long,
  statement_denied,
  time_limit,
  row_limit,
  size_limit,
  too_costly,  ///< by the database's estimate, before it was run
  sql_failed,

  // a run
  budget_calls,
  budget_prompt_tokens,
  budget_completion_tokens,
  budget_time,
  budget_rows,
  cancelled,
  no_sql,
  no_result,  ///< a coroutine of the caller ended without `co_return`

  // a database server
  database_unreachable,   ///< no connection: name, network, refused, starting up or shutting down
  database_timeout,       ///< reached, but no answer in time while connecting
  database_tls_failed,    ///< no trusted connection
  database_login_failed,  ///< the role or its password was rejected
  database_not_found,     ///< the server has no such database
  database_busy,          ///< the server accepts no more connections
  database_lost,          ///< the connection broke during use

  // a model
  model_failed,           ///< no answer, for another reason than those below
  model_unreachable,      ///< no connection: name, network, proxy
  model_timeout,          ///< connected, but no answer in time
  tls_failed,             ///< no trusted connection
  authentication_failed,  ///< 401, 403
  model_not_found,        ///< 404: the model or the path
  request_rejected,       ///< another 4xx: the request is wrong or too long
  rate_limited,           ///< 429, after the last try
  server_failed,          ///< 5xx, after the last try
  malformed_reply,        ///< the reply does not follow the protocol, or exceeds the limits
  unknown_exchange,       ///< a replay has no answer to the request
};

/// The category of `errc`: name "t2s", one sentence for each code. Thread safe.
T2S_DECL std::error_category const& category() noexcept;

/// Makes `std::error_code` constructible from `errc`.
T2S_DECL std::error_code make_error_code(errc code) noexcept;

/// The name of a code in JSON and traces, e.g. "no_such_column".
T2S_DECL std::string_view name_of(errc code) noexcept;

/// A failure as data: what was wrong, where, and what to do.
struct failure {
  errc code{};                          ///< the kind of failure
  std::string message{};                ///< what was wrong; for SQL, in the database's own words
  std::string subject{};                ///< the identifier, file or option that the failure is about; may be empty
  std::string remedy{};                 ///< what the user can do; may be empty
  std::optional<std::size_t> offset{};  ///< byte offset into the statement or file, if known

  /// "message (at byte N); remedy", as shown to users.
  [[nodiscard]] T2S_DECL std::string text() const;

  friend bool operator==(failure const&, failure const&) = default;
};

/// The exception of this library. `code()` compares with `errc`, `what()` is the text of its failure.
class error : public std::system_error {
 public:
  /// An error with a failure.
  explicit error(failure what) : std::system_error(make_error_code(what.code)), failure_(std::move(what)), text_(failure_.text()) {}

  /// An error made of its parts.
  error(errc code, std::string message, std::string remedy = {}) : error(failure{code, std::move(message), {}, std::move(remedy)}) {}

  /// The text of the failure, with its remedy.
  [[nodiscard]] char const* what() const noexcept override { return text_.c_str(); }
  /// The failure.
  [[nodiscard]] failure const& details() const noexcept { return failure_; }

 private:
  failure failure_;
  std::string text_;
};

}  // namespace t2s

template <>
struct std::is_error_code_enum<t2s::errc> : std::true_type {};

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/error.ipp"
#endif

#endif
