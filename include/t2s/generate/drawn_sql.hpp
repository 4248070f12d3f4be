// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_DRAWN_SQL_HPP
#define T2S_GENERATE_DRAWN_SQL_HPP

#include "t2s/core/config.hpp"
#include "t2s/db/internal/same_answer.hpp"
#include "t2s/llm/completion_text.hpp"
#include "t2s/llm/model.hpp"
#include "t2s/policy.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// SQL drawn from a model once, or several times with a vote on what the draws give when they are executed (self-consistency). Shared by
/// the prompted generators; usable with a context alone.
namespace t2s::generate {

/// How SQL is drawn.
struct draws {
  std::size_t choices = 1;                  ///< completions of one call; several are voted on
  std::optional<double> temperature = 0.0;  ///< nothing for the model's own
  std::size_t rounds = 1;                   ///< calls at most: drawn anew while none of several choices executes
  bool settles_ambiguous = false;           ///< whether `without_ambiguity` corrects each draw
};

/// The SQL of a completion's choices, in their order, and why there is none where nothing was read.
struct read_choices {
  std::vector<std::string> sql{};  ///< the statements, in the order of the draws
  std::string why{};               ///< why there is none
};

/// Reads all choices; `continues_select` where the prompt ended in SELECT.
[[nodiscard]] T2S_DECL read_choices read_all(llm::completion const& c, bool continues_select);

/// The SQL without any DISTINCT, which the vote of C3 executes; as it is if it cannot be parsed.
[[nodiscard]] T2S_DECL std::string without_distinct(std::string const& sql);

/// The SQL with each column name that several of its tables have made that of the first of them (`repair`); as it is if there is none, or
/// if it cannot be parsed.
[[nodiscard]] T2S_DECL std::string without_ambiguity(std::string sql, schema::database const& d);

/// Draws that gave the same.
struct cluster {
  std::size_t first = 0;  ///< the draw that founded it
  std::size_t votes = 0;  ///< how many draws gave this result
  db::rows gives{};       ///< the result
};

/// The place of the first cluster whose result says the same as these rows; if there is none, one is founded by the draw, without votes.
[[nodiscard]] T2S_DECL std::size_t cluster_for(std::vector<cluster>& all, std::size_t draw, db::rows rows);

/// Executes the draws without DISTINCT, each text once, and unites those that give the same. Draws that fail are in no cluster. Of equal
/// results one is kept.
template <class Context>
[[nodiscard]] auto clusters_of(Context& ctx, std::vector<std::string> drawn) -> task<Context, std::vector<cluster>> {
  std::vector<cluster> all;
  std::map<std::string, std::optional<std::size_t>> known;  // the cluster of a text that executes
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    auto const added = known.try_emplace(without_distinct(drawn[i]));
    auto const& form = added.first->first;
    auto& place = added.first->second;
    if (added.second) {
      auto executing = ctx.query(form);
      auto done = co_await std::move(executing);
      if (done.ok()) place = cluster_for(all, i, std::move(done.rows));
    }
    if (place) ++all[*place].votes;
  }
  co_return all;
}

/// The largest cluster, of several the one founded first; nullptr without any.
[[nodiscard]] T2S_DECL cluster* winner_of(std::vector<cluster>& all);

/// Puts the draws to the vote: the first draw of the largest cluster, with its result where that is what was executed; nothing if none
/// executes.
template <class Context>
[[nodiscard]] auto elected(Context& ctx, std::vector<std::string> drawn, std::size_t choices) -> task<Context, std::optional<candidate>> {
  auto voting = ctx.span("self-consistency");
  auto executing = clusters_of(ctx, drawn);
  auto all = co_await std::move(executing);
  voting.note("draws", drawn.size());
  voting.note("clusters", all.size());
  auto* const best = winner_of(all);
  if (!best) co_return std::nullopt;
  std::string why = std::to_string(best->votes);
  why.append(" of ").append(std::to_string(choices)).append(" draws give this result");
  candidate chosen(drawn[best->first], std::move(why));
  if (without_distinct(chosen.sql) == chosen.sql) chosen.outcome.emplace(std::move(best->gives));
  co_return chosen;
}

/// Asks for SQL. With one choice it is what the model wrote; with several the first draw of the largest cluster, or the very first if none
/// executes. A candidate without SQL says why.
template <class Context>
[[nodiscard]] auto draw_sql(Context& ctx, llm::request asking, draws how, bool continues_select) -> task<Context, candidate> {
  asking.temperature = how.temperature;
  asking.choices = std::max<std::size_t>(how.choices, 1);
  read_choices drawn;
  for (std::size_t round = 0; round < std::max<std::size_t>(how.rounds, 1); ++round) {
    auto calling = ctx.ask(asking);
    auto const reply = co_await std::move(calling);
    auto now_read = read_all(reply, continues_select);
    if (how.settles_ambiguous)
      for (auto& sql : now_read.sql) sql = without_ambiguity(std::move(sql), ctx.schema());
    if (now_read.sql.empty() && !drawn.sql.empty()) continue;  // what was drawn before has been executed
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
#include "t2s/generate/impl/drawn_sql.ipp"
#endif

#endif
