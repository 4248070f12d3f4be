// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_COMMAND_HPP
#define T2S_CLI_COMMAND_HPP

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/variables_map.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {

namespace po = boost::program_options;

/// What the program tells its caller.
enum exit_code { answered = 0, no_sql = 1, wrong_usage = 2, infrastructure = 3 };

/// A mistake in how the program was called; its text says which, and what to type.
struct usage_error : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A subcommand: what it is called and what it does with the words behind its name.
struct command {
  char const* name;
  char const* summary;  ///< one line
  int (*run)(std::vector<std::string> const& words);
};

int ask(std::vector<std::string> const& words);
int predict(std::vector<std::string> const& words);
int chat(std::vector<std::string> const& words);
int doctor(std::vector<std::string> const& words);
int parse(std::vector<std::string> const& words);
int vote(std::vector<std::string> const& words);
int repair(std::vector<std::string> const& words);
int evaluate(std::vector<std::string> const& words);
int explain(std::vector<std::string> const& words);
int skeleton(std::vector<std::string> const& words);
int list_systems(std::vector<std::string> const& words);
int index(std::vector<std::string> const& words);
int link_question(std::vector<std::string> const& words);
int pool(std::vector<std::string> const& words);

/// A subcommand's options, and how to show them.
struct options {
  po::options_description described;
  po::positional_options_description positional{};
  std::string usage;  ///< "ask --db FILE [options] QUESTION"
  std::string about;  ///< what it does, for --help

  options(std::string usage_line, std::string text) : described("Options"), usage(std::move(usage_line)), about(std::move(text)) {}

  /// Reads the words. Prints the help and gives nothing if it was asked for. Throws usage_error with what is wrong and the nearest known
  /// option.
  [[nodiscard]] bool read(std::vector<std::string> const& words, po::variables_map& into) const;
};

}  // namespace cli

#endif
