// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_MYSQL_LEXER_HPP
#define T2S_SQL_IMPL_MYSQL_LEXER_HPP

#include "t2s/sql/impl/lexer.hpp"
#include "t2s/sql/impl/mysql_words.hpp"

namespace t2s::sql::detail {

/// https://dev.mysql.com/doc/refman/8.0/en/language-structure.html, in the default SQL mode.
class mysql_lexer : public lexer<mysql_lexer, mysql_keywords> {
 public:
  using lexer::lexer;

  static constexpr bool window_is_reserved = true;

  /// MEMBER OF and SOUNDS LIKE are one token each.
  token_kind next(token& into) noexcept {
    auto const kind = lexer::next(into);
    if (kind != token_kind::name || into.size != 6 || into.quoted != quote::none) return kind;
    bool const whole = (same_word("MEMBER", into.view()) && skip_word("OF")) || (same_word("SOUNDS", into.view()) && skip_word("LIKE"));
    if (!whole) return kind;
    into.size = static_cast<std::uint32_t>(at_ - into.data);
    return into.kind = token_kind::custom;
  }

  bool skip_rare_space() noexcept {
    bool const dashes = peek() == '-' && peek(1) == '-';
    bool const is_minus = dashes && at_ + 2 < end_ && !this->is(space, 2);
    bool const is_code = peek() == '/' && peek(1) == '*' && peek(2) == '!';  // a comment that MySQL executes
    if (is_minus || is_code) return false;
    if (peek() == '#') return skip_line(), true;
    return lexer::skip_rare_space();
  }

  token_kind prefixed(token& into) noexcept {
    if (peek(1) != '\'') return token_kind::end;
    if (fold(*at_) == 'n') return with_backslashes(1, into, token_kind::string);
    if (fold(*at_) != 'b') return lexer::prefixed(into);
    at_ = std::find(at_ + 2, end_, '\'');
    return at_ == end_ ? token_kind::illegal : take(1, token_kind::blob);
  }

  token_kind symbol(token& into) noexcept {
    using enum token_kind;
    switch (*at_) {
      case '\'':
      case '"': return with_backslashes(0, into, string);
      case '/': return peek(1) == '*' ? take(2, illegal) : take(1, slash);
      case '&': return peek(1) == '&' ? take(2, and_) : take(1, token_kind::bit_and);
      case '|': return peek(1) == '|' ? take(2, or_) : take(1, token_kind::bit_or);
      case '!': return peek(1) == '=' ? take(2, ne) : take(1, bang);
      case '<': return peek(1) == '=' && peek(2) == '>' ? take(3, null_safe) : lexer::symbol(into);
      case '=': return take(1, eq);
      case '^': return take(1, caret);
      case '@': return variable();
      case '?': return take(1, parameter);
      case '[':
      case '#':
      case '$':
      case ':': return take(1, illegal);
      default: return lexer::symbol(into);
    }
  }

 private:
  bool skip_word(std::string_view w) noexcept {
    auto const* const start = at_;
    skip(space);
    auto const* const first = at_;
    skip(word_bits);
    bool const here = static_cast<std::size_t>(at_ - first) == w.size() && same_word(w, {first, w.size()});
    if (!here) at_ = start;
    return here;
  }

  /// @name and @@session.name
  token_kind variable() noexcept {
    auto const* const start = at_;
    at_ += peek(1) == '@' ? 2 : 1;
    auto const* const first = at_;
    while (this->is(word_bits) || (*at_ == '.' && this->is(word_bits, 1))) ++at_;
    return at_ == first && at_ != start ? token_kind::illegal : token_kind::parameter;
  }
};

}  // namespace t2s::sql::detail

#endif
