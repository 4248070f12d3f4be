// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_COMMAND_HPP
#define T2S_CLI_COMMAND_HPP

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/positional_options.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <boost/program_options/variables_map.hpp>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli {

namespace po = boost::program_options;

/// The exit status of the program.
enum exit_code { answered = 0, no_sql = 1, wrong_usage = 2, infrastructure = 3 };

/// A mistake in how the program was called; its text says which, and what to type.
struct usage_error : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A subcommand: its name and what it does with the words after it.
struct command {
  char const* name;
  char const* summary;  ///< one line
  int (*run)(std::vector<std::string> const& words);
};

int ask(std::vector<std::string> const& words);
int serve(std::vector<std::string> const& words);
int predict(std::vector<std::string> const& words);
int reproduce_table(std::vector<std::string> const& words);
int compare_strategies(std::vector<std::string> const& words);
int chat(std::vector<std::string> const& words);
int doctor(std::vector<std::string> const& words);
int parse(std::vector<std::string> const& words);
int vote(std::vector<std::string> const& words);
int repair(std::vector<std::string> const& words);
int merge(std::vector<std::string> const& words);
int evaluate(std::vector<std::string> const& words);
int lint(std::vector<std::string> const& words);
int confidence(std::vector<std::string> const& words);
int explain(std::vector<std::string> const& words);
int transpile(std::vector<std::string> const& words);
int skeleton(std::vector<std::string> const& words);
int list_systems(std::vector<std::string> const& words);
int index(std::vector<std::string> const& words);
int link_question(std::vector<std::string> const& words);
int pool(std::vector<std::string> const& words);
int copy(std::vector<std::string> const& words);
int mcp(std::vector<std::string> const& words);

/// The end of `t2s merge`: the commands of these words write what they make of a journal that has everything, with `output` in the place of
/// what the words name. They throw t2s::error if it lacks something.
int evaluate_joined(std::vector<std::string> const& words, std::string const& output);
int reproduce_joined(std::vector<std::string> const& words, std::string const& output);
int study_joined(std::vector<std::string> const& words, std::string const& output);

/// A subcommand's options, with --help among them.
struct options {
  po::options_description described;
  po::positional_options_description positional{};
  std::string usage;  ///< "ask --db FILE [options] QUESTION"
  std::string about;  ///< what it does, for --help

  options(std::string usage_line, std::string text);

  /// Reads the words. After --help, prints the help and returns false. Throws usage_error with what is wrong and what to type.
  [[nodiscard]] bool read(std::vector<std::string> const& words, po::variables_map& into) const;
};

/// Values of options, as --help names them: FILE, DIR, N.
po::typed_value<std::string>* a_word(char const* name);
po::typed_value<std::string>* a_file();
po::typed_value<std::string>* a_folder();
po::typed_value<double>* a_number();

/// The text that an option was given; "" without it.
std::string text_of(po::variables_map const& given, char const* option);

/// The whole number from `least` to `most` that an option was given, `otherwise` without it. Throws usage_error.
std::size_t whole_number(po::variables_map const& given, char const* option, std::size_t least, std::size_t most, std::size_t otherwise);

/// --jobs, and how many threads it asks for: 1 to 1024, by default one for each processor. Throws usage_error.
void describe_jobs(po::options_description& to);
std::size_t jobs_of(po::variables_map const& given);

}  // namespace cli

#endif
