// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dart_sql.hpp"
#include "t2s/pipeline/history.hpp"

#include "shed.hpp"
#include "support/kept_trace.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <utility>

using namespace t2s;
using namespace t2s::tests;
using llm::role;

BOOST_FIXTURE_TEST_SUITE(dart_sql, shed)

BOOST_AUTO_TEST_CASE(stages_of_a_run_that_is_right_at_once) {
  llm::scripted_model model{"results: How many tools have a label?", "count(*) FROM tool", "```sql\nSELECT count(label) FROM tool\n```",
                            "Yes. The count is one number, as asked."};
  auto const a = ask(made(), model);
  BOOST_TEST(stages(model) == (list{"rewrite", "draft", "draft", "judge"}), boost::test_tools::per_element());
  BOOST_TEST(a.sql() == "SELECT count(label) FROM tool");
  BOOST_TEST(a.stopped == "judged right");
  BOOST_TEST(a.outcome()->rows.values.size() == 1u);
  for (auto const& r : model.asked()) {
    BOOST_TEST((r.temperature == 0.0));  // section 4.1
    BOOST_TEST(r.choices == 1u);
  }
}

// Appendix A.1: the rows of every table as tuples, then the question.
BOOST_AUTO_TEST_CASE(rewriting_sees_the_first_five_rows_of_every_table) {
  llm::scripted_model model{"What are the labels of the tools?", "label FROM tool", "label FROM tool", "Yes"};
  (void)ask(made(), model);
  auto const& prompt = model.asked()[0].messages[0].text;
  BOOST_TEST(prompt.starts_with(
      "/*Instructions:*/\nFormulate natural language queries for database data based on the provided information. Ensure the questions you "
      "rewrite are clear, concise, and aligned with the data specifications within the database. If you think the sentence is clear "
      "enough, "
      "you can return to the original without rewriting it.\n/*Here are some basic examples: */\n"));
  for (auto const part : {"/*Example 1: Note that rewrite question aligned with the data specifications within the database*/",
                          "/*Example 2: Note that you can not miss the information in original question*/",
                          "/*Example 3: If you think the sentence is clear enough, you can return to the original without rewriting it*/"})
    BOOST_TEST(contains(prompt, part));
  BOOST_TEST(
      prompt.ends_with("/*Here is the input:*/\n"
                       "/*Given the initial value from Table:*/\n"
                       "['Table shelf: ', [(1, 'top'), (2, 'low')]]\n"
                       "['Table tool: ', [(1, 'tool1', 1), (2, 'tool2', 1), (3, 'tool3', 1), (4, 'tool4', 1), (5, 'tool5', 1)]]\n"
                       "Rewrite the following question: Which tools are there?\n"
                       "results:"));
  BOOST_TEST(contains(model.asked()[1].messages[0].text, "/* Answer the following: What are the labels of the tools? */"));
}

BOOST_AUTO_TEST_CASE(a_reply_that_is_no_question_leaves_the_question) {
  for (auto const* reply : {"", "I'm sorry, but I cannot help with that.", "SELECT label FROM tool", "<think>hm, what do they",
                            "It is clear already, so no rewriting is needed.", "OK"}) {
    llm::scripted_model model{reply, "label FROM tool", "label FROM tool", "Yes"};
    (void)ask(made(), model);
    BOOST_TEST(contains(model.asked()[2].messages[0].text, "/* Answer the following: Which tools are there? */"));
  }
}

// Section 3.1: a rewriting is in the words of the database, which may be none of the question's.
BOOST_AUTO_TEST_CASE(a_rewriting_needs_no_word_of_the_question) {
  for (std::string const reply : {"How many tools?", "What is stored at the top?", "List each label", "Show tool5"}) {
    llm::scripted_model model{reply, "label FROM tool", "label FROM tool", "Yes"};
    (void)ask(made(), model, {}, "Which implements exist?");
    BOOST_TEST(contains(model.asked()[2].messages[0].text, "/* Answer the following: " + reply + " */"), reply);
  }
}

// Appendix A.2, with the blank lines that base_methods 1.2 and 1.6 have.
BOOST_AUTO_TEST_CASE(the_context_aware_prompt) {
  llm::scripted_model model{"count(*) FROM tool", "count(*) FROM tool", "Yes"};
  auto system = made({.question_rewriting = false});
  (void)ask(system, model, {.seed = 3}, "How many tools are there?");
  auto const& prompt = model.asked()[1].messages[0].text;
  std::string const before =
      "/* Some SQL examples are provided based on similar problems: */\n"
      "/* Answer the following: How many animals are there? */\n"
      "SELECT count(*) FROM animal\n"
      "\n"
      "/* Answer the following: Name the oldest animal. */\n"
      "SELECT name FROM animal ORDER BY age DESC LIMIT 1\n"
      "\n"
      "/* Given the following database schema: */\n"
      "CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT)\n"
      "\n"
      "CREATE TABLE tool (id INTEGER PRIMARY KEY, label TEXT, shelf INTEGER REFERENCES shelf(id))\n"
      "\n"
      "/* With at most 15 example rows in each table: */\n"
      "INSERT INTO shelf (id, label) VALUES\n"
      "(1, 'top'),\n"
      "(2, 'low');\n"
      "INSERT INTO tool (id, label, shelf) VALUES  /* 7 rows omitted */\n";
  std::string const after =
      ";\n"
      "\n"
      "/* Answer the following: How many tools are there? */\n"
      "SELECT ";
  BOOST_TEST(prompt.substr(0, before.size()) == before);
  BOOST_TEST(prompt.ends_with(after));
  auto const rows = prompt.substr(before.size(), prompt.size() - before.size() - after.size());
  BOOST_TEST(std::count(rows.begin(), rows.end(), '\n') == 14);  // 15 rows, one on each line
  // The preliminary prompt is the base method's, without rows.
  BOOST_TEST(!contains(model.asked()[0].messages[0].text, "INSERT INTO"));

  llm::scripted_model same{"count(*) FROM tool", "count(*) FROM tool", "Yes"};
  (void)ask(system, same, {.seed = 3}, "How many tools are there?");
  BOOST_TEST((same.asked() == model.asked()));  // equal seeds give equal bytes
  llm::scripted_model other{"count(*) FROM tool", "count(*) FROM tool", "Yes"};
  (void)ask(system, other, {.seed = 4}, "How many tools are there?");
  BOOST_TEST((other.asked()[1] != model.asked()[1]));
}

// base_methods 1.5: the candidates with a skeleton similar to the preliminary SQL's come first.
BOOST_AUTO_TEST_CASE(the_preliminary_sql_chooses_the_demonstrations) {
  auto system = made({.question_rewriting = false, .context = false});
  llm::scripted_model model{"label FROM tool ORDER BY id DESC LIMIT 1", "label FROM tool", "Yes"};
  (void)ask(system, model, {}, "How many tools are there?");
  auto const place = [&](std::size_t call, char const* part) { return model.asked()[call].messages[0].text.find(part); };
  BOOST_TEST(place(0, "How many animals") < place(0, "oldest animal"));
  BOOST_TEST(place(1, "oldest animal") < place(1, "How many animals"));

  system.generator.inner.demonstrations = 1;
  llm::scripted_model one{"label FROM tool ORDER BY id DESC LIMIT 1", "label FROM tool", "Yes"};
  (void)ask(system, one, {}, "How many tools are there?");
  BOOST_TEST(!contains(one.asked()[1].messages[0].text, "How many animals"));

  system.generator.inner.prompt_tokens = 0;  // no room: all are skipped, the schema stays
  llm::scripted_model none_fits{"label FROM tool", "label FROM tool", "Yes"};
  (void)ask(system, none_fits);
  BOOST_TEST(none_fits.asked()[1].messages[0].text.starts_with("/* Given the following database schema: */"));
}

// Section 3.3 and appendix A.3, examples 1 and 4: the conversation of a round about a column-name error.
BOOST_AUTO_TEST_CASE(a_column_error_names_the_tables_that_have_it) {
  llm::scripted_model model{"Label2 FROM tool", "The column is called label.", "label FROM tool", "Yes, that is all."};
  auto system = bare();
  auto const a = ask(system, model);
  BOOST_TEST(stages(model) == (list{"draft", "analyse", "revise", "judge"}), boost::test_tools::per_element());
  BOOST_REQUIRE(model.asked().size() == 4u);
  std::string const prompt =
      "/* Given the following database schema: */\n"
      "CREATE TABLE shelf (id INTEGER PRIMARY KEY, label TEXT)\n\n"
      "CREATE TABLE tool (id INTEGER PRIMARY KEY, label TEXT, shelf INTEGER REFERENCES shelf(id))\n\n"
      "/* Answer the following: Which tools are there? */\nSELECT ";
  std::vector<llm::message> talk{{role::user, prompt},
                                 {role::assistant, "SELECT Label2 FROM tool"},
                                 {role::user,
                                  "/* Received the following exception: no such column: Label2\n"
                                  "In fact, no table contains column \"label2\".\n"
                                  "Please analyze the cause. */"}};
  BOOST_TEST((model.asked()[1].messages == talk));
  talk.push_back({role::assistant, "The column is called label."});
  talk.push_back({role::user, "/* Revise the SQL query to correct any mistakes: */\nSELECT"});
  BOOST_TEST((model.asked()[2].messages == talk));
  // Round 2 does not contain round 1 (algorithm 1, "Reset the conversation history").
  BOOST_TEST((model.asked()[3].messages[1] == llm::message{role::assistant, "SELECT label FROM tool"}));
  BOOST_TEST(model.asked()[3].messages.size() == 3u);
  BOOST_TEST(a.sql() == "SELECT label FROM tool");
  BOOST_REQUIRE(a.revisions.size() == 2u);
  BOOST_TEST(a.revisions[0].remarks.at(0).text == "The column is called label.");
}

// Appendix A.3, the text of all three examples, on a schema of the shape that they imply.
BOOST_AUTO_TEST_CASE(the_printed_examples_of_outcomes) {
  feedback::execution_refinement const stage;
  schema::table makers, models, names;
  makers.name = "car_makers";
  models.name = "model_list";
  names.name = "car_names";
  schema::column model;
  model.name = "Model";
  models.columns = names.columns = {model};
  schema::database const d({makers, models, names});
  auto const fails = [](errc code, std::string message, std::string subject) {
    return db::execution(failure{code, std::move(message), std::move(subject), {}, {}});
  };
  BOOST_TEST(stage.outcome_text(d, fails(errc::no_such_column, "no such column: Model", "Model")) ==
             "/* Received the following exception: no such column: Model\n"
             "In fact, the following 2 table(s) contain column \"model\": model_list, car_names.\n"
             "Please analyze the cause. */");
  BOOST_TEST(contains(stage.outcome_text(d, fails(errc::ambiguous_column, "ambiguous column name: T1.Model", "T1.Model")),
                      "the following 2 table(s) contain column \"model\": model_list, car_names."));
  BOOST_TEST(stage.outcome_text(d, fails(errc::no_such_function, "no such function: YEAR", "YEAR")) ==
             "/* Received the following exception: no such function: YEAR\n"
             "Please analyze the cause. */");
  db::rows const printed{{"Name", "count(*)"},
                         {{value("Balmoor"), value(1)},
                          {value("Glebe Park"), value(1)},
                          {value("Recreation Park"), value(1)},
                          {value("Somerset Park"), value(2)},
                          {value("Stark's Park"), value(1)}}};
  BOOST_TEST(stage.outcome_text(d, db::execution(printed)) ==
             "/* Here are the execution results (total 5 rows):\n"
             "('Balmoor', 1)\n"
             "('Glebe Park', 1)\n"
             "('Recreation Park', 1)\n"
             "('Somerset Park', 2)\n"
             "(\"Stark's Park\", 1)\n"
             "Judge whether the results are correct, and you selected the exact number of columns asked by the question.\n"
             "Output Yes if you agree with both, or No otherwise. Follow the answer with your analysis of the results, and the meanings of "
             "the columns you selected and those requested by the question. */");
}

BOOST_AUTO_TEST_CASE(fifteen_rows_of_a_long_result_are_shown) {
  llm::scripted_model model{"id FROM tool", "Yes"};
  (void)ask(bare(), model);
  auto const& shown = model.asked()[1].messages.back().text;
  BOOST_TEST(contains(shown, "(total 22 rows):\n(1,)\n"));
  BOOST_TEST(contains(shown, "\n(15,)\nJudge"));
}

// Algorithm 1: three rounds, two calls each; the third revision is not judged.
BOOST_AUTO_TEST_CASE(three_rounds_and_no_more) {
  llm::scripted_model model;
  model.on(judgement, {"No, there is a column too many."});
  model.on("Answer the following", {"id FROM tool"});
  auto const a = ask(bare(), model);
  // The reader of the judgement also reads the reply to "revise", whose conversation contains it: no SQL ends the run.
  BOOST_TEST(stages(model) == (list{"draft", "judge", "revise"}), boost::test_tools::per_element());
  BOOST_TEST(contains(a.stopped, "the model gave no SQL"));
  BOOST_TEST(a.sql() == "SELECT id FROM tool");

  llm::scripted_model stubborn{"1", "No", "SELECT 2", "No.", "SELECT 3", "**No**", "SELECT 4", "Yes"};
  auto const b = ask(bare(), stubborn);
  BOOST_TEST(stages(stubborn) == (list{"draft", "judge", "revise", "judge", "revise", "judge", "revise"}),
             boost::test_tools::per_element());
  BOOST_TEST(b.sql() == "SELECT 4");
  BOOST_TEST(b.stopped == "revision limit");
  BOOST_TEST((b.outcome()->rows.values.at(0).at(0) == value(4)));  // executed for the user, but not judged
}

BOOST_AUTO_TEST_CASE(the_rewritten_question_and_all_verdicts_are_in_the_answer) {
  llm::scripted_model model{
      "What are the labels of the tools?", "label FROM tool",          "id FROM tool",           "No, the label was asked for.",
      "SELECT label, id FROM tool",        "No. One column too many.", "SELECT label FROM tool", "Yes"};
  auto const a = ask(made(), model);
  BOOST_TEST(a.asked.original == "Which tools are there?");
  BOOST_TEST(a.asked.clear == "What are the labels of the tools?");
  BOOST_TEST((a.asked.how == reworded::rewritten));
  BOOST_REQUIRE(a.revisions.size() == 3u);
  for (std::size_t round = 0; round < 3; ++round) {
    auto const* verdict = a.revisions[round].known<judged>();
    BOOST_REQUIRE(verdict);
    BOOST_TEST(verdict->right == (round == 2));
  }
  BOOST_TEST(contains(a.revisions[0].known<judged>()->analysis, "the label was asked for"));

  // The third revision is not judged (algorithm 1).
  llm::scripted_model stubborn{"1", "No", "SELECT 2", "No.", "SELECT 3", "No", "SELECT 4"};
  auto const b = ask(bare(), stubborn);
  BOOST_REQUIRE(b.revisions.size() == 4u);
  BOOST_TEST(b.revisions[2].known<judged>());
  BOOST_TEST(!b.revisions[3].known<judged>());
  BOOST_TEST(b.asked.clear == b.asked.original);
}

BOOST_AUTO_TEST_CASE(a_reply_with_neither_yes_nor_no_is_no_agreement) {
  llm::scripted_model model{"1", "It depends on what is wanted.", "SELECT 2", "", "SELECT 3", "Yes or no? Hard to say."};
  auto const a = ask(bare(), model, {.allowed = {.calls = 6}});
  BOOST_TEST(a.sql() == "SELECT 3");
  BOOST_TEST(a.revisions[0].remarks.at(0).text == "It depends on what is wanted.");
  BOOST_TEST(a.revisions[1].remarks.at(0).text == "the model does not say whether the result is right");
  // An empty analysis is not sent as a message: the request to revise follows the outcome directly.
  auto const& talk = model.asked()[4].messages;
  BOOST_REQUIRE(talk.size() == 3u);
  BOOST_TEST(talk[2].text.ends_with("by the question. */\n/* Revise the SQL query to correct any mistakes: */\nSELECT"));
}

// Section 3.3: forbidden keywords are sent back immediately, which does not count as a round.
BOOST_AUTO_TEST_CASE(forbidden_syntax_is_sent_back_at_once) {
  llm::scripted_model model{
      "* FROM tool", "label FROM tool", "No", "SELECT s.label FROM shelf s LEFT JOIN tool t ON s.id = t.shelf", "SELECT label FROM shelf",
      "Yes"};
  auto const a = ask(bare(), model);
  BOOST_TEST(stages(model) == (list{"draft", "again", "judge", "revise", "again", "judge"}), boost::test_tools::per_element());
  BOOST_TEST(a.sql() == "SELECT label FROM shelf");
  auto const& first = model.asked()[1].messages;
  BOOST_REQUIRE(first.size() == 3u);
  BOOST_TEST((first[1] == llm::message{role::assistant, "SELECT * FROM tool"}));
  BOOST_TEST(contains(first[2].text, "SELECT *"));
  auto const& second = model.asked()[4].messages;  // in the conversation of its round
  BOOST_TEST(second.size() == 7u);
  BOOST_TEST(contains(second.back().text, "LEFT JOIN"));
}

BOOST_AUTO_TEST_CASE(after_two_requests_the_draft_stands) {
  llm::scripted_model model{"* FROM tool", "SELECT * FROM tool", "SELECT * FROM tool", "Yes"};
  auto const a = ask(bare(), model);
  BOOST_TEST(stages(model) == (list{"draft", "again", "again", "judge"}), boost::test_tools::per_element());
  BOOST_TEST(a.sql() == "SELECT * FROM tool");

  llm::scripted_model refusing{"* FROM tool", "I will not.", "Yes"};
  BOOST_TEST(ask(bare(), refusing).sql() == "SELECT * FROM tool");
  BOOST_TEST(stages(refusing) == (list{"draft", "again", "judge"}), boost::test_tools::per_element());
}

// Tables 1 to 3: without ER there is neither refinement nor the check of section 3.3 for keywords. The baselines are the base prompt's SQL.
BOOST_AUTO_TEST_CASE(without_refinement_nothing_is_sent_back) {
  for (auto const* sql : {"SELECT * FROM tool", "SELECT s.label FROM shelf s LEFT JOIN tool t ON s.id = t.shelf"}) {
    llm::scripted_model model{sql};
    auto const a = ask(made({.question_rewriting = false, .context = false, .refinement = false, .demonstrations = false}), model);
    BOOST_TEST(stages(model) == list{"draft"}, boost::test_tools::per_element());
    BOOST_TEST(a.sql() == sql);

    systems::dart_parts<hashed> parts;
    parts.rows = &vectors;
    auto const c3 = systems::make_dart_sql_c3(parts, {.question_rewriting = false, .refinement = false});
    llm::scripted_model recalls{"[\"tool\"]", "{\"tool\": [\"label\"]}", sql};
    BOOST_TEST(c3.run(context(recalls, database), "Which tools are there?").sql() == sql);
    BOOST_TEST(stages(recalls) == (list{"table recall", "column recall", "draft"}), boost::test_tools::per_element());
  }
}

// After a right draft, a reply that cannot continue SELECT ends the run with the SQL before it.
BOOST_AUTO_TEST_CASE(a_short_reply_is_no_revision) {
  for (auto const* reply : {"No change", "I cannot", "None", "Unchanged", "N/A", "same as above", "Yes", "NULL"}) {
    llm::scripted_model model{"label FROM tool", "No", reply};
    auto const a = ask(bare(), model);
    BOOST_TEST(a.sql() == "SELECT label FROM tool", reply);
    BOOST_TEST(contains(a.stopped, "the model gave no SQL"), a.stopped);
    llm::scripted_model drafts{reply};
    BOOST_TEST(!ask(bare(), drafts).has_sql(), reply);
  }
}

BOOST_AUTO_TEST_CASE(what_is_forbidden_is_decided_on_the_tree) {
  generate::forbidden_syntax const rule;
  schema::database const any;
  BOOST_TEST(rule.found_in("SELECT a FROM t LEFT OUTER JOIN u ON 1", any) == "LEFT JOIN");
  BOOST_TEST(rule.found_in("SELECT a FROM t NATURAL LEFT JOIN u", any) == "LEFT JOIN");
  BOOST_TEST(rule.found_in("SELECT t.* FROM t", any) == "SELECT *");
  BOOST_TEST(rule.found_in("SELECT a FROM (SELECT * FROM t LEFT JOIN u)", any) == "LEFT JOIN and SELECT *");
  BOOST_TEST(rule.found_in("SELECT count(*) FROM t JOIN u", any).empty());
  BOOST_TEST(rule.found_in("SELECT 'LEFT JOIN', a * b FROM t -- SELECT *", any).empty());
  BOOST_TEST(rule.found_in("SELEC * FROM t LEFT JOIN", any).empty());
}

BOOST_AUTO_TEST_CASE(a_refusal_is_no_sql_and_a_failure_is_thrown) {
  llm::scripted_model refusing{"I am sorry, I cannot help with that."};
  auto const a = ask(bare(), refusing);
  BOOST_TEST(!a.has_sql());
  BOOST_TEST(contains(a.stopped, "no SQL"));

  llm::scripted_model down{"1"};
  down.on(judgement, {errc::server_failed});
  BOOST_CHECK_EXCEPTION((void)ask(bare(), down), error, [](error const& e) { return e.code() == errc::server_failed; });
}

BOOST_AUTO_TEST_CASE(a_refused_preliminary_sql_changes_no_order) {
  llm::scripted_model model{"I cannot.", "label FROM tool", "Yes"};
  auto const a = ask(made({.question_rewriting = false, .context = false}), model, {}, "How many tools are there?");
  BOOST_TEST(a.sql() == "SELECT label FROM tool");
  BOOST_TEST((model.asked()[0] == model.asked()[1]));
}

BOOST_AUTO_TEST_CASE(a_budget_ends_it_with_the_last_sql) {
  for (std::size_t calls = 1; calls <= 7; ++calls) {
    llm::scripted_model model{"1", "No", "SELECT 2", "No", "SELECT 3", "No", "SELECT 4"};
    auto const a = ask(bare(), model, {.allowed = {.calls = calls}});
    BOOST_TEST(model.asked().size() == calls);
    BOOST_TEST(a.sql() == "SELECT " + std::to_string((calls + 1) / 2));
    BOOST_TEST(contains(a.stopped, calls == 7 ? "revision limit" : "budget"));
  }
}

// Tables 1 to 3.
BOOST_AUTO_TEST_CASE(switches) {
  auto const asked_by = [&](systems::dart_switches on) {
    llm::scripted_model model;
    model.on(rewriting, {"Which tools are there?"}).on(judgement, {"Yes"}).on("Answer", {"label FROM tool"});
    (void)ask(made(on), model);
    return stages(model);
  };
  BOOST_TEST(asked_by({}) == (list{"rewrite", "draft", "draft", "judge"}), boost::test_tools::per_element());
  BOOST_TEST(asked_by({.question_rewriting = false}) == (list{"draft", "draft", "judge"}), boost::test_tools::per_element());
  BOOST_TEST(asked_by({.refinement = false}) == (list{"rewrite", "draft", "draft"}), boost::test_tools::per_element());
  BOOST_TEST(asked_by({.demonstrations = false}) == (list{"rewrite", "draft", "judge"}), boost::test_tools::per_element());

  llm::scripted_model model{"label FROM tool"};
  auto const a = ask(made({.question_rewriting = false, .context = false, .refinement = false, .demonstrations = false}), model);
  BOOST_TEST(model.asked().size() == 1u);
  BOOST_TEST(!contains(model.asked()[0].messages[0].text, "INSERT"));
  BOOST_TEST(a.outcome()->rows.values.size() == 22u);  // the user gets rows without refinement too
}

// Section 4.1: under self-consistency SQL is drawn five times at temperature 1.0; texts are as before.
BOOST_AUTO_TEST_CASE(self_consistency) {
  auto const five = [](std::string const& most) {
    llm::completion c;
    c.text = "1";
    for (int i = 0; i < 2; ++i) c.others.push_back({"2", "stop", {}});
    c.others.push_back({"broken", "stop", {}});
    c.others.push_back({most, "stop", {}});
    return c;
  };
  llm::scripted_model model;
  model.on(rewriting, {"Which tools are there?"});
  model.on([](llm::request const& r) { return stage_of(r) == "judge"; }, {"No", "Yes"});
  model.on([](llm::request const& r) { return stage_of(r) != "judge"; }, {five("2"), five("2"), five("3")});
  auto const a = ask(made({.self_consistency = true}), model);
  BOOST_TEST(a.sql() == "SELECT 2");
  BOOST_TEST(stages(model) == (list{"rewrite", "draft", "draft", "judge", "revise", "judge"}), boost::test_tools::per_element());
  for (auto const& r : model.asked()) {
    bool const text = stage_of(r) == "rewrite" || stage_of(r) == "judge";
    BOOST_TEST(r.choices == (text ? 1u : 5u));
    BOOST_TEST((r.temperature == (text ? 0.0 : 1.0)));
  }
}

// Table 2: C3 as the base prompt.
BOOST_AUTO_TEST_CASE(around_c3) {
  systems::dart_parts<hashed> parts;
  parts.rows = &vectors;
  auto const system = systems::make_dart_sql_c3(parts);
  llm::scripted_model model;
  model.on(rewriting, {"Which tools are there?"});
  model.on("which tables", {"[\"tool\"]"}).on("which columns", {"{\"tool\": [\"label\"]}"});
  model.on([](llm::request const& r) { return stage_of(r) == "judge"; }, {"No, one column too many.", "Yes"});
  model.on("Complete the SQLite", {"id, label FROM tool", "label FROM tool"});
  auto const a = system.run(context(model, database), "Which tools are there?");
  BOOST_TEST(a.sql() == "SELECT label FROM tool");
  BOOST_TEST(a.stopped == "judged right");
  BOOST_TEST(model.asked().size() == 7u);  // rewriting, two recalls, draft, judge, revise, judge
  auto const& draft = model.asked()[3];
  BOOST_TEST(draft.choices == 20u);
  BOOST_TEST(contains(draft.messages[5].text, "# INSERT INTO tool"));
  BOOST_TEST(!contains(draft.messages[5].text, "INSERT INTO shelf"));
  auto const& revised = model.asked()[5];
  BOOST_TEST(revised.choices == 1u);
  BOOST_TEST((revised.temperature == 0.0));
  BOOST_TEST(revised.messages.size() == 10u);  // the six of C3, SQL, outcome, analysis, request
}

/// Its stages have the paper's terms as names in the trace.
BOOST_AUTO_TEST_CASE(the_trace_speaks_the_papers_words) {
  kept_words words;
  llm::scripted_model model{"Which tools are there?", "label FROM tool", "* FROM tool", "SELECT label FROM tool", "Yes"};
  auto const system = made();
  (void)system.run(context(model, database, {}, kept_trace{&words}), "Which tools are there?");
  for (auto const* term : {"question rewriting", "table content selection", "preliminary SQL", "context-aware prompt", "forbidden syntax",
                           "execution-guided refinement"})
    BOOST_TEST(words.names(term), term);
}

BOOST_AUTO_TEST_CASE(feedback_of_others_and_generators_of_others) {
  // The refinement's generator beside a feedback without a conversation: the remarks replace it.
  pipeline<none, none, generate::avoiding<generate::dail_sql>, feedback::execution_error,
           terminate::any_of<terminate::nothing_left, terminate::revisions>>
      plain;
  llm::scripted_model model{"colour FROM tool", "SELECT label FROM tool"};
  BOOST_TEST(plain.run(context(model, database), "Which tools?").sql() == "SELECT label FROM tool");
  auto const& told = model.asked()[1].messages.back().text;
  BOOST_TEST(told.starts_with("/* no such column: colour"));
  BOOST_TEST(told.ends_with(" */\n/* Revise the SQL query to correct any mistakes: */\nSELECT"));

  // The refinement's feedback beside a generator without a conversation: schema and question replace it.
  pipeline<none, none, generate::avoiding<generate::few_shot>, feedback::execution_refinement, terminate::judged_right> mixed;
  llm::scripted_model other{"SELECT * FROM tool", "SELECT label FROM tool", "Yes"};
  BOOST_TEST(mixed.run(context(other, database), "Which tools?").sql() == "SELECT label FROM tool");
  for (std::size_t call : {1U, 2U})
    BOOST_TEST(other.asked()[call].messages.at(0).text.starts_with("/* Given the following database schema: */\nCREATE TABLE shelf"));
}

BOOST_AUTO_TEST_CASE(a_missing_embedder_is_named) {
  systems::dart_parts<hashed> parts;
  BOOST_CHECK_EXCEPTION((void)systems::make_dart_sql(parts), error, [](error const& e) { return contains(e.what(), "member rows"); });
  parts.rows = &vectors;
  parts.pool = pool;
  BOOST_CHECK_EXCEPTION((void)systems::make_dart_sql(parts), error, [](error const& e) { return contains(e.what(), "member questions"); });
}

// The same run, awaited: the same messages.
BOOST_AUTO_TEST_CASE(awaited_it_asks_the_same) {
  list const replies{"Which tools?", "label FROM tool", "lable FROM tool", "A typo.", "SELECT * FROM tool", "SELECT label FROM tool",
                     "Yes"};
  auto const system = made();
  llm::scripted_model at_once;
  for (auto const& r : replies) at_once.on([used = false](llm::request const&) mutable { return !std::exchange(used, true); }, {r});
  llm::scripted_async_model later{at_once};
  auto const a = ask(system, at_once);
  boost::asio::io_context io;
  context ctx(later, database);
  auto running = boost::asio::co_spawn(io, system.run(ctx, "Which tools are there?"), boost::asio::use_future);
  io.run();
  auto const b = running.get();
  BOOST_TEST(a.sql() == "SELECT label FROM tool");
  BOOST_TEST(b.sql() == a.sql());
  BOOST_TEST(b.stopped == a.stopped);
  BOOST_TEST((later.script().asked() == at_once.asked()));
}

BOOST_AUTO_TEST_SUITE_END()
