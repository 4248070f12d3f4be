// SPDX-License-Identifier: BSL-1.0
// Completions as models write them, by hand, and what is to be read in them; then any bytes.
#include "t2s/llm/completion_text.hpp"

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <random>

using namespace t2s;
using namespace t2s::llm;

namespace {

struct sql_case {
  std::string completion;
  std::string sql;
  std::vector<step> did{};
};

void check(sql_case const& c, sql_reading_options const& options = {}) {
  BOOST_TEST_CONTEXT(c.completion) {
    auto const r = read_sql(c.completion, options);
    BOOST_TEST_REQUIRE(bool(r));
    BOOST_TEST(*r == c.sql);
    for (auto const s : c.did) BOOST_TEST(r.did(s), "not said: " << name_of(s));
    if (c.did.empty()) BOOST_TEST(r.notes().empty());
  }
}

std::string const a = "SELECT a FROM t";
std::string const b = "SELECT b FROM u";

schema::database shed() {
  schema::table tool, shelf;
  tool.name = "tool";
  shelf.name = "shelf";
  schema::column id, label, wide;
  id.name = "id";
  label.name = "label";
  wide.name = "is wide";
  tool.columns = {id, label};
  shelf.columns = {id, label, wide};
  return schema::database({tool, shelf});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reading_sql)

BOOST_AUTO_TEST_CASE(as_it_stands) {
  check({a, a});
  check({"SELECT a FROM t;", "SELECT a FROM t;"});
  check({"  SELECT a\nFROM t\n\nWHERE b = 1  ", "SELECT a\nFROM t\n\nWHERE b = 1"});
  check({"WITH x AS (SELECT 1) SELECT * FROM x", "WITH x AS (SELECT 1) SELECT * FROM x"});
  check({"-- all of them\nSELECT a FROM t", "-- all of them\nSELECT a FROM t"});
  check({"(SELECT a FROM t) UNION SELECT b FROM u", "(SELECT a FROM t) UNION SELECT b FROM u", {step::unparsed}});  // SQLite takes none
}

BOOST_AUTO_TEST_CASE(fenced) {
  check({"```sql\nSELECT a FROM t\n```", a, {step::fenced_block}});
  check({"```\nSELECT a FROM t\n```", a, {step::fenced_block}});
  check({"```SQL\nSELECT a FROM t```", a, {step::fenced_block}});
  check({"```sqlite\nSELECT a FROM t\n```", a, {step::fenced_block}});
  check({"~~~sql\nSELECT a FROM t\n~~~", a, {step::fenced_block}});
  check({"````sql\nSELECT a FROM t\n````", a, {step::fenced_block}});
  check({"```sql SELECT a FROM t```", a, {step::fenced_block}});
  check({"```SELECT a\nFROM t```", "SELECT a\nFROM t", {step::fenced_block}});
  check({"Sure! Here is the query: ```sql SELECT a FROM t``` Enjoy.", a, {step::fenced_block, step::text_before}});
  check({"Here is the SQL:\r\n```sql\r\nSELECT a FROM t\r\n```\r\nIt lists a.", a, {step::fenced_block}});
  check({"1. First\n   ```sql\n   SELECT a FROM t\n   ```", a, {step::fenced_block}});
  check({"```sql\n-- every a\nSELECT a FROM t\n```", "-- every a\nSELECT a FROM t", {step::fenced_block}});
  check({"```sql\nSELECT a FROM t", a, {step::unclosed_fence}});
  check({"```sql\nSELECT 1; SELECT 2;\n```", "SELECT 1;", {step::fenced_block, step::mended}});
  check({"```sql\nSELECT a FROM t WHERE b > < 1\n```", "SELECT a FROM t WHERE b > < 1", {step::fenced_block, step::unparsed}});
  check({"```sql\nSELECT a FROM t WHERE (b = 1\n```", "SELECT a FROM t WHERE (b = 1)", {step::mended}});
  check({"```sql\nSELECT a FROM t WHERE b = \u201Cx y\u201D\n```", "SELECT a FROM t WHERE b = \"x y\"", {step::mended}});
  check({"```python\nprint(1)\n```\n```sql\nSELECT a FROM t\n```\n```\na | 1\n```", a, {step::fenced_block}});
}

BOOST_AUTO_TEST_CASE(several_blocks) {
  auto const two = "First try:\n```sql\nSELECT a FROM t\n```\nBetter:\n```sql\nSELECT b FROM u\n```\nDone.";
  check({two, b, {step::fenced_block, step::other_blocks}});
  check({two, a, {step::fenced_block, step::other_blocks}}, {.take = sql_reading_options::block::first});
  auto const same = "```sql\nSELECT a FROM t\n```\n```sql\nSELECT b FROM u\n```";
  check({same, a, {step::fenced_block, step::other_blocks}});
  check({same, b, {step::fenced_block, step::other_blocks}}, {.take = sql_reading_options::block::last});
  check({"```sql\nSELECT a FROM t\n```\nwhich gives\n```\na\n1\n```", a, {step::fenced_block}});
  check({"```sql\nSELECT a FROM t\n```\n```sql\n\n```", a, {step::fenced_block}});
}

BOOST_AUTO_TEST_CASE(prose_around) {
  check({"The answer is:\nSELECT a FROM t", a, {step::text_before}});
  check({"SQL: SELECT a FROM t", a, {step::text_before}});
  check({"SELECT a FROM t;\n\nThis lists every a.", "SELECT a FROM t;", {step::text_after}});
  check({"SELECT a FROM t\n\nThis lists every a.", a, {step::text_after}});
  check({"SELECT a FROM t\nThis query lists every a.", a, {step::text_after}});
  check({"SELECT a FROM t\nExplanation: every a", a, {step::text_after}});
  check({"To answer this we select from t with a filter.\n\nselect a from t where b = 1;",
         "select a from t where b = 1;",
         {step::text_before}});
  check({"With this schema, the query is: SELECT a FROM t", a, {step::text_before}});
  check({"You can use `SELECT a FROM t` for that.", a, {step::quoted, step::text_before, step::text_after}});
  check({"query = \"\"\"SELECT a FROM t\"\"\"", a, {step::quoted}});
  check({"I think that SELECT a FROM t", a, {step::text_before}});
}

BOOST_AUTO_TEST_CASE(a_clause_is_never_taken_for_prose) {
  for (auto const* s :
       {"SELECT a\nFROM t\nWHERE b > < 1\nLIMIT 3", "SELECT a FROM t\nORDER BY a DSC x\nLIMIT 3", "SELECT a FROM t\nGROUP a"})
    check({s, s, {step::unparsed}});
}

BOOST_AUTO_TEST_CASE(an_inner_select_is_never_taken_for_the_statement) {
  for (auto const* s :
       {"SELECT a FROM UNION SELECT b FROM u", "SELECT a FROM t WHERE IN (SELECT b FROM u)", "WITH x AS (SELECT 1 SELECT * FROM x y z"})
    check({s, s, {step::unparsed}});
}

BOOST_AUTO_TEST_CASE(continuing_the_prompt) {
  sql_reading_options const after{.continues_select = true};
  check({" a FROM t", a, {step::continued}}, after);
  check({"count(*) FROM t;\n\nThis counts.", "SELECT count(*) FROM t;", {step::continued, step::text_after}}, after);
  check({"a\nFROM t\nThis lists every a.", "SELECT a\nFROM t", {step::continued, step::text_after}}, after);
  check({"DISTINCT a FROM t WHERE b IN (SELECT c FROM u)", "SELECT DISTINCT a FROM t WHERE b IN (SELECT c FROM u)", {step::continued}},
        after);
  check({"SELECT a FROM t", a}, after);
  check({"```sql\nSELECT a FROM t\n```", a, {step::fenced_block}}, after);
  check({"```sql\na FROM t\n```", a, {step::fenced_block, step::continued}}, after);
  check({"```\na FROM t\n```", a, {step::fenced_block, step::continued}}, after);
  check({"a FROM t WHERE = 1", "SELECT a FROM t WHERE = 1", {step::continued, step::unparsed}}, after);
  BOOST_TEST(!read_sql("a FROM t"));
}

// After SELECT much of English parses, and "SELECT No change" is a column with an alias. Prompts of DART-SQL and of dynamic revision end
// so.
BOOST_AUTO_TEST_CASE(what_continues_the_prompt_over_a_schema) {
  auto const d = shed();
  sql_reading_options const after{.continues_select = true, .names = &d};
  for (std::string const sql : {"count(*) FROM tool",
                                "1",
                                "22",
                                "1 + 1",
                                "-3.5",
                                "T1.label, T2.label FROM tool AS T1 JOIN shelf AS T2 ON T1.id = T2.id",
                                "label from tool",
                                "LABEL FROM TOOL",
                                "DISTINCT label FROM tool",
                                "lable FROM tols",
                                "label from tols",
                                "\"is wide\" from \"shelf\"",
                                "(SELECT count(*) FROM tool)",
                                "(SELECT count(*) FROM tool) - (SELECT count(*) FROM shelf) AS more",
                                "EXISTS (SELECT 1 FROM tool)",
                                "date('now')",
                                "CASE WHEN 1 > 0 THEN 'a' END",
                                "label FROM tool UNION SELECT label FROM shelf",
                                "* FROM tool",
                                "max(id) FROM tool",
                                "label FROM FROM tool",
                                "nothing FROM nowhere",
                                "label, FROM tool",
                                "label FROM tool WHERE id > < 1",
                                "label from tool wher id = 1",
                                "n FROM (SELECT count(*) AS n FROM tool)"}) {
    for (auto const& completion : {sql, " " + sql + ";", "SELECT " + sql, "```sql\n" + sql + "\n```", "```\nSELECT " + sql + "\n```"})
      BOOST_TEST_CONTEXT(completion) {
        auto const r = read_sql(completion, after);
        BOOST_TEST_REQUIRE(bool(r));
        BOOST_TEST(r->starts_with("SELECT " + sql));
      }
  }
  for (auto const* prose : {"No change",
                            "No change.",
                            "I cannot",
                            "None",
                            "Unchanged",
                            "N/A",
                            "same as above",
                            "Yes",
                            "NULL",
                            "TRUE",
                            "*",
                            "'No change'",
                            "\"unchanged\"",
                            "None.",
                            "No change from before",
                            "No change from before.",
                            "Same as the query from before, it is right.",
                            "I cannot select data from private tables",
                            "None of the columns come from tool",
                            "1. Unchanged",
                            "2 rows",
                            "label",
                            "No, label",
                            "The FROM clause is right as it is",
                            "See above (nothing to do)",
                            "SELECT No change",
                            "Select the same as before",
                            "SELECT",
                            "SELECT label",
                            "SELECT NULL",
                            "With regret, no.",
                            "```sql\nNo change\n```",
                            "```\nUnchanged\n```",
                            "```sql\nSELECT unchanged\n```",
                            "{\"sql\": \"unchanged\"}",
                            "{\"sql\": null}",
                            "```sql\n```",
                            "Done: nothing from me"})
    BOOST_TEST(!read_sql(prose, after), prose);
  BOOST_TEST(*read_sql("No change.\nSELECT label FROM tool", after) == "SELECT label FROM tool");
  BOOST_TEST(*read_sql("```sql\nSELECT label FROM tool\n```\nor\n```sql\nno change\n```", after) == "SELECT label FROM tool");

  // A prompt that asks for a whole statement: what begins like one is one.
  BOOST_TEST(*read_sql("SELECT wrong", d) == "SELECT wrong");
  BOOST_TEST(!read_sql("Select statement unchanged", d));
  BOOST_TEST(!read_sql("Select the same query as before, it is right.", d));
  BOOST_TEST(*read_sql("SELECT lable FROM tols WHERE = 1", d) == "SELECT lable FROM tols WHERE = 1");
}

BOOST_AUTO_TEST_CASE(half_a_statement_counts_or_not) {
  auto const d = shed();
  for (bool const with_names : {false, true})
    for (auto const* half : {"SELECT label FROM tool WHERE", "SELECT label FROM tool WHERE label = 'to", "SELECT label FROM tool ORDER",
                             "SELECT label FROM tool WHERE id IN (SELECT", "```sql\nSELECT label FROM tool WHERE"}) {
      sql_reading_options how{.names = with_names ? &d : nullptr};
      BOOST_TEST(static_cast<bool>(read_sql(half, how)), half);
      how.may_break_off = false;
      BOOST_TEST(!read_sql(half, how), half);
    }
  sql_reading_options const whole{.names = &d, .may_break_off = false};
  BOOST_TEST(*read_sql("SELECT label FROM FROM tool", whole) == "SELECT label FROM FROM tool");
  BOOST_TEST(*read_sql("SELECT count(id FROM tool", whole) == "SELECT count(id FROM tool");
}

BOOST_AUTO_TEST_CASE(thinking) {
  check({"<think>\nSELECT x? No.\n</think>\n\nSELECT a FROM t", a, {step::thinking}});
  check({"<think></think>```sql\nSELECT a FROM t\n```", a, {step::thinking, step::fenced_block}});
  check({"First SELECT x FROM y ... so\n</think>\nSELECT a FROM t", a, {step::thinking}});
  check({"<THINKING>```sql\nSELECT x\n```</THINKING>SELECT a FROM t", a, {step::thinking}});
  check({"SELECT a FROM t\n<think>was that right?", a, {step::unclosed_thinking}});
  check({"<think>Hm. So:\n```sql\nSELECT a FROM t\n```", a, {step::unclosed_thinking, step::fenced_block}});
  check({"SELECT a FROM t WHERE b = '<think>'", "SELECT a FROM t WHERE b = '<think>'"});
  auto const cut = read_sql("<think>I could use SELECT a FROM t but");
  BOOST_TEST_REQUIRE(!cut);
  BOOST_TEST((cut.error_found().code == errc::no_sql));
  BOOST_TEST(cut.error_found().text().find("allow more tokens") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(objects) {
  check({R"({"sql": "SELECT a FROM t"})", a, {step::object}});
  check({R"({"reasoning": "SELECT is used", "sql": "SELECT a FROM t"})", a, {step::object}});
  check({R"(Here: {"query": "SELECT a FROM t"} as asked.)", a, {step::object}});
  check({"```json\n{\"SQL\": \"SELECT a FROM t\"}\n```", a, {step::object}});
  check({R"({"sql": "SELECT \"a\" FROM t\nWHERE b = '\u00e9'"})", "SELECT \"a\" FROM t\nWHERE b = '\u00e9'", {step::object}});
  check({R"({'sql': 'SELECT a FROM t'})", a, {step::object}});
  check({R"([{'sql': "SELECT a FROM t WHERE b = 'x'"}])", "SELECT a FROM t WHERE b = 'x'", {step::object}});
  check({R"({'sql': 'SELECT a FROM t WHERE b = 'x' AND c = 'y''})", "SELECT a FROM t WHERE b = 'x' AND c = 'y'", {step::object}});
  check({R"({'sql': 'SELECT a FROM t WHERE b = \'x\'', 'why': None})", "SELECT a FROM t WHERE b = 'x'", {step::object}});
  check({R"([{'sql': 'SELECT a FROM t'}, {'sql': 'SELECT b FROM u'}])", a, {step::object, step::other_blocks}});
  check({R"({"result": {"final_sql": "SELECT a FROM t"}})", a, {step::object}});
  check({R"({"answer": "SELECT a FROM t", "confidence": 0.9,})", a, {step::object}});
  check({R"({"sql": "SELECT a FROM t)", a, {step::object, step::missing_end}});
  check({R"({"sql": "SELECT a FROM t")", a, {step::object, step::missing_end}});
  check({"{\"sql\": \"SELECT a FROM t\"\n\nThis lists every a.", a, {step::object, step::missing_end}});
  check({R"({"sql": "```sql\nSELECT a FROM t\n```"})", a, {step::object, step::fenced_block}});
  check({R"({sql: "SELECT a FROM t"})", a, {step::object}});
  check({R"({"my idea": "SELECT a FROM t"})", a, {step::object}});
  check({R"(["SELECT a FROM t"])", a, {step::object}});
  check({R"({"sql": """SELECT a FROM t"""})", a, {step::object}});
  check({R"({"sql": "SELEC a FROM t"})", "SELEC a FROM t", {step::object, step::unparsed}});
  check({"SELECT [a] FROM t", "SELECT [a] FROM t"});
}

BOOST_AUTO_TEST_CASE(nothing_to_read) {
  for (auto const* s : {"", "  \n ", "I'm sorry, but I cannot select data from private tables.", "The schema has no such column.",
                        "```\n```", "{}", "please select one from many", "<think>x</think>", "[]", "```python\nprint('x')\n```"}) {
    auto const r = read_sql(s);
    BOOST_TEST_CONTEXT(s) {
      BOOST_TEST_REQUIRE(!r);
      BOOST_TEST((r.error_found().code == errc::no_sql));
      BOOST_TEST(!r.error_found().message.empty());
      BOOST_TEST(!r.error_found().remedy.empty());
      BOOST_CHECK_THROW((void)r.value(), error);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_dialect_decides_what_parses) {
  auto const* s = "SELECT a FROM t WHERE b ~ = 1";
  BOOST_TEST(read_sql(s).did(step::unparsed));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(reading_verdicts)

BOOST_AUTO_TEST_CASE(yes_or_no) {
  struct verdict_case {
    std::string completion;
    bool yes;
    std::string reason = {};
  };
  for (auto const& c : std::vector<verdict_case>{
           {"Yes", true},
           {"no", false},
           {"NO.", false},
           {"**Yes**.", true},
           {"__No__", false},
           {"\"Yes\"", true},
           {"- No", false},
           {"# Yes\n\nIt does.", true, "It does."},
           {"No, because the year is missing.", false, "because the year is missing."},
           {"No: the year is missing", false, "the year is missing"},
           {"Yes - it answers the question.", true, "it answers the question."},
           {"Yes, there is no problem here.", true, "there is no problem here."},
           {"The answer is: no", false, "The answer is:"},
           {"The answer is **No**, since b is absent.", false, "since b is absent."},
           {"Answer: Yes", true, "Answer:"},
           {"**Verdict:** No. The join is missing.", false, "The join is missing."},
           {"The question asks for a. The SQL gives b.\n\nNo.", false, "The question asks for a. The SQL gives b."},
           {"Let me see.\nFinal answer: Yes", true, "Let me see.\nFinal answer:"},
           {"The query is not correct because of b.", false, "because of b."},
           {"The query isn't right.", false, "The query isn't"},
           {"The SQL is correct.", true, "The SQL is"},
           {"The result looks wrong: two rows.", false, "two rows."},
           {"Not correct", false},
           {"Incorrect. b is missing.", false, "b is missing."},
           {"True", true},
           {"<think>Maybe no?</think>Yes", true},
           {R"({"answer": "No", "reason": "b is missing"})", false, "b is missing"},
           {R"({'correct': True})", true},
           {R"({"is_correct": false, "explanation": "x"})", false, "x"},
           {"```json\n{\"verdict\": \"yes\"}\n```", true},
           {R"({"answer": "No, b is missing"})", false, "b is missing"},
       }) {
    BOOST_TEST_CONTEXT(c.completion) {
      auto const r = read_verdict(c.completion);
      BOOST_TEST_REQUIRE(bool(r));
      BOOST_TEST(r->yes == c.yes);
      BOOST_TEST(r->reason == c.reason);
    }
  }
}

BOOST_AUTO_TEST_CASE(no_verdict) {
  for (auto const* s : {"", "Maybe.", "Yes/No", "Yes or no?", "The answer depends.", "There is no problem that I can see", "<think>Yes, so",
                        "Yes. The answer is: no", "Nothing", "Yesterday"}) {
    BOOST_TEST_CONTEXT(s) {
      auto const r = read_verdict(s);
      BOOST_TEST_REQUIRE(!r);
      BOOST_TEST((r.error_found().code == errc::malformed_reply));
      BOOST_TEST(!r.error_found().remedy.empty());
    }
  }
}

// Replies to DART-SQL's question (appendix A.3, 3), which asks for two things at once: Yes is a Yes to both.
BOOST_AUTO_TEST_CASE(replies_of_a_judge) {
  enum class says { yes, no, nothing };
  for (auto const& [completion, meant] : std::vector<std::pair<std::string, says>>{
           {"Output: Yes", says::yes},
           {"/* Yes */", says::yes},
           {"The results are correct. Yes.", says::yes},
           {"I agree with both. Yes", says::yes},
           {"Yes for the results, but No for the columns.", says::nothing},
           {"Yes, there is no problem here.", says::yes},
           {"Yes. No further changes are needed.", says::yes},
           {"Yes, no column is missing.", says::yes},
           {"No. The results are correct, but there is one column too many.", says::no},
           {"Yes, but the columns are wrong.", says::nothing},
           {"The results are correct, but the number of columns is wrong.", says::no},
           {"Results: Yes\nColumns: No", says::nothing},
           {"Results: Yes\nColumns: Yes", says::yes},
           {"1. Yes\n2. Yes", says::yes},
           {"1. Yes\n2. No", says::nothing},
           {"Are the results correct? Yes. Did I select the exact number of columns? Yes.", says::yes},
           {"Are the results correct? Yes. Did I select the exact number of columns? No.", says::nothing},
           {"Is anything missing? Yes.", says::nothing},
           {"Errors: Yes", says::nothing},
           {"I'm sorry, but I can't say whether the result is correct.", says::nothing},
           {"I don't think the result is correct.", says::no},
           {"I am not sure if the rows are right.", says::nothing},
           {"Right, let me look at the rows first.", says::nothing},
           {"Right.", says::yes},
           {"Correct me if I'm wrong, but which table do you mean?", says::nothing},
           {"Correct. The rows are the tools.", says::yes},
           {"Output Yes.", says::yes},
           {"<answer>Yes</answer>", says::yes},
           {"\"Yes\"", says::yes},
           {"Yes - both hold.", says::yes},
           {"No - two columns.", says::no},
           {"Output: No", says::no},
           {"/* No: the year is missing */", says::no},
           {"The results are incorrect. No.", says::no},
           {"I disagree.", says::no},
           {"I do not agree with both.", says::no},
           {"I agree with both.", says::yes},
           {"Output Yes if you agree with both, or No otherwise.", says::nothing},
           {"Yes or No", says::nothing},
           {"As an AI language model, I cannot judge this.", says::nothing},
           {"Lorem ipsum dolor sit amet.", says::nothing},
           {"SELECT label FROM tool", says::nothing},
           {"The execution results have 22 rows.", says::nothing},
           {"Maybe yes, maybe no.", says::nothing},
           {"Yes and no.", says::nothing},
           {"I would need to see the data.", says::nothing},
           {"Please provide the question.", says::nothing},
           {"**Answer:** Yes, both are as asked.", says::yes},
           {"Answer: No, a column is missing.", says::no},
           {"{\"answer\": \"Yes\"}", says::yes},
           {"{\"results\": \"Yes\", \"columns\": \"No\"}", says::nothing},
           {"{\"answer\": \"Yes for the results, but No for the columns.\"}", says::nothing},
           {"It isn't right.", says::no},
           {"They're all correct. Yes!", says::yes},
           {"Yes, I agree with the results but not with the columns.", says::nothing},
           {"Yes, nothing is wrong.", says::yes},
           {"Yes, the results are correct: no duplicates.", says::yes},
           {"Yes. Overall: no rows are lost.", says::yes},
           {"The result is as asked. Result: no.", says::no},
           {"Verdict: no columns match.", says::no},
           {"Yes?", says::nothing},
           {"Final answer: Yes", says::yes},
           {"42", says::nothing},
           {"Judgement: Yes. The columns are label.", says::yes},
           {"The rows aren't correct.", says::no},
           {"✅ Yes", says::yes},
           {"The result is correct and the columns are correct. So: Yes", says::yes},
           {"Yes/No: No", says::nothing},
           {"N/A", says::nothing},
           {"Not sure.", says::nothing},
           {"Wrong", says::no},
           {"True", says::yes},
           {"I cannot output Yes or No.", says::nothing},
           {"No.\n\nThe column is not what was asked.", says::no},
           {"Yes\n\nThe results are correct: 22 tools, one column.", says::yes},
           {"Yes: the results. No: the columns.", says::nothing},
       }) {
    auto const r = read_verdict(completion);
    auto const read = !r ? says::nothing : r->yes ? says::yes : says::no;
    BOOST_TEST((read == meant), completion);
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(reading_keywords)

BOOST_AUTO_TEST_CASE(lists) {
  using list = std::vector<std::string>;
  for (auto const& [completion, expected] : std::vector<std::pair<std::string, list>>{
           {"a, b, c", {"a", "b", "c"}},
           {"a; b; c.", {"a", "b", "c"}},
           {"Keywords: a, new york, c", {"a", "new york", "c"}},
           {"**Keywords:** a, b", {"a", "b"}},
           {"1. a\n2. b\n3. c", {"a", "b", "c"}},
           {"1) a\n2) b", {"a", "b"}},
           {"(1) a\n(2) b", {"a", "b"}},
           {"- a\n- b", {"a", "b"}},
           {"* a\n* b", {"a", "b"}},
           {"\u2022 a\n\u2022 b", {"a", "b"}},
           {"Here are the keywords:\n\n- **a**\n- \"b\"\n- `c`\n\nI hope this helps you a lot with the query at hand!", {"a", "b", "c"}},
           {"1. **a**: the first one of them, which the question names\n2. **b** - the second", {"a", "b"}},
           {"[\"a\", \"b\"]", {"a", "b"}},
           {"['a', 'b, c']", {"a", "b, c"}},
           {"[a, b]", {"a", "b"}},
           {"```json\n[\"a\", \"b\"]\n```", {"a", "b"}},
           {"```\na\nb\n```", {"a", "b"}},
           {"{\"keywords\": [\"a\", \"b\"]}", {"a", "b"}},
           {"a\nb\nc", {"a", "b", "c"}},
           {"Keywords:\na\nb", {"a", "b"}},
           {"\"a, b\", 'c'", {"a, b", "c"}},
           {"a, A, b, a", {"a", "b"}},
           {"singer's name, O'Brien", {"singer's name", "O'Brien"}},
           {"f(a, b), c", {"f(a, b)", "c"}},
           {"word", {"word"}},
           {"None", {}},
           {"[]", {}},
           {"N/A.", {}},
           {"<think>a, b?</think>c", {"c"}},
           {"[\"a\", \"b", {"a", "b"}},
           {"\u201Ca\u201D, \u2018b\u2019", {"a", "b"}},
           {"First I count the rows:\n```sql\nSELECT count(*), a\nFROM b\n```\nSo the list is\n[\"a\", \"b\"]", {"a", "b"}},
           {"You asked for [\"first\", \"second\", ...]. It is [\"a\", \"b\"].", {"a", "b"}},
       }) {
    BOOST_TEST_CONTEXT(completion) {
      auto const r = read_keywords(completion);
      BOOST_TEST_REQUIRE(bool(r));
      BOOST_TEST(*r == expected, boost::test_tools::per_element());
    }
  }
  BOOST_TEST(read_keywords("a, a").did(step::repeated));
}

BOOST_AUTO_TEST_CASE(no_list) {
  for (auto const* s : {"", " \n", "I'm sorry, but I can not find any keywords in the question that you have asked me.", "<think>a, b",
                        "By what the tables say, the tallest mast stands in `Bergen`.",
                        "This query ranks them for the question that was asked of us:\n```sql\nSELECT a, b\nFROM c\n```\n"}) {
    auto const r = read_keywords(s);
    BOOST_TEST_CONTEXT(s) {
      BOOST_TEST_REQUIRE(!r);
      BOOST_TEST((r.error_found().code == errc::malformed_reply));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(reading_any_bytes)

namespace {

void read_all(std::string const& s) {
  for (bool const continues : {false, true}) {
    auto const r = read_sql(s, {.continues_select = continues});
    static auto const d = shed();
    (void)read_sql(s, {.continues_select = continues, .names = &d, .may_break_off = false});
    BOOST_TEST((bool(r) ? !r->empty() : !r.error_found().message.empty()));
    for (auto const& n : r.notes()) BOOST_TEST(!text::first_invalid_utf8(n.detail).has_value());
  }
  (void)read_verdict(s);
  (void)read_keywords(s);
  auto const code = read_code(s);
  BOOST_TEST((bool(code) ? !code->empty() : !code.error_found().message.empty()));
}

std::string repeated(std::string const& part, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += part;
  return out;
}

/// Of the process, since machines are busy.
double seconds_to_read(std::string const& text) {
  auto const begin = std::clock();
  read_all(text);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// A text of 16 KiB takes about twice as long as one of 8 KiB, unless it takes hardly any time. Four times would be quadratic. Three
/// attempts, of which the least times count.
template <class Text>
void reads_in_linear_time(Text const& text_of, std::string const& what) {
  auto whole = seconds_to_read(text_of(1U << 14U));
  if (whole < 0.03) return;
  auto half = seconds_to_read(text_of(1U << 13U));
  for (int more = 0; more < 2 && whole >= 3 * half; ++more) {
    whole = std::min(whole, seconds_to_read(text_of(1U << 14U)));
    half = std::min(half, seconds_to_read(text_of(1U << 13U)));
  }
  BOOST_TEST(whole < 3 * half, "16 KiB of " << what << " took " << whole << " s, 8 KiB " << half << " s");
}

}  // namespace

BOOST_AUTO_TEST_CASE(code_is_what_is_fenced) {
  auto const code = [](std::string_view s) {
    auto const r = read_code(s);
    return r ? *r : "none: " + r.error_found().message;
  };
  BOOST_TEST(code("First:\n```python\na = 1\n```\nThen:\n```python\nb = a\n```\nDone.") == "a = 1\nb = a");
  BOOST_TEST(code("```\na = {'x': 1}\n\n  b = 2\n```") == "a = {'x': 1}\n\n  b = 2");
  BOOST_TEST(code("<think>```python\nc\n```</think>\n~~~py\na = 1\n~~~\n```sql\nSELECT 1\n```") == "a = 1");
  BOOST_TEST(code("```python\na = 1\nb = ") == "a = 1\nb =");  // cut off
  BOOST_TEST(code("```sql\nSELECT 1\n```") == "SELECT 1");
  BOOST_TEST(code(" result = 1\n") == "result = 1");
  BOOST_TEST(code("") == "none: the completion has no code");
  BOOST_TEST(code("```python\n```") == "none: the completion has no code");
  BOOST_TEST(code("<think>a = 1").starts_with("none: the completion ended within its thoughts"));
}

// What a model says in the place of code is none, fenced or not; what it says around code is left out.
BOOST_AUTO_TEST_CASE(a_refusal_is_no_code) {
  for (std::string const prose :
       {"I'm sorry, but I cannot write code for that.", "No.", "N/A", "None", "Yes", "NULL", "I cannot do that (it is not allowed).",
        "The answer is x = 3", "As an AI, f(x) is beyond me.", "# nothing to do", "Select remains unchanged",
        "The schema is unclear:", "Which table do you mean?", "22", "result", "..."})
    for (auto const& completion : {prose, "```\n" + prose + "\n```", "```python\n" + prose + "\n```"})
      BOOST_TEST(!read_code(completion), completion);
  for (std::string const code :
       {"result = 1", "result = db_dict['hive']['name']", "len(db_dict['hive'])", "print(\"it's\")", "for x in rows:\n    print(x)",
        "joined = pd.merge(\n    hives, harvest,\n    left_on='id')\nresult = joined", "import pandas as pd\nresult = df.head(3)",
        "def f():\n    \"\"\"Says what it does.\"\"\"\n    return db_dict['hive']",
        "# the answer is no word\nresult = df[df['a'] == 'I am']", "result = 5 if x else 6",
        "names = [h for h in hives if h not in empty]"})
    for (auto const& completion : {code, "```python\n" + code + "\n```", "Here is the code:\n" + code + "\nThis gives the names."})
      BOOST_TEST_CONTEXT(completion) {
        auto const r = read_code(completion);
        BOOST_TEST_REQUIRE(bool(r));
        BOOST_TEST(*r == code);
      }
  BOOST_TEST(*read_code("SELECT name FROM hive") == "SELECT name FROM hive");
}

BOOST_AUTO_TEST_CASE(every_prefix) {
  for (std::string const whole :
       {"<think>so\n</think>Here:\n```sql\nSELECT a FROM t WHERE b = 'x';\n```\nDone \u00fc.",
        "[{'sql': 'SELECT \\u00e9 FROM t', \"why\": None}]", "1. **a**: b\n2. \"c\"\nThe answer is: **No**, since it's not right."})
    for (std::size_t n = 0; n <= whole.size(); ++n) read_all(whole.substr(0, n));
}

BOOST_AUTO_TEST_CASE(random_pieces) {
  std::vector<std::string> const pieces{"<think>",
                                        "</think>",
                                        "```",
                                        "~~~",
                                        "sql",
                                        "\n",
                                        "SELECT a FROM t",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        "'",
                                        "\"",
                                        ":",
                                        ",",
                                        "\\",
                                        "\\u12",
                                        "Yes",
                                        "no",
                                        "answer",
                                        "is",
                                        "1. ",
                                        "- ",
                                        " ",
                                        "WHERE",
                                        "\xff",
                                        "\xE2\x80",
                                        "(",
                                        ")",
                                        ";",
                                        "**",
                                        "<sql>",
                                        "</sql>",
                                        "<a b>",
                                        "<|im_end|>",
                                        "<|",
                                        "<|channel|>final<|message|>",
                                        "[/INST]",
                                        "&lt;",
                                        "&#39;",
                                        "\uFF08",
                                        "\u2018",
                                        "\u200B",
                                        "Correction: ",
                                        "-- final\n",
                                        "Option 2: ",
                                        "\u3002",
                                        "/*",
                                        "*/",
                                        "final",
                                        "<![CDATA[",
                                        "\u25C1think\u25B7"};
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string s;
    for (auto n = random() % 24; n > 0; --n) s += pieces[random() % pieces.size()];
    read_all(s);
  }
}

BOOST_AUTO_TEST_CASE(random_bytes) {
  std::mt19937 random(8);
  for (int round = 0; round < 1000; ++round) {
    std::string s(random() % 200, '\0');
    for (char& c : s) c = static_cast<char>(random());
    read_all(s);
  }
}

// A clock is good enough to tell linear from quadratic time here: 256 KiB squared take minutes.
BOOST_AUTO_TEST_CASE(long_text_of_anything) {
  // clang-format off
  for (std::string const part : {
      "<think>", "</think>", "<", "```", "``` ", "~~~\n", "`", "{", "{'", "{'a", "{'a':", "{\"a\"\n", "[\"a\"\n,b,", "['a',", "[",
      "[[\"", "'", "\"\n", "\\\"\n", "don't ", "from a.", "\\", "\\u", "select ", "SELECT ", "SELECT a FROM t\n", "(", "((select ", "/*",
      "--\n", "with ", "not ", "is ", "is no ", "answer: ", "1. a\n", "a,", ":\n", "a:\n", "**", "\n", " ", "\xff", "yes ", "x", "'''",
      "\"\"\"select ", "\u201C", "\u2018", "<|im_end|>", "<|", "<|channel|>", "[INST]", "[/INST] a", "<a>", "<sql>", "</sql>", "<sql>SELECT 1",
      "<answer>SELECT a FROM t</answer>", "```sql\nSELECT a FROM t\n```\n", "SELECT 1; -- a\n", "Correction: SELECT a FROM t\n", "&#39;",
      "&lt;", "\\_", "\\\"", "\uFF08", "\u7B54 ", "\u7B54\u6848", "\u00A0", "\u3002", "SELECT a FROM t. B ", "{\"sql\": \"SELECT 1\"}",
      "<think>a</think>", "assistantfinal", "\u25C1think\u25B7"}) {
    // clang-format on
    reads_in_linear_time([&part](std::size_t n) { return repeated(part, n); }, part);
  }
  auto const with_blanks = [](std::size_t n) { return repeated("SELECT a" + std::string(n / 8, ' ') + "b c d FROM t x y z w. ", n); };
  reads_in_linear_time(with_blanks, "blanks in statements");
  reads_in_linear_time([](std::size_t n) { return "Final answer: SELECT a FROM t\n" + repeated("<x>select</x>", n); }, "marked words");
  reads_in_linear_time([](std::size_t n) { return repeated("[/INST]", n / 2) + repeated(" ", n / 2); }, "marks before blanks");
}

BOOST_AUTO_TEST_SUITE_END()
