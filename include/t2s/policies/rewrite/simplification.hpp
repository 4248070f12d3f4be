// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_REWRITE_SIMPLIFICATION_HPP
#define T2S_POLICIES_REWRITE_SIMPLIFICATION_HPP

#include "t2s/policy.hpp"
#include "t2s/retrieve/detail/question_simplifier.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace t2s::rewrite {

/// A RewritePolicy, the first stage of dynamic revision (section 3.1.1): the model rewrites the question in simple and common words, so
/// that questions with the same intention look alike. One call. A reply that is not a question leaves the question unchanged; the trace
/// says why.
struct simplification {
  static constexpr std::string_view name = "question simplification";

  bool enabled = true;                  ///< off: the question stays unchanged and the model is not asked (figure 2, w/o simplify)
  retrieve::question_simplifier how{};  ///< prompt and temperature, the same as for the retrieval repository

  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> task<Context, question> {
    if (!enabled) co_return question(text);
    auto simplifying = ctx.span(name);
    auto asking = ctx.ask(how.request_for(text));
    auto const reply = co_await std::move(asking);
    auto const simple = how.read(reply.text, text);
    simplifying.note("question", simple ? std::string_view(*simple) : std::string_view("left as it was"));
    if (!simple) simplifying.note("why", std::string_view(simple.error_found().message));
    co_return question(text, simple ? *simple : text, reworded::simplified);
  }
};

}  // namespace t2s::rewrite

#endif
