// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_SAMPLE_TOGETHER_HPP
#define T2S_POLICIES_SAMPLE_TOGETHER_HPP

#include "t2s/policy.hpp"

#include <cstddef>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace t2s::sample {

/// A SamplerPolicy that combines several, in the given order: `together<first_rows, similar_demonstrations>`.
template <SamplerPolicy... Samplers>
  requires(sizeof...(Samplers) > 0)
struct together {
  static constexpr std::string_view name = "together";
  using states = merged<states_of<Samplers>...>;

  std::tuple<Samplers...> samplers{};  ///< in order

  /// The sampler of that type, to set its options.
  template <class Sampler>
  [[nodiscard]] Sampler& get() {
    return std::get<Sampler>(samplers);
  }
  /// The sampler of that type.
  template <class Sampler>
  [[nodiscard]] Sampler const& get() const {
    return std::get<Sampler>(samplers);
  }

  template <class Context>
  auto sample(Context& ctx, question const& asked) const -> task<Context, samples> {
    return chosen<0>(ctx, asked, {});
  }

 private:
  template <class T>
  static void append(std::vector<T>& to, std::vector<T> more) {
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }

  template <std::size_t I, class Context>
  auto chosen(Context& ctx, question const& asked, samples so_far) const -> task<Context, samples> {
    auto const& sampler = std::get<I>(samplers);
    auto choosing = ctx.lift(sampler.sample(ctx, asked));
    auto more = co_await std::move(choosing);
    append(so_far.tables, std::move(more.tables));
    append(so_far.demonstrations, std::move(more.demonstrations));
    append(so_far.knowledge, std::move(more.knowledge));
    if constexpr (I + 1 < sizeof...(Samplers)) {
      auto rest = chosen<I + 1>(ctx, asked, std::move(so_far));
      so_far = co_await std::move(rest);
    }
    co_return so_far;
  }
};

}  // namespace t2s::sample

#endif
