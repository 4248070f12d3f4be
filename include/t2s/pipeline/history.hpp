// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_HISTORY_HPP
#define T2S_PIPELINE_HISTORY_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/pipeline/answer.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace t2s {

/// A list of types. A policy lists the facts that it notes about an attempt (`using provides = facts<...>`), its states during a run
/// (`using states = facts<...>`), and the facts and states of other policies that it reads (`using needs = facts<...>`).
template <class... Ts>
struct facts {};

/// The compile error for a pipeline with a policy that needs T and none that provides it. Specialize it for your own fact to name the
/// policy to add.
template <class T>
struct must_provide {
  template <bool Provided>
  struct by {
    static_assert(
        Provided,
        "t2s: a policy needs a fact that no policy of this pipeline provides; the fact is the T of must_provide<T> in this error: "
        "add a policy that lists it in its `provides` or `states`, or take another policy");
  };
};

/// Whether the answer keeps facts of this type, for `attempt::known`. Specialize it for your own fact, which must then be copyable. An
/// execution is always kept, as `attempt::outcome`.
template <class Fact>
inline constexpr bool is_recorded = false;

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

// The declared list of a policy, or an empty one. For decltype.
template <class Policy>
typename Policy::provides provides(int);
template <class Policy>
facts<> provides(...);
template <class Policy>
typename Policy::needs needs(int);
template <class Policy>
facts<> needs(...);
template <class Policy>
typename Policy::states states(int);
template <class Policy>
facts<> states(...);

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
using provides_of = decltype(detail::provides<Policy>(0));
/// The facts and states that a policy reads from others.
template <class Policy>
using needs_of = decltype(detail::needs<Policy>(0));
/// The states of a policy during a run.
template <class Policy>
using states_of = decltype(detail::states<Policy>(0));

/// The attempts of a run so far: the part of its history that every policy may read.
class attempt_list {
 public:
  attempt_list() = default;
  attempt_list(attempt_list const&) = delete;  // t2s: a run's history is not copied; take it by reference: `auto& past`
  attempt_list& operator=(attempt_list const&) = delete;

  /// The number of attempts.
  [[nodiscard]] std::size_t size() const noexcept { return attempts_.size(); }
  /// The attempt at a position; 0 is the draft.
  [[nodiscard]] attempt const& operator[](std::size_t i) const { return attempts_[i]; }
  /// The attempt under review. Precondition: size() > 0, which holds in `revise`, `review` and `done`.
  [[nodiscard]] attempt const& latest() const { return attempts_.back(); }
  /// The SQL of the latest attempt.
  [[nodiscard]] std::string const& sql() const { return latest().tried.sql; }
  /// Whether an attempt has this SQL.
  [[nodiscard]] bool has_tried(std::string_view sql) const {
    return t2s::detail::any_of(attempts_, [sql](attempt const& a) { return a.tried.sql == sql; });
  }

 protected:
  std::vector<attempt> attempts_{};  ///< the draft first
};

template <class Facts>
class history;

/// A run's history with the facts of its policies, each found by its type. It lives in the run; one thread at a time.
template <class... Facts>
class history<facts<Facts...>> : public attempt_list {
 public:
  /// Whether a policy of the run provides such a fact; for policies to which it is optional.
  template <class Fact>
  static constexpr bool keeps = detail::contains<Fact, facts<Facts...>>;

  /// The fact about the latest attempt, or about the one `ago` attempts before it; nullptr if none was noted.
  template <class Fact>
  [[nodiscard]] Fact const* known(std::size_t ago = 0) const {
    static_assert(detail::contains<Fact, facts<Facts...>>, "t2s: a policy reads a fact that it does not list in its `needs` or `provides`");
    if (ago >= size()) return nullptr;
    auto const& fact = slot<Fact>(*this, size() - 1 - ago);
    return fact ? &*fact : nullptr;
  }

  /// The newest such fact of all attempts, or nullptr.
  template <class Fact>
  [[nodiscard]] Fact const* newest() const {
    for (std::size_t ago = 0; ago < size(); ++ago)
      if (auto const* fact = known<Fact>(ago)) return fact;
    return nullptr;
  }

  /// Notes a fact about the latest attempt, replacing an earlier one of its type.
  template <class Fact>
  Fact const* note(Fact fact) {
    static_assert(detail::contains<Fact, facts<Facts...>>, "t2s: a policy notes a fact that it does not list in its `provides`");
    return &slot<Fact>(*this, size() - 1).emplace(std::move(fact));
  }

  // For the pipeline and the combinators.
  /// Begins an attempt.
  void open(candidate c) {
    attempts_.emplace_back(std::move(c));
    (resize<Facts>(), ...);
  }
  /// Begins with the attempts of another run, including their recorded facts.
  void begin_with(std::vector<attempt> const& attempts) {
    attempts_ = attempts;
    (resize<Facts>(), ...);
    for (std::size_t i = 0; i < size(); ++i) {
      (restore<Facts>(i), ...);
      attempts_[i].recorded.clear();
    }
  }
  /// Adds a remark about the latest attempt.
  void add_remark(remark r) { attempts_.back().remarks.push_back(std::move(r)); }
  /// Ends the latest attempt; `total` is the spending of the run so far.
  void close(spending total) {
    attempts_.back().reviewed = true;
    charge(total);
  }
  /// Charges the run's spending since the last charge to the latest attempt.
  void charge(spending total) {
    if (attempts_.empty()) return;
    attempts_.back().spent += total - charged_;
    charged_ = total;
  }
  /// Moves the attempts out, with their recorded facts.
  [[nodiscard]] std::vector<attempt> release() && {
    for (std::size_t i = 0; i < size(); ++i) (record<Facts>(*this, i, attempts_[i]), ...);
    return std::move(attempts_);
  }
  /// Copies them.
  [[nodiscard]] std::vector<attempt> copy() const {
    auto all = attempts_;
    for (std::size_t i = 0; i < size(); ++i) (record<Facts>(*this, i, all[i]), ...);
    return all;
  }

 private:
  // One fact for each attempt. An execution is kept in the attempt itself, since the answer shows it.
  template <class Fact>
  struct list {
    std::vector<std::optional<Fact>> of_attempt{};
  };
  template <std::same_as<db::execution> Fact>
  struct list<Fact> {};

  template <class Fact, class Self>
  static auto& slot(Self& self, std::size_t i) {
    if constexpr (std::same_as<Fact, db::execution>)
      return self.attempts_[i].outcome;
    else
      return std::get<list<Fact>>(self.known_).of_attempt[i];
  }

  template <class Fact>
  void resize() {
    if constexpr (!std::same_as<Fact, db::execution>) std::get<list<Fact>>(known_).of_attempt.resize(size());
  }

  /// Adds the fact about an attempt to `to`; takes it out of a history that can be changed.
  template <class Fact, class Self>
  static void record([[maybe_unused]] Self& from, [[maybe_unused]] std::size_t i, [[maybe_unused]] attempt& to) {
    if constexpr (is_recorded<Fact>)
      if (auto& fact = slot<Fact>(from, i)) to.recorded.emplace_back(std::in_place_type<Fact>, std::move(*fact));  // a const one is copied
  }

  template <class Fact>
  void restore([[maybe_unused]] std::size_t i) {
    if constexpr (is_recorded<Fact> && !std::same_as<Fact, db::execution>)
      if (auto const* fact = attempts_[i].template known<Fact>()) slot<Fact>(*this, i).emplace(*fact);
  }

  std::tuple<list<Facts>...> known_{};
  spending charged_{};
};

/// The fact that `outcome` notes: the result of executing an attempt.
template <>
struct must_provide<db::execution> {
  template <bool Provided>
  struct by {
    static_assert(Provided,
                  "t2s: a policy of this pipeline needs the result of the SQL (must_provide<db::execution>) and no feedback executes it: "
                  "add t2s::feedback::execution_error");
  };
};

/// The answer keeps estimates.
template <>
inline constexpr bool is_recorded<estimated> = true;

template <>
struct must_provide<estimated> {
  template <bool Provided>
  struct by {
    static_assert(Provided,
                  "t2s: a policy of this pipeline, such as terminate::confident, needs a confidence (must_provide<estimated>) and no "
                  "feedback estimates it: add t2s::feedback::confidence_estimate");
  };
};

/// A fact about an attempt: the model's judgement of its result.
struct judged {
  bool right = false;      ///< whether the model says that the SQL is right
  std::string analysis{};  ///< its text beside Yes or No; may be empty

  friend bool operator==(judged const&, judged const&) = default;
};

/// The answer keeps verdicts.
template <>
inline constexpr bool is_recorded<judged> = true;
/// The compile error if no feedback provides it.
template <>
struct must_provide<judged> {
  template <bool Provided>
  struct by {
    static_assert(Provided,
                  "t2s: a policy of this pipeline, such as terminate::judged_right, needs the model's judgement (must_provide<judged>) and "
                  "no feedback asks for it: add t2s::feedback::execution_refinement");
  };
};

}  // namespace t2s

#endif
