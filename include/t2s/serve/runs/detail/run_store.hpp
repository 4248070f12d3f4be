// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_STORE_HPP
#define T2S_SERVE_RUNS_DETAIL_RUN_STORE_HPP

#include "t2s/core/detail/config.hpp"
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

/// How many runs there may be, and how long they are kept.
struct run_limits {
  std::size_t at_once = 4;                                       ///< under way
  std::size_t waiting = 16;                                      ///< for one of these to end
  std::size_t kept = 200;                                        ///< in the history
  std::size_t kept_bytes = std::size_t{128} << 20U;              ///< of their events; the oldest go first
  std::size_t run_bytes = std::size_t{16} << 20U;                ///< of the events of one
  std::chrono::milliseconds grace = std::chrono::seconds(2);     ///< a run that nobody watches is cancelled after it
  std::chrono::milliseconds longest = std::chrono::minutes(10);  ///< a run that takes longer is cancelled
};

/// The runs of a server: those under way, on threads of their own, and the latest that are over. A run belongs to the store, whoever
/// started it; one that nobody watches any more is cancelled, unless it was to be kept. Thread safe.
class run_store {
 public:
  /// Runs it, on a thread of the store, and ends the record. What it throws ends the record as failed.
  using runner = std::function<void(std::shared_ptr<run_record> const&)>;

  T2S_DECL explicit run_store(run_limits limits = {});  ///< without runs; its threads begin
  run_store(run_store const&) = delete;
  run_store& operator=(run_store const&) = delete;
  T2S_DECL ~run_store();  ///< cancels what is under way and waits for it

  /// Begins a run, or lets it wait for its turn. nullptr where too many wait, or the store is closing.
  [[nodiscard]] T2S_DECL std::shared_ptr<run_record> start(run_order order, runner run);

  /// The run of an id; nullptr if there is none, or none any more.
  [[nodiscard]] T2S_DECL std::shared_ptr<run_record> find(std::string_view id) const;
  /// All that are kept, the newest first.
  [[nodiscard]] T2S_DECL std::vector<std::shared_ptr<run_record>> all() const;

  /// How many have not ended.
  [[nodiscard]] std::size_t unfinished() const { return pool_.load(); }
  /// Begins no run any more.
  T2S_DECL void close();
  /// Cancels all that go on.
  T2S_DECL void cancel_all();

  /// What it was made with.
  [[nodiscard]] run_limits const& limits() const noexcept { return limits_; }

 private:
  T2S_DECL void forget_oldest();
  T2S_DECL void keep_watch(std::stop_token const& stop);
  T2S_DECL std::chrono::steady_clock::time_point cancel_unwatched();

  run_limits limits_;
  mutable std::mutex mutex_{};  // of the next three
  std::vector<std::shared_ptr<run_record>> runs_{};
  bool closed_ = false;
  std::size_t begun_ = 0;
  std::condition_variable_any changed_{};
  worker_pool pool_;
  std::jthread watcher_{};
};

}  // namespace t2s::serve

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/runs/detail/run_store.ipp"
#endif

#endif
