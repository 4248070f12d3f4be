// SPDX-License-Identifier: BSL-1.0
#include "study/vote_strategy.hpp"

#include <string>
#include <utility>
#include <vector>

#include "t2s/lab/evaluation/detail/execution_accuracy.hpp"
#include "t2s/offline/select/vote.hpp"
#include "t2s/policies/sample/similar_demonstrations.hpp"
#include "t2s/policies/terminate/basic.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

namespace cli::study {
namespace {

/// Its revision is the chosen candidate.
struct elected {
  using states = t2s::facts<t2s::link::linked_question>;

  std::vector<std::string> drafts{};
  t2s::select::voting_options how{};

  t2s::candidate draft(auto&, t2s::question const&, t2s::samples const&) const {
    return t2s::candidate(drafts.empty() ? std::string() : drafts.front());
  }

  template <class Context>
  auto revise(Context& ctx, t2s::question const& asked, t2s::samples const& shown, auto const&) const
      -> t2s::task<Context, t2s::candidate> {
    std::vector<t2s::select::voter> voters;
    for (auto const& sql : drafts) voters.emplace_back(sql);
    auto const* const linked = how.rule.evidence ? t2s::link::linked_in(ctx, asked) : nullptr;
    auto voting = t2s::select::put_to_vote(ctx, std::move(voters), linked, shown.demonstrations, how);
    auto const election = co_await std::move(voting);
    co_return t2s::candidate(election.chosen().sql, election.why());
  }
};

/// Takes every draft to the vote; has no objections itself.
struct every_draft {
  static constexpr std::string_view name = "vote";
  std::optional<t2s::remark> review(auto&, t2s::question const&, auto const&) const { return {}; }
};

using system = t2s::pipeline<t2s::none, t2s::sample::similar_demonstrations, elected, every_draft, t2s::terminate::revisions>;

}  // namespace

t2s::studies::strategy vote_strategy(described_strategy const& of, std::shared_ptr<t2s::retrieve::skeleton_index const> pool) {
  system made;
  made.termination.limit = 1;
  bool const plain = of.vote == "plain";
  made.sampler.pool = plain ? nullptr : std::move(pool);
  if (plain) made.generator.how.rule = t2s::select::vote_options::plain();
  made.generator.how.repairs = !plain;
  made.generator.how.form = [](std::string const& sql) { return t2s::evaluation::official_prediction(sql); };
  return t2s::studies::strategy_of(of.name, [made](t2s::studies::asked_place const& at) {
    auto voting = made;
    voting.generator.drafts = *at.drafts;
    return voting;
  });
}

}  // namespace cli::study
