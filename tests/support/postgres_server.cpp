// SPDX-License-Identifier: BSL-1.0
#include "postgres_server.hpp"

#include <signal.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace t2s::test {
namespace {

namespace fs = std::filesystem;

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
server_place server_place::at_either(std::string const& other_host, std::string const& its_port, std::string const& other_port) const {
  return at(other_host + "," + other_host, its_port + "," + other_port);
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

postgres_server::postgres_server() : private_server("postgres", "postgres", SIGQUIT) {
  if (char const* url = std::getenv("T2S_POSTGRES_URL"); url && *url != '\0') {
    place_ = place_of(url);
    return;
  }
  programs_ = find_programs();
  make_folder();
  place_ = {folder(), free_port(), "postgres", {}, "postgres"};
  run_to_its_end({programs_ + "/initdb", "-D", folder() + "/data", "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C",
                  "--no-instructions"});
  std::ofstream(folder() + "/data/postgresql.auto.conf", std::ios::app)
      << "fsync = off\nfull_page_writes = off\nautovacuum = off\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '" << folder()
      << "'\nmax_connections = 60\nlog_min_messages = fatal\nlog_min_error_statement = panic\nport = " << place_.port << "\n";
  start();
}

void postgres_server::start(std::vector<std::string> const& more_settings) {
  std::vector<std::string> command{programs_ + "/postgres", "-D", folder() + "/data"};
  for (auto const& s : more_settings) command.insert(command.end(), {"-c", s});
  start_with(command, [this] { return PQping(place_.text().c_str()) == PQPING_OK; });
}

}  // namespace t2s::test
