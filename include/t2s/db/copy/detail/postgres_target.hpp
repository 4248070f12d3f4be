// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_COPY_DETAIL_POSTGRES_TARGET_HPP
#define T2S_DB_COPY_DETAIL_POSTGRES_TARGET_HPP

#include "t2s/core/error.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/db/any/detail/location.hpp"
#include "t2s/db/copy/detail/type_names.hpp"
#include "t2s/db/postgres/detail/connecting.hpp"
#include "t2s/db/postgres/detail/failure.hpp"
#include "t2s/db/postgres/detail/libpq.hpp"
#include "t2s/db/postgres/detail/polling.hpp"

#include <charconv>
#include <chrono>
#include <new>

namespace t2s::db::detail {

/// A PostgreSQL database, written in one transaction by COPY.
class postgres_target final : public copy_target {
 public:
  postgres_target(location const& where, target_options const& options) : shown_(where.shown) {
    if (options.create) make_database(where);
    connection_ = connected(where, {});
    run("SET client_min_messages = error");
    run("SET standard_conforming_strings = on");
    is_binary_ = is_binary();
    run("BEGIN");
  }

  [[nodiscard]] sql::dialect dialect() const override { return sql::dialect::postgres; }
  [[nodiscard]] bool is_binary_collated() const override { return is_binary_; }

  [[nodiscard]] std::vector<std::string> tables() override {
    return first_column(
        "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND relnamespace = current_schema()::regnamespace");
  }

  void drop(std::vector<std::string> const& names) override {
    std::vector<std::string> tables, views;
    for (auto const& n : names) {
      auto const kind = first_column("SELECT relkind FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = " +
                                     to_sql(value(n)));
      if (!kind.empty() && kind[0] == "m")
        run("DROP MATERIALIZED VIEW " + quoted(n));
      else if (!kind.empty() && kind[0] == "f")
        run("DROP FOREIGN TABLE " + quoted(n));
      else
        (!kind.empty() && kind[0] == "v" ? views : tables).push_back(n);
    }
    if (!views.empty()) run("DROP VIEW " + name_list(views, dialect()));
    if (!tables.empty()) run("DROP TABLE " + name_list(tables, dialect()));
  }

  [[nodiscard]] copy_remarks create(copied_table const& t, std::vector<copied_key>& keys) override {
    require_short(t.name);
    for (auto const& c : t.columns) require_short(c.name);
    run(create_table(t, keys, dialect(), [this](copied_column const& c) {
      return type_of(c, postgres_types, 1000) + (c.kind == stored_kind::text && !is_binary_ ? " COLLATE \"C\"" : "");
    }));
    begin_rows(t);
    return {};
  }

  void add(std::span<value const> row) override {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i != 0) batch_ += '\t';
      write(row[i]);
    }
    batch_ += '\n';
    if (batch_.size() >= batch_bytes) send();
  }

  void finish() override {
    send();
    if (PQputCopyEnd(connection_.get(), nullptr) != 1) refuse({});
    pq_result const r(PQgetResult(connection_.get()));
    if (PQresultStatus(r.get()) != PGRES_COMMAND_OK) refuse("COPY " + table_);
    while (pq_result const rest{PQgetResult(connection_.get())}) {
    }
  }

  /// A key that refers to columns that are no key gets a unique constraint there; one that the data violate is declared NOT VALID.
  [[nodiscard]] std::optional<std::string> add_key(copied_key const& k) override {
    auto const add = "ALTER TABLE " + quoted(k.table) + " ADD " + foreign_key_clause(k, dialect());
    auto failed = tried(add);
    std::string how;
    if (failed && failed->state == "42830") {
      auto const unique = tried("ALTER TABLE " + quoted(k.other) + " ADD UNIQUE (" + name_list(k.referenced, dialect()) + ")");
      if (unique) return "was left out: what it refers to is not unique";
      how = "was added with a unique constraint on what it refers to";
      failed = tried(add);
    }
    if (failed && failed->state == "23503") {
      failed = tried(add + " NOT VALID");
      how = "was added as NOT VALID: rows refer to nothing";
    }
    if (failed) return "was left out: " + failed->words;
    return how.empty() ? std::optional<std::string>() : how;
  }

  void commit() override {
    run("COMMIT");
    static_cast<void>(tried_outside("ANALYZE"));
  }

 private:
  static constexpr std::size_t batch_bytes = std::size_t{1} << 18U;

  struct fault {
    std::string state{}, words{};
  };

  static std::string quoted(std::string const& name) { return schema::in_quotes(name, sql::dialect::postgres); }

  static void require_short(std::string const& name) {
    static constexpr std::size_t most = 63;
    if (name.size() <= most) return;
    throw error(failure{
        errc::invalid_argument, "PostgreSQL cuts names after 63 bytes, and " + name + " has more", name, "give it a shorter name", {}});
  }

  /// With another database than the one that is named, where one is given.
  [[nodiscard]] static pq_connection connected(location const& where, std::string const& other) {
    std::ignore = postgres_parameters(where.target);  // refuses what libpq cannot read, without its words, which have passwords
    std::vector<char const*> names{"dbname", "client_encoding", "fallback_application_name"},
        values{where.target.c_str(), "UTF8", "t2s copy"};
    if (!other.empty()) {
      names.push_back("dbname");
      values.push_back(other.c_str());
    }
    names.push_back(nullptr);
    values.push_back(nullptr);
    pq_connection c(PQconnectStartParams(names.data(), values.data(), 1));
    if (!c) throw std::bad_alloc();
    PQsetErrorVerbosity(c.get(), PQERRORS_VERBOSE);
    PQsetNoticeReceiver(c.get(), [](void*, PGresult const*) {}, nullptr);
    c = finished(std::move(c));
    if (PQstatus(c.get()) == CONNECTION_OK) {
      PQsetErrorVerbosity(c.get(), PQERRORS_DEFAULT);
      return c;
    }
    auto const message = text_or_none(PQerrorMessage(c.get()));
    auto const state = state_in(message);
    auto const code = state.empty() ? errc::database_unreachable : errc_of_state(state);
    throw error(failure{is_about_statement(code) ? errc::database_login_failed : code,
                        words_of(message),
                        where.shown,
                        code == errc::database_not_found ? "give --create to make it" : std::string(remedy_of(code)),
                        {}});
  }

  [[nodiscard]] static pq_connection finished(pq_connection c) {
    if (PQstatus(c.get()) == CONNECTION_BAD) return c;
    auto const until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    for (auto next = PGRES_POLLING_WRITING; next == PGRES_POLLING_WRITING || next == PGRES_POLLING_READING; next = PQconnectPoll(c.get()))
      if (!poll_until(PQsocket(c.get()), next == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
        throw error(failure{errc::database_timeout, "the server does not answer", {}, std::string(remedy_of(errc::database_timeout)), {}});
    return c;
  }

  static void make_database(location const& where) {
    auto const server = connected(where, "postgres");
    auto const name = quoted(where.name);
    pq_result const known(PQexec(server.get(), ("SELECT FROM pg_database WHERE datname = " + to_sql(value(where.name))).c_str()));
    if (PQntuples(known.get()) > 0) return;
    auto const make = "CREATE DATABASE " + name + " TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE ";
    for (auto const* type : {"'C.UTF-8'", "'C'"}) {
      pq_result const made(PQexec(server.get(), (make + type).c_str()));
      if (PQresultStatus(made.get()) == PGRES_COMMAND_OK) return;
    }
    throw error(failure{errc::statement_denied,
                        "the database cannot be made: " + words_of(text_or_none(PQerrorMessage(server.get()))),
                        where.name,
                        "make it with a role that has CREATEDB",
                        {}});
  }

  [[nodiscard]] bool is_binary() const {
    auto const collate = first_column("SELECT datcollate FROM pg_database WHERE datname = current_database()");
    return !collate.empty() && (collate[0] == "C" || collate[0] == "POSIX" || collate[0].starts_with("C."));
  }

  [[noreturn]] void refuse(std::string const& what) const {
    throw error(failure{errc::sql_failed, words_of(text_or_none(PQerrorMessage(connection_.get()))), what, "nothing was written", {}});
  }

  void run(std::string const& sql) const {
    pq_result const r(PQexec(connection_.get(), sql.c_str()));
    auto const status = PQresultStatus(r.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_COPY_IN) refuse(sql);
  }

  [[nodiscard]] std::optional<fault> tried_outside(std::string const& sql) const {
    pq_result const r(PQexec(connection_.get(), sql.c_str()));
    if (PQresultStatus(r.get()) == PGRES_COMMAND_OK) return {};
    return fault{std::string(field_of(r.get(), PG_DIAG_SQLSTATE)), words_of(field_of(r.get(), PG_DIAG_MESSAGE_PRIMARY))};
  }

  /// Within the transaction, which goes on after a failure.
  [[nodiscard]] std::optional<fault> tried(std::string const& sql) const {
    run("SAVEPOINT t2s");
    auto failed = tried_outside(sql);
    run(failed ? "ROLLBACK TO SAVEPOINT t2s" : "RELEASE SAVEPOINT t2s");
    return failed;
  }

  [[nodiscard]] std::vector<std::string> first_column(std::string const& sql) const {
    pq_result const r(PQexec(connection_.get(), sql.c_str()));
    if (PQresultStatus(r.get()) != PGRES_TUPLES_OK) refuse(sql);
    std::vector<std::string> all;
    for (int i = 0; i < PQntuples(r.get()); ++i) all.emplace_back(text_of(r.get(), i, 0));
    return all;
  }

  void begin_rows(copied_table const& t) {
    table_ = t.name;
    std::vector<std::string> names;
    for (auto const& c : t.columns) names.push_back(c.name);
    run("COPY " + quoted(t.name) + " (" + name_list(names, dialect()) + ") FROM STDIN");
  }

  void send() {
    if (batch_.empty()) return;
    if (PQputCopyData(connection_.get(), batch_.data(), static_cast<int>(batch_.size())) != 1) refuse("COPY " + table_);
    batch_.clear();
  }

  void write(value const& v) {
    if (v.is_null()) {
      batch_ += "\\N";
    } else if (auto const* b = v.bytes()) {
      batch_ += "\\\\x";
      for (auto const byte : b->bytes) text::append_hex(batch_, static_cast<char>(byte));
    } else if (auto const* r = v.real()) {
      write(*r);
    } else {
      write_escaped(v.text() ? *v.text() : to_string(v));
    }
  }

  void write(double number) {
    std::array<char, 64> digits{};
    auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    batch_.append(digits.data(), end);
  }

  void write_escaped(std::string_view text) {
    for (char const c : text) switch (c) {
        case '\\': batch_ += "\\\\"; break;
        case '\n': batch_ += "\\n"; break;
        case '\r': batch_ += "\\r"; break;
        case '\t': batch_ += "\\t"; break;
        default: batch_ += c;
      }
  }

  std::string shown_;
  pq_connection connection_{};
  bool is_binary_ = true;
  std::string table_{}, batch_{};
};

}  // namespace t2s::db::detail

#endif
