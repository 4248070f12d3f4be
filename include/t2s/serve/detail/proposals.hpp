// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_PROPOSALS_HPP
#define T2S_SERVE_DETAIL_PROPOSALS_HPP

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

/// Corrections by users who may not correct, until someone confirms or rejects them. At most 100, and 10 of one user, in memory.
/// Thread safe.
class proposals {
 public:
  /// One of them.
  struct proposal {
    std::string id{};        ///< unique
    std::string who{};       ///< the user who proposed it
    std::string database{};  ///< the name of the database
    std::string question{};  ///< the question that was answered wrongly
    std::string sql{};       ///< its right SQL, which was not tried
    std::string time{};      ///< when it was proposed, in UTC
  };

  /// Adds one, in place of what the same user proposed for the same question. Returns false if too many wait, of all or of this user.
  [[nodiscard]] bool add(proposal one) {
    std::lock_guard const lock(guard_);
    std::erase_if(all_, [&](proposal const& p) { return p.who == one.who && p.database == one.database && p.question == one.question; });
    if (all_.size() >= most || std::ranges::count(all_, one.who, &proposal::who) >= most_of_user) return false;
    all_.push_back(std::move(one));
    return true;
  }
  /// Adds one again that was taken and could not be kept.
  void put_back(proposal one) {
    std::lock_guard const lock(guard_);
    auto const later = std::ranges::find_if(all_, [&](proposal const& p) { return p.time > one.time; });
    all_.insert(later, std::move(one));
  }
  /// All that wait, the oldest first.
  [[nodiscard]] std::vector<proposal> all() const {
    std::lock_guard const lock(guard_);
    return all_;
  }
  /// Takes the one of an id out, so that only one decides about it; nothing without it.
  [[nodiscard]] std::optional<proposal> take(std::string_view id) {
    std::lock_guard const lock(guard_);
    auto const at = std::ranges::find(all_, id, &proposal::id);
    if (at == all_.end()) return {};
    auto taken = std::move(*at);
    all_.erase(at);
    return taken;
  }

 private:
  static constexpr std::size_t most = 100;
  static constexpr std::ptrdiff_t most_of_user = 10;
  mutable std::mutex guard_{};
  std::vector<proposal> all_{};
};

}  // namespace t2s::serve

#endif
