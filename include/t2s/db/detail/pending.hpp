// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_PENDING_HPP
#define T2S_DB_DETAIL_PENDING_HPP

#include "t2s/core/awaitable.hpp"

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/query.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>

#include <exception>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

/// A coroutine that waits for what another thread or coroutine gives it. Either may be gone first, who gives or the context of who waits.
namespace t2s::db::detail {

class any_pending {
 public:
  any_pending() = default;
  any_pending(any_pending const&) = delete;
  any_pending& operator=(any_pending const&) = delete;
  virtual ~any_pending() = default;

  /// Destroys who waits; the context is about to go.
  virtual void abandon() = 0;

  std::stop_source stop{};  ///< requested when the result is wanted no longer

 protected:
  friend class pending_service;
  bool is_listed_ = false;  // in `pending_of_context::waiting`, whose mutex guards it
};

/// Who waits for a result.
template <class Result>
class pending : public any_pending {
 public:
  /// Posts the result to the executor of who waits. False, and the result is dropped, if its context is gone or a result was there before.
  virtual bool complete(std::exception_ptr thrown, Result result) = 0;
};

/// Those of an execution context. While `mutex` is held the context of those in `waiting` exists.
struct pending_of_context {
  std::mutex mutex{};
  std::list<std::shared_ptr<any_pending>> waiting{};
};

/// Lets go of them when their context is destroyed, so that none is completed to a context that no longer is.
class pending_service : public boost::asio::execution_context::service {
 public:
  static inline boost::asio::execution_context::id id{};

  explicit pending_service(boost::asio::execution_context& context) : service(context) {}

  [[nodiscard]] std::shared_ptr<pending_of_context> all() const { return all_; }

 private:
  void shutdown() noexcept override {
    std::unique_lock lock(all_->mutex);
    auto const gone = std::exchange(all_->waiting, {});
    for (auto const& one : gone) one->is_listed_ = false;
    lock.unlock();
    for (auto const& one : gone) one->abandon();
  }

  std::shared_ptr<pending_of_context> all_ = std::make_shared<pending_of_context>();
};

template <class Result, class Handler>
class pending_for final : public pending<Result>, public std::enable_shared_from_this<pending_for<Result, Handler>> {
  using executor = boost::asio::associated_executor_t<Handler>;

 public:
  explicit pending_for(Handler handler)
      : siblings_(service_of(boost::asio::get_associated_executor(handler)).all()), waiting_(std::in_place, std::move(handler)) {}

  [[nodiscard]] auto cancellation_slot() { return boost::asio::get_associated_cancellation_slot(waiting_->handler); }

  /// From here on it is known to the context of who waits.
  void enlist() {
    std::lock_guard const lock(siblings_->mutex);
    place_ = siblings_->waiting.insert(siblings_->waiting.end(), this->shared_from_this());
    this->is_listed_ = true;
  }

  bool complete(std::exception_ptr thrown, Result result) override {
    std::shared_ptr<any_pending> kept;  // destroyed after the lock
    std::lock_guard const lock(siblings_->mutex);
    if (!std::exchange(this->is_listed_, false)) return false;
    kept = std::move(*place_);
    siblings_->waiting.erase(place_);
    auto const where = waiting_->outstanding.get_executor();
    boost::asio::post(where, [who = std::move(*waiting_), thrown = std::move(thrown), result = std::move(result)]() mutable {
      boost::asio::get_associated_cancellation_slot(who.handler).clear();
      std::move(who.handler)(std::move(thrown), std::move(result));
    });
    waiting_.reset();
    return true;
  }

  void abandon() override {
    this->stop.request_stop();
    waiting_.reset();
  }

 private:
  static pending_service& service_of(executor const& e) {
    return boost::asio::use_service<pending_service>(boost::asio::query(e, boost::asio::execution::context));
  }

  struct waiter {
    explicit waiter(Handler h) : outstanding(boost::asio::get_associated_executor(h)), handler(std::move(h)) {}
    boost::asio::executor_work_guard<executor> outstanding;
    Handler handler;
  };

  std::shared_ptr<pending_of_context> siblings_;
  std::list<std::shared_ptr<any_pending>>::iterator place_{};
  std::optional<waiter> waiting_;
};

inline std::exception_ptr aborted() { return std::make_exception_ptr(boost::system::system_error(boost::asio::error::operation_aborted)); }

/// Suspends the coroutine; `begin(who)` says who waits, as a shared pointer, and whoever has it completes it. `cancel(who)` is called when
/// the coroutine is cancelled, whatever the kind; it is to complete it too.
template <class Result, class Begin, class Cancel>
awaitable<Result> await_pending(Begin begin, Cancel cancel) {
  auto const start = [](auto handler, Begin to_begin, Cancel to_cancel) {
    auto const who = std::make_shared<pending_for<Result, decltype(handler)>>(std::move(handler));
    who->enlist();
    // Before it can be completed: the slot is not for several threads at the same time.
    if (auto slot = who->cancellation_slot(); slot.is_connected())
      slot.assign([weak = std::weak_ptr<pending<Result>>(who), to_cancel](boost::asio::cancellation_type type) {
        auto const one = weak.lock();
        if (one && type != boost::asio::cancellation_type::none) to_cancel(one);
      });
    to_begin(std::shared_ptr<pending<Result>>(who));
  };
  boost::asio::use_awaitable_t<> token;
  return boost::asio::async_initiate<boost::asio::use_awaitable_t<>, void(std::exception_ptr, Result)>(start, token, std::move(begin),
                                                                                                       std::move(cancel));
}

}  // namespace t2s::db::detail

#endif
