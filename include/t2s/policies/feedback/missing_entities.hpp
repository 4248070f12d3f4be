// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_MISSING_ENTITIES_HPP
#define T2S_POLICIES_FEEDBACK_MISSING_ENTITIES_HPP

#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace t2s::feedback {

/// Links the question and objects to an attempt that does not use what is linked (DAC, sections 3.2 and 3.4). The comparison needs no
/// model; the linker may. The SQL may use what the question does not name.
template <align::EntityLinker Linker>
struct missing_entities {
  static constexpr std::string_view name = "missing_entities";
  using states = states_of<Linker>;
  using needs = facts<samples>;
  using provides = facts<align::linked_entities>;

  Linker linker{};      ///< links the question
  bool enabled = true;  ///< off: nothing is linked and there is no remark (DAC, table 3)

  /// The remark: the notification of table 12. Slot: `entities`.
  llm::prompt_template notification{llm::template_literal("{{entities}} are mentioned by the question")};

  template <class Context>
  auto review(Context& ctx, question const& asked, auto& past) const -> task<Context, std::optional<remark>> {
    std::optional<remark> objection;
    if (!enabled) co_return objection;
    auto const& shown = ctx.template state<samples>();
    auto linking = traced(ctx, "entity linking", [&] { return linker.link(ctx, asked, shown, past.sql()); });
    auto linked = co_await std::move(linking);
    auto comparing = ctx.span("comparison");
    if (!linked.why.empty()) comparing.note("entities left out", linked.why);
    auto const lacking = align::missing_in(past.sql(), ctx.schema(), linked);
    past.note(std::move(linked));
    if (!lacking.empty())
      objection = remark::about<align::linked_entities>(name, notification.fill({{"entities", align::to_text(lacking)}}));
    co_return objection;
  }
};

}  // namespace t2s::feedback

#endif
