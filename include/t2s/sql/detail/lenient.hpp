// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LENIENT_HPP
#define T2S_SQL_DETAIL_LENIENT_HPP

#include "t2s/sql/parse.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// The corrections of a draft.
enum class fix : std::uint8_t {
  code_fence,         ///< the SQL was taken from a fenced block of Markdown
  text_before,        ///< prose before the SQL was removed
  text_after,         ///< prose after the SQL was removed
  statements_after,   ///< the first statement was kept, the others were removed
  typographic_quote,  ///< ‘a’ or “a” became 'a' or "a"
  space_in_operator,  ///< the spaces in `> =`, `< =`, `! =`, `< >`, `= =` or `| |` were removed
  closing_bracket,    ///< brackets that were missing at the end were added
  missing_select,     ///< SELECT was added before a text that has a FROM
  turned_operator,    ///< `=<` or `=>` became `<=` or `>=`
};

[[nodiscard]] T2S_DECL std::string_view name_of(fix f) noexcept;  ///< the name in traces and reports

/// One correction.
struct note {
  fix what{};            ///< its kind
  std::string detail{};  ///< the text removed, joined or added, as in the draft

  friend bool operator==(note const&, note const&) = default;
};

/// The SQL that was read from a draft.
struct draft {
  parsed result;              ///< of `text`
  std::string text{};         ///< the SQL alone, with the fixes made
  std::vector<note> notes{};  ///< one for each fix; empty if the draft was correct SQL
};

/// Parses what a language model wrote. SQL that `parse` accepts is returned unchanged. Otherwise the fixes of `fix` are tried, and each one
/// made is reported; if none leads to SQL, `result` has the error of the most promising attempt. A fix never changes text in proper quotes.
/// O(|text|), times the few positions where a statement might begin; thread safe.
[[nodiscard]] T2S_DECL draft parse_draft(std::string_view reply, options const& limits = {});

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/lenient.ipp"
#endif

#endif
