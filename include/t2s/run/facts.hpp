// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_FACTS_HPP
#define T2S_RUN_FACTS_HPP

#include <concepts>
#include <type_traits>

namespace t2s {

/// A list of types. A policy says with it what it finds out about an attempt (`using provides = facts<...>`), what it keeps during a run
/// (`using states = facts<...>`), and what it looks at that another policy provides or keeps (`using needs = facts<...>`).
template <class... Ts>
struct facts {};

/// What a user reads whose pipeline has a policy that needs T and none that provides it. Specialized for types whose provider is known.
template <class T>
struct must_provide {
  template <bool Provided>
  struct by {
    static_assert(Provided,
                  "t2s: a policy looks at a fact (must_provide's argument) that no policy of this pipeline provides: add a policy that lists "
                  "it in its `provides` or `states`, or take another policy");
  };
};

namespace detail {

template <class T, class List>
inline constexpr bool contains = false;
template <class T, class... Ts>
inline constexpr bool contains<T, facts<Ts...>> = (std::same_as<T, Ts> || ...);

template <class Merged, class... Lists>
struct merge {
  using type = Merged;
};
template <class Merged, class... Lists>
struct merge<Merged, facts<>, Lists...> : merge<Merged, Lists...> {};
template <class... Ms, class T, class... Ts, class... Lists>
struct merge<facts<Ms...>, facts<T, Ts...>, Lists...>
    : merge<std::conditional_t<contains<T, facts<Ms...>>, facts<Ms...>, facts<Ms..., T>>, facts<Ts...>, Lists...> {};

template <class Policy>
struct provides {
  using type = facts<>;
};
template <class Policy>
  requires requires { typename Policy::provides; }
struct provides<Policy> {
  using type = typename Policy::provides;
};

template <class Policy>
struct needs {
  using type = facts<>;
};
template <class Policy>
  requires requires { typename Policy::needs; }
struct needs<Policy> {
  using type = typename Policy::needs;
};

template <class Policy>
struct states {
  using type = facts<>;
};
template <class Policy>
  requires requires { typename Policy::states; }
struct states<Policy> {
  using type = typename Policy::states;
};

template <class Needs, class Provided>
struct all_provided;
template <class... Needs, class Provided>
struct all_provided<facts<Needs...>, Provided> : must_provide<Needs>::template by<contains<Needs, Provided>>... {};

}  // namespace detail

/// The types of several lists, each once, in order of first appearance.
template <class... Lists>
using merged = typename detail::merge<facts<>, Lists...>::type;

/// The facts that a policy notes.
template <class Policy>
using provides_of = typename detail::provides<Policy>::type;
/// What a policy looks at that another one provides.
template <class Policy>
using needs_of = typename detail::needs<Policy>::type;
/// What a policy remembers.
template <class Policy>
using states_of = typename detail::states<Policy>::type;

}  // namespace t2s

#endif
