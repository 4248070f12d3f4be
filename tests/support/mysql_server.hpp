// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_MYSQL_SERVER_HPP
#define T2S_TESTS_SUPPORT_MYSQL_SERVER_HPP

#include "support/private_server.hpp"

#include <mysql.h>

#include <memory>
#include <string>
#include <vector>

namespace t2s::test {

/// The address and login of a MariaDB or MySQL server.
struct mysql_server_place {
  std::string host{}, port{}, socket{}, user{}, password{}, database{};

  /// mysql://user:password@host:port/database?socket=...
  [[nodiscard]] std::string text(std::string const& more_options = {}) const;
  [[nodiscard]] mysql_server_place as(std::string other_user, std::string its_password) const;
  [[nodiscard]] mysql_server_place in(std::string other_database) const;
  [[nodiscard]] mysql_server_place at(std::string other_host, std::string other_port) const;  ///< over TCP
  [[nodiscard]] mysql_server_place at_either(std::string const& other_host, std::string const& port,
                                             std::string const& other_port) const;  ///< of one host
};

/// A writing connection of the plain client, which accepts several statements. Throws std::runtime_error with the server's message.
class mysql_administrator {
 public:
  explicit mysql_administrator(mysql_server_place const& where);

  void run(std::string const& sql) const;
  [[nodiscard]] std::vector<std::vector<std::string>> rows(std::string const& sql) const;  ///< of the last statement; NULL is "NULL"
  [[nodiscard]] std::string one(std::string const& sql) const;                             ///< the first value; "" if there is none

 private:
  std::unique_ptr<MYSQL, void (*)(MYSQL*)> connection_;
};

/// A server for tests: that of T2S_MYSQL_URL, whose user must be allowed everything, or a private MariaDB.
class private_mysql_server : public private_server {
 public:
  private_mysql_server();

  [[nodiscard]] mysql_server_place const& place() const { return place_; }
  void start(std::vector<std::string> const& more_settings = {});  ///< "--name=value"; only of a private one

 private:
  mysql_server_place place_{};
  std::string program_{};
};

}  // namespace t2s::test

#endif
