// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CONFIDENCE_IMPL_EVIDENCE_LIST_HPP
#define T2S_CONFIDENCE_IMPL_EVIDENCE_LIST_HPP

#include "t2s/confidence/evidence.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::confidence::detail {

/// Evidence while it is collected.
class evidence_list {
 public:
  explicit evidence_list(evidence& into) : into_(into) {}

  void note(std::string_view of, double value) {
    if (value != 0) into_.pieces.push_back({of, value});
  }
  void note_if(std::string_view of, bool holds) { note(of, holds ? 1 : 0); }
  /// One piece for the first, and one for up to three more.
  void note_count(std::string_view first, std::string_view more, std::size_t n) {
    if (n == 0) return;
    note(first, 1);
    note(more, static_cast<double>(std::min<std::size_t>(n, 4) - 1));
  }
  /// What a user should know, once.
  void say(std::string text) {
    if (std::find(into_.missing.begin(), into_.missing.end(), text) == into_.missing.end()) into_.missing.push_back(std::move(text));
  }

  /// However the evidence is weighed, the probability is not above this.
  void limit(double most) { into_.most = std::min(into_.most, most); }
  /// A part of the question that the SQL, which is a reading of it, does without.
  void lacks_part(std::string const& text) {
    limit(0.5);  // it answers another question, however well the rest is read
    say("not read: \"" + text + "\"");
  }

 private:
  evidence& into_;
};

}  // namespace t2s::confidence::detail

#endif
