// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SERVE_TELEMETRY_DETAIL_QUERY_TEXT_HPP
#define T2S_SERVE_TELEMETRY_DETAIL_QUERY_TEXT_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <string>
#include <string_view>

namespace t2s::telemetry {

/// How much of a statement a trace contains: literals may be personal data.
enum class query_text : std::uint8_t {
  none,              ///< nothing
  without_literals,  ///< "?" for each number and text, and no comments
  whole              ///< the whole statement; also questions and notes
};

/// A statement with "?" for each literal and a blank for each comment; "?" alone if the dialect's tokenizer cannot read it. In SQLite a
/// name in double quotes may be a text, and is replaced too. O(|sql|).
[[nodiscard]] T2S_DECL std::string without_literals(std::string const& sql, sql::dialect in);

/// The first word of a statement in capitals, if it is a plain word: "SELECT".
[[nodiscard]] T2S_DECL std::string operation_of(std::string_view sql);

}  // namespace t2s::telemetry

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/serve/telemetry/detail/query_text.ipp"
#endif

#endif
