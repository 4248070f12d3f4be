// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_SEVERAL_HPP
#define T2S_POLICIES_GENERATE_SEVERAL_HPP

#include "t2s/pipeline/several.hpp"
#include "t2s/policy.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

/// Several candidates: of one generator, of several, or found by a search.
namespace t2s::generate {

/// A CandidateGenerator: several candidates by one generator, as in self-consistency (Wang et al. 2023). A single candidate is requested as
/// by the generator alone, without `temperature` and `seed`.
///
///     using consistent = t2s::pipeline<t2s::none, t2s::none, t2s::generate::times<5, t2s::generate::few_shot>,
///                                      t2s::feedback::execution_error, t2s::terminate::nothing_left, t2s::select::majority>;
template <std::size_t N, class Base>
struct times {
  static_assert(t2s::detail::check_generator<Base>::passed);
  static_assert(N > 0, "t2s: generate::times<0, ...> writes no candidate: give the number of candidates first");

  using states = states_of<Base>;
  using needs = needs_of<Base>;

  Base base{};                              ///< writes each of them
  std::size_t candidates = N;               ///< how many, at least 1
  std::optional<double> temperature = 0.7;  ///< of their requests; nothing: that of `base`. At 0 they are mostly equal
  std::optional<std::int64_t> seed{};       ///< of the first one's requests, the next number for each further one; not sent if absent
  std::optional<llm::model_role> asks{};    ///< which of a run's models drafts them; nothing: that of `base`
  double weight = 1;                        ///< votes of each

  /// The number of candidates.
  [[nodiscard]] std::size_t count() const noexcept { return candidates > 0 ? candidates : 1; }
  [[nodiscard]] std::vector<candidate_settings> settings() const {
    std::vector<candidate_settings> all(count());
    for (std::size_t n = 0; n < all.size(); ++n) {
      all[n].generator = t2s::detail::name_of<Base>("generator");
      all[n].temperature = temperature;
      if (seed) all[n].seed = *seed + static_cast<std::int64_t>(n);
      all[n].asks = asks;
      all[n].weight = weight;
    }
    return all;
  }

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return base.draft(ctx, asked, shown); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return base.revise(ctx, asked, shown, past);
  }
  auto draft_of(std::size_t, auto& ctx, question const& asked, samples const& shown) const { return base.draft(ctx, asked, shown); }
  auto revise_of(std::size_t, auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return base.revise(ctx, asked, shown, past);
  }
};

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

/// A CandidateGenerator that searches: N drafts by one generator are reviewed, then the most promising attempt of all is revised,
/// repeatedly; each revision is a candidate of its own. Alpha-SQL's idea (Li et al. 2025) at a smaller size: a bounded tree whose nodes are
/// attempts, explored best first. `attempts` bounds its depth, `expansions` its breadth.
///
/// The score of an attempt is 2 if it runs, plus 1 if it has rows, plus up to 1 for its result's share of the votes, minus 0.25 for each
/// remark, minus 1 for each earlier revision of it. The search ends when an attempt has no remark. The feedback of the pipeline reviews the
/// attempts; its termination of revision chains does not matter, since each candidate is reviewed once.
template <std::size_t N, class Base>
struct revision_tree {
  using states = states_of<Base>;
  using needs = needs_of<Base>;

  times<N, Base> drafts{};     ///< the first candidates
  std::size_t expansions = 6;  ///< most revisions in all
  std::size_t at_a_time = 2;   ///< attempts revised in one step, concurrently in an awaitable run
  std::size_t attempts = 4;    ///< most attempts from a draft to its last revision

  /// The number of drafts.
  [[nodiscard]] std::size_t count() const noexcept { return drafts.count(); }
  [[nodiscard]] std::vector<candidate_settings> settings() const {
    auto all = drafts.settings();
    for (auto& s : all) s.attempts = 1;
    return all;
  }

  [[nodiscard]] std::vector<candidate_settings> more(auto&, question const&, samples const&, candidate_set const& set) const {
    auto const first = drafts.settings();
    auto const left = first.size() + expansions - std::min(set.size(), first.size() + expansions);
    std::vector<node> open;
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (!set[n].has_sql()) continue;
      auto const& latest = set[n].revisions.back();
      if (set[n].outcome() && set[n].outcome()->ok() && latest.reviewed && latest.remarks.empty()) return {};
      if (!set[n].failed && set[n].revisions.size() < attempts) open.push_back({n, promise(set, n)});
    }
    std::sort(open.begin(), open.end());
    if (open.size() > std::min(at_a_time, left)) open.resize(std::min(at_a_time, left));
    std::vector<candidate_settings> next;
    for (auto const& o : open) {
      auto& how = next.emplace_back(first.front());
      if (how.seed) *how.seed += static_cast<std::int64_t>(set.size() + next.size() - 1);
      how.revised = o.number;
      how.attempts = set[o.number].revisions.size() + 1;
    }
    return next;
  }

  auto draft(auto& ctx, question const& asked, samples const& shown) const { return drafts.draft(ctx, asked, shown); }
  auto revise(auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return drafts.revise(ctx, asked, shown, past);
  }
  auto draft_of(std::size_t, auto& ctx, question const& asked, samples const& shown) const { return drafts.draft(ctx, asked, shown); }
  auto revise_of(std::size_t, auto& ctx, question const& asked, samples const& shown, auto const& past) const {
    return drafts.revise(ctx, asked, shown, past);
  }

 private:
  struct node {
    std::size_t number;
    double promise;

    bool operator<(node const& other) const { return promise != other.promise ? promise > other.promise : number < other.number; }
  };

  static double promise(candidate_set const& set, std::size_t number) {
    auto const& c = set[number];
    double p = -0.25 * static_cast<double>(c.revisions.back().remarks.size());
    for (std::size_t n = 0; n < set.size(); ++n)
      if (set[n].revised == number) p -= 1;
    if (!c.outcome() || !c.outcome()->ok()) return p;
    double all = 0, own = 0;
    for (auto const& g : set.groups()) {
      all += g.votes;
      if (std::find(g.members.begin(), g.members.end(), number) != g.members.end()) own = g.votes;
    }
    return p + 2 + (c.outcome()->rows.values.empty() ? 0 : 1) + (all > 0 ? own / all : 0);
  }
};

}  // namespace t2s::generate

#endif
