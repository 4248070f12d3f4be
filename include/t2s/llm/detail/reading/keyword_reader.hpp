// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_KEYWORD_READER_HPP
#define T2S_LLM_DETAIL_READING_KEYWORD_READER_HPP

#include "t2s/llm/detail/reading/blocks.hpp"
#include "t2s/llm/detail/reading/code_reader.hpp"

#include <ranges>
#include <unordered_set>

namespace t2s::llm::detail::reading_impl {

using words = std::vector<std::string>;

inline constexpr std::size_t most_words = 8;  // in a keyword; anything longer is a sentence

inline std::size_t count_words(std::string_view s) {
  std::size_t n = 0;
  for (std::size_t i = skip_blanks(s, 0); i < s.size(); ++n) i = skip_blanks(s, std::min(s.find_first_of(blanks, i), s.size()));
  return n;
}

/// The text between a pair of marks at the beginning of an item, if nothing follows, or prose after a colon or a dash.
inline std::optional<std::string_view> between(std::string_view item, std::string_view open, std::string_view close) {
  if (!item.starts_with(open)) return {};
  auto const end = item.find(close, open.size());
  if (end == item.npos || end == open.size()) return {};
  auto const after = text::trim(item.substr(end + close.size()));
  bool const explained = after.empty() || std::string_view(":-(.,;").find(after[0]) != std::string_view::npos ||
                         after.starts_with("\u2013") || after.starts_with("\u2014");
  return explained ? std::optional(item.substr(open.size(), end - open.size())) : std::nullopt;
}

/// The item without quotes, emphasis and a following explanation.
inline std::string_view bare(std::string_view item) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> pairs{
      {{"**", "**"}, {"__", "__"}, {"\"", "\""}, {"'", "'"}, {"`", "`"}, {"*", "*"}, {"\u201C", "\u201D"}, {"\u2018", "\u2019"}}};
  item = text::trim(item);
  for (int depth = 0; depth < 3; ++depth) {
    auto const before = item.size();
    for (auto const& [open, close] : pairs)
      if (auto const inner = between(item, open, close)) item = text::trim(*inner);
    if (item.size() == before) break;
  }
  while (!item.empty() && std::string_view(".,;:").find(item.back()) != std::string_view::npos) item.remove_suffix(1);
  return text::trim(item);
}

/// The text after a number or a bullet at the beginning of a line; nothing if there is none.
inline std::optional<std::string_view> after_marker(std::string_view line) {
  line = text::trim(line);
  for (std::string_view const bullet : {"- ", "* ", "+ ", "\u2022", "\u2013 "})
    if (line.starts_with(bullet)) return line.substr(bullet.size());
  bool const bracket = line.starts_with('(');
  std::size_t i = bracket ? 1 : 0;
  auto const digits = i;
  while (i < line.size() && text::is_digit(line[i])) ++i;
  if (i == digits || i - digits > 4 || i >= line.size()) return {};
  bool const marks = line[i] == ')' || (!bracket && (line[i] == '.' || line[i] == ':'));
  bool const blank = i + 1 >= line.size() || text::is_space(line[i + 1]);
  return marks && blank ? std::optional(line.substr(i + 1)) : std::nullopt;
}

/// Splits at commas and semicolons outside quotes and brackets.
inline std::vector<std::string_view> split_list(std::string_view s) {
  std::vector<std::string_view> parts;
  char quote = '\0';
  std::size_t depth = 0, begin = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    char const c = s[i];
    bool const at_word = i == begin || text::is_space(s[i - 1]) || s[i - 1] == ',';
    if (quote != '\0')
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || (c == '\'' && at_word))
      quote = c;
    else if (c == '(')
      ++depth;
    else if (c == ')' && depth > 0)
      --depth;
    else if ((c == ',' || c == ';') && depth == 0)
      parts.push_back(s.substr(begin, i - begin)), begin = i + 1;
  }
  parts.push_back(s.substr(begin));
  return parts;
}

/// The line without a leading "Keywords:" or "Here are the keywords:".
inline std::string_view after_list_label(std::string_view line, reading_notes& notes) {
  auto const colon = line.find(':');
  if (colon == line.npos || line.substr(0, colon).find_first_of(",;\"'`") != line.npos || colon + 1 >= line.size()) return line;
  if (!text::is_space(line[colon + 1]) && line[colon + 1] != '*') return line;
  add(notes, step::text_before, line.substr(0, colon + 1));
  auto rest = line.substr(colon + 1);
  while (rest.starts_with('*')) rest.remove_prefix(1);  // **Keywords:** a, b
  return rest;
}

inline std::vector<std::string_view> lines_of(std::string_view s) {
  std::vector<std::string_view> lines;
  for (auto const line : text::split(s, '\n'))
    if (!text::trim(line).empty()) lines.push_back(text::trim(line));
  return lines;
}

inline void collect_texts(literal const& l, words& found) {
  if (l.what == literal::kind::text || (l.what == literal::kind::word && !l.text.empty())) found.push_back(l.text);
  for (auto const& item : l.items) collect_texts(item, found);
}

/// [a, b, c] without quotes, if it is the whole text.
inline std::optional<words> bracketed_words(std::string_view s, reading_notes& notes) {
  s = text::trim(s);
  if (!s.starts_with('[') || !s.ends_with(']') || s.size() < 2) return {};
  words found;
  for (auto const part : split_list(s.substr(1, s.size() - 2))) found.emplace_back(bare(part));
  add(notes, step::object);
  return found;
}

/// The items of the first literal list in a text; an object gives its lists, or its texts. A list with "..." may quote the prompt: one
/// without comes first.
inline std::optional<words> from_literals(std::string_view s, reading_notes& notes) {
  bool complete = true;
  auto const literals = literals_in(s, complete);
  if (literals.empty()) return bracketed_words(s, notes);
  std::vector<words> lists;
  for (auto const& one : literals) collect_texts(one, lists.emplace_back());
  auto const has_dots = [](words const& list) { return std::ranges::find(list, "...") != list.end(); };
  auto const whole = std::ranges::find_if_not(lists, has_dots);
  auto& found = whole != lists.end() ? *whole : lists.front();
  std::erase(found, "...");
  add(notes, step::object);
  if (!complete) add(notes, step::missing_end);
  return std::move(found);
}

/// The items after numbers and bullets; other lines are prose.
inline std::optional<words> from_markers(std::vector<std::string_view> const& lines, reading_notes& notes) {
  words found;
  std::string prose;
  for (auto const line : lines) {
    if (auto const item = after_marker(line))
      found.emplace_back(bare(*item));
    else
      (prose += line) += ' ';
  }
  if (found.empty()) return {};
  add_unless_blank(notes, step::text_before, prose);
  return found;
}

/// The text between commas, of one or more lines, after lines that only announce it.
inline words from_lines(std::vector<std::string_view> const& lines, reading_notes& notes) {
  std::size_t first = 0;
  for (; first + 1 < lines.size() && lines[first].ends_with(':'); ++first) add(notes, step::text_before, lines[first]);
  words found;
  for (auto i = first; i < lines.size(); ++i)
    for (auto const part : split_list(i == first ? after_list_label(lines[i], notes) : lines[i])) found.emplace_back(bare(part));
  return found;
}

/// Whether what was split at commas is a sentence.
inline bool is_sentence(std::vector<std::string_view> const& lines, words const& parts) {
  constexpr std::size_t most_in_a_part = 5;
  return !lines.empty() && lines.back().ends_with('.') &&
         std::ranges::any_of(parts, [](auto const& p) { return count_words(p) > most_in_a_part; });
}

/// The last block that is not SQL, else the text around the blocks. SQL beside the list shows how a model found it.
inline std::string_view keyword_text(std::vector<block> const& blocks, std::string_view around, reading_notes& notes) {
  for (auto const& b : std::views::reverse(blocks)) {
    if (is_query(b.content)) continue;
    add(notes, b.closed ? step::fenced_block : step::unclosed_fence, b.language);
    add_unless_blank(notes, step::text_before, around);
    return b.content;
  }
  return around;
}

inline words distinct(words all, reading_notes& notes) {
  static constexpr std::array<std::string_view, 5> none{"none", "n/a", "null", "nothing", "no keywords"};
  std::unordered_set<std::string> seen;
  auto const repeated = std::erase_if(all, [&](std::string const& w) { return !w.empty() && !seen.insert(text::lower(w)).second; });
  if (repeated != 0) add(notes, step::repeated, std::to_string(repeated));
  std::erase(all, std::string());
  if (all.size() == 1 && is_one_of(all[0], none)) all.clear();
  return all;
}

inline reading<words> read_keywords(std::string_view s, reading_notes notes) {
  auto const no_list = [&] { return no_answer("is prose, not a list of keywords", s, "ask for a list, one keyword a line"); };
  if (text::trim(s).empty() || !called_tool(s).empty()) return {no_list(), std::move(notes)};
  std::string around;
  auto const blocks = blocks_of(s, around);
  if (!blocks.empty()) s = keyword_text(blocks, around, notes);
  auto found = from_literals(s, notes);
  bool const sure = found.has_value();
  auto const lines = lines_of(s);
  if (!found) found = from_markers(lines, notes);
  if (!found) {
    found = from_lines(lines, notes);
    if (is_sentence(lines, *found)) return {no_list(), std::move(notes)};
  }
  if (!sure && std::ranges::any_of(*found, [](auto const& w) { return count_words(w) > most_words; })) return {no_list(), std::move(notes)};
  auto kept = distinct(*std::move(found), notes);
  return {std::move(kept), std::move(notes)};
}

}  // namespace t2s::llm::detail::reading_impl

#endif
