// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_POOL_IPP
#define T2S_DB_POSTGRES_DETAIL_POOL_IPP

#include "t2s/db/postgres/detail/awaiting_shell.hpp"
#include "t2s/db/postgres/detail/open_server.hpp"
#include "t2s/db/postgres/detail/statements.hpp"
#include "t2s/db/postgres/pool.hpp"

#include <deque>
#include <vector>

namespace t2s::db {
namespace detail {

/// The connections of a server. Outlives the `postgres` for operations that are under way.
class postgres_slots : public std::enable_shared_from_this<postgres_slots> {
 public:
  /// A connection in use; it goes back by itself.
  class lease {
   public:
    lease() = default;
    lease(std::shared_ptr<postgres_slots> of, postgres_slot& slot) : of_(std::move(of)), slot_(&slot) {}
    lease(lease&& other) noexcept : of_(std::move(other.of_)), slot_(std::exchange(other.slot_, nullptr)) {}
    lease& operator=(lease&& other) noexcept {
      std::swap(of_, other.of_);
      std::swap(slot_, other.slot_);
      return *this;
    }
    ~lease() {
      if (slot_) of_->give_back(*slot_);
    }

    [[nodiscard]] bool is_empty() const noexcept { return slot_ == nullptr; }
    [[nodiscard]] postgres_slot& operator*() const noexcept { return *slot_; }

   private:
    std::shared_ptr<postgres_slots> of_{};
    postgres_slot* slot_ = nullptr;
  };
  using waiter = std::shared_ptr<pending<lease>>;

  postgres_slots(std::unique_ptr<postgres_slot> first, std::size_t most) {
    slots_.push_back(std::move(first));
    while (slots_.size() < most) slots_.push_back(std::make_unique<postgres_slot>(slots_.front()->shared_server()));
    for (auto i = slots_.size(); i > 0; --i) idle_.push_back(slots_[i - 1].get());
  }

  [[nodiscard]] postgres_server& server() const noexcept { return slots_.front()->server(); }

  /// A connection if one is free and no other operation waits.
  [[nodiscard]] lease try_take() {
    std::lock_guard const lock(mutex_);
    if (closed_) std::rethrow_exception(aborted());
    if (idle_.empty() || !waiting_.empty()) return {};
    return take();
  }

  void wait(waiter const& who) {
    std::unique_lock lock(mutex_);
    lease free;
    if (!closed_ && (idle_.empty() || !waiting_.empty())) return waiting_.push_back(who);
    if (!closed_) free = take();
    lock.unlock();
    auto const thrown = free.is_empty() ? aborted() : std::exception_ptr();  // before `free` is moved: arguments have no order
    who->complete(thrown, std::move(free));
  }

  void cancel(waiter const& who) {
    std::unique_lock lock(mutex_);
    std::erase(waiting_, who);
    lock.unlock();
    who->complete(aborted(), {});
  }

  [[nodiscard]] bool is_closed() const {
    std::lock_guard const lock(mutex_);
    return closed_;
  }

  void close() {
    std::unique_lock lock(mutex_);
    closed_ = true;
    auto const dropped = std::exchange(waiting_, {});
    std::vector<postgres_slot*> busy;
    for (auto const& slot : slots_)
      if (std::ranges::find(idle_, slot.get()) == idle_.end()) busy.push_back(slot.get());
    lock.unlock();
    for (auto* const slot : busy) slot->shut();  // without the lock: an operation that ends gives its connection back
    for (auto const& who : dropped) who->complete(aborted(), {});
  }

  [[nodiscard]] pool_use use() const {
    std::lock_guard const lock(mutex_);
    pool_use now{0, slots_.size() - idle_.size(), waiting_.size()};
    for (auto const& slot : slots_) now.open += slot->is_open() ? 1U : 0U;
    return now;
  }

 private:
  /// The one that was used last.
  lease take() {
    auto* const slot = idle_.back();
    idle_.pop_back();
    return {shared_from_this(), *slot};
  }

  /// To the first that still waits.
  void give_back(postgres_slot& slot) {
    std::unique_lock lock(mutex_);
    idle_.push_back(&slot);
    if (closed_) return slot.set(nullptr);
    while (!waiting_.empty() && !idle_.empty()) {
      auto const next = std::move(waiting_.front());
      waiting_.pop_front();
      auto free = take();
      lock.unlock();
      if (next->complete(nullptr, std::move(free))) return;
      lock.lock();
    }
  }

  mutable std::mutex mutex_{};
  bool closed_ = false;
  std::vector<std::unique_ptr<postgres_slot>> slots_{};
  std::vector<postgres_slot*> idle_{};
  std::deque<waiter> waiting_{};
};

/// A connection, once one is free.
inline awaitable<postgres_slots::lease> free_one(std::shared_ptr<postgres_slots> slots) {
  using lease = postgres_slots::lease;
  using waiter = postgres_slots::waiter;
  auto free = slots->try_take();
  if (free.is_empty()) {
    auto waiting =
        await_pending<lease>([slots](waiter const& who) { slots->wait(who); }, [slots](waiter const& who) { slots->cancel(who); });
    free = co_await std::move(waiting);
  }
  co_return free;
}

/// Runs what is asked on a connection: `work(shell, slot)`, in a function of its own, whose type has linkage in the coroutine's frame.
template <class Result>
awaitable<Result> in_shell(std::shared_ptr<postgres_slots> slots, std::function<awaitable<Result>(awaiting_shell&, postgres_slot&)> work) {
  auto taking = free_one(slots);
  auto free = co_await std::move(taking);
  auto const on = co_await boost::asio::this_coro::executor;
  awaiting_shell shell(on, *free);
  Result found;
  try {
    auto answering = work(shell, *free);
    found = co_await std::move(answering);
  } catch (error const&) {
    if (slots->is_closed()) shell.stop();
    throw;
  }
  co_return found;
}

/// SQL of unknown origin is admitted here, once it is awaited.
inline awaitable<execution> answer_in(std::shared_ptr<postgres_slots> slots, statement_request request) {
  if (!request.refused && !request.is_our_own) request = admitted(slots->server(), std::move(request.sql));
  if (request.refused) co_return execution(*std::move(request.refused));
  auto answering = in_shell<execution>(slots, [&request](awaiting_shell& shell, postgres_slot& slot) {
    return collect(shell, slot, std::move(request), slot.server().options.limits);
  });
  auto found = co_await std::move(answering);
  co_return found;
}

/// What a statement would read.
inline awaitable<estimation> estimate_in(std::shared_ptr<postgres_slots> slots, std::string sql) {
  auto request = admitted(slots->server(), std::move(sql));
  estimation found;
  found.failure = std::move(request.refused);
  if (found.failure) co_return found;
  auto estimating = in_shell<estimation>(slots, [&request](awaiting_shell& shell, postgres_slot& slot) {
    return estimate(shell, slot, std::move(request), slot.server().options.limits.time);
  });
  found = co_await std::move(estimating);
  co_return found;
}

/// The values of a column, compared as text if PostgreSQL cannot compare them as they are.
inline awaitable<execution> distinct_in(std::shared_ptr<postgres_slots> slots, std::string table, std::string column, std::size_t limit) {
  auto const of = find_column(slots->server().schema, table, column);
  if (of.unknown) co_return execution(*of.unknown);
  auto answering = answer_in(slots, distinct_in(slots->server(), of, limit, false));
  auto found = co_await std::move(answering);
  if (found.failure && found.failure->code == errc::no_such_function) {
    auto again = answer_in(slots, distinct_in(slots->server(), of, limit, true));
    found = co_await std::move(again);
  }
  auto values = distinct_from(slots->server(), of, limit, std::move(found));
  co_return values;
}

/// libpq need not block: the coroutine waits for the socket.
class postgres_pool final : public pool_core {
 public:
  postgres_pool(std::string const& server, postgres_options const& options)
      : slots_(std::make_shared<postgres_slots>(open_server(server, options), options.connections)) {}

  [[nodiscard]] schema::database const& schema() const noexcept override { return slots_->server().schema; }
  [[nodiscard]] awaitable<execution> execute(std::string sql) override {
    statement_request r;
    r.sql = std::move(sql);
    return answer_in(slots_, std::move(r));
  }
  [[nodiscard]] awaitable<execution> sample(std::string table, std::size_t n) override {
    return answer_in(slots_, sample_of(schema(), table, n));
  }
  [[nodiscard]] awaitable<execution> distinct(std::string table, std::string column, std::size_t limit) override {
    return distinct_in(slots_, std::move(table), std::move(column), limit);
  }
  [[nodiscard]] awaitable<estimation> estimate(std::string sql) override { return estimate_in(slots_, std::move(sql)); }
  [[nodiscard]] pool_use use() const override { return slots_->use(); }
  void close() override { slots_->close(); }

 private:
  std::shared_ptr<postgres_slots> slots_;
};

}  // namespace detail

T2S_DECL std::shared_ptr<detail::pool_core> postgres_driver::open_pool(std::string const& where, options const& o) {
  return std::make_shared<detail::postgres_pool>(where, o);
}

}  // namespace t2s::db

#endif
