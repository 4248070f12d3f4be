// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_STORE_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_STORE_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/serve/runs/detail/run_costs.hpp"
#include "t2s/serve/runs/detail/run_record.hpp"
#include "t2s/serve/runs/detail/worker_pool.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace t2s::serve {

/// Limits on the number of runs, and how long they are kept.
struct run_limits {
  std::size_t at_once = 4;                                       ///< runs at once
  std::size_t waiting = 16;                                      ///< runs that wait for their turn
  std::size_t kept = 200;                                        ///< runs in the history
  std::size_t kept_bytes = std::size_t{128} << 20U;              ///< bytes of all kept events; the oldest runs are dropped first
  std::size_t run_bytes = std::size_t{16} << 20U;                ///< bytes of one run's events
  std::chrono::milliseconds grace = std::chrono::seconds(2);     ///< a run without viewers is cancelled after this time
  std::chrono::milliseconds longest = std::chrono::minutes(10);  ///< a run that takes longer is cancelled
};

/// The runs of a server: the current ones, on threads of the store, and the latest finished ones. The store owns a run, whoever started it.
/// A run without viewers is cancelled, unless its order says to keep it. Thread safe.
class run_store {
 public:
  /// Executes a run on a thread of the store and ends its record. An exception ends the record as failed.
  using runner = std::function<void(std::shared_ptr<run_record> const&)>;

  T2S_DECL explicit run_store(run_limits limits = {});  ///< starts the threads; there are no runs yet
  run_store(run_store const&) = delete;
  run_store& operator=(run_store const&) = delete;
  T2S_DECL ~run_store();  ///< cancels all runs and waits for them

  /// Starts a run, or queues it. Returns nullptr if too many wait or the store is closed.
  [[nodiscard]] T2S_DECL std::shared_ptr<run_record> start(run_order order, runner run);

  /// The run of an id; nullptr if it is unknown or no longer kept.
  [[nodiscard]] T2S_DECL std::shared_ptr<run_record> find(std::string_view id) const;
  /// All kept runs, newest first.
  [[nodiscard]] T2S_DECL std::vector<std::shared_ptr<run_record>> all() const;

  /// The number of runs that have not ended.
  [[nodiscard]] std::size_t unfinished() const { return pool_.load(); }
  /// Starts no more runs.
  T2S_DECL void close();
  /// Cancels all runs that have not ended.
  T2S_DECL void cancel_all();

  /// What all runs that have ended cost, also those that are no longer kept.
  [[nodiscard]] run_costs const& costs() const noexcept { return *costs_; }
  /// The UTC time when it was made: "2026-03-01T12:00:00Z".
  [[nodiscard]] std::string const& since() const noexcept { return since_; }
  /// The limits given to the constructor.
  [[nodiscard]] run_limits const& limits() const noexcept { return limits_; }

 private:
  T2S_DECL void forget_oldest();
  T2S_DECL void keep_watch(std::stop_token const& stop);
  T2S_DECL std::chrono::steady_clock::time_point cancel_unwatched();

  run_limits limits_;
  std::string since_;
  mutable std::mutex mutex_{};  // guards the next three
  std::vector<std::shared_ptr<run_record>> runs_{};
  bool closed_ = false;
  std::size_t begun_ = 0;
  std::condition_variable_any changed_{};
  std::shared_ptr<run_costs> costs_ = std::make_shared<run_costs>();
  worker_pool pool_;
  std::jthread watcher_{};
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/runs/detail/run_store.ipp"
#endif

#endif
