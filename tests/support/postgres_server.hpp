// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_POSTGRES_SERVER_HPP
#define T2S_TESTS_SUPPORT_POSTGRES_SERVER_HPP

#include <libpq-fe.h>

#include <sys/types.h>

#include <memory>
#include <optional>
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

/// A PostgreSQL server for tests: that of T2S_POSTGRES_URL, whose role must be a superuser, or a private one in a temporary folder. The
/// latter runs as a user without rights and ends with this object and with this process, also after a crash.
class postgres_server {
 public:
  /// Throws std::runtime_error that says what is missing.
  postgres_server();
  postgres_server(postgres_server const&) = delete;
  postgres_server& operator=(postgres_server const&) = delete;
  ~postgres_server();

  [[nodiscard]] server_place const& place() const { return place_; }
  [[nodiscard]] bool is_private() const { return !folder_.empty(); }
  [[nodiscard]] std::string program(std::string const& name) const { return programs_.empty() ? name : programs_ + "/" + name; }

  /// Only for a private one.
  [[nodiscard]] std::string const& folder() const { return folder_; }  ///< `data` has its data; its socket is here too
  [[nodiscard]] pid_t pid() const { return pid_; }
  void start(std::vector<std::string> const& more_settings = {});  ///< "name=value"
  void stop(int signal);                                           ///< ends it and waits for all its processes

 private:
  void initialize();
  [[nodiscard]] pid_t launch(std::vector<std::string> const& command) const;

  server_place place_{};
  std::string programs_{}, folder_{};
  pid_t pid_ = 0;
};

}  // namespace t2s::test

#endif
