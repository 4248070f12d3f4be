// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_HISTORY_HPP
#define T2S_RUN_HISTORY_HPP

#include "t2s/run/answer.hpp"
#include "t2s/run/facts.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace t2s {

/// The attempts of a run so far: the part of its history that every policy may read.
class trail {
 public:
  trail() = default;
  trail(trail const&) = delete;  // t2s: a run's history is not copied; take it by reference: `auto& past`
  trail& operator=(trail const&) = delete;

  /// How many attempts there are.
  [[nodiscard]] std::size_t size() const noexcept { return attempts_.size(); }
  /// The attempt at a place, the draft first.
  [[nodiscard]] attempt const& operator[](std::size_t i) const { return attempts_[i]; }
  /// The attempt under review. Precondition: size() > 0, which holds in `revise`, `review` and `done`.
  [[nodiscard]] attempt const& latest() const { return attempts_.back(); }
  /// Of the latest attempt.
  [[nodiscard]] std::string const& sql() const { return latest().tried.sql; }
  /// Whether one of the attempts is this SQL, to the letter.
  [[nodiscard]] bool contains(std::string_view sql) const {
    for (auto const& a : attempts_)
      if (a.tried.sql == sql) return true;
    return false;
  }

 protected:
  std::vector<attempt> attempts_{};  ///< the draft first
};

template <class Facts>
class history;

/// A run's history with the facts that its policies provide, each found by its type. Lives in the run; one thread at a time.
template <class... Facts>
class history<facts<Facts...>> : public trail {
 public:
  /// What is known about the latest attempt, or the one `ago` attempts before it; nullptr if it was not found out.
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

  /// Notes a fact about the latest attempt, in place of an earlier one of its type.
  template <class Fact>
  Fact const* note(Fact fact) {
    static_assert(detail::contains<Fact, facts<Facts...>>, "t2s: a policy notes a fact that it does not list in its `provides`");
    return &slot<Fact>(*this, size() - 1).emplace(std::move(fact));
  }

  // For the pipeline and the combinators.
  /// Begins an attempt.
  void open(candidate c) {
    attempts_.emplace_back(std::move(c));
    known_.emplace_back();
  }
  /// Adds a remark about the latest attempt.
  void say(remark r) { attempts_.back().remarks.push_back(std::move(r)); }
  /// Ends the latest attempt, with what the run has spent in all.
  void close(spending total) {
    attempts_.back().reviewed = true;
    charge(total);
  }
  /// Puts what the run has spent since the last charge on the latest attempt's account.
  void charge(spending total) {
    if (attempts_.empty()) return;
    attempts_.back().spent += total - charged_;
    charged_ = total;
  }
  /// The attempts, given away.
  [[nodiscard]] std::vector<attempt> release() && { return std::move(attempts_); }

 private:
  // An execution is kept in the attempt itself, since the answer shows it.
  template <class Fact>
  using kept = std::conditional_t<std::same_as<Fact, db::execution>, std::monostate, Fact>;

  template <class Fact, class Self>
  static auto& slot(Self& self, std::size_t i) {
    if constexpr (std::same_as<Fact, db::execution>)
      return self.attempts_[i].outcome;
    else
      return std::get<std::optional<Fact>>(self.known_[i]);
  }

  std::vector<std::tuple<std::optional<kept<Facts>>...>> known_{};
  spending charged_{};
};

}  // namespace t2s

#endif
