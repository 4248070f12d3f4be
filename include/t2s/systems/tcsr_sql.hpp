// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_TCSR_SQL_HPP
#define T2S_SYSTEMS_TCSR_SQL_HPP

#include "t2s/pipeline.hpp"
#include "t2s/pipeline/feedback_sequence.hpp"
#include "t2s/policies/feedback/execution.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/systems/tcsr_sql/detail/precise_sql.hpp"
#include "t2s/systems/tcsr_sql/detail/self_retrieval.hpp"

#include <memory>
#include <string>
#include <utility>

namespace t2s::systems {

/// TCSR-SQL (Xu et al., "Towards Table Content-aware Text-to-SQL with Self-retrieval"): keywords extraction and fuzzy detection, knowledge
/// retrieval and alignment, SQL generation and revision.
///
/// | what the paper varies (section 4.3) | here |
/// | --- | --- |
/// | w/o Keywords Extraction & Fuzzy Detection | `sampler.keywords_and_detection = false` |
/// | w/o Knowledge Retrieval & Alignment | `sampler.retrieval_and_alignment = false` |
/// | w/o Revision, which is that by execution; the revision with knowledge stays | `termination.get<terminate::revisions>().limit = 0` |
template <llm::EmbeddingModel Embedder>
using tcsr_sql =
    pipeline<none, tcsr::self_retrieval<Embedder>, tcsr::precise_sql, first_of<feedback::execution_error, feedback::empty_result>,
             terminate::any_of<terminate::nothing_left, terminate::revisions>>;

/// The system for one database, by its name in the encoding knowledge, with what is known about it (see `retrieve::embed_knowledge`), which
/// may be absent. Over a `prepared` database most Seed SQL is answered from its stored values in memory. `embedder` must outlive it. Serves
/// any number of runs.
///
///     t2s::retrieve::encoding_knowledge store("knowledge.sqlite");
///     store.merge(t2s::retrieve::read_relation(database, "industry", {"figures", {"name"}, "row"}));
///     auto const known = t2s::retrieve::embed_knowledge(embedder, store.of("industry"));
///     auto const system = t2s::systems::make_tcsr_sql(embedder, "industry", known);
///     auto const found = system.run(t2s::context(model, database), question);
///     store.merge(system.sampler.learnt->of("industry", question));
template <llm::EmbeddingModel Embedder>
[[nodiscard]] tcsr_sql<Embedder> make_tcsr_sql(Embedder& embedder, std::string database,
                                               std::shared_ptr<retrieve::embedded_knowledge const> known = nullptr) {
  tcsr_sql<Embedder> made;
  made.sampler.alignment.by = &embedder;
  made.sampler.alignment.known = std::move(known);
  made.sampler.database = std::move(database);
  made.sampler.learnt = std::make_shared<retrieve::knowledge_log>();
  return made;
}

}  // namespace t2s::systems

#endif
