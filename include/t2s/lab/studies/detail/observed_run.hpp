// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_OBSERVED_RUN_HPP
#define T2S_LAB_STUDIES_DETAIL_OBSERVED_RUN_HPP

#include "t2s/core/detail/budget.hpp"
#include "t2s/core/detail/config.hpp"
#include "t2s/pipeline/events.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policies/align/detail/alignment.hpp"
#include "t2s/policies/skeleton/detail/parsed.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace t2s::studies {

/// The stage of a run.
enum class stage : std::uint8_t { before_draft, drafting, reviewing, revising };

/// One run as a study observes it: its stage, and what a corrector may use. For one thread; it must outlive its run.
class observed_run {
 public:
  /// A run with the generator's own drafts, or with this one.
  explicit observed_run(std::optional<std::string> draft = {}) : draft_(std::move(draft)) {}

  /// The draft that replaces the generator's.
  [[nodiscard]] std::optional<std::string> const& draft() const noexcept { return draft_; }
  /// The current stage.
  [[nodiscard]] stage now() const noexcept { return stage_; }
  /// Whether the review or the step of that name is open: a policy's `name`.
  [[nodiscard]] T2S_DECL bool is_inside(std::string_view step) const noexcept;

  /// The attempts so far, during a review or revision; nullptr before there is a draft.
  [[nodiscard]] attempt_list const* past() const noexcept { return past_; }
  /// During a revision: the links of the latest attempt, if a feedback of the run made them; else nullptr.
  [[nodiscard]] align::linked_entities const* linked() const noexcept { return linked_; }
  /// The same for the skeleton that the latest attempt should have.
  [[nodiscard]] skeleton::parsed const* parsed() const noexcept { return parsed_; }
  /// What the run had spent when its draft was complete.
  [[nodiscard]] spending const& before_correction() const noexcept { return before_correction_; }

  // For the trace and the policies of the run.
  T2S_DECL void on(events::stage_begun const& e) noexcept;      ///< a stage or a step begins
  T2S_DECL void on(events::stage_ended const& e) noexcept;      ///< the innermost one ends
  T2S_DECL void on(events::statement_begun const& e) noexcept;  ///< outside of all stages: the run has not begun, or is over
  /// The draft is there.
  void has_draft(spending const& so_far) noexcept { before_correction_ = so_far; }
  /// A new attempt began.
  void has_attempt(attempt_list const& past) noexcept { past_ = &past; }
  /// The latest attempt was reviewed.
  template <class Past>
  void revises(Past const& past) noexcept {
    linked_ = fact<align::linked_entities>(past);
    parsed_ = fact<skeleton::parsed>(past);
  }

 private:
  template <class Fact, class Past>
  static Fact const* fact(Past const& past) noexcept {
    if constexpr (Past::template keeps<Fact>)
      return past.template known<Fact>();
    else
      return nullptr;
  }

  std::optional<std::string> draft_;
  stage stage_ = stage::before_draft;
  std::array<std::string_view, 16> open_{};  // names; deeper ones are counted and not kept
  std::size_t depth_ = 0;
  attempt_list const* past_ = nullptr;
  align::linked_entities const* linked_ = nullptr;
  skeleton::parsed const* parsed_ = nullptr;
  spending before_correction_{};
};

/// Shows an observed run its events.
struct observing_trace {
  static constexpr bool enabled = true;  ///< it looks at stages

  observed_run* run{};  ///< not null

  /// A stage begins or ends, or a statement is sent.
  template <class Event>
    requires requires(observed_run& r, Event const& e) { r.on(e); }
  void on(Event const& e) noexcept {
    run->on(e);
  }
};

}  // namespace t2s::studies

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/lab/studies/detail/observed_run.ipp"
#endif

#endif
