// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_PLUG_VALUE_HPP
#define T2S_EVALUATION_PLUG_VALUE_HPP

#include "t2s/core/config.hpp"
#include "t2s/evaluation/official_text.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::evaluation {

/// All ways to fill the values of the gold SQL into the slots of a prediction, as the official program's `--plug_value` tries them after
/// the prediction itself: right is a prediction of which one way, or the prediction as it is, gives the gold's rows.
///
/// Slots and values are what sqlparse takes for a string in single or double quotes, and numbers that stand between spaces. Each value may
/// stand in any number of slots, so that there are values^slots ways, made one after another: callers set a limit.
class plug_value {
 public:
  /// Both as they stand in their files.
  T2S_DECL plug_value(std::string_view gold, std::string_view predicted, distinct d = distinct::dropped);

  /// The next way as SQL to be executed; nothing after the last. O(length).
  [[nodiscard]] T2S_DECL std::optional<std::string> next();

  /// The number of all ways, or the greatest number there is if that is too small.
  [[nodiscard]] T2S_DECL std::size_t size() const noexcept;

 private:
  std::vector<std::string> values_{};  // of the gold, each once
  std::vector<std::string> words_{};   // of the prediction
  std::vector<std::size_t> slots_{};   // places in words_
  std::vector<std::size_t> chosen_{};  // a value for each slot
  bool done_ = false;
};

}  // namespace t2s::evaluation

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/evaluation/impl/plug_value.ipp"
#endif

#endif
