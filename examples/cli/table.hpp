// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_TABLE_HPP
#define T2S_CLI_TABLE_HPP

#include <cstddef>
#include <iosfwd>

#include "t2s/db/result.hpp"

namespace cli {

/// Prints rows as an aligned table, numbers to the right; at most `limit` rows, then how many more there are. Control characters of cells
/// are shown as spaces, so that a value cannot steer the terminal.
void print_table(std::ostream& out, t2s::db::rows const& rows, std::size_t limit);

}  // namespace cli

#endif
