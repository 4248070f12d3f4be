// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_JOB_HPP
#define T2S_DB_IMPL_SQLITE_JOB_HPP

#include "t2s/db/sqlite_connection.hpp"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <utility>

namespace t2s::db::detail {

using sqlite_work = std::function<execution(sqlite_connection&, std::stop_token)>;

/// A statement and who waits for it.
class sqlite_job {
 public:
  explicit sqlite_job(sqlite_work w) : work(std::move(w)) {}
  sqlite_job(sqlite_job const&) = delete;
  sqlite_job& operator=(sqlite_job const&) = delete;
  virtual ~sqlite_job() = default;

  /// Posts the outcome to the executor of who waits, unless its context is gone.
  virtual void complete(std::exception_ptr thrown, execution outcome) = 0;

  /// Destroys who waits; the context is about to go.
  virtual void abandon() = 0;

  sqlite_work work;
  std::stop_source stop{};
};

/// The jobs that an execution context waits for. While `mutex` is held the context of those in `waiting` exists.
struct sqlite_jobs_of_context {
  std::mutex mutex{};
  std::set<std::shared_ptr<sqlite_job>> waiting{};
};

/// Lets go of jobs when their context is destroyed, so that none is completed to a context that no longer is.
class sqlite_service : public boost::asio::execution_context::service {
 public:
  static inline boost::asio::execution_context::id id{};

  explicit sqlite_service(boost::asio::execution_context& context) : service(context) {}

  [[nodiscard]] std::shared_ptr<sqlite_jobs_of_context> jobs() const { return jobs_; }

 private:
  void shutdown() noexcept override {
    std::unique_lock lock(jobs_->mutex);
    auto const gone = std::exchange(jobs_->waiting, {});
    lock.unlock();
    for (auto const& job : gone) job->abandon();
  }

  std::shared_ptr<sqlite_jobs_of_context> jobs_ = std::make_shared<sqlite_jobs_of_context>();
};

template <class Handler>
class sqlite_job_for final : public sqlite_job, public std::enable_shared_from_this<sqlite_job_for<Handler>> {
  using executor = boost::asio::associated_executor_t<Handler>;

 public:
  sqlite_job_for(sqlite_work w, Handler handler)
      : sqlite_job(std::move(w)),
        siblings_(service_of(boost::asio::get_associated_executor(handler)).jobs()),
        waiting_(std::in_place, std::move(handler)) {}

  [[nodiscard]] auto cancellation_slot() { return boost::asio::get_associated_cancellation_slot(waiting_->handler); }

  /// From here on the job is known to the context of who waits.
  void enlist() {
    std::lock_guard const lock(siblings_->mutex);
    siblings_->waiting.insert(this->shared_from_this());
  }

  void complete(std::exception_ptr thrown, execution outcome) override {
    std::lock_guard const lock(siblings_->mutex);
    if (siblings_->waiting.erase(this->shared_from_this()) == 0) return;
    auto const where = waiting_->outstanding.get_executor();
    boost::asio::post(where, [who = std::move(*waiting_), thrown = std::move(thrown), outcome = std::move(outcome)]() mutable {
      boost::asio::get_associated_cancellation_slot(who.handler).clear();
      std::move(who.handler)(std::move(thrown), std::move(outcome));
    });
    waiting_.reset();
  }

  void abandon() override {
    stop.request_stop();
    waiting_.reset();
  }

 private:
  static sqlite_service& service_of(executor const& e) {
    return boost::asio::use_service<sqlite_service>(boost::asio::query(e, boost::asio::execution::context));
  }

  struct waiter {
    explicit waiter(Handler h) : outstanding(boost::asio::get_associated_executor(h)), handler(std::move(h)) {}
    boost::asio::executor_work_guard<executor> outstanding;
    Handler handler;
  };

  std::shared_ptr<sqlite_jobs_of_context> siblings_;
  std::optional<waiter> waiting_;
};

}  // namespace t2s::db::detail

#endif
