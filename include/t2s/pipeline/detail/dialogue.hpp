// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_DETAIL_DIALOGUE_HPP
#define T2S_PIPELINE_DETAIL_DIALOGUE_HPP

#include "t2s/core/detail/one_line.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/answer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace t2s {

namespace detail {

/// Whether no name, literal or block comment of a statement goes on to another line, and nothing in it steers what reads it: then no line
/// of it can pretend to be a part of a prompt.
[[nodiscard]] inline bool keeps_to_its_lines(std::string_view sql) {
  if (with_escapes(sql) != sql) return false;
  for (std::size_t at = sql.find_first_of("'\"`[/-"); at < sql.size(); at = sql.find_first_of("'\"`[/-", at)) {
    char const c = sql[at];
    bool const is_line_comment = sql.substr(at).starts_with("--"), is_block = sql.substr(at).starts_with("/*");
    std::string_view const close = is_line_comment ? "\n" : is_block ? "*/" : c == '[' ? "]" : sql.substr(at, 1);
    if ((c == '-' || c == '/') && !is_line_comment && !is_block) {
      ++at;
      continue;
    }
    auto const end = std::min(sql.find(close, at + (is_block ? 2 : 1)), sql.size());
    if (!is_line_comment && sql.substr(at, end - at).find('\n') != sql.npos) return false;
    at = end + close.size();
  }
  return true;
}

}  // namespace detail

/// The stored CREATE TABLE statement of a table, or an equivalent one, and a comment for each description and each added key.
[[nodiscard]] inline std::string stored_statement(schema::table const& t, sql::dialect d) {
  auto const is_broken = [](schema::column const& c) { return c.type.find('\n') != c.type.npos; };  // SQLite takes any words for a type
  if (t.ddl.empty() || !detail::keeps_to_its_lines(t.ddl) || std::ranges::any_of(t.columns, is_broken))
    return schema::create_statement(t, d);
  std::string s(text::trim(t.ddl));
  auto const describe = [&](std::string const& name, std::string const& what) {
    bool const stands_there = t.ddl.find(what) != t.ddl.npos;  // as a comment
    if (!what.empty() && !stands_there) s.append("\n").append(schema::comment(schema::sql_name(name, d).append(": ").append(what)));
  };
  describe(t.name, t.description);
  for (auto const& c : t.columns) describe(c.name, c.description);
  for (auto const& k : t.foreign_keys)
    if (k.added) s.append("\n").append(schema::comment(schema::key_clause(k, d)));
  return s;
}

/// The stored CREATE TABLE statements of all tables without views, separated by blank lines: DAIL-SQL's code representation.
[[nodiscard]] inline std::string code_representation(schema::database const& d) {
  std::string all;
  for (auto const& t : d.tables()) {
    if (t.is_view) continue;
    if (!all.empty()) all += "\n\n";
    all += stored_statement(t, d.sql_dialect());
  }
  return all;
}

/// A run's conversation with its model: a state for policies that continue each other's work. Generator and feedback list it in `states`.
struct dialogue {
  std::vector<llm::message> first{};   ///< the prompt of the first draft; empty if its generator keeps none
  std::vector<llm::message> round{};   ///< a feedback's message to the model about the SQL `about`, and the reply
  std::string about{};                 ///< the SQL of `round`
  std::vector<llm::message> latest{};  ///< the conversation that led to the latest SQL

  /// The prompt to continue: `first` or, without one, only the tables and the question.
  [[nodiscard]] std::vector<llm::message> opening(schema::database const& d, question const& asked) const {
    if (!first.empty()) return first;
    std::string prompt = "/* Given the following database schema: */\n";
    prompt.append(code_representation(d)).append("\n\n/* Answer the following: ").append(asked.clear).append(" */\nSELECT ");
    std::vector<llm::message> made;
    made.emplace_back(llm::role::user, std::move(prompt));
    return made;
  }
};

}  // namespace t2s

#endif
