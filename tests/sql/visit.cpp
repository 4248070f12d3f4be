// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/detail/ast.hpp"

#include "support.hpp"
#include "t2s/sql/print.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

BOOST_AUTO_TEST_SUITE(visiting)

BOOST_AUTO_TEST_CASE(walks_parents_first_in_order) {
  auto const q = must_parse("SELECT a, f(b) FROM t WHERE c IN (SELECT d FROM u)");
  std::string names;
  for (auto const* n : all_of(q.root(), kind::column)) names += n->name.view();
  BOOST_TEST(names == "abcd");

  std::size_t selects = 0;
  bool const whole = visit(q.root(), [&](node const& n) {
    selects += n.kind == kind::select ? 1U : 0U;
    return n.kind == kind::subquery ? walk::over : walk::into;
  });
  BOOST_TEST(whole);
  BOOST_TEST(selects == 1U);
  BOOST_TEST(!visit(q.root(), [](node const& n) { return n.kind == kind::call ? walk::stop : walk::into; }));
}

BOOST_AUTO_TEST_CASE(repairs_need_no_grammar) {
  auto q = must_parse("SELECT nam FROM t WHERE nam = 1 + 2");
  transform(q, [&](node& n) {
    if (n.kind == kind::column && n.name.view() == "nam") {
      n.name = q.make_name("full name");
      n.qualifier = q.make_name("t");
    }
    return &n;
  });
  BOOST_TEST(print(q) == "SELECT t.\"full name\" FROM t WHERE t.\"full name\" = 1 + 2");

  transform(q, [&](node& n) -> node* {  // brackets appear where the new tree needs them
    if (n.kind != kind::number) return &n;
    auto& sum = q.make(kind::operation, {&n, &q.copy(n)});
    sum.op = op::sub;
    return &sum;
  });
  BOOST_TEST(print(q) == "SELECT t.\"full name\" FROM t WHERE t.\"full name\" = 1 - 1 + (2 - 2)");
  BOOST_TEST((must_parse(print(q)) == q));
}

BOOST_AUTO_TEST_CASE(new_names_are_quoted_where_they_must_be) {
  auto q = must_parse("SELECT 1");
  BOOST_TEST((q.make_name("plain").quoted == quote::none));
  BOOST_TEST((q.make_name("order").quoted == quote::twofold));
  BOOST_TEST((q.make_name("two words").quoted == quote::twofold));
  BOOST_TEST((q.make_name("1st").quoted == quote::twofold));
  BOOST_TEST((q.make_name("").quoted == quote::twofold));
}

BOOST_AUTO_TEST_SUITE_END()
