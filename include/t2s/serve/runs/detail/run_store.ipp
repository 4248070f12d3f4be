// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_RUNS_DETAIL_RUN_STORE_IPP
#define T2S_SERVE_RUNS_DETAIL_RUN_STORE_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/detail/json_values.hpp"
#include "t2s/serve/http/detail/access.hpp"
#include "t2s/serve/runs/detail/run_store.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace t2s::serve {
namespace detail {

/// Ends the record, however the work ends.
inline void run_to_end(std::shared_ptr<run_record> const& record, run_store::runner const& run) {
  try {
    if (!record->begin()) return;
    run(record);
    record->end("failed", {{"message", "the run ended without an answer"}});  // no effect if it has ended
  } catch (error const& e) {
    if (e.details().code == errc::cancelled || record->stop().stop_requested()) return record->end("cancelled", {});
    record->end("failed", {{"code", name_of(e.details().code)}, {"message", json_text(e.what())}});
  } catch (std::exception const& e) {
    if (record->stop().stop_requested()) return record->end("cancelled", {});
    record->end("failed", {{"message", json_text(e.what())}});
  }
}

}  // namespace detail

T2S_DECL run_store::run_store(run_limits limits)
    : limits_(limits), since_(utc_text(std::chrono::system_clock::now())), pool_(std::max<std::size_t>(limits.at_once, 1), limits.waiting) {
  watcher_ = std::jthread([this](std::stop_token const& stop) { keep_watch(stop); });
}

T2S_DECL run_store::~run_store() {
  close();
  cancel_all();
}

T2S_DECL std::shared_ptr<run_record> run_store::start(run_order order, runner run) {
  auto record = std::make_shared<run_record>(new_secret().substr(0, 20), std::move(order), limits_.run_bytes);
  auto const& asked = record->order();
  json::object begin{{"id", record->id()},
                     {"database", json_text(asked.database)},
                     {"system", json_text(asked.system)},
                     {"question", json_text(asked.question)},
                     {"min_confidence", asked.min_confidence},
                     {"started", record->started()}};
  if (!asked.conversation.empty()) begin["conversation"] = asked.conversation;
  record->add("run", begin);
  {
    std::lock_guard const lock(mutex_);
    if (closed_) return nullptr;
    auto work = [record, run = std::move(run), costs = costs_] {
      detail::run_to_end(record, run);
      costs->add(*record);
    };
    if (!pool_.add(std::move(work), record->stop())) return nullptr;
    runs_.push_back(record);
    ++begun_;
    forget_oldest();
  }
  changed_.notify_all();
  return record;
}

T2S_DECL void run_store::forget_oldest() {
  std::size_t bytes = 0;
  for (auto const& r : runs_) bytes += r->bytes();
  auto const too_many = [&] { return runs_.size() > limits_.kept || bytes > limits_.kept_bytes; };
  for (auto at = runs_.begin(); too_many() && at != runs_.end();) {
    if (!(*at)->ended()) {
      ++at;
      continue;
    }
    bytes -= (*at)->bytes();
    at = runs_.erase(at);
  }
}

T2S_DECL std::shared_ptr<run_record> run_store::find(std::string_view id) const {
  std::lock_guard const lock(mutex_);
  auto const at = std::ranges::find(runs_, id, [](auto const& r) { return std::string_view(r->id()); });
  return at == runs_.end() ? nullptr : *at;
}

T2S_DECL std::vector<std::shared_ptr<run_record>> run_store::all() const {
  std::lock_guard const lock(mutex_);
  return {runs_.rbegin(), runs_.rend()};
}

T2S_DECL void run_store::close() {
  std::lock_guard const lock(mutex_);
  closed_ = true;
}

T2S_DECL void run_store::cancel_all() {
  for (auto const& r : all())
    if (!r->ended()) r->cancel();
}

T2S_DECL void run_store::keep_watch(std::stop_token const& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    auto const seen = begun_;
    lock.unlock();
    auto const next = cancel_unwatched();
    lock.lock();
    changed_.wait_until(lock, stop, next, [&] { return begun_ != seen; });
  }
}

/// Cancels runs without viewers and runs that take too long. Returns the time of the next check.
T2S_DECL std::chrono::steady_clock::time_point run_store::cancel_unwatched() {
  auto const now = std::chrono::steady_clock::now();
  bool any = false;
  for (auto const& r : all()) {
    if (r->ended() || r->stop().stop_requested()) continue;
    any = true;
    auto const since = r->unwatched_since();
    bool const left = since && !r->order().keep && now - *since >= limits_.grace;
    if (left || r->age() >= limits_.longest) r->cancel();
  }
  // While there are runs, checks often enough for the grace period; otherwise a new run wakes it.
  return now + (any ? std::clamp<std::chrono::milliseconds>(limits_.grace / 4, std::chrono::milliseconds(5), std::chrono::seconds(1))
                    : std::chrono::milliseconds(std::chrono::hours(1)));
}

}  // namespace t2s::serve

#endif
