// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_DIRECTIVES_HPP
#define T2S_SQL_IMPL_DIRECTIVES_HPP

#include "t2s/sql/impl/spirit.hpp"

#include <utility>

/// The directives of the grammars: what builds nodes, counts nesting and says which operators an expression may have.
namespace t2s::sql::detail {

/// A node of kind K whose children are what the subject leaves on the stack, and the `Taken` nodes that lay there before.
template <kind K, std::size_t Taken>
struct builds {
  template <class Subject>
  struct parser : directive<Subject, parser<Subject>> {
    using directive<Subject, parser>::directive;

    bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
      auto& s = state_of(c);
      auto** const mark = s.stack.end() - Taken;
      auto* const outer = s.top;
      auto* const made = s.make(K, *first);
      s.top = made;
      bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
      s.top = outer;
      if (ok && s.close(made, mark)) return true;
      s.stack.cut(mark + Taken);
      return false;
    }
  };
};

template <kind K>
inline constexpr directive_of<builds<K, 0>::template parser> tree{};

/// The same around the node that was made last.
template <kind K>
inline constexpr directive_of<builds<K, 1>::template parser> wrap{};

/// Counts one level of nesting while the subject is read.
template <class Subject>
struct nesting : directive<Subject, nesting<Subject>> {
  using directive<Subject, nesting>::directive;

  bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
    auto& s = state_of(c);
    if (s.depth > s.limits.max_nesting) {  // the statement itself is one more
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

/// Reads an expression whose operators bind at least as tightly as `Level::of(state)` says.
template <class Level>
struct at_level {
  template <class Subject>
  struct parser : directive<Subject, parser<Subject>> {
    using directive<Subject, parser>::directive;

    bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
      auto& s = state_of(c);
      auto const outer = std::exchange(s.level, Level::of(s));
      bool const ok = this->subject.parse(first, last, c, x3::unused, x3::unused);
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
inline constexpr directive_of<at_level<level_constant<L>>::template parser> from_level{};

/// The right operand of the operation under construction: what binds tighter than its operator.
template <class Dialect>
struct level_above {
  static std::uint8_t of(state& s) noexcept { return static_cast<std::uint8_t>(Dialect::infixes.levels.of(s.top->op) + 1); }
};
template <class Dialect>
inline constexpr directive_of<at_level<level_above<Dialect>>::template parser> tighter{};

/// What an expression is called when it is missing, instead of all that it could begin with.
template <class Subject>
struct expression_parser : directive<Subject, expression_parser<Subject>> {
  using directive<Subject, expression_parser>::directive;

  bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
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

// ---- commitment, which X3 has as an exception (`>`): what begins and then fails is an error, and nothing is read twice

/// Reads a part as often as `Ahead` says that one begins. One that begins and then fails is an error and no end: otherwise each operator
/// around would read it once more, twice as much with every bracket that it stands in.
template <class Ahead, class Part>
struct each_parser : primitive<each_parser<Ahead, Part>> {
  constexpr each_parser(Ahead const& a, Part const& p) : ahead(a), part(p) {}

  bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
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

/// Reads `Then` where `Ahead` holds and `Else` elsewhere. A `Then` that fails is an error: unlike in `Ahead >> Then | Else`, nothing that
/// it has read is read again, which would double the time with every bracket.
template <class Ahead, class Then, class Else>
struct either_parser : primitive<either_parser<Ahead, Then, Else>> {
  constexpr either_parser(Ahead const& a, Then const& t, Else const& e) : ahead(a), then(t), otherwise(e) {}

  bool parse(cursor& first, cursor const& last, context const& c, x3::unused_type, x3::unused_type) const {
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
