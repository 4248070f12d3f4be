// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_JUDGED_HPP
#define T2S_RUN_JUDGED_HPP

#include <string>

namespace t2s {

/// A fact about an attempt: what the model thinks of its result.
struct judged {
  bool right = false;      ///< whether the model thinks that the SQL is right
  std::string analysis{};  ///< what it said beside Yes or No; may be empty

  friend bool operator==(judged const&, judged const&) = default;
};

}  // namespace t2s

#endif
