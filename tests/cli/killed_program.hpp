// SPDX-License-Identifier: BSL-1.0
// Runs the command line and sends it a signal after a while.
#ifndef T2S_TESTS_CLI_KILLED_PROGRAM_HPP
#define T2S_TESTS_CLI_KILLED_PROGRAM_HPP

#include "run_program.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace cli_test {

/// The command line as a separate process, with words as a shell reads them; its output goes to files.
class running {
 public:
  running(std::string const& words, std::string const& out, std::string const& err, std::string const& before = {}) {
    auto const command = before + "exec " + quoted(T2S_CLI) + " " + words + " >" + quoted(out) + " 2>" + quoted(err);
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ~running() {
    if (pid_ > 0) ::kill(pid_, SIGKILL), static_cast<void>(wait());
  }
  running(running const&) = delete;
  running& operator=(running const&) = delete;

  void signal(int s) const { ::kill(pid_, s); }

  /// Its exit status; 128 + the signal that ended it.
  int wait() {
    int status = 0;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t pid_ = -1;
};

/// The number of times that tests kill a program: T2S_LONG_RUNS, which is 50 in `scripts/check long`.
inline int kills(int usually) {
  char const* const set = std::getenv("T2S_LONG_RUNS");
  return set ? std::atoi(set) : usually;
}

}  // namespace cli_test

#endif
