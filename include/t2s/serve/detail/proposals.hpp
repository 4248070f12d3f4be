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

/// Corrections by users who may not correct, until someone confirms or rejects them. At most 100, in memory. Thread safe.
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

  /// Adds one. Returns false if too many wait.
  [[nodiscard]] bool add(proposal one) {
    std::lock_guard const lock(guard_);
    if (all_.size() >= most) return false;
    all_.push_back(std::move(one));
    return true;
  }
  /// All that wait, the oldest first.
  [[nodiscard]] std::vector<proposal> all() const {
    std::lock_guard const lock(guard_);
    return all_;
  }
  /// The one of an id.
  [[nodiscard]] std::optional<proposal> find(std::string_view id) const {
    std::lock_guard const lock(guard_);
    auto const at = std::ranges::find(all_, id, &proposal::id);
    return at == all_.end() ? std::nullopt : std::optional(*at);
  }
  /// Removes one. Returns false if there was none.
  bool remove(std::string_view id) {
    std::lock_guard const lock(guard_);
    return std::erase_if(all_, [id](proposal const& p) { return p.id == id; }) != 0;
  }

 private:
  static constexpr std::size_t most = 100;
  mutable std::mutex guard_{};
  std::vector<proposal> all_{};
};

}  // namespace t2s::serve

#endif
