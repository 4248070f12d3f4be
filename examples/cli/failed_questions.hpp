// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_FAILED_QUESTIONS_HPP
#define T2S_CLI_FAILED_QUESTIONS_HPP

#include <cstddef>
#include <exception>
#include <map>
#include <mutex>

#include "t2s/core/error.hpp"

namespace cli {

/// What failed while the questions of a file were answered, and whether to go on. Thread safe.
class failed_questions {
 public:
  /// So many failures with no answer between them are no longer about single questions.
  static constexpr std::size_t most_in_a_row = 10;

  void answered();
  /// Keeps what failed for question `i`. What concerns all questions is of none of them, and ends the work.
  void failed(std::size_t i, t2s::error const& e);
  /// Ends the work.
  void end(std::exception_ptr why);

  [[nodiscard]] bool over() const;
  /// Why it ended before its time; null if it did not.
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
