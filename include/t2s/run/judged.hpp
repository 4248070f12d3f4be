// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_JUDGED_HPP
#define T2S_RUN_JUDGED_HPP

#include "t2s/run/facts.hpp"

#include <string>

namespace t2s {

/// A fact about an attempt: what the model thinks of its result.
struct judged {
  bool right = false;      ///< whether the model thinks that the SQL is right
  std::string analysis{};  ///< what it said beside Yes or No; may be empty

  friend bool operator==(judged const&, judged const&) = default;
};

template <>
struct must_provide<judged> {
  template <bool Provided>
  struct by {
    static_assert(Provided,
                  "t2s: a policy of this pipeline, such as terminate::judged_right, looks at the model's judgement "
                  "(must_provide<judged>) and no feedback asks for it: add t2s::feedback::execution_refinement");
  };
};

}  // namespace t2s

#endif
