// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_DRAWN_SQL_HPP
#define T2S_POLICIES_GENERATE_DETAIL_DRAWN_SQL_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/db/detail/same_answer.hpp"
#include "t2s/policies/generate/detail/prompted.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Samples SQL from a model once, or several times with a vote on the results of executing it (self-consistency). For prompts that end in
/// SELECT.
namespace t2s::generate {

/// How SQL is sampled.
struct draws {
  std::size_t choices = 1;                  ///< completions of one call; several are voted on
  std::optional<double> temperature = 0.0;  ///< nothing for the model's own
  std::size_t rounds = 1;                   ///< most calls: sampled again while none of several choices executes
  bool settles_ambiguous = false;           ///< whether `without_ambiguity` corrects each choice
};

/// DART-SQL's self-consistency (section 4.1).
inline constexpr draws self_consistent{5, 1.0, 1};

/// The SQL of a completion's choices, in order, and the reason if nothing was read.
struct read_choices {
  std::vector<std::string> sql{};
  std::string why{};
};
[[nodiscard]] T2S_DECL read_choices read_all(llm::completion const& c, llm::sql_reading_options const& how);

/// The SQL without any DISTINCT, which C3's vote executes; unchanged if it does not parse.
[[nodiscard]] T2S_DECL std::string without_distinct(std::string const& sql, schema::database const& d);

/// The SQL with each ambiguous column name qualified by the first table that has it; tables in which it refers to another table's key come
/// last. Unchanged if there is none, or if it does not parse.
[[nodiscard]] T2S_DECL std::string without_ambiguity(std::string sql, schema::database const& d);

/// Choices with the same result.
struct cluster {
  std::size_t first = 0;  ///< the first such choice
  std::size_t votes = 0;  ///< number of choices with this result
  db::rows rows{};        ///< the result
};
/// The position of the first cluster with the same result; adds one without votes if there is none.
[[nodiscard]] T2S_DECL std::size_t cluster_for(std::vector<cluster>& all, std::size_t draw, db::rows rows);

/// The first choice of the largest cluster (if several are equal, the first), with its result if that is what was executed; nothing if no
/// choice executes. Executes the choices without DISTINCT, each text once, and keeps one of equal results.
template <class Context>
[[nodiscard]] auto elected(Context& ctx, std::vector<std::string> drawn, std::size_t choices) -> task<Context, std::optional<candidate>> {
  auto voting = ctx.span("self-consistency");
  std::vector<cluster> all;
  std::map<std::string, std::optional<std::size_t>> known;  // the cluster of a text that executes
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    auto const added = known.try_emplace(without_distinct(drawn[i], ctx.schema()));
    auto& place = added.first->second;
    if (added.second) {
      auto executing = ctx.query(added.first->first);
      auto done = co_await std::move(executing);
      if (done.ok()) place = cluster_for(all, i, std::move(done.rows));
    }
    if (place) ++all[*place].votes;
  }
  voting.note("draws", drawn.size());
  voting.note("clusters", all.size());
  auto const best = std::ranges::max_element(all, {}, &cluster::votes);
  if (best == all.end()) co_return std::nullopt;
  candidate chosen(drawn[best->first], std::to_string(best->votes) + " of " + std::to_string(choices) + " draws give this result");
  if (known.contains(chosen.sql)) chosen.outcome.emplace(std::move(best->rows));
  co_return chosen;
}

/// Asks for SQL. With one choice it returns that; with several the `elected` one, or the very first if none executes. A candidate without
/// SQL says why. In a revision, unfinished SQL does not count.
template <class Context>
[[nodiscard]] auto draw_sql(Context& ctx, llm::request asking, draws how, bool revises = false) -> task<Context, candidate> {
  asking.temperature = how.temperature;
  asking.choices = std::max<std::size_t>(how.choices, 1);
  asking.expects = llm::reply_kind::rest_of_statement;
  read_choices drawn;
  for (std::size_t round = 0; round < std::max<std::size_t>(how.rounds, 1); ++round) {
    asking.draw = round;
    auto calling = ctx.ask(asking);
    auto const reply = co_await std::move(calling);
    auto now_read = read_all(reply, revises ? revision_reading_of(ctx.schema(), true) : reading_of(ctx.schema(), true));
    if (how.settles_ambiguous)
      for (auto& sql : now_read.sql) sql = without_ambiguity(std::move(sql), ctx.schema());
    if (now_read.sql.empty() && !drawn.sql.empty()) continue;  // earlier choices have been executed already
    drawn = std::move(now_read);
    if (asking.choices == 1) break;
    auto voting = elected(ctx, drawn.sql, asking.choices);
    auto best = co_await std::move(voting);
    if (best) co_return *std::move(best);
  }
  if (drawn.sql.empty()) co_return candidate({}, "the model gave no SQL: " + drawn.why);
  co_return candidate(drawn.sql.front(), asking.choices == 1 ? "written by the model" : "the first draw, since none executes");
}

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/policies/generate/detail/drawn_sql.ipp"
#endif

#endif
