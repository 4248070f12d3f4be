// SPDX-License-Identifier: BSL-1.0
#include "mysql_server.hpp"

#include "t2s/db/mysql/detail/url.hpp"

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
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace t2s::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// The first of these programs that exists; "" if none does.
std::string find_program(std::vector<std::string> const& names) {
  for (auto const& name : names)
    for (char const* folder : {"/usr/sbin/", "/usr/bin/", "/usr/local/bin/", "/usr/local/sbin/", "/usr/libexec/"})
      if (fs::exists(folder + name)) return folder + name;
  return {};
}

/// MariaDB does not run as root.
passwd const* user_without_rights() {
  if (getuid() != 0) return nullptr;
  for (char const* name : {"mysql", "nobody"})
    if (auto const* user = getpwnam(name)) return user;
  throw std::runtime_error("needs a user other than root to run MariaDB as");
}

/// A free port.
std::string free_port() {
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

std::string encoded(std::string const& text) {
  static constexpr char digits[] = "0123456789ABCDEF";
  std::string s;
  for (char const letter : text) {
    auto const c = static_cast<unsigned char>(letter);
    bool const plain = std::isalnum(c) != 0 || c == '/' || c == '_' || c == '.' || c == '-' || c == ',' || c == ':';
    if (plain)
      s += letter;
    else
      s.append("%").append(1, digits[c >> 4U]).append(1, digits[c & 15U]);
  }
  return s;
}

mysql_server_place place_of(std::string const& url) {
  auto const u = db::detail::mysql_url_reader::read(url);
  return {u.host, u.port == 0 ? "3306" : std::to_string(u.port), u.socket, u.user, u.password.value_or(""), u.database};
}

}  // namespace

std::string mysql_server_place::url(std::string const& more_options) const {
  std::string s = "mysql://";
  s.append(encoded(user));
  if (!password.empty()) s.append(":").append(encoded(password));
  s.append("@");
  if (socket.empty()) s.append(encoded(host));
  if (socket.empty() && !port.empty()) s.append(":").append(port);
  s.append("/").append(encoded(database));
  if (!socket.empty()) s.append("?socket=").append(encoded(socket));
  if (!more_options.empty()) s.append(socket.empty() ? "?" : "&").append(more_options);
  return s;
}

mysql_server_place mysql_server_place::as(std::string other_user, std::string its_password) const {
  return {host, port, socket, std::move(other_user), std::move(its_password), database};
}
mysql_server_place mysql_server_place::in(std::string other_database) const {
  return {host, port, socket, user, password, std::move(other_database)};
}
mysql_server_place mysql_server_place::at(std::string other_host, std::string other_port) const {
  return {std::move(other_host), std::move(other_port), {}, user, password, database};
}

mysql_administrator::mysql_administrator(mysql_server_place const& where) : connection_(mysql_init(nullptr), mysql_close) {
  auto const given = [](std::string const& s) { return s.empty() ? nullptr : s.c_str(); };
  auto const port = where.port.empty() ? 0U : static_cast<unsigned>(std::stoi(where.port));
  mysql_options(connection_.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
  if (!mysql_real_connect(connection_.get(), given(where.host), given(where.user), where.password.c_str(), given(where.database), port,
                          given(where.socket), CLIENT_MULTI_STATEMENTS))
    throw std::runtime_error(mysql_error(connection_.get()));
}

void mysql_administrator::run(std::string const& sql) const { static_cast<void>(rows(sql)); }

std::vector<std::vector<std::string>> mysql_administrator::rows(std::string const& sql) const {
  auto* const c = connection_.get();
  std::vector<std::vector<std::string>> all;
  int next = mysql_real_query(c, sql.data(), sql.size());
  for (; next == 0; next = mysql_next_result(c)) {
    std::unique_ptr<MYSQL_RES, void (*)(MYSQL_RES*)> const r(mysql_store_result(c), mysql_free_result);
    all.clear();
    while (r) {
      auto* const row = mysql_fetch_row(r.get());
      if (!row) break;
      auto& values = all.emplace_back();
      for (unsigned i = 0; i < mysql_num_fields(r.get()); ++i) values.emplace_back(row[i] ? row[i] : "NULL");
    }
  }
  if (next > 0) throw std::runtime_error(std::string(mysql_error(c)) + ": " + sql.substr(0, 200));
  return all;
}

std::string mysql_administrator::one(std::string const& sql) const {
  auto const all = rows(sql);
  return all.empty() ? std::string() : all.at(0).at(0);
}

private_mysql_server::private_mysql_server() {
  if (char const* url = std::getenv("T2S_MYSQL_URL"); url && *url != '\0') {
    place_ = place_of(url);
    return;
  }
  program_ = find_program({"mariadbd", "mysqld"});
  if (program_.empty()) throw std::runtime_error("needs a MariaDB server (apt install mariadb-server) or T2S_MYSQL_URL");
  initialize();
  start();
  mysql_administrator(place_).run(
      "DROP USER IF EXISTS ''@'localhost', ''@'%'; CREATE USER IF NOT EXISTS root@'127.0.0.1'; GRANT ALL ON *.* TO root@'127.0.0.1'"
      " WITH GRANT OPTION");
}

private_mysql_server::~private_mysql_server() {
  if (!is_private()) return;
  stop(SIGKILL);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void private_mysql_server::initialize() {
  auto const installer = find_program({"mariadb-install-db", "mysql_install_db"});
  if (installer.empty()) throw std::runtime_error("needs the program mariadb-install-db (apt install mariadb-server)");
  std::string pattern = fs::temp_directory_path() / "t2s_mysql_XXXXXX";
  if (!mkdtemp(pattern.data())) throw std::runtime_error("needs a temporary folder");
  folder_ = pattern;
  fs::create_directory(folder_ + "/temporary");
  auto const* const user = user_without_rights();
  for (auto const& folder : {folder_, folder_ + "/temporary"})
    if (user && chown(folder.c_str(), user->pw_uid, user->pw_gid) != 0)
      throw std::runtime_error("needs a temporary folder of another user");
  place_ = {{}, free_port(), folder_ + "/socket", "root", {}, {}};
  int status = 0;
  waitpid(launch({installer, "--no-defaults", "--datadir=" + folder_ + "/data", "--auth-root-authentication-method=normal",
                  "--skip-test-db", "--innodb-log-file-size=8M"}),
          &status, 0);
  if (status != 0) throw std::runtime_error("needs mariadb-install-db to work: see " + folder_ + "/log");
}

pid_t private_mysql_server::launch(std::vector<std::string> const& command) const {
  auto const* const user = user_without_rights();
  std::vector<char*> arguments;
  for (auto const& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto const log = folder_ + "/log";
  pid_t const child = fork();
  if (child != 0) return child;
  if (user && (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) _exit(126);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // it ends with this process
  int const out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(out, 1);
  dup2(out, 2);
  if (chdir("/") != 0) _exit(126);
  execv(arguments.front(), arguments.data());
  _exit(127);
}

void private_mysql_server::start(std::vector<std::string> const& more_settings) {
  std::vector<std::string> command{program_,
                                   "--no-defaults",
                                   "--datadir=" + folder_ + "/data",
                                   "--socket=" + place_.socket,
                                   "--port=" + place_.port,
                                   "--bind-address=127.0.0.1",
                                   "--pid-file=" + folder_ + "/pid",
                                   "--tmpdir=" + folder_ + "/temporary",
                                   "--skip-log-bin",
                                   "--innodb-flush-log-at-trx-commit=0",
                                   "--innodb-doublewrite=0",
                                   "--innodb-log-file-size=8M",
                                   "--innodb-buffer-pool-size=32M",
                                   "--max-connections=60",
                                   "--local-infile=1",
                                   "--character-set-server=utf8mb4",
                                   "--log-warnings=0"};
  command.insert(command.end(), more_settings.begin(), more_settings.end());
  auto const end = std::chrono::steady_clock::now() + 60s;
  for (pid_ = launch(command); std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(20ms)) {
    try {
      mysql_administrator const ready(place_);
      return;
    } catch (std::runtime_error const&) {
    }
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = launch(command);
  }
  throw std::runtime_error("needs MariaDB to start: see " + folder_ + "/log");
}

void private_mysql_server::stop(int signal) {
  if (pid_ == 0) return;
  kill(pid_, signal);
  waitpid(pid_, nullptr, 0);
  pid_ = 0;
}

}  // namespace t2s::test
