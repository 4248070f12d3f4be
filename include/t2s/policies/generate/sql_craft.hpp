// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_SQL_CRAFT_HPP
#define T2S_POLICIES_GENERATE_SQL_CRAFT_HPP

#include "t2s/llm/completion_text.hpp"
#include "t2s/policies/generate/detail/sql_craft.hpp"

#include <string>
#include <string_view>
#include <utility>

/// The three generators of SQL-CRAFT.
namespace t2s::generate {

/// A GeneratorPolicy that asks a model for SQL and nothing else: SQL-CRAFT's baseline (table 2, "SQL-Only"). One call for the draft and one
/// for each revision. The prompt is ours.
struct sql_only : single_answer<sql_only> {
  static constexpr std::string_view name = "SQL-only";
  static constexpr auto expects = llm::reply_kind::statement;  ///< of a reply

  /// The whole prompt.
  llm::prompt_template prompt{llm::template_literal(
      "Write one {{dialect}} query that answers the '### QUESTION'. '### DB_STRUCTURE' includes examples of each table, and the filtering "
      "criteria should be based on these data examples. Answer with the query in a ```sql code block and nothing else.\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "{{correction}}"
      "### QUESTION: {{question}}\n"
      "SQL:")};
};

/// A GeneratorPolicy that has a model think in Python before it writes SQL, both in one answer, whose last fence is the SQL: SQL-CRAFT's
/// PoT (section 2). One call for the draft and one for each revision.
///
/// The prompt has the format and the instruction of appendix A.4.1; its three worked examples are ours, of the paper's kinds: an extreme,
/// an exclusion, two conditions at once.
struct program_of_thought : single_answer<program_of_thought> {
  static constexpr auto expects = llm::reply_kind::text;  ///< of a reply: code, and SQL at its end
  static constexpr std::string_view name = "PoT";

  program_of_thought() { keys = key_style::pandas; }

  /// The whole prompt.
  llm::prompt_template prompt{llm::template_literal(
      "Write down CODE to answer the '### QUESTION', and translate CODE to SQL. '### DB_STRUCTURE' includes examples of each table, and "
      "the "
      "filtering criteria should be based on these data examples. In the CODE, 'Table %s' is stored in 'db_dict['%s']', 'db_dict' is of "
      "type dict[pandas.DataFrame]\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "### EXAMPLES:\n"
      "QUESTION: Which hives were harvested in the earliest year and what year was it?\n"
      "THOUGHT: The answer should consist of two columns, the name of the hive and the earliest year, from the joined data.\n"
      "CODE:\n"
      "earliest_year = db_dict['harvest']['year'].min()\n"
      "earliest = db_dict['harvest'][db_dict['harvest']['year'] == earliest_year]\n"
      "joined = pd.merge(earliest, db_dict['hive'], left_on='hive_id', right_on='id')\n"
      "result = joined[['name', 'year']]\n"
      "SQL:\n"
      "```sql\n"
      "SELECT T2.name, T1.year FROM harvest AS T1 JOIN hive AS T2 ON T1.hive_id = T2.id WHERE T1.year = (SELECT MIN(year) FROM harvest)\n"
      "```\n\n"
      "QUESTION: Show the names of all hives except for hives having a harvest in year 2023.\n"
      "THOUGHT: The answer should only include the 'name' column of the hives that do not have a harvest in the year 2023, and it's a text "
      "column.\n"
      "CODE:\n"
      "harvested = pd.merge(db_dict['hive'], db_dict['harvest'], left_on='id', right_on='hive_id')\n"
      "harvested_2023 = harvested[harvested['year'] == 2023]\n"
      "hives = db_dict['hive']\n"
      "result = hives[~hives['name'].isin(harvested_2023['name'])][['name']]\n"
      "SQL:\n"
      "```sql\n"
      "SELECT name FROM hive EXCEPT SELECT T1.name FROM hive AS T1 JOIN harvest AS T2 ON T1.id = T2.hive_id WHERE T2.year = 2023\n"
      "```\n\n"
      "QUESTION: Find the meadows that have both clover and heather.\n"
      "THOUGHT: The task is to find meadows for which a single column ('flower') meets two conditions in different rows: being 'clover' "
      "and "
      "being 'heather'. This is an intersection. Two separate filters are applied to the same table, and an inner merge finds the meadows "
      "that satisfy both conditions.\n"
      "CODE:\n"
      "clover = db_dict['bloom'][db_dict['bloom']['flower'] == 'clover'][['meadow']]\n"
      "heather = db_dict['bloom'][db_dict['bloom']['flower'] == 'heather'][['meadow']]\n"
      "result = pd.merge(clover, heather, how='inner').drop_duplicates()\n"
      "SQL:\n"
      "```sql\n"
      "SELECT meadow FROM bloom WHERE flower = 'clover' INTERSECT SELECT meadow FROM bloom WHERE flower = 'heather'\n"
      "```\n\n"
      "{{correction}}"
      "QUESTION: {{question}}\n"
      "THOUGHT:")};
};

/// A GeneratorPolicy that first has a model write Python for the question, and then SQL from that code: SQL-CRAFT's CBs (section 2). Two
/// calls for the draft, one for each revision, which shows the code again. The code is not executed; it becomes the attempt's reasoning. An
/// attempt of another generator without code is revised in two calls. The prompts are ours.
struct code_blocks : interactive_correction {
  static constexpr std::string_view name = "CBs";

  code_blocks() { keys = key_style::pandas; }

  /// The paper's P1. Slots: `related`, `structure` and `question`.
  llm::prompt_template code_prompt{llm::template_literal(
      "Write down Python CODE that answers the '### QUESTION', step by step: a ```python code block for each step, with a comment that "
      "says what it does. '### DB_STRUCTURE' includes examples of each table, and the filtering criteria should be based on these data "
      "examples. In the CODE, 'Table %s' is stored in 'db_dict['%s']', 'db_dict' is of type dict[pandas.DataFrame]\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "### QUESTION: {{question}}\n"
      "CODE:")};
  /// The paper's P2. Slots: those of `interactive_correction`, and `code`.
  llm::prompt_template sql_prompt{llm::template_literal(
      "Translate the '### CODE', which was written to answer the '### QUESTION', to one {{dialect}} query. '### DB_STRUCTURE' includes "
      "examples "
      "of each table, and the filtering criteria should be based on these data examples. Answer with the query in a ```sql code block and "
      "nothing else.\n\n"
      "{{related}}"
      "### DB_STRUCTURE:\n"
      "{{structure}}\n"
      "### CODE:\n"
      "```python\n{{code}}\n```\n\n"
      "{{correction}}"
      "### QUESTION: {{question}}\n"
      "SQL:")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    return solve(ctx, asked, shown, nullptr, {});
  }
  template <class Context>
  auto revise(Context& ctx, question const& asked, samples const& shown, attempt_list const& past) const -> task<Context, candidate> {
    return solve(ctx, asked, shown, &past.latest(), past.latest().tried.reasoning);
  }

  /// The first step alone: the code, or why there is none.
  auto write_code(auto& ctx, question const& asked, samples const& shown) const {
    auto asking = fill(code_prompt, ctx.schema(), asked, shown);
    return then(ask_in(ctx, "code blocks", std::move(asking)), [](llm::completion const& c) { return llm::read_code(c.text); });
  }

 private:
  template <class Context>
  auto solve(Context& ctx, question const& asked, samples const& shown, attempt const* latest, std::string code) const
      -> task<Context, candidate> {
    if (code.empty()) {
      auto writing = ctx.lift(write_code(ctx, asked, shown));
      auto const written = co_await std::move(writing);
      if (!written) co_return candidate({}, "the model gave no code: " + written.error_found().text());
      code = *written;
    }
    auto const step = latest ? std::string_view("interactive correction") : std::string_view("SQL from code blocks");
    auto const how = latest ? revision_reading_of(ctx.schema()) : reading_of(ctx.schema());
    auto asking = fill(sql_prompt, ctx.schema(), asked, shown, latest, code);
    asking.expects = llm::reply_kind::statement;
    auto translating = ctx.lift(ask_for_sql(ctx, step, std::move(asking), how));
    auto made = co_await std::move(translating);
    made.reasoning = std::move(code);
    co_return made;
  }
};

}  // namespace t2s::generate

#endif
