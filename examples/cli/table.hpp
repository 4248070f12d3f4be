// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_TABLE_HPP
#define T2S_CLI_TABLE_HPP

#include <cstddef>
#include <iosfwd>

#include "printable.hpp"
#include "t2s/db/detail/result.hpp"

namespace cli {

/// Prints rows as an aligned table, numbers to the right; at most `limit` rows, then how many more there are. Cells are `printable`.
void print_table(std::ostream& out, t2s::db::rows const& rows, std::size_t limit);

/// Whom CSV is for: programs, which get every text as it is, or a terminal, whose texts are `printable_lines`.
enum class csv_for { programs, terminal };

/// Prints rows as CSV (RFC 4180): a line of names, then a line a row, each ended by CR LF. NULL is empty, an empty text is `""`, a blob is
/// the text X'...'. Text that is not UTF-8 has U+FFFD in its place.
void print_csv(std::ostream& out, t2s::db::rows const& rows, csv_for whom);

}  // namespace cli

#endif
