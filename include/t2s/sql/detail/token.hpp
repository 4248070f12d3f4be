// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TOKEN_HPP
#define T2S_SQL_DETAIL_TOKEN_HPP

#include "t2s/core/detail/config.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::sql {

/// How a name or a string was quoted in the text: not at all, 'a', "a", [a] or `a`. The following ways occur in tokens only: with
/// backslashes ('a', "a" and E'a'), U&'a' or U&"a", N'a' and the like, $$a$$. The tree has the decoded names and strings.
enum class quote : std::uint8_t { none, single, twofold, bracket, backtick, escapes, unicode, prefixed, dollars };

/// The kind of a token. Every keyword of the grammar of SELECT has its own kind; the other words that a dialect reserves share `reserved`,
/// and the words that it reserves only for other statements are plain `name`s.
///
/// The order matters: the kinds from `current_date` to `string` can be a name somewhere.
// clang-format off
enum class token_kind : std::uint8_t {
  end, illegal,
  // punctuation
  lparen, rparen, comma, dot, semicolon,
  // operators
  eq, ne, lt, le, gt, ge, shl, shr, bit_and, bit_or, tilde, plus, minus, star, slash, percent, concat, arrow, long_arrow,
  // punctuation and operators of other dialects than SQLite's
  lbracket, rbracket, lbrace, rbrace, colon, colons, named_as, caret, bang, null_safe, custom,
  // literals
  number, blob, parameter,
  // reserved words
  reserved, all, and_, as, between, case_, collate, distinct, else_, escape, except, exists, from, group, having, in, intersect, is,
  isnull, join, limit, not_, notnull, null, on, or_, order, select, then, union_, using_, values, when, where,
  // reserved words of other dialects than SQLite's
  any, array, div, fetch, for_, ilike, interval, lateral, mod, overlaps, separator, similar, straight_join, table_, tablesample, xor_,
  // reserved only beside certain neighbours
  filter, over, window,
  // words that are names where the grammar does not use them
  current_date, current_time, current_timestamp, cast, raise, cross, full, inner, left, natural, outer, right, indexed, like, glob,
  regexp, match, asc, at, by, current, desc, end_, exclude, first, following, groups, last, materialized, no, nulls, offset, others,
  partition, preceding, range, recursive, row, rows, ties, unbounded, with, name, string,
};
// clang-format on

inline constexpr std::size_t token_kinds = static_cast<std::size_t>(token_kind::string) + 1;  ///< how many kinds there are

/// A piece of the text. `view()` is the exact text, quotes included.
struct token {
  token_kind kind{};     ///< what it is
  quote quoted{};        ///< how it was quoted
  bool escaped{};        ///< it has a doubled quote inside the quotes
  std::uint32_t size{};  ///< in bytes
  char const* data{};    ///< within the text that was read

  /// The token as in the text.
  [[nodiscard]] std::string_view view() const noexcept { return {data, size}; }
};

namespace detail {

class state;

/// The functions behind a `grammar`.
struct dialect_reader {
  std::size_t (*lex)(std::string const& text, std::vector<token>& room){};  ///< writes the tokens and returns their number
  bool (*read)(state& s){};                                                 ///< builds the tree from them
};

}  // namespace detail

/// Replaces `into` by the tokens of `text`, without white space and comments, and an `end` token that views the end of `text`.
///
/// The rules are those of the dialect's own tokenizer. What it does not recognise becomes an `illegal` token; nothing fails. O(|text|);
/// allocates only to grow `into`. `text` must be shorter than 4 GiB and outlive the tokens.
T2S_DECL void tokenize(std::string const& text, grammar const& in, std::vector<token>& into);
void tokenize(std::string&&, grammar const&, std::vector<token>&) = delete;

/// The content of a name or string token: without quotes, with escapes decoded. Other tokens are returned as written. Defined by parse.hpp.
[[nodiscard]] T2S_DECL std::string content_of(token const& t);

/// Whether a token is a word or a quoted name: no operator, number or text.
[[nodiscard]] constexpr bool is_name(token const& t) noexcept {
  return t.kind >= token_kind::reserved && t.kind != token_kind::string && t.quoted != quote::single;
}

/// The name of a kind in messages: a keyword in capitals, an operator in quotes, or words such as "a name".
[[nodiscard]] T2S_DECL std::string_view name_of(token_kind kind) noexcept;

/// Whether an unquoted `word` is read as a name wherever a name is allowed: a letter, then letters, digits, _ and $, and not a keyword.
[[nodiscard]] T2S_DECL bool is_plain_name(std::string_view word) noexcept;

}  // namespace t2s::sql

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/sql/detail/token.ipp"
#endif

#endif
