// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_DIRECTIVES_HPP
#define T2S_SQL_IMPL_DIRECTIVES_HPP

#include "t2s/core/text.hpp"
#include "t2s/sql/impl/keywords.hpp"
#include "t2s/sql/impl/state.hpp"

#include <algorithm>
#include <string_view>
#include <type_traits>

/// The vocabulary of the grammar: parsers of one token, looks ahead, directives that build nodes, and how they are combined.
///
/// Each is a type without data whose `parse(state&)` takes tokens and leaves nodes on the stack of the state, or returns false. It is a
/// plain function: parsers that are templates over their iterator, context and attribute, as those of Boost.Spirit, take several times as
/// long to compile. Each combination takes as many operands at once as there are.
namespace t2s::sql::detail {

template <class Dialect>
constexpr infix const& infix_of(token_kind k) noexcept {
  return Dialect::infixes.of[static_cast<std::size_t>(k)];
}

/// What every parser of the grammar is.
template <class Derived>
struct part {
  static constexpr bool is_part = true;

  template <class Function>
  constexpr auto operator[](Function) const;
};

template <class Parser>
concept is_part = Parser::is_part;

// ---- combinations: each as X3 has it

template <class... Parts>
struct sequence : part<sequence<Parts...>> {
  static bool parse(state& s) {
    auto const before = s.next;
    if ((Parts::parse(s) && ...)) return true;
    s.next = before;
    return false;
  }
};

template <class... Parts>
struct alternative : part<alternative<Parts...>> {
  static bool parse(state& s) { return (Parts::parse(s) || ...); }
};

template <class Part>
struct any_number : part<any_number<Part>> {
  static bool parse(state& s) {
    while (Part::parse(s)) {
    }
    return true;
  }
};

template <class Part>
struct optional : part<optional<Part>> {
  static bool parse(state& s) {
    Part::parse(s);
    return true;
  }
};

/// Takes no token.
template <class Part>
struct unless : part<unless<Part>> {
  static bool parse(state& s) {
    auto const before = s.next;
    bool const there = Part::parse(s);
    s.next = before;
    return !there;
  }
};

/// `Part`s with a `Separator` between.
template <class Part, class Separator>
struct list : part<list<Part, Separator>> {
  static bool parse(state& s) {
    if (!Part::parse(s)) return false;
    while (sequence<Separator, Part>::parse(s)) {
    }
    return true;
  }
};

/// A parser, and what is done with the token that it begins with.
template <class Part, class Function>
struct acting : part<acting<Part, Function>> {
  static bool parse(state& s) {
    token const& here = *s.next;
    if (!Part::parse(s)) return false;
    Function{}(s, here);
    return true;
  }
};

template <class Derived>
template <class Function>
constexpr auto part<Derived>::operator[](Function) const {
  return acting<Derived, Function>{};
}

template <template <class...> class Combination, class Left, class Right>
struct combined {
  using type = Combination<Left, Right>;
};
template <template <class...> class Combination, class... Lefts, class Right>
struct combined<Combination, Combination<Lefts...>, Right> {
  using type = Combination<Lefts..., Right>;
};

template <is_part Left, is_part Right>
constexpr auto operator>>(Left const&, Right const&) {
  return typename combined<sequence, Left, Right>::type{};
}
template <is_part Left, is_part Right>
constexpr auto operator|(Left const&, Right const&) {
  return typename combined<alternative, Left, Right>::type{};
}
template <is_part Left, is_part Right>
constexpr auto operator%(Left const&, Right const&) {
  return list<Left, Right>{};
}
template <is_part Part>
constexpr auto operator*(Part const&) {
  return any_number<Part>{};
}
template <is_part Part>
constexpr auto operator+(Part const&) {
  return sequence<Part, any_number<Part>>{};
}
template <is_part Part>
constexpr auto operator-(Part const&) {
  return optional<Part>{};
}
template <is_part Part>
constexpr auto operator!(Part const&) {
  return unless<Part>{};
}

// ---- one token

template <token_kind... Ks>
struct kind_parser : part<kind_parser<Ks...>> {
  static bool parse(state& s) {
    if (((s.next->kind == Ks) || ...)) return s.take();
    return s.wanted.recording && (s.fail(s.next, Ks) || ...);
  }
};

template <class Dialect, std::uint8_t Class>
struct class_parser : part<class_parser<Dialect, Class>> {
  static bool parse(state& s) { return in_class<Dialect>(*s.next, Class) ? s.take() : s.fail(s.next, "a name"); }
};

/// An operator between two operands that is one token.
template <class Dialect>
struct binary_parser : part<binary_parser<Dialect>> {
  static bool parse(state& s) { return infix_of<Dialect>(s.next->kind).meaning != op::none ? s.take() : s.fail(s.next, "an operator"); }
};

/// One token of any of the kinds.
template <token_kind... Ks>
inline constexpr kind_parser<Ks...> tok{};
template <class Dialect, std::uint8_t Class>
inline constexpr class_parser<Dialect, Class> name_in{};
template <class Dialect>
inline constexpr binary_parser<Dialect> binary_operator{};

/// A word as text, for literals as template arguments.
template <std::size_t N>
struct spelling {
  char text[N];
  constexpr spelling(char const (&from)[N]) { std::copy_n(from, N, text); }
  [[nodiscard]] constexpr std::string_view view() const noexcept { return {text, N - 1}; }
};

/// Whether a token is one of the words, whatever its kind: for words that mean something at few places. They are in capitals.
template <spelling... Ws>
bool is_word(token const& t) noexcept {
  bool const may_be = t.quoted == quote::none && t.kind >= token_kind::reserved;
  return may_be && ((t.size == Ws.view().size() && text::same(t.view(), Ws.view())) || ...);
}

template <spelling... Ws>
struct word_parser : part<word_parser<Ws...>> {
  static bool parse(state& s) {
    if (is_word<Ws...>(*s.next)) return s.take();
    return s.wanted.recording && (s.fail(s.next, Ws.view()) || ...);
  }
};
/// One of the words.
template <spelling... Ws>
inline constexpr word_parser<Ws...> spelled{};

// ---- looks ahead and tests: parsers that take no token

/// Asks `Test(state, cursor)`.
template <class Test>
struct test_parser : part<test_parser<Test>> {
  static bool parse(state& s) { return Test{}(s, s.next); }
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

/// The next token is one of the words and the one after it a bracket.
template <spelling... Ws>
inline constexpr auto call_of =
    when_true([](state&, cursor at) { return at->kind != token_kind::end && at[1].kind == token_kind::lparen && is_word<Ws...>(*at); });

/// The next token is of none of the kinds.
template <token_kind... Ks>
inline constexpr auto not_ahead = when_true([](state&, cursor at) { return ((at->kind != Ks) && ...); });

/// The next token, or the one after NOT, is of one of the kinds.
template <token_kind... Ks>
inline constexpr auto perhaps_negated = when_true([](state& s, cursor at) {
  bool const negated = at->kind == token_kind::not_;
  if (negated) ++at;
  return ((at->kind == Ks) || ...) || (negated && (s.fail(at, Ks) || ...));
});

/// Whether the operand just read is an operation that no operator of a level may follow, as in a = b = c.
template <class Dialect>
constexpr bool ends_before(node const& n, std::uint8_t l) noexcept {
  auto const& p = Dialect::infixes.levels;
  if (!p.is_single(l) || n.written != 0) return false;
  if (n.kind == kind::operation) return p.of(n.op) == l && n.op != op::is && n.op != op::is_not;  // IS NULL has no right operand
  return l == p.matching && (n.kind == kind::like || n.kind == kind::between);
}

/// An operator that belongs to the expression being read: it binds tightly enough.
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

/// The words before JOIN make sense together.
inline constexpr auto join_is_known = when_true([](state& s, cursor at) {
  auto const& join = *s.top;
  bool const inner = join.has(flag::inner) || join.has(flag::cross);
  bool const sided = join.has(flag::left) || join.has(flag::right) || join.has(flag::full);
  bool const known = !(inner && (sided || join.has(flag::outer))) && (sided || !join.has(flag::outer));
  return known || s.fail(at, "a known kind of join");
});

/// One more of the operator of the chain under construction.
template <class Dialect>
struct same_operator_parser : part<same_operator_parser<Dialect>> {
  static bool parse(state& s) {
    auto const meaning = s.top->op;
    return chains(meaning) && infix_of<Dialect>(s.next->kind).meaning == meaning && s.take();
  }
};
template <class Dialect>
inline constexpr same_operator_parser<Dialect> same_operator{};

// ---- rules

/// A parser that is defined elsewhere, so that rules can use one another: `Rule::definition()` is asked when it is needed.
template <class Rule>
struct inlined : part<Rule> {
  static bool parse(state& s) { return Rule::definition().parse(s); }
};

/// The same as a function of its own.
template <class Rule>
struct called : part<Rule> {
  [[gnu::noinline]] static bool parse(state& s) { return Rule::definition().parse(s); }
};

// ---- directives

/// Reads a part as often as `Ahead` says that one begins. One that begins and then fails is an error and no end: otherwise each operator
/// around would read it once more, twice as much with every bracket that it stands in.
template <class Ahead, class Part>
struct each_parser : part<each_parser<Ahead, Part>> {
  static bool parse(state& s) {
    while (Ahead::parse(s))
      if (!Part::parse(s)) return false;
    return true;
  }
};
template <class Ahead, class Part>
constexpr each_parser<Ahead, Part> each(Ahead, Part) {
  return {};
}

/// Reads `Then` where `Ahead` holds and `Else` elsewhere. A `Then` that fails is an error: unlike in `Ahead >> Then | Else`, nothing that
/// it has read is read again, which would double the time with every bracket.
template <class Ahead, class Then, class Else>
struct either_parser : part<either_parser<Ahead, Then, Else>> {
  static bool parse(state& s) { return Ahead::parse(s) ? Then::parse(s) : Else::parse(s); }
};
template <class Ahead, class Then, class Else>
constexpr either_parser<Ahead, Then, Else> either(Ahead, Then, Else) {
  return {};
}

/// Makes `directive[parser]` of a directive class template.
template <template <class> class Directive>
struct maker {
  template <class Subject>
  constexpr Directive<Subject> operator[](Subject) const {
    return {};
  }
};

/// A node of kind K whose children are what the subject leaves on the stack, and the `Taken` nodes that lay there before.
template <kind K, std::size_t Taken>
struct builds {
  template <class Subject>
  struct parser : part<parser<Subject>> {
    static bool parse(state& s) {
      auto** const mark = s.stack.end() - Taken;
      auto* const outer = s.top;
      auto* const made = s.make(K, *s.next);
      s.top = made;
      bool const ok = Subject::parse(s);
      s.top = outer;
      if (ok && s.close(made, mark)) return true;
      s.stack.cut(mark + Taken);
      return false;
    }
  };
};

template <kind K>
inline constexpr maker<builds<K, 0>::template parser> tree{};

/// The same around the node that was made last.
template <kind K>
inline constexpr maker<builds<K, 1>::template parser> wrap{};

/// Counts one level of nesting while the subject is read.
template <class Subject>
struct nesting : part<nesting<Subject>> {
  static bool parse(state& s) {
    if (s.depth > s.limits.max_nesting) {  // the statement itself is one more
      if (!s.too_deep) s.too_deep = s.next;
      return false;
    }
    ++s.depth;
    bool const ok = Subject::parse(s);
    --s.depth;
    return ok;
  }
};
inline constexpr maker<nesting> nested{};

/// Reads an expression whose operators bind at least as tightly as `Level::of(state)` says.
template <class Level>
struct at_level {
  template <class Subject>
  struct parser : part<parser<Subject>> {
    static bool parse(state& s) {
      auto const outer = std::exchange(s.level, Level::of(s));
      bool const ok = Subject::parse(s);
      s.level = outer;
      return ok;
    }
  };
};

template <std::uint8_t L>
struct level_constant {
  static constexpr std::uint8_t of(state&) noexcept { return L; }
};
template <std::uint8_t L>
inline constexpr maker<at_level<level_constant<L>>::template parser> from_level{};

/// The right operand of the operation under construction: what binds tighter than its operator.
template <class Dialect>
struct level_above {
  static std::uint8_t of(state& s) noexcept { return static_cast<std::uint8_t>(Dialect::infixes.levels.of(s.top->op) + 1); }
};
template <class Dialect>
inline constexpr maker<at_level<level_above<Dialect>>::template parser> tighter{};

/// What an expression is called when it is missing, instead of all that it could begin with.
template <class Subject>
struct expression_parser : part<expression_parser<Subject>> {
  static bool parse(state& s) {
    auto& wanted = s.wanted;
    if (!wanted.recording) [[likely]]
      return Subject::parse(s);
    auto const label = std::exchange(wanted.label, "an expression");
    auto const at = std::exchange(wanted.label_at, s.next);
    bool const ok = Subject::parse(s);
    wanted.label = label;
    wanted.label_at = at;
    return ok;
  }
};
inline constexpr maker<expression_parser> called_expression{};

// ---- actions

/// What is done with the state and a token: a function without data.
template <class Function>
struct action : Function {};
template <class Function>
action(Function) -> action<Function>;

/// Names the node under construction.
inline constexpr action names_it{[](state& s, token const& t) { s.top->name = s.content(t); }};

/// The name of the node under construction is its token, as it stands in the text.
inline constexpr action marks_it{[](state& s, token const& t) { s.top->name = {t.data, t.size, quote::none}; }};

/// Names the node under construction a second time: what was its name qualifies it.
inline constexpr action qualifies_it{[](state& s, token const& t) {
  s.top->qualifier = s.top->name;
  s.top->name = s.content(t);
}};

inline constexpr action sets_op{[](state& s, token const& t) { s.top->op = simple_op(t.kind); }};

/// The same for operations, which remember how their operator was written.
template <class Dialect>
inline constexpr action sets_binary_op{[](state& s, token const& t) {
  s.top->op = infix_of<Dialect>(t.kind).meaning;
  s.top->name = {t.data, t.size, quote::none};
}};

template <op O>
inline constexpr action sets_op_to{[](state& s, token const&) { s.top->op = O; }};

template <flag F>
inline constexpr action sets{[](state& s, token const&) { s.top->set(F); }};

template <kind K>
inline constexpr action becomes{[](state& s, token const&) { s.top->kind = K; }};

/// A node without children that the token names.
template <kind K>
inline constexpr action leaf{[](state& s, token const& t) {
  auto* const n = s.make(K, t);
  n->name = s.content(t);
  s.stack.push_back(n);
}};

inline constexpr action null_leaf{[](state& s, token const& t) { s.stack.push_back(s.make(kind::null, t)); }};
inline constexpr action star_leaf{[](state& s, token const& t) { s.stack.push_back(s.make(kind::star, t)); }};
inline constexpr action qualified_star_leaf{[](state& s, token const& t) {
  auto* const n = s.make(kind::star, t);
  n->qualifier = s.content(t);
  s.stack.push_back(n);
}};

/// One more part of the name of the column made last.
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

/// The name of the node under construction reaches to the end of this token.
inline constexpr action extends_name{[](state& s, token const& t) {
  auto& name = s.top->name;
  if (name.size == 0) name.data = t.data;
  name.size = static_cast<std::uint32_t>(t.data + t.size - name.data);
}};

/// The same for its qualifier.
inline constexpr action extends_qualifier{[](state& s, token const& t) {
  auto& q = s.top->qualifier;
  if (q.size == 0) q.data = t.data;
  q.size = static_cast<std::uint32_t>(t.data + t.size - q.data);
}};

/// Change the node under construction, without a token.
template <flag F>
inline constexpr auto sets_top = when_true([](state& s, cursor) { return s.top->set(F), true; });
template <op O>
inline constexpr auto sets_to = when_true([](state& s, cursor) { return s.top->op = O, true; });

/// Changes the node that was made last.
template <flag F>
inline constexpr auto flags_last = when_true([](state& s, cursor) { return s.stack.back()->set(F), true; });

}  // namespace t2s::sql::detail

#endif
