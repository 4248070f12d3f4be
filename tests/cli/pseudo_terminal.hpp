// SPDX-License-Identifier: BSL-1.0
// Runs the command line on a terminal, and returns the terminal's input.
#ifndef T2S_TESTS_CLI_PSEUDO_TERMINAL_HPP
#define T2S_TESTS_CLI_PSEUDO_TERMINAL_HPP

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cli_test {

struct shown_on_terminal {
  int status = -1;
  std::string text{};  ///< with line ends as written
};

/// A shell command on a terminal of 80 columns, where a person types `typed`; both outputs go to it unless the command redirects them.
inline shown_on_terminal on_terminal(std::string const& command, std::string const& kind = "xterm", std::string const& no_color = {},
                                     std::string const& typed = {}) {
  int master = -1;
  winsize const size{24, 80, 0, 0};
  pid_t const child = ::forkpty(&master, nullptr, nullptr, &size);
  if (child < 0) throw std::runtime_error("no pseudo terminal");
  if (child == 0) {
    ::setenv("TERM", kind.c_str(), 1);
    ::setenv("NO_COLOR", no_color.c_str(), 1);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  if (::write(master, typed.data(), typed.size()) != static_cast<ssize_t>(typed.size())) throw std::runtime_error("nothing can be typed");
  shown_on_terminal r;
  std::array<char, 4096> buffer{};
  for (ssize_t n; (n = ::read(master, buffer.data(), buffer.size())) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) r.text.append(buffer.data(), static_cast<std::size_t>(n));
  ::close(master);
  int status = 0;
  ::waitpid(child, &status, 0);
  r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  for (auto at = r.text.find("\r\n"); at != r.text.npos; at = r.text.find("\r\n", at)) r.text.erase(at, 1);  // added by the terminal itself
  return r;
}

/// The control characters of a text, in words; "" if there are only those that the command line itself may send: colours, and overwriting a
/// line.
inline std::string steering_in(std::string text) {
  for (std::string_view const own : {"\x1B[K", "\x1B[0m", "\x1B[1m", "\x1B[31m", "\x1B[31;9m", "\x1B[32m"})
    for (auto at = text.find(own); at != text.npos; at = text.find(own, at)) text.erase(at, own.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto const c = static_cast<unsigned char>(text[i]);
    auto const next = [&](std::size_t n) { return i + n < text.size() ? static_cast<unsigned char>(text[i + n]) : 0U; };
    bool const c0 = (c < 0x20 && c != '\n' && c != '\r' && c != '\t') || c == 0x7F, c1 = c == 0xC2 && next(1) >= 0x80 && next(1) < 0xA0;
    bool const lone = (c >= 0x80 && c < 0xA0) && (i == 0 || static_cast<unsigned char>(text[i - 1]) < 0x80);
    bool const bidi =
        c == 0xE2 && ((next(1) == 0x80 && next(2) >= 0xAA && next(2) <= 0xAE) || (next(1) == 0x81 && next(2) >= 0xA6 && next(2) <= 0xA9));
    if (c0 || c1 || lone || bidi) return "byte " + std::to_string(c) + " at " + std::to_string(i) + ": " + text.substr(i, 20);
  }
  return "";
}

}  // namespace cli_test

#endif
