// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_ODBC_DETAIL_SESSION_HPP
#define T2S_DB_ODBC_DETAIL_SESSION_HPP

#include "t2s/db/detail/decimal.hpp"
#include "t2s/db/detail/limit_failures.hpp"
#include "t2s/db/detail/result.hpp"
#include "t2s/db/detail/row_reading.hpp"
#include "t2s/db/detail/watched_statement.hpp"
#include "t2s/db/odbc/detail/denied_functions.hpp"
#include "t2s/db/odbc/detail/handles.hpp"
#include "t2s/db/odbc/detail/options.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace t2s::db::detail {

/// A statement without what stands around it, or nothing if there are several.
inline std::optional<std::string> only_statement_of(std::string const& sql, sql::grammar const& dialect) {
  std::vector<sql::token> tokens;
  sql::tokenize(sql, dialect, tokens);
  auto const is_part = [](sql::token const& t) { return t.kind != sql::token_kind::semicolon && t.kind != sql::token_kind::end; };
  auto const first = std::ranges::find_if(tokens, is_part);
  auto const end = std::find_if_not(first, tokens.end(), is_part);
  if (std::any_of(end, tokens.end(), is_part)) return {};
  if (first == end) return sql;
  auto const last = end[-1].view();
  return std::string(first->data, last.data() + last.size());
}

/// One connection, on one thread, save `cancel`.
class odbc_session {
 public:
  /// Throws `t2s::error`.
  odbc_session(std::string const& source, odbc_options const& options) : options_(options), environment_(SQL_NULL_HANDLE) {
    SQLSetEnvAttr(environment_.get(), SQL_ATTR_ODBC_VERSION, reinterpret_cast<SQLPOINTER>(SQL_OV_ODBC3), 0);
    connection_.emplace(environment_.get());
    auto const seconds = static_cast<std::uintptr_t>(std::max<std::chrono::seconds::rep>(options.connect_time.count(), 1));
    set(SQL_ATTR_LOGIN_TIMEOUT, seconds);
    if (options.layers.read_only) set(SQL_ATTR_ACCESS_MODE, SQL_MODE_READ_ONLY);
    auto const text = source.find('=') == source.npos ? "DSN=" + source : source;
    SQLSMALLINT size = 0;
    if (!is_fine(SQLDriverConnect(dbc(), nullptr, odbc_text(text), SQL_NTS, nullptr, 0, &size, SQL_DRIVER_NOPROMPT))) refuse();
    is_connected_ = true;
    name_ = info(SQL_DBMS_NAME);
    dialect_ = options.dialect ? *options.dialect : dialect_of_engine();
    read_as_the_guard_does();
    begins_itself_ = text::lower(name_).find("sqlite") != name_.npos;
    if (options.layers.read_only) make_read_only();
    if (options.layers.rolled_back && !begins_itself_) is_rolled_back_ = set(SQL_ATTR_AUTOCOMMIT, SQL_AUTOCOMMIT_OFF);
  }
  odbc_session(odbc_session const&) = delete;
  odbc_session& operator=(odbc_session const&) = delete;
  ~odbc_session() {
    if (!is_connected_) return;
    SQLEndTran(SQL_HANDLE_DBC, dbc(), SQL_ROLLBACK);
    SQLDisconnect(dbc());
  }

  [[nodiscard]] sql::grammar const& dialect() const noexcept { return dialect_; }
  [[nodiscard]] std::string engine() const { return name_ + " " + info(SQL_DBMS_VER); }
  [[nodiscard]] bool is_broken() const noexcept { return broken_; }
  [[nodiscard]] bool says_read_only() const { return info(SQL_DATA_SOURCE_READ_ONLY) == "Y"; }
  [[nodiscard]] bool can_roll_back() const noexcept { return is_rolled_back_; }

  /// Ends the statement that is running. From any thread; the statement is not freed meanwhile.
  void cancel() const noexcept {
    std::unique_lock const apart(reading_, std::try_to_lock);  // where a row is being read, the watch calls again
    if (!apart) return;
    if (auto* const s = running_.load()) SQLCancel(s);  // it is freed only once the watch has let go of it
  }

  /// Runs SQL, which is rolled back; the watch ends before that. What `take` throws passes through.
  [[nodiscard]] std::optional<failure> run(std::string const& sql, statement_watch& watch, std::stop_token const& stop,
                                           row_reading& reading) {
    enclosed const within(*this);
    odbc_handle<SQL_HANDLE_STMT> const s(dbc());
    watched const lasting(*this, watch, s.get());
    auto const seconds =
        std::chrono::ceil<std::chrono::seconds>(std::min<std::chrono::nanoseconds>(reading.limits().time, std::chrono::hours(24)));
    SQLSetStmtAttr(s.get(), SQL_ATTR_QUERY_TIMEOUT, reinterpret_cast<SQLPOINTER>(static_cast<std::uintptr_t>(seconds.count() + 1)), 0);
    // The guard has read the statement as it is, so no driver may make something else of what looks like ODBC's {escapes}.
    SQLSetStmtAttr(s.get(), SQL_ATTR_NOSCAN, reinterpret_cast<SQLPOINTER>(static_cast<std::uintptr_t>(SQL_NOSCAN_ON)), 0);
    watch.begin(statement_watch::after(reading.limits().time));
    if (stop.stop_requested()) watch.stop();
    if (auto f = options_.layers.only_queries ? run_query(s.get(), sql) : run_any(s.get(), sql)) return f;
    return read(s.get(), sql, watch, reading);
  }

  /// The rows of a function of the catalogue: `call(statement)`. Throws `t2s::error`.
  template <class Call>
  [[nodiscard]] std::vector<std::vector<value>> listed(Call const& call) {
    std::vector<std::vector<value>> rows;
    static constexpr auto any = std::numeric_limits<std::size_t>::max();
    row_reading reading({std::chrono::hours(1), any, any, any, any}, [&rows](std::vector<value> r) { rows.push_back(std::move(r)); });
    enclosed const within(*this);
    odbc_handle<SQL_HANDLE_STMT> const s(dbc());
    if (!is_fine(call(s.get()))) return rows;  // a driver need not have it
    statement_watch const unwatched([] {});
    if (auto const f = read(s.get(), {}, unwatched, reading)) throw error(*f);
    return rows;
  }

 private:
  /// The transaction of one statement, which leaves nothing behind.
  class enclosed {
   public:
    explicit enclosed(odbc_session& in) : in_(in) { in_.begin(); }
    enclosed(enclosed const&) = delete;
    enclosed& operator=(enclosed const&) = delete;
    ~enclosed() {
      if (in_.options_.layers.rolled_back) in_.roll_back();
    }

   private:
    odbc_session& in_;
  };

  /// In SQLite and MySQL what a statement makes of a setting outlives its transaction, and in MySQL a function of the database may do so.
  /// SQLite's driver takes a transaction that a statement has ended for one that goes on, and begins no other: it is begun here.
  void begin() {
    if (dialect_.dialect == sql::dialect::mysql) read_as_the_guard_does();
    if (options_.layers.read_only && dialect_.dialect != sql::dialect::postgres) make_read_only();
    if (!begins_itself_) return;
    if (!options_.layers.rolled_back || tell("BEGIN").empty()) return;
    roll_back();
    settle("BEGIN");
  }

  void roll_back() noexcept {
    if (!begins_itself_) {
      SQLEndTran(SQL_HANDLE_DBC, dbc(), SQL_ROLLBACK);
      return;
    }
    try {
      std::ignore = tell("ROLLBACK");  // a statement may have ended the transaction itself
    } catch (...) {
      broken_ = true;
    }
  }

  /// Runs what stands there, whatever it is.
  std::optional<failure> run_any(SQLHANDLE s, std::string const& sql) {
    if (!is_fine(SQLExecDirect(s, odbc_text(sql), static_cast<SQLINTEGER>(sql.size())))) return failed(s, sql);
    return {};
  }

  /// Runs a single statement that has columns. Drivers send several ones by several calls, or take the first for all.
  std::optional<failure> run_query(SQLHANDLE s, std::string const& sql) {
    auto const one = only_statement_of(sql, dialect_);
    if (!one) return failure{errc::several_statements, "there is more than one statement", {}, "pass one statement", {}};
    SQLSMALLINT width = 0;
    if (!is_fine(SQLPrepare(s, odbc_text(*one), static_cast<SQLINTEGER>(one->size())))) return failed(s, sql);
    if (!is_fine(SQLNumResultCols(s, &width))) return failed(s, sql);
    if (width == 0 && is_dead()) return lost();
    if (width == 0)
      return failure{errc::statement_denied, "the driver says that the statement gives no rows", {}, "write a SELECT statement", {}};
    if (!is_fine(SQLExecute(s))) return failed(s, sql);
    return {};
  }

  class watched {
   public:
    watched(odbc_session& in, statement_watch& watch, SQLHANDLE s) : in_(in), watch_(watch) { in_.running_ = s; }
    watched(watched const&) = delete;
    watched& operator=(watched const&) = delete;
    ~watched() {
      watch_.finish();
      in_.running_ = nullptr;
    }

   private:
    odbc_session& in_;
    statement_watch& watch_;
  };

  [[nodiscard]] SQLHANDLE dbc() const noexcept { return connection_->get(); }

  bool set(SQLINTEGER attribute, std::uintptr_t to) const {  // a driver need not take it
    return is_fine(SQLSetConnectAttr(dbc(), attribute, reinterpret_cast<SQLPOINTER>(to), 0));
  }

  [[nodiscard]] std::string info(SQLUSMALLINT what) const {
    std::array<SQLCHAR, 256> room{};
    SQLSMALLINT size = 0;
    SQLGetInfo(dbc(), what, room.data(), static_cast<SQLSMALLINT>(room.size()), &size);
    return reinterpret_cast<char const*>(room.data());
  }

  [[noreturn]] void refuse() const {
    odbc_report const r(SQL_HANDLE_DBC, dbc());
    throw error(failure{
        errc_of_refusal(r), r.message, {}, "check the data source or driver (odbcinst -q -d), and what the connection string says", {}});
  }

  [[nodiscard]] sql::grammar dialect_of_engine() const {
    auto const name = text::lower(name_);
    auto const has = [&name](char const* part) { return name.find(part) != name.npos; };
    if (has("postgres")) return sql::postgres;
    if (has("mysql") || has("mariadb")) return sql::mysql;
    if (has("sqlite")) return sql::sqlite;
    if (has("duckdb")) return sql::duckdb;
    throw error(failure{errc::invalid_argument,
                        "the engine is " + name_ + ", whose dialect is not known",
                        name_,
                        "set odbc_options::dialect to the most similar one",
                        {}});
  }

  /// Whether a backslash stands for itself in a text is a setting: the guard and the engine must see the same texts.
  void read_as_the_guard_does() {
    if (dialect_.dialect == sql::dialect::postgres) settle("SET standard_conforming_strings = on");
    if (dialect_.dialect == sql::dialect::mysql) settle("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'");
  }

  void make_read_only() {
    std::string sql;
    if (dialect_.dialect == sql::dialect::postgres) sql = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY";
    if (dialect_.dialect == sql::dialect::mysql) sql = "SET SESSION TRANSACTION READ ONLY";
    if (dialect_.dialect == sql::dialect::sqlite) sql = "PRAGMA query_only = ON";
    if (!sql.empty()) settle(sql);
  }

  /// A setting of the session without which it is not used.
  void settle(std::string const& sql) {
    auto const refusal = tell(sql);
    if (refusal.empty()) return;
    broken_ = true;
    if (is_dead()) throw error(lost());
    throw error(
        failure{errc::database_unreachable, "the server refuses \"" + sql + "\": " + refusal, {}, "see the driver's documentation", {}});
  }

  /// Runs a statement of this library. Why it did not run, empty if it did.
  std::string tell(std::string const& sql) {
    odbc_handle<SQL_HANDLE_STMT> const s(dbc());
    if (is_fine(SQLExecDirect(s.get(), odbc_text(sql), SQL_NTS))) return {};
    auto words = odbc_report(SQL_HANDLE_STMT, s.get()).message;
    return words.empty() ? "it does not say why" : words;
  }

  failure failed(SQLHANDLE s, std::string const& sql) {
    auto f = odbc_failure({SQL_HANDLE_STMT, s}, sql, dialect_);
    if (is_about_statement(f.code) && is_dead()) return lost();  // what drivers say then may be anything
    broken_ = broken_ || f.code == errc::database_lost;
    return f;
  }

  /// Drivers say of a connection that is gone that the statement has no columns.
  [[nodiscard]] bool is_dead() const {
    SQLUINTEGER dead = SQL_CD_FALSE;
    return is_fine(SQLGetConnectAttr(dbc(), SQL_ATTR_CONNECTION_DEAD, &dead, 0, nullptr)) && dead == SQL_CD_TRUE;
  }

  failure lost() {
    broken_ = true;
    return failure{errc::database_lost, "the connection is lost", {}, "see the server's log for why it ended the connection", {}};
  }

  /// What becomes of a column's values.
  enum class kind { integer, real, number, bytes, flag, padded, uuid, text };

  struct column {
    kind as = kind::text;
    std::string name{};
  };

  [[nodiscard]] kind kind_of(SQLSMALLINT type, bool is_unsigned, std::string const& type_name) const {
    bool const is_postgres = dialect_.dialect == sql::dialect::postgres;
    if (is_postgres && type_name == "bool") return kind::flag;  // texts, or bits if the connection string says so
    switch (type) {
      case SQL_BIGINT: return is_unsigned ? kind::number : kind::integer;
      case SQL_BIT:
      case SQL_TINYINT:
      case SQL_SMALLINT:
      case SQL_INTEGER: return kind::integer;
      case SQL_FLOAT:
      case SQL_REAL:
      case SQL_DOUBLE: return kind::real;
      case SQL_DECIMAL:
      case SQL_NUMERIC: return kind::number;
      case SQL_BINARY:
      case SQL_VARBINARY:
      case SQL_LONGVARBINARY: return kind::bytes;
      case SQL_GUID: return kind::uuid;
      case SQL_CHAR:
      case SQL_WCHAR: return is_postgres ? kind::padded : kind::text;
      default: return kind::text;
    }
  }

  std::optional<failure> read(SQLHANDLE s, std::string const& sql, statement_watch const& watch, row_reading& reading) {
    SQLSMALLINT width = 0;
    SQLNumResultCols(s, &width);
    std::vector<column> columns;
    for (SQLSMALLINT i = 1; i <= width; ++i) columns.push_back(describe(s, static_cast<SQLUSMALLINT>(i), reading));
    for (;;) {
      if (width == 0) return {};
      auto const code = SQLFetch(s);
      if (code == SQL_NO_DATA) return {};
      if (!is_fine(code)) return failed(s, sql);
      std::unique_lock apart(reading_);  // MariaDB's driver reads freed memory for a row of a cancelled statement
      if (watch.ended_for() != statement_watch::reason::none) return failure{errc::time_limit, {}, {}, {}, {}};
      std::vector<value> row;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        std::optional<failure> why;
        row.push_back(value_of(s, static_cast<SQLUSMALLINT>(i + 1), columns[i], sql, reading.limits(), why));
        if (why) return why;
      }
      apart.unlock();
      if (auto f = reading.count_row([&row](std::size_t i) { return size_of(row[i]); })) return f;
      reading.hand_over(std::move(row));
    }
  }

  column describe(SQLHANDLE s, SQLUSMALLINT i, row_reading& reading) const {
    std::array<SQLCHAR, 512> name{}, type_name{};
    SQLSMALLINT type = 0, size = 0, digits = 0, nullable = 0;
    SQLULEN width = 0;
    SQLLEN is_unsigned = SQL_FALSE;
    SQLDescribeCol(s, i, name.data(), static_cast<SQLSMALLINT>(name.size()), &size, &type, &width, &digits, &nullable);
    SQLColAttribute(s, i, SQL_DESC_TYPE_NAME, type_name.data(), static_cast<SQLSMALLINT>(type_name.size()), &size, nullptr);
    if (type == SQL_BIGINT) SQLColAttribute(s, i, SQL_DESC_UNSIGNED, nullptr, 0, nullptr, &is_unsigned);
    reading.columns().emplace_back(reinterpret_cast<char const*>(name.data()));
    reading.types().emplace_back(reinterpret_cast<char const*>(type_name.data()));
    return {kind_of(type, is_unsigned != SQL_FALSE, reading.types().back()), reading.columns().back()};
  }

  value value_of(SQLHANDLE s, SQLUSMALLINT i, column const& c, std::string const& sql, statement_limits const& within,
                 std::optional<failure>& why) {
    SQLLEN size = 0;
    switch (c.as) {
      case kind::integer: {
        SQLBIGINT n = 0;
        if (!is_fine(SQLGetData(s, i, SQL_C_SBIGINT, &n, sizeof(n), &size))) why = failed(s, sql);
        return size == SQL_NULL_DATA ? value() : value(static_cast<std::int64_t>(n));
      }
      case kind::real: {
        double d = 0;
        if (!is_fine(SQLGetData(s, i, SQL_C_DOUBLE, &d, sizeof(d), &size))) why = failed(s, sql);
        return size == SQL_NULL_DATA ? value() : value(d);
      }
      default: return long_value(s, i, c, sql, within, why);
    }
  }

  /// In pieces: a driver need not know how long it is.
  value long_value(SQLHANDLE s, SQLUSMALLINT i, column const& c, std::string const& sql, statement_limits const& within,
                   std::optional<failure>& why) {
    bool const is_blob = c.as == kind::bytes;
    std::array<char, 4096> piece{};
    std::string all;
    for (;;) {
      SQLLEN size = 0;
      auto const code = SQLGetData(s, i, is_blob ? SQL_C_BINARY : SQL_C_CHAR, piece.data(), static_cast<SQLLEN>(piece.size()), &size);
      if (code == SQL_NO_DATA) break;
      if (!is_fine(code)) why = failed(s, sql);
      if (size == SQL_NULL_DATA || why) return {};
      auto const room = piece.size() - (is_blob ? 0 : 1);  // a text ends with a zero
      bool const is_cut = size == SQL_NO_TOTAL || static_cast<std::size_t>(size) > room;
      all.append(piece.data(), is_cut ? room : static_cast<std::size_t>(size));
      if (all.size() > within.value_bytes) {
        why = value_too_large(within, c.name);
        return {};
      }
      if (!is_cut) break;
    }
    return value_from(c.as, std::move(all));
  }

  static std::size_t size_of(value const& v) { return v.text() ? v.text()->size() : v.bytes() ? v.bytes()->bytes.size() : 0; }

  static value value_from(kind as, std::string all) {
    switch (as) {
      case kind::number: return number_of(all);
      case kind::flag: return std::int64_t{all == "1" || all == "t" || all == "true" ? 1 : 0};
      case kind::padded: return all.substr(0, all.find_last_not_of(' ') + 1);
      case kind::uuid: return text::lower(all);
      case kind::bytes: {
        auto const* const begin = reinterpret_cast<std::byte const*>(all.data());
        return blob{{begin, begin + all.size()}};
      }
      default: return all;
    }
  }

  odbc_options options_;
  odbc_handle<SQL_HANDLE_ENV> environment_;
  std::optional<odbc_handle<SQL_HANDLE_DBC>> connection_{};
  sql::grammar dialect_{};
  std::string name_{};
  bool is_connected_ = false, broken_ = false;
  bool begins_itself_ = false;  ///< BEGIN and ROLLBACK are sent as statements
  bool is_rolled_back_ = true;  ///< there are transactions
  std::atomic<SQLHANDLE> running_{nullptr};
  mutable std::mutex reading_{};  // held while a row is read, and by `cancel`
};

}  // namespace t2s::db::detail

#endif
