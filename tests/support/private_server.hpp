// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_PRIVATE_SERVER_HPP
#define T2S_TESTS_SUPPORT_PRIVATE_SERVER_HPP

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace t2s::test {

/// A database server in a temporary folder, run as a user without rights, which ends with this process, however it ends. Its data are in
/// `data`, and its socket is in the folder too. What is missing is thrown as std::runtime_error.
class private_server {
 public:
  private_server(private_server const&) = delete;
  private_server& operator=(private_server const&) = delete;

  [[nodiscard]] bool is_private() const { return !folder_.empty(); }
  [[nodiscard]] std::string const& folder() const { return folder_; }
  void stop(int signal);  ///< and waits until all of it is gone
  /// data/server.crt, a certificate for "localhost" that has signed itself, and data/server.key. Whether there is one.
  [[nodiscard]] bool make_certificate() const;

 protected:
  /// `user` runs the server where this process is root's, `signal` ends it with this process.
  private_server(std::string name, std::string user, int signal) : name_(std::move(name)), user_(std::move(user)), signal_(signal) {}
  ~private_server();

  void make_folder(std::vector<std::string> const& inner = {});
  [[nodiscard]] std::string program_in(std::vector<std::string> const& folders, std::vector<std::string> const& names) const;
  void run_to_its_end(std::vector<std::string> const& command) const;
  /// Starts the server and waits until it is ready.
  void start_with(std::vector<std::string> const& command, std::function<bool()> const& is_ready);
  [[nodiscard]] static std::string free_port();

 private:
  [[nodiscard]] pid_t launch(std::vector<std::string> const& command) const;

  std::string name_, user_, folder_{};
  int signal_;
  pid_t pid_ = 0;
};

}  // namespace t2s::test

#endif
