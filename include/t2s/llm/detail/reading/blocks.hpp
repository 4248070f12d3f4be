// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_BLOCKS_HPP
#define T2S_LLM_DETAIL_READING_BLOCKS_HPP

#include "t2s/core/detail/json_text.hpp"
#include "t2s/llm/completion_sql.hpp"
#include "t2s/llm/detail/called_tool.hpp"
#include "t2s/llm/detail/reading/markup.hpp"
#include "t2s/llm/detail/reading/plain_sql.hpp"

/// The parts of a completion: the text outside its thoughts, its fenced blocks, its values of JSON and Python.
namespace t2s::llm::detail::reading_impl {

inline constexpr std::size_t most_shown = 80;

/// The beginning of a text, for notes and messages.
inline std::string excerpt(std::string_view s) { return text::cut(text::trim(s), most_shown); }

inline failure no_answer(std::string const& what, std::string_view completion, std::string remedy, errc code = errc::malformed_reply) {
  bool const blank = text::trim(completion).empty();
  if (auto const tool = called_tool(completion); !tool.empty())
    return {code,
            "the model called the tool " + excerpt(tool) + " in place of an answer",
            {},
            "t2s offers no tools: switch them off at the server or its agent, or ask for an answer in text",
            {}};
  if (blank) remedy = "ask again; if it stays empty, allow more tokens and check the stop sequences";
  return {
      code, blank ? "the completion is empty" : "the completion " + what + ": \"" + excerpt(completion) + "\"", {}, std::move(remedy), {}};
}

inline void add(reading_notes& notes, step what, std::string_view detail = {}) { notes.push_back({what, excerpt(detail)}); }

inline void add_unless_blank(reading_notes& notes, step what, std::string_view left_out) {
  if (!text::trim(left_out).empty()) add(notes, what, left_out);
}

inline bool is_word(char c) noexcept { return text::is_letter(c) || text::is_digit(c) || c == '_'; }

/// The first position from `i` on without one of these characters.
inline std::size_t skip(std::string_view characters, std::string_view s, std::size_t i) noexcept {
  return std::min(s.find_first_not_of(characters, i), s.size());
}
inline constexpr std::string_view blanks = " \t\n\v\f\r";
inline std::size_t skip_blanks(std::string_view s, std::size_t i) noexcept {
  i = skip(blanks, s, i);
  while (auto const n = unseen_length(s, i)) i = skip(blanks, s, i + n);
  return i;
}

inline std::string_view word_at(std::string_view s, std::size_t i) noexcept {
  auto end = i;
  while (end < s.size() && is_word(s[end])) ++end;
  return s.substr(std::min(i, s.size()), end - i);
}

/// The word of ASCII letters at `s[i]`: keywords stand beside any other character.
inline std::string_view keyword_at(std::string_view s, std::size_t i) noexcept {
  auto end = i;
  while (end < s.size() && is_word(s[end]) && static_cast<unsigned char>(s[end]) < 0x80) ++end;
  return s.substr(std::min(i, s.size()), end - i);
}

template <class Words>
bool is_one_of(std::string_view word, Words const& words) noexcept {
  for (std::string_view const w : words)
    if (text::same(word, w)) return true;
  return false;
}

/// The model's own turn of a completion, with its tags of thoughts.
inline split_thoughts own_turn(std::string_view s) {
  static constexpr std::string_view answer = "assistantfinal";  // harmony's channels, when a server leaves out its tokens only
  auto const last = has_prefix(text::trim(s), "analysis") ? s.rfind(answer) : s.npos;
  if (last != s.npos) return {std::string(s.substr(last + answer.size())), {}};
  return turn_reader(s).read();
}

/// A text without its thoughts. An end tag without a start tag closes thoughts that began in the prompt.
inline split_thoughts without_thinking(std::string_view completion, reading_notes& notes) {
  auto turn = own_turn(completion);
  if (!turn.has_answer()) {
    add(notes, step::unclosed_thinking, turn.unclosed);
    return turn;
  }
  split_thoughts out;
  std::string_view const s = turn.answer;
  std::size_t from = 0;
  bool inside = false;
  while (auto const tag = next_tag(s, from, inside)) {
    auto const before = s.substr(from, tag->begin - from);
    if (tag->closes) {
      add(notes, step::thinking, inside ? before : out.answer + std::string(before));
      if (!inside) out.answer.clear();
    } else {
      out.answer += before;
    }
    inside = !tag->closes;
    from = tag->end;
  }
  (inside ? out.unclosed : out.answer) += s.substr(from);
  if (inside) add(notes, step::unclosed_thinking, out.unclosed);
  return out;
}

/// Whether a text ends in punctuation of Chinese or Japanese.
inline bool ends_in_wide_mark(std::string_view s) {
  auto const byte = [&](std::size_t k) { return k <= s.size() ? static_cast<unsigned char>(s[s.size() - k]) : 0U; };
  return (byte(3) == 0xE3 && byte(2) == 0x80) || (byte(3) == 0xEF && (byte(2) == 0xBC || byte(2) == 0xBD));
}

/// The position of SELECT, WITH or VALUES after blanks, comments and brackets; npos if something else is there.
inline std::size_t statement_begin(std::string_view s) {
  static constexpr std::array<std::string_view, 3> first_words{"select", "with", "values"};
  for (std::size_t i = 0;;) {
    i = skip_blanks(s, i);
    if (i < s.size() && (s[i] == '(' || s.substr(i, 3) == "\uFF08")) {
      i += s[i] == '(' ? 1U : 3U;
    } else if (s.substr(std::min(i, s.size()), 2) == "--") {
      i = std::min(s.find('\n', i), s.size());
    } else if (s.substr(std::min(i, s.size()), 2) == "/*") {
      auto const end = s.find("*/", i + 2);
      i = end == s.npos ? s.size() : end + 2;
    } else {
      return is_one_of(keyword_at(s, i), first_words) ? i : s.npos;
    }
  }
}
inline bool begins_statement(std::string_view s) { return statement_begin(s) != s.npos; }

struct block {
  std::string_view language{};
  std::string_view content{};
  bool closed = true;
};

inline bool is_sql_language(std::string_view language) {
  static constexpr std::array<std::string_view, 15> names{"sql",   "sqlite",  "sqlite3", "postgres", "postgresql",
                                                          "psql",  "pgsql",   "mysql",   "mariadb",  "tsql",
                                                          "plsql", "plpgsql", "duckdb",  "bigquery", "snowflake"};
  return is_one_of(language, names);
}
inline bool is_other_language(std::string_view language) {
  static constexpr std::array<std::string_view, 12> names{"json", "python", "py",   "text", "txt", "plaintext",
                                                          "csv",  "bash",   "yaml", "md",   "xml", "markdown"};
  return is_one_of(language, names);
}

/// Makes a block from the text between its fences. The first line is the language unless it is SQL.
inline block block_of(std::string_view inside, bool closed) {
  auto const line_end = inside.find('\n');
  auto const begin = std::min(inside.find_first_not_of(" \t"), inside.size());
  auto const word = word_at(inside, begin);
  auto const after = begin + word.size();
  if (is_sql_language(word)) return {word, inside.substr(after), closed};
  bool const named = is_other_language(word);
  if (line_end == inside.npos) return {named ? word : std::string_view(), inside.substr(named ? after : 0), closed};
  bool const is_name =
      named || (!begins_statement(inside.substr(0, line_end)) && text::trim(inside.substr(after, line_end - after)).empty());
  if (!is_name) return {{}, inside, closed};
  return {word, inside.substr(line_end + 1), closed};
}

/// `around` gets the text outside the blocks.
inline std::vector<block> blocks_of(std::string_view s, std::string& around) {
  std::vector<block> found;
  std::size_t copied = 0;
  while (auto const fenced = next_fenced(s, copied)) {
    around += s.substr(copied, fenced->begin - copied);
    found.push_back(block_of(s.substr(fenced->inside, fenced->inside_end - fenced->inside), fenced->closed));
    copied = fenced->end;
    around += '\n';
  }
  around += s.substr(copied);
  return found;
}

/// A JSON value or Python literal as models write them: with either kind of quotes, unescaped quotes, missing ends.
struct literal {
  enum class kind { word, text, list, object };

  kind what = kind::word;
  std::string text{};                // for a text or a bare word
  std::vector<literal> items{};      // for a list or an object
  std::vector<std::string> names{};  // for an object's items
  std::size_t begin = 0, end = 0;    // of those that `literals_in` finds
};

/// Reads a literal. It never fails: anything that is not part of a literal ends it. Linear time.
class literal_reader {
 public:
  literal_reader(std::string_view s, std::size_t begin) : s_(s), at_(begin) {}

  literal read() { return value(0, false); }

  [[nodiscard]] std::size_t end() const noexcept { return at_; }
  [[nodiscard]] bool complete() const noexcept { return complete_; }

 private:
  static constexpr std::size_t most_nesting = 32;

  [[nodiscard]] char here() const noexcept { return at_ < s_.size() ? s_[at_] : '\0'; }
  [[nodiscard]] bool ended() const noexcept { return at_ >= s_.size(); }
  void skip() { at_ = skip_blanks(s_, at_); }
  [[nodiscard]] static bool is_quote(char c) noexcept { return c == '"' || c == '\''; }

  literal value(std::size_t depth, bool in_object) {
    skip();
    if (is_quote(here())) return quoted([this, in_object](std::size_t i) { return ends_value(i, in_object); });
    bool const nested = here() == '{' || here() == '[' || (here() == '(' && depth > 0);
    if (nested && depth < most_nesting) return here() == '{' ? object(depth) : list(depth);
    return word();
  }

  literal word() {
    auto const begin = at_;
    while (!ended() && std::string_view(",]}:)\n").find(here()) == std::string_view::npos) ++at_;
    return {literal::kind::word, std::string(text::trim(s_.substr(begin, at_ - begin))), {}, {}};
  }

  literal list(std::size_t depth) {
    literal out{literal::kind::list, {}, {}, {}};
    char const close = here() == '(' ? ')' : ']';
    for (++at_; go_on(close);) {
      auto const before = at_;
      out.items.push_back(value(depth + 1, false));
      if (!separated(close, before)) break;
    }
    return out;
  }

  literal object(std::size_t depth) {
    literal out{literal::kind::object, {}, {}, {}};
    for (++at_; go_on('}');) {
      auto const before = at_;
      auto name = is_quote(here()) ? quoted([this](std::size_t i) { return next(i) == ':'; }).text : word().text;
      skip();
      if (here() == ':') {
        ++at_;
        out.names.push_back(std::move(name));
        out.items.push_back(value(depth + 1, true));
      }
      if (!separated('}', before)) break;
    }
    return out;
  }

  /// Whether another item follows; otherwise it reads the end of the list.
  bool go_on(char close) {
    skip();
    if (here() == close && !ended()) {
      ++at_;
      return false;
    }
    if (ended()) complete_ = false;
    return !ended();
  }

  /// Whether a comma follows, or the end of the list, which `go_on` reads.
  bool separated(char close, std::size_t before) {
    skip();
    if (here() == ',') {
      ++at_;
      return true;
    }
    if (here() == close && !ended()) return true;
    complete_ = false;
    if (at_ == before && !ended()) ++at_;
    return false;
  }

  [[nodiscard]] char next(std::size_t i) const {
    i = skip_blanks(s_, i);
    return i < s_.size() ? s_[i] : '\0';
  }

  /// Whether a quote before `s[i]` can end a value; otherwise it is an unescaped quote.
  [[nodiscard]] bool ends_value(std::size_t i, bool in_object) const {
    i = skip_blanks(s_, i);
    if (i >= s_.size() || s_[i] == '}' || s_[i] == ']' || (s_[i] == ')' && !in_object)) return true;
    if (s_[i] != ',') return false;
    char const c = next(i + 1);
    if (c == '\0' || is_quote(c) || c == '}' || c == ']') return true;
    bool const ellipsis = s_.substr(skip_blanks(s_, i + 1), 3) == "...";
    return !in_object && (text::is_digit(c) || c == '{' || c == '[' || c == '-' || ellipsis || is_constant(skip_blanks(s_, i + 1)));
  }

  /// Whether a word such as null is at `s[i]`, alone between commas.
  [[nodiscard]] bool is_constant(std::size_t i) const {
    static constexpr std::array<std::string_view, 6> names{"null", "none", "nil", "undefined", "true", "false"};
    auto const word = word_at(s_, i);
    char const after = next(i + word.size());
    return is_one_of(word, names) && (after == ',' || after == ']' || after == '\0');
  }

  template <class Ends>
  literal quoted(Ends ends) {
    char const mark = here();
    bool const triple = s_.substr(at_, 3) == std::string(3, mark);
    std::string const close(triple ? 3 : 1, mark);
    at_ += close.size();
    literal out{literal::kind::text, {}, {}, {}};
    std::optional<std::pair<std::size_t, std::size_t>> doubtful;  // the last quote on its line: its position, and the length before it
    bool line_over = false;
    while (!ended()) {
      if (here() == '\\') {
        escape(out.text);
        continue;
      }
      bool const closes = s_.substr(at_, close.size()) == close;
      if (closes && (triple || ends(at_ + 1))) {
        at_ += close.size();
        return out;
      }
      if (closes && !line_over) doubtful = {at_, out.text.size()};
      line_over = line_over || (doubtful && here() == '\n');
      out.text += s_[at_++];
    }
    complete_ = false;
    bool const prose_follows = doubtful && line_over && !went_back_;  // once only: linear time
    if (prose_follows) {
      went_back_ = true;
      out.text.resize(doubtful->second);
      at_ = doubtful->first + 1;
    }
    return out;
  }

  void escape(std::string& out) {
    static constexpr std::string_view letters = "nrtbf", meant = "\n\r\t\b\f", themselves = "\"'\\/`";
    char const c = at_ + 1 < s_.size() ? s_[at_ + 1] : '\0';
    if (c == 'u') return code_point(out);
    if (auto const known = letters.find(c); known != letters.npos)
      out += meant[known];
    else if (themselves.find(c) != themselves.npos)
      out += c;
    else if (c != '\n')
      out.append({'\\', c});
    at_ = std::min(at_ + 2, s_.size());
  }

  void code_point(std::string& out) {
    auto const first = t2s::detail::escaped_unit(s_.substr(at_));
    if (!first) return out.push_back(s_[at_++]);
    at_ += 6;
    auto const second = t2s::detail::escaped_unit(s_.substr(at_)).value_or(0);
    if (!t2s::detail::is_first_half(*first) || !t2s::detail::is_second_half(second))
      return encode(*first >= 0xD800 && *first < 0xE000 ? 0xFFFD : *first, out);
    at_ += 6;
    encode(0x10000 + ((*first - 0xD800) << 10U) + (second - 0xDC00), out);
  }

  static void encode(unsigned point, std::string& out) {
    static constexpr unsigned length_bits[] = {0, 0xC0, 0xE0, 0xF0};
    unsigned following = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    out += static_cast<char>(length_bits[following] | point >> 6 * following);
    while (following-- > 0) out += static_cast<char>(0x80U | (point >> 6 * following & 0x3FU));
  }

  std::string_view s_;
  std::size_t at_;
  bool complete_ = true;
  bool went_back_ = false;
};

/// Whether an object or a list may begin at `s[i]`.
inline bool begins_literal(std::string_view s, std::size_t i) {
  auto const k = skip_blanks(s, i + 1);
  char const next = k < s.size() ? s[k] : '\0';
  bool const quote = next == '"' || next == '\'';
  if (s[i] == '{') return quote || next == '}' || text::is_letter(next);
  return s[i] == '[' && (quote || next == '{' || next == ']');
}

/// All literals in a text; an unfinished one is the last.
inline std::vector<literal> literals_in(std::string_view s, bool& complete) {
  std::vector<literal> found;
  for (auto i = s.find_first_of("{["); i != s.npos;) {
    if (!begins_literal(s, i)) {
      i = s.find_first_of("{[", i + 1);
      continue;
    }
    literal_reader reader(s, i);
    found.push_back(reader.read());
    found.back().begin = i;
    found.back().end = reader.end();
    complete = reader.complete();
    if (!complete) break;
    i = s.find_first_of("{[", std::max(reader.end(), i + 1));
  }
  return found;
}

/// A name without case and punctuation: "final SQL", "final_sql" and "finalSql" are equal.
inline std::string plain_name(std::string_view name) {
  std::string out;
  for (char const c : name)
    if (text::is_letter(c) || text::is_digit(c)) out += text::lower(c);
  return out;
}

/// The item of an object with the first of `names` that exists.
template <class Names>
literal const* find_item(literal const& object, Names const& names) {
  std::vector<std::string> own;
  for (auto const& n : object.names) own.push_back(plain_name(n));
  for (std::string_view const name : names)
    for (std::size_t i = 0; i < own.size(); ++i)
      if (own[i] == name) return &object.items[i];
  return nullptr;
}

}  // namespace t2s::llm::detail::reading_impl

#endif
