// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_DIRECTIVES_HPP
#define T2S_SQL_DETAIL_DIRECTIVES_HPP

#include "t2s/sql/detail/spirit.hpp"

#include <utility>

/// The directives of the grammars: they build nodes, count nesting and limit the operators of an expression.
namespace t2s::sql::detail {

/// Builds a node of a kind. Its children are the nodes that the subject leaves on the stack, and the `taken` nodes below them.
template <class Subject>
struct node_builder : directive<Subject, node_builder<Subject>> {
  constexpr node_builder(Subject const& of, kind k, std::size_t t) : directive<Subject, node_builder>(of), made_kind(k), taken(t) {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    auto& s = state_of(c);
    auto** const mark = s.stack.end() - taken;
    auto* const outer = s.top;
    auto* const made = s.make(made_kind, *first);
    s.top = made;
    bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
    s.top = outer;
    if (ok && s.close(made, mark)) return true;
    s.stack.cut(mark + taken);
    return false;
  }

  kind made_kind;
  std::size_t taken;
};

/// `builds{kind, taken}[parser]`.
struct builds {
  template <class Subject>
  constexpr auto operator[](Subject const& subject) const {
    return node_builder<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject), made_kind, taken);
  }

  kind made_kind;
  std::size_t taken;
};

template <kind K>
inline constexpr builds tree{K, 0};

/// The same around the last node.
template <kind K>
inline constexpr builds wrap{K, 1};

/// Counts one level of nesting while the subject is read.
template <class Subject>
struct nesting : directive<Subject, nesting<Subject>> {
  using directive<Subject, nesting>::directive;

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    auto& s = state_of(c);
    if (s.depth > s.limits.max_nesting) {  // the statement itself counts as one
      if (!s.too_deep) s.too_deep = first;
      return false;
    }
    ++s.depth;
    bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
    --s.depth;
    return ok;
  }
};
inline constexpr directive_of<nesting> nested{};

/// Reads an expression whose operators bind at least as tightly as a level.
template <class Subject>
struct level_setter : directive<Subject, level_setter<Subject>> {
  constexpr level_setter(Subject const& of, std::uint8_t l) : directive<Subject, level_setter>(of), level(l) {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    auto& s = state_of(c);
    auto const outer = std::exchange(s.level, level);
    bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
    s.level = outer;
    return ok;
  }

  std::uint8_t level;
};

/// `sets_level{level}[parser]`.
struct sets_level {
  template <class Subject>
  constexpr auto operator[](Subject const& subject) const {
    return level_setter<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject), level);
  }

  std::uint8_t level;
};
template <std::uint8_t L>
inline constexpr sets_level from_level{L};

/// The right operand of the operation under construction: an expression that binds tighter than its operator.
template <class Dialect>
struct tighter_than_top {
  template <class Subject>
  struct parser : directive<Subject, parser<Subject>> {
    using directive<Subject, parser>::directive;

    [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
      auto& s = state_of(c);
      auto const above = static_cast<std::uint8_t>(Dialect::infixes.levels.of(s.top->op) + 1);
      auto const outer = std::exchange(s.level, above);
      bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
      s.level = outer;
      return ok;
    }
  };
};
template <class Dialect>
inline constexpr directive_of<tighter_than_top<Dialect>::template parser> tighter{};

/// Names a missing expression in error messages, in place of all tokens that could begin one.
template <class Subject>
struct expression_parser : directive<Subject, expression_parser<Subject>> {
  using directive<Subject, expression_parser>::directive;

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    auto& wanted = state_of(c).wanted;
    if (!wanted.recording) [[likely]]
      return this->subject.parse(first, last, c, x3::unused, x3::unused);
    auto const label = std::exchange(wanted.label, "an expression");
    auto const at = std::exchange(wanted.label_at, first);
    bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
    wanted.label = label;
    wanted.label_at = at;
    return ok;
  }
};
inline constexpr directive_of<expression_parser> called_expression{};

// ---- commitment, which X3 has as an exception (`>`): a part that begins and then fails is an error, and nothing is read twice

/// Reads a part as often as `Ahead` says that one begins. A part that begins and then fails is an error and does not end the list:
/// otherwise each enclosing operator would read it again, twice as often with every bracket around it.
template <class Ahead, class Part>
struct each_parser : primitive<each_parser<Ahead, Part>> {
  constexpr each_parser(Ahead const& a, Part const& p) : ahead(a), part(p) {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    while (ahead.parse(first, last, c, x3::unused, x3::unused))
      if (!part.parse(first, last, c, x3::unused, x3::unused)) return false;
    return true;
  }

  Ahead ahead;
  Part part;
};
template <class Ahead, class Part>
constexpr each_parser<Ahead, Part> each(Ahead const& ahead, Part const& part) {
  return {ahead, part};
}

/// Reads `Then` if `Ahead` holds and `Else` otherwise. A `Then` that fails is an error: unlike in `Ahead >> Then | Else`, nothing is read
/// again, which would double the time with every bracket.
template <class Ahead, class Then, class Else>
struct either_parser : primitive<either_parser<Ahead, Then, Else>> {
  constexpr either_parser(Ahead const& a, Then const& t, Else const& e) : ahead(a), then(t), otherwise(e) {}

  [[gnu::always_inline]] bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    return ahead.parse(first, last, c, x3::unused, x3::unused) ? then.parse(first, last, c, x3::unused, x3::unused)
                                                               : otherwise.parse(first, last, c, x3::unused, x3::unused);
  }

  Ahead ahead;
  Then then;
  Else otherwise;
};
template <class Ahead, class Then, class Else>
constexpr either_parser<Ahead, Then, Else> either(Ahead const& ahead, Then const& then, Else const& otherwise) {
  return {ahead, then, otherwise};
}

}  // namespace t2s::sql::detail

#endif
