// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_ACTIONS_HPP
#define T2S_SQL_DETAIL_ACTIONS_HPP

#include "t2s/sql/detail/primitives.hpp"

#include <utility>

/// The directives of the grammars that act on a token: when the subject has matched, they change the node under construction or the one
/// made last. They replace X3's semantic actions, whose iterator ranges take a fifth of the memory that a parser takes to compile.
namespace t2s::sql::detail {

/// Reads the subject, then calls `act(state, token)` with its last token.
template <class Subject, class Act>
struct acting_parser : directive<Subject, acting_parser<Subject, Act>> {
  constexpr acting_parser(Subject const& of, Act const& a) : directive<Subject, acting_parser>(of), act(a) {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    if (!this->subject.parse(first, last, c, x3::unused, x3::unused)) return false;
    act(state_of(c), first[-1]);
    return true;
  }

  Act act;
};

/// `act[parser]`.
template <class Act>
struct acts {
  template <class Subject>
  constexpr auto operator[](Subject const& subject) const {
    return acting_parser<typename x3::extension::as_parser<Subject>::value_type, Act>(x3::as_parser(subject),
                                                                                      static_cast<Act const&>(*this));
  }
};

/// Calls `does(state, token)`.
struct action : acts<action> {
  constexpr explicit action(void (*f)(state&, token const&)) : does(f) {}

  void operator()(state& s, token const& t) const { does(s, t); }

  void (*does)(state&, token const&);
};

/// Names the node under construction.
inline constexpr action names_it{[](state& s, token const& t) { s.top->name = s.content(t); }};

/// Names the node under construction by the token as written.
inline constexpr action marks_it{[](state& s, token const& t) { s.top->name = {t.data, t.size, quote::none}; }};

/// Renames the node under construction; its former name becomes the qualifier.
inline constexpr action qualifies_it{[](state& s, token const& t) {
  s.top->qualifier = s.top->name;
  s.top->name = s.content(t);
}};

inline constexpr action sets_op{[](state& s, token const& t) { s.top->op = simple_op(t.kind); }};

/// The same for operations, which keep the spelling of their operator.
template <class Dialect>
inline constexpr action sets_binary_op{[](state& s, token const& t) {
  s.top->op = infix_of<Dialect>(t.kind).meaning;
  s.top->name = {t.data, t.size, quote::none};
}};

/// Gives the node under construction an operator, independent of the token.
struct op_setter : acts<op_setter> {
  constexpr explicit op_setter(op o) : which(o) {}

  void operator()(state& s, token const&) const { s.top->op = which; }

  op which;
};
template <op O>
inline constexpr op_setter sets_op_to{O};

/// Sets a flag of the node under construction.
struct flag_setter : acts<flag_setter> {
  constexpr explicit flag_setter(flag f) : which(f) {}

  void operator()(state& s, token const&) const { s.top->set(which); }

  flag which;
};
template <flag F>
inline constexpr flag_setter sets{F};

/// The flag that has the name of the token: for a join, an order or a quantifier.
constexpr flag flag_of(token_kind k) noexcept {
  using enum token_kind;
  switch (k) {
    case distinct: return flag::distinct;
    case all: return flag::all;
    case asc: return flag::ascending;
    case desc: return flag::descending;
    case first: return flag::nulls_first;
    case last: return flag::nulls_last;
    case natural: return flag::natural;
    case left: return flag::left;
    case right: return flag::right;
    case full: return flag::full;
    case outer: return flag::outer;
    case inner: return flag::inner;
    case cross: return flag::cross;
    default: return {};
  }
}

/// Sets the flag that has the name of the token.
inline constexpr action flags_it{[](state& s, token const& t) { s.top->set(flag_of(t.kind)); }};

template <kind K>
inline constexpr action becomes{[](state& s, token const&) { s.top->kind = K; }};

/// Makes a node without children, named by the token.
struct leaf_maker : acts<leaf_maker> {
  constexpr explicit leaf_maker(kind k) : made(k) {}

  [[gnu::noinline]] void operator()(state& s, token const& t) const {
    auto* const n = s.make(made, t);
    n->name = s.content(t);
    s.stack.push_back(n);
  }

  kind made;
};
template <kind K>
inline constexpr leaf_maker leaf{K};

inline constexpr action null_leaf{[](state& s, token const& t) { s.stack.push_back(s.make(kind::null, t)); }};
inline constexpr action star_leaf{[](state& s, token const& t) { s.stack.push_back(s.make(kind::star, t)); }};
inline constexpr action qualified_star_leaf{[](state& s, token const& t) {
  auto* const n = s.make(kind::star, t);
  n->qualifier = s.content(t);
  s.stack.push_back(n);
}};

/// Adds a part to the name of the column made last.
inline constexpr action extends_column{[](state& s, token const& t) {
  auto* const column = s.stack.back();
  if (!column->qualifier.empty()) {
    if (column->count == 0) {
      auto* const schema = s.make(kind::name, t);
      schema->offset = column->offset;
      column->items = s.memory.room<node*>();
      column->items[0] = schema;
      column->count = 1;
      column->height = 2;
    }
    auto* const schema = column->items[0];
    schema->qualifier = std::exchange(schema->name, column->qualifier);
  }
  column->qualifier = column->name;
  column->name = s.content(t);
}};

inline constexpr action counts_brackets{[](state& s, token const&) {
  auto& written = s.stack.back()->written;
  if (written != 0xFF) ++written;
}};

inline constexpr action is_bare{[](state& s, token const&) { s.top->written = 1; }};

/// Extends the name of the node under construction to the end of this token.
inline constexpr action extends_name{[](state& s, token const& t) {
  auto& name = s.top->name;
  if (name.size == 0) name.data = t.data;
  name.size = static_cast<std::uint32_t>(t.data + t.size - name.data);
}};

/// The same for the qualifier.
inline constexpr action extends_qualifier{[](state& s, token const& t) {
  auto& q = s.top->qualifier;
  if (q.size == 0) q.data = t.data;
  q.size = static_cast<std::uint32_t>(t.data + t.size - q.data);
}};

/// Change the node under construction, without a token.
template <flag F>
inline constexpr auto sets_top = when_true([](state& s, cursor) { return s.top->set(F), true; });
template <op O>
inline constexpr auto sets_to = when_true([](state& s, cursor) {
  s.top->op = O;
  return true;
});

/// Changes the node that was made last.
template <flag F>
inline constexpr auto flags_last = when_true([](state& s, cursor) { return s.stack.back()->set(F), true; });

}  // namespace t2s::sql::detail

#endif
