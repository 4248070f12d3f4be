// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DAIL_SQL_HPP
#define T2S_POLICIES_GENERATE_DAIL_SQL_HPP

#include "t2s/llm/detail/token_estimate.hpp"
#include "t2s/policies/generate/detail/refined_sql.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/dail_skeleton.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {

/// A GeneratorPolicy, DART-SQL's first base prompt: DAIL-SQL (Gao et al. 2023), with the sampler's rows after the schema (DART-SQL's
/// context-aware prompt, section 3.2). Two calls for a draft: a preliminary SQL with the demonstrations nearest to the question, and the
/// final SQL, which shows first the demonstrations whose skeleton is similar to that of the preliminary one. Without demonstrations it is
/// one call. Revises as `refined_sql` does.
///
/// `shown.demonstrations` are the candidates, nearest first: many more than are shown, since those that are too long are skipped.
struct dail_sql {
  static constexpr std::string_view name = "DAIL-SQL";
  using states = facts<dialogue>;

  std::size_t demonstrations = 9;      ///< k as published; 0 is DART-SQL's zero-shot (table 3), with one call
  double likeness = 0.85;              ///< least Jaccard similarity of skeletons, as published
  draws how{};                         ///< one, at temperature 0 (DART-SQL, section 4.1)
  std::size_t rows = 15;               ///< the number above the rows if no table has more: DART-SQL's N (section 3.2, A.2)
  bool rows_in_preliminary = false;    ///< whether the preliminary prompt shows the rows too
  std::size_t prompt_tokens = 16'384;  ///< of the paper's model (section 4.1), estimated; the schema is never cut
  std::size_t answer_tokens = 200;     ///< reserved for the answer, as published
  refined_sql refinement{};            ///< revises the draft

  /// The skeletons of the demonstrations' pool, which saves computing them; may be absent.
  std::shared_ptr<retrieve::dail_skeletons const> skeletons{};

  /// A.2. Slots: `demonstrations`, `schema`, `rows` (each with its heading) and `question`.
  llm::prompt_template prompt{
      llm::template_literal("{{demonstrations}}{{schema}}{{rows}}/* Answer the following: {{question}} */\nSELECT ")};
  /// Before the demonstrations.
  llm::prompt_template demonstrations_heading{llm::template_literal("/* Some SQL examples are provided based on similar problems: */\n")};
  /// Slots: `question` and `sql`.
  llm::prompt_template demonstration{llm::template_literal("/* Answer the following: {{question}} */\n{{sql}}\n\n")};
  /// Slot: `tables`.
  llm::prompt_template schema_part{llm::template_literal("/* Given the following database schema: */\n{{tables}}\n\n")};
  /// Slots: `inserts`, and `most`: the sampler's number of rows of a table if one has more, else `rows`.
  llm::prompt_template rows_part{llm::template_literal("/* With at most {{most}} example rows in each table: */\n{{inserts}}\n\n")};

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> task<Context, candidate> {
    std::vector<t2s::demonstration const*> ranked;
    for (auto const& d : shown.demonstrations) ranked.push_back(&d.shown);
    if (demonstrations > 0 && !ranked.empty()) {
      auto sketching = preliminary(ctx, asked, shown, ranked);
      auto const sketch = co_await std::move(sketching);
      ranked = selected(ranked, sketch.sql, sql::dialect_of(ctx.schema()));
    }
    auto writing = ctx.span("context-aware prompt");
    auto asking = request_for(ctx.schema(), asked, shown.tables, ranked);
    auto& talk = ctx.template state<dialogue>();
    talk.first = talk.latest = asking.messages;
    auto drawing = draw_sql(ctx, std::move(asking), how);
    auto drafted = co_await std::move(drawing);
    co_return drafted;
  }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const&, Past const& past) const {
    return refinement.revise(ctx, asked, past, how);
  }

  /// The candidates similar to the SQL first, then the others; each group nearest first. Without SQL the order stays.
  [[nodiscard]] std::vector<t2s::demonstration const*> selected(std::span<t2s::demonstration const* const> ranked, std::string const& sql,
                                                                sql::grammar const& in) const {
    std::vector<t2s::demonstration const*> like, unlike;
    if (sql.empty()) return {ranked.begin(), ranked.end()};
    retrieve::dail_words const wanted(retrieve::dail_skeleton(sql, in));
    for (auto const* d : ranked) {
      auto const* known = skeletons ? skeletons->find(d->sql) : nullptr;
      auto const likely = known ? known->similarity(wanted) : retrieve::dail_words(retrieve::dail_skeleton(d->sql, in)).similarity(wanted);
      (likely >= likeness ? like : unlike).push_back(d);
    }
    like.insert(like.end(), unlike.begin(), unlike.end());
    return like;
  }

  /// The prompt: as many of the demonstrations, in order, as are wanted and fit.
  [[nodiscard]] llm::request request_for(schema::database const& d, question const& asked, std::span<table_sample const> tables,
                                         std::span<t2s::demonstration const* const> ranked) const {
    auto const schema = schema_part.fill({{"tables", code_representation(d)}});
    auto const contents = shown_rows(tables, d.sql_dialect());
    auto const written = [&](std::string const& examples) {
      return prompt.fill({{"demonstrations", examples}, {"schema", schema}, {"rows", contents, true}, {"question", asked.clear}});
    };
    auto const taken = llm::estimate_tokens(written({})) + answer_tokens;
    return llm::request(written(fitting(ranked, prompt_tokens - std::min(prompt_tokens, taken))));
  }

 private:
  template <class Context>
  auto preliminary(Context& ctx, question const& asked, samples const& shown, std::vector<t2s::demonstration const*> const& ranked) const
      -> task<Context, candidate> {
    auto sketching = ctx.span("preliminary SQL");
    std::span<table_sample const> tables;
    if (rows_in_preliminary) tables = shown.tables;
    auto asking = request_for(ctx.schema(), asked, tables, ranked);
    auto drawing = draw_sql(ctx, std::move(asking), how);
    auto sketch = co_await std::move(drawing);
    sketching.note("sql", sketch.sql);
    co_return sketch;
  }

  [[nodiscard]] std::string shown_rows(std::span<table_sample const> tables, sql::dialect d) const {
    detail::inserted_rows const sampled(tables, d, [](table_sample const&) { return true; }, rows);
    return sampled.inserts.empty() ? "" : rows_part.fill({{"most", std::to_string(sampled.most)}, {"inserts", sampled.inserts}});
  }
  [[nodiscard]] std::string fitting(std::span<t2s::demonstration const* const> ranked, std::size_t tokens) const {
    std::string all;
    std::size_t placed = 0;
    auto const heading = llm::estimate_tokens(demonstrations_heading.text());
    tokens -= std::min(tokens, heading);
    for (auto const* d : ranked) {
      if (placed == demonstrations) break;
      auto const one = demonstration.fill({{"question", d->question}, {"sql", d->sql}});
      auto const costs = llm::estimate_tokens(one);
      if (costs > tokens) continue;
      tokens -= costs;
      all += one;
      ++placed;
    }
    return placed > 0 ? demonstrations_heading.text() + all : std::string();
  }
};

}  // namespace t2s::generate

#endif
