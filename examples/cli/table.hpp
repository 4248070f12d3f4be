// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_TABLE_HPP
#define T2S_CLI_TABLE_HPP

#include <cstddef>
#include <iosfwd>

#include "printable.hpp"
#include "t2s/db/detail/result.hpp"

namespace cli {

/// Prints rows as an aligned table with numbers to the right; at most `limit` rows, then the number of the others. Cells are `printable`.
void print_table(std::ostream& out, t2s::db::rows const& rows, std::size_t limit);

/// The reader of CSV: programs, which get every text unchanged, or a terminal, which gets `printable_lines`.
enum class csv_for { programs, terminal };

/// Prints rows as CSV (RFC 4180): a line of names, then a line for each row, each ended by CR LF. NULL is empty, an empty text is `""`, a
/// blob is the text X'...'. Bytes that are not UTF-8 become U+FFFD.
void print_csv(std::ostream& out, t2s::db::rows const& rows, csv_for whom);

}  // namespace cli

#endif
