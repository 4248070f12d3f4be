// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_QUESTION_LOOP_HPP
#define T2S_LAB_STUDIES_DETAIL_QUESTION_LOOP_HPP

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace t2s::studies::detail {

/// Calls `f` with each question, on so many threads. The first exception ends the loop and is thrown.
template <class F>
void for_each_question(std::span<std::size_t const> order, std::size_t jobs, F const& f) {
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failed;
  std::mutex failing;
  auto const work = [&] {
    for (std::size_t n; (n = next++) < order.size();) try {
        f(order[n]);
      } catch (...) {
        std::scoped_lock const lock(failing);
        if (!failed) failed = std::current_exception();
        next = order.size();
      }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < std::min(jobs, order.size()); ++i) threads.emplace_back(work);
    work();
  }
  if (failed) std::rethrow_exception(failed);
}

}  // namespace t2s::studies::detail

#endif
