// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_KEPT_TRAIL_HPP
#define T2S_CLI_KEPT_TRAIL_HPP

#include <memory>
#include <optional>
#include <utility>

#include "t2s/core/error.hpp"
#include "t2s/pipeline.hpp"

namespace cli {

/// Whether a code says that the model gave no answer.
inline bool is_of_model(std::error_code code) {
  return code.category() == t2s::category() && code.value() >= static_cast<int>(t2s::errc::model_failed);
}

/// A GeneratorPolicy that has nothing more to propose once the model fails in a revision: what was tried before is not lost.
template <t2s::GeneratorPolicy Generator>
struct until_model_fails : Generator {
  std::shared_ptr<std::optional<t2s::failure>> failed{};  ///< what ended the run; of one run

  template <class Context>
  auto revise(Context& ctx, t2s::question const& asked, t2s::samples const& shown, auto const& past) const
      -> t2s::task<Context, t2s::candidate> {
    t2s::candidate revised;
    try {
      auto revising = ctx.lift(Generator::revise(ctx, asked, shown, past));
      revised = co_await std::move(revising);
    } catch (t2s::error const& e) {
      if (!is_of_model(e.code())) throw;
      *failed = e.details();
      revised.why = e.what();
    }
    co_return revised;
  }
};

/// The same pipeline, which answers with its trail where a revision fails and notes the failure in `failed`.
template <class Rewrite, class Sampler, class Generator, class Feedback, class Termination>
auto with_trail_kept(t2s::pipeline<Rewrite, Sampler, Generator, Feedback, Termination> p,
                     std::shared_ptr<std::optional<t2s::failure>> failed) {
  using lasting = until_model_fails<Generator>;
  return t2s::pipeline<Rewrite, Sampler, lasting, Feedback, Termination>{std::move(p.rewrite), std::move(p.sampler),
                                                                         lasting{std::move(p.generator), std::move(failed)},
                                                                         std::move(p.feedback), std::move(p.termination)};
}

}  // namespace cli

#endif
