// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_FEEDBACK_SKELETON_MISMATCH_HPP
#define T2S_POLICIES_FEEDBACK_SKELETON_MISMATCH_HPP

#include "t2s/llm/detail/prompt_template.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string_view>
#include <utility>

namespace t2s::feedback {

/// Parses the question into a skeleton and objects to an attempt with another one (DAC, sections 3.3 and 3.4). The remark shows the whole
/// skeleton, not the difference. An attempt that does not parse has no skeleton, which counts as different.
template <skeleton::SkeletonParser Parser>
struct skeleton_mismatch {
  static constexpr std::string_view name = "skeleton_mismatch";
  using states = states_of<Parser>;
  using needs = facts<samples>;
  using provides = facts<skeleton::parsed>;

  Parser parser{};      ///< finds the SQL skeleton of a question
  bool enabled = true;  ///< off: nothing is parsed and there is no remark (DAC, table 3)
  /// Whether to ignore a skeleton with more words than the draft's: a rule of the published code, not of the paper.
  bool drop_longer = false;

  /// The remark: the last sentence of table 13. Slot: `skeleton`.
  llm::prompt_template notification{llm::template_literal(
      "the SQL skeleton could be like \"{{skeleton}}\", where each '_' can only be replaced with one single table, column or value")};

  template <class Context>
  auto review(Context& ctx, question const& asked, auto& past) const -> task<Context, std::optional<remark>> {
    std::optional<remark> objection;
    if (!enabled) co_return objection;
    auto const& shown = ctx.template state<samples>();
    auto parsing = traced(ctx, "skeleton parsing", [&] { return parser.parse(ctx, asked, shown); });
    auto wanted = co_await std::move(parsing);
    auto comparing = ctx.span("comparison");
    if (wanted.skeleton.empty()) comparing.note("no skeleton", wanted.why);
    if (differs(wanted, past, sql::dialect_of(ctx.schema())))
      objection = remark::about<skeleton::parsed>(name, notification.fill({{"skeleton", wanted.skeleton}}));
    past.note(std::move(wanted));
    co_return objection;
  }

 private:
  [[nodiscard]] bool differs(skeleton::parsed const& wanted, attempt_list const& past, sql::grammar const& in) const {
    if (wanted.skeleton.empty()) return false;
    auto const draft = skeleton::parse_sql(past[0].tried.sql, in);
    if (drop_longer && !draft.skeleton.empty() && skeleton::is_longer(wanted, draft)) return false;
    return skeleton::parse_sql(past.sql(), in).skeleton != wanted.skeleton;
  }
};

}  // namespace t2s::feedback

#endif
