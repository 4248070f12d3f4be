// SPDX-License-Identifier: BSL-1.0
// Runs a program over a new PostgreSQL database: with_postgres SCRIPT.sql PROGRAM ARGUMENTS...
// The script creates the tables, as a superuser; lines that begin with PRAGMA are for SQLite and skipped. In the arguments @reader@ stands
// for the connection string of a read-only role, @owner@ for that of a superuser. The server is a private one, or that of T2S_POSTGRES_URL.
// The status is the program's; 77 means that there is no server.
#include "postgres_server.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace {

using namespace t2s::test;

/// A database and a role, while the object lives.
class scene {
 public:
  explicit scene(postgres_server const& server) : server_(server) {
    administrator const admin(server_.place());
    admin.run("CREATE DATABASE " + name_);
    admin.run("CREATE ROLE " + name_ + " LOGIN PASSWORD 'read only'");
    admin.run("REVOKE ALL ON DATABASE " + name_ + " FROM PUBLIC");
    admin.run("GRANT CONNECT ON DATABASE " + name_ + " TO " + name_);
  }
  scene(scene const&) = delete;
  scene& operator=(scene const&) = delete;
  ~scene() try {
    administrator const admin(server_.place());
    admin.run("DROP DATABASE " + name_ + " WITH (FORCE)");
    admin.run("DROP ROLE " + name_);
  } catch (std::runtime_error const& e) {
    std::cerr << e.what() << "\n";
  }

  void fill(char const* script) const {
    std::ifstream in(script);
    std::string sql;
    for (std::string line; std::getline(in, line);)
      if (!line.starts_with("PRAGMA")) sql.append(line).append("\n");
    administrator const admin(owner());
    admin.run(sql);
    admin.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + name_);
  }

  [[nodiscard]] server_place owner() const { return server_.place().in(name_); }
  [[nodiscard]] server_place reader() const { return owner().as(name_, "read only"); }

 private:
  postgres_server const& server_;
  std::string name_ = "t2s_scene_" + std::to_string(getpid());
};

int run(std::vector<std::string> command) {
  std::vector<char*> words;
  for (auto& w : command) words.push_back(w.data());
  words.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawn(&child, words.front(), nullptr, nullptr, words.data(), environ) != 0)
    throw std::logic_error("cannot run " + command.front());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int run_over(postgres_server const& server, int argc, char** argv) {
  scene const here(server);
  here.fill(argv[1]);
  std::vector<std::string> command;
  for (int i = 2; i < argc; ++i) {
    std::string const word = argv[i];
    command.push_back(word == "@reader@" ? here.reader().text() : word == "@owner@" ? here.owner().text() : word);
  }
  return run(std::move(command));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) return std::cerr << "usage: with_postgres SCRIPT.sql PROGRAM ARGUMENTS...\n", 2;
  std::unique_ptr<postgres_server> server;
  try {
    server = std::make_unique<postgres_server>();
  } catch (std::runtime_error const& e) {
    std::cout << "SKIPPED: " << argv[2] << " " << e.what() << std::endl;
    return 77;
  }
  return run_over(*server, argc, argv);
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 1;
}
