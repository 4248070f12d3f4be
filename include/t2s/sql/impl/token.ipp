// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_TOKEN_IPP
#define T2S_SQL_IMPL_TOKEN_IPP

#include "t2s/core/text.hpp"
#include "t2s/sql/impl/keywords.hpp"
#include "t2s/sql/token.hpp"

#include <algorithm>
#include <array>

namespace t2s::sql {
namespace detail {

enum char_class : std::uint8_t { other = 0, space = 1, digit = 2, letter = 4, dollar = 8, hex = 16 };

constexpr std::array<std::uint8_t, 256> make_char_classes() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned c = 0; c < 256; ++c) {
    char const ch = static_cast<char>(c);
    char const low = text::lower(ch);
    unsigned bits = other;
    if (ch == ' ' || ch == '\t' || ch == '\n' || ch == '\f' || ch == '\r') bits |= space;
    if (text::is_digit(ch)) bits |= digit | hex;
    if (text::is_letter(ch) || ch == '_') bits |= letter;
    if (low >= 'a' && low <= 'f') bits |= hex;
    if (ch == '$') bits |= dollar;
    table[c] = static_cast<std::uint8_t>(bits);
  }
  return table;
}

inline constexpr auto char_classes = make_char_classes();
inline constexpr unsigned word_bits = digit | letter | dollar;

/// One pass over the text. The end of the text reads as NUL.
class lexer {
 public:
  explicit lexer(std::string_view text) noexcept : at_(text.data()), end_(text.data() + text.size()) {}

  token next() noexcept {
    skip_space();
    start_ = at_;
    if (at_ == end_) return make(token_kind::end);
    if (is(letter)) return word();
    if (is(digit) || (*at_ == '.' && is(digit, 1))) return number();
    return symbol();
  }

 private:
  [[nodiscard]] char peek(std::ptrdiff_t ahead = 0) const noexcept { return end_ - at_ > ahead ? at_[ahead] : '\0'; }
  [[nodiscard]] bool is(unsigned bits, std::ptrdiff_t ahead = 0) const noexcept {
    return end_ - at_ > ahead && (char_classes[static_cast<unsigned char>(at_[ahead])] & bits) != 0;
  }
  void skip(unsigned bits) noexcept {
    while (is(bits)) ++at_;
  }
  [[nodiscard]] token make(token_kind kind, quote quoted = quote::none, bool escaped = false) const noexcept {
    return {kind, quoted, escaped, static_cast<std::uint32_t>(at_ - start_), start_};
  }
  token take(std::ptrdiff_t size, token_kind kind) noexcept {
    at_ += size;
    return make(kind);
  }

  void skip_space() noexcept {
    for (;;) {
      skip(space);
      if (peek() == '-' && peek(1) == '-')
        at_ = std::find(at_, end_, '\n');
      else if (peek() == '/' && peek(1) == '*' && end_ - at_ > 2)  // "/*" alone at the very end is two operators
        skip_block_comment();
      else if (peek() == '\xEF' && peek(1) == '\xBB' && peek(2) == '\xBF')  // a byte order mark
        at_ += 3;
      else
        return;
    }
  }

  void skip_block_comment() noexcept {  // one that is not closed reaches to the end, as in SQLite
    std::string_view const rest(at_, static_cast<std::size_t>(end_ - at_));
    auto const close = rest.find("*/", 2);
    at_ = close == rest.npos ? end_ : at_ + (close + 2);
  }

  token word() noexcept {
    if ((*at_ == 'x' || *at_ == 'X') && peek(1) == '\'') return blob();
    skip(word_bits);
    return make(keyword({start_, static_cast<std::size_t>(at_ - start_)}));
  }

  token blob() noexcept {
    at_ += 2;
    skip(hex);
    bool const well = peek() == '\'' && (at_ - start_) % 2 == 0;
    if (!well) at_ = std::find(at_, end_, '\'');
    if (at_ != end_) ++at_;
    return make(well ? token_kind::blob : token_kind::illegal);
  }

  token number() noexcept {
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X') && is(hex, 2)) {
      at_ += 2;
      skip(hex);
      return make(token_kind::number);
    }
    skip(digit);
    if (peek() == '.') {
      ++at_;
      skip(digit);
    }
    if (peek() == 'e' || peek() == 'E') {
      std::ptrdiff_t const sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (is(digit, sign + 1)) at_ += sign + 1;
      skip(digit);
    }
    bool const runs_on = is(word_bits);
    skip(word_bits);
    return make(runs_on ? token_kind::illegal : token_kind::number);
  }

  token symbol() noexcept {
    using enum token_kind;
    char const second = peek(1);
    switch (*at_) {
      case ',': return take(1, comma);
      case '.': return take(1, dot);
      case '(': return take(1, lparen);
      case ')': return take(1, rparen);
      case ';': return take(1, semicolon);
      case '*': return take(1, star);
      case '+': return take(1, plus);
      case '/': return take(1, slash);
      case '%': return take(1, percent);
      case '&': return take(1, bit_and);
      case '~': return take(1, tilde);
      case '=': return take(second == '=' ? 2 : 1, eq);
      case '!': return second == '=' ? take(2, ne) : take(1, illegal);
      case '|': return second == '|' ? take(2, concat) : take(1, bit_or);
      case '-': return second != '>' ? take(1, minus) : peek(2) == '>' ? take(3, long_arrow) : take(2, arrow);
      case '<': return second == '=' ? take(2, le) : second == '>' ? take(2, ne) : second == '<' ? take(2, shl) : take(1, lt);
      case '>': return second == '=' ? take(2, ge) : second == '>' ? take(2, shr) : take(1, gt);
      case '\'': return quoted('\'', string, quote::single);
      case '"': return quoted('"', name, quote::twofold);
      case '`': return quoted('`', name, quote::backtick);
      case '[': return bracketed();
      case '?':
        ++at_;
        skip(digit);
        return make(parameter);
      case '$':
      case '@':
      case ':':
      case '#': return named_parameter();
      default: return take(1, illegal);
    }
  }

  token quoted(char mark, token_kind kind, quote how) noexcept {
    bool escaped = false;
    for (++at_;;) {
      at_ = std::find(at_, end_, mark);
      if (at_ == end_) return make(token_kind::illegal);
      ++at_;
      if (peek() != mark) return make(kind, how, escaped);
      ++at_;
      escaped = true;
    }
  }

  token bracketed() noexcept {
    at_ = std::find(at_, end_, ']');
    if (at_ == end_) return make(token_kind::illegal);
    return take(1, token_kind::name, quote::bracket);
  }
  token take(std::ptrdiff_t size, token_kind kind, quote how) noexcept {
    at_ += size;
    return make(kind, how);
  }

  // :a, @a, $a and Tcl's $a::b(c)
  token named_parameter() noexcept {
    char const first = *at_++;
    bool named = false;
    for (;;) {
      if (is(word_bits)) {
        skip(word_bits);
        named = true;
      } else if (peek() == ':' && peek(1) == ':') {
        at_ += 2;
      } else {
        break;
      }
    }
    if (named && peek() == '(') {
      while (at_ != end_ && *at_ != ')' && !is(space)) ++at_;
      if (peek() != ')') return make(token_kind::illegal);
      ++at_;
    }
    bool const is_register = first == '#' && text::is_digit(start_[1]);
    return make(named && !is_register ? token_kind::parameter : token_kind::illegal);
  }

  char const* at_;
  char const* end_;
  char const* start_{};
};

/// OVER, FILTER and WINDOW are keywords only where their neighbours say so (https://sqlite.org/lang_keywords.html does not say how; the
/// rule is: after ")" and before "(" or a name, after ")" and before "(", before a name and AS).
inline void settle_words(std::vector<token>& tokens) noexcept {
  auto const can_be_name = [](token_kind k) {
    using enum token_kind;
    return (k >= current_date && k != indexed) || k == over || k == window;
  };
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    auto& kind = tokens[i].kind;
    auto const next = tokens[i + 1].kind;
    bool const closed = i > 0 && tokens[i - 1].kind == token_kind::rparen;
    bool keeps = true;
    if (kind == token_kind::over) keeps = closed && (next == token_kind::lparen || can_be_name(next));
    if (kind == token_kind::filter) keeps = closed && next == token_kind::lparen;
    if (kind == token_kind::window) keeps = can_be_name(next) && tokens[i + 2].kind == token_kind::as;
    if (!keeps) kind = token_kind::name;
  }
}

inline bool is_contextual(token_kind k) noexcept { return k == token_kind::over || k == token_kind::filter || k == token_kind::window; }

}  // namespace detail

T2S_DECL void tokenize(std::string_view text, std::vector<token>& into) {
  into.clear();
  detail::lexer lexer(text);
  bool contextual = false;
  do {
    into.push_back(lexer.next());
    contextual |= detail::is_contextual(into.back().kind);
  } while (into.back().kind != token_kind::end);
  if (contextual) detail::settle_words(into);
}

T2S_DECL std::string_view name_of(token_kind kind) noexcept { return detail::kind_names[static_cast<std::size_t>(kind)]; }

T2S_DECL bool is_plain_name(std::string_view word) noexcept {
  auto const has = [](char c, unsigned bits) { return (detail::char_classes[static_cast<unsigned char>(c)] & bits) != 0; };
  if (word.empty() || !has(word.front(), detail::letter)) return false;
  if (!std::all_of(word.begin(), word.end(), [&](char c) { return has(c, detail::word_bits); })) return false;
  return detail::keyword(word) == token_kind::name;
}

}  // namespace t2s::sql

#endif
