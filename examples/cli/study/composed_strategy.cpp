// SPDX-License-Identifier: BSL-1.0
#include "study/composed_strategy.hpp"

#include <utility>
#include <variant>

#include "t2s/policies/generate/few_shot.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"

namespace cli::study {
namespace {

namespace align = t2s::align;
namespace feedback = t2s::feedback;
namespace skeleton = t2s::skeleton;

using system = t2s::pipeline<t2s::none, t2s::sample::similar_demonstrations, t2s::generate::few_shot, chosen_feedback, chosen_stop>;
using pool = std::shared_ptr<t2s::retrieve::skeleton_index const>;

/// The feedbacks by name, with their sources.
class stages {
 public:
  explicit stages(pool of) : pool_(std::move(of)), ranker_(std::make_shared<skeleton::ranker const>(pool_)) {}

  [[nodiscard]] any_feedback::stage make(std::string const& name) const {
    if (name == "execution_error") return feedback::execution_error();
    if (name == "unknown_text") return feedback::unknown_text();
    if (name == "semantic_lint") return feedback::semantic_lint();
    if (name == "empty_result") return feedback::empty_result();
    if (name == "execution_refinement") return feedback::execution_refinement();
    if (name == "execution_report") return feedback::execution_report();
    if (name == "result_csv") return feedback::result_csv();
    if (name == "explanation") return feedback::explanation();
    if (name == "related_contents") return feedback::related_contents();
    if (name == "missing_entities.oracle") return feedback::missing_entities<align::oracle>();
    if (name == "missing_entities.local") return feedback::missing_entities<align::local>();
    if (name == "missing_entities.prompted") return feedback::missing_entities<align::prompted>();
    if (name == "skeleton_mismatch.oracle") return feedback::skeleton_mismatch<skeleton::oracle>();
    if (name == "skeleton_mismatch.retrieved") return with_pool<feedback::skeleton_mismatch<skeleton::retrieved>>();
    if (name == "skeleton_mismatch.drafted")
      return with_pool<feedback::skeleton_mismatch<skeleton::retrieved_with<t2s::generate::skeleton_fill>>>();
    return feedback::skeleton_mismatch<skeleton::prompted>();
  }

 private:
  template <class Mismatch>
  [[nodiscard]] Mismatch with_pool() const {
    Mismatch made;
    made.parser.pool = pool_;
    made.parser.ranker = ranker_;
    return made;
  }

  pool pool_;
  std::shared_ptr<skeleton::ranker const> ranker_;
};

/// Gives the right answer to oracles.
void tell(chosen_feedback& all, t2s::studies::asked_place const& at) {
  for (auto& stage : all.stages) {
    if (auto* entities = std::get_if<feedback::missing_entities<align::oracle>>(&stage)) entities->linker.gold = at.gold;
    if (auto* skeletons = std::get_if<feedback::skeleton_mismatch<skeleton::oracle>>(&stage)) skeletons->parser.gold = at.gold;
  }
}

}  // namespace

t2s::studies::strategy composed_strategy(described_strategy const& of, pool with) {
  system made;
  made.sampler.pool = of.demonstrations > 0 ? with : nullptr;
  made.sampler.most = made.generator.demonstrations = of.demonstrations;
  made.feedback.rule = of.rule;
  made.termination = of.stop;
  stages const by_name(std::move(with));
  for (auto const& name : of.feedback) made.feedback.stages.push_back(by_name.make(name));
  return t2s::studies::strategy_of(of.name, [made](t2s::studies::asked_place const& at) {
    auto told = made;
    tell(told.feedback, at);
    return told;
  });
}

}  // namespace cli::study
