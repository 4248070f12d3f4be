// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_SPIRIT_HPP
#define T2S_SQL_DETAIL_SPIRIT_HPP

#include "t2s/sql/detail/state.hpp"

// X3 uses typeid for the names of rules without one, which ours all have, and of parsers in messages, which we have none of.
#if !defined(__cpp_rtti) && !defined(BOOST_SPIRIT_X3_NO_RTTI)
#define BOOST_SPIRIT_X3_NO_RTTI
#endif

// Headers that the other X3 headers need and do not include; x3/core.hpp would add Boost.Range too.
#include <boost/spirit/home/x3/support/traits/container_traits.hpp>
#include <boost/spirit/home/x3/support/traits/is_variant.hpp>
#include <boost/spirit/home/x3/support/traits/tuple_traits.hpp>

#include <boost/spirit/home/x3/core/parser.hpp>
#include <boost/spirit/home/x3/directive/with.hpp>
#include <boost/spirit/home/x3/nonterminal/rule.hpp>
#include <boost/spirit/home/x3/operator/alternative.hpp>
#include <boost/spirit/home/x3/operator/kleene.hpp>
#include <boost/spirit/home/x3/operator/list.hpp>
#include <boost/spirit/home/x3/operator/not_predicate.hpp>
#include <boost/spirit/home/x3/operator/optional.hpp>
#include <boost/spirit/home/x3/operator/plus.hpp>
#include <boost/spirit/home/x3/operator/sequence.hpp>

#if defined(BOOST_SPIRIT_X3_THROW_EXPECTATION_FAILURE) && !BOOST_SPIRIT_X3_THROW_EXPECTATION_FAILURE
#error \
    "t2s's grammars need X3 as it is by default: leave BOOST_SPIRIT_X3_THROW_EXPECTATION_FAILURE out where t2s/sql/parse.hpp is included, or compile t2s separately (docs/packaging.md)"
#endif

/// The part of Boost.Spirit X3 that the grammars use. They parse tokens, with the state of the parse in the context.
namespace t2s::sql::detail {

namespace x3 = boost::spirit::x3;

/// The only context in which rules are read, so that each parser is instantiated once.
using context = x3::context<state, state>;

template <class Context>
state& state_of(Context const& c) {
  return x3::get<state>(c);
}

/// Base of our parsers. None has an attribute, since nodes are on the stack of the state.
///
/// Two things keep X3's templates few and their machine code fast. What a parser looks for or makes is data, not a template argument, as
/// with X3's own `lit`, so rules that differ only in data share a type. And each rule is a function into which all of its parts are inlined
/// (rule_macro.hpp), where the data are constants again. Without optimization only our parsers are inlined, which saves a function each.
template <class Derived>
struct primitive : x3::parser<Derived> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;
};

/// Base of our directives; the same applies.
template <class Subject, class Derived>
struct directive : x3::unary_parser<Subject, Derived> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;
  using x3::unary_parser<Subject, Derived>::unary_parser;
};

/// Makes `directive[parser]` of a class template: `Directive<Subject>`.
template <template <class> class Directive>
struct directive_of {
  template <class Subject>
  constexpr auto operator[](Subject const& subject) const {
    return Directive<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject));
  }
};

/// Reads a whole text by a rule.
template <class Rule>
bool read_by(Rule const& rule, state& s) {
  auto first = s.begin;
  return x3::with<state>(s)[rule].parse(first, s.end, x3::unused, x3::unused, x3::unused);
}

}  // namespace t2s::sql::detail

#endif
