// SPDX-License-Identifier: BSL-1.0
// Where a reply that arrives in pieces ends: the whole is given a character at a time, and what was read by then is compared.
#include "t2s/llm/detail/reply_end.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <ostream>
#include <string>
#include <vector>

using t2s::llm::reply_kind;
using t2s::llm::detail::reply_end;

namespace {

/// The part of the reply after which nothing useful follows; all of it if the model has to end by itself.
std::string read_of(std::string const& reply, reply_kind expected, reply_end::state why = reply_end::state::complete) {
  reply_end end(expected);
  for (std::size_t i = 0; i < reply.size(); ++i)
    if (end.feed(std::string_view(reply).substr(i, 1)) == why) return reply.substr(0, i + 1);
  return reply;
}

struct ended {
  char const* name;
  std::string useful;  // the reply up to its end
  std::string rest;    // what would follow; "" if the reply must go on to its own end
  reply_kind expected = reply_kind::statement;
};
std::ostream& operator<<(std::ostream& to, ended const& e) { return to << e.name; }

std::vector<ended> const ends{
    {"a block", "```sql\nSELECT name FROM kites\n```", "\n\nThis query selects the names."},
    {"a block after prose", "Here's the query:\n\n```sql\nSELECT name\nFROM kites;\n```", "\n\nExplanation: ..."},
    {"a block of tildes", "~~~\nSELECT 1\n~~~", "\nDone."},
    {"a block with a comment", "```sqlite\n-- the kites\nSELECT name FROM kites\n```", "\nIt lists them."},
    {"a block that begins with a bracket", "```\n(SELECT 1) UNION SELECT 2\n```", "\nDone."},
    {"fences in a string", "```sql\nSELECT '``' FROM kites\n```", "\nx"},
    {"a block after the prompt's tables", "```sql\nCREATE TABLE kites (name TEXT);\n```\n\n```sql\nSELECT name FROM kites\n```",
     "\n\n```sql"},
    {"a block after thoughts", "<think>\nMaybe\n```sql\nSELECT 1\n```\nno.\n</think>\n```sql\nSELECT 2\n```", "\nDone."},
    {"an open block", "```sql\nSELECT name FROM kites", ""},
    {"thoughts alone", "<think>\n```sql\nSELECT 1\n```\nno, better", ""},
    {"a block of Python", "```python\nprint(1)\n```\n", ""},
    {"a statement", "SELECT name FROM kites WHERE note = 'a;b' AND (lines > 2);", "\n\nThis lists the kites; each once."},
    {"a statement with a comment", "SELECT name -- not; yet\nFROM kites /* nor; here */;", " x"},
    {"a statement of several parts", "WITH big AS (SELECT * FROM kites)\n\nSELECT name FROM big;", "\nx"},
    {"a statement after prose", "Sure; here it is.\n\nSELECT name FROM kites;", "\nx"},
    {"a statement before a question of its own", "SELECT name FROM kites\n\n/*", " Answer the following: how many? */\nSELECT"},
    {"a statement without an end", "SELECT name\n\nFROM kites\n", ""},
    {"the word Select in prose", "Selecting the names; then their lines\n", ""},
    {"the rest of a statement", " name FROM kites;", " x", reply_kind::rest_of_statement},
    {"prose before the rest", "Sure; here it is:\n```sql\nSELECT name FROM kites\n```", "\nx", reply_kind::rest_of_statement},
    {"the rest in a block", "```sql\nSELECT name FROM kites\n```", "\nx", reply_kind::rest_of_statement},
    {"the rest before a question of its own", " name FROM kites\n\n/*", " Answer", reply_kind::rest_of_statement},
    {"an object", "{\"a\": [1, \"}\", \"\\\"}\"], \"b\": {}}", "\nThat is all.", reply_kind::json},
    {"a list in a block", "Here [as asked]:\n```json\n[{'token': 'kites'}, {'token': 'lines'}]", "\n```\nx", reply_kind::json},
    {"an open object", "{\"a\": {\"b\": 1}", "", reply_kind::json},
    {"anything", "```sql\nSELECT 1;\n```\nBut wait: ```sql\nSELECT 2;\n```", "", reply_kind::text},
    {"a verdict", "Yes. The query `SELECT 1;` is right.", "", reply_kind::verdict},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(reply_ends)

BOOST_DATA_TEST_CASE(a_reply_ends_where_its_expected_part_does, ends, one) {
  BOOST_TEST(read_of(one.useful + one.rest, one.expected) == one.useful);
}

BOOST_AUTO_TEST_CASE(a_reply_that_repeats_itself_is_ended_soon) {
  auto const many = [](std::string const& first, std::string const& again) {
    auto reply = first;
    while (reply.size() < 20'000) reply += again;
    return reply;
  };
  auto const counted = [] {
    std::string reply = "SELECT name FROM kites AS T1";
    for (int i = 2; reply.size() < 20'000; ++i) {
      auto const n = std::to_string(i), before = std::to_string(i - 1);
      reply += " JOIN kites AS T" + n + " ON T" + before + ".id = T" + n + ".id";
    }
    return reply;
  };
  for (auto const& reply :
       {many("SELECT name FROM kites WHERE ", "name = 'a' OR "), many("", "\n"),
        many("Let me check. ", "Wait, the table has no such column, so "),
        many("```sql\nSELECT 1\n```\n", "```sql\nSELECT name, lines FROM kites WHERE lines > 2 ORDER BY name\n```\n"), counted()}) {
    auto const read = read_of(reply, reply_kind::text, reply_end::state::repeated);
    BOOST_TEST(read.size() < 2'000, read.substr(0, 80));
  }
}

BOOST_AUTO_TEST_CASE(ordinary_replies_do_not_repeat_themselves) {
  std::string in = "SELECT name FROM kites WHERE id IN (", unions, table = "| id | name |\n| --- | --- |\n";
  for (int i = 0; i < 40; ++i) in += std::to_string(1000 + 37 * i) + ", ";
  for (char const* name : {"box", "delta", "sled", "parafoil"})
    unions += std::string("SELECT '") + name + "' AS kind, count(*) AS n FROM kites WHERE kind = '" + name + "' UNION ALL\n";
  for (char const* name : {"Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan"})
    table += std::string("| 1 | ") + name + " |\n";
  for (auto const& reply :
       {in + "1)", unions, table, std::string(200, '-'), std::string("```\n") + std::string(150, ' ') + "SELECT 1\n```"}) {
    auto const read = read_of(reply, reply_kind::text, reply_end::state::repeated);
    BOOST_TEST(read.size() == reply.size(), reply.substr(0, 60));
  }
}

BOOST_AUTO_TEST_CASE(the_end_does_not_depend_on_the_pieces) {
  reply_end end(reply_kind::statement);
  BOOST_CHECK(end.feed("```sql\nSELECT 1\n```\nMore") == reply_end::state::complete);
  BOOST_CHECK(end.feed("and more") == reply_end::state::complete);
}

BOOST_AUTO_TEST_SUITE_END()
