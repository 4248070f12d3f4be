// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_MEANT_AS_SQL_HPP
#define T2S_LLM_DETAIL_READING_MEANT_AS_SQL_HPP

#include "t2s/llm/detail/reading/blocks.hpp"

/// Whether a text that was read as SQL is meant as SQL. After SELECT, much of English is a statement too: "SELECT No change" has a column
/// and its alias. The tree and the names of the schema decide, not the words.
namespace t2s::llm::detail::reading_impl {

/// Whether a text that begins no statement is what a template has in the place of SQL: <your query>, {sql}, __SELECT__, YOUR_QUERY, `...`,
/// or a comment alone.
inline bool is_placeholder(std::string_view s) {
  s = text::trim(s);
  while (s.ends_with(';')) s = text::trim(s.substr(0, s.size() - 1));
  if (s.empty() || std::string_view("<[{$%_.").find(s.front()) != std::string_view::npos || s.starts_with("\u2026")) return true;
  auto const word = word_at(s, 0);
  if (word.size() == s.size() && word.find('_') != word.npos) return true;
  while (s.starts_with("--")) s = text::trim(s.substr(std::min(s.find('\n'), s.size())));
  return s.empty();
}

/// Whether a select without FROM computes something: no column can be resolved there, and a word such as NULL alone computes nothing.
inline bool computes_alone(sql::node const& select) {
  using sql::kind;
  bool names = false, literal_or_alias = false, computes = false, number = false;
  for (auto const* column : select[0].children()) names |= column->kind == kind::star;
  sql::visit(select, [&](sql::node const& n) {
    names |= n.kind == kind::column || n.kind == kind::parameter;
    literal_or_alias |= n.kind == kind::alias || n.kind == kind::null || n.kind == kind::string;
    number |= n.kind == kind::number;
    bool const inner = n.kind == kind::subquery || n.kind == kind::exists;
    computes |= inner || n.kind == kind::call || n.kind == kind::case_ || n.kind == kind::cast || n.kind == kind::now;
    return inner ? sql::walk::over : sql::walk::into;
  });
  return !names && (computes || (number && !literal_or_alias));
}

/// Whether a tree uses a table or a column of the schema.
inline bool uses_names_of(schema::database const& d, sql::node const& tree) {
  return !sql::visit(tree, [&d](sql::node const& n) {
    bool const known = (n.kind == sql::kind::table && d.find_table(n.name.view())) ||
                       (n.kind == sql::kind::column && !d.tables_with(n.name.view()).empty());
    return known ? sql::walk::stop : sql::walk::into;
  });
}

/// For SQL that parses. An unknown name does not suggest prose if FROM is in capitals: the database will report it. `full`: the prompt
/// asked for a whole statement, and a SELECT with a FROM, or in capitals, is one.
inline bool is_meant(sql::query const& q, schema::database const& d, bool full) {
  auto const& root = q.root();
  if (root.count == 0 || root[0].kind != sql::kind::select || (root.count > 1 && root[1].kind == sql::kind::select)) return true;
  auto const& select = root[0];
  auto const* from = select.find(sql::kind::from);
  if (!from) return computes_alone(select) || (full && q.text().substr(select.offset, 6) == "SELECT");
  auto before = q.text().substr(0, from->offset);
  before = before.substr(0, before.find_last_not_of(" \t\n\v\f\r(\"`[") + 1);
  return full || before.ends_with("FROM") || uses_names_of(d, root);
}

/// Whether the table after FROM or JOIN at `s[i]` is in the schema, with or without quotes and a schema name before it.
inline bool names_table(schema::database const& d, std::string_view s, std::size_t i) {
  while (true) {
    i = skip(" \t\n\v\f\r\"`[", s, i);
    auto const word = word_at(s, i);
    if (word.empty() || d.find_table(word)) return !word.empty();
    i = skip("\"`]", s, i + word.size());
    if (i >= s.size() || s[i] != '.') return false;
    ++i;
  }
}

/// Whether the text from the first FROM on is SQL.
inline bool ends_as_sql(std::string_view s, sql::options const& limits) {
  auto const from = s.find("FROM ");
  return from != s.npos && sql::parse("SELECT 1 " + std::string(s.substr(from)), limits);
}

/// For SQL that does not parse: it needs a FROM with a table of the schema, before the error or in capitals. With an unknown table it must
/// begin with SELECT itself, or be SQL from FROM on.
inline bool is_meant(std::string_view s, sql::syntax_error const& wrong, sql_reading_options const& options, bool begins_itself) {
  static constexpr std::array<std::string_view, 2> before_tables{"from", "join"};
  for (std::size_t i = 0; i < s.size();) {
    auto const word = word_at(s, i);
    auto const after = i + word.size();
    bool const capital = word == "FROM" || word == "JOIN";
    if (is_one_of(word, before_tables)) {
      bool const likely = capital || wrong.offset >= i;
      if (likely && (names_table(*options.names, s, after) || (begins_itself && skip_blanks(s, after) < s.size()))) return true;
    }
    i += std::max<std::size_t>(1, word.size());
  }
  return ends_as_sql(s, options.limits);
}

/// Whether a statement is unfinished: it ends in a string or where something has to follow.
inline bool breaks_off(std::string_view s, sql::syntax_error const& wrong) {
  if (wrong.found.empty()) return true;
  bool const quote = std::string_view("'\"`").find(s[wrong.offset]) != std::string_view::npos;
  return quote && s.find(s[wrong.offset], wrong.offset + 1) == s.npos;
}

/// Uses the schema and the other options; without a schema, only whether the statement is finished counts.
inline bool is_meant(std::string_view s, sql_reading_options const& options, bool begins_itself) {
  auto const* d = options.names && !options.names->tables().empty() ? options.names : nullptr;
  if (!d && options.may_break_off) return true;
  auto const p = sql::parse(s, options.limits);
  if (p) return !d || is_meant(*p, *d, !options.continues_select);
  if (!options.may_break_off && breaks_off(s, p.error())) return false;
  return !d || is_meant(s, p.error(), options, begins_itself);
}

}  // namespace t2s::llm::detail::reading_impl

#endif
