// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_POSTGRES_LEXER_HPP
#define T2S_SQL_IMPL_POSTGRES_LEXER_HPP

#include "t2s/sql/impl/lexer.hpp"
#include "t2s/sql/impl/postgres_words.hpp"

namespace t2s::sql::detail {

/// https://www.postgresql.org/docs/current/sql-syntax-lexical.html
class postgres_lexer : public lexer<postgres_lexer, postgres_keywords> {
 public:
  using lexer::lexer;

  static constexpr bool window_is_reserved = true;

  /// OPERATOR(schema.+) is one token.
  token_kind next(token& into) noexcept {
    auto const kind = lexer::next(into);
    if (kind != token_kind::name || into.size != 8 || into.quoted != quote::none || !same_word("OPERATOR", into.view())) return kind;
    if (!skip_qualified_sign()) return kind;
    into.size = static_cast<std::uint32_t>(at_ - into.data);
    return into.kind = token_kind::custom;
  }

  bool skip_rare_space() noexcept {
    if (peek() == '/' && peek(1) == '*') return skip_nested_comment();
    return lexer::skip_rare_space();
  }

  token_kind prefixed(token& into) noexcept {
    char const letter = fold(*at_);
    if (peek(1) == '&')
      return letter == 'u' && (peek(2) == '\'' || peek(2) == '"') ? quoted_from(2, into, quote::unicode) : token_kind::end;
    if (letter == 'e') return with_more_backslashes(into);
    if (letter == 'n') return quoted_from(1, into, quote::prefixed);
    if (letter == 'b' || letter == 'x') return bits();
    return token_kind::end;
  }

  token_kind symbol(token& into) noexcept {
    using enum token_kind;
    switch (*at_) {
      case '[': return take(1, lbracket);
      case ']': return take(1, rbracket);
      case ':': return peek(1) == ':' ? take(2, colons) : peek(1) == '=' ? take(2, named_as) : take(1, colon);
      case '$': return this->is(digit, 1) ? numbered_parameter() : dollar_quoted(into);
      case ',':
      case '.':
      case '(':
      case ')':
      case ';':
      case '"': return lexer::symbol(into);
      case '\'': return continued(lexer::symbol(into), into);
      default: return is_sign(*at_) ? sign() : take(1, illegal);
    }
  }

 private:
  static constexpr std::string_view signs = "~!@#^&|`?+-*/%<>=";
  static constexpr bool is_sign(char c) noexcept { return signs.find(c) != signs.npos; }

  /// False, and nothing skipped, if it is not closed.
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

  token_kind quoted_from(std::ptrdiff_t mark, token& into, quote how) noexcept {
    at_ += mark;
    auto const kind = symbol(into);
    if (kind != token_kind::illegal) into.quoted = how;
    return kind;
  }

  /// Whether a string goes on after a line's end; then its next quote comes next.
  bool goes_on() noexcept {
    auto const* const start = at_;
    bool line_ended = false;
    for (; this->is(space); ++at_) line_ended |= peek() == '\n' || peek() == '\r';
    bool const more = line_ended && peek() == '\'' && at_ != end_;
    if (!more) at_ = start;
    return more;
  }

  token_kind continued(token_kind kind, token& into) noexcept {
    while (kind == token_kind::string && goes_on()) {
      kind = lexer::symbol(into);
      into.quoted = quote::prefixed;
    }
    return kind;
  }

  token_kind with_more_backslashes(token& into) noexcept {
    auto kind = with_backslashes(1, into, token_kind::string);
    while (kind == token_kind::string && goes_on()) kind = with_backslashes(0, into, kind);
    return kind;
  }

  token_kind bits() noexcept {
    ++at_;
    do {
      at_ = std::find(at_ + 1, end_, '\'');
      if (at_ == end_) return token_kind::illegal;
      ++at_;
    } while (goes_on());
    return token_kind::blob;
  }

  /// (schema.+)
  bool skip_qualified_sign() noexcept {
    auto const* const start = at_;
    skip(space);
    bool whole = peek() == '(';
    if (whole) ++at_;
    skip(space);
    while (whole && this->is(letter)) {
      skip(word_bits);
      whole = peek() == '.';
      if (whole) ++at_;
    }
    auto const* const first = at_;
    while (is_sign(*at_)) ++at_;
    whole = whole && at_ != first;
    skip(space);
    whole = whole && peek() == ')';
    at_ = whole ? at_ + 1 : start;
    return whole;
  }

  token_kind numbered_parameter() noexcept {
    ++at_;
    skip(digit);
    return token_kind::parameter;
  }

  /// $tag$ ... $tag$
  token_kind dollar_quoted(token& into) noexcept {
    auto const* tag_end = at_ + 1;
    while ((class_of(*tag_end) & (letter | digit)) != 0) ++tag_end;
    if (*tag_end != '$') return take(1, token_kind::illegal);
    std::string_view const tag(at_, static_cast<std::size_t>(tag_end + 1 - at_));
    std::string_view const rest(tag_end + 1, static_cast<std::size_t>(end_ - tag_end - 1));
    auto const close = rest.find(tag);
    if (close == rest.npos) return at_ = end_, token_kind::illegal;
    at_ = tag_end + 1 + close + tag.size();
    into.quoted = quote::dollars;
    return token_kind::string;
  }

  /// The longest run of signs before a comment; a run may end in + or - only if it has one of some other signs in it.
  token_kind sign() noexcept {
    auto const* p = at_;
    while (is_sign(*p) && !(p[0] == '-' && p[1] == '-') && !(p[0] == '/' && p[1] == '*')) ++p;
    if (p == at_) return at_ = end_, token_kind::illegal;  // a comment that is not closed
    std::string_view run(at_, static_cast<std::size_t>(p - at_));
    bool const any_end = run.find_first_of("~!@#%^&|`?") != run.npos;
    while (!any_end && run.size() > 1 && (run.back() == '+' || run.back() == '-')) run.remove_suffix(1);
    return take(static_cast<std::ptrdiff_t>(run.size()), kind_of_sign(run));
  }

  static token_kind kind_of_sign(std::string_view s) noexcept {
    using enum token_kind;
    static constexpr std::pair<std::string_view, token_kind> known[] = {
        {"=", eq},    {"<>", ne},     {"!=", ne},    {"<", lt},      {"<=", le},   {">", gt},       {">=", ge},    {"+", plus},
        {"-", minus}, {"*", star},    {"/", slash},  {"%", percent}, {"^", caret}, {"||", concat},  {"->", arrow}, {"->>", long_arrow},
        {"~", tilde}, {"&", bit_and}, {"|", bit_or}, {"<<", shl},    {">>", shr},  {"=>", named_as}};
    for (auto const& [text, kind] : known)
      if (text == s) return kind;
    return custom;
  }
};

}  // namespace t2s::sql::detail

#endif
