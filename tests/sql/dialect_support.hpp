// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SQL_DIALECT_SUPPORT_HPP
#define T2S_TESTS_SQL_DIALECT_SUPPORT_HPP

#include "support.hpp"
#include "t2s/sql/compare.hpp"
#include "t2s/sql/entities.hpp"
#include "t2s/sql/print.hpp"
#include "t2s/sql/skeleton.hpp"

namespace t2s::sql::test {

/// A dialect under test.
struct speaker {
  sql::grammar grammar;

  [[nodiscard]] query must_parse(std::string_view text) const {
    auto p = parse(text, {.grammar = grammar});
    if (!p) BOOST_FAIL("does not parse: " << text << "\n" << to_string(p.error()));
    return *std::move(p);
  }

  [[nodiscard]] syntax_error must_fail(std::string_view text) const {
    auto p = parse(text, {.grammar = grammar});
    if (p) BOOST_FAIL("parses: " << text << "\n" << print(*p));
    return p.error();
  }

  /// Whether the printed text parses to the same tree, and every analysis of trees accepts it.
  void survives(query const& q) const {
    for (bool const pretty : {false, true}) {
      auto const again = parse(print(q, {pretty}), {.grammar = grammar});
      if (!again) {
        BOOST_ERROR(print(q, {pretty}) << "\n" << to_string(again.error()));
        continue;
      }
      BOOST_TEST((*again == q), print(q, {pretty}) << "\n" << shape(q.root()) << "\n" << shape(again->root()));
      BOOST_TEST(equivalent(*again, q), print(q));
    }
    BOOST_TEST((q.clone() == q));
    BOOST_TEST(!skeleton(q, skeleton_mode::scoped).empty());
    BOOST_TEST(!skeleton(q, skeleton_mode::dac).empty());
    BOOST_TEST(entities_of(q).scopes.empty() == false);
  }

  void prints(std::string_view text, std::string_view wanted) const {
    auto const q = must_parse(text);
    BOOST_TEST(print(q) == wanted);
    survives(q);
  }
};

}  // namespace t2s::sql::test

#endif
