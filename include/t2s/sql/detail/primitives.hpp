// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_PRIMITIVES_HPP
#define T2S_SQL_DETAIL_PRIMITIVES_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/keywords.hpp"
#include "t2s/sql/detail/spirit.hpp"

#include <algorithm>
#include <concepts>
#include <string_view>

/// The primitive parsers of the grammars: each reads one token or looks ahead.
namespace t2s::sql::detail {

template <class Dialect>
constexpr infix const& infix_of(token_kind k) noexcept {
  return Dialect::infixes.of[static_cast<std::size_t>(k)];
}

// ---- one token

[[gnu::always_inline]] inline bool consume(cursor& first) {
  ++first;
  return true;
}

template <std::size_t N>
struct kind_parser : primitive<kind_parser<N>> {
  template <class... Ks>
    requires(sizeof...(Ks) == N && (std::same_as<Ks, token_kind> && ...))
  constexpr explicit kind_parser(Ks... ks) : kinds{ks...} {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const&, context const& c, x3::unused_type, x3::unused_type) const {
    for (auto const k : kinds)
      if (first->kind == k) return consume(first);
    return state_of(c).fail(first, kinds, N);
  }

  token_kind kinds[N];
};

template <class Dialect>
struct class_parser : primitive<class_parser<Dialect>> {
  constexpr explicit class_parser(std::uint8_t c) : name_class(c) {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const&, context const& c, x3::unused_type, x3::unused_type) const {
    if (in_class<Dialect>(*first, name_class)) return consume(first);
    return state_of(c).fail(first, "a name");
  }

  std::uint8_t name_class;
};

/// An operator between two operands, of one token.
template <class Dialect>
struct binary_operator_parser : primitive<binary_operator_parser<Dialect>> {
  bool parse(cursor& first, cursor const&, context const& c, x3::unused_type, x3::unused_type) const {
    if (infix_of<Dialect>(first->kind).meaning != op::none) return consume(first);
    return state_of(c).fail(first, "an operator");
  }
};

/// One token of any of the kinds.
template <token_kind... Ks>
inline constexpr kind_parser<sizeof...(Ks)> tok{Ks...};
template <class Dialect, std::uint8_t Class>
inline constexpr class_parser<Dialect> name_in{Class};
template <class Dialect>
inline constexpr binary_operator_parser<Dialect> binary_operator{};

/// A string literal as a template argument.
template <std::size_t N>
struct spelling {
  char text[N];
  constexpr spelling(char const (&from)[N]) { std::copy_n(from, N, text); }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, N - 1}; }
};

/// Whether a token is one of the words, of any kind: for words with a meaning in few positions. The words are in capitals.
template <spelling... Ws>
bool is_word(token const& t) noexcept {
  bool const may_be = t.quoted == quote::none && t.kind >= token_kind::reserved;
  return may_be && ((t.size == Ws.view().size() && text::same(t.view(), Ws.view())) || ...);
}

template <spelling... Ws>
struct word_parser : primitive<word_parser<Ws...>> {
  bool parse(cursor& first, cursor const&, context const& c, x3::unused_type, x3::unused_type) const {
    if (is_word<Ws...>(*first)) return consume(first);
    auto& s = state_of(c);
    return s.wanted.recording && (s.fail(first, Ws.view()) || ...);
  }
};
/// One of the words.
template <spelling... Ws>
inline constexpr word_parser<Ws...> spelled{};

/// Reads another operator of the chain under construction.
template <class Dialect>
struct same_operator_parser : primitive<same_operator_parser<Dialect>> {
  bool parse(cursor& first, cursor const&, context const& c, x3::unused_type, x3::unused_type) const {
    auto const meaning = state_of(c).top->op;
    if (!chains(meaning) || infix_of<Dialect>(first->kind).meaning != meaning) return false;
    return consume(first);
  }
};
template <class Dialect>
inline constexpr same_operator_parser<Dialect> same_operator{};

// ---- look-ahead and tests: parsers that consume no token

/// Asks `Test(state, cursor)`. Unlike X3's eps, it sees the next tokens.
template <class Test>
struct test_parser : primitive<test_parser<Test>> {
  [[gnu::always_inline]] bool parse(cursor& first, cursor const&, context const& c, x3::unused_type, x3::unused_type) const {
    return Test{}(state_of(c), first);
  }
};

template <class Test>
constexpr test_parser<Test> when_true(Test) {
  return {};
}

template <class Dialect, std::uint8_t Class>
inline constexpr auto ahead = when_true([](state&, cursor at) { return in_class<Dialect>(*at, Class); });

/// The token after the next is of a kind.
template <token_kind K>
inline constexpr auto second_is = when_true([](state&, cursor at) { return at->kind != token_kind::end && at[1].kind == K; });

/// The next token is one of the words.
template <spelling... Ws>
inline constexpr auto word_ahead = when_true([](state&, cursor at) { return is_word<Ws...>(*at); });

/// The next token is one of the words, followed by a bracket.
template <spelling... Ws>
inline constexpr auto call_of =
    when_true([](state&, cursor at) { return at->kind != token_kind::end && at[1].kind == token_kind::lparen && is_word<Ws...>(*at); });

/// The next token is of another kind.
template <token_kind... Ks>
inline constexpr auto not_ahead = when_true([](state&, cursor at) { return ((at->kind != Ks) && ...); });

/// The next token, or the one after NOT, is of one of the kinds.
template <token_kind... Ks>
inline constexpr auto perhaps_negated = when_true([](state& s, cursor at) {
  bool const negated = at->kind == token_kind::not_;
  if (negated) ++at;
  constexpr token_kind kinds[]{Ks...};
  return ((at->kind == Ks) || ...) || (negated && s.fail(at, kinds, sizeof...(Ks)));
});

/// Whether the last operand is an operation that no operator of its level may follow, as in a = b = c.
template <class Dialect>
constexpr bool ends_before(node const& n, std::uint8_t l) noexcept {
  auto const& p = Dialect::infixes.levels;
  if (!p.is_single(l) || n.written != 0) return false;
  if (n.kind == kind::operation) return p.of(n.op) == l && n.op != op::is && n.op != op::is_not;  // IS NULL has no right operand
  return l == p.matching && (n.kind == kind::like || n.kind == kind::between);
}

/// An operator of the expression being read: it binds tightly enough.
template <class Dialect>
inline constexpr auto infix_ahead = when_true([](state& s, cursor at) {
  auto const l = infix_of<Dialect>(at->kind).level;
  return (l >= s.level && !ends_before<Dialect>(*s.stack.back(), l)) || s.fail(at, "an operator");
});

inline constexpr auto after_select = when_true([](state& s, cursor) { return s.stack.back()->kind == kind::select; });

inline constexpr auto after_plain_table = when_true([](state& s, cursor) {
  auto const* n = s.stack.back();
  if (n->kind == kind::alias) n = n->items[0];
  return n->kind == kind::table && n->count == 0;
});

/// Whether the words before JOIN form a known join.
inline constexpr auto join_is_known = when_true([](state& s, cursor at) {
  auto const& join = *s.top;
  bool const inner = join.has(flag::inner) || join.has(flag::cross);
  bool const sided = join.has(flag::left) || join.has(flag::right) || join.has(flag::full);
  bool const known = !(inner && (sided || join.has(flag::outer))) && (sided || !join.has(flag::outer));
  return known || s.fail(at, "a known kind of join");
});

}  // namespace t2s::sql::detail

#endif
