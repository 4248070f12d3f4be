// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_OFF_THREAD_HPP
#define T2S_DB_DETAIL_OFF_THREAD_HPP

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace t2s::db::detail {

/// Starts a call that may block for long on a thread of its own, which is not waited for; `done(thrown, result)` is called there.
/// Throws `std::system_error` if there is no thread.
template <class Call, class Done>
void call_off_thread(Call call, Done done) {
  std::thread([call = std::move(call), done = std::move(done)]() mutable {
    decltype(call()) result{};
    std::exception_ptr thrown;
    try {
      result = call();
    } catch (...) {
      thrown = std::current_exception();
    }
    done(std::move(thrown), std::move(result));
  }).detach();
}

/// The same, waited for: nothing if the time is over or a stop is requested; the call then ends alone. Throws what the call throws.
template <class Call>
auto wait_for_call(Call call, std::chrono::steady_clock::time_point until, std::stop_token const& stop) -> std::optional<decltype(call())> {
  struct meeting {
    std::mutex mutex{};
    std::condition_variable_any changed{};
    bool is_over = false;
    std::exception_ptr thrown{};
    decltype(call()) result{};
  };
  auto const shared = std::make_shared<meeting>();
  call_off_thread(std::move(call), [shared](std::exception_ptr thrown, decltype(call()) result) {
    std::lock_guard const lock(shared->mutex);
    shared->is_over = true;
    shared->thrown = std::move(thrown);
    shared->result = std::move(result);
    shared->changed.notify_all();
  });
  std::unique_lock lock(shared->mutex);
  if (!shared->changed.wait_until(lock, stop, until, [&] { return shared->is_over; })) return {};
  if (shared->thrown) std::rethrow_exception(std::exchange(shared->thrown, nullptr));  // it is of this thread alone from here on
  return std::move(shared->result);
}

}  // namespace t2s::db::detail

#endif
