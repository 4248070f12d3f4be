// SPDX-License-Identifier: BSL-1.0
#include "t2s/sql/detail/lenient.hpp"

#include "support.hpp"
#include "t2s/sql/dialects.hpp"
#include "t2s/sql/print.hpp"

using namespace t2s::sql;
using namespace t2s::sql::test;

namespace {

using notes = std::vector<note>;

void expect(std::string_view reply, std::string_view sql, notes const& made) {
  auto const d = parse_draft(reply);
  if (!d.result) BOOST_FAIL(reply << "\n" << to_string(d.result.error()));
  BOOST_TEST(print(*d.result) == sql, reply << "\n is read as " << print(*d.result));
  BOOST_TEST((d.notes == made), reply);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(drafts)

BOOST_AUTO_TEST_CASE(sql_is_taken_as_it_is) {
  expect("SELECT a FROM t;", "SELECT a FROM t", {});
  expect("SELECT 'a > = b', \"“x”\" FROM t", "SELECT 'a > = b', \"“x”\" FROM t", {});
}

BOOST_AUTO_TEST_CASE(what_sql_does_not_skip_is_left_out_with_a_note) {
  expect("\v SELECT a FROM t", "SELECT a FROM t", {{fix::text_before, "\v"}});
  expect(" \n SELECT a FROM t; \v", "SELECT a FROM t", {{fix::text_after, "\v"}});
  BOOST_TEST(!parse_draft("SELECT a FROM t\v").result);
}

BOOST_AUTO_TEST_CASE(fences_and_prose) {
  expect("```sql\nSELECT a FROM t\n```", "SELECT a FROM t", {{fix::code_fence, "```"}});
  expect("```SELECT a FROM t```", "SELECT a FROM t", {{fix::code_fence, "```"}});
  expect("First:\n```sql\nSELECT b FROM u\n```\nBetter:\n```\nSELECT a FROM t;\n```\nDone.", "SELECT a FROM t", {{fix::code_fence, "```"}});
  expect("```sql\nSELECT a FROM t", "SELECT a FROM t", {{fix::code_fence, "```"}});
  expect("Here is the query: SELECT a FROM t", "SELECT a FROM t", {{fix::text_before, "Here is the query:"}});
  expect("We can do this with one select. SELECT a FROM t", "SELECT a FROM t", {{fix::text_before, "We can do this with one select."}});
  expect("SELECT a FROM t; This gives all.", "SELECT a FROM t", {{fix::text_after, "This gives all."}});
  expect("SELECT a FROM t\n\nThis query gives (all) rows.", "SELECT a FROM t", {{fix::text_after, "This query gives (all) rows."}});
}

BOOST_AUTO_TEST_CASE(small_slips) {
  expect("SELECT a FROM t WHERE b > = 1 AND c < > 2 AND d ! = 3 AND e <\t= 4",
         "SELECT a FROM t WHERE b >= 1 AND c != 2 AND d != 3 AND e <= 4",
         {{fix::space_in_operator, "> ="},
          {fix::space_in_operator, "< >"},
          {fix::space_in_operator, "! ="},
          {fix::space_in_operator, "<\t="}});
  expect("SELECT a FROM t WHERE b =< 1 AND c => 2 AND d = < 3 AND e = '=<'",
         "SELECT a FROM t WHERE b <= 1 AND c >= 2 AND d <= 3 AND e = '=<'",
         {{fix::turned_operator, "=<"}, {fix::turned_operator, "=>"}, {fix::turned_operator, "= <"}});
  expect("SELECT a FROM t WHERE b = ‘it's’ OR “c d” = 'x’y'", "SELECT a FROM t WHERE b = 'it''s' OR \"c d\" = 'x’y'",
         {{fix::typographic_quote, "‘it's’"}, {fix::typographic_quote, "“c d”"}});
  expect("SELECT a FROM t WHERE b IN (SELECT max(c) FROM u;", "SELECT a FROM t WHERE b IN (SELECT max(c) FROM u)",
         {{fix::closing_bracket, ")"}});
  expect("SELECT f(g(a", "SELECT f(g(a))", {{fix::closing_bracket, "))"}});
  expect("SELECT a FROM t; SELECT b FROM u;", "SELECT a FROM t", {{fix::statements_after, "SELECT b FROM u;"}});
  expect("SELECT a FROM t; DROP TABLE t", "SELECT a FROM t", {{fix::statements_after, "DROP TABLE t"}});
  expect("count(*) FROM t", "SELECT count(*) FROM t", {{fix::missing_select, "SELECT"}});
  expect("a FROM t WHERE b = (SELECT max(b) FROM t)", "SELECT a FROM t WHERE b = (SELECT max(b) FROM t)",
         {{fix::missing_select, "SELECT"}});
}

BOOST_AUTO_TEST_CASE(texts_end_where_the_dialect_ends_them) {
  auto const read = [](std::string_view reply, grammar const& in) {
    auto const d = parse_draft(reply, {.grammar = in});
    return d.result ? print(*d.result) : "no SQL";
  };
  BOOST_TEST(read("SELECT a FROM t WHERE b = 'it\\'s > = x' AND c > = 1", mysql) == "SELECT a FROM t WHERE b = 'it''s > = x' AND c >= 1");
  BOOST_TEST(read("SELECT a FROM t WHERE b = 'x\\'‘' AND c = ‘y z’", mysql) == "SELECT a FROM t WHERE b = 'x''‘' AND c = 'y z'");
  BOOST_TEST(read("SELECT a FROM t WHERE b = $$it's; > = x$$ AND c > = 1", postgres) ==
             "SELECT a FROM t WHERE b = 'it''s; > = x' AND c >= 1");
  BOOST_TEST(read("Query #1: SELECT a FROM t", mysql) == "SELECT a FROM t");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_put_right) {
  for (auto const* reply :
       {"", "I do not know.", "```", "``````", "DROP TABLE t", "SELECT FROM WHERE", "SELECT a FROM t WHERE (", "“", "‘"})
    BOOST_TEST(!parse_draft(reply).result, reply);
  auto const d = parse_draft("Sure! ```sql\nSELECT a FROM t WHERE = 1\n```");
  BOOST_TEST(!d.result);
  BOOST_TEST(d.result.error().offset == 22U);
  BOOST_TEST(d.text == "SELECT a FROM t WHERE = 1");
  options tight;
  tight.max_length = 10;
  BOOST_TEST(!parse_draft("SELECT a FROM t", tight).result);
}

BOOST_AUTO_TEST_CASE(notes_have_names) {
  BOOST_TEST(name_of(fix::code_fence) == "code_fence");
  BOOST_TEST(name_of(fix::missing_select) == "missing_select");
}

BOOST_AUTO_TEST_SUITE_END()
