// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LINK_LINKED_QUESTION_HPP
#define T2S_LINK_LINKED_QUESTION_HPP

#include "t2s/link/lexical.hpp"
#include "t2s/run/answer.hpp"
#include "t2s/run/context.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace t2s::link {

/// The links of a run's question, made once and shared by the policies of the run that list it in their `states`.
struct linked_question {
  std::shared_ptr<lexicon const> names{};  ///< of the database
  std::string text{};                      ///< the question that was linked
  links found{};                           ///< what the question names there
};

/// The run's links of the question: a pointer into the run's state, at once or as the run's task. `asked` must outlive it.
template <class Context>
auto linked_in(Context& ctx, question const& asked) {
  return then(lexicon_of(ctx), [&ctx, &asked](std::shared_ptr<lexicon const> names) -> linked_question const* {
    auto& kept = ctx.template state<linked_question>();
    if (kept.names != names || kept.text != asked.clear) kept = {names, asked.clear, link_question(*names, asked.clear)};
    return &kept;
  });
}

}  // namespace t2s::link

#endif
