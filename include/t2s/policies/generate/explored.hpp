// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_EXPLORED_HPP
#define T2S_POLICIES_GENERATE_EXPLORED_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/db/detail/render.hpp"
#include "t2s/pipeline/detail/dialogue.hpp"
#include "t2s/pipeline/several.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::generate {

/// A CandidateGenerator around another one: if the candidates do not agree, the model explores the columns by its own queries, and the
/// other generator drafts a second set with the results as `samples::knowledge` in its prompts (ReFoRCE, Deng et al. 2025: consensus,
/// deferral and column exploration). The base must show that knowledge, as `few_shot` does. One call, and a statement for each query. The
/// prompt is ours, after the paper's description.
template <CandidateGenerator Base>
struct explored {
  static_assert(!t2s::detail::Searches<Base>, "t2s: generate::explored of a generator that searches itself would leave that search out");

  using states = states_of<Base>;
  using needs = needs_of<Base>;

  Base base{};                              ///< drafts each set
  double agreement = 0.5;                   ///< explores only if no non-empty result has more than this share of the candidates
  std::size_t queries = 10;                 ///< most queries to execute
  std::size_t rows = 5;                     ///< of each result, for the prompts
  std::size_t result_bytes = 1'000;         ///< of each result as text
  std::optional<double> temperature = 0.0;  ///< for the exploration; nothing for models that reject the option

  /// Slots: `dialect`, `schema`, `question`, `queries`.
  llm::prompt_template prompt{
      llm::template_literal("A question about a database is to be answered, and it is not certain which columns and values it means. Write "
                            "up to {{queries}} simple "
                            "{{dialect}} queries that show what the relevant columns contain, such as their distinct values and formats, "
                            "the simplest first. Put each "
                            "query in a code block of its own, and write nothing else.\n\n"
                            "{{schema}}\n\n"
                            "Question: {{question}}\n")};

  /// The number of candidates of the first set.
  [[nodiscard]] std::size_t count() const { return base.count(); }
  [[nodiscard]] std::vector<candidate_settings> settings() const { return base.settings(); }

  template <class Context>
  auto more(Context& ctx, question const& asked, samples& shown, candidate_set const& set) const
      -> task<Context, std::vector<candidate_settings>> {
    auto again = base.settings();
    if (set.size() > again.size() || agrees(set)) co_return std::vector<candidate_settings>();
    auto asking = ctx.ask(prompt_request(prompt.fill({{"dialect", std::string(sql::title_of(ctx.schema()))},
                                                      {"schema", code_representation(ctx.schema())},
                                                      {"question", asked.clear},
                                                      {"queries", std::to_string(queries)}}),
                                         temperature));
    auto const reply = co_await std::move(asking);
    auto const written = queries_in(reply.text, ctx.schema());
    auto const known = shown.knowledge.size();
    for (auto const& sql : written) {
      auto executing = ctx.query(sql);
      auto const done = co_await std::move(executing);
      if (done.ok()) shown.knowledge.push_back(finding(sql, done.rows));
    }
    if (shown.knowledge.size() == known) again.clear();  // without new knowledge the prompts would be the same
    co_return again;
  }

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return base.draft(ctx, asked, shown); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return base.revise(ctx, asked, shown, past);
  }
  auto draft_of(std::size_t place, auto& ctx, question const& asked, samples const& shown) const {
    return base.draft_of(place, ctx, asked, shown);
  }
  auto revise_of(std::size_t place, auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return base.revise_of(place, ctx, asked, shown, past);
  }

 private:
  /// Whether more than that share of all candidates have the same result, with rows.
  [[nodiscard]] bool agrees(candidate_set const& set) const {
    double all = 0;
    for (std::size_t n = 0; n < set.size(); ++n) all += set[n].weight;
    auto const* most = set.most_votes_group();
    return most && !set[most->members.front()].outcome()->rows.values.empty() && most->votes > agreement * all;
  }

  /// The queries of the fenced blocks, each once.
  [[nodiscard]] std::vector<std::string> queries_in(std::string_view reply, schema::database const& d) const {
    std::vector<std::string> found;
    for (std::size_t at = 0; found.size() < queries;) {
      auto const begin = reply.find("```", at);
      if (begin == reply.npos) break;
      auto const end = std::min(reply.find("```", begin + 3), reply.size());
      auto const sql = llm::read_sql(reply.substr(begin, end + 3 - begin), d);
      if (sql && std::find(found.begin(), found.end(), *sql) == found.end()) found.push_back(*sql);
      at = end + 3;
      if (at >= reply.size()) break;
    }
    return found;
  }

  [[nodiscard]] std::string finding(std::string const& sql, db::rows result) const {
    auto const total = result.values.size();
    if (total > rows) result.values.resize(rows);
    return sql + "\n" + text::cut(db::to_csv(result, total - result.values.size()), result_bytes);
  }
};

}  // namespace t2s::generate

#endif
