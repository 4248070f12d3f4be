// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_POSTGRES_SHOP_HPP
#define T2S_TESTS_SUPPORT_POSTGRES_SHOP_HPP

#include "support/postgres_server.hpp"

#include <signal.h>

#include <chrono>

#include <string>

namespace t2s::test {

class evil_postgres_functions;

/// A PostgreSQL server with a small shop in it, the database `t2s_shop`, and the role `t2s_reader`, which docs/postgres.md makes and which
/// can only read. On a server that is not private they are gone with the object.
class postgres_shop {
 public:
  using evil_functions = evil_postgres_functions;
  using place = server_place;
  using administrator = test::administrator;
  static constexpr char const* url_variable = "T2S_POSTGRES_URL";
  static constexpr char const* own_session = "SELECT pg_backend_pid()";
  static constexpr int stop_signal = SIGINT;
  static constexpr char const* large_table =
      "CREATE TABLE large AS SELECT i % 3 AS few, i AS many FROM generate_series(1, 300000) AS i; GRANT SELECT ON large TO t2s_reader";
  static constexpr std::chrono::milliseconds statistics_after{1100};  ///< they are sent once a second

  /// Throws std::runtime_error that says what is missing.
  postgres_shop();
  postgres_shop(postgres_shop const&) = delete;
  postgres_shop& operator=(postgres_shop const&) = delete;
  ~postgres_shop();

  [[nodiscard]] postgres_server& server() { return server_; }
  [[nodiscard]] place of_admin() const { return server_.place().in("t2s_shop"); }
  [[nodiscard]] place of_reader() const { return of_admin().as("t2s_reader", "read only"); }

  [[nodiscard]] unsigned sessions() const;  ///< of the reader
  void end_sessions() const;                ///< of the reader
  void end_statement() const;               ///< that the reader runs
  void limit_connections(int most) const;   ///< of the reader; 0 is no limit
  void write_everything_down() const;       ///< what it reads again when it comes back is little
  /// Of the reader, once the server has had the time to notice their end: a request to cancel that comes before a statement has begun is
  /// lost on the server, which then looks every 2 s whether the client is still there.
  [[nodiscard]] std::string active_statements() const;
  [[nodiscard]] long rows_read(administrator const& admin) const;  ///< of that table
  [[nodiscard]] std::string locks_of_sessions() const;             ///< "" if there are none that a hostile statement takes
  /// All that a statement could change and a superuser could see: contents, definitions, sequences, roles, settings, files.
  [[nodiscard]] std::string state(administrator const& admin) const;

 private:
  postgres_server server_{};
};

/// Functions of the database itself that do what no function should, for as long as the object lasts.
class evil_postgres_functions {
 public:
  explicit evil_postgres_functions(administrator const& admin);
  evil_postgres_functions(evil_postgres_functions const&) = delete;
  evil_postgres_functions& operator=(evil_postgres_functions const&) = delete;
  ~evil_postgres_functions();

 private:
  administrator const& admin_;
};

}  // namespace t2s::test

#endif
