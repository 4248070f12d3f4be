// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_MYSQL_SHOP_HPP
#define T2S_TESTS_SUPPORT_MYSQL_SHOP_HPP

#include "support/mysql_server.hpp"

#include <string>

namespace t2s::test {

/// A MariaDB or MySQL server with a small shop, the databases `t2s_shop` and `t2s_office`, and the read-only user `t2s_reader` of
/// docs/mysql.md. On a server that is not private they are removed with the object.
class mysql_shop {
 public:
  /// Throws std::runtime_error that says what is missing.
  mysql_shop();
  mysql_shop(mysql_shop const&) = delete;
  mysql_shop& operator=(mysql_shop const&) = delete;
  ~mysql_shop();

  [[nodiscard]] private_mysql_server& server() { return server_; }
  [[nodiscard]] mysql_server_place of_root() const { return server_.place().in("t2s_shop"); }
  [[nodiscard]] mysql_server_place of_reader() const { return of_root().as("t2s_reader", "read only"); }
  [[nodiscard]] bool is_mariadb() const { return mariadb_; }  ///< MariaDB has sequences, and JSON as text

 private:
  private_mysql_server server_{};
  bool mariadb_ = true;
};

/// The SQL in docs/mysql.md that creates such a user, with these names in place of its own.
std::string user_statements(std::string const& user, std::string const& password, std::string const& database);

/// The database's own functions with forbidden effects, while the object lives. The reader may call them.
class evil_mysql_functions {
 public:
  explicit evil_mysql_functions(mysql_administrator const& admin);
  evil_mysql_functions(evil_mysql_functions const&) = delete;
  evil_mysql_functions& operator=(evil_mysql_functions const&) = delete;
  ~evil_mysql_functions();

 private:
  mysql_administrator const& admin_;
};

/// All state that a statement could change and root could see: contents, definitions, users, settings, locks, files.
std::string state_of_mysql(mysql_administrator const& admin, std::string const& folder, bool is_mariadb);

}  // namespace t2s::test

#endif
