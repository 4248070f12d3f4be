// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_FAILURE_HPP
#define T2S_DB_POSTGRES_DETAIL_FAILURE_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/sql/postgres.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// PostgreSQL's errors as this library's failures. Decided by SQLSTATE and place alone: a server's messages may be in any language.
namespace t2s::db::detail {

/// What a server says of an error.
struct postgres_report {
  std::string_view state{};  ///< SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html
  std::string_view message{}, detail{}, hint{};
  std::size_t position = 0;  ///< in the text that was sent, in characters from 1; 0 if unknown
};

/// The first that the SQLSTATE begins with counts.
inline constexpr std::array<std::pair<std::string_view, errc>, 34> errcs_of_states{{
    {"42P01", errc::no_such_table},
    {"42703", errc::no_such_column},
    {"42702", errc::ambiguous_column},
    {"42P09", errc::ambiguous_column},  // two sources of the same alias
    {"42883", errc::no_such_function},
    {"42601", errc::sql_syntax},
    {"42602", errc::sql_syntax},  // a name in quotes that is empty
    {"42803", errc::misuse_of_aggregate},
    {"42P20", errc::misuse_of_aggregate},  // of a window function
    {"42501", errc::statement_denied},
    {"25006", errc::statement_denied},  // what writes, in a transaction that is read-only
    {"25001", errc::statement_denied},  // what cannot run in a transaction
    {"2F", errc::statement_denied},     // a function that writes where it may not
    {"40", errc::database_busy},        // given up for another session, as where a standby replays: not the statement's fault
    {"57014", errc::time_limit},
    {"54001", errc::statement_too_long},
    {"54011", errc::statement_too_long},
    {"54023", errc::statement_too_long},
    {"54", errc::size_limit},
    {"53100", errc::size_limit},
    {"53200", errc::size_limit},
    {"53400", errc::size_limit},
    {"53", errc::database_busy},
    {"57P03", errc::database_unreachable},
    {"57P04", errc::database_not_found},
    {"57P", errc::database_lost},
    {"08P01", errc::sql_failed},  // a parameter, $1, for which there is no value
    {"08001", errc::database_unreachable},
    {"08", errc::database_lost},
    {"28", errc::database_login_failed},
    {"3D", errc::database_not_found},
    {"XX001", errc::corrupt_database},
    {"XX002", errc::corrupt_database},
    {"", errc::sql_failed},
}};

inline errc errc_of_state(std::string_view state) {
  return std::ranges::find_if(errcs_of_states, [state](auto const& s) { return state.starts_with(s.first); })->second;
}

/// The byte at which a character begins, from 1; the end of the text for one behind it.
inline std::size_t byte_of_character(std::string_view text, std::size_t character) {
  std::size_t at = 0;
  for (; character > 1 && at < text.size(); --character) {
    ++at;
    while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

/// A name as PostgreSQL reads it.
inline std::string name_of_token(sql::token const& t) { return t.quoted == sql::quote::none ? text::lower(t.view()) : sql::content_of(t); }

/// What stands at a byte of a statement.
struct named_place {
  std::string text{};    ///< a name with what qualifies it, "t.x", or another token as written
  bool is_name = false;  ///< whether it is one
};

inline named_place place_in(std::string const& sql, std::size_t offset) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, sql::postgres, tokens);
  auto const is_here = [&](sql::token const& t) { return static_cast<std::size_t>(t.data - sql.data()) >= offset; };
  auto at = std::ranges::find_if(tokens, is_here);
  if (at == tokens.end() || at->kind == sql::token_kind::end) return {};
  auto const is_word = [](sql::token const& t) { return t.kind >= sql::token_kind::reserved && t.kind != sql::token_kind::string; };
  if (!is_word(*at)) return {std::string(at->view()), false};
  named_place found{name_of_token(*at), true};
  while (at[1].kind == sql::token_kind::dot && is_word(at[2])) {
    at += 2;
    found.text.append(".").append(name_of_token(*at));
  }
  return found;
}

/// The first name that stands in quotes in a message, as far as its language has these.
inline std::string quoted_in(std::string_view message) {
  auto const first = message.find('"');
  auto const last = first == message.npos ? first : message.find('"', first + 1);
  return last == message.npos ? std::string() : std::string(message.substr(first + 1, last - first - 1));
}

inline std::string_view remedy_of(errc code) {
  switch (code) {
    case errc::statement_denied: return "write a statement that only reads what the role may read: SELECT, VALUES or WITH";
    case errc::size_limit: return "ask for less";
    case errc::statement_too_long: return "write a simpler statement";
    case errc::database_busy: return "try again later, use fewer connections, or raise the server's max_connections";
    case errc::database_login_failed: return "check the role, its password and the server's pg_hba.conf";
    case errc::database_not_found: return "check the name of the database in the connection string";
    case errc::database_unreachable: return "check host and port, and whether the server runs and the network leads there";
    case errc::database_timeout: return "check host and port, or raise connect_time";
    case errc::database_tls_failed: return "check sslmode, sslrootcert and the server's certificate";
    case errc::database_lost: return "see the server's log for why it ended the connection";
    case errc::corrupt_database: return "see the server's log";
    default: return "";
  }
}

inline constexpr std::size_t longest_postgres_message = 1000;  // a syntax error repeats a token, which may have megabytes

/// What a server says of a statement, or of its connection. `sent` is the text that it got: `sql` from the byte `ahead` on.
inline failure postgres_failure(postgres_report const& report, std::string const& sql, std::string_view sent, std::size_t ahead) {
  failure f{errc_of_state(report.state), text::cut(report.message, longest_postgres_message), {}, {}, {}};
  f.remedy = text::cut(report.hint.empty() ? report.detail : report.hint, longest_postgres_message);
  if (report.position != 0) {
    auto const at = std::max(byte_of_character(sent, report.position), ahead) - ahead;
    f.offset = std::min(at, sql.size());
    auto place = place_in(sql, *f.offset);
    if (f.code == errc::no_such_function && !place.is_name) f.code = errc::sql_failed;  // an operator: the types are wrong
    if (f.code == errc::sql_syntax && at >= sql.size()) f.message = "syntax error at end of input";
    if (f.code == errc::sql_syntax && place.text == ";") f.code = errc::several_statements;
    f.subject = text::cut(place.text, longest_postgres_message / 2);
  } else if (is_about_statement(f.code) && f.code != errc::time_limit) {
    f.subject = text::cut(quoted_in(report.message), longest_postgres_message / 2);
  }
  if (f.remedy.empty()) f.remedy = remedy_of(f.code);
  return f;
}

/// The SQLSTATE in libpq's words about a connection that failed, which has them with PQERRORS_VERBOSE; the last host's counts.
/// "FATAL:  28P01: password authentication failed ..."
inline std::string_view state_in(std::string_view message) {
  static constexpr std::string_view before = ":  ";
  auto const is_digit = [](char c) { return text::is_digit(c) || text::is_upper(c); };
  for (auto at = message.rfind(before); at != message.npos && at != 0; at = message.rfind(before, at - 1)) {
    auto const state = message.substr(at + before.size(), 5);
    if (state.size() == 5 && std::ranges::all_of(state, is_digit) && message.substr(at + before.size() + 5, 2) == ": ") return state;
  }
  return {};
}

/// libpq's words on one line, without the place in PostgreSQL's sources.
inline std::string words_of(std::string_view message) {
  std::string s;
  for (auto const line : text::split(message, '\n'))
    if (auto const words = text::trim(line); !words.empty() && !words.starts_with("LOCATION:"))
      s.append(s.empty() ? "" : "; ").append(words);
  return text::cut(s, longest_postgres_message);
}

}  // namespace t2s::db::detail

#endif
