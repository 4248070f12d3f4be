// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_WORDING_HPP
#define T2S_CLI_WORDING_HPP

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

/// "1 row", "2 rows": of a noun whose plural ends in s.
std::string counted(std::size_t n, std::string_view noun);

/// A word as a shell reads it: in quotes where it needs them.
std::string shell_word(std::string const& word);

/// "0.07 ms", "340 ms", "2.5 s": in the unit that suits it.
std::string spoken(std::chrono::duration<double> time);

/// SQL that means the same on one line: comments are left out, line ends between words are blanks, and one within a string becomes
/// `' || char(10) || '`.
[[nodiscard]] std::string one_line_sql(std::string_view sql);

}  // namespace cli

#endif
