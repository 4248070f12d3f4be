// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_STUDY_OPTIONS_HPP
#define T2S_LAB_STUDIES_DETAIL_STUDY_OPTIONS_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace t2s::studies {

/// Options of a study. The figures depend only on `seed`, `attempts` and `statement_time`, and with `times` on the machine.
struct study_options {
  std::size_t jobs = 1;      ///< threads, at least 1
  std::uint64_t seed = 1;    ///< for all draws of runs and correctors
  std::size_t attempts = 8;  ///< most drafts and revisions of a run, from 1 to 32: ends a loop that nothing else ends
  bool times = false;        ///< whether to measure durations: they vary from run to run, and each run then executes its statements again
  std::chrono::nanoseconds statement_time = std::chrono::seconds(30);  ///< for one statement
  std::string journal{};   ///< a file that stores every question, so that an interrupted study can continue; "" stores them in memory
  std::stop_token stop{};  ///< checked before every question, call and statement
  std::function<void(std::size_t done, std::size_t all)> progress{};  ///< called after each question, one call at a time
};

}  // namespace t2s::studies

#endif
