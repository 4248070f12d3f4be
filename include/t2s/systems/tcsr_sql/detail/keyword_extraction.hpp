// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_KEYWORD_EXTRACTION_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_KEYWORD_EXTRACTION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::tcsr {

/// A keyword of a question with the one table and the columns that it may be about. Without a table, nothing was found in the schema.
struct linked_keyword {
  std::string text{};                  ///< as in the question
  std::string table{};                 ///< as the schema spells it
  std::vector<std::string> columns{};  ///< of that table, as the schema spells them

  friend bool operator==(linked_keyword const&, linked_keyword const&) = default;
};

/// The keywords of a question: those for parts of the schema, and those for stored values.
struct extracted_keywords {
  std::vector<linked_keyword> schema{};  ///< keywords for parts of the schema
  std::vector<linked_keyword> data{};    ///< keywords for stored values
  std::vector<std::string> problems{};   ///< what could not be read, or is not in the schema
};

/// TCSR-SQL's keywords extraction and schema detection (section 3.1, appendix A.1): one call that finds the schema keywords and the
/// data-content keywords of a question and, for each, one table and several columns.
///
///     t2s::context ctx(model, database);
///     auto const rows = knowledge::first_rows(ctx, 6).get();
///     t2s::tcsr::keyword_extraction const extraction;
///     std::string const question = "How many lamps are there?";
///     auto const found = extraction.extract(ctx, question, rows);
struct keyword_extraction {
  static constexpr std::string_view name = "keywords extraction";

  std::size_t examples = 6;                       ///< most example values of a column (table 3)
  std::size_t most_keywords = 16;                 ///< the rest of a longer reply is ignored (ours)
  std::size_t most_columns = 8;                   ///< of a keyword (ours)
  std::optional<double> temperature = 0.0;        ///< table 3
  llm::model_role asks = llm::model_role::small;  ///< the model that is asked, if a run has several

  /// Worked examples; the paper has four (table 3) and does not print them: these are ours.
  std::vector<std::string> demonstrations = default_demonstrations();

  /// Slots: `demonstrations`, `tables`, `foreign_keys` and `question`. As appendix A.1.
  llm::prompt_template prompt{llm::template_literal(
      "First, find schema keywords and data content keywords in the given question. Then, for each keyword, try to identify the possible "
      "corresponding tables and columns using the value examples provided.\n"
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
      "### Answer:\n")};

  /// The keywords of a question by one call, as a value or the run's task; `rows` are samples of the tables. Both must outlive it. A reply
  /// that is not a list of keywords gives no keywords, and a problem.
  template <class Context>
  [[nodiscard]] auto extract(Context& ctx, std::string const& text, std::vector<table_sample> const& rows) const {
    return traced(ctx, name, [this, &ctx, &text, &rows] {
      return then(ctx.ask(request_for(ctx.schema(), text, rows)),
                  [this, &ctx](llm::completion const& c) { return read(c.text, ctx.schema()); });
    });
  }

  /// Reads a completion and checks it against the schema: objects of JSON, or lines such as `data content keyword "lamp": item.name`. Case
  /// is ignored in names; a keyword has columns of its first table only.
  [[nodiscard]] T2S_DECL extracted_keywords read(std::string_view completion, schema::database const& d) const;

  [[nodiscard]] static T2S_DECL std::vector<std::string> default_demonstrations();  ///< in the paper's style, about our own databases

 private:
  [[nodiscard]] T2S_DECL llm::request request_for(schema::database const& d, std::string const& text,
                                                  std::vector<table_sample> const& rows) const;
};

}  // namespace t2s::tcsr

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.ipp"
#endif

#endif
