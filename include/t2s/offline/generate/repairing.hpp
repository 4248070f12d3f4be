// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_REPAIRING_HPP
#define T2S_OFFLINE_GENERATE_REPAIRING_HPP

#include "t2s/offline/repair/repairer.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <memory>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy around another: it repairs the other's SQL without a model if possible, which saves a call.
///
/// draft: the inner policy's. revise: a statement that fails or returns no rows is repaired (`repairer`), with the outcome; one that runs
/// and returns rows, or has no new repair, goes to the inner policy.
template <GeneratorPolicy Inner>
struct repairing {
  static constexpr std::string_view name = "repairing";
  using states = states_of<Inner>;
  using needs = needs_of<Inner>;

  Inner inner{};                     ///< writes the SQL to repair
  repair::repair_options options{};  ///< of every repair

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return inner.draft(ctx, asked, shown); }

  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const -> task<Context, candidate> {
    auto reading = ctx.lift(knowledge::lexicon::of(ctx));
    auto names = co_await std::move(reading);
    repair::repairer const rules{std::move(names), options};
    auto repairing_it = rules.repair(ctx, past.sql(), asked.clear, past.latest().outcome);
    auto done = co_await std::move(repairing_it);
    if (done.repaired() && !past.has_tried(done.sql)) {
      candidate better(done.sql, done.why());
      better.outcome = std::move(done.execution);
      if (auto const* read = past.latest().tried.template known<link::question_reading>())
        better.note(link::question_reading{read->not_read, {}, false});
      co_return better;
    }
    auto revising = ctx.lift(inner.revise(ctx, asked, shown, past));
    auto made = co_await std::move(revising);
    co_return made;
  }
};

}  // namespace t2s::generate

#endif
