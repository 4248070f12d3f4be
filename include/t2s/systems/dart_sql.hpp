// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DART_SQL_HPP
#define T2S_SYSTEMS_DART_SQL_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/execution_refinement.hpp"
#include "t2s/policies/generate/avoiding.hpp"
#include "t2s/policies/generate/c3.hpp"
#include "t2s/policies/generate/dail_sql.hpp"
#include "t2s/policies/rewrite/question_rewriting.hpp"
#include "t2s/policies/sample/masked_demonstrations.hpp"
#include "t2s/policies/sample/relevant_rows.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/retrieve/glove.hpp"

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace t2s::systems {

/// The modules of the paper's tables 1 to 3, to be switched off or on by `make_dart_sql(parts, on)`.
struct dart_switches {
  bool question_rewriting = true;  ///< RW
  bool context = true;             ///< CAP
  bool refinement = true;          ///< ER: the rounds, and the feedback on forbidden syntax (both are section 3.3)
  bool demonstrations = true;      ///< off: zero-shot (table 3)
  bool self_consistency = false;   ///< SC: 5 drafts of the SQL at temperature 1.0 (section 4.1); other texts are not sampled
};

/// DART-SQL ("Enhancing Text-to-SQL Parsing through Question Rewriting and Execution-Guided Refinement", Mao et al.) around a base prompt:
/// question rewriting, table contents chosen by relevance and at random, SQL without forbidden syntax, and at most three rounds of
/// refinement in which the model judges the outcome of execution.
///
/// `Rows` embeds rows and the question; `Sampler` chooses what else the base prompt shows.
template <llm::EmbeddingModel Rows, class Sampler, class Base>
using dart_sql_with =
    pipeline<rewrite::question_rewriting, sample::together<sample::relevant_rows<Rows>, Sampler>, generate::avoiding<Base>,
             feedback::execution_refinement, terminate::any_of<terminate::judged_right, terminate::revisions>>;

/// With DAIL-SQL as the base prompt; `Questions` embeds questions to find its demonstrations.
template <llm::EmbeddingModel Rows, llm::EmbeddingModel Questions = Rows>
using dart_sql_by = dart_sql_with<Rows, sample::masked_demonstrations<Questions>, generate::dail_sql>;

/// With GloVe vectors for rows, as in the paper, and for questions (the published DAIL-SQL uses a sentence encoder: see `dart_sql_by`).
using dart_sql = dart_sql_by<retrieve::glove>;

/// With C3 as the base prompt, which shows no demonstrations.
template <llm::EmbeddingModel Rows = retrieve::glove>
using dart_sql_c3 = dart_sql_with<Rows, none, generate::c3>;

/// What DART-SQL chooses rows and demonstrations with. A pool that is absent is left out.
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

template <class System, class Rows, class Questions>
void set_rows(System& made, dart_parts<Rows, Questions> const& parts, dart_switches const& on) {
  made.sampler.template get<sample::relevant_rows<Rows>>().by = parts.rows;
  if (on.context && !parts.rows)
    throw error(errc::invalid_argument, "DART-SQL chooses rows by word vectors, and none are given",
                "give dart_parts its member rows: vectors opened by retrieve::open_glove, or another embedder; or switch the context off");
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
  dart_sql_by<Rows, Questions> made;
  detail::set_rows(made, parts, on);
  if (on.demonstrations && parts.pool && !parts.questions)
    throw error(errc::invalid_argument, "DART-SQL finds demonstrations by vectors of questions, and no embedder is given",
                "give dart_parts its member questions: the embedder of the pool; or switch the demonstrations off");
  auto& shown = made.sampler.template get<sample::masked_demonstrations<Questions>>();
  shown.by = parts.questions;
  shown.pool = std::move(parts.pool);
  made.generator.inner.skeletons = std::move(parts.skeletons);
  if (on.self_consistency) made.generator.how = made.generator.inner.how = generate::self_consistent;
  switch_off(made, on);
  return made;
}

/// The same around C3. Of the parts it needs the rows; of the switches the first three, since C3 votes on its drafts anyway
/// and shows no demonstrations.
template <llm::EmbeddingModel Rows>
[[nodiscard]] dart_sql_c3<Rows> make_dart_sql_c3(dart_parts<Rows> parts, dart_switches on = {}) {
  dart_sql_c3<Rows> made;
  detail::set_rows(made, parts, on);
  switch_off(made, on);
  return made;
}

}  // namespace t2s::systems

#endif
