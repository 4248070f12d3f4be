// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_PROGRAM_OF_THOUGHT_HPP
#define T2S_POLICIES_GENERATE_PROGRAM_OF_THOUGHT_HPP

#include "t2s/policies/generate/detail/sql_craft.hpp"

#include <string_view>

namespace t2s::generate {

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

}  // namespace t2s::generate

#endif
