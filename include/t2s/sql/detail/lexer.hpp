// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LEXER_HPP
#define T2S_SQL_DETAIL_LEXER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/keywords.hpp"
#include "t2s/sql/detail/token.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

namespace t2s::sql::detail {

enum char_class : std::uint8_t { other = 0, space = 1, digit = 2, letter = 4, dollar = 8, hex = 16, begins_space = 32, point = 64 };

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
    if (ch == '-' || ch == '/' || ch == '#' || ch == '\xEF') bits |= begins_space;  // possibly a comment or a byte order mark
    if (ch == '.') bits |= point;
    table[c] = static_cast<std::uint8_t>(bits);
  }
  return table;
}

inline constexpr auto char_classes = make_char_classes();
inline constexpr unsigned word_bits = digit | letter | dollar;

constexpr unsigned class_of(char c) noexcept { return char_classes[static_cast<unsigned char>(c)]; }

/// Whether a word is a keyword only beside certain neighbours.
constexpr bool is_contextual(token_kind k) noexcept { return k >= token_kind::filter && k <= token_kind::window; }

/// Tokenizes a text in one pass. A NUL follows the text and ends whatever is being read. By default it reads SQLite's tokens; `Self`, which
/// derives from it, may replace `skip_rare_space`, `prefixed` and `symbol` for its dialect.
template <class Self, dialect D>
class lexer {
 public:
  lexer(char const* begin, char const* end) noexcept : at_(begin), end_(end) {}

  /// Fills in the next token and returns its kind.
  token_kind next(token& into) noexcept {
    auto bits = skip_blanks();
    while ((bits & begins_space) != 0 && self().skip_rare_space()) bits = skip_blanks();
    auto const* const start = at_;
    into.data = start;
    into.quoted = quote::none;
    into.escaped = false;
    into.kind = kind_of(bits, into);
    into.size = static_cast<std::uint32_t>(at_ - start);
    return into.kind;
  }

  /// Whether WINDOW is always a keyword.
  static constexpr bool window_is_reserved = false;

  [[nodiscard]] bool met_contextual_word() const noexcept { return contextual_; }

 protected:
  Self& self() noexcept { return static_cast<Self&>(*this); }

  // looks ahead no further than the NUL
  [[nodiscard]] char peek(std::ptrdiff_t ahead = 0) const noexcept { return at_[ahead]; }
  [[nodiscard]] bool is(unsigned bits, std::ptrdiff_t ahead = 0) const noexcept { return (class_of(at_[ahead]) & bits) != 0; }
  void skip(unsigned bits) noexcept {
    auto const* p = at_;  // a local stays in a register
    while ((class_of(*p) & bits) != 0) ++p;
    at_ = p;
  }

  /// Moves past the token that begins here.
  token_kind kind_of(unsigned bits, token& into) noexcept {
    if ((bits & letter) != 0) return word(into);
    if ((bits & (digit | point)) != 0 && ((bits & digit) != 0 || is(digit, 1))) return number();
    return at_ == end_ ? token_kind::end : self().symbol(into);
  }

  token_kind take(std::ptrdiff_t size, token_kind kind) noexcept {
    at_ += size;
    return kind;
  }

  /// Returns the class of the character after the blanks.
  unsigned skip_blanks() noexcept {
    auto const* p = at_;
    unsigned bits = class_of(*p);
    while ((bits & space) != 0) bits = class_of(*++p);
    at_ = p;
    return bits;
  }

  void skip_line() noexcept { at_ = std::find(at_, end_, '\n'); }

  bool skip_rare_space() noexcept {
    if (peek() == '-' && peek(1) == '-')
      skip_line();
    else if (peek() == '/' && peek(1) == '*' && end_ - at_ > 2)  // "/*" alone at the very end is two operators
      skip_block_comment();
    else if (peek() == '\xEF' && peek(1) == '\xBB' && peek(2) == '\xBF')  // a byte order mark
      at_ += 3;
    else
      return false;
    return true;
  }

  void skip_block_comment() noexcept {  // an unclosed one extends to the end, as in SQLite
    std::string_view const rest(at_, static_cast<std::size_t>(end_ - at_));
    auto const close = rest.find("*/", 2);
    at_ = close == rest.npos ? end_ : at_ + (close + 2);
  }

  token_kind word(token& into) noexcept {
    word_key key;
    auto const* p = at_;
    for (; (class_of(*p) & word_bits) != 0; ++p) key.add(*p);
    if (p == at_ + 1 && (*p == '\'' || *p == '&')) {
      auto const kind = self().prefixed(into);
      if (kind != token_kind::end) return kind;
    }
    std::string_view const text(at_, static_cast<std::size_t>(p - at_));
    at_ = p;
    key.fold_all();
    auto const kind = keywords_of<D>.find(text, key);
    if (kind != token_kind::name && is_contextual(kind)) contextual_ = true;
    return kind;
  }

  /// A literal that begins with one letter and a quote or &, or `end` if the letter begins a word.
  token_kind prefixed(token&) noexcept { return fold(*at_) == 'x' && peek(1) == '\'' ? blob() : token_kind::end; }

  token_kind blob() noexcept {
    auto const* const digits = at_ += 2;
    skip(hex);
    bool const well = peek() == '\'' && (at_ - digits) % 2 == 0;
    if (!well) at_ = std::find(at_, end_, '\'');
    if (at_ != end_) ++at_;
    return well ? token_kind::blob : token_kind::illegal;
  }

  token_kind number() noexcept {
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X') && is(hex, 2)) {
      at_ += 2;
      skip(hex);
      return token_kind::number;
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
    return runs_on ? token_kind::illegal : token_kind::number;
  }

  token_kind symbol(token& into) noexcept {
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
      case '\'': return quoted(into, string, quote::single);
      case '"': return quoted(into, name, quote::twofold);
      case '`': return quoted(into, name, quote::backtick);
      case '[': return bracketed(into);
      case '?':
        ++at_;
        skip(digit);
        return parameter;
      case '$':
      case '@':
      case ':':
      case '#': return named_parameter();
      default: return take(1, illegal);
    }
  }

  token_kind quoted(token& into, token_kind kind, quote how) noexcept {
    char const mark = *at_++;
    for (;; ++at_, into.escaped = true) {
      at_ = std::find(at_, end_, mark);
      if (at_ == end_) return token_kind::illegal;
      ++at_;
      if (*at_ != mark) break;
    }
    into.quoted = how;
    return kind;
  }

  /// The same for literals with backslash escapes; the quote is `ahead` characters further.
  token_kind with_backslashes(std::ptrdiff_t ahead, token& into, token_kind kind) noexcept {
    at_ += ahead;
    char const mark = *at_++;
    for (; at_ < end_; ++at_) {
      if (*at_ == '\\' && at_ + 1 < end_)
        ++at_;
      else if (*at_ == mark && *++at_ != mark) {
        into.quoted = quote::escapes;
        return kind;
      }
    }
    at_ = end_;
    return token_kind::illegal;
  }

  token_kind bracketed(token& into) noexcept {
    at_ = std::find(at_, end_, ']');
    if (at_ == end_) return token_kind::illegal;
    ++at_;
    into.quoted = quote::bracket;
    return token_kind::name;
  }

  // :a, @a, $a and Tcl's $a::b(c)
  token_kind named_parameter() noexcept {
    bool const numbered = *at_ == '#' && is(digit, 1);
    ++at_;
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
      if (peek() != ')') return token_kind::illegal;
      ++at_;
    }
    return named && !numbered ? token_kind::parameter : token_kind::illegal;
  }

  char const* at_;
  char const* end_;
  bool contextual_ = false;
};

/// OVER, FILTER and WINDOW are keywords only beside certain tokens (https://sqlite.org/lang_keywords.html does not say which): OVER after
/// ")" and before "(" or a name, FILTER after ")" and before "(", WINDOW before a name and AS.
inline void settle_words(std::span<token> tokens, bool window_is_reserved) noexcept {
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
    if (kind == token_kind::window) keeps = window_is_reserved || (can_be_name(next) && tokens[i + 2].kind == token_kind::as);
    if (!keeps) kind = token_kind::name;
  }
}

/// Writes the tokens of a text into `room`, which grows as needed, and returns their number. Unused room is not cleared.
template <class Lexer>
std::size_t lex(std::string const& text, std::vector<token>& room) {
  constexpr std::size_t chunk = 32;
  Lexer lexer(text.data(), text.data() + text.size());
  std::size_t count = 0;
  for (auto kind = token_kind::illegal; kind != token_kind::end;) {
    if (room.size() < count + chunk) room.resize(2 * count + chunk);
    auto* out = &room[count];
    auto* const limit = out + chunk;
    do {
      kind = lexer.next(*out++);
    } while (kind != token_kind::end && out != limit);
    count = static_cast<std::size_t>(out - room.data());
  }
  if (lexer.met_contextual_word()) settle_words({room.data(), count}, Lexer::window_is_reserved);
  return count;
}

class sqlite_lexer : public lexer<sqlite_lexer, dialect::sqlite> {
 public:
  using lexer::lexer;
};

}  // namespace t2s::sql::detail

#endif
