// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_SQL_CRAFT_HPP
#define T2S_SYSTEMS_SQL_CRAFT_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/result_csv.hpp"
#include "t2s/policies/generate/sql_craft.hpp"
#include "t2s/policies/sample/nearest_demonstrations.hpp"
#include "t2s/policies/sample/rows.hpp"
#include "t2s/policies/sample/together.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/policies/terminate/repeated.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::systems {

/// SQL-CRAFT's control of its loop (algorithm 1): corrects until the model repeats its SQL, at most five times. The paper has a limit and
/// does not print it.
struct ic_loop : terminate::any_of<terminate::same_sql, terminate::revisions> {
  ic_loop() : any_of(terminate::same_sql(), terminate::revisions{5}) {}
};

/// No loop: the draft is the answer. It is executed, so that the answer has rows. The correction is not compiled.
struct no_ic_loop : terminate::after_draft {};

/// SQL-CRAFT with any sampler of demonstrations. The prompt shows them and the first three rows of each table.
template <SamplerPolicy Demonstrations, GeneratorPolicy Reasoning = generate::program_of_thought, TerminationPolicy Loop = ic_loop>
using sql_craft_with = pipeline<none, sample::together<Demonstrations, sample::first_rows>, Reasoning, feedback::result_csv, Loop>;

/// SQL-CRAFT (section 2): five demonstrations by embedding similarity, Python-enhanced reasoning, interactive correction. The rows of its
/// table 2 are
///
///     sql_craft<E, generate::sql_only, no_ic_loop>             SQL-Only
///     sql_craft<E, generate::program_of_thought, no_ic_loop>   PoT
///     sql_craft<E, generate::code_blocks, no_ic_loop>          CBs
///     sql_craft<E, generate::sql_only>                         IC-Lp
///     sql_craft<E, generate::code_blocks>                      IC-Lp+CBs
///     sql_craft<E>                                             IC-Lp+PoT, the paper's best with GPT-4
template <llm::EmbeddingModel Embedder, GeneratorPolicy Reasoning = generate::program_of_thought, TerminationPolicy Loop = ic_loop>
using sql_craft = sql_craft_with<sample::nearest_demonstrations<Embedder>, Reasoning, Loop>;

/// The system with a pool of demonstrations, which may be absent, and the model that made the vectors of their questions, which must
/// outlive it. `database` is the database's name in prompts. Serves any number of runs.
///
///     auto best = systems::make_sql_craft(pool, embedder);
///     auto code_blocks_alone = systems::make_sql_craft<generate::code_blocks, systems::no_ic_loop>(pool, embedder);
template <GeneratorPolicy Reasoning = generate::program_of_thought, TerminationPolicy Loop = ic_loop, llm::EmbeddingModel Embedder>
[[nodiscard]] auto make_sql_craft(std::shared_ptr<retrieve::embedded_pool const> pool, Embedder& by, std::string database = {}) {
  sql_craft<Embedder, Reasoning, Loop> made;
  auto& demonstrations = made.sampler.template get<sample::nearest_demonstrations<Embedder>>();
  demonstrations.pool = std::move(pool);
  demonstrations.by = &by;
  made.generator.database = std::move(database);
  return made;
}

}  // namespace t2s::systems

#endif
