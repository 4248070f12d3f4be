// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_TESTS_SUPPORT_WITH_SERVER_HPP
#define T2S_TESTS_SUPPORT_WITH_SERVER_HPP

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

/// A program that runs another over a database of its own on a server: with_ENGINE SCRIPT.sql PROGRAM ARGUMENTS...
/// The script, in SQLite's SQL, makes the tables; lines that begin with PRAGMA are left out. In the arguments @reader@ stands for a user
/// that can only read, @owner@ for one that may do everything. The status is the program's; 77 means that there is no server.
namespace t2s::test {

/// The name of the database and of its reader.
inline std::string scene_name() { return "t2s_scene_" + std::to_string(getpid()); }

/// The script, each line as `change` makes it.
template <class Change>
std::string script_of(char const* file, Change const& change) {
  std::ifstream in(file);
  std::string sql;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("PRAGMA")) sql.append(change(std::move(line))).append("\n");
  return sql;
}

inline int run_program(std::vector<std::string> command) {
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

/// `Scene` makes the database and its reader on the server, with the tables of the script, and drops them.
template <class Server, class Scene>
int with_server(int argc, char** argv) try {
  if (argc < 3) return std::cerr << "usage: " << argv[0] << " SCRIPT.sql PROGRAM ARGUMENTS...\n", 2;
  std::unique_ptr<Server> server;
  try {
    server = std::make_unique<Server>();
  } catch (std::runtime_error const& e) {
    std::cout << "SKIPPED: " << argv[2] << " " << e.what() << std::endl;
    return 77;
  }
  Scene const here(*server, argv[1]);
  std::vector<std::string> command;
  for (int i = 2; i < argc; ++i) {
    std::string const word = argv[i];
    command.push_back(word == "@reader@" ? here.reader().text() : word == "@owner@" ? here.owner().text() : word);
  }
  return run_program(std::move(command));
} catch (std::exception const& e) {
  return std::cerr << e.what() << "\n", 1;
}

}  // namespace t2s::test

#endif
