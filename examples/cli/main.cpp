// SPDX-License-Identifier: BSL-1.0
// t2s: questions to SQL on the command line.
#include "command.hpp"

#include <sqlite3.h>
#include <array>
#include <boost/version.hpp>
#include <exception>
#include <filesystem>
#include <iostream>

#include "advice.hpp"
#include "interruption.hpp"
#include "t2s/core/error.hpp"
#include "t2s/core/text.hpp"
#include "table.hpp"

namespace {

constexpr std::array commands{
    cli::command{"ask", "answer one question over a database", cli::ask},
    cli::command{"serve", "answer questions of a browser, and of programs over HTTP", cli::serve},
    cli::command{"predict", "write one SQL a line for the questions of a file", cli::predict},
    cli::command{"reproduce", "make a table of a paper with your model", cli::reproduce_table},
    cli::command{"study", "compare strategies of correction over the same drafts", cli::compare_strategies},
    cli::command{"systems", "list the pipelines and their settings", cli::list_systems},
    cli::command{"pool", "simplify demonstrations, for dynamic revision", cli::pool},
    cli::command{"repair", "put SQL right without a model", cli::repair},
    cli::command{"vote", "choose among several files of predictions", cli::vote},
    cli::command{"link", "say what a question names in a database", cli::link_question},
    cli::command{"index", "keep the values of a database for looking up", cli::index},
    cli::command{"skeleton", "say which skeletons the SQL of a question may have", cli::skeleton},
    cli::command{"evaluate", "say what predictions are worth", cli::evaluate},
    cli::command{"merge", "join the shards of a command", cli::merge},
    cli::command{"copy", "copy a database into another one, of any kind", cli::copy},
    cli::command{"chat", "ask a model anything, to see that it works", cli::chat},
    cli::command{"doctor", "say what works: model, key, database", cli::doctor},
    cli::command{"parse", "parse SQL from standard input, one statement a line", cli::parse},
    cli::command{"transpile", "write SQL of one dialect in another", cli::transpile},
    cli::command{"lint", "say where SQL runs and does not mean what it seems to", cli::lint},
    cli::command{"confidence", "say how likely SQL is right", cli::confidence},
    cli::command{"mcp", "serve databases to programs that speak MCP", cli::mcp},
    cli::command{"explain", "show what a statement is made of and what its names mean", cli::explain},
};

void print_help(std::ostream& out) {
  out << "t2s turns questions into SQL and corrects it.\n\nUsage: t2s COMMAND [options]\n\nCommands:\n";
  for (auto const& c : commands) out << "  " << c.name << std::string(12 - std::string_view(c.name).size(), ' ') << c.summary << "\n";
  out << "\n  t2s COMMAND --help  says more about a command\n  t2s --version       prints versions\n"
         "\nExit status: 0 done, 1 no SQL found, 2 wrong usage, 3 a file, database or model failed,\n128 + N ended by signal N\n";
}

void print_version() {
  std::cout << "t2s " << T2S_VERSION_STRING << " (Boost " << BOOST_VERSION / 100000 << "." << BOOST_VERSION / 100 % 1000 << "."
            << BOOST_VERSION % 100 << ", SQLite " << sqlite3_libversion() << ")\n";
}

cli::command const& find_command(std::string const& name) {
  std::vector<std::string> known{"--help", "--version"};
  for (auto const& c : commands) {
    if (name == c.name) return c;
    known.emplace_back(c.name);
  }
  auto const* near = t2s::text::nearest(name, known);
  throw cli::usage_error("unknown command " + name + (near ? "; did you mean " + *near + "?" : "; t2s --help lists the commands"));
}

/// Mistakes in the question are the caller's; all else that is thrown is the machine's.
cli::exit_code status_of(t2s::error const& e) {
  bool const callers = e.code() == t2s::errc::empty_question || e.code() == t2s::errc::question_too_long ||
                       e.code() == t2s::errc::invalid_utf8 || e.code() == t2s::errc::invalid_argument;
  return callers ? cli::wrong_usage : cli::infrastructure;
}

int dispatch(std::vector<std::string> words) {
  if (words[0] == "--help" || words[0] == "-h" || words[0] == "help") return print_help(std::cout), cli::answered;
  if (words[0] == "--version") return print_version(), cli::answered;
  auto const& command = find_command(words[0]);
  words.erase(words.begin());
  return command.run(words);
}

int run(std::vector<std::string> words) {
  if (words.empty()) {
    print_help(std::cerr);
    return cli::wrong_usage;
  }
  int const status = dispatch(std::move(words));
  std::cout.flush();
  if (!std::cout) throw t2s::error(t2s::errc::file_unwritable, "standard output takes no more");
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (cli::usage_error const& e) {
    std::cerr << "t2s: " << cli::printable_lines(e.what()) << "\n";
    return cli::wrong_usage;
  } catch (cli::interrupted const& e) {
    std::cerr << "t2s: " << cli::printable_lines(e.what()) << "\n";
    return 128 + e.signal;
  } catch (t2s::error const& e) {
    std::cerr << "t2s: " << cli::for_terminal(e.what()) << "\n";
    return status_of(e);
  } catch (std::filesystem::filesystem_error const& e) {
    std::cerr << "t2s: " << cli::printable(e.path1().string()) << ": " << e.code().message() << "; check the path and its permissions\n";
    return cli::infrastructure;
  } catch (std::exception const& e) {
    std::cerr << "t2s: " << cli::printable_lines(e.what()) << "\n";
    return cli::infrastructure;
  }
}
