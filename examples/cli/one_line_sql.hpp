// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_ONE_LINE_SQL_HPP
#define T2S_CLI_ONE_LINE_SQL_HPP

#include <string>
#include <string_view>

namespace cli {

/// SQL that means the same on one line: comments are left out, line ends between words are blanks, and one within a string becomes
/// `' || char(10) || '`.
[[nodiscard]] std::string one_line_sql(std::string_view sql);

}  // namespace cli

#endif
