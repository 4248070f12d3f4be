// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ERROR_IPP
#define T2S_CORE_DETAIL_ERROR_IPP

#include "t2s/core/error.hpp"

#include <array>

namespace t2s {
namespace detail {

struct code_text {
  errc code;
  std::string_view name;
  char const* sentence;
};

inline constexpr std::array code_texts{
    code_text{errc::invalid_argument, "invalid_argument", "an argument is not of the form that is expected"},
    code_text{errc::invalid_utf8, "invalid_utf8", "the text is not UTF-8"},
    code_text{errc::empty_question, "empty_question", "the question is empty"},
    code_text{errc::question_too_long, "question_too_long", "the question is longer than the limit"},
    code_text{errc::file_not_found, "file_not_found", "there is no such file"},
    code_text{errc::not_a_file, "not_a_file", "the path names no regular file"},
    code_text{errc::file_unreadable, "file_unreadable", "the file cannot be read"},
    code_text{errc::file_unwritable, "file_unwritable", "the file cannot be written"},
    code_text{errc::malformed_data, "malformed_data", "the data are not of the form that is expected"},
    code_text{errc::not_a_database, "not_a_database", "the file is not a database"},
    code_text{errc::corrupt_database, "corrupt_database", "the database is damaged"},
    code_text{errc::no_tables, "no_tables", "the database has no tables"},
    code_text{errc::sql_syntax, "sql_syntax", "the SQL has a syntax error"},
    code_text{errc::no_such_table, "no_such_table", "there is no such table"},
    code_text{errc::no_such_column, "no_such_column", "there is no such column in scope"},
    code_text{errc::ambiguous_column, "ambiguous_column", "several tables in scope have the column"},
    code_text{errc::no_such_function, "no_such_function", "there is no such function"},
    code_text{errc::misuse_of_aggregate, "misuse_of_aggregate", "an aggregate stands where none is allowed"},
    code_text{errc::wrong_argument_count, "wrong_argument_count", "a function has the wrong number of arguments"},
    code_text{errc::several_statements, "several_statements", "there is more than one statement"},
    code_text{errc::no_statement, "no_statement", "there is no statement"},
    code_text{errc::statement_too_long, "statement_too_long", "the statement is longer than the limit"},
    code_text{errc::statement_denied, "statement_denied", "the statement does more than read"},
    code_text{errc::time_limit, "time_limit", "the statement took longer than the limit"},
    code_text{errc::row_limit, "row_limit", "the statement gives more rows than the limit"},
    code_text{errc::size_limit, "size_limit", "the result is larger than the limit"},
    code_text{errc::too_costly, "too_costly", "the statement would read more rows than the limit"},
    code_text{errc::sql_failed, "sql_failed", "the statement failed"},
    code_text{errc::budget_calls, "budget_calls", "the budget of model calls is spent"},
    code_text{errc::budget_prompt_tokens, "budget_prompt_tokens", "the budget of prompt tokens is spent"},
    code_text{errc::budget_completion_tokens, "budget_completion_tokens", "the budget of completion tokens is spent"},
    code_text{errc::budget_time, "budget_time", "the time for this run is over"},
    code_text{errc::budget_rows, "budget_rows", "the budget of rows is spent"},
    code_text{errc::cancelled, "cancelled", "the run was cancelled"},
    code_text{errc::no_sql, "no_sql", "no SQL was found"},
    code_text{errc::no_result, "no_result", "a coroutine has no result"},
    code_text{errc::database_unreachable, "database_unreachable", "the database's server cannot be reached"},
    code_text{errc::database_timeout, "database_timeout", "the database's server did not answer in time"},
    code_text{errc::database_tls_failed, "database_tls_failed", "the connection to the database's server cannot be trusted"},
    code_text{errc::database_login_failed, "database_login_failed", "the database's server does not accept the role or its password"},
    code_text{errc::database_not_found, "database_not_found", "the server has no such database"},
    code_text{errc::database_busy, "database_busy", "the database's server takes no more connections"},
    code_text{errc::database_lost, "database_lost", "the connection to the database was lost"},
    code_text{errc::model_failed, "model_failed", "the model gave no answer"},
    code_text{errc::model_unreachable, "model_unreachable", "the model's server cannot be reached"},
    code_text{errc::model_timeout, "model_timeout", "the model's server did not answer in time"},
    code_text{errc::tls_failed, "tls_failed", "the connection to the model's server cannot be trusted"},
    code_text{errc::authentication_failed, "authentication_failed", "the model's server does not accept the key"},
    code_text{errc::model_not_found, "model_not_found", "the server does not have the model or the path"},
    code_text{errc::request_rejected, "request_rejected", "the model's server rejects the request"},
    code_text{errc::rate_limited, "rate_limited", "the model's server takes no more requests for now"},
    code_text{errc::server_failed, "server_failed", "the model's server failed"},
    code_text{errc::malformed_reply, "malformed_reply", "the reply of the model's server is not of its protocol"},
    code_text{errc::unknown_exchange, "unknown_exchange", "the recording has no such request"},
};

inline code_text const* find_text(int code) noexcept {
  for (auto const& t : code_texts)
    if (static_cast<int>(t.code) == code) return &t;
  return nullptr;
}

class t2s_category final : public std::error_category {
 public:
  [[nodiscard]] char const* name() const noexcept override { return "t2s"; }
  [[nodiscard]] std::string message(int code) const override {
    auto const* t = find_text(code);
    return t ? t->sentence : "unknown code " + std::to_string(code);
  }
};

}  // namespace detail

T2S_DECL std::error_category const& category() noexcept {
  static detail::t2s_category const instance;
  return instance;
}

T2S_DECL std::error_code make_error_code(errc code) noexcept { return {static_cast<int>(code), category()}; }

T2S_DECL std::string_view name_of(errc code) noexcept {
  auto const* t = detail::find_text(static_cast<int>(code));
  return t ? t->name : "unknown";
}

T2S_DECL std::string failure::text() const {
  std::string s = message.empty() ? make_error_code(code).message() : message;
  if (offset) s += " (at byte " + std::to_string(*offset) + ")";
  if (!remedy.empty()) s += "; " + remedy;
  return s;
}

}  // namespace t2s

#endif
