// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_PARSE_IPP
#define T2S_SQL_DETAIL_PARSE_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/grammar.hpp"
#include "t2s/sql/detail/lexer.hpp"
#include "t2s/sql/detail/token.hpp"
#include "t2s/sql/parse.hpp"

#include <algorithm>

namespace t2s::sql {
namespace detail {

inline constexpr std::size_t longest_text = 1U << 30U;  // offsets have 32 bits

T2S_DECL bool read_sqlite(state& s) { return read_by(sqlite_rules::statement, s); }

T2S_DECL std::size_t lex_sqlite(std::string const& text, std::vector<token>& room) { return lex<sqlite_lexer>(text, room); }

inline syntax_error error_at(std::string_view text, std::size_t offset, std::string message) {
  syntax_error e;
  e.message = std::move(message);
  e.offset = offset;
  auto const before = text.substr(0, offset);
  e.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  e.column = 1 + text::display_width(before.substr(before.rfind('\n') + 1));
  return e;
}

inline std::string one_of(std::vector<std::string> const& expected) {
  std::string s;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i != 0) s += i + 1 == expected.size() ? " or " : ", ";
    s += expected[i];
  }
  return s;
}

inline syntax_error unexpected(std::string_view text, token const& t, std::vector<std::string_view> const& expected) {
  auto e = error_at(text, static_cast<std::size_t>(t.data - text.data()), {});
  e.found = t.view();
  for (auto const what : expected) e.expected.push_back(std::string(what));
  std::string const found = t.kind == token_kind::end       ? "the text ends"
                            : t.kind == token_kind::illegal ? "there is an unknown token"
                                                            : "there is " + e.found;
  e.message = found + " where " + one_of(e.expected) + " is expected";
  return e;
}

inline syntax_error refused(std::string_view text, token const& t, std::string_view why) {
  auto e = error_at(text, static_cast<std::size_t>(t.data - text.data()), std::string(why));
  e.found = t.view();
  return e;
}

/// Parses a text that has failed once more and records what was expected.
inline syntax_error explain(storage& held, options const& limits) {
  state s(held, limits);
  s.wanted.recording = true;
  s.wanted.furthest = held.tokens.data();
  held.memory.reset();
  limits.grammar.reader->read(s);
  if (s.too_deep) {
    auto const offset = static_cast<std::size_t>(s.too_deep->data - held.text.data());
    return error_at(held.text, offset, "nested deeper than " + std::to_string(limits.max_nesting) + " levels");
  }
  if (s.too_high)
    return error_at(held.text, s.too_high->offset, "operators nested deeper than " + std::to_string(limits.max_height) + " levels");
  if (s.refused) return refused(held.text, *s.refused, s.refusal);
  return unexpected(held.text, *s.wanted.furthest, s.wanted.expected);
}

inline std::optional<syntax_error> fill(storage& held, options const& limits) {
  held.grammar = limits.grammar;
  held.token_count = held.grammar.reader->lex(held.text, held.tokens);
  state s(held, limits);
  if (held.grammar.reader->read(s)) {
    held.root = s.stack.back();
    return {};
  }
  return explain(held, limits);
}

}  // namespace detail

T2S_DECL std::string content_of(token const& t) {
  arena memory;
  return std::string(detail::content(memory, t).view());
}

T2S_DECL std::string to_string(syntax_error const& e) {
  return "line " + std::to_string(e.line) + ", column " + std::to_string(e.column) + ": " + e.message;
}

T2S_DECL std::optional<syntax_error> parse_into(query& into, std::string_view text, options const& limits) {
  auto& held = detail::access::of(into);
  held.root = nullptr;
  auto const longest = std::min(limits.max_length, detail::longest_text);
  if (text.size() > longest) return detail::error_at(text, longest, "longer than " + std::to_string(longest) + " bytes");
  held.text.assign(text);
  held.memory.reset();
  return detail::fill(held, limits);
}

T2S_DECL parsed parse(std::string_view text, options const& limits) {
  query q;
  if (auto e = parse_into(q, text, limits)) return *std::move(e);
  return q;
}

}  // namespace t2s::sql

#endif
