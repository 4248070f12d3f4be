// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_REWRITE_REWRITE_BY_HPP
#define T2S_REWRITE_REWRITE_BY_HPP

#include "t2s/policy.hpp"

#include <string>
#include <utility>

namespace t2s {

/// The RewritePolicy that `rewrite_by` makes.
template <class Function>
struct rewriting_function {
  static_assert(
      requires(Function const& f, detail::any_context<none>& ctx, std::string const& text) { f(ctx, text); },
      "t2s: rewrite_by takes a function `question (auto& ctx, std::string const& text)`; `auto&`, not `auto`, and no `mutable` lambda");

  [[no_unique_address]] Function function;  ///< called as the verb is

  template <class Context>
  auto rewrite(Context& ctx, std::string const& text) const -> decltype(function(ctx, text)) {
    return function(ctx, text);
  }
};

/// A RewritePolicy from a function `question (auto& ctx, std::string const& text)`, which may return `task<Context, question>` as a verb
/// may. It is called by many runs at once.
///
///     auto const shout = t2s::rewrite_by([](auto&, std::string const& text) { return t2s::question(text, text + "!"); });
template <class Function>
[[nodiscard]] rewriting_function<Function> rewrite_by(Function function) {
  return {std::move(function)};
}

}  // namespace t2s

#endif
