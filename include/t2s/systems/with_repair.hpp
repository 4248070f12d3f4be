// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SYSTEMS_WITH_REPAIR_HPP
#define T2S_SYSTEMS_WITH_REPAIR_HPP

#include "t2s/offline/generate/repairing.hpp"
#include "t2s/pipeline.hpp"

#include <utility>

namespace t2s::systems {
namespace detail {

/// A generator with repair. A pipeline that stops after its draft repairs that.
template <class Generator, class Termination>
struct repaired_generator {
  using type = generate::repairing<Generator, !t2s::detail::goes_beyond_draft<Termination>>;
  static type of(Generator inner) { return {std::move(inner)}; }
};
template <class Inner, bool Drafts, class Termination>
struct repaired_generator<generate::repairing<Inner, Drafts>, Termination> {
  using type = generate::repairing<Inner, Drafts>;
  static type of(type same) { return same; }
};

}  // namespace detail

/// A pipeline that mends what it can without its model: SQL that fails or returns no rows is repaired by rules first
/// (`generate::repairing`), and the model is asked only where they know nothing. It has the settings of the given pipeline; its generator
/// is `generator.inner`.
///
///     auto const dac = t2s::systems::with_repair(t2s::systems::dac());
///     auto const found = dac.run(t2s::context(model, database), "Which hives are empty?");
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination, class Selection>
[[nodiscard]] auto with_repair(pipeline<Rewrite, Sampler, Generator, Feedback, Termination, Selection> of,
                               repair::repair_options how = {}) {
  using generator = detail::repaired_generator<Generator, Termination>;
  pipeline<Rewrite, Sampler, typename generator::type, Feedback, Termination, Selection> made{
      std::move(of.rewrite),   std::move(of.sampler),     generator::of(std::move(of.generator)),
      std::move(of.feedback),  std::move(of.termination), std::move(of.selection),
      std::move(of.candidates)};
  made.generator.options = how;
  return made;
}

}  // namespace t2s::systems

#endif
