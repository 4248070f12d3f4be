// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_POSTGRES_SERVER_HPP
#define T2S_TESTS_SUPPORT_POSTGRES_SERVER_HPP

#include "support/private_server.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <vector>

namespace t2s::test {

/// The address and login of a server.
struct server_place {
  std::string host{}, port{}, user{}, password{}, database{};

  /// The connection string for libpq.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] server_place as(std::string role, std::string its_password) const;
  [[nodiscard]] server_place in(std::string other_database) const;
  [[nodiscard]] server_place at(std::string other_host, std::string other_port) const;
  [[nodiscard]] server_place at_either(std::string const& other_host, std::string const& port,
                                       std::string const& other_port) const;  ///< of one host
};

/// A writing connection of plain libpq. Throws std::runtime_error with the server's message.
class administrator {
 public:
  explicit administrator(server_place const& where);

  void run(std::string const& sql) const;
  [[nodiscard]] std::vector<std::vector<std::string>> rows(std::string const& sql) const;  ///< NULL is "NULL"
  [[nodiscard]] std::string one(std::string const& sql) const;                             ///< the first value

 private:
  std::unique_ptr<PGconn, void (*)(PGconn*)> connection_;
};

/// A PostgreSQL server for tests: that of T2S_POSTGRES_URL, whose role must be a superuser, or a private one.
class postgres_server : public private_server {
 public:
  postgres_server();

  [[nodiscard]] server_place const& place() const { return place_; }
  [[nodiscard]] std::string program(std::string const& name) const { return programs_.empty() ? name : programs_ + "/" + name; }
  void start(std::vector<std::string> const& more_settings = {});  ///< "name=value"; only of a private one

 private:
  server_place place_{};
  std::string programs_{};
};

}  // namespace t2s::test

#endif
