// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_MYSQL_SERVER_HPP
#define T2S_TESTS_SUPPORT_MYSQL_SERVER_HPP

#include <mysql.h>

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

namespace t2s::test {

/// The address and login of a MariaDB or MySQL server.
struct mysql_server_place {
  std::string host{}, port{}, socket{}, user{}, password{}, database{};

  /// mysql://user:password@host:port/database?socket=...
  [[nodiscard]] std::string url(std::string const& more_options = {}) const;
  [[nodiscard]] mysql_server_place as(std::string other_user, std::string its_password) const;
  [[nodiscard]] mysql_server_place in(std::string other_database) const;
  [[nodiscard]] mysql_server_place at(std::string other_host, std::string other_port) const;  ///< over TCP
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

/// A server for tests: that of T2S_MYSQL_URL, whose user must have all rights, or a private MariaDB in a temporary folder. The latter runs
/// as a user without rights and ends with this object and with this process, also after a crash.
class private_mysql_server {
 public:
  /// Throws std::runtime_error that says what is missing.
  private_mysql_server();
  private_mysql_server(private_mysql_server const&) = delete;
  private_mysql_server& operator=(private_mysql_server const&) = delete;
  ~private_mysql_server();

  [[nodiscard]] mysql_server_place const& place() const { return place_; }
  [[nodiscard]] bool is_private() const { return !folder_.empty(); }

  /// Only for a private one.
  [[nodiscard]] std::string const& folder() const { return folder_; }  ///< `data` has its data; its socket is here too
  [[nodiscard]] pid_t pid() const { return pid_; }
  void start(std::vector<std::string> const& more_settings = {});  ///< "--name=value"
  void stop(int signal);                                           ///< ends it and waits for that

 private:
  void initialize();
  [[nodiscard]] pid_t launch(std::vector<std::string> const& command) const;

  mysql_server_place place_{};
  std::string program_{}, folder_{};
  pid_t pid_ = 0;
};

}  // namespace t2s::test

#endif
