// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_POSTGRES_SHOP_HPP
#define T2S_TESTS_SUPPORT_POSTGRES_SHOP_HPP

#include "support/postgres_server.hpp"

#include <string>

namespace t2s::test {

/// A PostgreSQL server with a small shop, the database `t2s_shop`, and the read-only role `t2s_reader` of docs/postgres.md. On a server
/// that is not private they are removed with the object.
class postgres_shop {
 public:
  /// Throws std::runtime_error that says what is missing.
  postgres_shop();
  postgres_shop(postgres_shop const&) = delete;
  postgres_shop& operator=(postgres_shop const&) = delete;
  ~postgres_shop();

  [[nodiscard]] postgres_server& server() { return server_; }
  [[nodiscard]] server_place of_superuser() const { return server_.place().in("t2s_shop"); }
  [[nodiscard]] server_place of_reader() const { return of_superuser().as("t2s_reader", "read only"); }

 private:
  postgres_server server_{};
};

/// The SQL in docs/postgres.md that creates such a role, with these names in place of its own.
std::string role_statements(std::string const& role, std::string const& password, std::string const& database);

/// The database's own functions with forbidden effects, while the object lives.
class evil_postgres_functions {
 public:
  explicit evil_postgres_functions(administrator const& admin);
  evil_postgres_functions(evil_postgres_functions const&) = delete;
  evil_postgres_functions& operator=(evil_postgres_functions const&) = delete;
  ~evil_postgres_functions();

 private:
  administrator const& admin_;
};

/// All state that a statement could change and a superuser could see: contents, definitions, sequences, roles, settings, files.
std::string state_of_postgres(administrator const& admin, std::string const& folder);

}  // namespace t2s::test

#endif
