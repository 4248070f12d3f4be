// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_OPERATORS_HPP
#define T2S_SQL_IMPL_OPERATORS_HPP

#include "t2s/sql/ast.hpp"

#include <array>

namespace t2s::sql::detail {

/// How tightly operators bind, loosest first, by the precedence table of https://sqlite.org/lang_expr.html.
namespace level {
enum : std::uint8_t { none, or_, and_, not_, equal, compare, escape, bit, add, multiply, concat, collate, prefix };
}

constexpr std::uint8_t level_of(op o) noexcept {
  if (o >= op::negate) return level::prefix;
  if (o >= op::concat) return level::concat;
  if (o >= op::mul) return level::multiply;
  if (o >= op::add) return level::add;
  if (o >= op::bit_and) return level::bit;
  if (o >= op::lt) return level::compare;
  if (o >= op::eq) return level::equal;
  return static_cast<std::uint8_t>(o);  // or_, and_, not_
}

/// Whether (a o b) o c is a flat list of three: these operators give the same however they are bracketed.
constexpr bool chains(op o) noexcept {
  return o == op::or_ || o == op::and_ || o == op::bit_and || o == op::bit_or || o == op::add || o == op::mul || o == op::concat;
}

/// What a token means between two operands: its operator, and the level at which it continues an expression (0: it does not).
struct infix {
  op meaning{};
  std::uint8_t level{};
};

constexpr auto make_infixes() {
  using enum token_kind;
  std::array<infix, token_kinds> table{};
  auto const binary = [&table](token_kind k, op o) { table[static_cast<std::size_t>(k)] = {o, level_of(o)}; };
  auto const other = [&table](token_kind k, std::uint8_t l) { table[static_cast<std::size_t>(k)] = {op::none, l}; };
  binary(or_, op::or_);
  binary(and_, op::and_);
  binary(eq, op::eq);
  binary(ne, op::ne);
  binary(lt, op::lt);
  binary(le, op::le);
  binary(gt, op::gt);
  binary(ge, op::ge);
  binary(token_kind::bit_and, op::bit_and);
  binary(token_kind::bit_or, op::bit_or);
  binary(shl, op::shl);
  binary(shr, op::shr);
  binary(plus, op::add);
  binary(minus, op::sub);
  binary(star, op::mul);
  binary(slash, op::div);
  binary(percent, op::mod);
  binary(concat, op::concat);
  binary(arrow, op::arrow);
  binary(long_arrow, op::long_arrow);
  other(not_, level::not_);  // NOT IN, NOT LIKE, ... and NOT NULL
  for (auto k : {is, isnull, notnull, between, in, like, glob, regexp, match}) other(k, level::equal);
  other(collate, level::collate);
  return table;
}

inline constexpr auto infixes = make_infixes();

constexpr infix const& infix_of(token_kind k) noexcept { return infixes[static_cast<std::size_t>(k)]; }

/// The operators that are written with one token, apart from those between operands.
constexpr op simple_op(token_kind k) noexcept {
  using enum token_kind;
  switch (k) {
    case not_: return op::not_;
    case minus: return op::negate;
    case plus: return op::plus;
    case tilde: return op::invert;
    case like: return op::like;
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
    default: return infix_of(k).meaning;
  }
}

}  // namespace t2s::sql::detail

#endif
