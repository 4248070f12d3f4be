// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_DAIL_SQL_HPP
#define T2S_SYSTEMS_DAIL_SQL_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/dail_sql.hpp"
#include "t2s/policies/sample/masked_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/retrieve/glove.hpp"

#include <memory>
#include <utility>

namespace t2s::systems {

/// DAIL-SQL (Gao et al. 2023), the baseline of DART-SQL's tables 1 and 3 and of TCSR-SQL's table 4: demonstrations by the masked question
/// and by the skeleton of a preliminary SQL. Two calls, one without demonstrations; nothing is corrected. The SQL is executed once, so that
/// the answer has rows.
///
/// `Questions` embeds questions: the published code uses a sentence encoder, and DART-SQL's authors used its repository unchanged.
template <llm::EmbeddingModel Questions>
using dail_sql_by =
    pipeline<none, sample::masked_demonstrations<Questions>, generate::dail_sql, feedback::executed, terminate::after_draft>;

/// With GloVe's vectors of the questions' words.
using dail_sql = dail_sql_by<retrieve::glove>;

/// The baseline with a pool that `retrieve::embed_masked_pool` made with `by`, which must outlive it; `skeletons` of the pool's SQL save
/// time and may be absent. `how` is one draft at temperature 0, or `generate::self_consistent` ("+SC" of DART-SQL's table 1).
///
///     auto glove = t2s::retrieve::open_glove("glove.6B.100d.txt");
///     auto const pool = t2s::retrieve::embed_masked_pool(glove, t2s::retrieve::read_pool("train.json"));
///     auto const baseline = t2s::systems::make_dail_sql(pool, glove);
template <llm::EmbeddingModel Questions>
[[nodiscard]] dail_sql_by<Questions> make_dail_sql(std::shared_ptr<retrieve::embedded_pool const> pool, Questions& by,
                                                   std::shared_ptr<retrieve::dail_skeletons const> skeletons = nullptr,
                                                   generate::draws how = {}) {
  dail_sql_by<Questions> made;
  made.sampler.by = &by;
  made.sampler.pool = std::move(pool);
  made.generator.skeletons = std::move(skeletons);
  made.generator.how = how;
  return made;
}

}  // namespace t2s::systems

#endif
