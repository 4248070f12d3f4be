// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_NAME_AT_HPP
#define T2S_DB_DETAIL_NAME_AT_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What stands where an engine finds something wrong.
namespace t2s::db::detail {

/// The name that begins at a byte, with what qualifies it, "t.x"; of anything else the token as it is written.
inline std::string name_at(std::string const& sql, sql::grammar const& dialect, std::size_t offset) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  auto const is_here = [&](sql::token const& t) { return static_cast<std::size_t>(t.data - sql.data()) >= offset; };
  auto at = std::ranges::find_if(tokens, is_here);
  if (at == tokens.end() || at->kind == sql::token_kind::end) return {};
  if (!sql::is_name(*at)) return std::string(at->view());
  auto found = sql::content_of(*at);
  for (; at[1].kind == sql::token_kind::dot && sql::is_name(at[2]); at += 2) found.append(".").append(sql::content_of(at[2]));
  return found;
}

/// Where the semicolons begin that may stand behind a query, and what comments stand behind these.
inline std::size_t end_of_query(std::string const& sql, sql::grammar const& dialect) {
  auto end = sql.size();
  if (sql.find(';') == sql.npos) return end;
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  for (auto i = tokens.size() - 1; i > 0 && tokens[i - 1].kind == sql::token_kind::semicolon; --i)
    end = static_cast<std::size_t>(tokens[i - 1].data - sql.data());
  return end;
}

/// Makes spaces of the semicolons before a query, so that places in it stay.
inline void blank_semicolons_before(std::string& sql, sql::grammar const& dialect) {
  if (sql.find(';') == sql.npos) return;
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  for (auto t = tokens.begin(); t->kind == sql::token_kind::semicolon; ++t) sql[static_cast<std::size_t>(t->data - sql.data())] = ' ';
}

/// Where a name first stands in a statement, whatever its case.
inline std::optional<std::size_t> place_of_name(std::string const& sql, sql::grammar const& dialect, std::string_view name) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  auto const is_it = [&](sql::token const& t) { return sql::is_name(t) && text::same(sql::content_of(t), name); };
  auto const found = std::ranges::find_if(tokens, is_it);
  if (found == tokens.end()) return {};
  return static_cast<std::size_t>(found->data - sql.data());
}

}  // namespace t2s::db::detail

#endif
