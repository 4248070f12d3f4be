// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_WITH_SCHEMA_RETRIEVAL_HPP
#define T2S_SYSTEMS_WITH_SCHEMA_RETRIEVAL_HPP

#include "t2s/core/error.hpp"
#include "t2s/pipeline/answer.hpp"
#include "t2s/pipeline/context.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/narrowed.hpp"
#include "t2s/retrieve/link/detail/table_vectors.hpp"
#include "t2s/retrieve/link/schema_retrieval.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::systems {

/// A system whose prompts show the part of a schema that a budget allows. Before each run it chooses the tables and columns that the
/// question may need (`link::retrieve_schema`); what the SQL of the run and its errors name is added from then on, up to twice the budget
/// (`link::narrowed`). A schema within the budget is shown whole.
///
///     t2s::systems::with_schema_retrieval<t2s::systems::dac> dac;
///     dac.budget.tokens = 4'000;
///     auto const answer = dac.run(t2s::context(model, database), question);  // database: a t2s::prepared
///
/// The trace has a span "schema retrieval" that says how much was chosen. Use a `prepared` database, otherwise each run reads names and
/// values again. A model can choose further: C3's table and column recall works on what is shown (`dart_sql_c3`).
///
/// `Nearness` rates the similarity of tables to a question in addition to their words: nothing, or `link::table_vectors` with an embedding
/// model.
template <class System, class Nearness = link::no_vectors>
struct with_schema_retrieval {
  static constexpr std::string_view name = "schema retrieval";

  System system{};                        ///< its settings are members of it
  link::schema_budget budget{};           ///< for the schema and the rows in its prompts; the schema takes up to three quarters
  [[no_unique_address]] Nearness near{};  ///< what else ranks tables

  /// Runs the system; throws the same errors. Retrieval is part of the run: its statements and its time count.
  template <class Context>
  [[nodiscard]] auto run(Context ctx, std::string question) const& {
    if constexpr (Context::synchronous)
      return drive(std::move(ctx), std::move(question)).get();
    else
      return drive(std::move(ctx), std::move(question));
  }
  template <class Context>
    requires(!Context::synchronous)
  void run(Context, std::string) const&& = delete;  // the run refers to the system: keep it in a variable

 private:
  static schema_share share_of(link::schema_choice const& c) { return {c.tables.size(), c.all_tables, c.columns, c.all_columns}; }

  [[nodiscard]] link::schema_budget for_schema() const {
    return {budget.tokens == unlimited ? unlimited : budget.tokens - budget.tokens / 4};
  }

  /// The names of the chosen tables, likeliest first.
  template <class Part>
  static std::vector<std::string> likeliest(Part const& part) {
    std::vector<std::string> names;
    if (auto const* shown = part.shown())
      for (auto const& t : shown->tables) names.push_back(part.whole_schema().tables()[t.table].name);
    return names;
  }

  template <class Context>
  auto drive(Context ctx, std::string question) const -> task<Context, answer> {
    require_question(question, ctx.allowed().question_bytes);
    auto const part = ctx.wrapped([]<class Database>(Database& database) { return std::make_shared<link::narrowed<Database>>(database); });
    spending retrieval;
    if (!link::fits(ctx.schema(), for_schema())) {
      auto choosing = choose(ctx.over(part), *part, question);
      retrieval = co_await std::move(choosing);
    }
    if (budget.tokens != unlimited) part->show_rows({budget.tokens - link::schema_tokens(part->schema()), likeliest(*part)});
    auto running = Context::lift(system.run(ctx.over(part, retrieval), std::move(question)));
    auto found = co_await std::move(running);
    found.spent += retrieval;
    if (auto const* shown = part->shown()) found.schema_shown = share_of(*shown);
    co_return found;
  }

  /// Narrows the shown schema; returns what that took.
  template <class Context, class Part>
  auto choose(Context given, Part& part, std::string const& question) const -> task<Context, spending> {
    run_context<Context, facts<>> ctx(std::move(given));
    auto choosing = ctx.span(name);
    auto reading = ctx.lift(knowledge::lexicon::of(ctx));
    auto names = co_await std::move(reading);
    auto comparing = ctx.lift(near.nearness(ctx, question));
    auto const nearness = co_await std::move(comparing);
    auto chosen = link::retrieve_schema(*names, question, for_schema(), nearness);
    if (chosen.tables.empty())
      throw error(errc::invalid_argument, "no table fits into " + std::to_string(budget.tokens) + " tokens of the prompt",
                  "raise the budget of the schema (--schema-tokens); 1000 tokens are enough for most questions");
    choosing.note("tables", std::to_string(chosen.tables.size()) + " of " + std::to_string(chosen.all_tables));
    choosing.note("columns", std::to_string(chosen.columns) + " of " + std::to_string(chosen.all_columns));
    choosing.note("tokens", chosen.tokens);
    part.show(std::move(names), std::move(chosen));
    co_return ctx.spent();
  }
};

}  // namespace t2s::systems

#endif
