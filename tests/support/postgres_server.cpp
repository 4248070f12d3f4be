// SPDX-License-Identifier: BSL-1.0
#include "postgres_server.hpp"

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

#include <algorithm>
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

std::string quoted(std::string const& value) {
  std::string s = "'";
  for (char const c : value) s.append(c == '\'' || c == '\\' ? "\\" : "").append(1, c);
  return s.append("'");
}

/// The newest folder of PostgreSQL's programs.
std::string find_programs() {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (auto const& version : fs::directory_iterator("/usr/lib/postgresql", ignored))
    if (fs::exists(version.path() / "bin" / "initdb")) found.push_back(version.path() / "bin");
  for (char const* other : {"/usr/local/pgsql/bin", "/usr/bin", "/usr/local/bin"})
    if (found.empty() && fs::exists(fs::path(other) / "initdb") && fs::exists(fs::path(other) / "postgres")) found.emplace_back(other);
  if (found.empty()) throw std::runtime_error("needs a PostgreSQL server (apt install postgresql) or T2S_POSTGRES_URL");
  auto const version = [](fs::path const& p) { return std::atoi(p.parent_path().filename().c_str()); };
  return *std::ranges::max_element(found, {}, version);
}

/// PostgreSQL does not run as root.
passwd const* user_without_rights() {
  if (getuid() != 0) return nullptr;
  for (char const* name : {"postgres", "nobody"})
    if (auto const* user = getpwnam(name)) return user;
  throw std::runtime_error("needs a user other than root to run PostgreSQL as");
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

std::string value_of(PQconninfoOption const* options, std::string const& keyword) {
  for (auto const* o = options; o->keyword; ++o)
    if (o->keyword == keyword && o->val) return o->val;
  return {};
}

server_place place_of(std::string const& url) {
  char* words = nullptr;
  auto* const options = PQconninfoParse(url.c_str(), &words);
  if (!options) throw std::runtime_error("T2S_POSTGRES_URL is no connection string: " + std::string(words));
  server_place place{value_of(options, "host"), value_of(options, "port"), value_of(options, "user"), value_of(options, "password"),
                     value_of(options, "dbname")};
  PQconninfoFree(options);
  return place;
}

}  // namespace

std::string server_place::text() const {
  std::string s;
  auto const add = [&s](char const* keyword, std::string const& value) {
    if (!value.empty()) s.append(s.empty() ? "" : " ").append(keyword).append("=").append(quoted(value));
  };
  add("host", host);
  add("port", port);
  add("user", user);
  add("password", password);
  add("dbname", database);
  return s;
}

server_place server_place::as(std::string role, std::string its_password) const {
  return {host, port, std::move(role), std::move(its_password), database};
}
server_place server_place::in(std::string other_database) const { return {host, port, user, password, std::move(other_database)}; }
server_place server_place::at(std::string other_host, std::string other_port) const {
  return {std::move(other_host), std::move(other_port), user, password, database};
}

administrator::administrator(server_place const& where) : connection_(PQconnectdb(where.text().c_str()), PQfinish) {
  if (PQstatus(connection_.get()) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(connection_.get()));
  PQsetNoticeReceiver(connection_.get(), [](void*, PGresult const*) {}, nullptr);
}

void administrator::run(std::string const& sql) const { static_cast<void>(rows(sql)); }

std::vector<std::vector<std::string>> administrator::rows(std::string const& sql) const {
  std::unique_ptr<PGresult, void (*)(PGresult*)> const r(PQexec(connection_.get(), sql.c_str()), PQclear);
  auto const status = PQresultStatus(r.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY)
    throw std::runtime_error(PQerrorMessage(connection_.get()));
  std::vector<std::vector<std::string>> all(static_cast<std::size_t>(PQntuples(r.get())));
  for (int i = 0; i < PQntuples(r.get()); ++i)
    for (int c = 0; c < PQnfields(r.get()); ++c)
      all[static_cast<std::size_t>(i)].emplace_back(PQgetisnull(r.get(), i, c) != 0 ? "NULL" : PQgetvalue(r.get(), i, c));
  return all;
}

std::string administrator::one(std::string const& sql) const { return rows(sql).at(0).at(0); }

postgres_server::postgres_server() {
  if (char const* url = std::getenv("T2S_POSTGRES_URL"); url && *url != '\0') {
    place_ = place_of(url);
    return;
  }
  programs_ = find_programs();
  initialize();
  start();
}

postgres_server::~postgres_server() {
  if (!is_private()) return;
  stop(SIGQUIT);
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void postgres_server::initialize() {
  std::string pattern = fs::temp_directory_path() / "t2s_postgres_XXXXXX";
  if (!mkdtemp(pattern.data())) throw std::runtime_error("needs a temporary folder");
  folder_ = pattern;
  if (auto const* user = user_without_rights(); user && chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0)
    throw std::runtime_error("needs a temporary folder of another user");
  place_ = {folder_, free_port(), "postgres", {}, "postgres"};
  int status = 0;
  waitpid(launch({programs_ + "/initdb", "-D", folder_ + "/data", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C",
                  "--no-instructions"}),
          &status, 0);
  if (status != 0) throw std::runtime_error("needs initdb to work: see " + folder_ + "/log");
  std::ofstream settings(folder_ + "/data/postgresql.auto.conf", std::ios::app);
  settings << "fsync = off\nfull_page_writes = off\nautovacuum = off\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '"
           << folder_ << "'\nmax_connections = 60\nlog_min_messages = fatal\nlog_min_error_statement = panic\nport = " << place_.port
           << "\n";
}

pid_t postgres_server::launch(std::vector<std::string> const& command) const {
  auto const* const user = user_without_rights();
  std::vector<char*> arguments;
  for (auto const& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  auto const log = folder_ + "/log";
  pid_t const child = fork();
  if (child != 0) return child;
  if (user && (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) _exit(126);
  prctl(PR_SET_PDEATHSIG, SIGQUIT);  // it ends with this process
  int const out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(out, 1);
  dup2(out, 2);
  if (chdir("/") != 0) _exit(126);
  execv(arguments.front(), arguments.data());
  _exit(127);
}

void postgres_server::start(std::vector<std::string> const& more_settings) {
  std::vector<std::string> command{programs_ + "/postgres", "-D", folder_ + "/data"};
  for (auto const& s : more_settings) command.insert(command.end(), {"-c", s});
  auto const end = std::chrono::steady_clock::now() + 60s;
  for (pid_ = launch(command); std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(20ms)) {
    if (PQping(place_.text().c_str()) == PQPING_OK) return;
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = launch(command);  // the processes of a killed server have not ended yet
  }
  throw std::runtime_error("needs PostgreSQL to start: see " + folder_ + "/log");
}

void postgres_server::stop(int signal) {
  if (pid_ == 0) return;
  kill(pid_, signal);
  waitpid(pid_, nullptr, 0);
  pid_ = 0;
}

}  // namespace t2s::test
