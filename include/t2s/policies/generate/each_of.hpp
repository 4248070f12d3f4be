// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_EACH_OF_HPP
#define T2S_POLICIES_GENERATE_EACH_OF_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

namespace t2s::generate {

/// A CandidateGenerator: the candidates of several generators, in order. A generator that is itself a CandidateGenerator, such as `times`,
/// adds all of its own; any other adds one. Generators are accessed by type.
///
///     t2s::generate::each_of<t2s::generate::times<3, t2s::generate::few_shot>, t2s::generate::sql_only> generator;
///     generator.get<t2s::generate::sql_only>().temperature = 0.2;
template <class... Generators>
class each_of {
 public:
  static_assert(sizeof...(Generators) > 0, "t2s: generate::each_of<> has no generator: name at least one");

  static_assert((t2s::detail::check_generator<Generators>::passed && ...));
  static_assert(
      !(t2s::detail::Searches<Generators> || ...),
      "t2s: a member of generate::each_of searches (generate::revision_tree, generate::explored), and its search would be left out: put "
      "the search around each_of, or take it alone");

  using states = merged<states_of<Generators>...>;
  using needs = merged<needs_of<Generators>...>;

  each_of() = default;
  /// Uses these generators.
  explicit each_of(Generators... generators) : generators_(std::move(generators)...) {}

  /// The generator of that type, to set its options.
  template <class Generator>
  [[nodiscard]] Generator& get() noexcept {
    return std::get<Generator>(generators_);
  }
  /// The generator of that type.
  template <class Generator>
  [[nodiscard]] Generator const& get() const noexcept {
    return std::get<Generator>(generators_);
  }

  /// The number of candidates.
  [[nodiscard]] std::size_t count() const {
    return std::apply([](auto const&... each) { return (count_of(each) + ...); }, generators_);
  }
  [[nodiscard]] std::vector<candidate_settings> settings() const {
    std::vector<candidate_settings> all;
    std::size_t places = 0;
    std::apply([&](auto const&... each) { (add(each, places, all), ...); }, generators_);
    return all;
  }

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return draft_of(0, ctx, asked, shown); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return revise_of(0, ctx, asked, shown, past);
  }
  auto draft_of(std::size_t place, auto& ctx, question const& asked, samples const& shown) const {
    return at<0>(place, ctx, [&](auto const& generator, std::size_t within) {
      if constexpr (is_several<decltype(generator)>)
        return generator.draft_of(within, ctx, asked, shown);
      else
        return generator.draft(ctx, asked, shown);
    });
  }
  auto revise_of(std::size_t place, auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return at<0>(place, ctx, [&](auto const& generator, std::size_t within) {
      if constexpr (is_several<decltype(generator)>)
        return generator.revise_of(within, ctx, asked, shown, past);
      else
        return generator.revise(ctx, asked, shown, past);
    });
  }

 private:
  template <class Generator>
  static constexpr bool is_several = requires(Generator const& g) { g.settings(); };

  template <class Generator>
  static std::size_t count_of(Generator const& g) {
    if constexpr (is_several<Generator>)
      return g.count();
    else
      return 1;
  }

  /// The number of candidates of a generator.
  template <class Generator>
  static std::size_t places_of(Generator const& g) {
    if constexpr (is_several<Generator>) {
      std::size_t most = 0;
      for (auto const& s : g.settings())
        if (s.place >= most) most = s.place + 1;
      return most;
    } else {
      return 1;
    }
  }

  template <class Generator>
  static void add(Generator const& g, std::size_t& places, std::vector<candidate_settings>& all) {
    if constexpr (is_several<Generator>) {
      for (auto s : g.settings()) {
        s.place += places;
        all.push_back(s);
      }
    } else {
      auto& s = all.emplace_back();
      s.generator = t2s::detail::name_of<Generator>("generator");
      s.place = places;
    }
    places += places_of(g);
  }

  /// Calls use(generator, index within it) for the generator of the candidate with an index: a candidate at once, or the run's task.
  template <std::size_t I, class Context, class Use>
  auto at(std::size_t place, Context& ctx, Use const& use) const -> decltype(ctx.lift(candidate())) {
    auto const& here = std::get<I>(generators_);
    if constexpr (I + 1 < sizeof...(Generators)) {
      auto const places = places_of(here);
      if (place >= places) return at<I + 1>(place - places, ctx, use);
    }
    if constexpr (Context::synchronous)
      return then(use(here, place), [](candidate c) { return c; });
    else
      return ctx.lift(use(here, place));
  }

  [[no_unique_address]] std::tuple<Generators...> generators_{};
};

}  // namespace t2s::generate

#endif
