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
enum exit_code { answered = 0, no_sql = 1, wrong_usage = 2, infrastructure = 3, too_uncertain = 4 };

/// A mistake in the call of the program; the text says which, and what to type.
struct usage_error : std::runtime_error {
  using runtime_error::runtime_error;
};

/// A subcommand's options, with --help among them.
struct options {
  po::options_description described;
  po::positional_options_description positional{};
  std::string usage;  ///< "ask --db FILE [options] QUESTION"
  std::string about;  ///< its help text

  options(std::string usage_line, std::string text);

  /// Reads the words. For --help it prints the help and returns false. Throws usage_error with the mistake and what to type.
  [[nodiscard]] bool read(std::vector<std::string> const& words, po::variables_map& into) const;
};

/// The names of option values in --help: FILE, DIR, N.
po::typed_value<std::string>* a_word(char const* name);
po::typed_value<std::string>* a_file();
po::typed_value<std::string>* a_folder();
po::typed_value<double>* a_number();

/// The text of an option; "" if it is absent.
std::string text_of(po::variables_map const& given, char const* option);

/// The whole number of an option, from `least` to `most`; `otherwise` if it is absent. Throws usage_error.
std::size_t whole_number(po::variables_map const& given, char const* option, std::size_t least, std::size_t most, std::size_t otherwise);

/// --jobs, and its number of threads: 1 to 1024, by default one for each processor. Throws usage_error.
void describe_jobs(po::options_description& to);
std::size_t jobs_of(po::variables_map const& given);

}  // namespace cli

#endif
