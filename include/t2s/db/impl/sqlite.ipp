// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_IMPL_SQLITE_IPP
#define T2S_DB_IMPL_SQLITE_IPP

#include "t2s/db/sqlite.hpp"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace t2s::db {
namespace detail {

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

inline std::exception_ptr aborted() { return std::make_exception_ptr(boost::system::system_error(boost::asio::error::operation_aborted)); }

inline void run_and_complete(sqlite_job& job, sqlite_connection& connection) {
  execution outcome;
  std::exception_ptr thrown;
  try {
    outcome = job.work(connection, job.stop.get_token());
  } catch (error const& e) {
    thrown = e.code() == errc::cancelled ? aborted() : std::current_exception();
  } catch (...) {
    thrown = std::current_exception();
  }
  job.complete(std::move(thrown), std::move(outcome));
}

}  // namespace detail

/// Connections, their threads, and the jobs that wait for them. Outlives the `sqlite` for awaitables that are awaited too late.
class sqlite::pool {
 public:
  using job_pointer = std::shared_ptr<detail::sqlite_job>;

  pool(std::string const& file, sqlite_options const& options) {
    if (options.connections == 0) throw error(errc::invalid_argument, "a database needs at least one connection", "set connections to 1");
    for (std::size_t i = 0; i < options.connections; ++i) connections_.emplace_back(file, options);
    try {
      for (auto& connection : connections_) threads_.emplace_back([this, &connection] { work_on(connection); });
    } catch (...) {
      close();  // else those that have started would be waited for while they wait for work
      throw;
    }
  }

  [[nodiscard]] schema::database const& schema() const { return connections_.front().schema(); }

  void submit(job_pointer job) {
    std::unique_lock lock(mutex_);
    if (!closed_) {
      waiting_.push_back(std::move(job));
      changed_.notify_one();
      return;
    }
    lock.unlock();
    job->complete(detail::aborted(), {});
  }

  void cancel(job_pointer const& job) {
    job->stop.request_stop();
    std::unique_lock lock(mutex_);
    bool const waited = std::erase(waiting_, job) != 0;
    lock.unlock();
    if (waited) job->complete(detail::aborted(), {});
  }

  /// Ends everything. Not from one of the pool's own threads.
  void close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    auto const dropped = std::exchange(waiting_, {});
    for (auto const& job : running_) job->stop.request_stop();
    lock.unlock();
    changed_.notify_all();
    for (auto const& job : dropped) job->complete(detail::aborted(), {});
    threads_.clear();
  }

 private:
  void work_on(sqlite_connection& connection) {
    while (auto const job = next()) {
      detail::run_and_complete(*job, connection);
      std::lock_guard const lock(mutex_);
      std::erase(running_, job);
    }
  }

  /// The next job, when there is one; nullptr when the pool is closed.
  job_pointer next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
    if (closed_) return {};
    running_.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
    return running_.back();
  }

  std::mutex mutex_{};
  std::condition_variable changed_{};
  bool closed_ = false;
  std::deque<job_pointer> waiting_{};
  std::vector<job_pointer> running_{};
  std::vector<sqlite_connection> connections_{};
  std::vector<std::jthread> threads_{};
};

namespace detail {

template <class Pool>
awaitable<execution> run(std::shared_ptr<Pool> const& pool, sqlite_work work) {
  auto const start = [](auto handler, std::shared_ptr<Pool> p, sqlite_work w) {
    auto const job = std::make_shared<sqlite_job_for<decltype(handler)>>(std::move(w), std::move(handler));
    job->enlist();
    // Before the job can end: the slot is not for several threads at the same time.
    if (auto slot = job->cancellation_slot(); slot.is_connected())
      slot.assign([weak_pool = std::weak_ptr(p), weak_job = std::weak_ptr(job)](boost::asio::cancellation_type type) {
        auto const to_cancel = weak_job.lock();
        auto const in = weak_pool.lock();
        if (in && to_cancel && type != boost::asio::cancellation_type::none) in->cancel(to_cancel);
      });
    p->submit(job);
  };
  boost::asio::use_awaitable_t<> token;
  return boost::asio::async_initiate<boost::asio::use_awaitable_t<>, void(std::exception_ptr, execution)>(start, token, pool,
                                                                                                          std::move(work));
}

}  // namespace detail

T2S_DECL sqlite::sqlite(std::string const& file, sqlite_options const& options) : pool_(std::make_shared<pool>(file, options)) {}

T2S_DECL sqlite::~sqlite() { pool_->close(); }

T2S_DECL t2s::schema::database const& sqlite::schema() const noexcept { return pool_->schema(); }

T2S_DECL awaitable<execution> sqlite::execute(std::string sql) {
  return detail::run(pool_, [sql = std::move(sql)](sqlite_connection& c, std::stop_token stop) { return c.execute(sql, std::move(stop)); });
}

T2S_DECL awaitable<execution> sqlite::sample(std::string table, std::size_t n) {
  return detail::run(
      pool_, [table = std::move(table), n](sqlite_connection& c, std::stop_token stop) { return c.sample(table, n, std::move(stop)); });
}

T2S_DECL awaitable<execution> sqlite::distinct(std::string table, std::string column, std::size_t limit) {
  return detail::run(pool_, [table = std::move(table), column = std::move(column), limit](sqlite_connection& c, std::stop_token stop) {
    return c.distinct(table, column, limit, std::move(stop));
  });
}

}  // namespace t2s::db

#endif
