// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_OPERATORS_HPP
#define T2S_SQL_DETAIL_OPERATORS_HPP

#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/sql/detail/ast.hpp"

#include <array>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace t2s::sql::detail {

inline constexpr std::size_t op_count = static_cast<std::size_t>(op::custom) + 1;

// clang-format off
inline constexpr std::array<std::string_view, op_count> op_texts{
    "", "OR", "AND", "NOT", "=", "!=", "IS", "IS NOT", "IS DISTINCT FROM", "IS NOT DISTINCT FROM", "LIKE", "GLOB", "REGEXP", "MATCH",
    "<", "<=", ">", ">=", "&", "|", "<<", ">>", "+", "-", "*", "/", "%", "||", "->", "->>", "-", "+", "~", "UNION", "UNION ALL",
    "INTERSECT", "EXCEPT", "ROWS", "RANGE", "GROUPS", "UNBOUNDED PRECEDING", "PRECEDING", "CURRENT ROW", "FOLLOWING",
    "UNBOUNDED FOLLOWING", "INTERSECT ALL", "EXCEPT ALL", "UNION BY NAME", "UNION ALL BY NAME", "ILIKE", "SIMILAR TO", "DIV", "<=>", "^", "^", "XOR", "AT TIME ZONE", ""};
// clang-format on

constexpr std::string_view text_of(op o) noexcept { return op_texts[static_cast<std::size_t>(o)]; }

/// How tightly operators bind, loosest first. Each dialect assigns its operators to these levels; none uses all of them.
namespace level {
enum : std::uint8_t {
  none,
  or_,
  xor_,
  and_,
  not_,
  is,
  equal,
  compare,
  matching,
  custom,
  bit_or,
  bit,
  shift,
  add,
  multiply,
  power,
  concat,
  zone,
  collate,
  prefix,
  tight_collate,
  path,
  atom
};
}

/// The precedences of a dialect.
struct precedence {
  std::array<std::uint8_t, op_count> levels{};
  std::uint8_t matching = level::equal;  ///< LIKE, BETWEEN and IN
  std::uint8_t collate = level::collate;
  std::uint8_t first_single = level::atom;  ///< the first level of operators that cannot be chained (a = b = c is an error)
  std::uint8_t last_single = level::none;   ///< the last such level

  constexpr void put(std::uint8_t l, std::initializer_list<op> which) {
    for (auto const o : which) levels[static_cast<std::size_t>(o)] = l;
  }
  [[nodiscard]] constexpr std::uint8_t of(op o) const noexcept { return levels[static_cast<std::size_t>(o)]; }
  [[nodiscard]] constexpr bool is_single(std::uint8_t l) const noexcept { return l >= first_single && l <= last_single; }
};

/// The levels that all dialects share.
constexpr precedence common_precedence() {
  precedence p;
  p.put(level::or_, {op::or_});
  p.put(level::xor_, {op::xor_});
  p.put(level::and_, {op::and_});
  p.put(level::not_, {op::not_});
  p.put(level::add, {op::add, op::sub});
  p.put(level::multiply, {op::mul, op::div, op::mod, op::int_div});
  p.put(level::power, {op::power, op::bit_xor});
  p.put(level::zone, {op::at_time_zone});
  p.put(level::prefix, {op::negate, op::plus, op::invert});
  p.put(level::custom, {op::custom});
  return p;
}

/// https://sqlite.org/lang_expr.html
constexpr precedence sqlite_precedence() {
  auto p = common_precedence();
  p.put(level::equal,
        {op::eq, op::ne, op::is, op::is_not, op::is_distinct, op::is_not_distinct, op::like, op::glob, op::regexp, op::match});
  p.put(level::compare, {op::lt, op::le, op::gt, op::ge});
  p.put(level::bit, {op::bit_and, op::bit_or, op::shl, op::shr});
  p.put(level::concat, {op::concat, op::arrow, op::long_arrow});
  return p;
}

/// The table of https://www.postgresql.org/docs/current/sql-syntax-lexical.html
constexpr precedence postgres_precedence() {
  auto p = common_precedence();
  p.put(level::is, {op::is, op::is_not, op::is_distinct, op::is_not_distinct});
  p.put(level::compare, {op::eq, op::ne, op::lt, op::le, op::gt, op::ge});
  p.put(level::matching, {op::like, op::ilike, op::similar});
  p.put(level::custom, {op::bit_and, op::bit_or, op::shl, op::shr, op::concat, op::arrow, op::long_arrow, op::invert});
  p.matching = level::matching;
  p.first_single = level::is;
  p.last_single = level::matching;
  return p;
}

/// PostgreSQL's. The arrow of lambdas and JSON paths binds looser than OR: it takes the level that others have for OR, and OR the next one.
/// https://github.com/duckdb/duckdb/blob/main/third_party/libpg_query/grammar/grammar.y
constexpr precedence duckdb_precedence() {
  auto p = postgres_precedence();
  p.put(level::or_, {op::arrow});
  p.put(level::xor_, {op::or_});
  p.put(level::matching, {op::glob});
  return p;
}

/// The table of https://dev.mysql.com/doc/refman/8.0/en/operator-precedence.html, except that LIKE, BETWEEN and IN bind a little tighter
/// than the comparisons, as in its grammar.
constexpr precedence mysql_precedence() {
  auto p = common_precedence();
  p.put(level::compare, {op::eq, op::ne, op::lt, op::le, op::gt, op::ge, op::null_safe, op::is, op::is_not});
  p.put(level::matching, {op::like, op::regexp, op::custom});
  p.put(level::bit_or, {op::bit_or});
  p.put(level::bit, {op::bit_and});
  p.put(level::shift, {op::shl, op::shr});
  p.put(level::path, {op::arrow, op::long_arrow});
  p.matching = level::matching;
  p.collate = level::tight_collate;
  p.first_single = p.last_single = level::matching;
  return p;
}

inline constexpr std::array precedences{sqlite_precedence(), postgres_precedence(), mysql_precedence(), duckdb_precedence()};

constexpr precedence const& precedence_of(dialect d) noexcept { return precedences[static_cast<std::size_t>(d)]; }

/// Whether (a o b) o c is a flat list of three: the result of these operators does not depend on the brackets.
constexpr bool chains(op o) noexcept {
  return o == op::or_ || o == op::and_ || o == op::bit_and || o == op::bit_or || o == op::add || o == op::mul || o == op::concat;
}

/// A token between two operands: its operator, and the level at which it continues an expression (0: it does not).
struct infix {
  op meaning{};
  std::uint8_t level{};
};

/// The infix operators of a dialect, by kind of token.
struct infix_table {
  precedence levels{};
  std::array<infix, token_kinds> of{};

  constexpr explicit infix_table(precedence const& p) : levels(p) {
    using enum token_kind;
    constexpr token_kind tokens[] = {or_, and_, eq,   ne,    lt,   le,    gt,      ge,    token_kind::bit_and, token_kind::bit_or,
                                     shl, shr,  plus, minus, star, slash, percent, arrow, long_arrow};
    constexpr op meanings[] = {op::or_, op::and_, op::eq,  op::ne,  op::lt,  op::le,  op::gt,  op::ge,    op::bit_and,   op::bit_or,
                               op::shl, op::shr,  op::add, op::sub, op::mul, op::div, op::mod, op::arrow, op::long_arrow};
    for (std::size_t i = 0; i < std::size(tokens); ++i) binary(tokens[i], meanings[i]);
    other(not_, level::not_);  // NOT IN, NOT LIKE, ... and NOT NULL
    other(is, p.of(op::is));
    for (auto k : {between, in, like}) other(k, p.matching);
    other(collate, p.collate);
  }

  constexpr void binary(token_kind k, op o) { of[static_cast<std::size_t>(k)] = {o, levels.of(o)}; }
  constexpr void other(token_kind k, std::uint8_t l) { of[static_cast<std::size_t>(k)] = {op::none, l}; }
};

/// The operators that are one token, except those between operands.
constexpr op simple_op(token_kind k) noexcept {
  using enum token_kind;
  switch (k) {
    case not_:
    case bang: return op::not_;
    case minus: return op::negate;
    case plus: return op::plus;
    case tilde: return op::invert;
    case custom: return op::custom;
    case like: return op::like;
    case ilike: return op::ilike;
    case similar: return op::similar;
    case glob: return op::glob;
    case regexp: return op::regexp;
    case match: return op::match;
    case union_: return op::union_;
    case all: return op::union_all;
    case intersect: return op::intersect;
    case except: return op::except;
    case rows: return op::rows;
    case range: return op::range;
    case groups: return op::groups;
    case preceding: return op::preceding;
    case following: return op::following;
    case row: return op::current_row;
    default: return op::none;
  }
}

}  // namespace t2s::sql::detail

#endif
