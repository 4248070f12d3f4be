// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_DETAIL_SELF_RETRIEVAL_HPP
#define T2S_SYSTEMS_TCSR_SQL_DETAIL_SELF_RETRIEVAL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policies/sample/rows.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/encoding_knowledge.hpp"
#include "t2s/systems/tcsr_sql/detail/fuzzy_detection.hpp"
#include "t2s/systems/tcsr_sql/detail/keyword_extraction.hpp"
#include "t2s/systems/tcsr_sql/detail/knowledge_alignment.hpp"
#include "t2s/systems/tcsr_sql/detail/retrieval_notes.hpp"

#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::tcsr {

/// The lines that show knowledge to the model that writes the SQL (ours: the paper does not print them). A line may omit slots.
struct knowledge_lines {
  /// A result of alignment. Slots: `keyword`, `table`, `column`, `value` (as SQL writes it).
  llm::prompt_template aligned{llm::template_literal("# \"{{keyword}}\" is stored as {{table}}.{{column}} = {{value}}")};
  /// A result of schema detection for a schema keyword. Slots: `keyword`, `columns`.
  llm::prompt_template schema{llm::template_literal("# \"{{keyword}}\" may be the column {{columns}}")};
  /// A result of fuzzy detection in a column, without alignment. Slots: `keyword`, `table`, `column`, `values`.
  llm::prompt_template detected{llm::template_literal("# \"{{keyword}}\" may be stored in {{table}}.{{column}} as one of {{values}}")};
  /// The same if it found nothing. Slots: `keyword`, `columns`.
  llm::prompt_template absent{llm::template_literal("# \"{{keyword}}\" was looked for in {{columns}} and not found")};

  /// The line for an aligned piece.
  [[nodiscard]] T2S_DECL std::string of_aligned(aligned_knowledge const& found, sql::dialect d) const;
  /// The line for a keyword of the schema.
  [[nodiscard]] T2S_DECL std::string of_schema(linked_keyword const& keyword, sql::dialect d) const;
  /// One line for each column with a result.
  [[nodiscard]] T2S_DECL std::vector<std::string> of_detected(detected_keyword const& found, sql::dialect d) const;
};

/// TCSR-SQL's first two modules (sections 3.1 and 3.2) as a SamplerPolicy: random rows of every table, and the encoding knowledge for the
/// question's keywords. One call for the keywords, one for each data-content keyword and column, a statement for each Seed SQL, and one
/// embedding.
///
/// A run reads the snapshot `alignment.known` and stores what it learnt in `learnt`. Throws `error` with `invalid_argument` if the
/// alignment is on and has no embedding model, before anything is spent.
template <llm::EmbeddingModel Embedder>
struct self_retrieval {
  static constexpr std::string_view name = "self_retrieval";
  using states = facts<retrieval_notes>;

  bool keywords_and_detection = true;   ///< off: "w/o Keywords Extraction & Fuzzy Detection" of table 5
  bool retrieval_and_alignment = true;  ///< off: "w/o Knowledge Retrieval & Alignment" of table 5
  bool schema_keywords = true;          ///< also shows the columns of schema keywords (figures 5 and 6, section 4.4)
  std::size_t references = 3;           ///< pieces of knowledge found by the whole question, without the first module (section 4.3)

  sample::random_rows rows{};                 ///< 6 of each table (table 3)
  keyword_extraction extraction{};            ///< the first sub-stage
  fuzzy_detection detection{};                ///< the second sub-stage
  knowledge_alignment<Embedder> alignment{};  ///< the third sub-stage
  knowledge_lines lines{};                    ///< how prompts show knowledge

  std::string database{};                             ///< its name in the encoding knowledge
  std::shared_ptr<retrieve::knowledge_log> learnt{};  ///< where runs store what they learnt; may be absent

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    if (retrieval_and_alignment) alignment.require_model();
    auto reading = ctx.lift(rows.sample(ctx, asked));
    auto out = co_await std::move(reading);
    if (keywords_and_detection) {
      auto working = by_keywords(ctx, asked, out.tables);
      auto knowledge = co_await std::move(working);
      out.knowledge = std::move(knowledge);
    } else if (retrieval_and_alignment) {
      auto working = by_question(ctx, asked);
      auto knowledge = co_await std::move(working);
      out.knowledge = std::move(knowledge);
    }
    co_return out;
  }

 private:
  using text_list = std::vector<std::string>;

  template <class Context>
  auto by_question(Context& ctx, question const& asked) const -> task<Context, text_list> {
    auto searching = traced(ctx, alignment.name, [this, &ctx, &asked] { return alignment.nearest(ctx, asked.clear, references); });
    auto const found = co_await std::move(searching);
    text_list known;
    for (auto a : found) {
      a.text = a.known->keyword;  // the whole question is not a keyword
      known.push_back(lines.of_aligned(a, ctx.schema().sql_dialect()));
    }
    co_return known;
  }

  template <class Context>
  auto by_keywords(Context& ctx, question const& asked, std::vector<table_sample> const& shown) const -> task<Context, text_list> {
    retrieval_notes own;
    auto& problems = notes_in(ctx, own).problems;
    auto extracting = ctx.lift(extraction.extract(ctx, asked.clear, shown));
    auto const keywords = co_await std::move(extracting);
    problems.insert(problems.end(), keywords.problems.begin(), keywords.problems.end());
    auto detecting = detection.detect(ctx, keywords.data, shown, problems);
    auto const detected = co_await std::move(detecting);

    text_list known;
    if (retrieval_and_alignment) {
      auto aligning = aligned(ctx, asked, detected, problems);
      known = co_await std::move(aligning);
    } else {
      for (auto const& d : detected) append(known, lines.of_detected(d, ctx.schema().sql_dialect()));
    }
    if (schema_keywords)
      for (auto const& k : keywords.schema)
        if (!k.columns.empty()) known.push_back(lines.of_schema(k, ctx.schema().sql_dialect()));
    co_return known;
  }

  template <class Context>
  auto aligned(Context& ctx, question const& asked, std::vector<detected_keyword> const& detected, text_list& problems) const
      -> task<Context, text_list> {
    auto taught = retrieved(ctx, asked, detected);
    auto aligning = traced(ctx, alignment.name, [this, &ctx, &taught] { return alignment.align(ctx, std::move(taught)); });
    auto const found = co_await std::move(aligning);
    text_list known;
    for (auto const& a : found)
      if (a.known)
        known.push_back(lines.of_aligned(a, ctx.schema().sql_dialect()));
      else
        problems.push_back("nothing is known about the keyword \"" + a.text + "\"");
    co_return known;
  }

  template <class Context>
  auto retrieved(Context& ctx, question const& asked, std::vector<detected_keyword> const& detected) const {
    auto lasting = ctx.span("knowledge retrieval");
    std::vector<taught_keyword> taught;
    std::vector<retrieve::knowledge> all;
    for (auto const& d : detected) {
      auto one = retrieve_knowledge(d, database);
      all.insert(all.end(), one.begin(), one.end());
      taught.push_back({d.keyword.text, std::move(one)});
    }
    lasting.note("learnt", all.size());
    if (learnt) learnt->keep(database, asked.original, std::move(all));
    return taught;
  }

  static void append(text_list& to, text_list more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
};

}  // namespace t2s::tcsr

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/systems/tcsr_sql/detail/self_retrieval.ipp"
#endif

#endif
