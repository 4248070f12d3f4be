// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_SERVED_DATABASE_IPP
#define T2S_SERVE_DETAIL_SERVED_DATABASE_IPP

#include "t2s/core/error.hpp"
#include "t2s/serve/detail/served_database.hpp"

#include <exception>

namespace t2s::serve {

namespace detail {

/// The listener of this thread's call while the thread reads names.
inline std::function<void(progress const&)> const*& listening() {
  static thread_local std::function<void(progress const&)> const* who = nullptr;
  return who;
}

/// Reports the progress also to the call of this thread.
inline known_options with_progress(known_options o) {
  auto names = o.get<knowledge::lexicon_options>();
  names.progress = [before = std::move(names.progress)](std::size_t done, std::size_t all) {
    if (before) before(done, all);
    if (auto const* who = listening(); who && *who)
      (*who)({static_cast<double>(done), static_cast<double>(all), "reading the names and values of the database"});
  };
  o.set(std::move(names));
  return o;
}

struct listening_here {
  explicit listening_here(std::function<void(progress const&)> const& who) : before(std::exchange(listening(), &who)) {}
  listening_here(listening_here const&) = delete;
  listening_here& operator=(listening_here const&) = delete;
  ~listening_here() { listening() = before; }

  std::function<void(progress const&)> const* before;
};

}  // namespace detail

// ---- loan

T2S_DECL loan::loan(served_database& of, std::stop_token stop)
    : of_(&of), stop_(std::move(stop)), exceptions_(std::uncaught_exceptions()), connection_(of.take(stop_)) {}

T2S_DECL loan::~loan() {
  bool kept = false;
  try {
    if (std::uncaught_exceptions() == exceptions_) of_->give_back(connection_), kept = true;
  } catch (std::exception const&) {  // no memory to keep it: it is closed
  }
  if (!kept) of_->closed();
}

T2S_DECL schema::database const& loan::schema() const noexcept { return of_->schema(); }

T2S_DECL db::execution loan::execute(std::string const& sql) { return execute(sql, of_->limits().rows_looked_at); }

T2S_DECL db::execution loan::execute(std::string const& sql, std::size_t rows) {
  return connection_.execute(sql, of_->limits().of_statement(rows), stop_);
}

// ---- served_database

T2S_DECL served_database::served_database(std::string name, opener open, service_limits limits, known_options known)
    : name_(std::move(name)), open_(std::move(open)), limits_(limits) {
  auto first = open_();
  raw_ = first.schema();
  renew(std::move(known));
  idle_.push_back(std::move(first));
  open_connections_ = 1;
}

T2S_DECL void served_database::renew(known_options known) {
  knowledge_of made{known_parts::make(detail::with_progress(std::move(known))), {}};
  made.known->require_schema(raw_);
  made.schema = made.known->described(raw_);
  std::lock_guard const lock(mutex_);
  all_known_.push_front(std::move(made));
  now_ = &all_known_.front();
}

T2S_DECL std::size_t served_database::connections_in_use() {
  std::lock_guard const lock(mutex_);
  return open_connections_ - idle_.size();
}

T2S_DECL db::any_connection served_database::take(std::stop_token const& stop) {
  {
    std::unique_lock lock(mutex_);
    bool const is_free = given_back_.wait(lock, stop, [this] { return !idle_.empty() || open_connections_ < limits_.connections; });
    if (!is_free || stop.stop_requested()) throw error(errc::cancelled, "the call was cancelled");
    if (!idle_.empty()) {
      auto c = std::move(idle_.back());
      idle_.pop_back();
      return c;
    }
    ++open_connections_;
  }
  try {
    std::lock_guard const one(opening_);
    auto made = open_();
    known()->require_schema(made.schema());
    return made;
  } catch (...) {
    closed();
    throw;
  }
}

T2S_DECL void served_database::give_back(db::any_connection& c) {
  std::lock_guard const lock(mutex_);
  idle_.push_back(std::move(c));
  given_back_.notify_all();  // if only one were woken, its call might be cancelled at this moment and take nothing
}

T2S_DECL void served_database::closed() noexcept {
  std::lock_guard const lock(mutex_);
  --open_connections_;
  given_back_.notify_all();
}

T2S_DECL std::shared_ptr<knowledge::lexicon const> served_database::lexicon(loan& by, std::function<void(progress const&)> const& report) {
  detail::listening_here const here(report);
  return prepared<loan>(by, known()).known<knowledge::lexicon>();
}

}  // namespace t2s::serve

#endif
