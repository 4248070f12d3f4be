// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_FAILED_QUESTIONS_HPP
#define T2S_CLI_FAILED_QUESTIONS_HPP

#include <cstddef>
#include <exception>
#include <map>
#include <mutex>

#include "t2s/core/error.hpp"

namespace cli {

/// Collects the failures of questions of a file, and decides whether to go on. Thread safe.
class failed_questions {
 public:
  /// This many failures without an answer in between do not concern single questions.
  static constexpr std::size_t most_in_a_row = 10;

  void answered();
  /// Records the failure of question `i`. A failure that concerns all questions is not recorded for one; it ends the work.
  void failed(std::size_t i, t2s::error const& e);
  /// Ends the work.
  void end(std::exception_ptr why);

  [[nodiscard]] bool over() const;
  /// The reason for an early end; null if there was none.
  [[nodiscard]] std::exception_ptr ending() const;
  [[nodiscard]] std::map<std::size_t, t2s::failure> all() const;

 private:
  mutable std::mutex guard_{};
  std::map<std::size_t, t2s::failure> failures_{};
  std::size_t in_a_row_ = 0;
  std::exception_ptr ending_{};
};

}  // namespace cli

#endif
