// SPDX-License-Identifier: BSL-1.0
// Runs a program over a new MariaDB or MySQL database: with_mysql SCRIPT.sql PROGRAM ARGUMENTS...
// The script creates the tables. It is written for SQLite: lines that begin with PRAGMA are skipped, and TEXT becomes a type that can be a
// key. In the arguments @reader@ stands for the URL of a read-only user, @owner@ for that of one with all rights. The server is a private
// one, or that of T2S_MYSQL_URL. The status is the program's; 77 means that there is no server.
#include "mysql_server.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <stdexcept>

namespace {

using namespace t2s::test;

/// A database and a user, while the object lives.
class scene {
 public:
  explicit scene(private_mysql_server const& server) : server_(server) {
    mysql_administrator const admin(server_.place().in(""));
    admin.run("CREATE DATABASE " + name_ + " CHARACTER SET utf8mb4; CREATE USER " + name_ + "@'%' IDENTIFIED BY 'read only'");
    admin.run("GRANT SELECT, SHOW VIEW ON " + name_ + ".* TO " + name_ + "@'%'");
  }
  scene(scene const&) = delete;
  scene& operator=(scene const&) = delete;
  ~scene() try {
    mysql_administrator(server_.place().in("")).run("DROP DATABASE " + name_ + "; DROP USER " + name_ + "@'%'");
  } catch (std::runtime_error const& e) {
    std::cerr << e.what() << "\n";
  }

  void fill(char const* script) const {
    std::ifstream in(script);
    std::string sql = "SET sql_mode = 'ANSI_QUOTES';\n";
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with("PRAGMA")) continue;
      for (auto at = line.find(" TEXT"); at != line.npos; at = line.find(" TEXT", at)) line.replace(at, 5, " VARCHAR(190)");
      sql.append(line).append("\n");
    }
    mysql_administrator(owner()).run(sql);
  }

  [[nodiscard]] mysql_server_place owner() const { return server_.place().in(name_); }
  [[nodiscard]] mysql_server_place reader() const { return owner().as(name_, "read only"); }

 private:
  private_mysql_server const& server_;
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

int run_over(private_mysql_server const& server, int argc, char** argv) {
  scene const here(server);
  here.fill(argv[1]);
  std::vector<std::string> command;
  for (int i = 2; i < argc; ++i) {
    std::string const word = argv[i];
    command.push_back(word == "@reader@" ? here.reader().url() : word == "@owner@" ? here.owner().url() : word);
  }
  return run(std::move(command));
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) return std::cerr << "usage: with_mysql SCRIPT.sql PROGRAM ARGUMENTS...\n", 2;
  std::unique_ptr<private_mysql_server> server;
  try {
    server = std::make_unique<private_mysql_server>();
  } catch (std::runtime_error const& e) {
    std::cout << "SKIPPED: " << argv[2] << " " << e.what() << std::endl;
    return 77;
  }
  return run_over(*server, argc, argv);
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 1;
}
