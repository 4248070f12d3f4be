// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_SQLITE_CONNECTION_IPP
#define T2S_DB_DETAIL_SQLITE_CONNECTION_IPP

#include "t2s/core/schema/statement.hpp"
#include "t2s/db/detail/one_thread.hpp"
#include "t2s/db/detail/own_statements.hpp"
#include "t2s/db/detail/sqlite_closing.hpp"
#include "t2s/db/detail/sqlite_distinct.hpp"
#include "t2s/db/detail/sqlite_plan.hpp"
#include "t2s/db/detail/sqlite_session.hpp"

namespace t2s::db {

class sqlite_connection::state {
 public:
  state(std::string const& file, sqlite_options const& options) : options_(options), heap_(options.limits.heap_bytes) {
    guard_.start(std::max(limits().time, least_to_open), {});
    session_ = std::make_unique<detail::sqlite_session>(file, options_, guard_, &schema_);
    file_ = std::filesystem::absolute(file).native();  // to be found again from another folder
    if (schema_.empty()) detail::refuse(errc::no_tables, file, "the database has no tables", "give a database that has tables");
  }

  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] std::string const& file() const { return file_; }
  [[nodiscard]] sqlite_limits const& limits() const { return options_.limits; }

  void interrupt() {
    std::lock_guard const lock(session_is_there_);
    sqlite3_interrupt(db());
  }

  void read_only_through(sqlite_views views) {
    detail::one_thread const alone(user_, "an sqlite_connection", "db::sqlite");
    detail::running_statement const running(guard_, std::max(limits().time, least_to_open), {}, limits().time);
    guard_.close(std::make_unique<detail::reading_through_views>(std::move(views)));  // also if what follows fails
    guard_.closed()->open(db(), guard_);
  }

  [[nodiscard]] execution execute(std::string const& sql, sqlite_limits const& within, std::stop_token const& stop) {
    return collect(within, stop, [&](rows& into) {
      return walk(sql, within, &into.columns, [&into](std::vector<value> row) { into.values.push_back(std::move(row)); });
    });
  }

  [[nodiscard]] execution distinct(schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
    return collect(limits(), stop, [&](rows& into) {
      into.columns.push_back(c.name);
      return detail::sqlite_distinct(t, c, limit, options_, *this).read(into);
    });
  }

  /// A statement of this library's own.
  [[nodiscard]] execution execute_ours(std::string const& sql, std::stop_token const& stop) {
    auto within = limits();
    within.rows_read = {};
    return execute(sql, within, stop);
  }

  [[nodiscard]] std::optional<failure> each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                sqlite_limits const& within, std::stop_token const& stop) {
    held const now(*this, within, stop);
    auto ended = walk(sql, within, nullptr, take);
    require_about_statement(ended);
    return ended;
  }

  [[nodiscard]] estimation estimate(std::string const& sql, std::stop_token const& stop) {
    estimation found;
    held const now(*this, limits(), stop);
    detail::sqlite_statement s;
    found.failure = detail::check_text(sql, limits());
    if (!found.failure) found.failure = prepare_only_one(sql, s);
    if (!found.failure) found.cost = cost_by(detail::cost_of_sqlite, s.get());
    require_about_statement(found.failure);
    return found;
  }

  [[nodiscard]] sqlite3* db() const { return session_->db(); }

  /// Compiles the only statement of `sql` into `s`. Fails if `sql` has no statement, several, or a wrong one.
  [[nodiscard]] std::optional<failure> prepare_only_one(std::string const& sql, detail::sqlite_statement& s) {
    char const* rest = sql.c_str();
    if (auto f = prepare_next(sql, rest, s)) return f;
    if (!s) return failure{errc::no_statement, "there is no statement", {}, "write a SELECT statement"};
    if (!guard_.selects()) return sqlite_failure(SQLITE_AUTH, "not authorized");
    auto const end = static_cast<std::size_t>(rest - sql.c_str());
    detail::sqlite_statement second;
    if (prepare_next(sql, rest, second) || second)
      return failure{errc::several_statements, "there is more than one statement", {}, "pass one statement", end};
    return {};
  }

  /// What the call of SQLite that has just failed means, with our own reasons for ending it first.
  [[nodiscard]] failure current_failure() const {
    auto f = detail::last_failure(db());
    bool const ended = f.code == errc::cancelled || f.code == errc::statement_denied || f.code == errc::file_unreadable;
    if (ended && guard_.stopped()) return failure{errc::cancelled};
    if (ended && guard_.expired()) return guard_.too_slow();
    return f;
  }

 private:
  /// A limit meant for statements need not leave time to read a schema; and a locked or broken file must not block its user for ever.
  static constexpr std::chrono::nanoseconds least_to_open = std::chrono::seconds(2);

  /// What `read(rows)` adds and returns, within the limits.
  template <class Read>
  [[nodiscard]] execution collect(sqlite_limits const& within, std::stop_token const& stop, Read const& read) {
    auto const begin = std::chrono::steady_clock::now();
    execution e;
    {
      held const now(*this, within, stop);
      for (;;) {
        clear(e.rows);
        e.failure = read(e.rows);
        if (!now.is_first() || !session_->outdated() || guard_.must_end()) break;
        reopen();
      }
      require_about_statement(e.failure);
    }
    e.elapsed = std::chrono::steady_clock::now() - begin;
    if (e.failure && !detail::is_cut_short(e.failure->code)) clear(e.rows);
    return e;
  }

  static void clear(rows& of) {
    of.columns.clear();
    of.values.clear();
    of.types.clear();
  }

  void reopen() {
    auto fresh = std::make_unique<detail::sqlite_session>(file_, options_, guard_, nullptr);
    if (auto* const closed = guard_.closed()) closed->open(fresh->db(), guard_);
    std::lock_guard const lock(session_is_there_);
    session_ = std::move(fresh);
  }

  /// A statement within limits, while the object lives.
  class held {
   public:
    held(state& of, sqlite_limits const& within, std::stop_token const& stop)
        : of_(of),
          alone_(of.user_, "an sqlite_connection", "db::sqlite"),
          running_(of.guard_, within.time, stop, of.limits().time),
          at_once_(stop, end_at_once{of, is_first()}) {
      if (is_first() && of.session_->outdated()) of.reopen();
      length_before_ = sqlite3_limit(of.db(), SQLITE_LIMIT_LENGTH, detail::as_int(within.value_bytes));
    }
    held(held const&) = delete;
    held& operator=(held const&) = delete;
    ~held() { sqlite3_limit(of_.db(), SQLITE_LIMIT_LENGTH, length_before_); }

    /// Whether it is in no other: within `each_row` the connection of the statement around it must stay.
    [[nodiscard]] bool is_first() const noexcept { return alone_.is_first(); }

   private:
    // SQLite counts a table's rows without asking the guard. Of statements in each other this would end all, so that the guard ends the
    // inner one.
    struct end_at_once {
      state& of;
      bool is_first;

      void operator()() const {
        if (is_first) of.interrupt();
      }
    };

    state& of_;
    detail::one_thread alone_;
    detail::running_statement running_;
    std::stop_callback<end_at_once> at_once_;
    int length_before_ = 0;  // that one value might have
  };

  /// Throws a failure that tells of the file.
  static void require_about_statement(std::optional<failure> const& ended) {
    if (ended && !is_about_statement(ended->code)) throw error(*ended);
  }

  /// Compiles what follows `rest` up to the end of its first statement; `s` stays empty if only comments follow.
  [[nodiscard]] std::optional<failure> prepare_next(std::string const& sql, char const*& rest, detail::sqlite_statement& s) {
    while (!s && *rest != '\0') {
      auto const* const begin = rest;
      sqlite3_stmt* prepared = nullptr;
      int const code = sqlite3_prepare_v2(db(), begin, -1, &prepared, &rest);
      s.reset(prepared);
      if (code == SQLITE_OK && (rest != begin || s)) continue;
      if (code == SQLITE_OK) break;
      auto f = current_failure();
      if (f.offset) *f.offset += static_cast<std::size_t>(begin - sql.c_str());
      return f;
    }
    return {};
  }

  [[nodiscard]] std::optional<statement_cost> cost_by(sqlite_reading_limit::estimator estimated, sqlite3_stmt* s) {
    detail::own_work const ours(guard_);
    return estimated(db(), s, schema_);
  }

  /// Hands the rows over one by one. Returns what ended the statement before its last row.
  template <class Take>
  [[nodiscard]] std::optional<failure> walk(std::string const& sql, sqlite_limits const& within, std::vector<std::string>* columns,
                                            Take const& take) {
    if (auto f = detail::check_text(sql, limits())) return f;
    detail::sqlite_statement s;
    if (auto f = prepare_only_one(sql, s)) return f;
    if (auto const estimated = within.rows_read.cost())
      if (auto f = detail::too_costly(within.rows_read, cost_by(estimated, s.get()))) return f;
    int code = sqlite3_step(s.get());
    int const width = sqlite3_column_count(s.get());  // after the first step, which compiles again if the schema has changed
    for (int i = 0; columns && i < width; ++i) columns->emplace_back(detail::name_of_column(s.get(), i));
    std::size_t rows = 0, bytes = 0;
    for (; code == SQLITE_ROW; code = sqlite3_step(s.get()), ++rows) {
      bytes += memory_of_row(s.get(), width);
      if (auto f = detail::too_much(within, rows, bytes)) return f;
      auto row = row_of(s.get(), width);
      if (detail::has_lost_a_value(db())) return current_failure();
      take(std::move(row));
    }
    return code == SQLITE_DONE ? std::optional<failure>() : current_failure();
  }

  [[nodiscard]] static std::vector<value> row_of(sqlite3_stmt* s, int width) {
    std::vector<value> row;
    row.reserve(static_cast<std::size_t>(width));
    for (int i = 0; i < width; ++i) row.push_back(detail::value_of(s, i));
    return row;
  }

  [[nodiscard]] static std::size_t memory_of_row(sqlite3_stmt* s, int width) {
    std::size_t bytes = sizeof(std::vector<value>);
    for (int i = 0; i < width; ++i) {
      int const type = sqlite3_column_type(s, i);
      bool const has_content = type == SQLITE_TEXT || type == SQLITE_BLOB;
      bytes += sizeof(value) + (has_content ? static_cast<std::size_t>(sqlite3_column_bytes(s, i)) : 0U);
    }
    return bytes;
  }

  std::string file_{};
  sqlite_options options_;
  detail::heap_limit heap_;
  detail::sqlite_guard guard_{};
  schema::database schema_{};
  std::atomic<std::thread::id> user_{};
  std::mutex session_is_there_{};
  std::unique_ptr<detail::sqlite_session> session_{};  // last: SQLite asks the guard until it is closed
};

T2S_DECL std::optional<statement_cost> detail::cost_of_sqlite(sqlite3* db, sqlite3_stmt* s, t2s::schema::database const& schema) {
  return sqlite_plan_reader(db, schema).read(s);
}

T2S_DECL sqlite_connection::sqlite_connection(std::string const& file, sqlite_options const& options)
    : state_(std::make_unique<state>(file, options)) {}
T2S_DECL sqlite_connection::sqlite_connection(sqlite_connection&&) noexcept = default;
T2S_DECL sqlite_connection& sqlite_connection::operator=(sqlite_connection&&) noexcept = default;
T2S_DECL sqlite_connection::~sqlite_connection() = default;

T2S_DECL t2s::schema::database const& sqlite_connection::schema() const noexcept { return state_->schema(); }

T2S_DECL std::string const& sqlite_connection::file() const noexcept { return state_->file(); }

T2S_DECL void sqlite_connection::interrupt() noexcept { state_->interrupt(); }

T2S_DECL void sqlite_connection::read_only_through(sqlite_views views) { state_->read_only_through(std::move(views)); }

T2S_DECL execution sqlite_connection::execute(std::string const& sql, std::stop_token stop) {
  return state_->execute(sql, state_->limits(), stop);
}

T2S_DECL execution sqlite_connection::execute(std::string const& sql, sqlite_limits const& within, std::stop_token stop) {
  return state_->execute(sql, within, stop);
}

T2S_DECL estimation sqlite_connection::estimate(std::string const& sql, std::stop_token stop) { return state_->estimate(sql, stop); }

T2S_DECL std::optional<failure> sqlite_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                            std::stop_token stop) {
  auto unlimited = state_->limits();
  unlimited.rows = unlimited.bytes = std::numeric_limits<std::size_t>::max();
  return state_->each_row(sql, take, unlimited, stop);
}

T2S_DECL std::optional<failure> sqlite_connection::each_row(std::string const& sql, std::function<void(std::span<value const>)> const& take,
                                                            sqlite_limits const& within, std::stop_token stop) {
  return state_->each_row(sql, take, within, stop);
}

T2S_DECL execution sqlite_connection::sample(std::string const& table, std::size_t n, std::stop_token stop) {
  auto const* t = schema().find_table(table);
  if (!t) return detail::unknown(errc::no_such_table, "no such table: ", table);
  auto const from = t2s::schema::in_quotes(t->name, t2s::sql::dialect::sqlite);
  return state_->execute_ours("SELECT * FROM " + from + detail::limit_clause(n), stop);
}

T2S_DECL execution sqlite_connection::distinct(std::string const& table, std::string const& column, std::size_t limit,
                                               std::stop_token stop) {
  auto const* t = schema().find_table(table);
  if (!t) return detail::unknown(errc::no_such_table, "no such table: ", table);
  auto const* c = t->find_column(column);
  if (!c) return detail::unknown(errc::no_such_column, "no such column: ", column);
  return state_->distinct(*t, *c, limit, stop);
}

}  // namespace t2s::db

#endif
