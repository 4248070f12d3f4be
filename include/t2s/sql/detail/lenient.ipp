// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_LENIENT_IPP
#define T2S_SQL_DETAIL_LENIENT_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/sql/detail/lenient.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace t2s::sql {
namespace detail {

using notes = std::vector<note>;

inline constexpr std::size_t most_beginnings = 8;  // how many positions are tried at which a statement might begin
inline constexpr std::string_view blanks = " \t\n\f\r";

/// Removes what SQL skips at both ends. Removing more would be a fix without a note.
inline std::string_view without_blanks(std::string_view s) noexcept {
  auto const begin = std::min(s.find_first_not_of(blanks), s.size());
  return s.substr(begin, s.find_last_not_of(blanks) + 1 - begin);
}

// ---- Markdown

/// The content of the last fenced block, or nothing.
inline std::optional<std::string_view> last_fence(std::string_view text) {
  constexpr std::string_view mark = "```";
  std::optional<std::string_view> last;
  for (auto open = text.find(mark); open != text.npos;) {
    auto const line_end = text.find('\n', open);
    auto const close = text.find(mark, open + mark.size());
    bool const one_line = close < line_end;
    auto begin = one_line ? open + mark.size() : line_end == text.npos ? text.size() : line_end + 1;
    if (one_line && text::same(text.substr(begin, 3), "sql")) begin += 3;
    last = text.substr(begin, close == text.npos ? text.npos : close - begin);
    open = close == text.npos ? close : text.find(mark, close + mark.size());
  }
  return last;
}

// ---- characters and tokens

/// The plain quote for the typographic quote that begins at `s[i]`, or NUL if none begins there.
inline char plain_quote(std::string_view s, std::size_t i) noexcept {
  auto const three = s.substr(i, 3);
  if (three == "\u2018" || three == "\u2019" || three == "\u201B") return '\'';
  if (three == "\u201C" || three == "\u201D" || three == "\u201E") return '"';
  return '\0';
}

/// Copies a string in proper quotes from `s[i]` to its end and returns the position after it.
inline std::size_t copy_quoted(std::string_view s, std::size_t i, dialect in, std::string& out) {
  char const mark = s[i] == '[' ? ']' : s[i];
  auto close = i + 1;
  while (close < s.size() && s[close] != mark) close += in == dialect::mysql && s[close] == '\\' ? 2U : 1U;
  auto const end = std::min(close + 1, s.size());
  out += s.substr(i, end - i);
  return end;
}

/// Copies a string in typographic quotes into plain ones and returns the position after it. An unclosed quote stays.
inline std::size_t copy_typographic(std::string_view s, std::size_t begin, std::string& out, notes& made) {
  char const mark = plain_quote(s, begin);
  auto close = begin + 3;
  while (close < s.size() && plain_quote(s, close) != mark) ++close;
  if (close >= s.size()) {
    out += s.substr(begin);
    return s.size();
  }
  out += mark;
  for (char const c : s.substr(begin + 3, close - begin - 3)) out.append(c == mark ? 2U : 1U, c);
  out += mark;
  made.push_back({fix::typographic_quote, std::string(s.substr(begin, close + 3 - begin))});
  return close + 3;
}

inline void plain_quotes(std::string& sql, dialect in, notes& made) {
  if (sql.find("\u2018"[0]) == sql.npos) return;
  std::string out;
  for (std::size_t i = 0; i < sql.size();) {
    char const c = sql[i];
    if (c == '\'' || c == '"' || c == '`' || c == '[')
      i = copy_quoted(sql, i, in, out);
    else if (plain_quote(sql, i) != '\0')
      i = copy_typographic(sql, i, out, made);
    else
      out += sql[i++];
  }
  sql = std::move(out);
}

/// Whether two tokens of one character, with only blanks between, are `=<` or `=>`, or one operator split by a blank.
inline bool is_turned_operator(token const& a, token const& b) noexcept { return *a.data == '=' && (*b.data == '<' || *b.data == '>'); }
inline bool is_split_operator(token const& a, token const& b) noexcept {
  static constexpr std::array operators{std::string_view(">="), std::string_view("<="), std::string_view("!="),
                                        std::string_view("<>"), std::string_view("=="), std::string_view("||")};
  if (a.size != 1 || b.size != 1) return false;
  for (char const* p = a.data + 1; p != b.data; ++p)
    if (blanks.find(*p) == blanks.npos) return false;
  if (is_turned_operator(a, b)) return true;
  return b.data != a.data + 1 && t2s::detail::any_of(operators, [&](auto const o) { return o[0] == *a.data && o[1] == *b.data; });
}

inline std::vector<token> tokens_of(std::string const& sql, grammar const& in) {
  std::vector<token> tokens;
  tokenize(sql, in, tokens);
  return tokens;
}

inline void join_operators(std::string& sql, grammar const& in, notes& made) {
  auto const tokens = tokens_of(sql, in);
  std::string out;
  char const* copied = sql.data();
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!is_split_operator(tokens[i], tokens[i + 1])) continue;
    auto const &first = tokens[i], &second = tokens[i + 1];
    bool const turned = is_turned_operator(first, second);
    out.append(copied, first.data).append(1, turned ? *second.data : *first.data).append(1, turned ? *first.data : *second.data);
    copied = second.data + 1;
    made.push_back({turned ? fix::turned_operator : fix::space_in_operator, std::string(first.data, copied)});
    ++i;
  }
  out.append(copied, static_cast<char const*>(sql.data() + sql.size()));
  sql = std::move(out);
}

/// Cuts after the first semicolon with text behind it. The beginning of that text distinguishes a second statement from prose.
inline void cut_at_semicolon(std::string& sql, grammar const& in, notes& made) {
  auto const tokens = tokens_of(sql, in);
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind != token_kind::semicolon || tokens[i + 1].kind == token_kind::semicolon) continue;
    auto const next = tokens[i + 1].kind;
    bool const statement =
        next == token_kind::select || next == token_kind::with || next == token_kind::values || next == token_kind::reserved;
    auto const end = static_cast<std::size_t>(tokens[i].data - sql.data()) + 1;
    made.push_back({statement ? fix::statements_after : fix::text_after, std::string(without_blanks(std::string_view(sql).substr(end)))});
    sql.resize(end);
    return;
  }
}

/// The number of unclosed brackets at the end.
inline std::size_t open_brackets(std::string const& sql, grammar const& in) {
  std::size_t open = 0;
  for (auto const& t : tokens_of(sql, in)) {
    if (t.kind == token_kind::lparen) ++open;
    if (t.kind == token_kind::rparen && open != 0) --open;
  }
  return open;
}

// ---- attempts

inline draft draft_of(std::string sql, notes made, options const& limits) {
  auto read = parse(sql, limits);
  return {std::move(read), std::move(sql), std::move(made)};
}

/// Closes the brackets that are open at the end, if that repairs the draft.
inline draft with_brackets_closed(draft a, options const& limits) {
  auto const missing = open_brackets(a.text, limits.grammar);
  if (a.result || missing == 0 || missing > limits.max_nesting) return a;
  auto sql = a.text;
  while (!sql.empty() && (blanks.find(sql.back()) != blanks.npos || sql.back() == ';')) sql.pop_back();
  sql.append(missing, ')');
  auto made = a.notes;
  made.push_back({fix::closing_bracket, std::string(missing, ')')});
  auto closed = draft_of(std::move(sql), std::move(made), limits);
  return closed.result ? std::move(closed) : std::move(a);
}

/// Removes the text after an empty line, if that repairs the draft.
inline draft without_last_paragraphs(draft a, options const& limits) {
  auto const gap = a.text.find("\n\n");
  if (a.result || gap == a.text.npos) return a;
  auto made = a.notes;
  made.push_back({fix::text_after, std::string(without_blanks(std::string_view(a.text).substr(gap)))});
  auto cut = with_brackets_closed(draft_of(a.text.substr(0, gap), std::move(made), limits), limits);
  return cut.result ? std::move(cut) : std::move(a);
}

/// Reads the text from a position as SQL.
inline draft read_from(std::string_view text, std::size_t begin, notes made, options const& limits) {
  auto const before = without_blanks(text.substr(0, begin));
  if (!before.empty()) made.push_back({fix::text_before, std::string(before)});
  std::string sql(text.substr(begin));
  plain_quotes(sql, limits.grammar.dialect, made);
  join_operators(sql, limits.grammar, made);
  cut_at_semicolon(sql, limits.grammar, made);
  return without_last_paragraphs(with_brackets_closed(draft_of(std::move(sql), std::move(made), limits), limits), limits);
}

/// The positions of words that can begin a statement. In prose, a # does not begin a comment.
inline std::vector<std::size_t> beginnings(std::string const& text) {
  std::vector<std::size_t> found;
  for (auto const& t : tokens_of(text, sqlite)) {
    bool const begins = t.kind == token_kind::select || t.kind == token_kind::with || t.kind == token_kind::values;
    if (begins && found.size() < most_beginnings) found.push_back(static_cast<std::size_t>(t.data - text.data()));
  }
  return found;
}

inline bool has_from(std::string const& text, grammar const& in) {
  return t2s::detail::any_of(tokens_of(text, in), [](token const& t) { return t.kind == token_kind::from; });
}

inline draft read_with_select(std::string const& text, notes made, options const& limits) {
  made.push_back({fix::missing_select, "SELECT"});
  return read_from("SELECT " + text, 0, std::move(made), limits);
}

inline draft read_leniently(std::string_view reply, options const& limits) {
  notes made;
  auto const fence = last_fence(reply);
  if (fence) made.push_back({fix::code_fence, "```"});
  std::string const text(without_blanks(fence.value_or(reply)));
  std::optional<draft> first;
  for (auto const begin : beginnings(text)) {
    auto a = read_from(text, begin, made, limits);
    if (a.result) return a;
    if (!first) first = std::move(a);
  }
  if (has_from(text, limits.grammar) && (!first || first->notes.size() > made.size())) {
    auto a = read_with_select(text, made, limits);
    if (a.result) return a;
  }
  return first ? *std::move(first) : read_from(text, 0, std::move(made), limits);
}

}  // namespace detail

T2S_DECL std::string_view name_of(fix f) noexcept {
  static constexpr std::array<std::string_view, 9> names{"code_fence",       "text_before",       "text_after",
                                                         "statements_after", "typographic_quote", "space_in_operator",
                                                         "closing_bracket",  "missing_select",    "turned_operator"};
  return names[static_cast<std::size_t>(f)];
}

T2S_DECL draft parse_draft(std::string_view reply, options const& limits) {
  if (auto strict = parse(reply, limits)) return {std::move(strict), std::string(reply), {}};
  if (reply.size() > limits.max_length) return {parse(reply, limits), std::string(reply), {}};
  return detail::read_leniently(reply, limits);
}

}  // namespace t2s::sql

#endif
