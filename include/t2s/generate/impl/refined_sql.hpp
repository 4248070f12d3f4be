// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_IMPL_REFINED_SQL_HPP
#define T2S_GENERATE_IMPL_REFINED_SQL_HPP

#include "t2s/core/config.hpp"
#include "t2s/generate/impl/drawn_sql.hpp"
#include "t2s/llm/prompt_template.hpp"
#include "t2s/run/internal/dialogue.hpp"

#include <utility>

namespace t2s::generate {

/// The second half of a round of DART-SQL's refinement (section 3.3, algorithm 1), shared by the base prompts: the request to revise, in
/// the conversation that the feedback of the round began. One call, or the draws' number.
///
/// What the model sees is the prompt of the first draft, the latest SQL, what was said about it, and the request, nothing of earlier
/// rounds. Beside a feedback that holds no conversation its remarks stand in for it.
struct refined_sql {
  /// A.3, 4.
  llm::prompt_template prompt{llm::template_literal("/* Revise the SQL query to correct any mistakes: */\nSELECT")};
  /// Ours. Slot: `remarks`.
  llm::prompt_template remarks_prompt{llm::template_literal("/* {{remarks}} */")};

  /// `ctx` has a `dialogue` among its states.
  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, Past const& past, draws how) const -> task<Context, candidate> {
    auto& talk = ctx.template state<dialogue>();
    talk.latest = conversation(ctx.schema(), asked, talk, past.latest());
    llm::request asking;
    asking.messages = talk.latest;
    auto drawing = draw_sql(ctx, std::move(asking), how, true);
    auto revised = co_await std::move(drawing);
    co_return revised;
  }

 private:
  [[nodiscard]] T2S_DECL std::vector<llm::message> conversation(schema::database const& d, question const& asked, dialogue const& talk,
                                                                attempt const& latest) const;
};

}  // namespace t2s::generate

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/generate/impl/refined_sql.ipp"
#endif

#endif
