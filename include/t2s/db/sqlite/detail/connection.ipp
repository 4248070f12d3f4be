// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_SQLITE_DETAIL_CONNECTION_IPP
#define T2S_DB_SQLITE_DETAIL_CONNECTION_IPP

#include "t2s/db/detail/basic_connection.ipp"
#include "t2s/db/sqlite/detail/closing.hpp"
#include "t2s/db/sqlite/detail/distinct.hpp"
#include "t2s/db/sqlite/detail/expansion.hpp"
#include "t2s/db/sqlite/detail/plan.hpp"
#include "t2s/db/sqlite/detail/session.hpp"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace t2s::db {

class sqlite_driver::backend {
 public:
  backend(std::string const& file, sqlite_options const& options) : options_(options), heap_(options.limits.heap_bytes) {
    guard_.start(std::max(limits().time, least_to_open), {});
    session_ = std::make_unique<detail::sqlite_session>(file, options_, guard_, &schema_);
    file_ = std::filesystem::absolute(file).native();  // to be found again from another folder
    if (schema_.empty()) detail::refuse(errc::no_tables, file, "the database has no tables", "give a database that has tables");
    expansion_ = std::make_unique<detail::sqlite_expansion>(schema_);
  }

  [[nodiscard]] schema::database const& schema() const { return schema_; }
  [[nodiscard]] sqlite_options const& options() const { return options_; }
  [[nodiscard]] std::string const& file() const { return file_; }

  void read_only_through(sqlite_views views) {
    detail::running_statement const running(guard_, std::max(limits().time, least_to_open), {}, limits().time);
    for (auto const& v : views.views) expansion_->add_view(v.name, v.definition);
    guard_.close(std::make_unique<detail::reading_through_views>(std::move(views)));  // also if what follows fails
    guard_.closed()->open(db(), guard_);
  }

  [[nodiscard]] detail::statement_request admit(std::string const& sql) const {
    return {sql, false, false, false, false, detail::check_text(sql, limits())};
  }

  [[nodiscard]] execution run(detail::statement_request const& r, sqlite_limits const& within, detail::row_sink& into,
                              std::stop_token const& stop) {
    return held_to(within, stop, !into.hands_to, [&](rows& found) {
      into.kept.clear();
      return walk(r.sql, within, found.columns, into);
    });
  }

  [[nodiscard]] execution distinct(schema::table const& t, schema::column const& c, std::size_t limit, std::stop_token const& stop) {
    return held_to(limits(), stop, true, [&](rows& found) {
      found.columns.push_back(c.name);
      return detail::sqlite_distinct(t, c, limit, options_, *this).read(found);
    });
  }

  [[nodiscard]] estimation estimate(detail::statement_request const& r, std::stop_token const& stop) {
    estimation found;
    held const now(*this, limits(), stop);
    detail::sqlite_statement s;
    found.failure = prepare_only_one(r.sql, s);
    if (!found.failure) found.cost = cost_by(detail::cost_of_sqlite, s.get());
    return found;
  }

  [[nodiscard]] sqlite3* db() const { return session_->db(); }

  /// Compiles the only statement of `sql` into `s`. Fails if `sql` has no statement, several, or a wrong one.
  [[nodiscard]] std::optional<failure> prepare_only_one(std::string const& sql, detail::sqlite_statement& s) {
    char const* rest = sql.c_str();
    if (auto f = detail::too_large_when_expanded(expansion_->growth_of(sql))) return f;
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
    if (f.code == errc::size_limit && space_.exceeded()) return detail::too_much_on_disk(space_.most());
    bool const ended = f.code == errc::cancelled || f.code == errc::statement_denied || f.code == errc::file_unreadable;
    if (ended && guard_.stopped()) return failure{errc::cancelled};
    if (ended && guard_.expired()) return guard_.too_slow();
    return f;
  }

 private:
  /// A limit meant for statements need not leave time to read a schema; and a locked or broken file must not block its user for ever.
  static constexpr std::chrono::nanoseconds least_to_open = std::chrono::seconds(2);

  [[nodiscard]] sqlite_limits const& limits() const { return options_.limits; }

  /// What `read(rows)` adds and returns, within the limits; again where the file was changed meanwhile, if it may be.
  template <class Read>
  [[nodiscard]] execution held_to(sqlite_limits const& within, std::stop_token const& stop, bool again, Read const& read) {
    auto const begin = std::chrono::steady_clock::now();
    execution e;
    held const now(*this, within, stop);
    for (;;) {
      e.rows.columns.clear();
      e.rows.values.clear();
      e.failure = read(e.rows);
      if (!again || !now.is_first() || !session_->outdated() || guard_.must_end()) break;
      reopen();
    }
    if (e.failure && sqlite3_errcode(db()) == SQLITE_NOMEM) hand_memory_back();
    e.elapsed = std::chrono::steady_clock::now() - begin;
    detail::settle(e);
    return e;
  }

  /// What a statement took would stay in caches, and in the C library's heap of this thread.
  void hand_memory_back() const {
    sqlite3_db_release_memory(db());
#ifdef __GLIBC__
    malloc_trim(0);
#endif
  }

  void reopen() {
    auto fresh = std::make_unique<detail::sqlite_session>(file_, options_, guard_, nullptr);
    if (auto* const closed = guard_.closed()) closed->open(fresh->db(), guard_);
    std::lock_guard const lock(session_is_there_);
    session_ = std::move(fresh);
  }

  void interrupt() {
    std::lock_guard const lock(session_is_there_);
    sqlite3_interrupt(db());
  }

  /// A statement within limits, while the object lives.
  class held {
   public:
    held(backend& of, sqlite_limits const& within, std::stop_token const& stop)
        : of_(of), is_first_(of.depth_ == 0), in_space_(of.space_), running_(of.guard_, within.time, stop, of.limits().time) {
      // SQLite counts a table's rows without asking the guard. Of statements in each other this would end all, so the guard ends the inner.
      if (is_first()) at_once_.emplace(stop, [&of] { of.interrupt(); });
      if (is_first() && of.session_->outdated()) of.reopen();
      if (is_first()) of.space_.limit(of.limits().temporary_bytes);
      length_before_ = sqlite3_limit(of.db(), SQLITE_LIMIT_LENGTH, detail::as_int(within.value_bytes));
      ++of.depth_;
    }
    held(held const&) = delete;
    held& operator=(held const&) = delete;
    ~held() {
      --of_.depth_;
      sqlite3_limit(of_.db(), SQLITE_LIMIT_LENGTH, length_before_);
    }

    /// Whether it is in no other: within `each_row` the connection of the statement around it must stay.
    [[nodiscard]] bool is_first() const noexcept { return is_first_; }

   private:
    backend& of_;
    bool is_first_;
    detail::within_space in_space_;
    detail::running_statement running_;
    std::optional<std::stop_callback<std::function<void()>>> at_once_{};
    int length_before_ = 0;  // that one value might have
  };

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
  [[nodiscard]] std::optional<failure> walk(std::string const& sql, sqlite_limits const& within, std::vector<std::string>& columns,
                                            detail::row_sink& into) {
    detail::sqlite_statement s;
    if (auto f = prepare_only_one(sql, s)) return f;
    if (auto const estimated = within.rows_read.cost())
      if (auto f = detail::too_costly(within.rows_read, cost_by(estimated, s.get()))) return f;
    int code = sqlite3_step(s.get());
    int const width = sqlite3_column_count(s.get());  // after the first step, which compiles again if the schema has changed
    for (int i = 0; i < width; ++i) columns.emplace_back(detail::name_of_column(s.get(), i));
    std::size_t rows = 0, bytes = 0;
    for (; code == SQLITE_ROW; code = sqlite3_step(s.get()), ++rows) {
      bytes += memory_of_row(s.get(), width);
      if (auto f = detail::too_much(within, rows, bytes)) return f;
      auto row = row_of(s.get(), width);
      if (detail::has_lost_a_value(db())) return current_failure();
      into.take(std::move(row));
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
  detail::temporary_space space_{};
  std::unique_ptr<detail::sqlite_expansion> expansion_{};
  schema::database schema_{};
  int depth_ = 0;  // of statements in each other
  std::mutex session_is_there_{};
  std::unique_ptr<detail::sqlite_session> session_{};  // last: SQLite asks the guard until it is closed
};

T2S_DECL std::optional<statement_cost> detail::cost_of_sqlite(sqlite3* db, sqlite3_stmt* s, t2s::schema::database const& schema) {
  return sqlite_plan_reader(db, schema).read(s);
}

T2S_DECL std::string const& sqlite_connection::file() const noexcept { return state_->inside().file(); }

T2S_DECL void sqlite_connection::read_only_through(sqlite_views views) {
  state_->use({}, [&](std::stop_token const&) { state_->inside().read_only_through(std::move(views)); });
}

#ifdef T2S_SEPARATE_COMPILATION
template class basic_connection<sqlite_driver>;
#endif

}  // namespace t2s::db

#endif
