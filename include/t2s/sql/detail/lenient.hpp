// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LENIENT_HPP
#define T2S_SQL_DETAIL_LENIENT_HPP

#include "t2s/sql/parse.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// What was put right in a draft.
enum class fix : std::uint8_t {
  code_fence,         ///< the SQL was taken out of a fenced block of Markdown
  text_before,        ///< prose before the SQL was left out
  text_after,         ///< prose after the SQL was left out
  statements_after,   ///< the first statement was taken, the rest left out
  typographic_quote,  ///< ‘a’ or “a” became 'a' or "a"
  space_in_operator,  ///< `> =`, `< =`, `! =`, `< >`, `= =` or `| |` was joined
  closing_bracket,    ///< brackets that were missing at the end were added
  missing_select,     ///< SELECT was put before a text with a FROM that begins after it
  turned_operator,    ///< `=<` or `=>` became `<=` or `>=`
};

[[nodiscard]] T2S_DECL std::string_view name_of(fix f) noexcept;  ///< as traces and reports name it

/// Something that was put right.
struct note {
  fix what{};            ///< what it was
  std::string detail{};  ///< what was left out, joined or added, as it stood in the draft

  friend bool operator==(note const&, note const&) = default;
};

/// A draft as it was understood.
struct draft {
  parsed result;              ///< of `text`
  std::string text{};         ///< the SQL alone, with the fixes made
  std::vector<note> notes{};  ///< one a fix, empty if the draft was SQL as it stood
};

/// Parses what a language model wrote. SQL that `parse` takes is taken as it is. Otherwise the fixes of `fix` are tried, and each that was
/// made is reported; if none leads to SQL, `result` has the error of the most promising attempt. A fix never changes what stands in
/// proper quotes. O(|text|), times the few places where a statement might begin; thread safe.
[[nodiscard]] T2S_DECL draft parse_draft(std::string_view reply, options const& limits = {});

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/lenient.ipp"
#endif

#endif
