// SPDX-License-Identifier: BSL-1.0
// For the headers of a grammar, each of which undefines it at its end: without an include guard.

/// Declares the rule `name` of a grammar: its definition is `name_body` of `Self`.
#define T2S_SQL_RULE(name, how)                                             \
  struct name##_rule : how<name##_rule> {                                   \
    static constexpr auto const& definition() { return Self::name##_body; } \
  };                                                                        \
  static constexpr name##_rule name {}
