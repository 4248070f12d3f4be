// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_FUZZY_DETECTION_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_FUZZY_DETECTION_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/detail/draw.hpp"
#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/retrieve/knowledge/detail/kept_values.hpp"
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::tcsr {

/// A Seed SQL and its result.
struct seed_result {
  std::string column{};         ///< the searched column
  std::string content{};        ///< the searched content
  std::size_t skeleton = 0;     ///< index into `fuzzy_detection::skeletons`
  std::string sql{};            ///< the Seed SQL
  std::vector<value> values{};  ///< distinct, without NULL, at most `fuzzy_detection::most_values`
};

/// A data-content keyword with the data contents that were searched for, itself first, and the results of all its Seed SQL queries.
struct detected_keyword {
  linked_keyword keyword{};             ///< the keyword of these contents
  std::vector<std::string> contents{};  ///< the keyword, and its synonyms from the model
  std::vector<seed_result> results{};   ///< one for each Seed SQL
};

/// TCSR-SQL's fuzzy detection (section 3.1, algorithm 1, table 1, appendix A.2): for each data-content keyword, one call for each of its
/// columns asks for values that may be stored; then each combination of a column, a data content (the keyword or one of those values) and a
/// SQL skeleton is executed, in random order.
///
///     t2s::tcsr::fuzzy_detection const detection;
///     auto const found = detection.detect(ctx, keywords, rows, problems).get();
///
/// Each Seed SQL is a statement, and may scan its table. A `prepared` database keeps its stored values in memory: where they give the same
/// result with certainty they are used, and the database is asked for the rest.
struct fuzzy_detection {
  static constexpr std::string_view name = "fuzzy detection";

  std::size_t synonyms = 5;                 ///< values taken from a reply: K of section 3.1
  std::size_t examples = 6;                 ///< example values of the column (table 3)
  std::size_t most_values = 10;             ///< read from a result; two show whether a value is unique, the rest is for prompts (ours)
  std::optional<double> temperature = 0.0;  ///< table 3
  llm::model_role asks = llm::model_role::small;  ///< the model that is asked, if a run has several

  /// Worked examples; the paper has nine (table 3) and does not print them: these are ours.
  std::vector<std::string> demonstrations = default_demonstrations();

  /// Slots: `demonstrations`, `most`, `keyword`, `column` and `samples`. As appendix A.2.
  llm::prompt_template prompt{llm::template_literal(
      "### Based on data samples extracted from the related columns, infer the possible storage values (up to {{most}}) of the data "
      "content keyword in the database. Please provide them in the form of a list.\n"
      "\n"
      "{{demonstrations}}\n"
      "# data content keyword: {{keyword}}.\n"
      "# data samples for column {{column}}: {{samples}}\n"
      "# possible storage values:")};

  /// The skeletons of Seed SQL, SQL1 and SQL2 of section 3.1; a limit is added. Slots: `column` and `table`, quoted names, and `value`, a
  /// literal of SQL, or `pattern`, one that finds the content anywhere. For other skeletons than these two, values are never taken from
  /// memory.
  std::vector<llm::prompt_template> skeletons = default_skeletons();

  /// The stored values for each keyword, in order. `rows` and `problems` must outlive the run's task; `problems` gets what could not be
  /// read or executed. A keyword without columns is skipped.
  template <class Context>
  [[nodiscard]] auto detect(Context& ctx, std::vector<linked_keyword> keywords, std::vector<table_sample> const& rows,
                            std::vector<std::string>& problems) const -> task<Context, std::vector<detected_keyword>> {
    std::vector<detected_keyword> found;
    for (auto& keyword : keywords) {
      auto mutating = traced(ctx, name, [&] { return mutate(ctx, keyword, rows, problems); });
      auto one = co_await std::move(mutating);
      found.push_back(std::move(one));
    }
    for (auto& one : found) {
      auto executing = execute(ctx, one, problems);
      auto results = co_await std::move(executing);
      one.results = std::move(results);
    }
    co_return found;
  }

  [[nodiscard]] static T2S_DECL std::vector<std::string> default_demonstrations();      ///< in the paper's style, about our own databases
  [[nodiscard]] static T2S_DECL std::vector<llm::prompt_template> default_skeletons();  ///< the paper's: equality and LIKE

 private:
  /// The data contents for a keyword, by one call for each of its columns.
  template <class Context>
  auto mutate(Context& ctx, linked_keyword keyword, std::vector<table_sample> const& rows, std::vector<std::string>& problems) const
      -> task<Context, detected_keyword> {
    detected_keyword one;
    add_content(keyword.text, one);
    one.keyword = std::move(keyword);
    for (auto const& column : one.keyword.columns) {
      auto asking = ctx.ask(request_for(one.keyword, column, rows));
      auto const reply = co_await std::move(asking);
      add_contents(reply.text, column, one, problems);
    }
    co_return one;
  }

  /// The results of all Seed SQL queries of a keyword.
  template <class Context>
  auto execute(Context& ctx, detected_keyword const& of, std::vector<std::string>& problems) const
      -> task<Context, std::vector<seed_result>> {
    std::shared_ptr<knowledge::kept_values const> kept;
    if constexpr (Context::is_prepared) {  // for one run it would cost more than the Seed SQL
      // For some tables only, they would be read again for every choice of tables.
      if (ctx.known().is_of_whole_database() && ctx.known().template options<knowledge::kept_values_options>().keep) {
        auto keeping = ctx.lift(knowledge::kept_values::of(ctx));
        kept = co_await std::move(keeping);
      }
    }
    auto lasting = ctx.span("Seed SQL");
    auto all = seeds(of, ctx.schema().sql_dialect(), ctx.random(of.keyword.text));
    std::size_t executed = 0;
    for (auto& seed : all) {
      if (kept && is_kept(*kept, of.keyword.table, seed)) continue;
      ++executed;
      auto executing = ctx.lift(ctx.query(seed.sql));
      auto const done = co_await std::move(executing);
      take_values(done, seed, problems);
    }
    lasting.note("seeds", all.size());
    lasting.note("executed", executed);
    co_return all;
  }

  [[nodiscard]] T2S_DECL llm::request request_for(linked_keyword const& keyword, std::string const& column,
                                                  std::vector<table_sample> const& rows) const;
  T2S_DECL void add_contents(std::string_view completion, std::string const& column, detected_keyword& to,
                             std::vector<std::string>& problems) const;
  static T2S_DECL void add_content(std::string const& content, detected_keyword& to);
  /// All Seed SQL queries of a keyword, each once, in the order of `random`.
  [[nodiscard]] T2S_DECL std::vector<seed_result> seeds(detected_keyword const& of, sql::dialect d, random_numbers random) const;
  /// Whether the values of a Seed SQL are known without executing it; if so, it takes them.
  [[nodiscard]] T2S_DECL bool is_kept(knowledge::kept_values const& kept, std::string const& table, seed_result& seed) const;
  static T2S_DECL void take_values(db::execution const& done, seed_result& seed, std::vector<std::string>& problems);
};

}  // namespace t2s::tcsr

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.ipp"
#endif

#endif
