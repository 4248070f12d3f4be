// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_GENERATE_REPAIRING_HPP
#define T2S_OFFLINE_GENERATE_REPAIRING_HPP

#include "t2s/offline/repair/repairer.hpp"
#include "t2s/policy.hpp"
#include "t2s/retrieve/knowledge/lexicon.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::generate {

/// A GeneratorPolicy around another: it repairs the other's SQL without a model if possible, which saves a call. Around a
/// CandidateGenerator it is one too.
///
/// draft: the inner policy's; with `Drafts` repaired at once, as its revisions are, for pipelines that go no further. revise: a statement
/// that fails or returns no rows is repaired (`repairer`), with the outcome; one that runs and returns rows, or has no new repair, goes to
/// the inner policy.
template <GeneratorPolicy Inner, bool Drafts = false>
struct repairing {
  static constexpr std::string_view name = "repairing";
  using states = states_of<Inner>;
  using needs = needs_of<Inner>;

  Inner inner{};                     ///< writes the SQL to repair
  repair::repair_options options{};  ///< of every repair
  bool enabled = true;               ///< off: the inner policy alone

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return drafted(ctx, asked, inner.draft(ctx, asked, shown)); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return revised(ctx, asked, past, [&, this] { return inner.revise(ctx, asked, shown, past); });
  }

  /// As the inner CandidateGenerator.
  [[nodiscard]] std::size_t count() const
    requires requires(Inner const& i) { i.count(); }
  {
    return inner.count();
  }
  /// As the inner CandidateGenerator.
  [[nodiscard]] auto settings() const
    requires requires(Inner const& i) { i.settings(); }
  {
    return inner.settings();
  }
  auto draft_of(std::size_t place, auto& ctx, question const& asked, samples const& shown) const
    requires requires { inner.draft_of(place, ctx, asked, shown); }
  {
    return drafted(ctx, asked, inner.draft_of(place, ctx, asked, shown));
  }
  auto revise_of(std::size_t place, auto& ctx, question const& asked, samples const& shown, auto const& past) const
    requires requires { inner.revise_of(place, ctx, asked, shown, past); }
  {
    return revised(ctx, asked, past, [&, this, place] { return inner.revise_of(place, ctx, asked, shown, past); });
  }
  auto more(auto& ctx, question const& asked, samples& shown, auto const& set) const
    requires requires { inner.more(ctx, asked, shown, set); }
  {
    return inner.more(ctx, asked, shown, set);
  }

 private:
  template <class Context, class Made>
  auto drafted(Context& ctx, question const& asked, Made made) const {
    if constexpr (Drafts)
      return repaired_draft(ctx, asked, ctx.lift(std::move(made)));
    else
      return made;
  }
  template <class Context, class Drafting>
  auto repaired_draft(Context& ctx, question const& asked, Drafting drafting) const -> task<Context, candidate> {
    auto made = co_await std::move(drafting);
    if (!enabled || made.sql.empty()) co_return made;
    auto repairing_it = repaired(ctx, asked, made.sql, made.outcome);
    auto done = co_await std::move(repairing_it);
    if (done.repaired()) {
      made.why = done.why();
      made.sql = std::move(done.sql);
    }
    if (done.execution) made.outcome = std::move(done.execution);
    co_return made;
  }

  template <class Context, class Past, class Revise>
  auto revised(Context& ctx, question const& asked, Past const& past, Revise revise) const -> task<Context, candidate> {
    if (enabled) {
      auto repairing_it = repaired(ctx, asked, past.sql(), past.latest().outcome);
      auto done = co_await std::move(repairing_it);
      if (done.repaired() && !past.has_tried(done.sql)) {
        candidate better(done.sql, done.why());
        better.outcome = std::move(done.execution);
        if (auto const* read = past.latest().tried.template known<link::question_reading>())
          better.note(link::question_reading{read->not_read, {}, false});
        co_return better;
      }
    }
    auto revising = ctx.lift(drafted(ctx, asked, revise()));
    auto made = co_await std::move(revising);
    co_return made;
  }

  template <class Context>
  auto repaired(Context& ctx, question const& asked, std::string sql, std::optional<db::execution> known) const
      -> task<Context, repair::repair_outcome> {
    auto reading = ctx.lift(knowledge::lexicon::of(ctx));
    auto names = co_await std::move(reading);
    repair::repairer const rules{std::move(names), options};
    auto repairing_it = rules.repair(ctx, std::move(sql), asked.clear, std::move(known));
    auto done = co_await std::move(repairing_it);
    co_return done;
  }
};

}  // namespace t2s::generate

#endif
