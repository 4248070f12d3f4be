// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_RULES_HPP
#define T2S_SQL_RULES_HPP

#include "t2s/sql/parse.hpp"  // first: without separate compilation its bodies include the rest

#include "t2s/sql/detail/lexer.hpp"
#include "t2s/sql/detail/standard.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// The rules of the grammars and their parts, for your own dialect: derive from `select_rules` (SQLite's) or `standard_rules` (what the
/// other dialects share; it needs at least `static constexpr auto limit_part_def = limit_clause;`, as SQLite's), and redefine any rule as
/// `NAME_def`, in the notation of Boost.Spirit X3 over tokens. Names of rules may change with a minor version.
///
/// You can redefine rules by parts of the base (`detail/grammar.hpp`, `detail/standard.hpp`), add operands by `operand_def`, and infixes
/// whose first token is in the infix table, such as `IS`, `NOT`, `MATCH` or `->`. You cannot add kinds of nodes or tokens, recurse except
/// by `expression` and `query`, or derive from the rules of PostgreSQL, MySQL or DuckDB. `s.top` is the node under construction; its name
/// must live as long as the query.
///
/// - A directive that acts on a token encloses a parser of one token: `names_it[any_name] | names_it[tok<string>]`.
/// - X3 restores only the position of the tokens: first look ahead, then act. A part that fails after it took tokens is read again, which
///   in brackets doubles the time with each level: commit with `either(ahead, then, otherwise)` or `each(ahead, part)`.
/// - A part that may contain itself counts it with `nested[...]`.
/// - Look at `at[1]` only if `at[0]` is not the `end`.
namespace t2s::sql::rules {

using detail::action, detail::leaf, detail::names_it, detail::sets, detail::sets_op;                 // actions on a token
using detail::select_rules, detail::standard_rules, detail::sqlite_dialect, detail::sqlite_lexer;    // the parts of a dialect
using detail::state, detail::cursor;                                                                 // arguments of tests and actions
using detail::tok, detail::name_in, detail::spelled, detail::is_word;                                // parsers of one token
using detail::tree, detail::wrap, detail::nested, detail::from_level, detail::each, detail::either;  // directives
using detail::when_true, detail::ahead, detail::word_ahead, detail::second_is, detail::not_ahead;    // look-ahead
namespace names = detail::names;
namespace level = detail::level;

/// How text is read by rules: what `grammar_by` points to.
template <class Rules, class Lexer>
inline constexpr detail::dialect_reader reader_by{&detail::lex<Lexer>, [](state& s) { return detail::read_by(Rules::statement, s); }};

/// The grammar of rules, for `options::grammar`. Parsing with it has the guarantees of `parse`, provided that no rule of yours reads a
/// token twice.
template <class Rules, class Dialect = sqlite_dialect, class Lexer = sqlite_lexer>
inline constexpr grammar grammar_by{Dialect::id, &reader_by<Rules, Lexer>};

}  // namespace t2s::sql::rules

#endif
