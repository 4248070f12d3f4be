// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ADVICE_HPP
#define T2S_CLI_ADVICE_HPP

#include <optional>
#include <string>
#include <string_view>

#include "t2s/sql/parse.hpp"

namespace cli {

/// A message of the library for the terminal: `printable`, with options of the command line in place of the library's settings.
std::string for_terminal(std::string_view message);

/// The same without `printable`.
std::string in_options(std::string message);

/// A word that is probably a keyword misspelt.
struct misspelt_keyword {
  std::size_t offset = 0;  ///< where it begins
  std::string says{};      ///< "FORM is perhaps meant as FROM"
};

/// The misspelt keyword that explains a syntax error: the word at it or before it, one edit from FROM, WHERE, GROUP and the like.
std::optional<misspelt_keyword> misspelt_at(std::string_view sql, t2s::sql::syntax_error const& wrong);

/// Throws usage_error if a question is a statement that reads a table: "SELECT name FROM shops".
void refuse_sql(std::string const& question);

/// A syntax error with the misspelt keyword that explains it.
std::string syntax_text(std::string_view sql, t2s::sql::syntax_error const& wrong);

}  // namespace cli

#endif
