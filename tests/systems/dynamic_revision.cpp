// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/dynamic_revision.hpp"

#include "db/support.hpp"
#include "support/scripted_database.hpp"
#include "t2s/core/awaitable.hpp"
#include "t2s/db/sqlite/connection.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline/chrome_trace.hpp"
#include "t2s/pipeline/prepared.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <boost/test/unit_test.hpp>
#include <random>
#include <sstream>

using namespace t2s;

namespace {

std::string const simplify_part = "Replace the words as far as possible";
std::string const explain_part = "What does this SQL query mean?";
std::string const revise_part = "### SQL query of the previous iteration:";

bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }
std::string const& prompt(llm::request const& r) { return r.messages.at(0).text; }

/// The stage of a request: s, d, e or r.
char stage_of(llm::request const& r) {
  if (contains(prompt(r), simplify_part)) return 's';
  if (contains(prompt(r), explain_part)) return 'e';
  return contains(prompt(r), revise_part) ? 'r' : 'd';
}
std::string stages_of(llm::scripted_model const& model) {
  std::string all;
  for (auto const& r : model.asked()) all += stage_of(r);
  return all;
}

std::shared_ptr<retrieve::skeleton_index const> repository() {
  std::vector<retrieve::simplified_pair> const pairs{
      {{"zoo", "How many animals are there?", "SELECT count(*) FROM animal", {}, {}}, "Count the animals.", {}, {}},
      {{"zoo", "Could you tell me the names of the animals that are not old?", "SELECT name FROM animal WHERE age < 9", {}, {}},
       "What are the names of the animals that are not old?",
       {},
       {}}};
  return std::make_shared<retrieve::skeleton_index const>(retrieve::doubled(pairs));
}

/// The singers and the orchestras of the paper's figure 4, with our own rows.
struct figure_4 {
  test::folder f;
  db::sqlite_connection database{
      test::make_database(f / "music.sqlite",
                          "CREATE TABLE singer(Singer_ID INTEGER PRIMARY KEY, Name TEXT, Citizenship TEXT);"
                          "INSERT INTO singer VALUES (1,'Ida Berg','Norway'), (2,'Luc Roux','France'), (3,'Pia Sol','Chile');"
                          "CREATE TABLE orchestra(Orchestra_ID INTEGER PRIMARY KEY, Orchestra TEXT, Major_Record_Format TEXT);"
                          "INSERT INTO orchestra VALUES (1,'North','CD'), (2,'South','DVD'), (3,'West','CD');")};
  systems::dynamic_revision system = systems::make_dynamic_revision(repository());

  answer ask(llm::scripted_model& model, std::string const& question, run_options o = {}) {
    return system.run(context(model, database, std::move(o)), question);
  }
};

std::string const not_french = "What are the names of the singers who are not French citizens?";

}  // namespace

BOOST_AUTO_TEST_SUITE(dynamic_revision)

// Figure 2, w/o simplify, with the repository of the whole system: no simplified question is considered.
BOOST_FIXTURE_TEST_CASE(without_simplification_no_simplified_question_is_searched, figure_4) {
  system = systems::make_dynamic_revision(repository(), {.simplify = false});
  system.sampler.k1 = 1, system.sampler.k2 = 0;
  llm::scripted_model model{"count(*) FROM singer", "It counts them.", "SELECT count(*) FROM singer"};
  (void)ask(model, "Count the singers.");  // near to "Count the animals.", which was never asked
  BOOST_TEST(stages_of(model) == "der");
  system.sampler.k1 = 4;
  context ctx(model, database);
  for (auto const& found : system.sampler.sample(ctx, question("Count the singers.")).get().demonstrations)
    BOOST_TEST(!found.shown.simplified);
}

// Figure 4, first case: "Our approach provides the exact value of the database content involved in the first fine-grained iteration, which
// leads to a golden answer."
BOOST_FIXTURE_TEST_CASE(the_first_case_of_figure_4, figure_4) {
  llm::scripted_model model{"What are the names of singers that are not from France?",
                            "SELECT Name FROM singer WHERE Citizenship != 'French'",
                            "It lists the names of all singers whose citizenship is not 'French'. The question means the same.",
                            "```sql\nSELECT singer.Name FROM singer WHERE singer.Citizenship != \"France\"\n```",
                            "It means the same as the question.",
                            "SELECT singer.Name FROM singer WHERE singer.Citizenship != \"France\""};
  auto const a = ask(model, not_french);
  BOOST_TEST(stages_of(model) == "sderer");
  BOOST_TEST(a.sql() == "SELECT singer.Name FROM singer WHERE singer.Citizenship != \"France\"");
  BOOST_TEST(a.stopped == "same result as before");
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(a.outcome()->rows.values.size() == 2u);
  BOOST_TEST(a.asked.original == not_french);
  BOOST_TEST(a.asked.clear == "What are the names of singers that are not from France?");
  BOOST_TEST((a.asked.how == reworded::simplified));

  // Section 3.1.1, word for word, and 4.1.1.
  auto const& asked = model.asked();
  BOOST_TEST(prompt(asked[0]) ==
             "Replace the words as far as possible to simplify the question, making it syntactically clear, common and easy to understand: "
             "What are the names of the singers who are not French citizens?");
  BOOST_TEST((asked[0].temperature == 1.0));
  for (std::size_t i = 1; i < asked.size(); ++i) {
    BOOST_TEST((asked[i].temperature == 0.5));
    BOOST_TEST(asked[i].messages.size() == 1u);
  }

  // Section 3.2.1 (2): the SQL of the previous iteration, the question above, and the paper's instruction.
  BOOST_TEST(prompt(asked[2]) ==
             "Question: What are the names of the singers who are not French citizens?\n"
             "SQL query: SELECT Name FROM singer WHERE Citizenship != 'French'\n"
             "What does this SQL query mean? What are the differences between the predicted meaning and the question meanings above?");

  auto const& draft = prompt(asked[1]);
  BOOST_TEST(contains(draft, "# singer(Singer_ID, Name, Citizenship)\n"));
  BOOST_TEST(contains(draft, "SELECT name FROM animal WHERE age < 9\n"));
  BOOST_TEST(contains(draft, "SELECT count(*) FROM animal\n"));
  BOOST_TEST(!contains(draft, "How many animals"));  // the values of the repository are SQL
  BOOST_TEST(contains(draft, "### Question: " + not_french + "\n"));
  BOOST_TEST(draft.ends_with("SELECT"));

  // Section 3.2.2: SQL_prev, F_error, F_NL, F_DB.
  auto const& revision = prompt(asked[3]);
  auto const place = [&](std::string_view part) {
    auto const at = revision.find(part);
    BOOST_TEST((at != std::string::npos), "missing: " << part);
    return at;
  };
  auto const sql = place("SELECT Name FROM singer WHERE Citizenship != 'French'\n");
  auto const error = place("execution error feedback:\nNone");
  auto const meaning = place("natural language explanation:\nIt lists the names of all singers");
  auto const content = place("related database contents:\nTable singer(Singer_ID, Name, Citizenship)");
  BOOST_TEST((place("### Question: " + not_french) < sql && sql < error && error < meaning && meaning < content));
  place("values of singer.Citizenship: 'France', ");  // the one that French may mean comes first
  BOOST_TEST(!contains(revision, "Table orchestra"));

  // The next round does not contain this one.
  auto const& next = prompt(asked[5]);
  BOOST_TEST(!contains(next, "'French'"));
  BOOST_TEST(!contains(next, "It lists the names"));
  BOOST_TEST(contains(next, "It means the same as the question."));
}

// Figure 4, second case: the error of ChatGPT's SQL ("misuse of aggregate: COUNT()", section 3.2.1), then what DIN-SQL and SQL-PaLM wrote,
// which selects two columns: "self-corrects the error in the second fine-grained iteration by interpreting the SQL".
BOOST_FIXTURE_TEST_CASE(the_second_case_of_figure_4, figure_4) {
  std::string const right =
      "SELECT Orchestra.Major_Record_Format FROM Orchestra GROUP BY Orchestra.Major_Record_Format ORDER BY COUNT(*) ASC";
  llm::scripted_model model{
      "Show the record formats of orchestras by how many there are, fewest first.",
      "SELECT Orchestra, Major_Record_Format FROM orchestra ORDER BY COUNT(*) ASC",
      "It cannot be executed.",
      "Sure! Here you are:\n```sql\nSELECT major_record_format , count(*) FROM orchestra GROUP BY major_record_format ORDER "
      "BY count(*) Asc;\n```",
      "It gives two columns, the question asks for one.",
      right,
      "The same.",
      right};
  auto const a = ask(model, "Please show the record formats of orchestras in ascending order of count.");
  BOOST_TEST(stages_of(model) == "sdererer");
  BOOST_TEST(a.sql() == right);
  BOOST_TEST(a.revisions.size() == 4u);
  BOOST_TEST(contains(prompt(model.asked()[3]), "execution error feedback:\nmisuse of aggregate: COUNT()"));
  BOOST_TEST(!contains(prompt(model.asked()[5]), "misuse of aggregate"));
  BOOST_TEST(contains(prompt(model.asked()[5]), "It gives two columns"));
}

BOOST_FIXTURE_TEST_CASE(errors_are_never_equal, figure_4) {
  llm::scripted_model model;
  model.on(simplify_part, {"Names?"}).on(explain_part, {"Nothing."}).on("###", {"SELECT nmae FROM singer"});
  auto const a = ask(model, not_french);
  BOOST_TEST(stages_of(model) == "sdererer");  // N_max
  BOOST_TEST(a.stopped == "revision limit");
  BOOST_TEST(a.revisions.size() == 4u);
  BOOST_REQUIRE(a.outcome());
  BOOST_TEST(!a.outcome()->ok());
}

BOOST_FIXTURE_TEST_CASE(two_empty_results_are_equal, figure_4) {
  llm::scripted_model model{"Names?", "SELECT Name FROM singer WHERE 1 = 0", "Nothing.",
                            "SELECT Name, Citizenship FROM singer WHERE 1 = 0"};
  auto const a = ask(model, not_french);
  BOOST_TEST(a.stopped == "same result as before");
  BOOST_TEST(a.revisions.size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(a_model_that_repeats_itself_is_asked_once_more, figure_4) {
  llm::scripted_model model;
  model.on(simplify_part, {"Names?"}).on(explain_part, {"Names."}).on("###", {"SELECT Name FROM singer"});
  auto const a = ask(model, not_french);
  BOOST_TEST(stages_of(model) == "sder");
  BOOST_TEST(a.stopped == "same result as before");
}

BOOST_FIXTURE_TEST_CASE(a_refused_draft_says_so, figure_4) {
  llm::scripted_model model{"Names?", "I'm sorry, but I can't help with that."};
  auto const a = ask(model, not_french);
  BOOST_TEST(!a.has_sql());
  BOOST_TEST(contains(a.stopped, "no SQL"));
}

BOOST_FIXTURE_TEST_CASE(a_refused_revision_leaves_the_draft, figure_4) {
  llm::scripted_model model{"Names?", "SELECT Name FROM singer", "Names.", ""};
  auto const a = ask(model, not_french);
  BOOST_TEST(a.sql() == "SELECT Name FROM singer");
  BOOST_TEST(contains(a.stopped, "no SQL"));
  BOOST_TEST(a.outcome()->rows.values.size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(refused_texts_do_not_end_the_run, figure_4) {
  llm::scripted_model model;
  model.on(simplify_part, {"Sorry, I cannot do that."}).on(explain_part, {"<think>hm", ""}).on(revise_part, {"SELECT Name FROM singer"});
  model.on("###", {"SELECT Nam FROM singer"});
  auto const a = ask(model, not_french);
  BOOST_TEST(stages_of(model) == "sderer");
  BOOST_TEST(contains(prompt(model.asked()[1]), "### Question: " + not_french));
  BOOST_TEST(contains(prompt(model.asked()[3]), "The model gave no explanation."));
  BOOST_TEST(a.sql() == "SELECT Name FROM singer");
}

BOOST_FIXTURE_TEST_CASE(a_rambling_explanation_is_cut, figure_4) {
  std::string ramble;
  for (int i = 0; i < 100'000; ++i) ramble += "and so on \u00e9 ";
  llm::scripted_model model;
  model.on(simplify_part, {ramble}).on(explain_part, {ramble}).on("###", {"SELECT Name FROM singer"});
  auto const a = ask(model, not_french);
  BOOST_TEST(a.has_sql());
  BOOST_TEST(prompt(model.asked().back()).size() < 10'000u);
}

// Also if the account must be paid first (HTTP 402): no request is repeated, at any stage.
BOOST_FIXTURE_TEST_CASE(a_failing_model_ends_the_run, figure_4) {
  for (auto const code : {errc::rate_limited, errc::request_rejected, errc::authentication_failed})
    for (std::size_t stage = 0; stage < 8; ++stage) {
      llm::scripted_model model;
      llm::scripted_model::replies replies(stage, "SELECT nmae FROM singer");  // also as simplification and explanation
      replies.emplace_back(failure{code, "the account is empty", {}, "pay first", {}});
      model.on("", replies);
      BOOST_CHECK_EXCEPTION((void)ask(model, not_french), error,
                            [&](error const& e) { return e.code() == code && contains(e.what(), "the account is empty; pay first"); });
      BOOST_TEST(model.asked().size() == stage + 1);
    }
}

BOOST_FIXTURE_TEST_CASE(a_model_that_is_never_right_costs_what_the_budget_allows, figure_4) {
  for (std::size_t calls = 0; calls < 9; ++calls) {
    llm::scripted_model model;
    model.on(simplify_part, {"Names?"}).on(explain_part, {"Nothing."}).on("###", {"SELECT nmae FROM singer"});
    run_options o;
    o.allowed.calls = calls;
    if (calls < 2) {
      BOOST_CHECK_THROW((void)ask(model, not_french, o), error);
    } else {
      auto const a = ask(model, not_french, o);
      BOOST_TEST(a.stopped.find(calls < 8 ? "budget" : "revision limit") != std::string::npos, a.stopped);
      BOOST_TEST(a.sql() == "SELECT nmae FROM singer");
    }
    BOOST_TEST(model.asked().size() == std::min<std::size_t>(calls, 8));
  }
}

BOOST_FIXTURE_TEST_CASE(modules_can_be_left_out, figure_4) {
  auto const run = [&](systems::dynamic_revision_switches on) {
    llm::scripted_model model;
    model.on(simplify_part, {"Names?"}).on(explain_part, {"Nothing."}).on("###", {"SELECT nmae FROM singer"});
    system = systems::make_dynamic_revision(repository(), on);
    (void)ask(model, not_french);
    BOOST_TEST(contains(prompt(model.asked().back()), "FROM animal") == on.demonstrations);
    return stages_of(model);
  };
  BOOST_TEST(run({.simplify = false}) == "dererer");
  BOOST_TEST(run({.revise = false}) == "sd");
  BOOST_TEST(run({.demonstrations = false}) == "sdererer");
  BOOST_TEST(run({.simplify = false, .revise = false, .demonstrations = false}) == "d");  // zero-shot
  BOOST_TEST(run({.rounds = 0}) == "sd");                                                 // figure 3
  BOOST_TEST(run({.rounds = 1}) == "sder");
  BOOST_TEST(run({.rounds = 5}) == "sdererererer");
}

BOOST_AUTO_TEST_CASE(a_missing_repository_is_an_error) {
  BOOST_CHECK_THROW((void)systems::make_dynamic_revision(nullptr), error);
  BOOST_CHECK_NO_THROW((void)systems::make_dynamic_revision(nullptr, {.demonstrations = false}));
}

BOOST_FIXTURE_TEST_CASE(stages_can_be_taken_out_at_compile_time, figure_4) {
  systems::dynamic_revision_with<none, none> bare;
  llm::scripted_model model;
  model.on(explain_part, {"Names."}).on("###", {"SELECT Name FROM singer"});
  auto const a = bare.run(context(model, database), not_french);
  BOOST_TEST(stages_of(model) == "der");
  BOOST_TEST(a.outcome()->rows.values.size() == 3u);
}

BOOST_FIXTURE_TEST_CASE(prompts_can_be_replaced, figure_4) {
  system.rewrite.how.prompt = llm::prompt_template(std::string("Simplify: {{question}}"));
  system.generator.setting = llm::prompt_template(std::string("{{schema}}|{{demonstrations}}|{{question}}|"));
  system.generator.demonstration = llm::prompt_template(std::string("{{question}} -> {{answer}}\n"));
  system.feedback.get<feedback::explanation>().prompt = llm::prompt_template(std::string("Explain {{sql}} for {{question}}"));
  llm::scripted_model model{"What?", "SELECT Name FROM singer", "Names.", "SELECT Name FROM singer"};
  (void)ask(model, "Who {{sql}}?");
  BOOST_TEST(prompt(model.asked()[0]) == "Simplify: Who {{sql}}?");
  BOOST_TEST(contains(prompt(model.asked()[1]), "How many animals are there? -> SELECT count(*)"));
  BOOST_TEST(contains(prompt(model.asked()[1]), "|Who {{sql}}?|"));
  BOOST_TEST(prompt(model.asked()[2]) == "Explain SELECT Name FROM singer for Who {{sql}}?");
}

BOOST_FIXTURE_TEST_CASE(the_same_run_asks_the_same_bytes, figure_4) {
  auto const asked = [&] {
    llm::scripted_model model;
    model.on(simplify_part, {"Names?"}).on(explain_part, {"Nothing."}).on("###", {"SELECT nmae FROM singer", "SELECT Name FROM singer"});
    (void)ask(model, not_french);
    return model.asked();
  };
  BOOST_TEST((asked() == asked()));
}

BOOST_FIXTURE_TEST_CASE(the_trace_names_the_stages_as_the_paper, figure_4) {
  llm::scripted_model model;
  model.on(simplify_part, {"Names?"}).on(explain_part, {"Names."}).on("###", {"SELECT Name FROM singer"});
  chrome_trace trace;
  (void)system.run(context(model, database, run_options(), trace.add_track("run")), not_french);
  std::ostringstream out;
  trace.write(out);
  for (auto const* stage : {"question simplification", "sample retrieval", "initial SQL", "execution error feedback",
                            "natural language explanation", "related database contents", "iterative SQL generation"})
    BOOST_TEST(contains(out.str(), stage), stage);
}

// The algorithm of section 3.2.2 as a plain loop, over random replies of a model and a database.
namespace {

struct behaviour {
  std::vector<std::string> sqls;       // "" is a refusal
  std::map<std::string, int> results;  // 0 is an error, 1 no rows, others are rows
};
struct counts {
  int simplifications = 0, drafts = 0, explanations = 0, revisions = 0;
  std::string sql;
  friend bool operator==(counts const&, counts const&) = default;
};

counts simulated(behaviour const& b, int n_max) {
  counts c;
  c.simplifications = 1;
  c.drafts = 1;
  if (b.sqls[0].empty()) return c;
  c.sql = b.sqls[0];
  for (int i = 1; i <= n_max; ++i) {
    auto const previous = b.results.at(c.sql);
    ++c.explanations;
    ++c.revisions;
    auto const& next = b.sqls[static_cast<std::size_t>(i)];
    if (next.empty()) break;
    c.sql = next;
    if (previous != 0 && b.results.at(next) == previous) break;
  }
  return c;
}

counts run(behaviour const& b, int n_max) {
  tests::scripted_database database;
  for (auto const& [sql, result] : b.results) {
    if (result == 0) database.world[sql] = tests::fails(errc::sql_failed, "wrong");
    if (result == 1) database.world[sql] = tests::gives({});
    if (result > 1) database.world[sql] = tests::gives({std::to_string(result)});
  }
  llm::scripted_model::replies revisions;
  for (std::size_t i = 1; i < b.sqls.size(); ++i)
    revisions.emplace_back(b.sqls[i].empty() ? "I cannot do that." : "```sql\n" + b.sqls[i] + "\n```");
  llm::scripted_model model;
  model.on(simplify_part, {"Simple?"}).on(explain_part, {"It means this.", "", "I cannot say."}).on(revise_part, revisions);
  model.on("###", {b.sqls[0].empty() ? "No." : b.sqls[0]});
  auto const system = systems::make_dynamic_revision(repository(), {.rounds = static_cast<std::size_t>(n_max)});
  auto const a = system.run(context(model, database), "How many?");
  auto const calls = [&](std::size_t rule) { return static_cast<int>(model.calls(rule)); };
  return {calls(0), calls(3), calls(1), calls(2), std::string(a.sql())};
}

}  // namespace

BOOST_AUTO_TEST_CASE(calls_are_those_of_the_algorithm) {
  std::mt19937 random(7);
  auto const below = [&](unsigned n) { return static_cast<int>(random() % n); };
  for (int trial = 0; trial < 1000; ++trial) {
    behaviour b;
    int const n_max = below(6), results = 1 + below(4);
    for (int s = 0; s < 4; ++s) b.results["SELECT " + std::to_string(s)] = below(static_cast<unsigned>(results) + 1);
    for (int i = 0; i <= n_max; ++i) b.sqls.push_back(below(12) == 0 ? std::string() : "SELECT " + std::to_string(below(4)));
    auto const expected = simulated(b, n_max), found = run(b, n_max);
    BOOST_TEST((found == expected), "trial " << trial << ": " << found.drafts << found.explanations << found.revisions << " " << found.sql
                                             << " for " << expected.drafts << expected.explanations << expected.revisions << " "
                                             << expected.sql);
  }
}

BOOST_FIXTURE_TEST_CASE(a_run_can_be_awaited, figure_4) {
  llm::scripted_model script;
  script.on(simplify_part, {"Names?"}).on(explain_part, {"Names."}).on("###", {"SELECT Nam FROM singer", "SELECT Name FROM singer"});
  llm::scripted_async_model model(std::move(script));
  boost::asio::io_context io;
  auto future = boost::asio::co_spawn(io, system.run(context(model, database), not_french), boost::asio::use_future);
  io.run();
  auto const a = future.get();
  BOOST_TEST(stages_of(model.script()) == "sderer");
  BOOST_TEST(a.sql() == "SELECT Name FROM singer");
}

BOOST_AUTO_TEST_SUITE_END()
