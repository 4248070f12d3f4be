// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_FEW_SHOT_HPP
#define T2S_SYSTEMS_FEW_SHOT_HPP

#include "t2s/pipeline.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/generate/few_shot_draft.hpp"
#include "t2s/policies/sample/bm25_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <memory>
#include <utility>

namespace t2s::systems {

/// The few-shot baseline of DAC's table 1, which is DAC's draft (section 3.1, table 9): five demonstrations by BM25, the schema with
/// example values, and the question. One call; nothing is corrected. The SQL is executed once, so that the answer has rows.
///
/// `few_shot_corrected` is ours, with other prompts and with corrections.
using few_shot = pipeline<none, sample::bm25_demonstrations, generate::few_shot_draft, feedback::executed, terminate::after_draft>;

/// The baseline with a pool of demonstrations and the schemas of their databases, as in `make_dac`. Both may be absent.
///
///     auto pool = std::make_shared<t2s::retrieve::bm25 const>(t2s::retrieve::read_pool("train.json"));
///     auto const baseline = t2s::systems::make_few_shot(pool);
[[nodiscard]] inline few_shot make_few_shot(std::shared_ptr<retrieve::bm25 const> pool,
                                            std::shared_ptr<retrieve::pool_schemas const> schemas = nullptr) {
  few_shot made;
  made.sampler.pool = std::move(pool);
  made.generator.schemas = std::move(schemas);
  return made;
}

}  // namespace t2s::systems

#endif
