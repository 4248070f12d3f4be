// SPDX-License-Identifier: BSL-1.0
// Replies of models with several statements, marks and escapes, and the SQL that a careful reader takes from each: decided by hand.
#include "t2s/llm/completion_sql.hpp"

#include "t2s/llm/completion_text.hpp"

#include "t2s/sql/duckdb.hpp"
#include "t2s/sql/mysql.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;
using namespace t2s::llm;

namespace {

struct reply_case {
  std::string reply;
  std::string sql;  // "" if it has no SQL
};

std::string const a = "SELECT name FROM tool WHERE price > 5";
std::string const b = "SELECT count(*) FROM tool";
std::string const c = "SELECT name FROM shelf";

std::string fenced(std::string const& sql, std::string const& language = "sql") { return "```" + language + "\n" + sql + "\n```\n"; }

void check(std::vector<reply_case> const& all, sql_reading_options const& options = {}) {
  for (auto const& [reply, sql] : all) {
    auto const r = read_sql(reply, options);
    auto const shown = r ? *r : std::string();
    BOOST_TEST(shown == sql, "of\n" << reply << "\nread: " << shown << "\nmeant: " << sql);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(replies)

BOOST_AUTO_TEST_CASE(the_final_or_corrected_block_counts) {
  check({
      {"Draft:\n" + fenced(b) + "The draft counts. The question wants names.\n\nFinal SQL:\n" + fenced(a), a},
      {"### Final Query\n" + fenced(a) + "\n### Check\nTo verify it, count the rows:\n" + fenced(b), a},
      {fenced(b) + "\nWait, that is wrong: it counts rows.\n\n" + fenced(a), a},
      {"Initial query:\n" + fenced(b) + "\nCorrected query:\n" + fenced(a) + "\nAlternatively, with a subquery:\n" + fenced(c), a},
      {"Your original query:\n" + fenced(b) + "The fixed version:\n" + fenced(a), a},
  });
}

BOOST_AUTO_TEST_CASE(else_the_first_that_answers) {
  check({
      {"This query lists the validated orders:\n" + fenced(a) + "The same with a join:\n" + fenced(b), a},
      {"This query returns the customers with problems:\n" + fenced(a) + "Alternatively:\n" + fenced(b), a},
      {"The query for verification status of each user:\n" + fenced(a) + "A shorter one:\n" + fenced(b), a},
      {"To see which tools are dear:\n" + fenced(a) + "Or only count them:\n" + fenced(b), a},
      {"SELECT id FROM shapes WHERE a <<| b", "SELECT id FROM shapes WHERE a <<| b"},
      {fenced(a) + "\nAlternatively, you can use:\n" + fenced(b), a},
      {"Here is the query:\n" + fenced(a) + "\nIf you only need the number:\n" + fenced(b), a},
      {"**Option 1**\n" + fenced(a) + "\n**Option 2**\n" + fenced(b), a},
      {"The general syntax is:\n" + fenced("SELECT column_name FROM table_name WHERE condition") + "Your query:\n" + fenced(a), a},
      {"For MySQL:\n" + fenced(b) + "\nFor SQLite:\n" + fenced(a), a},
      {fenced(a) + "\nQuestion: How many tools are there?\nSQL:\n" + fenced(b), a},
      {fenced(a) + "\nYou can check the result with:\n" + fenced(b), a},
      {fenced("SELECT DISTINCT price FROM tool") + "is what I would run first to look at the data. Then the query itself:\n" + fenced(a),
       a},
      {"Step 1: count the tools.\n" + fenced(b) + "Step 2: name the dear ones.\n" + fenced(a), a},
      {"```sql\n-- Option 1\nSELECT 1;\n-- Option 2\nSELECT 2;\n```", "-- Option 1\nSELECT 1;"},
      {"```sql\n-- first attempt (wrong)\nSELECT 1;\n-- corrected\nSELECT 2;\n```", "-- corrected\nSELECT 2;"},
  });
}

BOOST_AUTO_TEST_CASE(unfenced_corrections) {
  check({
      {b + "\n\nCorrection: " + a, a},
      {b + ";\n\nOn second thought, the question asks for names. Corrected SQL:\n" + a + ";", a + ";"},
      {fenced(b) + "Correction: " + a, a},
      {a + "\n\nExplanation: it names the dear tools.\n\nAlternative: " + b, a},
  });
}

BOOST_AUTO_TEST_CASE(tags) {
  check({
      {"<sql>" + a + "</sql>", a},
      {"<answer>\n" + fenced(a) + "</answer>", a},
      {"<draft>" + b + "</draft>\n<final_answer>" + a + "</final_answer>", a},
      {"<think>\nMaybe " + b + "?\n</think>\n<answer>" + a + "</answer>", a},
      {"<scratchpad>\n" + fenced(b) + "</scratchpad>\n" + a, a},
      {"SELECT name FROM tool WHERE note = '<sql>x</sql>'", "SELECT name FROM tool WHERE note = '<sql>x</sql>'"},
      {fenced("SELECT name FROM tool WHERE note LIKE '%</think>%'"), "SELECT name FROM tool WHERE note LIKE '%</think>%'"},
  });
}

BOOST_AUTO_TEST_CASE(tokens_of_templates_and_channels) {
  check({
      {a + "<|im_end|>", a},
      {"[/INST] " + a + "</s>", a},
      {a + "<end_of_turn>\n<start_of_turn>user\nHow many?<end_of_turn>\n<start_of_turn>model\n" + b, a},
      {"<|channel|>analysis<|message|>Count? " + b + "<|end|><|start|>assistant<|channel|>final<|message|>" + a + "<|return|>", a},
      {"<|channel|>analysis<|message|>We need to count. " + b, ""},
      {"SELECT name FROM tool WHERE note = '</s>'", "SELECT name FROM tool WHERE note = '</s>'"},
  });
}

BOOST_AUTO_TEST_CASE(objects_with_several_statements) {
  check({
      {R"({"draft_sql": ")" + b + R"(", "final_sql": ")" + a + R"("})", a},
      {R"({"sql": ")" + a + R"(", "verification": ")" + b + R"("})", a},
      {R"({"queries": [")" + a + R"(", ")" + b + R"("]})", a},
      {R"({"query": "Which tools are dear?", "answer": ")" + a + R"("})", a},
      {R"({"sql": ")" + b + R"(", "corrected_sql": ")" + a + R"("})", a},
  });
}

BOOST_AUTO_TEST_CASE(characters) {
  check({
      {"\uFEFF" + a, a},
      {"\u200B" + a, a},
      {"\u00A0SELECT\u00A0name\u00A0FROM tool", "SELECT name FROM tool"},
      {"SELECT name FROM tool WHERE price &gt; 5 AND note = &#39;a&#39;", "SELECT name FROM tool WHERE price > 5 AND note = 'a'"},
      {"SELECT name FROM tool WHERE note = '&lt;b&gt; \uFF08x\uFF09\uFF0C\u200B'",
       "SELECT name FROM tool WHERE note = '&lt;b&gt; \uFF08x\uFF09\uFF0C\u200B'"},
      {"SELECT count\uFF08*\uFF09 FROM tool WHERE name\uFF1D\uFF07\u9524\u5B50\uFF07\uFF1B",
       "SELECT count(*) FROM tool WHERE name='\u9524\u5B50';"},
      {"\u67E5\u8BE2\u5982\u4E0B\uFF1A\n" + a + "\n\u8FD9\u5C06\u8FD4\u56DE\u6240\u6709\u540D\u79F0\u3002", a},
      {"Voici la requ\u00EAte :\n" + a + "\nElle donne les noms.", a},
  });
}

// Written after the rules: what a careful reader takes, in forms that no rule was made for.
BOOST_AUTO_TEST_CASE(other_replies) {
  check({
      // which of several
      {"Let me work through this.\n\nA first version:\n" + fenced(b) +
           "This only counts, but the user asked for names, so I need to change the select list:\n" + fenced(a) + "Done!",
       a},
      {"**Query:**\n" + fenced(a) + "**How it works:** it filters by price.\n\n**Want the total instead?**\n" + fenced(b), a},
      {fenced(a) + "\nIf NULL prices should count as dear, replace it by:\n" + fenced(c), a},
      {fenced(b) + "\nHmm, this gives a number rather than names. Let me redo it.\n" + fenced(a), a},
      {"Approach A:\n" + fenced(b) + "Approach B:\n" + fenced(a) + "I would go with Approach B because it returns names.", a},
      {"The query you sent:\n" + fenced(b) + "has two problems: it counts, and it has no filter.\n\nHere is what it should look like:\n" +
           fenced(a),
       a},
      {"```sql\n" + a + ";\n\n-- Check:\n" + b + ";\n```", a + ";"},
      {"## PostgreSQL\n" + fenced("SELECT name FROM tool WHERE price::int > 5") + "## SQLite\n" + fenced(a), a},
      {"First we need the shelves:\n" + fenced(c) + "Now we can write the whole thing:\n" + fenced(a), a},
      {"Sub-question 1: How many tools?\n" + fenced(b) + "Sub-question 2: Which are dear?\n" + fenced(a), a},
      {fenced(a) + "\n---\n\nUser: How many tools are there?\n\nAssistant:\n" + fenced(b), a},
      {"Pseudocode:\n" + fenced("SELECT <columns> FROM <table> WHERE ...", "") + "\nReal query:\n" + fenced(a), a},
      {"Here's the SQL:\n\n" + fenced(a) + "\nExpected output:\n\n" + fenced("name\nhammer\nsaw", "") + "\nYou may want an index too:\n" +
           fenced("CREATE INDEX i ON tool(price);"),
       a},
      {"To be sure, I first ran\n" + fenced("SELECT name FROM sqlite_master") + "which lists the tables. The answer to your question is\n" +
           fenced(a),
       a},
      {"Attempt 1:\n" + fenced(b) + "Error: no such column.\n\nAttempt 2:\n" + fenced(a) + "Success.", a},
      {"Incorrect:\n" + fenced(b) + "Correct:\n" + fenced(a), a},
      {"Correct:\n" + fenced(a) + "Incorrect:\n" + fenced(b), a},
      {fenced(a) + "\nThe same with a CTE, which some find more readable:\n" + fenced("WITH x AS (SELECT * FROM tool) SELECT name FROM x"),
       a},
      // unfenced
      {"I first thought of " + b + ".\nBut the names are asked for.\nFinal answer: " + a, a},
      {"Old: " + b + "\nNew: " + a, a},
      {"SQL: " + a + "\n\nQ: How many tools are there?\nSQL: " + b, a},
      {"1. " + a + "\n2. " + b, a},
      {"`" + b + "` would count. Use `" + a + "` instead.", a},
      // tags
      {"<reasoning>The user wants names.</reasoning>\n<sql_query>\n" + a + "\n</sql_query>", a},
      {"<response><thought>count?</thought><sql>" + a + "</sql></response>", a},
      {"<pre><code class=\"language-sql\">SELECT name FROM tool WHERE price &lt; 5</code></pre>", "SELECT name FROM tool WHERE price < 5"},
      {a + "\n</sql>\n", a},
      {"<sql>\n" + a, a},
      {"<alternative>" + b + "</alternative><sql>" + a + "</sql>", a},
      {"<result><![CDATA[SELECT name FROM tool WHERE price < 5]]></result>", "SELECT name FROM tool WHERE price < 5"},
      // tokens
      {"<|start_header_id|>assistant<|end_header_id|>\n\n" + a + "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nHow many?", a},
      {"<|im_start|>assistant\n" + fenced(a) + "<|im_end|>\n<|im_start|>user\nand now?<|im_end|>\n<|im_start|>assistant\n" + fenced(b), a},
      {"[INST] Which tools are dear? [/INST] " + a + " </s>", a},
      {"analysisWe need names. Perhaps " + b + ".assistantfinal" + a, a},
      {"<\uFF5Cend\u2581of\u2581sentence\uFF5C>" + a + "<\uFF5Cend\u2581of\u2581sentence\uFF5C>", a},
      {"[THINK]maybe " + b + "[/THINK]" + a, a},
      {"<|channel|>final<|message|>" + fenced(a), a},
      // objects
      {R"([{"step": "draft", "sql": ")" + b + R"("}, {"step": "final", "sql": ")" + a + R"("}])", a},
      {R"({"thoughts": "SELECT needs a filter", "initial_sql": ")" + b + R"(", "revisedSql": ")" + a + R"("})", a},
      {R"({"main_query": ")" + a + R"(", "alternative_query": ")" + b + R"("})", a},
      {R"({"sqlite": ")" + a + R"(", "postgresql": "SELECT name FROM tool WHERE price::int > 5"})", a},
      {"```json\n{\"sql\": \"" + a + "\", \"test_sql\": \"" + b + "\"}\n```", a},
      {R"({"result": [{"purpose": "sanity check", "query": ")" + b + R"("}, {"purpose": "answer", "query": ")" + a + R"("}]})", a},
      // characters
      {"SELECT COUNT(\\*) FROM tool WHERE unit\\_price > 5", "SELECT COUNT(*) FROM tool WHERE unit_price > 5"},
      {"\u4EE5\u4E0B\u306ESQL\u3067\u3059\u3002\n" + fenced("SELECT name\uFF0Cprice FROM tool\uFF1B"), "SELECT name,price FROM tool;"},
      {"Die Abfrage lautet:\n" + a + ";\nSie liefert alle teuren Werkzeuge.", a + ";"},
      {"\u7B54\u6848\uFF1A" + a + "\u3002", a},
      {"SELECT\u200B name FROM\u00A0tool WHERE note = 'a\u00A0b'", "SELECT name FROM tool WHERE note = 'a\u00A0b'"},
      {"SELECT name FROM tool WHERE price \u2265 5", "SELECT name FROM tool WHERE price >= 5"},
      {"SELECT name FROM tool WHERE note = 'x &amp; y' AND price &gt;= 5", "SELECT name FROM tool WHERE note = 'x &amp; y' AND price >= 5"},
  });
}

// What the rules missed at first in two more rounds of replies.
BOOST_AUTO_TEST_CASE(replies_that_were_misread) {
  check({
      {"Solution 1 (join):\n" + fenced(b) + "\nSolution 2 (subquery):\n" + fenced(a) + "\nThe second one is preferred.", a},
      {"The query\n" + fenced(b) + "is not what you want, since it counts. You want\n" + fenced(a), a},
      {"Don't write\n" + fenced(b) + "but\n" + fenced(a), a},
      {"Suppose the table is `tool`. " + fenced("SELECT * FROM your_table LIMIT 5") + "Adapted to your schema:\n" + fenced(a), a},
      {"The SQL is " + a + ".", a},
      {"Let me think. We could use " + b + ". However that counts. So: " + a + ";", a + ";"},
      {"<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary to=f <|constrain|>json<|message|>{\"sql\":\"" + b +
           "\"}<|call|><|start|>assistant<|channel|>final<|message|>" + a,
       a},
      {"SELECT name FROM tool WHERE note \uFF1D \u2018x\u2019", "SELECT name FROM tool WHERE note = 'x'"},
      {"\u4EE5\u4E0B\u67E5\u8BE2\uFF1A" + a + " \u5E0C\u671B\u5BF9\u60A8\u6709\u5E2E\u52A9", a},
      {"The error occurs because `count` is used here:\n" + fenced(b) + "\nTo fix it, list the names:\n" + fenced(a), a},
      {fenced(b) + "\u274C This counts.\n\n" + fenced(a) + "\u2705 This lists.", a},
      {"\u2705 Right:\n" + fenced(a) + "\u274C Wrong:\n" + fenced(b), a},
      {"Starting point:\n" + fenced(b) + "\nAfter adding the filter:\n" + fenced(a), a},
      {"Candidate A:\n" + fenced(b) + "\nCandidate B:\n" + fenced(a) + "\nCandidate B matches the question, so the answer is B.", a},
      {"Candidate 1: " + b + "\nCandidate 2: " + a + "\nBest candidate: 2", a},
      {"If the schema had a `type` column, you would write:\n" + fenced(b) + "Since it does not, use:\n" + fenced(a), a},
      {"SQL query: " + b + "\nWait, no. Names. SQL query: " + a, a},
      {R"({"previous": ")" + b + R"(", "current": ")" + a + R"("})", a},
      {R"([{"query": ")" + b + R"(", "is_final": false}, {"query": ")" + a + R"(", "is_final": true}])", a},
      {"```json\n{\"attempt\": 1, \"sql\": \"" + b + "\"}\n```\n```json\n{\"attempt\": 2, \"sql\": \"" + a + "\"}\n```", a},
      {"\\boxed{" + a + "}", a},
      {"**SQL:** **" + a + "**", a},
      {"> SELECT name\n> FROM tool\n> WHERE price > 5", "SELECT name\nFROM tool\nWHERE price > 5"},
      // what looks like prose and is SQL
      {"SELECT x.name\nFROM tool\nx", "SELECT x.name\nFROM tool\nx"},
      {"SELECT X.name\nFROM tool\nXy\nJOIN shelf X ON X.id = Xy.id", "SELECT X.name\nFROM tool\nXy\nJOIN shelf X ON X.id = Xy.id"},
      {"SELECT count(*) FROM (SELECT 1 AS x)\nSub", "SELECT count(*) FROM (SELECT 1 AS x)\nSub"},
      {"SELECT name\nFROM tool\nWHERE price\n> 5", "SELECT name\nFROM tool\nWHERE price\n> 5"},
      {"SELECT \u59D3\u540D \u540D FROM \u5B66\u751F \u5B66 WHERE \u5B66.\u5E74\u9F84 > 5",
       "SELECT \u59D3\u540D \u540D FROM \u5B66\u751F \u5B66 WHERE \u5B66.\u5E74\u9F84 > 5"},
      {"SELECT name -- the first. The last\nFROM tool", "SELECT name -- the first. The last\nFROM tool"},
  });
}

BOOST_AUTO_TEST_CASE(other_dialects_count_where_they_are_ours) {
  auto const both = "For SQLite:\n" + fenced(b) + "For MySQL:\n" + fenced(a);
  check({{both, b}});
  check({{both, a}}, {.limits = {.grammar = sql::mysql}});
  check({{fenced(b, "sqlite") + fenced(a, "mysql"), a}}, {.limits = {.grammar = sql::mysql}});
}

// Which block counts where the words between say that the first was wrong, and where they only add to it.
BOOST_AUTO_TEST_CASE(what_is_said_between_two_blocks) {
  auto const between = [](std::string const& words) { return fenced(b) + "\n" + words + "\n\n" + fenced(a); };
  for (std::string const words :
       {"Hold on. That only returns the number of tools; you wanted names.", "This isn't quite right, because we need names.", "No, wait.",
        "Ah, no.", "Hang on, names are asked for.", "I should return the names, not the count:", "We should list the names here:",
        "Let me double check. The question says 'which', thus names:", "The user asks for names, so:", "That is not quite what is asked.",
        "This is not exactly what you asked for.", "Let me reconsider."})
    check({{between(words), a}});
  for (std::string const words :
       {"This only returns a number, as you wanted. Their names:", "I should note that dear tools count too. With names:",
        "No further filter is needed. With names:", "The question asks for a number, thus one row is returned. The names are:",
        "You should also look at the names:", "If you wanted names:", "Only if names are wanted:", "This is quite right. With names:",
        "Notice that it returns one row. The tools:", "Hold the result in a table if you like. Names:", "A good way to see their names:",
        "Good to know: names are unique.",
        "The right join would be slower:", "Not all tools are dear. Those that are:", "Nothing else is needed. The names:"})
    check({{between(words), b}});
}

BOOST_AUTO_TEST_CASE(titles_of_right_and_wrong) {
  using titles = std::pair<std::string, std::string>;
  for (auto const& [wrong, right] :
       {titles{"The bad way", "The good way"}, titles{"Bad", "Good"}, titles{"The failing statement", "The repaired statement"},
        titles{"Failed query", "Working query"}, titles{"Rejected", "Accepted"}, titles{"The broken SQL", "The repaired SQL"},
        titles{"Invalid", "Valid"}, titles{"Falsch", "Richtig"}, titles{"Faux", "Juste"}, titles{"Sbagliato", "Giusto"},
        titles{"\u4E0D\u6B63\u786E", "\u6B63\u786E"}, titles{"\u9519\u8BEF", "\u6B63\u786E\u7684"},
        titles{"\u8AA4\u308A", "\u6B63\u3057\u3044SQL"},
        titles{"\u041D\u0435\u0432\u0435\u0440\u043D\u043E", "\u0412\u0435\u0440\u043D\u043E"},
        titles{"\u041D\u0435\u043F\u0440\u0430\u0432\u0438\u043B\u044C\u043D\u043E",
               "\u041F\u0440\u0430\u0432\u0438\u043B\u044C\u043D\u043E"}}) {
    check({{wrong + ":\n" + fenced(b) + right + ":\n" + fenced(a), a}});
    check({{right + ":\n" + fenced(a) + wrong + ":\n" + fenced(b), a}});
    check({{"**" + wrong + "**\n" + fenced(b) + "\n**" + right + "**\n" + fenced(a), a}});
  }
  check({
      {"\u4E0A\u9762\u7684\u67E5\u8BE2\u6709\u8BEF\uFF1A\n" + fenced(b) + "\u5E94\u6539\u4E3A\uFF1A\n" + fenced(a), a},
      {fenced(b) + "\u4E0A\u9762\u7684\u67E5\u8BE2\u6709\u8BEF\u3002\n" + fenced(a), a},
      {"Unlike\n" + fenced(b) + "this lists the names:\n" + fenced(a), a},
      {"In contrast to\n" + fenced(b) + "this one lists the names:\n" + fenced(a), a},
      {fenced(a) + "\nHere is how the previous query was wrong:\n" + fenced(b), a},
      {fenced(a) + "\nThis is why the original query did not work:\n" + fenced(b), a},
      {fenced(b) + "\nThe previous query was wrong. Here is another:\n" + fenced(a), a},
      // titles of what the statements list
      {"The failed orders of each shelf:\n" + fenced(a) + "The repaired tools:\n" + fenced(b), a},
      {"Good tools on bad shelves:\n" + fenced(a) + "Their number:\n" + fenced(b), a},
      {"Valid tools:\n" + fenced(a) + "The chosen shelves, too:\n" + fenced(b), a},
      {"1. ~~`" + b + "`~~\n2. `" + a + "`", a},
      {"~~" + b + "~~\n" + a, a},
      {"~~" + fenced(b) + "~~\n" + fenced(a), a},
      {"<del>" + b + "</del>\n" + a, a},
      {"SELECT name FROM tool WHERE name ~~ 'a%' OR name ~~ 'b%'", "SELECT name FROM tool WHERE name ~~ 'a%' OR name ~~ 'b%'"},
      {"~~~sql\n" + a + "\n~~~", a},
  });
}

BOOST_AUTO_TEST_CASE(objects_that_say_which_counts) {
  auto const q = [](std::string const& sql) { return '"' + sql + '"'; };
  check({
      {R"({"rejected_sql": )" + q(b) + R"(, "chosen_sql": )" + q(a) + "}", a},
      {R"({"chosen": )" + q(a) + R"(, "rejected": )" + q(b) + "}", a},
      {R"({"bad": )" + q(b) + R"(, "good": )" + q(a) + "}", a},
      {R"({"failing": )" + q(b) + R"(, "repaired": )" + q(a) + "}", a},
      {R"({"candidate_sqls": [)" + q(b) + ", " + q(a) + R"(], "best": 1})", a},
      {R"({"best_index": 0, "candidates": [)" + q(a) + ", " + q(b) + "]}", a},
      {R"({"queries": [)" + q(b) + ", " + q(a) + R"(], "selected": 2})", a},
      {R"({"candidates": [{"id": 7, "sql": )" + q(b) + R"(}, {"id": 9, "sql": )" + q(a) + R"(}], "best": 9})", a},
      {R"({"candidates": [{"id": 1, "sql": )" + q(a) + R"(}, {"id": 2, "sql": )" + q(b) + R"(}], "chosen": 1})", a},
      {R"({"candidates": {"A": )" + q(b) + R"(, "B": )" + q(a) + R"(}, "best": "B"})", a},
      {R"({"sql_a": )" + q(b) + R"(, "sql_b": )" + q(a) + R"(, "choice": "sql_b"})", a},
      // numbers that choose nothing
      {R"({"candidates": [)" + q(a) + ", " + q(b) + R"(], "best": 9})", a},
      {R"({"queries": [)" + q(a) + ", " + q(b) + R"(], "confidence": 1})", a},
      {R"({"queries": [)" + q(a) + ", " + q(b) + R"(], "rows": 1})", a},
      {R"({"sql": )" + q(a) + R"(, "best": 1})", a},
      {R"({"sql": )" + q(a) + R"(, "notes": ["x", )" + q(b) + R"(], "best": 1})", a},
  });
}

BOOST_AUTO_TEST_CASE(wrappings) {
  std::string const d = "SELECT name FROM tool WHERE price > 300";
  check({
      {"'''sql\n" + d + "\n'''", d},
      {"Here it is:\n'''sql\n" + d + "\n'''\nIt lists the dear tools.", d},
      {"\"\"\"sql\n" + d + "\n\"\"\"", d},
      {"'''\n" + d + "\n'''", d},
      {"*" + d + "*", d},
      {"***" + d + "***", d},
      {"$$" + d + "$$", d},
      {"$" + d + "$", d},
      {"[SQL] " + d + " [/SQL]", d},
      {"[SQL]" + d + "[/SQL]\nIt lists the dear tools.", d},
      {"<function=run><parameter=sql>" + d + "</parameter></function>", d},
      {"<tool_call>\n<function=run_sql>\n<parameter=query>\n" + d + "\n</parameter>\n</function>\n</tool_call>", d},
      {"<parameter name=\"sql\">" + d + "</parameter>", d},
      {d + " \u2014 this lists the dear tools.", d},
      {d + " \u2013 it takes the names from the shelf", d},
      {d + " \u2192 three rows", d},
      {"---\nsql: " + d + "\n---", d},
      {"---\n" + d + ";\n---\nIt lists the dear tools.", d + ";"},
      {"SELECT name FROM tool WHERE price &amp;gt; 300", d},
      {"SELECT name FROM tool WHERE price &amp;amp;gt; 300", d},
      {"SELECT name FROM tool WHERE note = &amp;quot;x&amp;quot;", "SELECT name FROM tool WHERE note = \"x\""},
      // what is SQL
      {"SELECT tool.* FROM tool", "SELECT tool.* FROM tool"},
      {"SELECT count(*)", "SELECT count(*)"},
      {"SELECT name FROM tool WHERE note = ' \u2014 x'", "SELECT name FROM tool WHERE note = ' \u2014 x'"},
      {"SELECT name FROM tool WHERE note = '&amp;gt;'", "SELECT name FROM tool WHERE note = '&amp;gt;'"},
      {"SELECT name FROM tool WHERE note = '[/SQL]' AND price > 5", "SELECT name FROM tool WHERE note = '[/SQL]' AND price > 5"},
      {"SELECT name -- a\nFROM tool\n--- dear ones\nWHERE price > 5", "SELECT name -- a\nFROM tool\n--- dear ones\nWHERE price > 5"},
      {"SELECT name FROM tool WHERE note = '''sql'''", "SELECT name FROM tool WHERE note = '''sql'''"},
  });
}

// With a schema, SQL over other tables does not answer.
BOOST_AUTO_TEST_CASE(the_schema_says_what_answers) {
  schema::table tool;
  tool.name = "tool";
  tool.columns.emplace_back().name = "name";
  schema::database const d({tool});
  BOOST_TEST(*read_sql(fenced("SELECT x FROM thing") + "and\n" + fenced("SELECT name FROM tool"), d) == "SELECT name FROM tool");
  BOOST_TEST(*read_sql(fenced("SELECT name FROM tool") + fenced("SELECT x FROM thing"), d) == "SELECT name FROM tool");
  BOOST_TEST(*read_sql("name FROM tool\n\nCorrection: SELECT count(*) FROM tool", {.continues_select = true, .names = &d}) ==
             "SELECT count(*) FROM tool");
}

BOOST_AUTO_TEST_CASE(replies_without_sql_say_what_to_do) {
  for (auto const* reply : {"", " \n", "\uFEFF", "<|im_end|>", "<|channel|>analysis<|message|>hm", "<think>hm", "<answer></answer>",
                            "{\"sql\": null}", "I cannot answer that.", "[INST] Which tools? [/INST]", "<sql></sql>", "```sql\n```"}) {
    auto const r = read_sql(reply);
    BOOST_TEST_CONTEXT(reply) {
      BOOST_TEST_REQUIRE(!r);
      BOOST_TEST((r.error_found().code == errc::no_sql));
      BOOST_TEST(!r.error_found().remedy.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_tool_that_is_called_is_named) {
  std::string const reply = "(the model called the tool run_query)";
  for (failure const& why : {read_sql(reply).error_found(), read_keywords(reply).error_found(), read_verdict(reply).error_found()}) {
    BOOST_TEST(why.message == "the model called the tool run_query in place of an answer");
    BOOST_TEST(why.remedy.starts_with("t2s offers no tools"));
  }
  BOOST_TEST((read_sql(reply).error_found().code == errc::no_sql));
}

BOOST_AUTO_TEST_CASE(placeholders_are_no_sql) {
  for (std::string const text : {"<your query>", "<YOUR SQL HERE>;", "__SELECT__", "__SQL__", "[your query]", "{sql}", "{{query}}", "$SQL",
                                 "%s", "...", "\u2026", "YOUR_SQL_QUERY", "your_query;", "-- your query here", "-- first\n-- second"}) {
    BOOST_TEST(!read_sql(text), text);
    BOOST_TEST(!read_sql("```sql\n" + text + "\n```"), text);
    BOOST_TEST(*read_sql("```sql\nSELECT a FROM t\n```\n```sql\n" + text + "\n```") == "SELECT a FROM t", text);
    BOOST_TEST(*read_sql("```sql\n" + text + "\n```\n```sql\nSELECT a FROM t\n```") == "SELECT a FROM t", text);
  }
  BOOST_TEST(!read_sql(R"({"sql": "<your query>"})"));
  for (std::string const sql :
       {"-- the best\nSELECT a FROM t", "SELECT a FROM t WHERE b < 3 AND c > 2", "SELECT [a] FROM [t]", "SELECT __a__ FROM t"})
    BOOST_TEST(*read_sql("```sql\n" + sql + "\n```") == sql, sql);
}

/// A statement with marks in the place of names or values is none, wherever it stands.
BOOST_AUTO_TEST_CASE(templates_are_no_sql) {
  for (std::string const text : {"SELECT <columns> FROM <table>",
                                 "SELECT {columns} FROM {table} WHERE {condition}",
                                 "SELECT [your_column] FROM [your_table]",
                                 "SELECT name FROM {{table}}",
                                 "SELECT * FROM ${table_name};",
                                 "SELECT * FROM <table_name> WHERE <column_name> = <value>",
                                 "SELECT name FROM tool WHERE price > <value>",
                                 "SELECT name FROM tool LIMIT <n>",
                                 "SELECT ... FROM tool",
                                 "SELECT a, ... FROM t",
                                 "SELECT name FROM tool WHERE id IN (<list of ids>)",
                                 "SELECT [column name] FROM [table name]",
                                 "SELECT count(<primary-key>) FROM tool",
                                 "WITH x AS (SELECT <a> FROM b) SELECT * FROM x",
                                 "SELECT name FROM tool WHERE {your condition here}",
                                 "SELECT &lt;columns&gt; FROM &lt;table&gt;",
                                 "SELECT a FROM t ORDER BY [Column]",
                                 "SELECT name FROM <schema>.<table>",
                                 "SELECT \u2026 FROM tool",
                                 "SELECT <column1>, <column2> FROM <table1> JOIN <table2> ON <table1>.<id> = <table2>.<id>"}) {
    for (auto const& reply :
         {text, "```sql\n" + text + "\n```", "The query is: " + text, "{\"sql\": \"" + text + "\"}", "<sql>" + text + "</sql>"}) {
      auto const r = read_sql(reply);
      BOOST_TEST(!r, reply << "\nread: " << (r ? *r : ""));
      BOOST_TEST((r.error_found().code == errc::no_sql), reply);
      BOOST_TEST(r.error_found().message.find("is a template") != std::string::npos, reply << ": " << r.error_found().message);
    }
    check({{fenced(text) + "For your tables:\n" + fenced(a), a},
           {fenced(a) + "The pattern:\n" + fenced(text), a},
           {fenced(text) + "\nThat is:\n\n" + a, a},
           {"The pattern:\n\n" + text + "\n\nFor your tables:\n\n" + a, a}});
  }
}

BOOST_AUTO_TEST_CASE(operators_structs_lists_and_bracket_names_are_no_placeholders) {
  for (std::string const sql :
       {"SELECT a FROM t WHERE b < c AND d > e", "SELECT a < b, c > d FROM t", "SELECT a<b AND c>d FROM t",
        "SELECT [Order Id] FROM [Order Details]", "SELECT a AS [Value] FROM t ORDER BY [Value]", "SELECT '<value>' FROM t",
        "SELECT a FROM t WHERE b = '{table}' OR b = '[your name]'", "SELECT a FROM t WHERE b <> c", "SELECT \"<a>\" FROM t",
        "SELECT a -- <b>\nFROM t", "SELECT a FROM t WHERE b LIKE '...'", "SELECT (a)<(b) FROM t", "SELECT count(*)<b AND c>d FROM t"})
    check({{fenced(sql), sql}});
  for (std::string const sql :
       {"SELECT {'a': 1} FROM t", "SELECT {a: b} FROM t", "SELECT [a, b] FROM t", "SELECT [value] FROM (SELECT 1 AS value)",
        "SELECT list[1:2] FROM t", "SELECT MAP {'a': b} FROM t", "SELECT a[column] FROM t", "SELECT [x + 1 FOR x IN l] FROM t"})
    check({{fenced(sql), sql}}, {.limits = {.grammar = sql::duckdb}});
  schema::table odd;
  odd.name = "values";
  schema::column value;
  value.name = "column name";
  odd.columns = {value};
  schema::database const d({odd});
  BOOST_TEST(*read_sql("SELECT [column name] FROM [values]", d) == "SELECT [column name] FROM [values]");
}

BOOST_AUTO_TEST_SUITE_END()
