// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_LIST_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_EVIDENCE_LIST_HPP

#include "t2s/offline/confidence/detail/evidence.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::confidence::detail {

/// Collects evidence.
class evidence_list {
 public:
  explicit evidence_list(evidence& into) : into_(into) {}

  void note(std::string_view of, double value) {
    if (value != 0) into_.pieces.push_back({of, value});
  }
  void note_if(std::string_view of, bool holds) { note(of, holds ? 1 : 0); }
  /// Adds one piece for the first, and one for up to three more.
  void note_count(std::string_view first, std::string_view more, std::size_t n) {
    if (n == 0) return;
    note(first, 1);
    note(more, static_cast<double>(std::min<std::size_t>(n, 4) - 1));
  }
  /// Adds a message for the user, once; from many it keeps the first ones and counts the rest.
  void say(std::string text) {
    auto& all = into_.missing;
    if (std::find(all.begin(), all.end(), text) != all.end()) return;
    if (all.size() < most_messages) return all.push_back(std::move(text));
    if (!more_.insert(std::move(text)).second) return;
    all.resize(most_messages);
    all.push_back("and " + std::to_string(more_.size()) + " more");
  }

  static constexpr double doubtful = 0.49;  ///< a limit: more likely wrong than right, below `estimated::default_minimum`
  static constexpr double uncertain = 0.7;  ///< a limit: below `estimated::usual_minimum`

  /// The probability will be at most this, whatever the weights.
  void limit(double most) { into_.most = std::min(into_.most, most); }
  /// Adds a part of the question that the SQL, which is a reading of it, ignores.
  void lacks_part(std::string const& text) {
    limit(doubtful);  // it answers another question, however well the rest is read
    say("not read: \"" + text + "\"");
  }

 private:
  static constexpr std::size_t most_messages = 20;

  evidence& into_;
  std::set<std::string> more_{};  // only counted
};

}  // namespace t2s::confidence::detail

#endif
