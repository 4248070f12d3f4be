// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_MYSQL_SHOP_HPP
#define T2S_TESTS_SUPPORT_MYSQL_SHOP_HPP

#include "support/mysql_server.hpp"

#include <signal.h>

#include <chrono>

#include <string>

namespace t2s::test {

class evil_mysql_functions;

/// A MariaDB or MySQL server with a small shop in it, the databases `t2s_shop` and `t2s_office`, and the user `t2s_reader`, which
/// docs/mysql.md makes and which can only read. On a server that is not private they are gone with the object.
class mysql_shop {
 public:
  using evil_functions = evil_mysql_functions;
  using place = mysql_server_place;
  using administrator = mysql_administrator;
  static constexpr char const* url_variable = "T2S_MYSQL_URL";
  static constexpr char const* own_session = "SELECT CONNECTION_ID()";
  static constexpr int stop_signal = SIGKILL;
  static constexpr char const* large_table =
      "CREATE TABLE large (few integer, many integer); INSERT INTO large SELECT a.id % 3, a.id FROM information_schema.collations a, "
      "information_schema.collations b";
  static constexpr std::chrono::milliseconds statistics_after{0};

  /// Throws std::runtime_error that says what is missing.
  mysql_shop();
  mysql_shop(mysql_shop const&) = delete;
  mysql_shop& operator=(mysql_shop const&) = delete;
  ~mysql_shop();

  [[nodiscard]] private_mysql_server& server() { return server_; }
  [[nodiscard]] place of_admin() const { return server_.place().in("t2s_shop"); }
  [[nodiscard]] place of_reader() const { return of_admin().as("t2s_reader", "read only"); }
  [[nodiscard]] bool is_mariadb() const { return mariadb_; }  ///< which has sequences and JSON as text

  [[nodiscard]] unsigned sessions() const;                         ///< of the reader
  void end_sessions() const;                                       ///< of the reader
  void end_statement() const;                                      ///< that the reader runs
  void limit_connections(int most) const;                          ///< of the reader; 0 is no limit
  void write_everything_down() const {}                            ///< what it reads again when it comes back is little
  [[nodiscard]] std::string active_statements() const;             ///< of the reader, once the server has had the time to notice their end
  [[nodiscard]] long rows_read(administrator const& admin) const;  ///< by all
  [[nodiscard]] std::string locks_of_sessions() const;             ///< "" if there are none that a hostile statement takes
  /// All that a statement could change and root could see: contents, definitions, users, settings, locks, files.
  [[nodiscard]] std::string state(administrator const& admin) const;

 private:
  [[nodiscard]] place of_root() const { return server_.place().in(""); }

  private_mysql_server server_{};
  bool mariadb_ = true;
};

/// Functions of the database itself that do what no function should, for as long as the object lasts. The reader may call them.
class evil_mysql_functions {
 public:
  explicit evil_mysql_functions(mysql_administrator const& admin);
  evil_mysql_functions(evil_mysql_functions const&) = delete;
  evil_mysql_functions& operator=(evil_mysql_functions const&) = delete;
  ~evil_mysql_functions();

 private:
  mysql_administrator const& admin_;
};

}  // namespace t2s::test

#endif
