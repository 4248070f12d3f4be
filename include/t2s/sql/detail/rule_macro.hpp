// SPDX-License-Identifier: BSL-1.0
// For the headers of a grammar, each of which undefines them at its end: without an include guard.

/// BOOST_SPIRIT_DEFINE for a rule of a grammar that dialects derive from: `name` is an x3::rule, and `name_def` of `Self` defines it. X3
/// finds parse_rule by the rule's ID.
#define T2S_SQL_INLINE_RULE(name)                                                                                                  \
  struct name##_id {                                                                                                               \
    friend bool parse_rule(x3::detail::rule_id<name##_id>, cursor& first, cursor const& last, context const& c, x3::unused_type) { \
      return Self::name##_def.parse(first, last, c, x3::unused, x3::unused);                                                       \
    }                                                                                                                              \
  };                                                                                                                               \
  static constexpr x3::rule<name##_id> name = #name

/// The same as a separate function with all parts of the rule inlined, except other such functions.
#define T2S_SQL_RULE(name)                                                                                                    \
  struct name##_id {                                                                                                          \
    [[gnu::noinline, gnu::flatten]] friend bool parse_rule(x3::detail::rule_id<name##_id>, cursor& first, cursor const& last, \
                                                           context const& c, x3::unused_type) {                               \
      return Self::name##_def.parse(first, last, c, x3::unused, x3::unused);                                                  \
    }                                                                                                                         \
  };                                                                                                                          \
  static constexpr x3::rule<name##_id> name = #name
