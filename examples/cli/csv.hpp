// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_CSV_HPP
#define T2S_CLI_CSV_HPP

#include <iosfwd>

#include "t2s/db/result.hpp"

namespace cli {

/// Prints rows as CSV (RFC 4180): a line of names, then a line a row, each ended by CR LF. NULL is empty, an empty text is `""`, a blob is
/// the text X'...'. Text that is not UTF-8 has U+FFFD in its place.
void print_csv(std::ostream& out, t2s::db::rows const& rows);

}  // namespace cli

#endif
