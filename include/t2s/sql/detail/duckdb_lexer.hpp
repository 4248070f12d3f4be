// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_DUCKDB_LEXER_HPP
#define T2S_SQL_DETAIL_DUCKDB_LEXER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/keywords.hpp"
#include "t2s/sql/detail/lexer.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace t2s::sql::detail {

/// The words that DuckDB does not read as plain names: those that `duckdb_keywords()` calls reserved or names of types and functions, and
/// those of the grammar. They have their own list, so that other dialects do not pay for it.
template <>
struct word_list<dialect::duckdb> {
  using enum token_kind;
  static constexpr unsigned here = 1U << static_cast<unsigned>(dialect::duckdb);
  // clang-format off
  static constexpr word list[] = {
      {"ALL", all, here}, {"AND", and_, here}, {"ANY", any, here}, {"ARRAY", array, here}, {"AS", as, here}, {"ASC", asc, here},
      {"AT", at, here}, {"BETWEEN", between, here}, {"BY", by, here}, {"CASE", case_, here}, {"CAST", cast, here},
      {"COLLATE", collate, here}, {"CROSS", cross, here}, {"CURRENT", current, here}, {"CURRENT_DATE", current_date, here},
      {"CURRENT_TIME", current_time, here}, {"CURRENT_TIMESTAMP", current_timestamp, here}, {"DESC", desc, here},
      {"DISTINCT", distinct, here}, {"ELSE", else_, here}, {"END", end_, here}, {"ESCAPE", escape, here}, {"EXCEPT", except, here},
      {"EXCLUDE", exclude, here}, {"EXISTS", exists, here}, {"FETCH", fetch, here}, {"FILTER", filter, here}, {"FIRST", first, here},
      {"FOLLOWING", following, here}, {"FOR", for_, here}, {"FROM", from, here}, {"FULL", full, here}, {"GLOB", glob, here},
      {"GROUP", group, here}, {"GROUPS", groups, here}, {"HAVING", having, here}, {"ILIKE", ilike, here}, {"IN", in, here},
      {"INNER", inner, here}, {"INTERSECT", intersect, here}, {"INTERVAL", interval, here}, {"IS", is, here}, {"ISNULL", isnull, here},
      {"JOIN", join, here}, {"LAST", last, here}, {"LATERAL", lateral, here}, {"LEFT", left, here}, {"LIKE", like, here},
      {"LIMIT", limit, here}, {"MATERIALIZED", materialized, here}, {"NATURAL", natural, here}, {"NO", no, here}, {"NOT", not_, here},
      {"NOTNULL", notnull, here}, {"NULL", null, here}, {"NULLS", nulls, here}, {"OFFSET", offset, here}, {"ON", on, here},
      {"OR", or_, here}, {"ORDER", order, here}, {"OTHERS", others, here}, {"OUTER", outer, here}, {"OVER", over, here},
      {"OVERLAPS", overlaps, here}, {"PARTITION", partition, here}, {"PRECEDING", preceding, here}, {"RANGE", range, here},
      {"RECURSIVE", recursive, here}, {"RIGHT", right, here}, {"ROW", row, here}, {"ROWS", rows, here}, {"SELECT", select, here},
      {"SIMILAR", similar, here}, {"SOME", any, here}, {"TABLE", table_, here}, {"TABLESAMPLE", tablesample, here}, {"THEN", then, here},
      {"TIES", ties, here}, {"UNBOUNDED", unbounded, here}, {"UNION", union_, here}, {"USING", using_, here}, {"VALUES", values, here},
      {"WHEN", when, here}, {"WHERE", where, here}, {"WINDOW", window, here}, {"WITH", with, here},
      {"ANALYSE", reserved, here}, {"ANALYZE", reserved, here}, {"ANTI", reserved, here}, {"ASOF", reserved, here},
      {"ASYMMETRIC", reserved, here}, {"AUTHORIZATION", reserved, here}, {"BINARY", reserved, here}, {"BOTH", reserved, here},
      {"CHECK", reserved, here}, {"COLLATION", reserved, here}, {"COLUMN", reserved, here}, {"CONCURRENTLY", reserved, here},
      {"CONSTRAINT", reserved, here}, {"CREATE", reserved, here}, {"DEFAULT", reserved, here}, {"DEFERRABLE", reserved, here},
      {"DESCRIBE", reserved, here}, {"DO", reserved, here}, {"FOREIGN", reserved, here}, {"FREEZE", reserved, here},
      {"INITIALLY", reserved, here}, {"INTO", reserved, here}, {"LAMBDA", reserved, here}, {"LEADING", reserved, here},
      {"ONLY", reserved, here}, {"PIVOT", reserved, here}, {"PIVOT_LONGER", reserved, here}, {"PIVOT_WIDER", reserved, here},
      {"PLACING", reserved, here}, {"POSITIONAL", reserved, here}, {"PRIMARY", reserved, here}, {"QUALIFY", reserved, here},
      {"REFERENCES", reserved, here}, {"RETURNING", reserved, here}, {"SEMI", reserved, here}, {"SHOW", reserved, here},
      {"SUMMARIZE", reserved, here}, {"SYMMETRIC", reserved, here}, {"TO", reserved, here}, {"TRAILING", reserved, here},
      {"UNIQUE", reserved, here}, {"UNPIVOT", reserved, here}, {"VARIADIC", reserved, here}, {"VERBOSE", reserved, here}};
  // clang-format on
};

/// https://duckdb.org/docs/stable/sql/dialect/keywords_and_identifiers
class duckdb_lexer : public lexer<duckdb_lexer, dialect::duckdb> {
 public:
  using lexer::lexer;

  static constexpr bool window_is_reserved = true;

  /// Numbers may have underscores between digits and are never hexadecimal. Unicode spaces are spaces.
  token_kind next(token& into) noexcept {
    auto kind = lexer::next(into);
    while (auto const size = unicode_space(into.data)) {
      at_ = into.data + size;
      kind = lexer::next(into);
    }
    if ((class_of(*into.data) & letter) != 0 && into.quoted == quote::none) return into.kind = up_to_space(into, kind);
    bool const hexadecimal = kind == token_kind::number && into.size > 1 && fold(into.data[1]) == 'x';
    if (hexadecimal) return into.kind = token_kind::illegal;
    if (kind != token_kind::illegal || !text::is_digit(*into.data)) return kind;
    return number_with_underscores(into);
  }

  bool skip_rare_space() noexcept {
    if (peek() == '/' && peek(1) == '*') return skip_nested_comment();
    return lexer::skip_rare_space();
  }

  token_kind prefixed(token& into) noexcept {
    char const letter = fold(*at_);
    if (letter == 'e' && peek(1) == '\'') return with_backslashes(1, into, token_kind::string);
    if (peek(1) == '\'' && (letter == 'x' || letter == 'b')) return take(1, token_kind::illegal);  // a kind of string that is not supported
    return token_kind::end;
  }

  token_kind symbol(token& into) noexcept {
    using enum token_kind;
    switch (*at_) {
      case '[': return take(1, lbracket);
      case ']': return take(1, rbracket);
      case '{': return take(1, lbrace);
      case '}': return take(1, rbrace);
      case ':': return peek(1) == ':' ? take(2, colons) : peek(1) == '=' ? take(2, named_as) : take(1, colon);
      case '#': return this->is(digit, 1) ? numbered(parameter) : take(1, illegal);
      case '$': return this->is(digit, 1) ? numbered(parameter) : dollar(into);
      case '?': return this->is(digit, 1) ? numbered(parameter) : take(1, parameter);
      case ',':
      case '.':
      case '(':
      case ')':
      case ';':
      case '"':
      case '\'': return lexer::symbol(into);
      default: return is_sign(*at_) ? sign() : take(1, illegal);
    }
  }

 private:
  /// The number of bytes of a character that DuckDB treats as a space outside quotes, else 0: U+00A0, U+2000 to U+200B, U+202F, U+205F,
  /// U+2060, U+3000, U+FEFF.
  static std::ptrdiff_t unicode_space(char const* p) noexcept {
    if (p[0] == '\xC2') return p[1] == '\xA0' ? 2 : 0;
    if (p[0] == '\xE2' && p[1] == '\x80') {
      auto const last = static_cast<unsigned char>(p[2]);
      return (last >= 0x80 && last <= 0x8B) || last == 0xAF ? 3 : 0;
    }
    if (p[0] == '\xE2' && p[1] == '\x81') return p[2] == '\x9F' || p[2] == '\xA0' ? 3 : 0;
    if (p[0] == '\xE3') return p[1] == '\x80' && p[2] == '\x80' ? 3 : 0;
    return p[0] == '\xEF' && p[1] == '\xBB' && p[2] == '\xBF' ? 3 : 0;
  }

  /// The part of a word before the first such space.
  token_kind up_to_space(token& into, token_kind kind) noexcept {
    auto const* p = into.data;
    while (p != at_ && unicode_space(p) == 0) ++p;
    if (p == at_) return kind;
    std::string_view const word(into.data, static_cast<std::size_t>(p - into.data));
    at_ = p;
    into.size = static_cast<std::uint32_t>(word.size());
    auto const cut = keywords_of<dialect::duckdb>.find(word, key_of(word));
    if (cut != token_kind::name && is_contextual(cut)) contextual_ = true;
    return cut;
  }

  token_kind number_with_underscores(token& into) noexcept {
    at_ = into.data;
    digits();
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (fold(peek()) == 'e') exponent();
    bool const runs_on = this->is(word_bits) && unicode_space(at_) == 0;
    if (runs_on) skip(word_bits);
    into.size = static_cast<std::uint32_t>(at_ - into.data);
    return into.kind = runs_on ? token_kind::illegal : token_kind::number;
  }

  void exponent() noexcept {
    bool const is_signed = peek(1) == '+' || peek(1) == '-';
    if (!this->is(digit, is_signed ? 2 : 1)) return;
    at_ += is_signed ? 2 : 1;
    digits();
  }

  void digits() noexcept {
    while (this->is(digit) || (peek() == '_' && this->is(digit, 1))) ++at_;
  }

  static constexpr std::string_view signs = "~!@%^&|`+-*/<>=";
  static constexpr bool is_sign(char c) noexcept { return signs.find(c) != signs.npos; }

  /// Skips a nested comment. Returns false, and skips nothing, if it is not closed.
  bool skip_nested_comment() noexcept {
    auto const* const start = at_;
    std::size_t open = 0;
    do {
      bool const opens = peek() == '/' && peek(1) == '*';
      bool const closes = peek() == '*' && peek(1) == '/';
      if (opens) ++open;
      if (closes) --open;
      at_ += opens || closes ? 2 : 1;
    } while (open != 0 && at_ < end_);
    if (open != 0) at_ = start;
    return open == 0;
  }

  token_kind numbered(token_kind kind) noexcept {
    ++at_;
    skip(digit);
    return kind;
  }

  /// $tag$ ... $tag$, or the parameter $name
  token_kind dollar(token& into) noexcept {
    auto const* tag_end = at_ + 1;
    while ((class_of(*tag_end) & (letter | digit)) != 0) ++tag_end;
    if (*tag_end != '$') return tag_end == at_ + 1 ? take(1, token_kind::illegal) : take(tag_end - at_, token_kind::parameter);
    std::string_view const tag(at_, static_cast<std::size_t>(tag_end + 1 - at_));
    std::string_view const rest(tag_end + 1, static_cast<std::size_t>(end_ - tag_end - 1));
    auto const close = rest.find(tag);
    if (close == rest.npos) {
      at_ = end_;
      return token_kind::illegal;
    }
    at_ = tag_end + 1 + close + tag.size();
    into.quoted = quote::dollars;
    return token_kind::string;
  }

  /// The longest run of operator characters before a comment. A run may end in + or - only if it has one of some other characters.
  token_kind sign() noexcept {
    auto const* p = at_;
    while (is_sign(*p) && !(p[0] == '-' && p[1] == '-') && !(p[0] == '/' && p[1] == '*')) ++p;
    if (p == at_) {  // a comment that is not closed
      at_ = end_;
      return token_kind::illegal;
    }
    std::string_view run(at_, static_cast<std::size_t>(p - at_));
    bool const any_end = run.find_first_of("~!@%^&|`") != run.npos;
    while (!any_end && run.size() > 1 && (run.back() == '+' || run.back() == '-')) run.remove_suffix(1);
    return take(static_cast<std::ptrdiff_t>(run.size()), kind_of_sign(run));
  }

  static token_kind kind_of_sign(std::string_view s) noexcept {
    using enum token_kind;
    static constexpr std::pair<std::string_view, token_kind> known[] = {{"=", eq},
                                                                        {"==", eq},
                                                                        {"<>", ne},
                                                                        {"!=", ne},
                                                                        {"<", lt},
                                                                        {"<=", le},
                                                                        {">", gt},
                                                                        {">=", ge},
                                                                        {"+", plus},
                                                                        {"-", minus},
                                                                        {"*", star},
                                                                        {"/", slash},
                                                                        {"//", div},
                                                                        {"%", percent},
                                                                        {"^", caret},
                                                                        {"**", caret},
                                                                        {"||", concat},
                                                                        {"->", arrow},
                                                                        {"->>", long_arrow},
                                                                        {"~", tilde},
                                                                        {"&", token_kind::bit_and},
                                                                        {"|", token_kind::bit_or},
                                                                        {"<<", shl},
                                                                        {">>", shr},
                                                                        {"=>", named_as}};
    for (auto const& [text, kind] : known)
      if (text == s) return kind;
    return custom;
  }
};

}  // namespace t2s::sql::detail

#endif
