// SPDX-License-Identifier: BSL-1.0
/// Makes policies from functions, with one maker for each stage. A function takes the parameters of the policy's verb, may return a `task`
/// as a verb may, and is called by concurrent runs.
#ifndef T2S_PIPELINE_POLICY_BY_HPP
#define T2S_PIPELINE_POLICY_BY_HPP

#include "t2s/pipeline/detail/candidate_set.hpp"
#include "t2s/policy.hpp"

#include <optional>
#include <string>
#include <utility>

namespace t2s {

/// The type that `rewrite_by` returns.
template <class Function>
struct rewriting_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, std::string const& text) { f(ctx, text); },
      "t2s: rewrite_by takes a function `question (auto& ctx, std::string const& text)`; `auto&`, not `auto`, and no `mutable` lambda");

  [[no_unique_address]] Function function;  ///< called like the verb

  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> decltype(function(ctx, text)) {
    return function(ctx, text);
  }
};

/// A RewritePolicy from a function.
///
///     auto const shout = t2s::rewrite_by([](auto&, std::string const& text) { return t2s::question(text, text + "!"); });
template <class Function>
[[nodiscard]] rewriting_function<Function> rewrite_by(Function function) {
  return {std::move(function)};
}

/// The type that `sample_by` returns.
template <class Function>
struct sampling_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, question const& asked) { f(ctx, asked); },
      "t2s: sample_by takes a function `samples (auto& ctx, t2s::question const& asked)`; `auto&`, not `auto`, and no `mutable` lambda");

  [[no_unique_address]] Function function;  ///< called like the verb

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> decltype(function(ctx, asked)) {
    return function(ctx, asked);
  }
};

/// A SamplerPolicy from a function.
template <class Function>
[[nodiscard]] sampling_function<Function> sample_by(Function function) {
  return {std::move(function)};
}

/// For a generator that never revises.
struct no_revision {
  /// Has nothing more to propose.
  candidate operator()(auto&, question const&, samples const&, auto const&) const { return candidate("", "no revision"); }
};

/// The type that `generate_by` returns.
template <class Draft, class Revise, class Needs = facts<>>
struct generating_functions {
  static_assert(
      requires(Draft const& f, detail::any_context<none>& ctx, question const& asked, samples const& shown) { f(ctx, asked, shown); },
      "t2s: generate_by takes first a function `candidate (auto& ctx, t2s::question const& asked, t2s::samples const& shown)`; `auto&`, "
      "not `auto`, and no `mutable` lambda");
  static_assert(
      requires(Revise const& f, detail::any_context<none>& ctx, question const& asked, samples const& shown, history<Needs> const& past) {
        f(ctx, asked, shown, past);
      },
      "t2s: generate_by takes second a function `candidate (auto& ctx, t2s::question const& asked, t2s::samples const& shown, "
      "auto const& past)`; `auto&`, not `auto`, and no `mutable` lambda");

  using needs = Needs;

  [[no_unique_address]] Draft drafting;   ///< called like `draft`
  [[no_unique_address]] Revise revising;  ///< called like `revise`

  template <class Context>
  auto draft(Context& ctx, question const& asked, samples const& shown) const -> decltype(drafting(ctx, asked, shown)) {
    return drafting(ctx, asked, shown);
  }
  template <class Context, class Past>
  auto revise(Context& ctx, question const& asked, samples const& shown, Past const& past) const
      -> decltype(revising(ctx, asked, shown, past)) {
    return revising(ctx, asked, shown, past);
  }
};

/// A GeneratorPolicy from a function that drafts and, optionally, one that revises. `Needs` lists the facts that the second reads.
template <class Needs = facts<>, class Draft, class Revise = no_revision>
[[nodiscard]] generating_functions<Draft, Revise, Needs> generate_by(Draft draft, Revise revise = {}) {
  return {std::move(draft), std::move(revise)};
}

/// The type that `review_by` returns.
template <class Function, class Provides = facts<>, class Needs = facts<>>
struct reviewing_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, question const& asked, history<merged<Provides, Needs>>& past) {
        f(ctx, asked, past);
      },
      "t2s: review_by takes a function `std::optional<remark> (auto& ctx, t2s::question const& asked, auto& past)`; `auto&`, not `auto`, "
      "and no `mutable` lambda");

  using provides = Provides;
  using needs = Needs;

  [[no_unique_address]] Function function;  ///< called like the verb

  template <class Context, class Past>
  auto review(Context& ctx, question const& asked, Past& past) const -> decltype(function(ctx, asked, past)) {
    return function(ctx, asked, past);
  }
};

/// A FeedbackPolicy from a function. `Provides` and `Needs` list the facts that it notes and reads.
///
///     auto const limited = t2s::review_by([](auto&, t2s::question const&, auto& past) -> std::optional<t2s::remark> {
///       if (past.sql().find("LIMIT") != std::string::npos) return {};
///       return t2s::remark("limited", "the SQL has no LIMIT");
///     });
template <class Provides = facts<>, class Needs = facts<>, class Function>
[[nodiscard]] reviewing_function<Function, Provides, Needs> review_by(Function function) {
  return {std::move(function)};
}

/// The type that `stop_by` returns.
template <class Function, class Needs = facts<>>
struct stopping_function {
  static_assert(
      requires(Function const& f, history<Needs> const& past) { f(past); },
      "t2s: stop_by takes a function `std::optional<t2s::stop> (auto const& past)`; `auto&`, not `auto`, and no `mutable` lambda");

  using needs = Needs;

  [[no_unique_address]] Function function;  ///< called like the verb

  /// The verb of a TerminationPolicy: calls the function.
  template <class Past>
  auto done(Past const& past) const -> decltype(function(past)) {
    return function(past);
  }
};

/// A TerminationPolicy from a function of the history. `Needs` lists the facts that it reads.
///
///     auto const thrice = t2s::stop_by([](auto const& past) -> std::optional<t2s::stop> {
///       if (past.size() < 3) return {};
///       return t2s::stop{"three attempts"};
///     });
template <class Needs = facts<>, class Function>
[[nodiscard]] stopping_function<Function, Needs> stop_by(Function function) {
  return {std::move(function)};
}

/// The type that `select_by` returns.
template <class Function>
struct selecting_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, question const& asked, samples const& shown, candidate_set const& set) {
        f(ctx, asked, shown, set);
      },
      "t2s: select_by takes a function `t2s::selected (auto& ctx, t2s::question const& asked, t2s::samples const& shown, "
      "t2s::candidate_set const& set)`; `auto&`, not `auto`, and no `mutable` lambda");

  [[no_unique_address]] Function function;  ///< called like the verb

  template <class Context>
  auto select(Context& ctx, question const& asked, samples const& shown, candidate_set const& set) const
      -> decltype(function(ctx, asked, shown, set)) {
    return function(ctx, asked, shown, set);
  }
};

/// A SelectionPolicy from a function.
template <class Function>
[[nodiscard]] selecting_function<Function> select_by(Function function) {
  return {std::move(function)};
}

}  // namespace t2s

#endif
