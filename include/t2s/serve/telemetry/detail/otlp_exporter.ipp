// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_OTLP_EXPORTER_IPP
#define T2S_SERVE_TELEMETRY_DETAIL_OTLP_EXPORTER_IPP

#include "t2s/serve/telemetry/detail/otlp_sender.hpp"
#include "t2s/serve/telemetry/detail/span_ids.hpp"
#include "t2s/serve/telemetry/otlp.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <iterator>
#include <mutex>
#include <thread>
#include <vector>

namespace t2s::telemetry {

/// The queue, and the thread that sends its content.
class otlp_exporter::worker {
 public:
  worker(otlp_options how, metrics const* counted) : how_(std::move(how)), counted_(counted) {
    how_.batch = std::max<std::size_t>(1, std::min(how_.batch, how_.queue));
    if (!how_.traces.empty()) traces_ = std::make_unique<detail::otlp_sender>(how_.traces, how_);
    if (!how_.metrics.empty() && counted_) metrics_ = std::make_unique<detail::otlp_sender>(how_.metrics, how_);
    start();
  }

  ~worker() { close(how_.shutdown); }

  bool close(std::chrono::milliseconds within) {
    std::lock_guard const alone(closing_);
    if (!thread_.joinable()) return true;
    auto const lost = figures().lost;
    if (!ends_within(within)) {
      if (traces_) traces_->give_up();
      if (metrics_) metrics_->give_up();
    }
    thread_.join();
    return !gives_up_ && !metrics_failed_ && figures().lost == lost;
  }

  void take(span_data ended) {
    std::lock_guard const lock(guard_);
    if (!traces_) return;
    if (waiting_.size() >= how_.queue || stopping_) {
      ++figures_.dropped;
      return;
    }
    waiting_.push_back(std::move(ended));
    if (waiting_.size() >= how_.batch) changed_.notify_all();
  }

  bool flush(std::chrono::milliseconds within) {
    std::unique_lock lock(guard_);
    auto const lost = figures_.lost, wanted = ++flush_wanted_;
    changed_.notify_all();
    return changed_.wait_for(lock, within, [&] { return flushed_ >= wanted || is_over_; }) && figures_.lost == lost && !metrics_failed_;
  }

  [[nodiscard]] exporter_figures figures() const {
    std::lock_guard const lock(guard_);
    return figures_;
  }

 private:
  using clock = std::chrono::steady_clock;
  using locked = std::unique_lock<std::mutex>;

  /// Asks the thread to end, and cancels its work if it does not end in time.
  bool ends_within(std::chrono::milliseconds within) {
    locked lock(guard_);
    stopping_ = true;
    changed_.notify_all();
    gives_up_ = !changed_.wait_for(lock, within, [&] { return is_over_; });
    changed_.notify_all();
    return !gives_up_;
  }

  /// Keeps the program's signals away from this thread.
  void start() {
    sigset_t all, before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { run(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void run() {
    locked lock(guard_);
    auto spans_due = clock::now() + how_.delay, metrics_due = clock::now() + how_.metrics_interval;
    while (true) {
      changed_.wait_until(lock, std::min(spans_due, metrics_due), [&] { return is_urgent(); });
      bool const ends = stopping_;
      auto const flushing = flush_wanted_;
      bool const all = ends || flushing > flushed_;
      if (all || clock::now() >= spans_due || waiting_.size() >= how_.batch) {
        send_spans(lock, all || clock::now() >= spans_due);
        spans_due = clock::now() + how_.delay;
      }
      if (all || clock::now() >= metrics_due) {
        send_metrics(lock);
        metrics_due = clock::now() + how_.metrics_interval;
      }
      flushed_ = flushing;
      changed_.notify_all();
      if (ends) break;
    }
    is_over_ = true;
    changed_.notify_all();
  }

  [[nodiscard]] bool is_urgent() const { return stopping_ || flush_wanted_ > flushed_ || waiting_.size() >= how_.batch; }

  /// Sends full batches and, with `all`, the rest.
  void send_spans(locked& lock, bool all) {
    while (traces_ && !waiting_.empty() && (all || waiting_.size() >= how_.batch)) {
      auto const n = static_cast<std::ptrdiff_t>(std::min(waiting_.size(), how_.batch));
      std::vector<span_data> batch(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(waiting_.begin() + n));
      waiting_.erase(waiting_.begin(), waiting_.begin() + n);
      lock.unlock();
      auto body = otlp_traces(how_.resource, batch);
      lock.lock();
      auto const done = deliver(lock, *traces_, body);
      auto const refused = done.arrived ? std::min(done.rejected, batch.size()) : batch.size();
      figures_.lost += refused;
      figures_.sent += batch.size() - refused;
    }
  }

  void send_metrics(locked& lock) {
    if (!metrics_) return;
    lock.unlock();
    auto const nanoseconds = [](metrics::clock::time_point t) {
      return std::int64_t{std::chrono::duration_cast<std::chrono::nanoseconds>(t.time_since_epoch()).count()};
    };
    auto const all = counted_->state();
    bool const counts = std::any_of(all.begin(), all.end(), [](metric_state const& m) { return !m.points.empty(); });
    auto const body = counts ? otlp_metrics(how_.resource, all, nanoseconds(counted_->start()), nanoseconds(metrics::clock::now())) : "";
    lock.lock();
    if (counts) metrics_failed_ = !deliver(lock, *metrics_, body).arrived;
  }

  /// Sends a request until it is delivered or rejected, or the time is over.
  detail::delivery deliver(locked& lock, detail::otlp_sender& by, std::string const& body) {
    auto const begin = clock::now();
    auto wait = how_.first_wait;
    while (true) {
      lock.unlock();
      auto done = by.send(body);
      lock.lock();
      if (!done.problem.empty() && !gives_up_) figures_.problem = done.problem;
      auto const least = drawn(wait);
      auto const pause = std::max(least, done.asked.value_or(least));
      if (done.arrived || !done.may_try_again || clock::now() + pause > begin + how_.longest_retry || gives_up_) return done;
      changed_.wait_for(lock, pause, [&] { return gives_up_; });
      if (gives_up_) return done;
      ++figures_.retried;
      wait *= 2;
    }
  }

  /// A random part of a wait, from half to all of it, so that programs that failed together do not retry together.
  static std::chrono::milliseconds drawn(std::chrono::milliseconds wait) {
    auto const half = wait.count() / 2;
    return std::chrono::milliseconds(half + static_cast<std::int64_t>(detail::new_id() % static_cast<std::uint64_t>(half + 1)));
  }

  otlp_options how_;
  metrics const* counted_;
  std::unique_ptr<detail::otlp_sender> traces_{}, metrics_{};
  std::mutex closing_{};
  mutable std::mutex guard_{};
  std::condition_variable changed_{};
  std::deque<span_data> waiting_{};
  exporter_figures figures_{};
  std::uint64_t flush_wanted_ = 0, flushed_ = 0;
  bool stopping_ = false, gives_up_ = false, is_over_ = false, metrics_failed_ = false;
  std::thread thread_{};
};

T2S_DECL otlp_exporter::otlp_exporter(otlp_options how, metrics const* counted)
    : worker_(std::make_unique<worker>(std::move(how), counted)) {}
T2S_DECL otlp_exporter::~otlp_exporter() = default;

T2S_DECL void otlp_exporter::take(span_data ended) noexcept {
  try {
    worker_->take(std::move(ended));
  } catch (...) {
    return;  // out of memory: the span is lost, but the run goes on
  }
}

T2S_DECL bool otlp_exporter::flush(std::chrono::milliseconds within) { return worker_->flush(within); }
T2S_DECL bool otlp_exporter::close(std::chrono::milliseconds within) { return worker_->close(within); }
T2S_DECL exporter_figures otlp_exporter::figures() const { return worker_->figures(); }

}  // namespace t2s::telemetry

#endif
