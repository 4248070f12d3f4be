// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DART_SQL_HPP
#define T2S_SYSTEMS_DART_SQL_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/detail/executed.hpp"
#include "t2s/policies/feedback/execution_refinement.hpp"
#include "t2s/policies/generate/avoiding.hpp"
#include "t2s/policies/generate/c3.hpp"
#include "t2s/policies/generate/dail_sql.hpp"
#include "t2s/policies/rewrite/question_rewriting.hpp"
#include "t2s/policies/sample/masked_demonstrations.hpp"
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/policies/terminate/after_draft.hpp"
#include "t2s/policies/terminate/any_of.hpp"
#include "t2s/policies/terminate/judged_right.hpp"
#include "t2s/policies/terminate/revisions.hpp"
#include "t2s/retrieve/glove.hpp"

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace t2s::systems {

/// The modules of the paper's tables 1 to 3, switched at run time by `make_dart_sql(parts, on)`, or at compile time by
/// `dart_sql_ablated<on>`. Both send the same.
struct dart_switches {
  bool question_rewriting = true;  ///< RW
  bool context = true;             ///< CAP
  bool refinement = true;          ///< ER: the rounds, and the feedback on forbidden syntax (both are section 3.3)
  bool demonstrations = true;      ///< off: zero-shot (table 3)
  bool self_consistency = false;   ///< SC: 5 drafts of the SQL at temperature 1.0 (section 4.1); other texts are not sampled
};

/// `dart_sql_with` without the stages that `On` switches off: they are not compiled.
template <dart_switches On, llm::EmbeddingModel Rows, SamplerPolicy Sampler, GeneratorPolicy Base>
using dart_sql_ablated_with =
    pipeline<stage_if<On.question_rewriting, rewrite::question_rewriting>,
             sample::together<stage_if<On.context, sample::relevant_rows<Rows>>, stage_if<On.demonstrations, Sampler>>,
             std::conditional_t<On.refinement, generate::avoiding<Base>, Base>,
             std::conditional_t<On.refinement, feedback::execution_refinement, feedback::executed>,
             std::conditional_t<On.refinement, any_of<terminate::judged_right, terminate::revisions>, terminate::after_draft>>;

/// DART-SQL ("Enhancing Text-to-SQL Parsing through Question Rewriting and Execution-Guided Refinement", Mao et al.) around a base prompt:
/// question rewriting, table contents chosen by relevance and at random, SQL without forbidden syntax, and at most three rounds of
/// refinement in which the model judges the outcome of execution.
///
/// `Rows` embeds rows and the question; `Sampler` chooses what else the base prompt shows.
template <llm::EmbeddingModel Rows, SamplerPolicy Sampler, GeneratorPolicy Base>
using dart_sql_with = dart_sql_ablated_with<dart_switches{}, Rows, Sampler, Base>;

/// With DAIL-SQL as the base prompt; `Questions` embeds questions to find its demonstrations.
template <llm::EmbeddingModel Rows, llm::EmbeddingModel Questions = Rows>
using dart_sql_by = dart_sql_with<Rows, sample::masked_demonstrations<Questions>, generate::dail_sql>;

/// With GloVe vectors for rows, as in the paper, and for questions (the published DAIL-SQL uses a sentence encoder: see `dart_sql_by`).
using dart_sql = dart_sql_by<retrieve::glove>;

/// With C3 as the base prompt, which shows no demonstrations.
template <llm::EmbeddingModel Rows = retrieve::glove>
using dart_sql_c3 = dart_sql_with<Rows, none, generate::c3>;

/// The rows of tables 1 and 3 as types: `dart_sql_ablated<dart_switches{.refinement = false}>` is w/o ER.
template <dart_switches On, llm::EmbeddingModel Rows = retrieve::glove, llm::EmbeddingModel Questions = Rows>
using dart_sql_ablated = dart_sql_ablated_with<On, Rows, sample::masked_demonstrations<Questions>, generate::dail_sql>;

/// The rows of table 2 as types.
template <dart_switches On, llm::EmbeddingModel Rows = retrieve::glove>
using dart_sql_c3_ablated = dart_sql_ablated_with<On, Rows, none, generate::c3>;

/// How DART-SQL finds rows and demonstrations. A missing pool means no demonstrations.
template <llm::EmbeddingModel Rows, llm::EmbeddingModel Questions = Rows>
struct dart_parts {
  Rows* rows{};                                                 ///< must outlive the system; needed unless the context is off
  Questions* questions{};                                       ///< must outlive the system; needed with a pool
  std::shared_ptr<retrieve::embedded_pool const> pool{};        ///< `retrieve::embed_masked_pool`
  std::shared_ptr<retrieve::dail_skeletons const> skeletons{};  ///< of the pool's SQL
};

/// Switches off everything in a whole system that is off in `on`, whatever was set before. Everything else keeps its settings.
template <class System>
void switch_off(System& of, dart_switches const& on) {
  auto& [rows, demonstrations] = of.sampler.samplers;
  if (!on.question_rewriting) of.rewrite.enabled = false;
  if (!on.context) rows.most = 0;
  if (!on.refinement) {
    of.termination.template get<terminate::revisions>().limit = 0;
    of.generator.enabled = false;
  }
  if constexpr (!std::same_as<std::remove_cvref_t<decltype(demonstrations)>, none>)
    if (!on.demonstrations) demonstrations.most = of.generator.inner.demonstrations = 0;
}

namespace detail {

/// The base prompt, which is not wrapped if there is no refinement.
template <class System>
auto& base_prompt(System& of) {
  if constexpr (requires { of.generator.inner; })
    return of.generator.inner;
  else
    return of.generator;
}

template <dart_switches There, class System, class Rows, class Questions>
void set_rows(System& made, dart_parts<Rows, Questions> const& parts, dart_switches const& on) {
  if constexpr (There.context) {
    made.sampler.template get<sample::relevant_rows<Rows>>().by = parts.rows;
    if (on.context && !parts.rows)
      throw error(
          errc::invalid_argument, "DART-SQL chooses rows by word vectors, and none are given",
          "give dart_parts its member rows: vectors opened by retrieve::open_glove, or another embedder; or switch the context off");
  }
}

template <dart_switches There, class System, class Rows, class Questions>
void set_demonstrations(System& made, dart_parts<Rows, Questions>&& parts, dart_switches const& on) {
  if constexpr (There.demonstrations) {
    auto& shown = made.sampler.template get<sample::masked_demonstrations<Questions>>();
    if (on.demonstrations && parts.pool && !parts.questions)
      throw error(errc::invalid_argument, "DART-SQL finds demonstrations by vectors of questions, and no embedder is given",
                  "give dart_parts its member questions: the embedder of the pool; or switch the demonstrations off");
    shown.by = parts.questions;
    shown.pool = std::move(parts.pool);
    base_prompt(made).skeletons = std::move(parts.skeletons);
  }
}

template <class System>
void draw_consistently(System& made) {
  base_prompt(made).how = generate::self_consistent;
  if constexpr (requires { made.generator.inner; }) made.generator.how = generate::self_consistent;
}

/// The system with the stages `There`, and the parts that they need.
template <dart_switches There, class Rows, class Questions>
[[nodiscard]] auto made_of_parts(dart_parts<Rows, Questions> parts, dart_switches const& on) {
  dart_sql_ablated<There, Rows, Questions> made;
  set_rows<There>(made, parts, on);
  set_demonstrations<There>(made, std::move(parts), on);
  if (on.self_consistency) draw_consistently(made);
  return made;
}

}  // namespace detail

/// Serves any number of runs, over any number of databases.
///
///     auto glove = t2s::retrieve::open_glove("glove.6B.100d.txt");
///     auto const dart = t2s::systems::make_dart_sql<t2s::retrieve::glove>({.rows = &glove});
///     auto const found = dart.run(t2s::context(model, database), "Which hives are empty?");
///
/// Throws `error` with `invalid_argument` if an embedder is missing.
template <llm::EmbeddingModel Rows, llm::EmbeddingModel Questions = Rows>
[[nodiscard]] dart_sql_by<Rows, Questions> make_dart_sql(dart_parts<Rows, Questions> parts, dart_switches on = {}) {
  auto made = detail::made_of_parts<dart_switches{}>(std::move(parts), on);
  switch_off(made, on);
  return made;
}

/// The same at compile time: `make_dart_sql<dart_switches{.refinement = false}>(parts)`.
template <dart_switches On, llm::EmbeddingModel Rows, llm::EmbeddingModel Questions = Rows>
[[nodiscard]] dart_sql_ablated<On, Rows, Questions> make_dart_sql(dart_parts<Rows, Questions> parts) {
  return detail::made_of_parts<On>(std::move(parts), On);
}

/// The same around C3. It needs only the rows of the parts, and the first three of the switches, since C3 always votes on its drafts and
/// shows no demonstrations.
template <llm::EmbeddingModel Rows>
[[nodiscard]] dart_sql_c3<Rows> make_dart_sql_c3(dart_parts<Rows> parts, dart_switches on = {}) {
  dart_sql_c3<Rows> made;
  detail::set_rows<dart_switches{}>(made, parts, on);
  switch_off(made, on);
  return made;
}

/// The same at compile time.
template <dart_switches On, llm::EmbeddingModel Rows>
[[nodiscard]] dart_sql_c3_ablated<On, Rows> make_dart_sql_c3(dart_parts<Rows> parts) {
  dart_sql_c3_ablated<On, Rows> made;
  detail::set_rows<On>(made, parts, On);
  return made;
}

}  // namespace t2s::systems

#endif
