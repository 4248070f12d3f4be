// SPDX-License-Identifier: BSL-1.0
#include "t2s/policies/generate/c3.hpp"

#include "db/support.hpp"
#include "support/several.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using llm::role;
using tests::several;

namespace {

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

struct orchard {
  test::folder f;
  db::sqlite_connection database{test::make_database(
      f / "orchard.sqlite",
      "CREATE TABLE tree(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f TEXT, g TEXT, h TEXT, i TEXT, x TEXT,"
      " j INTEGER REFERENCES lane(id));"
      "CREATE TABLE lane(id INTEGER PRIMARY KEY, side TEXT);"
      "CREATE TABLE picker(id INTEGER PRIMARY KEY, name TEXT);"
      "INSERT INTO lane VALUES (1, 'north'), (2, 'south');"
      "INSERT INTO tree(id, a, j) VALUES (1, 'old', 1);")};
  llm::scripted_model model{};
  generate::c3 stage{};

  candidate draft(samples const& shown = {}, std::string const& text = "Which trees are in the north?") {
    run_context<context<llm::scripted_model, db::sqlite_connection>, states_of<generate::c3>> ctx(context(model, database));
    return stage.draft(ctx, question(text), shown).get();
  }

  std::vector<generate::recalled_table> all() const { return stage.everything(database.schema(), nullptr); }
};

std::vector<std::string> names(std::vector<generate::recalled_table> const& of) {
  std::vector<std::string> out;
  for (auto const& t : of) out.push_back(t.table->name);
  return out;
}
std::string columns(generate::recalled_table const& of) {
  std::string out;
  for (auto const& c : of.columns) out.append(out.empty() ? "" : " ").append(c.name);
  return out;
}
using list = std::vector<std::string>;

constexpr char const* one_sql = "SELECT id FROM tree";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(c3, orchard)

BOOST_AUTO_TEST_CASE(three_calls_with_the_published_numbers) {
  model.on("which tables", {several({"[\"tree\", \"lane\"]", "```json\n[\"lane\", \"tree\"]\n```", "[\"picker\"]"})});
  model.on("which columns", {several({R"(The key first. {"tree": ["id", "j"], "lane": ["side", "id"]})"})});
  model.on("Complete the SQLite", {several({one_sql, "id FROM tree", "broken"})});
  auto const c = draft();
  BOOST_TEST(c.sql == one_sql);
  BOOST_REQUIRE(model.asked().size() == 3u);
  BOOST_TEST(model.asked()[0].choices == 10u);
  BOOST_TEST((model.asked()[0].temperature == 0.7));
  BOOST_TEST(model.asked()[1].choices == 10u);
  BOOST_TEST((model.asked()[1].temperature == 0.7));
  BOOST_TEST(model.asked()[2].choices == 20u);
  BOOST_TEST((model.asked()[2].temperature == std::nullopt));

  // 2.3 and 2.4: schema lines with the stored values that the question mentions, then the keys, then the question.
  BOOST_TEST(contains(model.asked()[0].messages[0].text, "# lane ( id, side ( north ) )\n# picker ( id, name )\n"));
  BOOST_TEST(
      contains(model.asked()[1].messages[0].text, "# tree ( id, a, b, c, d, e, f, g, h, i, x, j )\n# lane ( id, side ( north ) )\n"));
  BOOST_TEST(contains(model.asked()[1].messages[0].text, "# tree.j = lane.id\n"));
  BOOST_TEST(!contains(model.asked()[1].messages[0].text, "picker"));

  // 2.5: six messages, the last in lines of "#".
  auto const& talk = model.asked()[2].messages;
  BOOST_REQUIRE(talk.size() == 6u);
  std::vector<role> const roles{role::system, role::user, role::assistant, role::user, role::assistant, role::user};
  for (std::size_t i = 0; i < 6; ++i) BOOST_TEST((talk[i].from == roles[i]));
  BOOST_TEST(contains(talk[1].text, "ORDER BY"));
  BOOST_TEST(contains(talk[3].text, "INTERSECT"));
  BOOST_TEST(
      talk[5].text.ends_with("#\n"
                             "# tree ( id, j )\n"
                             "# lane ( side(\"north\"), id )\n"
                             "# tree.j = lane.id\n"
                             "#\n"
                             "### Which trees are in the north?\n"
                             "SELECT"));
}

// One vote for each completion, on the set; in the order of the first one that has it.
BOOST_AUTO_TEST_CASE(votes_on_tables) {
  auto const of = [&](list const& said) { return names(stage.vote_on_tables(all(), said)); };
  BOOST_TEST((of({"[\"lane\", \"tree\"]", "['TREE', 'nonsense', 'lane', ...]", "[\"picker\"]", "[\"picker\"]"}) == list{"lane", "tree"}));
  BOOST_TEST((of({"[\"picker\"]", "[\"lane\", \"tree\", \"picker\"]", "Only [\"picker\"] matters."}) == list{"picker"}));
  BOOST_TEST((of({"[\"lane\"]", "[\"tree\"]"}) == list{"lane"}));  // a tie: the first seen
  BOOST_TEST(of({"I do not know what you mean by that, so I cannot answer.", "", "[]", "[\"nonsense\"]"}).empty());
  stage.tables = 1;
  BOOST_TEST((of({"[\"lane\", \"tree\"]"}) == list{"lane"}));
}

// The worked example of base_methods 2.4: samples abcde, fghi, edx with the key j give d a b c, one more, and j.
BOOST_AUTO_TEST_CASE(votes_on_columns) {
  auto const of = stage.vote_on_tables(all(), {"[\"tree\", \"lane\"]"});
  auto const kept = stage.vote_on_columns(
      of, {R"({"tree": ["a", "b", "c", "d", "e"], "lane": []})", R"({"tree": ["nonsense", "f", "g", "h", "i"]})", R"(```json
{"tree": ["e", "d", "x"], "elsewhere": ["q"]}
```)"});
  BOOST_REQUIRE(kept.size() == 2u);
  BOOST_TEST(columns(kept[0]) == "d a b c f j");
  BOOST_TEST(columns(kept[1]) == "id side");  // none was named: all stay
  BOOST_TEST(stage.vote_on_columns(of, {"no object", "{\"other\": [\"a\"]}"}).empty());
  stage.columns = 1;  // one vote for each completion, however often it names a table or a column
  BOOST_TEST(columns(stage.vote_on_columns(
                 of, {R"({"tree": ["a", "a"], "TREE": ["a"], "Tree": ["a"]})", R"({"tree": ["b"]})", R"({"tree": ["b"]})"})[0]) == "b j");
  stage.columns = 5;
  stage.columns_listed = 2;
  BOOST_TEST(columns(stage.vote_on_columns(of, {R"({"tree": ["a", "b", "c"], "lane": ["id"]})"})[0]) == "a b j");
}

BOOST_AUTO_TEST_CASE(unreadable_recalls_are_asked_once_more_and_then_everything_stays) {
  model.on("which tables", {"I cannot rank tables, sorry about that, it is not possible."});
  model.on("which columns", {"No."});
  model.on("Complete the SQLite", {several({one_sql, "broken"})});
  BOOST_TEST(draft().sql == one_sql);
  BOOST_TEST(model.calls(0) == 2u);
  BOOST_TEST(model.calls(1) == 2u);
  BOOST_TEST(contains(model.asked().back().messages[5].text,
                      "# tree ( id, a, b, c, d, e, f, g, h, i, x, j )\n# lane ( id, side(\"north\") )\n# picker"));
}

// base_methods 2.7, rule 2: a name on both sides of a join does not make a draw fail.
BOOST_AUTO_TEST_CASE(ambiguous_columns_are_settled_before_the_vote) {
  model.on("which tables", {"[\"tree\", \"lane\"]"}).on("which columns", {"{\"tree\": [\"id\"]}"});
  model.on("Complete the SQLite", {several({"id, side FROM lane JOIN tree ON lane.id = tree.j", "name FROM picker",
                                            "lane.id, side FROM lane JOIN tree ON lane.id = tree.j"})});
  auto const c = draft();
  BOOST_TEST(c.sql == "SELECT lane.id, side FROM lane JOIN tree ON lane.id = tree.j");
  BOOST_TEST(c.why.starts_with("2 of 20 draws"));

  auto const& d = database.schema();
  BOOST_TEST(generate::without_ambiguity("SELECT id FROM tree, tree", d) == "SELECT tree.id FROM tree, tree");  // refused still, and an end
  BOOST_TEST(generate::without_ambiguity("SELECT  id FROM tree", d) == "SELECT  id FROM tree");
  BOOST_TEST(generate::without_ambiguity("SELECT FROM", d) == "SELECT FROM");
  BOOST_TEST(generate::without_ambiguity("SELECT id FROM (SELECT id FROM lane), tree AS t", d) ==
             "SELECT t.id FROM (SELECT id FROM lane), tree AS t");
  BOOST_TEST(generate::without_ambiguity("SELECT id, id FROM lane JOIN tree ON id = j", d) ==
             "SELECT lane.id, lane.id FROM lane JOIN tree ON lane.id = j");
}

BOOST_AUTO_TEST_CASE(drawn_anew_five_times_while_none_executes) {
  model.on("which tables", {"[\"tree\"]"});
  model.on("which columns", {"{\"tree\": [\"id\"]}"});
  model.on("Complete the SQLite", {several({"nothing FROM nowhere", "nobody FROM nowhere"})});
  BOOST_TEST(draft().sql == "SELECT nothing FROM nowhere");
  BOOST_TEST(model.calls(2) == 5u);
}

BOOST_AUTO_TEST_CASE(rows_of_recalled_tables_are_shown) {
  model.on("which tables", {"[\"lane\"]"});
  model.on("which columns", {"{\"lane\": [\"side\"]}"});
  model.on("Complete the SQLite", {several({"side FROM lane", "side FROM lane"})});
  samples shown;
  shown.tables.push_back({"lane", {{"id", "side"}, {{value(1), value("north")}}}, 1});
  shown.tables.push_back({"tree", {{"id"}, {{value(1)}}}, 0});
  (void)draft(shown);
  BOOST_TEST(
      model.asked().back().messages[5].text.ends_with("# lane ( side(\"north\") )\n"
                                                      "#\n"
                                                      "# With at most 1 example rows in each table:\n"
                                                      "# INSERT INTO lane (id, side) VALUES  /* 1 row omitted */\n"
                                                      "# (1, 'north');\n"
                                                      "#\n"
                                                      "### Which trees are in the north?\n"
                                                      "SELECT"));
}

// DART-SQL, 3.2 and A.2: the heading has the number N, however few rows the tables have.
BOOST_AUTO_TEST_CASE(rows_of_small_tables_have_the_number_of_the_paper) {
  model.on("which tables", {"[\"lane\"]"});
  model.on("which columns", {"{\"lane\": [\"side\"]}"});
  model.on("Complete the SQLite", {several({"side FROM lane", "side FROM lane"})});
  samples shown;
  shown.tables.push_back({"lane", {{"id", "side"}, {{value(1), value("north")}}}, 0});
  (void)draft(shown);
  BOOST_TEST(contains(model.asked().back().messages[5].text, "# With at most 15 example rows in each table:\n"));
}

BOOST_AUTO_TEST_CASE(objects_of_lists) {
  auto const found = llm::read_item_lists("<think>{\"a\": [1]}</think>So: {'t': ['x', \"y\", ...], 'n': 3, 'u': []}");
  BOOST_REQUIRE(static_cast<bool>(found));
  BOOST_TEST((*found == std::vector<llm::item_list>{{"t", {"x", "y"}}, {"u", {}}}));
  BOOST_TEST((llm::read_item_lists("nothing").error_found().code == errc::malformed_reply));
}

BOOST_AUTO_TEST_SUITE_END()
