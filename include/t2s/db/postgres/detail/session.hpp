// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_POSTGRES_DETAIL_SESSION_HPP
#define T2S_DB_POSTGRES_DETAIL_SESSION_HPP

#include "t2s/db/detail/kept_socket.hpp"
#include "t2s/db/postgres/detail/cancelling.hpp"
#include "t2s/db/postgres/detail/failure.hpp"
#include "t2s/db/postgres/detail/polling.hpp"
#include "t2s/db/postgres/detail/reading.hpp"

#include <sys/ioctl.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>

namespace t2s::db::detail {

/// What must happen to a socket before an exchange can go on.
enum class waits_for : std::uint8_t { nothing, input, output };

/// What statement_timeout is set to: milliseconds, 0 for no limit.
inline std::string timeout_of(std::chrono::nanoseconds time) {
  auto const ms = std::chrono::ceil<std::chrono::milliseconds>(std::min<std::chrono::nanoseconds>(time, std::chrono::hours(24 * 365)));
  return time > std::chrono::hours(24 * 20) ? "0" : std::to_string(std::max<std::int64_t>(ms.count(), 1));
}

/// A statement on its way.
struct postgres_statement {
  std::string sql{};      ///< as the user has it, for the places of errors
  std::string sent{};     ///< as the server gets it
  std::size_t ahead = 0;  ///< where `sql` begins in it
};

/// A connection after its login, without input or output of its own: whoever has it waits for the socket and calls `go_on`.
///
/// A statement is one query by the extended protocol in a transaction that is read-only and that ends with ROLLBACK whatever the statement
/// did. All of it is sent at once (libpq's pipeline mode). After a failure the server skips the ROLLBACK, which is then sent once more: one
/// point of synchronization costs much less than two.
class postgres_session {
 public:
  using clock = std::chrono::steady_clock;

  static constexpr char const* begin_name = "t2s_begin";        ///< prepared when it was opened
  static constexpr char const* rollback_name = "t2s_rollback";  ///< the same

  /// `c` is logged in, in pipeline mode, not blocking; `time` is its statement_timeout.
  postgres_session(pq_connection c, std::chrono::nanoseconds time, bool read_only)
      : connection_(std::move(c)),
        kept_(PQsocket(connection_.get())),
        to_cancel_(PQgetCancel(connection_.get()), pq_closer()),
        time_(time),
        watches_read_only_(read_only && PQserverVersion(connection_.get()) >= 140000) {}

  [[nodiscard]] int socket() const noexcept { return PQsocket(connection_.get()); }
  [[nodiscard]] bool is_idle() const noexcept { return at_ == steps_; }
  [[nodiscard]] clock::time_point idle_since() const noexcept { return idle_since_; }

  /// Whether it can be used for a statement, once it is idle.
  [[nodiscard]] bool is_usable() const noexcept { return !spoilt_ && !loss_; }
  void spoil() noexcept { spoilt_ = true; }

  /// Why the connection broke, if it did.
  [[nodiscard]] std::optional<failure> const& loss() const noexcept { return loss_; }

  /// Starts a statement; only if idle. `into` is used until the end of it, or `leave`.
  waits_for send(postgres_statement statement, postgres_reading& into) {
    statement_ = std::move(statement);
    reading_ = &into;
    cancelling_.reset();
    arrived_ = 0;
    is_first_arrival_ = true;
    at_ = steps_ = 0;
    bool sent = add(step::begin, PQsendQueryPrepared(get(), begin_name, 0, nullptr, nullptr, nullptr, 0));
    if (into.limits().time != time_)
      sent = sent && add(step::time, send_query("SET LOCAL statement_timeout = " + timeout_of(into.limits().time)));
    sent = sent && add(step::statement, send_query(statement_.sent));
    return sent ? roll_back() : lose();
  }

  /// Asks for a sign of life; only if idle.
  waits_for probe() {
    at_ = steps_ = 0;
    return add(step::sync, PQpipelineSync(get())) ? flush() : lose();
  }

  /// Reads and writes what can be. `nothing`: the exchange is over, or the connection is.
  waits_for go_on() {
    if (is_idle()) return waits_for::nothing;
    note_arrival();
    if (!loss_ && PQconsumeInput(get()) == 0) broken_ = true;
    return broken_ || !unsent_ ? read() : flush();
  }

  /// Whatever is still to come of the statement is dropped, and the server is told to end it.
  void leave() {
    reading_ = nullptr;
    if (is_idle() || loss_ || cancelling_) return;
    cancelling_ = cancel_off_thread(to_cancel_);
    if (!cancelling_) spoil();
  }

  /// Ends what waits for the socket and tells the server to end what runs; the session is not to be used again. From any thread: libpq's
  /// connection is its user's alone.
  void shut() const {
    std::ignore = cancel_off_thread(to_cancel_);
    kept_.shut();
  }

  /// Whether a request to cancel is under way, which might hit another statement.
  [[nodiscard]] bool is_being_cancelled() const { return cancelling_ && !*cancelling_; }

  /// The server may have ended a connection that is idle. One that was used a moment ago is taken for open.
  void look_for_end() {
    if (clock::now() - idle_since_ < std::chrono::milliseconds(2)) return;
    for (int times = 0; times < 3 && !loss_ && poll_until(socket(), POLLIN, clock::time_point()); ++times)
      if (PQconsumeInput(get()) == 0) lose();
    if (PQstatus(get()) == CONNECTION_BAD) lose();
  }

  /// Where the server is, for messages.
  [[nodiscard]] std::string place() const {
    return std::string(text_or_none(PQhost(get()))).append(":").append(text_or_none(PQport(get())));
  }

 private:
  enum class step : std::uint8_t { begin, time, statement, sync, rollback };

  [[nodiscard]] PGconn* get() const noexcept { return connection_.get(); }

  bool add(step s, int sent) {
    plan_[steps_++] = s;
    return sent == 1;
  }

  int send_query(std::string const& sql) { return PQsendQueryParams(get(), sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 0); }

  waits_for roll_back() {
    bool const sent = add(step::rollback, PQsendQueryPrepared(get(), rollback_name, 0, nullptr, nullptr, nullptr, 0)) &&
                      add(step::sync, PQpipelineSync(get()));
    return sent ? flush() : lose();
  }

  waits_for flush() {
    int const left = PQflush(get());
    if (left < 0) broken_ = true;
    unsent_ = left > 0;
    if (unsent_) return waits_for::output;
    return broken_ ? read() : waits_for::input;
  }

  waits_for read() {
    while (!is_idle()) {
      if (!broken_ && PQisBusy(get()) != 0) return waits_for::input;
      pq_result const r(PQgetResult(get()));
      if (!r) {
        if (broken_ || PQstatus(get()) == CONNECTION_BAD) return lose();
        next();
        continue;
      }
      take(r.get());
      if (loss_) return lose();
      bool const was_skipped = is_idle() && steps_ + 2 <= plan_.size() && PQtransactionStatus(get()) == PQTRANS_INERROR;
      if (was_skipped && roll_back() == waits_for::output) return waits_for::output;
    }
    return finish();
  }

  void next() {
    ++at_;
    if (!is_idle() && plan_[at_] == step::statement) PQsetSingleRowMode(get());
  }

  void take(PGresult const* r) {
    arrived_ = 0;
    switch (PQresultStatus(r)) {
      case PGRES_SINGLE_TUPLE:
        if (is_wanted()) reading_->take(r);
        break;
      case PGRES_TUPLES_OK:
        if (is_wanted() && PQntuples(r) > 0)
          loss_ = failure{errc::database_lost, "libpq did not hand the rows over one by one", place(), "try again", {}};
        else if (is_wanted())
          reading_->begin(r);
        break;
      case PGRES_COMMAND_OK:
      case PGRES_EMPTY_QUERY:
        if (is_wanted()) reading_->end(gives_no_rows());
        break;
      case PGRES_PIPELINE_SYNC: next(); break;
      case PGRES_PIPELINE_ABORTED: break;
      case PGRES_COPY_IN:
      case PGRES_COPY_OUT:
      case PGRES_COPY_BOTH:
        if (is_wanted()) reading_->end(gives_no_rows());
        spoil();
        at_ = steps_;  // there is no way out of it but to close
        break;
      default: fail(r);
    }
  }

  [[nodiscard]] bool is_wanted() const noexcept { return reading_ && plan_[at_] == step::statement; }

  static failure gives_no_rows() {
    return {errc::statement_denied, "the statement gives no rows", {}, "write a statement that only reads: SELECT, VALUES or WITH", {}};
  }

  void fail(PGresult const* r) {
    postgres_report report{field_of(r, PG_DIAG_SQLSTATE), field_of(r, PG_DIAG_MESSAGE_PRIMARY), field_of(r, PG_DIAG_MESSAGE_DETAIL),
                           field_of(r, PG_DIAG_MESSAGE_HINT), 0};
    if (report.state.empty()) {  // libpq's own: the connection broke
      broken_ = broken_ || PQstatus(get()) == CONNECTION_BAD;
      return;
    }
    auto const at = field_of(r, PG_DIAG_STATEMENT_POSITION);
    std::from_chars(at.data(), at.data() + at.size(), report.position);
    auto f = postgres_failure(report, statement_.sql, statement_.sent, statement_.ahead);
    if (!is_about_statement(f.code)) {
      f.subject = place();
      loss_ = std::move(f);
    } else if (plan_[at_] == step::statement || plan_[at_] == step::begin || plan_[at_] == step::time) {
      if (reading_) reading_->end(std::move(f));
    }
    if (plan_[at_] != step::statement) spoil();
  }

  waits_for finish() {
    idle_since_ = clock::now();
    reading_ = nullptr;
    bool const is_as_it_was = PQtransactionStatus(get()) == PQTRANS_IDLE && is_read_only();
    if (!is_as_it_was) spoil();
    return waits_for::nothing;
  }

  /// Whether no function has switched off that transactions are read-only; the server reports it since version 14.
  [[nodiscard]] bool is_read_only() const {
    return !watches_read_only_ || text_or_none(PQparameterStatus(get(), "default_transaction_read_only")) == "on";
  }

  waits_for lose() {
    if (!loss_) {
      auto words = words_of(text_or_none(PQerrorMessage(get())));
      loss_ = failure{errc::database_lost,
                      "the connection to " + place() + " was lost: " + words,
                      place(),
                      std::string(remedy_of(errc::database_lost)),
                      {}};
    }
    at_ = steps_;
    reading_ = nullptr;
    kept_.shut();  // libpq may have closed its own
    return waits_for::nothing;
  }

  /// libpq takes a row in only as a whole: one that is larger than all rows may be is not waited for.
  void note_arrival() {
    static constexpr std::size_t slack = std::size_t{16} << 20U;  // what libpq has read is counted once more until it is a row
    if (std::exchange(is_first_arrival_, false)) return;          // most results come at once, and it fits the slack
    int n = 0;
    if (ioctl(socket(), FIONREAD, &n) == 0 && n > 0) arrived_ += static_cast<std::size_t>(n);
    if (!reading_ || arrived_ <= slack || arrived_ - slack <= reading_->limits().bytes) return;
    reading_->break_off(
        {errc::size_limit, "a row takes more than " + std::to_string(reading_->limits().bytes) + " bytes", {}, "ask for less", {}});
    spoil();
  }

  pq_connection connection_;
  kept_socket kept_;
  std::shared_ptr<PGcancel> to_cancel_;
  std::chrono::nanoseconds time_;
  bool watches_read_only_;
  postgres_statement statement_{};
  postgres_reading* reading_ = nullptr;
  std::array<step, 7> plan_{};
  std::size_t steps_ = 0, at_ = 0, arrived_ = 0;
  bool unsent_ = false, broken_ = false, spoilt_ = false, is_first_arrival_ = true;
  std::optional<failure> loss_{};
  clock::time_point idle_since_ = clock::now();
  cancel_request cancelling_{};
};

}  // namespace t2s::db::detail

#endif
