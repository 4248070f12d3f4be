// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDY_DETAIL_STUDY_OPTIONS_HPP
#define T2S_LAB_STUDY_DETAIL_STUDY_OPTIONS_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace t2s::studies {

/// How a study is made. The figures depend on `seed`, `attempts` and `statement_time` alone, and with `times` on the machine.
struct study_options {
  std::size_t jobs = 1;      ///< threads, at least 1
  std::uint64_t seed = 1;    ///< of what runs and correctors draw
  std::size_t attempts = 8;  ///< drafts and revisions of a run at most, from 1 to 32: ends a loop that nothing else ends
  bool times = false;        ///< whether durations are measured: they differ from run to run, and each run executes its statements anew
  std::chrono::nanoseconds statement_time = std::chrono::seconds(30);  ///< for one statement
  std::string journal{};   ///< a file that keeps every question, so that a study that was interrupted goes on; "" keeps them in memory
  std::stop_token stop{};  ///< looked at before every question, call and statement
  std::function<void(std::size_t done, std::size_t all)> progress{};  ///< called after each question, one call at a time
};

}  // namespace t2s::studies

#endif
