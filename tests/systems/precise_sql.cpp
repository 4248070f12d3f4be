// SPDX-License-Identifier: BSL-1.0
#include "t2s/systems/tcsr_sql/detail/precise_sql.hpp"

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"

#include <boost/test/unit_test.hpp>

using namespace t2s;

namespace {

struct items {
  items() {
    schema::table item, sale;
    item.name = "item";
    item.columns = {{"id", "INTEGER", false, false, 1, {}}, {"name", "TEXT", false, false, 0, {}}};
    sale.name = "sale";
    sale.columns = {{"item_id", "INTEGER", false, false, 0, {}}};
    sale.foreign_keys.push_back({{"item_id"}, "item", {"id"}, false});
    database.shape = schema::database({item, sale});
    shown.tables = {{"item", {{"id", "name"}, {{1, "lamp"}, {2, "book"}}}, 0}};
    generator.demonstrations = {"{4 demonstrations}"};
  }

  candidate draft(llm::scripted_model& model) {
    run_context<context<llm::scripted_model, tests::scripted_database>, states_of<tcsr::precise_sql>> ctx(context(model, database));
    ctx.state<tcsr::retrieval_notes>().problems = problems;
    return generator.draft(ctx, question("How many lamps?"), shown).get();
  }
  candidate revise(llm::scripted_model& model, attempt const& latest) {
    run_context<context<llm::scripted_model, tests::scripted_database>, states_of<tcsr::precise_sql>> ctx(context(model, database));
    history<facts<db::execution>> past;
    past.open(latest.tried);
    if (latest.outcome) past.note(*latest.outcome);
    for (auto const& r : latest.remarks) past.add_remark(r);
    return then(generator.revise(ctx, question("How many lamps?"), shown, past), [](candidate c) { return c; });
  }

  tests::scripted_database database{};
  samples shown{};
  tcsr::precise_sql generator{};
  std::vector<std::string> problems{};
};

std::string const tables =
    "### Sqlite SQL tables, with their table names, column names and data value examples:\n"
    "# Table: item\n[\n  (id INTEGER, value examples: [1, 2]),\n  (name TEXT, value examples: ['lamp', 'book'])\n]\n"
    "# Table: sale\n[\n  (item_id INTEGER)\n]\n"
    "### Foreign keys of SQLite tables, used for table joins:\nsale.item_id = item.id\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(precise_sql, items)

// Appendix A.3 without its knowledge, as section 3.3 describes the Fuzzy SQL.
BOOST_AUTO_TEST_CASE(the_fuzzy_prompt_is_that_of_appendix_a_3) {
  llm::scripted_model model{"```sql\nSELECT 1\n```"};
  auto const c = draft(model);
  BOOST_TEST(c.sql == "SELECT 1");
  BOOST_TEST(c.why == "Fuzzy SQL");
  BOOST_REQUIRE(model.asked().size() == 1u);
  BOOST_TEST((model.asked()[0].temperature == 0.0));
  BOOST_TEST(model.asked()[0].messages.size() == 1u);
  BOOST_TEST(model.asked()[0].messages[0].text ==
             "### Refer to the provided table, follow the requirements, and use valid SQLite to answer the question.\n"
             "Requirements:\n"
             "# In `SELECT <column>`, just select needed columns in the Question without any unnecessary column or value\n"
             "# If the same column name appears in multiple tables, specify the table to which it belongs to avoid ambiguity.\n"
             "\n{4 demonstrations}\n========\n\n" +
                 tables + "### Question:\nHow many lamps?\n### SQL:\n");
}

BOOST_AUTO_TEST_CASE(knowledge_makes_the_fuzzy_sql_precise) {
  shown.knowledge = {"# \"lamps\" is stored as item.name = 'lamp'", "# second line"};
  llm::scripted_model model{"SELECT count(*) FROM item WHERE name = 'lamps'",
                            "Sure:\n```sql\nSELECT count(*) FROM item WHERE name = 'lamp'\n```"};
  auto const c = draft(model);
  BOOST_TEST(c.sql == "SELECT count(*) FROM item WHERE name = 'lamp'");
  BOOST_TEST(c.why == "Precise SQL, the Fuzzy SQL revised with the encoding knowledge");
  BOOST_REQUIRE(model.asked().size() == 2u);
  BOOST_TEST(model.asked()[1].messages.size() == 1u);  // no conversation: each prompt is complete
  auto const& prompt = model.asked()[1].messages[0].text;
  BOOST_TEST(
      prompt.starts_with("### Refer to the provided table and encoding knowledge, follow the requirements, and use valid SQLite to "
                         "answer the question.\n"));
  BOOST_TEST(
      prompt.ends_with("### Question:\nHow many lamps?\n### Encoding knowledge for SQL generation:\n# \"lamps\" is stored as item.name "
                       "= 'lamp'\n# second line\n" +
                       tables +
                       "### Old SQL:\nSELECT count(*) FROM item WHERE name = 'lamps'\n### Now please fixup old SQL and generate new SQL "
                       "only and with no explanation.\n### correct SQL:\n"));
}

// Appendix A.4, zero-shot (table 3).
BOOST_AUTO_TEST_CASE(the_revision_prompt_is_that_of_appendix_a_4) {
  shown.knowledge = {"# known"};
  llm::scripted_model model{"```sql\nSELECT name FROM item\n```"};
  attempt latest(candidate("SELECT nmae FROM item"));
  latest.outcome = tests::fails(errc::no_such_column, "no such column: nmae");
  latest.remarks = {remark("execution_error", "no such column: nmae; look it up")};
  auto const c = revise(model, latest);
  BOOST_TEST(c.sql == "SELECT name FROM item");
  BOOST_REQUIRE(model.asked().size() == 1u);
  BOOST_TEST((model.asked()[0].temperature == 0.0));
  BOOST_TEST(model.asked()[0].messages.size() == 1u);
  BOOST_TEST(
      model.asked()[0].messages[0].text ==
      "### When executing SQL below, some errors occurred, please fix up SQL based on query and database info.\n"
      "### Solve the task step by step if you need to. Using SQL format in the code block, and indicate script type in the code block.\n"
      "### When you find an answer, verify the answer carefully.\n"
      "\n"
      "Notes & Examples:\n"
      "# In `SELECT <column>`, just select needed columns in the Question without any unnecessary column or value\n"
      "# Don't use `IN`, `OR`, `LEFT JOIN` as it might cause extra results, use `JOIN`, `INTERSECT`, `EXCEPT` instead\n"
      "# Use `DISTINCT`, `DESC`, or `LIMIT` when necessary\n"
      "# In `FROM ` or `JOIN `, do not include unnecessary table\n"
      "# In `JOIN `, make sure the Foreign keys used in the SQL is correct\n"
      "\n"
      "### Question:\nHow many lamps?\n"
      "### Encoding knowledge for SQL generation:\n# known\n" +
          tables +
          "### Old SQL:\nSELECT nmae FROM item\n"
          "### SQLite error:\nno such column: nmae\n"
          "### Exception class:\nno_such_column\n"
          "### Now please fixup old SQL and generate new SQL only and with no explanation.\n"
          "### correct SQL:\n");
}

BOOST_AUTO_TEST_CASE(an_empty_result_and_remarks_of_others_are_told_as_errors) {
  attempt latest(candidate("SELECT name FROM item WHERE 0"));
  latest.outcome = db::execution(db::rows{{"name"}, {}});
  latest.remarks = {remark("empty_result", "the SQL runs and gives no rows"), remark("mine", "I do not like it")};
  llm::scripted_model model{"SELECT 1"};
  (void)revise(model, latest);
  BOOST_TEST(model.asked()[0].messages[0].text.find("### SQLite error:\nthe SQL runs and gives no rows\nI do not like it\n"
                                                    "### Exception class:\nempty_result, mine\n") != std::string::npos);
  BOOST_TEST(model.asked()[0].messages[0].text.find("### Encoding knowledge for SQL generation:\nNone\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(replies_without_sql) {
  shown.knowledge = {"# known"};
  problems = {"no keywords were read"};
  llm::scripted_model first{"I am sorry, I cannot help with that."};
  auto const none = draft(first);
  BOOST_TEST(none.sql.empty());
  BOOST_TEST(none.why.starts_with("the model gave no SQL: "));
  BOOST_TEST(none.why.ends_with("; no keywords were read"));
  BOOST_TEST(first.asked().size() == 1u);

  llm::scripted_model second{"SELECT 1", "I am sorry."};
  auto const fuzzy = draft(second);
  BOOST_TEST(fuzzy.sql == "SELECT 1");
  BOOST_TEST(fuzzy.why.starts_with("Fuzzy SQL; no keywords were read; it stands, since the model gave no SQL: "));

  llm::scripted_model third{""};
  auto const last = revise(third, attempt(candidate("SELECT 1")));
  BOOST_TEST(last.sql.empty());
  BOOST_TEST(last.why.starts_with("the model gave no SQL: "));
}

BOOST_AUTO_TEST_CASE(a_context_will_do_without_a_pipeline) {
  llm::scripted_model model{"SELECT 1"};
  context ctx(model, database);
  question const asked("Why?");
  BOOST_TEST(generator.draft(ctx, asked, shown).get().sql == "SELECT 1");
}

BOOST_AUTO_TEST_CASE(prompts_can_be_replaced) {
  generator.fuzzy_prompt = llm::prompt_template(std::string("Q: {{question}}"));
  generator.temperature = {};
  llm::scripted_model model{"SELECT 1"};
  (void)draft(model);
  BOOST_TEST(model.asked()[0].messages[0].text == "Q: How many lamps?");
  BOOST_TEST(!model.asked()[0].temperature);
}

BOOST_AUTO_TEST_CASE(four_demonstrations) {
  auto const four = tcsr::precise_sql::default_demonstrations();
  BOOST_TEST(four.size() == 4u);  // table 3
  for (auto const& d : four) BOOST_TEST(d.starts_with("### Sqlite SQL tables"));
}

BOOST_AUTO_TEST_SUITE_END()
