// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REPAIR_IMPL_RULES_SPACED_NAMES_HPP
#define T2S_REPAIR_IMPL_RULES_SPACED_NAMES_HPP

#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/repair/impl/statement.hpp"
#include "t2s/repair/impl/token_edits.hpp"

/// Names of the schema that are no one word and stand without quotes: `FROM Order Details`, `SELECT Unit Price`.
namespace t2s::repair {

/// A name of the schema, and its tokens.
struct long_name {
  std::string const* name{};
  std::vector<sql::token> tokens{};
};

/// Whether a name is of keywords alone, as `order by`: where it stands without quotes it is none.
inline bool is_of_keywords(std::vector<sql::token> const& tokens) {
  return t2s::detail::all_of(tokens,
                             [](sql::token const& t) { return text::is_letter(t.view().front()) && t.kind < sql::token_kind::name; });
}

/// Those of several tokens, the longest first.
inline std::vector<long_name> long_names(schema::database const& d) {
  std::vector<long_name> all;
  auto const add = [&](std::string const& name) {
    auto tokens = tokens_of(name, sql::dialect_of(d));
    if (tokens.size() > 1 && !is_of_keywords(tokens)) all.push_back({&name, std::move(tokens)});
  };
  for (auto const& t : d.tables()) {
    add(t.name);
    for (auto const& c : t.columns) add(c.name);
  }
  t2s::detail::sort(all, [](long_name const& a, long_name const& b) {
    return a.tokens.size() != b.tokens.size() ? a.tokens.size() > b.tokens.size() : *a.name < *b.name;
  });
  return all;
}

/// Whether the tokens of a name stand at a place, in any case.
inline bool stands_at(std::vector<sql::token> const& tokens, std::size_t at, long_name const& n) {
  if (tokens.size() - at < n.tokens.size()) return false;
  for (std::size_t i = 0; i < n.tokens.size(); ++i) {
    auto const& t = tokens[at + i];
    if (t.quoted != sql::quote::none || t.kind == sql::token_kind::string || !text::same(t.view(), n.tokens[i].view())) return false;
  }
  return true;
}

/// Quotes all of them, or the one in which a byte of the text lies.
inline std::string with_long_names_quoted(std::string const& text, schema::database const& d, std::size_t only) {
  auto const names = long_names(d);
  if (names.empty()) return text;
  auto const tokens = tokens_of(text, sql::dialect_of(d));
  std::vector<change> all;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const* found = t2s::detail::find_if(names, [&](long_name const& n) { return stands_at(tokens, i, n); });
    if (!found) continue;
    auto const& last = tokens[i + found->tokens.size() - 1];
    std::string_view const piece(tokens[i].data, static_cast<std::size_t>(last.data + last.size - tokens[i].data));
    auto const begin = static_cast<std::size_t>(piece.data() - text.data());
    if (only == text.npos || (only >= begin && only < begin + piece.size()))
      all.push_back({piece, schema::in_quotes(*found->name, d.sql_dialect())});
    i += found->tokens.size() - 1;
  }
  return changed(text, all);
}
inline std::string with_all_long_names_quoted(std::string const& text, schema::database const& d) {
  return with_long_names_quoted(text, d, text.npos);
}

/// A rule for a missing table or column: `Unit Price` reads as a column `Unit` that is called `Price`.
inline void propose_long_names(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  auto const text = std::string(s.query().text());
  if (!missing.what.offset) return;
  auto quoted = with_long_names_quoted(text, *known.schema, *missing.what.offset);
  if (quoted != text) into.push_back({repair_kind::draft, 0.02, std::move(quoted), "names of the schema with blanks are quoted"});
}

}  // namespace t2s::repair

#endif
