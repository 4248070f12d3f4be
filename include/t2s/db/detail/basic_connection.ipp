// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_BASIC_CONNECTION_IPP
#define T2S_DB_DETAIL_BASIC_CONNECTION_IPP

#include "t2s/db/detail/basic_connection.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/request.hpp"

#include <atomic>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>

namespace t2s::db {
namespace detail {

/// Takes the rows of one statement: keeps them, or hands each over.
struct row_sink {
  std::function<void(std::span<value const>)> const* hands_to = nullptr;
  std::vector<std::vector<value>> kept{};

  void take(std::vector<value> row) {
    if (hands_to) return (*hands_to)(row);
    kept.push_back(std::move(row));
  }
};

/// The outcome of a statement. What is wrong with the file or the connection is thrown; what was cut short keeps its rows.
inline void settle(execution& e) {
  if (e.failure && !is_about_statement(e.failure->code)) throw error(*e.failure);
  if (e.failure && !is_cut_short(e.failure->code)) e.rows = {};
}

/// Runs a request, with the rows in what is returned. This library's own statements may read what they need.
template <class Backend, class Limits>
execution collect(Backend& in, statement_request const& r, Limits within, std::stop_token const& stop) {
  if (r.is_our_own) within.rows_read = Limits().rows_read;
  row_sink into;
  auto e = in.run(r, within, into, stop);
  e.rows.values = std::move(into.kept);
  settle(e);
  return e;
}

/// What a connection holds: the engine's backend, and who uses it.
template <class Driver>
class connection_state {
 public:
  template <class... Arguments>
  explicit connection_state(Arguments const&... arguments) : backend_(arguments...) {}

  [[nodiscard]] typename Driver::backend& inside() noexcept { return backend_; }
  [[nodiscard]] typename Driver::limits const& limits() const noexcept { return backend_.options().limits; }
  void interrupt() {
    std::lock_guard const lock(stop_is_there_);
    if (runs_) stop_.request_stop();
  }

  /// `run(stop)` by this thread alone; `stop` is requested when `interrupt` is called, too.
  template <class Run>
  auto use(std::stop_token const& wanted, Run const& run) {
    statement const now(*this, wanted);
    if (now.stop().stop_requested()) throw_cancelled();
    return run(now.stop());
  }

  [[nodiscard]] execution collect(statement_request const& r, typename Driver::limits const& within, std::stop_token const& wanted) {
    if (r.refused) return execution(*r.refused);
    return use(wanted, [&](std::stop_token const& stop) { return detail::collect(backend_, r, within, stop); });
  }

 private:
  /// Lasts while a statement runs.
  class statement {
   public:
    statement(connection_state& of, std::stop_token const& wanted) : stop_(wanted) {
      std::thread::id now{};
      bool const is_first = of.user_.compare_exchange_strong(now, std::this_thread::get_id());
      if (is_first) user_.of = &of;
      if (!is_first && now != std::this_thread::get_id())  // the engine would mix up their statements
        throw error(errc::invalid_argument, std::string(Driver::name) + " is used by two threads at the same time",
                    "give each thread a connection of its own (prepared(connection, shared()) shares what is known), or use " +
                        std::string(Driver::for_threads));
      if (!is_first && !Driver::nests)
        throw error(errc::invalid_argument, std::string(Driver::name) + " is used within its own each_row",
                    "use a second connection there");
      if (!is_first) return;  // `interrupt` ends the statement around it
      stop_ = of.begin();
      if (wanted.stop_possible()) forward_.emplace(wanted, [&of] { of.interrupt(); });
    }
    statement(statement const&) = delete;
    statement& operator=(statement const&) = delete;

    [[nodiscard]] std::stop_token const& stop() const noexcept { return stop_; }

   private:
    /// Gives the connection back, also if the constructor throws later.
    struct user {
      connection_state* of = nullptr;

      ~user() {
        if (of) of->end();
      }
    };

    user user_{};
    std::stop_token stop_;
    std::optional<std::stop_callback<std::function<void()>>> forward_{};  // destroyed first: it uses the connection
  };

  std::stop_token begin() {
    std::lock_guard const lock(stop_is_there_);
    if (stop_.stop_requested()) stop_ = std::stop_source();
    runs_ = true;
    return stop_.get_token();
  }

  void end() {
    std::lock_guard const lock(stop_is_there_);
    runs_ = false;
    user_ = std::thread::id();
  }

  std::atomic<std::thread::id> user_{};
  std::mutex stop_is_there_{};
  bool runs_ = false;
  std::stop_source stop_{};
  typename Driver::backend backend_;
};

}  // namespace detail

template <class Driver>
basic_connection<Driver>::basic_connection(std::string const& where, typename Driver::options const& options)
    : state_(std::make_unique<state>(where, options)) {}
template <class Driver>
basic_connection<Driver>::basic_connection(basic_connection&&) noexcept = default;
template <class Driver>
basic_connection<Driver>& basic_connection<Driver>::operator=(basic_connection&&) noexcept = default;
template <class Driver>
basic_connection<Driver>::~basic_connection() = default;

template <class Driver>
t2s::schema::database const& basic_connection<Driver>::schema() const noexcept {
  return state_->inside().schema();
}

template <class Driver>
typename Driver::limits const& basic_connection<Driver>::limits() const noexcept {
  return state_->limits();
}

template <class Driver>
execution basic_connection<Driver>::execute(std::string const& sql, std::stop_token stop) {
  return execute(sql, state_->limits(), std::move(stop));
}

template <class Driver>
execution basic_connection<Driver>::execute(std::string const& sql, typename Driver::limits const& within, std::stop_token stop) {
  return state_->collect(state_->inside().admit(sql), within, stop);
}

template <class Driver>
execution basic_connection<Driver>::sample(std::string const& table, std::size_t n, std::stop_token stop) {
  return state_->collect(detail::sample_of(schema(), table, n), state_->limits(), stop);
}

template <class Driver>
execution basic_connection<Driver>::distinct(std::string const& table, std::string const& column, std::size_t limit, std::stop_token stop) {
  auto const found = detail::find_column(schema(), table, column);
  if (found.unknown) return execution(*found.unknown);
  return state_->use(stop, [&](std::stop_token const& s) { return state_->inside().distinct(*found.table, *found.column, limit, s); });
}

template <class Driver>
std::optional<failure> basic_connection<Driver>::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                          std::stop_token stop) {
  auto unlimited = state_->limits();
  unlimited.rows = unlimited.bytes = std::numeric_limits<std::size_t>::max();
  return each_row(sql, take, unlimited, std::move(stop));
}

template <class Driver>
std::optional<failure> basic_connection<Driver>::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                          typename Driver::limits const& within, std::stop_token stop) {
  auto r = state_->inside().admit(sql);
  if (r.refused) return std::move(r.refused);
  return state_->use(stop, [&](std::stop_token const& s) {
    detail::row_sink to{&take};
    auto e = state_->inside().run(r, within, to, s);
    detail::settle(e);
    return e.failure;
  });
}

template <class Driver>
std::vector<std::string> basic_connection<Driver>::can_write()
  requires(Driver::tells_write_access)
{
  return state_->use({}, [this](std::stop_token const& stop) { return state_->inside().can_write(stop); });
}

template <class Driver>
estimation basic_connection<Driver>::estimate(std::string const& sql, std::stop_token stop)
  requires(Driver::tells_cost)
{
  auto r = state_->inside().admit(sql);
  if (r.refused) return {{}, std::move(r.refused)};
  auto found = state_->use(stop, [&](std::stop_token const& s) { return state_->inside().estimate(r, s); });
  if (found.failure && !is_about_statement(found.failure->code)) throw error(*found.failure);
  return found;
}

template <class Driver>
void basic_connection<Driver>::interrupt() noexcept {
  state_->interrupt();
}

template <class Driver>
basic_connection<Driver> basic_connection<Driver>::another(std::string const& where, typename Driver::options const& options) const {
  basic_connection made;
  if constexpr (requires { state_->inside().another(); })
    made.state_ = std::make_unique<state>(state_->inside().another());
  else
    made.state_ = std::make_unique<state>(where, options);
  return made;
}

template <class Driver>
bool basic_connection<Driver>::is_open() const noexcept {
  if constexpr (requires { state_->inside().is_open(); }) return state_->inside().is_open();
  return true;
}

}  // namespace t2s::db

#endif
