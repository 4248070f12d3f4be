// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_WORDING_HPP
#define T2S_CLI_WORDING_HPP

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "t2s/core/detail/shell_word.hpp"

namespace cli {

using t2s::detail::shell_word;

/// "1 row", "2 rows": for a noun whose plural ends in s.
std::string counted(std::size_t n, std::string_view noun);

/// "0.07 ms", "340 ms", "2.5 s": in a suitable unit.
std::string spoken(std::chrono::duration<double> time);

/// Equivalent SQL on one line: without comments, with blanks for line ends between words, and `' || char(10) || '` for those within
/// strings.
[[nodiscard]] std::string one_line_sql(std::string_view sql);

}  // namespace cli

#endif
