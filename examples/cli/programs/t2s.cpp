// SPDX-License-Identifier: BSL-1.0
// t2s: questions to SQL on the command line. It answers questions over SQLite files without a model. Other commands are in programs beside
// it: t2s-ask, t2s-serve and others.
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/version.hpp>
#include <cerrno>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "offline_ask.hpp"
#include "options.hpp"
#include "program.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/core/error.hpp"

namespace {

namespace fs = std::filesystem;

/// A subcommand, and its program.
struct entry {
  std::string_view name;
  std::string_view summary;  ///< one line of help
  std::string_view program;
};

constexpr std::array commands{
    entry{"ask", "answer one question over a database", "t2s-ask"},
    entry{"serve", "answer questions of a browser, and of programs over HTTP", "t2s-serve"},
    entry{"predict", "write one SQL a line for the questions of a file", "t2s-ask"},
    entry{"reproduce", "make a table of a paper with your model", "t2s-lab"},
    entry{"study", "compare strategies of correction over the same drafts", "t2s-lab"},
    entry{"systems", "list the pipelines and their settings", "t2s-ask"},
    entry{"pool", "simplify demonstrations, for dynamic revision", "t2s-ask"},
    entry{"repair", "put SQL right without a model", "t2s-local"},
    entry{"vote", "choose among several files of predictions", "t2s-local"},
    entry{"link", "say what a question names in a database", "t2s-local"},
    entry{"index", "keep the values of a database for looking up", "t2s-local"},
    entry{"learn", "propose what a database's schema does not say", "t2s-local"},
    entry{"metrics", "check semantic models and metrics, and list them", "t2s-local"},
    entry{"correct", "remember a question with its right SQL", "t2s-local"},
    entry{"skeleton", "say which skeletons the SQL of a question may have", "t2s-local"},
    entry{"evaluate", "say what predictions are worth", "t2s-lab"},
    entry{"counterexample", "find a small database on which two queries differ", "t2s-lab"},
    entry{"merge", "join the shards of a command", "t2s-lab"},
    entry{"copy", "copy a database into another one, of any kind", "t2s-local"},
    entry{"chat", "ask a model anything, to see that it works", "t2s-ask"},
    entry{"doctor", "say what works: model, key, database", "t2s-ask"},
    entry{"parse", "parse SQL from standard input, one statement a line", "t2s-sql"},
    entry{"transpile", "write SQL of one dialect in another", "t2s-sql"},
    entry{"lint", "find SQL that runs but does not mean what was meant", "t2s-sql"},
    entry{"confidence", "say how likely SQL is right", "t2s-local"},
    entry{"mcp", "serve databases to programs that speak MCP", "t2s-serve"},
    entry{"explain", "show what a statement is made of and what its names mean", "t2s-sql"},
};

void print_help(std::ostream& out) {
  out << "t2s turns questions into SQL and corrects it.\n\nUsage: t2s COMMAND [options]\n\nCommands:\n";
  for (auto const& c : commands) out << "  " << c.name << std::string(16 - c.name.size(), ' ') << c.summary << "\n";
  out << "\n  t2s COMMAND --help  says more about a command\n  t2s --version       prints versions\n"
         "\nExit status: 0 done, 1 no SQL found, 2 wrong usage, 3 a file, database or model failed,\n"
         "4 the answer is too uncertain, 128 + N ended by signal N; serve and mcp end with 0 then\n";
}

void print_version() {
  std::cout << "t2s " << T2S_VERSION_STRING << " (Boost " << BOOST_VERSION / 100000 << "." << BOOST_VERSION / 100 % 1000 << "."
            << BOOST_VERSION % 100 << ", SQLite " << sqlite3_libversion() << ")\n";
}

entry const& find_command(std::string const& name) {
  std::vector<std::string> known{"--help", "--version"};
  for (auto const& c : commands) {
    if (name == c.name) return c;
    known.emplace_back(c.name);
  }
  bool const is_option = name.starts_with('-') && std::ranges::find(known, name) == known.end();
  auto const* near = t2s::text::nearest(name, known);
  if (is_option && !near)
    throw cli::usage_error(name + " stands before any command: write t2s COMMAND " + name + " ..., as in t2s ask --db FILE QUESTION");
  throw cli::usage_error("unknown command " + name + (near ? "; did you mean " + *near + "?" : "; t2s --help lists the commands"));
}

/// The folder of this program, after resolving links.
fs::path own_folder() {
  std::error_code none;
  auto const self = fs::read_symlink("/proc/self/exe", none);
  return none ? fs::path() : self.parent_path();
}

/// Replaces this process by the program of the command. Returns if it is not built.
void become(entry const& command, char** argv) {
  auto const folder = own_folder();
  auto const program = folder.empty() ? fs::path(command.program) : folder / command.program;
  folder.empty() ? execvp(program.c_str(), argv) : execv(program.c_str(), argv);
  if (errno != ENOENT)
    throw t2s::error(t2s::errc::file_unreadable, program.string() + " cannot be run: " + std::generic_category().message(errno),
                     "./scripts/build makes it anew");
}

int run(int argc, char** argv);

/// Turns `t2s help COMMAND` into `t2s COMMAND --help`.
int help_of(char** argv) {
  std::string help = "--help";
  std::array<char*, 4> words{argv[0], argv[2], help.data(), nullptr};
  return run(3, words.data());
}

int run(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) return print_help(std::cerr), cli::wrong_usage;
  bool const asks_help = words[0] == "--help" || words[0] == "-h" || words[0] == "help";
  if (asks_help && argc > 2) return help_of(argv);
  if (asks_help) return print_help(std::cout), cli::answered;
  if (words[0] == "--version") return print_version(), cli::answered;
  auto const& command = find_command(words[0]);
  words.erase(words.begin());
  bool const is_ask = command.name == "ask";
  if (is_ask && cli::is_offline_question(words)) return cli::ask_offline(words);
  become(command, argv);
  if (is_ask) return cli::ask_offline_alone(words);
  auto const name = std::string(command.name);
  throw t2s::error(t2s::errc::file_not_found, "t2s " + name + " is not built", "./scripts/build " + name + " builds it");
}

}  // namespace

int main(int argc, char** argv) {
  return cli::reported([&] { return run(argc, argv); });
}
