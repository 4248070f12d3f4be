// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_DETAIL_POSTGRES_CONVERSATIONS_HPP
#define T2S_SERVE_DETAIL_POSTGRES_CONVERSATIONS_HPP

#ifdef T2S_WITH_POSTGRES

#include "t2s/core/detail/text.hpp"
#include "t2s/core/error.hpp"
#include "t2s/db/detail/without_password.hpp"
#include "t2s/serve/detail/conversations.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace t2s::serve {

/// Conversations in a PostgreSQL database, in the tables t2s_conversations and t2s_turns, which are made if they are not there. It is not
/// one of the databases that are asked: those are only read.
///
/// The constructor takes what libpq takes, and throws `t2s::error` with `database_unreachable`; other functions throw `database_lost` for
/// a lost connection, which the next `begin` replaces, `time_limit` for a statement that took longer than 5 seconds, for example because
/// another has locked the tables, and `file_unwritable` for one that the server refuses.
class postgres_conversations : public conversation_database {
 public:
  explicit postgres_conversations(std::string where) : where_(std::move(where)) {
    connect();
    begin();
    if (run("SELECT to_regclass('t2s_turns')", {}).front().front().empty()) run_all(tables_of_conversations);
    commit();
  }

  void begin() override {
    if (!is_connected() || !runs("BEGIN")) {
      connect();
      run_all("BEGIN");
    }
    run_all("SELECT pg_advisory_xact_lock(1949462390)");  // other servers over this database wait
  }
  void commit() override { run_all("COMMIT"); }
  void roll_back() noexcept override { static_cast<void>(runs("ROLLBACK")); }

  std::vector<row> run(std::string const& sql, std::vector<std::string> const& values) override {
    std::vector<char const*> texts;
    for (auto const& v : values) texts.push_back(v.c_str());
    result const got(PQexecParams(held_.get(), sql.c_str(), static_cast<int>(texts.size()), nullptr, texts.data(), nullptr, nullptr, 0));
    require(got.get());
    std::vector<row> rows;
    for (int r = 0; r < PQntuples(got.get()); ++r) {
      auto& one = rows.emplace_back();
      for (int c = 0; c < PQnfields(got.get()); ++c) one.emplace_back(PQgetvalue(got.get(), r, c));
    }
    return rows;
  }

 private:
  struct closer {
    void operator()(PGconn* c) const noexcept { PQfinish(c); }
    void operator()(PGresult* r) const noexcept { PQclear(r); }
  };
  using result = std::unique_ptr<PGresult, closer>;

  void connect() {
    held_.reset();  // the server may have room for one connection only
    // The string's own values count, as they come later. What was sent to a machine that is gone is given up after 10 seconds.
    char const* const names[] = {"connect_timeout", "tcp_user_timeout", "dbname", nullptr};
    char const* const values[] = {"10", "10000", where_.c_str(), nullptr};
    held_.reset(PQconnectdbParams(names, values, 1));
    if (!is_connected())
      throw error(errc::database_unreachable, std::string("the database of conversations cannot be reached: ").append(said()),
                  "check its address, the role and its password, or start the server");
    PQsetNoticeProcessor(held_.get(), [](void*, char const*) {}, nullptr);
    run_all("SET statement_timeout = '5s'");  // a lock of another must not stop all who ask
  }
  [[nodiscard]] bool is_connected() const noexcept { return held_ && PQstatus(held_.get()) == CONNECTION_OK; }
  [[nodiscard]] bool runs(char const* sql) const noexcept {
    if (!held_) return false;
    result const got(PQexec(held_.get(), sql));
    return PQresultStatus(got.get()) == PGRES_COMMAND_OK || PQresultStatus(got.get()) == PGRES_TUPLES_OK;
  }
  void run_all(char const* sql) {
    result const got(PQexec(held_.get(), sql));
    require(got.get());
  }
  void require(PGresult const* got) const {
    auto const status = PQresultStatus(got);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
    if (!is_connected())
      throw error(errc::database_lost, std::string("the connection to the database of conversations was lost: ").append(said()),
                  "try again");
    if (auto const* state = PQresultErrorField(got, PG_DIAG_SQLSTATE); state && std::string_view(state) == "57014")
      throw error(errc::time_limit, std::string("the database of conversations did not answer in time: ").append(said()),
                  "see what has locked t2s_conversations or t2s_turns: pg_locks");
    throw error(errc::file_unwritable, std::string("the database of conversations refused a statement: ").append(said()),
                "give its role the right to make tables, and to write t2s_conversations and t2s_turns");
  }
  [[nodiscard]] std::string said() const { return db::without_password(text::trim(PQerrorMessage(held_.get()))); }

  std::string where_;
  std::unique_ptr<PGconn, closer> held_{};
};

}  // namespace t2s::serve

#endif

#endif
