// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_PRECISE_SQL_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_PRECISE_SQL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"
#include "t2s/systems/tcsr_sql/detail/retrieval_notes.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::tcsr {

/// TCSR-SQL's third module (section 3.3) as a GeneratorPolicy: Fuzzy SQL from the question, the schema and the sampled rows, immediately
/// revised with the encoding knowledge, if there is any; then each revision of an attempt with its error.
///
/// Two calls for the draft, one without knowledge or with `in_one_prompt`, and one for each revision. If the first reply has no SQL, there
/// is no draft; if the second has none, the Fuzzy SQL stays; if that of a revision has none, there is no further proposal.
struct precise_sql {
  static constexpr std::string_view name = "precise_sql";
  using states = facts<retrieval_notes>;

  std::size_t examples = 6;                 ///< most example values of a column (table 3)
  std::optional<double> temperature = 0.0;  ///< table 3
  /// Whether the first SQL sees the knowledge at once, by `whole_prompt`, as the first words of appendix A.3 say. Section 3.3 and figure 2
  /// say otherwise, and so does the default: Fuzzy SQL without it, then its revision.
  bool in_one_prompt = false;

  /// Worked examples of the Fuzzy SQL; the paper has four (table 3) and does not print them: these are ours.
  std::vector<std::string> demonstrations = default_demonstrations();

  /// Fuzzy SQL. Slots: `dialect`, `engine` (the dialect in the paper's spelling), `demonstrations`, `tables`, `foreign_keys` and
  /// `question`. As appendix A.3, without its part on knowledge, which is not available yet.
  llm::prompt_template fuzzy_prompt{llm::template_literal(
      "### Refer to the provided table, follow the requirements, and use valid {{dialect}} to answer the question.\n"
      "Requirements:\n"
      "# In `SELECT <column>`, just select needed columns in the Question without any unnecessary column or value\n"
      "# If the same column name appears in multiple tables, specify the table to which it belongs to avoid ambiguity.\n"
      "\n"
      "{{demonstrations}}\n"
      "========\n"
      "\n"
      "### {{engine}} SQL tables, with their table names, column names and data value examples:\n"
      "{{tables}}\n"
      "### Foreign keys of {{dialect}} tables, used for table joins:\n"
      "{{foreign_keys}}\n"
      "### Question:\n"
      "{{question}}\n"
      "### SQL:\n")};

  /// The first SQL with `in_one_prompt`: the same with its part on knowledge. Slots: as above, and `knowledge`.
  llm::prompt_template whole_prompt{llm::template_literal(
      "### Refer to the provided table and encoding knowledge, follow the requirements, and use valid {{dialect}} to answer the question.\n"
      "Requirements:\n"
      "# In `SELECT <column>`, just select needed columns in the Question without any unnecessary column or value\n"
      "# If the same column name appears in multiple tables, specify the table to which it belongs to avoid ambiguity.\n"
      "\n"
      "{{demonstrations}}\n"
      "========\n"
      "\n"
      "### {{engine}} SQL tables, with their table names, column names and data value examples:\n"
      "{{tables}}\n"
      "### Foreign keys of {{dialect}} tables, used for table joins:\n"
      "{{foreign_keys}}\n"
      "### Encoding knowledge for SQL generation:\n"
      "{{knowledge}}\n"
      "### Question:\n"
      "{{question}}\n"
      "### SQL:\n")};

  /// The first revision, of the Fuzzy SQL. Slots: `question`, `knowledge`, `tables`, `foreign_keys` and `old_sql`. Ours, in the words of
  /// appendices A.3 and A.4.
  llm::prompt_template knowledge_prompt{llm::template_literal(
      "### Refer to the provided table and encoding knowledge, follow the requirements, and use valid {{dialect}} to answer the question.\n"
      "### The old SQL takes its columns and values from the words of the question. Please fix up the old SQL based on the encoding "
      "knowledge, which says how the database stores them.\n"
      "Requirements:\n"
      "# In `SELECT <column>`, just select needed columns in the Question without any unnecessary column or value\n"
      "# If the same column name appears in multiple tables, specify the table to which it belongs to avoid ambiguity.\n"
      "# In conditions, use the column and the exact value that the encoding knowledge has for a keyword; leave out knowledge that does "
      "not "
      "fit the question.\n"
      "\n"
      "### Question:\n"
      "{{question}}\n"
      "### Encoding knowledge for SQL generation:\n"
      "{{knowledge}}\n"
      "### {{engine}} SQL tables, with their table names, column names and data value examples:\n"
      "{{tables}}\n"
      "### Foreign keys of {{dialect}} tables, used for table joins:\n"
      "{{foreign_keys}}\n"
      "### Old SQL:\n"
      "{{old_sql}}\n"
      "### Now please fixup old SQL and generate new SQL only and with no explanation.\n"
      "### correct SQL:\n")};

  /// Each revision of an attempt. Slots: `question`, `knowledge`, `tables`, `foreign_keys`, `old_sql`, `sqlite_error` and
  /// `exception_class`. As appendix A.4.
  llm::prompt_template revise_prompt{llm::template_literal(
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
      "### Question:\n"
      "{{question}}\n"
      "### Encoding knowledge for SQL generation:\n"
      "{{knowledge}}\n"
      "### {{engine}} SQL tables, with their table names, column names and data value examples:\n"
      "{{tables}}\n"
      "### Foreign keys of {{dialect}} tables, used for table joins:\n"
      "{{foreign_keys}}\n"
      "### Old SQL:\n"
      "{{old_sql}}\n"
      "### {{dialect}} error:\n"
      "{{sqlite_error}}\n"
      "### Exception class:\n"
      "{{exception_class}}\n"
      "### Now please fixup old SQL and generate new SQL only and with no explanation.\n"
      "### correct SQL:\n")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    retrieval_notes own;
    auto const& notes = notes_in(ctx, own);
    if (in_one_prompt && !shown.knowledge.empty()) {
      auto asking = traced(ctx, "Precise SQL", [&] { return ctx.ask(request(whole_prompt, ctx.schema(), asked, shown)); });
      auto const told = co_await std::move(asking);
      co_return read(told, generate::reading_of(ctx.schema()), "Precise SQL, with the encoding knowledge", notes);
    }
    auto writing = traced(ctx, "Fuzzy SQL", [&] { return ctx.ask(request(fuzzy_prompt, ctx.schema(), asked, shown)); });
    auto const reply = co_await std::move(writing);
    auto fuzzy = read(reply, generate::reading_of(ctx.schema()), "Fuzzy SQL", notes);
    if (fuzzy.sql.empty() || shown.knowledge.empty()) co_return fuzzy;
    auto revising = traced(ctx, "Precise SQL", [&] { return ctx.ask(request(knowledge_prompt, ctx.schema(), asked, shown, fuzzy.sql)); });
    auto const revised = co_await std::move(revising);
    auto precise =
        read(revised, generate::revision_reading_of(ctx.schema()), "Precise SQL, the Fuzzy SQL revised with the encoding knowledge", notes);
    if (precise.sql.empty()) fuzzy.why += "; it stands, since " + precise.why;
    co_return precise.sql.empty() ? std::move(fuzzy) : std::move(precise);
  }

  template <class Context>
  auto revise(Context& ctx, question const& asked, samples const& shown, auto const& past) const {
    return traced(ctx, "SQL revision", [&] {
      return then(ctx.ask(request(revise_prompt, ctx.schema(), asked, shown, past.sql(), &past.latest())),
                  [how = generate::revision_reading_of(ctx.schema())](llm::completion const& c) {
                    return read(c, how, "Precise SQL, revised", retrieval_notes());
                  });
    });
  }

  [[nodiscard]] static T2S_DECL std::vector<std::string> default_demonstrations();  ///< in the paper's style, about our own databases

 private:
  [[nodiscard]] T2S_DECL llm::request request(llm::prompt_template const& prompt, schema::database const& d, question const& asked,
                                              samples const& shown, std::string const& old_sql = {}, attempt const* failed = nullptr) const;
  [[nodiscard]] static T2S_DECL candidate read(llm::completion const& c, llm::sql_reading_options const& how, std::string_view what,
                                               retrieval_notes const& notes);
};

}  // namespace t2s::tcsr

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/tcsr_sql/detail/precise_sql.ipp"
#endif

#endif
