// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_PIPELINE_JUDGED_HPP
#define T2S_PIPELINE_JUDGED_HPP

#include "t2s/pipeline/history.hpp"

#include <string>

namespace t2s {

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
