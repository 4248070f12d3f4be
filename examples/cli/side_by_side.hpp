// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SIDE_BY_SIDE_HPP
#define T2S_CLI_SIDE_BY_SIDE_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "progress.hpp"

namespace cli {

/// Calls `worker(i)` for each i below n on `jobs` threads, each with its own worker from `make_worker()`. An exception ends
/// all of them and is rethrown.
template <class MakeWorker>
void side_by_side(std::size_t n, std::size_t jobs, MakeWorker make_worker) {
  progress bar(n);
  std::atomic<std::size_t> next = 0;
  std::mutex guard;
  std::exception_ptr failed;
  auto const work = [&] {
    auto worker = make_worker();
    for (std::size_t i; (i = next++) < n; bar.step()) {
      try {
        worker(i);
      } catch (...) {
        std::lock_guard const lock(guard);
        if (!failed) failed = std::current_exception();
        next = n;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 1; t < std::min(jobs, n); ++t) threads.emplace_back(work);
    work();
  }
  if (failed) std::rethrow_exception(failed);
}

}  // namespace cli

#endif
