// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_DECODE_HPP
#define T2S_SQL_IMPL_DECODE_HPP

#include "t2s/core/text.hpp"
#include "t2s/sql/ast.hpp"
#include "t2s/sql/impl/arena.hpp"

#include <algorithm>
#include <string_view>

namespace t2s::sql::detail {

/// Writes what a literal with escapes stands for into room that is as large as the literal: nothing gets longer.
class decoder {
 public:
  decoder(arena& memory, std::string_view raw) : from_(raw), room_(memory.room<char>(raw.size())), out_(room_) {}

  /// 'it''s'
  void plain(char mark) {
    while (more())
      if (from_.front() != mark || is_twin(mark)) take();
  }

  /// MySQL's 'it\'s' and PostgreSQL's E'it\'s'; only the latter knows \x41, \101 and \u0041, only the former keeps \% and \_ as they are.
  void backslashes(char mark, bool numbers) {
    while (more()) {
      if (from_.front() == '\\' && from_.size() > 1) {
        from_.remove_prefix(1);
        escaped(numbers);
      } else if (from_.front() != mark || is_twin(mark)) {
        take();
      }
    }
  }

  /// U&'d\0061t\+000061'
  void code_points(char mark) {
    while (more()) {
      if (from_.front() == '\\' && from_.size() > 1 && from_[1] != '\\') {
        bool const six = from_[1] == '+';
        from_.remove_prefix(six ? 2 : 1);
        put_code_point(number(six ? 6 : 4, 16));
        continue;
      }
      if (from_.front() == '\\') from_.remove_prefix(1);
      if (more() && (from_.front() != mark || is_twin(mark))) take();
    }
  }

  [[nodiscard]] identifier result(quote how) const { return {room_, static_cast<std::uint32_t>(out_ - room_), how}; }

 private:
  /// Takes a mark away: true if its twin comes next. Otherwise the string goes on behind the next mark, and what lies between goes too.
  bool is_twin(char mark) noexcept {
    from_.remove_prefix(1);
    if (from_.front() == mark) return true;
    from_.remove_prefix(from_.find(mark) + 1);
    return false;
  }

  [[nodiscard]] bool more() const noexcept { return !from_.empty(); }

  void take() {
    *out_++ = from_.front();
    from_.remove_prefix(1);
  }

  void escaped(bool numbers) {
    constexpr std::string_view letters = "bfnrt0Z", meanings("\b\f\n\r\t\0\x1A", 7);
    char const c = from_.front();
    auto const known = letters.find(c);
    if (numbers && (c == 'x' || c == 'u' || c == 'U')) {
      from_.remove_prefix(1);
      auto const n = number(c == 'x' ? 2 : c == 'u' ? 4 : 8, 16);
      return c == 'x' ? put(n) : put_code_point(n);
    }
    if (numbers && c >= '0' && c <= '7') return put(number(3, 8));
    if (known != letters.npos && !(numbers && known > 4)) {
      *out_++ = meanings[known];
      return from_.remove_prefix(1);
    }
    if (!numbers && (c == '%' || c == '_')) *out_++ = '\\';
    take();
  }

  std::uint32_t number(std::size_t most, unsigned base) {
    std::uint32_t n = 0;
    for (; most != 0 && more() && digit(from_.front()) < base; --most) {
      n = n * base + digit(from_.front());
      from_.remove_prefix(1);
    }
    return n;
  }

  static unsigned digit(char c) noexcept {
    if (text::is_digit(c)) return static_cast<unsigned>(c - '0');
    char const low = text::lower(c);
    return low >= 'a' && low <= 'f' ? static_cast<unsigned>(low - 'a') + 10 : 99;
  }

  void put(std::uint32_t byte) { *out_++ = static_cast<char>(byte); }

  void put_code_point(std::uint32_t c) {
    if (c < 0x80) return put(c);
    if (c < 0x800) return put(0xC0 | c >> 6U), put(0x80 | (c & 0x3F));
    if (c >= 0x10000) put(0xF0 | (c >> 18U & 7U)), put(0x80 | (c >> 12U & 0x3F));
    if (c < 0x10000) put(0xE0 | c >> 12U);
    put(0x80 | (c >> 6U & 0x3F)), put(0x80 | (c & 0x3F));
  }

  std::string_view from_;
  char* room_;
  char* out_;
};

/// What a token stands for that is quoted in none of the simple ways.
inline identifier decoded(arena& memory, token const& t) {
  auto const view = t.view();
  auto const open = view.find_first_of(t.quoted == quote::dollars ? "$" : "'\"");
  char const mark = view[open];
  if (t.quoted == quote::dollars) {
    auto const tag = view.find('$', 1) + 1;
    return {t.data + tag, static_cast<std::uint32_t>(view.size() - 2 * tag), quote::single};
  }
  decoder d(memory, view.substr(open + 1, view.size() - open - 2));
  if (t.quoted == quote::escapes) d.backslashes(mark, open != 0 && text::lower(view[0]) == 'e');
  if (t.quoted == quote::unicode) d.code_points(mark);
  if (t.quoted == quote::prefixed) d.plain(mark);
  return d.result(mark == '"' ? quote::twofold : quote::single);
}

}  // namespace t2s::sql::detail

#endif
