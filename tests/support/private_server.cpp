// SPDX-License-Identifier: BSL-1.0
#include "private_server.hpp"

#include "support/folder.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace t2s::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Servers do not run as root.
passwd const* user_without_rights(std::string const& usual) {
  if (getuid() != 0) return nullptr;
  for (auto const& name : {usual, std::string("nobody")})
    if (auto const* user = getpwnam(name.c_str())) return user;
  throw std::runtime_error("needs a user other than root to run the server as");
}

}  // namespace

private_server::~private_server() {
  if (!is_private()) return;
  stop(signal_);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string private_server::free_port() {
  int const s = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in a{};
  a.sin_family = AF_INET;
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(a);
  bool const bound = bind(s, reinterpret_cast<sockaddr*>(&a), size) == 0 && getsockname(s, reinterpret_cast<sockaddr*>(&a), &size) == 0;
  close(s);
  if (!bound) throw std::runtime_error("needs a free port");
  return std::to_string(ntohs(a.sin_port));
}

std::string private_server::program_in(std::vector<std::string> const& folders, std::vector<std::string> const& names) const {
  for (auto const& name : names)
    for (auto const& folder : folders)
      if (fs::exists(fs::path(folder) / name)) return fs::path(folder) / name;
  return {};
}

void private_server::make_folder(std::vector<std::string> const& inner) {
  std::string pattern = fs::temp_directory_path() / ("t2s_" + name_ + "_XXXXXX");
  if (!mkdtemp(pattern.data())) throw std::runtime_error("needs a temporary folder");
  folder_ = pattern;
  auto const* const user = user_without_rights(user_);
  auto const give = [&](std::string const& folder) {
    if (user && chown(folder.c_str(), user->pw_uid, user->pw_gid) != 0)
      throw std::runtime_error("needs a temporary folder of another user");
  };
  give(folder_);
  for (auto const& name : inner) {
    fs::create_directory(folder_ + "/" + name);
    give(folder_ + "/" + name);
  }
}

pid_t private_server::launch(std::vector<std::string> const& command) const {
  auto const* const user = user_without_rights(user_);
  std::vector<char*> arguments;
  for (auto const& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto const log = folder_ + "/log";
  pid_t const child = fork();
  if (child != 0) return child;
  if (user && (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) _exit(126);
  prctl(PR_SET_PDEATHSIG, signal_);  // it ends when this process does
  int const out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(out, 1);
  dup2(out, 2);
  if (chdir("/") != 0) _exit(126);
  execv(arguments.front(), arguments.data());
  _exit(127);
}

void private_server::run_to_its_end(std::vector<std::string> const& command) const {
  int status = 0;
  waitpid(launch(command), &status, 0);
  if (status != 0) throw std::runtime_error("needs " + command.front() + " to work: see " + folder_ + "/log");
}

void private_server::start_with(std::vector<std::string> const& command, std::function<bool()> const& is_ready) {
  auto const end = std::chrono::steady_clock::now() + 60s;
  for (pid_ = launch(command); std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(20ms)) {
    if (is_ready()) return;
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = launch(command);  // the processes of one that was killed are not gone yet
  }
  throw std::runtime_error("needs " + name_ + " to start: see " + folder_ + "/log");
}

void private_server::stop(int signal) {
  if (pid_ == 0) return;
  kill(pid_, signal);
  waitpid(pid_, nullptr, 0);
  pid_ = 0;
}

bool private_server::make_certificate() const {
  auto const data = folder_ + "/data", crt = data + "/server.crt", key = data + "/server.key";
  auto const command = "openssl req -new -x509 -days 2 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost -out " + crt +
                       " -keyout " + key + " 2>/dev/null && chmod 600 " + key + " && chown --reference=" + data + " " + crt + " " + key;
  return std::system(command.c_str()) == 0;
}

}  // namespace t2s::test
