// SPDX-License-Identifier: BSL-1.0
// Runs the command line in a shell and captures its output.
#ifndef T2S_TESTS_CLI_RUN_PROGRAM_HPP
#define T2S_TESTS_CLI_RUN_PROGRAM_HPP

#include "support/rest_of.hpp"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace cli_test {

struct said {
  int status = -1;
  std::string out{}, err{};
};

inline std::string quoted(std::string const& word) {
  std::string s = "'";
  for (char const c : word) c == '\'' ? s += "'\\''" : s += c;
  return s + "'";
}

/// Runs a program with these words, in a shell's syntax.
inline said run(std::string const& program, std::string const& words) {
  auto const err = (std::filesystem::temp_directory_path() / ("t2s.err." + std::to_string(::getpid()))).string();
  said r;
  auto const command = quoted(program) + " " + words + " 2>" + quoted(err);
  std::FILE* pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("no shell");
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) r.out.append(buffer, n);
  int const status = ::pclose(pipe);
  r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::ifstream in(err, std::ios::binary);
  r.err = streams::rest_of(in);
  std::filesystem::remove(err);
  return r;
}

inline said t2s(std::string const& words) { return run(T2S_CLI, words); }

inline void make_database(std::string const& path, char const* sql) {
  sqlite3* db = nullptr;
  sqlite3_open(path.c_str(), &db);
  char* message = nullptr;
  sqlite3_exec(db, sql, nullptr, nullptr, &message);
  std::string const said = message ? message : "";
  sqlite3_free(message);
  sqlite3_close(db);
  if (!said.empty()) throw std::runtime_error(said);
}

}  // namespace cli_test

#endif
