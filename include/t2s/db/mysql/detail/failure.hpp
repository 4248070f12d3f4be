// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_MYSQL_DETAIL_FAILURE_HPP
#define T2S_DB_MYSQL_DETAIL_FAILURE_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/mysql/detail/errors.hpp"
#include "t2s/sql/mysql.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A server's words about a statement as a failure with names and places, which the server gives in its message alone; the session has it
/// write English.
namespace t2s::db::detail {

/// What a server says of an error.
struct mysql_report {
  unsigned number = 0;
  std::string_view message{};
  std::string_view database{};  ///< of the connection, which is left out before names
};

inline constexpr std::size_t longest_mysql_message = 1000;

/// The names that stand in quotes in a message; `a`.`b` is one, as a.b.
inline std::vector<std::string> names_quoted_in(std::string_view message) {
  std::vector<std::string> found;
  bool goes_on = false;
  for (auto first = message.find_first_of("'`"); first != message.npos;) {
    auto const last = message.find(message[first], first + 1);
    if (last == message.npos) break;
    auto const name = message.substr(first + 1, last - first - 1);
    if (goes_on)
      found.back().append(".").append(name);
    else
      found.emplace_back(name);
    first = message.find_first_of("'`", last + 1);
    goes_on = message[last] == '`' && first == last + 2 && message[last + 1] == '.';
  }
  return found;
}

/// "FUNCTION shop.nothing does not exist": the word behind the first.
inline std::string_view second_word_of(std::string_view message) {
  auto const space = message.find(' ');
  if (space == message.npos) return {};
  auto const rest = message.substr(space + 1);
  return rest.substr(0, rest.find(' '));
}

/// What an error is about, as the server writes it.
inline std::string subject_in(mysql_report const& r) {
  static constexpr std::string_view what = " for ";  // ... command denied to user 'ada'@'%' for table 'line'
  auto const denied = r.number == 1142 || r.number == 1143 || r.number == 1370 ? r.message.find(what) : r.message.npos;
  auto names = names_quoted_in(denied == r.message.npos ? r.message : r.message.substr(denied));
  bool const is_function = r.number == 1305 || r.number == 1318;
  if (is_function && names.empty()) return std::string(second_word_of(r.message));
  if (names.empty()) return {};
  bool const names_the_last = r.number == 1055 || r.number == 1140;  // MySQL names the clause before the column
  return std::move(names_the_last ? names.back() : names.front());
}

/// Without the database of the connection before it.
inline std::string_view without_database(std::string_view name, std::string_view database) {
  bool const has = !database.empty() && name.size() > database.size() + 1 && name[database.size()] == '.' &&
                   text::same(name.substr(0, database.size()), database);
  return has ? name.substr(database.size() + 1) : name;
}

/// The names of a statement, and where they stand.
class mysql_names {
 public:
  explicit mysql_names(std::string const& sql) : sql_(sql) { sql::tokenize(sql, sql::mysql, tokens_); }

  /// The first place where such a name stands, "t.x" in parts, a part of a longer one last.
  [[nodiscard]] std::optional<std::size_t> place_of(std::string_view name) const {
    auto const parts = text::split(name, '.');
    std::optional<std::size_t> within;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!stand_at(i, parts)) continue;
      bool const is_whole = i == 0 || tokens_[i - 1].kind != sql::token_kind::dot;
      if (is_whole) return offset_of(tokens_[i]);
      if (!within) within = offset_of(tokens_[i]);
    }
    return within;
  }

  /// What stands at a byte, and whether a semicolon stands before it.
  [[nodiscard]] std::string_view token_at(std::size_t offset) const {
    auto const at = find(offset);
    return at == tokens_.end() || at->kind == sql::token_kind::end ? std::string_view() : at->view();
  }
  [[nodiscard]] bool is_behind_semicolon(std::size_t offset) const {
    auto const at = find(offset);
    return at != tokens_.begin() && at != tokens_.end() && at->kind != sql::token_kind::end && at[-1].kind == sql::token_kind::semicolon;
  }

 private:
  [[nodiscard]] std::size_t offset_of(sql::token const& t) const { return static_cast<std::size_t>(t.data - sql_.data()); }

  [[nodiscard]] std::vector<sql::token>::const_iterator find(std::size_t offset) const {
    return std::ranges::find_if(tokens_, [&](sql::token const& t) { return offset_of(t) >= offset; });
  }

  [[nodiscard]] bool stand_at(std::size_t i, std::vector<std::string_view> const& parts) const {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      auto const at = i + 2 * p;
      if (at >= tokens_.size() || (p > 0 && tokens_[at - 1].kind != sql::token_kind::dot)) return false;
      bool const is_word = tokens_[at].kind >= sql::token_kind::reserved && tokens_[at].kind != sql::token_kind::string;
      if (!is_word || !text::same(sql::content_of(tokens_[at]), parts[p])) return false;
    }
    return true;
  }

  std::string const& sql_;
  std::vector<sql::token> tokens_{};
};

/// Where a syntax error is: the server repeats some of the statement from there on, and says in which line.
/// "... near 'FRM t' at line 1"
inline std::optional<std::size_t> place_of_syntax_error(std::string_view message, std::string_view sql) {
  static constexpr std::string_view before = "near '", behind = "' at line ";
  auto const begin = message.find(before);
  auto const end = message.rfind(behind);
  if (begin == message.npos || end == message.npos || end < begin + before.size()) return {};
  auto const rest = message.substr(begin + before.size(), end - begin - before.size());
  if (rest.empty()) return sql.size();
  std::size_t line = 1;
  std::from_chars(message.data() + end + behind.size(), message.data() + message.size(), line);
  std::size_t from = 0;
  for (; line > 1 && sql.find('\n', from) != sql.npos; --line) from = sql.find('\n', from) + 1;
  if (sql.substr(from).ends_with(rest)) return sql.size() - rest.size();
  auto const found = sql.find(rest.ends_with("...") ? rest.substr(0, rest.size() - 3) : rest, from);
  return found == sql.npos ? std::optional<std::size_t>() : found;
}

/// A server's words about a statement.
inline failure mysql_failure(mysql_report const& r, std::string const& sql) {
  failure f{errc_of_number(r.number), text::cut(r.message, longest_mysql_message), {}, {}, {}};
  mysql_names const names(sql);
  if (f.code == errc::sql_syntax) {
    f.offset = place_of_syntax_error(r.message, sql);
    if (f.offset && names.is_behind_semicolon(*f.offset)) f.code = errc::several_statements;
    if (f.offset && *f.offset >= sql.size()) f.message = "syntax error at end of input";
    if (f.offset) f.subject = text::cut(names.token_at(*f.offset), longest_mysql_message / 2);
  } else if (f.code != errc::time_limit) {
    auto const subject = subject_in(r);
    auto const name = without_database(subject, r.database);
    f.offset = names.place_of(subject);
    if (!f.offset) f.offset = names.place_of(name);
    f.subject = text::cut(name, longest_mysql_message / 2);
  }
  if (r.number == 1317) f.remedy = "somebody has ended the statement on the server: try again";
  if (f.remedy.empty()) f.remedy = mysql_remedy_of(f.code);
  return f;
}

}  // namespace t2s::db::detail

#endif
