// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_OPTIONS_HPP
#define T2S_CLI_OPTIONS_HPP

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
