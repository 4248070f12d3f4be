// SPDX-License-Identifier: BSL-1.0
// Adds a rule to a dialect: `x IS EMPTY` calls your function is_empty(x).
#include <iostream>
#include <string>

#include "t2s/sql/entities.hpp"
#include "t2s/sql/parse.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/rules.hpp"

using namespace t2s::sql;
using namespace t2s::sql::rules;

/// SQLite's rules with one more infix operator, which begins with IS.
struct team_rules : select_rules<team_rules, sqlite_dialect> {
  using base = select_rules<team_rules, sqlite_dialect>;

  static constexpr auto empty_ahead = when_true([](state&, cursor at) { return at->kind == token_kind::is && is_word<"EMPTY">(at[1]); });
  static constexpr action calls_is_empty{[](state& s, token const&) { s.top->name = {"is_empty", 8, quote::none}; }};
  static constexpr auto empty_part = wrap<kind::call>[tok<token_kind::is> >> calls_is_empty[spelled<"EMPTY">]];

  static constexpr auto infix_part_def = (empty_ahead >> empty_part) | base::infix_part_def;
};

int main() {
  std::string const sql = "SELECT name FROM cities WHERE name IS EMPTY OR population IS NULL";
  auto const ours = parse(sql, {.grammar = grammar_by<team_rules>});
  if (!ours) return std::cerr << to_string(ours.error()) << "\n", 1;
  std::cout << print(*ours) << "\n";
  for (auto const& column : entities_of(*ours).column_names()) std::cout << "ours uses " << column << "\n";

  // In SQLite's own grammar EMPTY is a column here.
  auto const others = parse(sql);
  for (auto const& column : entities_of(*others).column_names()) std::cout << "SQLite's uses " << column << "\n";
}
