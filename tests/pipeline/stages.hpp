// SPDX-License-Identifier: BSL-1.0
// Small policies whose calls a test can count: a generator that drafts the model's reply, and feedbacks of several kinds.
#ifndef T2S_TESTS_PIPELINE_STAGES_HPP
#define T2S_TESTS_PIPELINE_STAGES_HPP

#include "support/scripted_database.hpp"
#include "t2s/llm/scripted_model.hpp"
#include "t2s/pipeline.hpp"
#include "t2s/pipeline/history.hpp"
#include "t2s/policies/terminate/basic.hpp"

#include <string>
#include <utility>

namespace t2s::tests {

struct clearer {
  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const {
    return then(ctx.ask(llm::request("rewrite: " + text)), [text](llm::completion c) { return question(text, c.text); });
  }
};

struct prompted {
  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const&) const -> task<Context, candidate> {
    auto asking = ctx.ask(llm::request("draft: " + asked.clear));
    auto reply = co_await std::move(asking);
    co_return candidate(std::move(reply.text), "the model's draft");
  }
  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const&, Past const& past) const -> task<Context, candidate> {
    auto prompt = "revise: " + asked.clear + " | " + past.sql();
    for (auto const& r : past.latest().remarks) prompt += " | " + r.text;
    auto asking = ctx.ask(llm::request(std::move(prompt)));
    auto reply = co_await std::move(asking);
    co_return candidate(std::move(reply.text));
  }
};

/// Drafts S0, then S1, S2, ...: needs no model and no frame.
struct counting {
  candidate draft(auto&, question const&, samples const&) const { return candidate("S0"); }
  candidate revise(auto&, question const&, samples const&, attempt_list const& past) const {
    return candidate("S" + std::to_string(past.size()));
  }
};

/// Drafts once and has nothing more to propose.
struct only_once : counting {
  candidate revise(auto&, question const&, samples const&, attempt_list const&) const { return candidate("", "no other idea"); }
};

struct execution_error {
  static constexpr std::string_view name = "execution error";
  using provides = facts<db::execution>;
  template <class Context, class Past>
  auto review(Context& ctx, question const&, Past& past) const {
    return then(outcome(ctx, past), [](db::execution const* e) {
      return e->ok() ? std::optional<remark>{} : std::optional<remark>{remark(name, e->failure->message)};
    });
  }
};

struct judged {
  bool right = false;
};
struct judge {
  static constexpr std::string_view name = "judge";
  using provides = facts<db::execution, judged>;
  template <class Context, class Past>
  auto review(Context& ctx, question const& asked, Past& past) const -> task<Context, std::optional<remark>> {
    auto executing = outcome(ctx, past);
    auto const* done = co_await std::move(executing);
    auto asking = ctx.ask(llm::request("judge: " + asked.clear + " | " + std::to_string(done->rows.values.size())));
    auto reply = co_await std::move(asking);
    past.note(judged{reply.text == "Yes"});
    if (reply.text == "Yes") co_return std::optional<remark>{};
    co_return std::optional<remark>{remark(name, std::move(reply.text))};
  }
};
struct judged_right {
  using needs = facts<judged>;
  std::optional<stop> done(auto const& past) const {
    auto const* j = past.template known<judged>();
    return j && j->right ? std::optional(stop{"judged right"}) : std::nullopt;
  }
};

/// Stops when two consecutive attempts returned the same rows.
struct same_result {
  using needs = facts<db::execution>;
  std::optional<stop> done(auto const& past) const {
    auto const *a = past.template known<db::execution>(), *b = past.template known<db::execution>(1);
    return a && b && a->ok() && b->ok() && a->rows == b->rows ? std::optional(stop{"same result"}) : std::nullopt;
  }
};

/// Has a remark on the attempts with the given numbers (bit n: the n-th attempt).
template <char Letter, unsigned Attempts>
struct speaks {
  std::optional<remark> review(auto&, question const&, auto& past) const {
    if ((Attempts >> (past.size() - 1) & 1U) == 0) return {};
    return remark("speaks", std::string(1, Letter));
  }
};

}  // namespace t2s::tests

#endif
