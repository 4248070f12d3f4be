// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_STATE_HPP
#define T2S_SQL_DETAIL_STATE_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/arena.hpp"
#include "t2s/sql/detail/ast.hpp"
#include "t2s/sql/detail/operators.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace t2s::sql::detail {

/// Decodes a literal with escapes into a buffer of the literal's size: decoding never makes a literal longer.
class decoder {
 public:
  decoder(arena& memory, std::string_view raw) : from_(raw), room_(memory.room<char>(raw.size())), out_(room_) {}

  /// 'it''s'
  void plain(char mark) {
    while (more())
      if (from_.front() != mark || is_doubled(mark)) take();
  }

  /// MySQL's 'it\'s' and PostgreSQL's E'it\'s'; only the latter has \x41, \101 and \u0041, only the former keeps \% and \_ unchanged.
  void backslashes(char mark, bool numbers) {
    while (more()) {
      if (from_.front() == '\\' && from_.size() > 1) {
        from_.remove_prefix(1);
        escaped(numbers);
      } else if (from_.front() != mark || is_doubled(mark)) {
        take();
      }
    }
  }

  /// U&'d\0061t\+000061', with a backslash or another escape.
  void code_points(char mark, char escape) {
    while (more()) {
      if (from_.front() == escape && from_.size() > 1 && from_[1] != escape) {
        bool const six = from_[1] == '+';
        from_.remove_prefix(six ? 2 : 1);
        put_code_point(number(six ? 6 : 4, 16));
        continue;
      }
      if (from_.front() == escape) from_.remove_prefix(1);
      if (more() && (from_.front() != mark || is_doubled(mark))) take();
    }
  }

  [[nodiscard]] identifier result(quote how) const { return {room_, static_cast<std::uint32_t>(out_ - room_), how}; }

 private:
  /// Skips a quote; returns true if another one follows. Otherwise the string continues after the next quote; the text between is skipped.
  bool is_doubled(char mark) noexcept {
    from_.remove_prefix(1);
    if (from_.starts_with(mark)) return true;
    from_.remove_prefix(std::min(from_.find(mark), from_.size() - 1) + 1);
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

/// The place of the quote at the end of U&'...' before UESCAPE '!'; `npos` if a token has no such clause. `open` is its first quote.
inline std::size_t before_escape(std::string_view token, std::size_t open) {
  constexpr std::string_view word = "uescape";
  char const mark = token[open];
  for (auto i = token.find(mark, open + 1); i != token.npos; i = token.find(mark, i)) {
    if (token.substr(i + 1, 1) == token.substr(open, 1)) {
      i += 2;
      continue;
    }
    auto const next = token.find_first_not_of(" \t\n\r\f\v", i + 1);
    if (next == token.npos || text::same(token.substr(next, word.size()), word)) return next == token.npos ? next : i;
    i = token.find(mark, next) == token.npos ? token.size() : token.find(mark, next) + 1;  // the string continues on another line
  }
  return token.npos;
}

/// The content of a token with escapes.
inline identifier decoded(arena& memory, token const& t) {
  auto const view = t.view();
  auto const open = view.find_first_of(t.quoted == quote::dollars ? "$" : "'\"");
  char const mark = view[open];
  if (t.quoted == quote::dollars) {
    auto const tag = view.find('$', 1) + 1;
    return {t.data + tag, static_cast<std::uint32_t>(view.size() - 2 * tag), quote::single};
  }
  auto const before = t.quoted == quote::unicode ? before_escape(view, open) : view.npos;
  auto const close = before == view.npos ? view.size() - 1 : before;
  decoder d(memory, view.substr(open + 1, close - open - 1));
  if (t.quoted == quote::escapes) d.backslashes(mark, open != 0 && text::lower(view[0]) == 'e');
  if (t.quoted == quote::unicode) d.code_points(mark, before == view.npos ? '\\' : view[view.size() - 2]);
  if (t.quoted == quote::prefixed) d.plain(mark);
  return d.result(mark == '"' ? quote::twofold : quote::single);
}

/// The content of a token.
inline identifier content(arena& memory, token const& t) {
  if (t.quoted == quote::none) return {t.data, t.size, quote::none};
  if (t.quoted > quote::backtick) return decoded(memory, t);
  identifier const inner{t.data + 1, t.size - 2, t.quoted};
  if (!t.escaped) return inner;
  decoder d(memory, inner.view());
  d.plain(t.data[0]);
  return d.result(t.quoted);
}

using cursor = token const*;

/// What was expected at the furthest position of the parse. Only the second pass over a wrong text fills it: a correct text costs nothing.
struct expectations {
  bool recording = false;
  cursor furthest{};
  std::vector<std::string_view> expected{};
  std::string_view label{};  ///< the name in messages for everything that fails at `label_at`
  cursor label_at{};

  [[gnu::noinline]] void add(cursor at, std::string_view what) {
    if (at < furthest) return;
    if (at > furthest) expected.clear();
    furthest = at;
    if (at == label_at && !label.empty()) what = label;
    if (!t2s::detail::has(expected, what)) expected.push_back(what);
  }
  [[gnu::noinline]] void add(cursor at, token_kind const* what, std::size_t count) {
    for (auto const* k = what; k != what + count; ++k) add(at, name_of(*k));
  }
};

/// Finished nodes without a parent yet. Each covers its own tokens, so there are never more nodes than tokens.
class node_stack {
 public:
  node_stack(std::vector<node*>& room, std::size_t tokens) {
    if (room.size() < tokens) room.resize(tokens);
    end_ = room.data();
  }

  void push_back(node* n) noexcept { *end_++ = n; }
  [[nodiscard]] node*& back() noexcept { return end_[-1]; }

  /// Positions on the stack: `end()` is the mark for a later `cut`.
  [[nodiscard]] node** end() noexcept { return end_; }
  void cut(node** mark) noexcept { end_ = mark; }

 private:
  node** end_;
};

/// The parser's working state. Rules leave their nodes on `stack`; `top` is the node under construction, and closing it makes the nodes
/// above its mark its children.
class state {
 public:
  state(storage& held, options const& bounds)
      : memory(held.memory),
        stack(held.stack, held.token_count),
        limits(bounds),
        text(held.text.data()),
        begin(held.tokens.data()),
        end(begin + held.token_count) {}

  [[gnu::noinline]] node* make(kind k, token const& at) {
    if (!memory.has_room<node>()) [[unlikely]]
      return make_in_new_memory(k, at);
    auto* n = new (memory.room<node>()) node();
    n->kind = k;
    n->offset = static_cast<std::uint32_t>(at.data - text);
    return n;
  }

  /// Gives `n` its children and puts it in their place. Returns false if the tree becomes too high.
  [[gnu::noinline]] bool close(node* n, node** mark) {
    auto const count = static_cast<std::size_t>(stack.end() - mark);
    if (!memory.has_room<node*>(count)) [[unlikely]]
      return close_in_new_memory(n, mark);
    if (count != 0) adopt(n, mark, count);
    *mark = n;
    stack.cut(mark + 1);
    return n->height <= limits.max_height || refuse(n);
  }

  /// Moves ORDER BY and LIMIT from the top of the stack into the select below them.
  void move_tail_into_member() {
    auto** below = stack.end();
    while (below[-1]->kind == kind::order_by || below[-1]->kind == kind::limit) --below;
    if (below == stack.end()) return;
    auto* const member = below[-1];
    auto const tail_size = static_cast<std::size_t>(stack.end() - below);
    auto** const items = memory.room<node*>(member->count + tail_size);
    std::copy(below, stack.end(), std::copy_n(member->items, member->count, items));
    stack.cut(below);
    adopt(member, items, member->count + tail_size);
  }

  identifier content(token const& t) {
    if (t.quoted == quote::none) [[likely]]
      return {t.data, t.size, quote::none};
    return quoted_content(t);
  }

  /// Records what was expected. Returns false.
  bool fail(cursor where, std::string_view what) {
    if (wanted.recording) [[unlikely]]
      wanted.add(where, what);
    return false;
  }
  bool fail(cursor where, token_kind const* what, std::size_t count) {
    if (wanted.recording) [[unlikely]]
      wanted.add(where, what, count);
    return false;
  }

  arena& memory;
  node_stack stack;
  options const& limits;
  char const* text;
  cursor begin;  ///< the first token
  cursor end;    ///< after the last one; its kind is `end`
  node* top{};
  std::uint8_t level = level::or_;  ///< operators that bind looser do not belong to the current expression
  std::size_t depth = 0;
  cursor too_deep{};  ///< where a limit was first exceeded
  node const* too_high{};
  cursor refused{};  ///< where something known and unsupported stands
  std::string_view refusal{};
  expectations wanted{};

 private:
  [[gnu::noinline]] node* make_in_new_memory(kind k, token const& at) {
    memory.reserve<node>();
    return make(k, at);
  }

  [[gnu::noinline]] bool close_in_new_memory(node* n, node** mark) {
    memory.reserve<node*>(static_cast<std::size_t>(stack.end() - mark));
    return close(n, mark);
  }

  void adopt(node* n, node* const* children, std::size_t count) {
    auto** const items = memory.room<node*>(count);
    std::uint32_t highest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      items[i] = children[i];
      highest = std::max(highest, children[i]->height);
    }
    n->items = items;
    n->count = static_cast<std::uint32_t>(count);
    n->height = highest + 1;
  }

  [[gnu::noinline]] bool refuse(node const* n) {
    if (!too_high) too_high = n;
    return false;
  }

  [[gnu::noinline]] identifier quoted_content(token const& t) { return detail::content(memory, t); }
};

}  // namespace t2s::sql::detail

#endif
