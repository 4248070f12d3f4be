// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_READING_LITERAL_HPP
#define T2S_LLM_IMPL_READING_LITERAL_HPP

#include "t2s/llm/impl/reading/blocks.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace t2s::llm::detail::reading_impl {

/// A value of JSON or a literal of Python, as models write them: quotes of either kind, unescaped where no reader would guess, ends
/// missing.
struct literal {
  enum class kind { word, text, list, object };

  kind what = kind::word;
  std::string text{};                ///< of a text or a bare word
  std::vector<literal> items{};      ///< of a list or an object
  std::vector<std::string> names{};  ///< of an object's items
};

/// Never fails: what is no literal ends it. Reads each byte a bounded number of times.
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
    if (is_quote(here())) return text(in_object);
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
      auto name = is_quote(here()) ? key().text : word().text;
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

  /// Whether another item follows; takes the end of the list otherwise.
  bool go_on(char close) {
    skip();
    if (here() == close && !ended()) return ++at_, false;
    if (ended()) complete_ = false;
    return !ended();
  }

  /// Whether a comma follows, or the end of the list as `go_on` takes it.
  bool separated(char close, std::size_t before) {
    skip();
    if (here() == ',') return ++at_, true;
    if (here() == close && !ended()) return true;
    complete_ = false;
    if (at_ == before && !ended()) ++at_;
    return false;
  }

  literal key() {
    return quoted([this](std::size_t i) { return next(i) == ':'; });
  }
  literal text(bool in_object) {
    return quoted([this, in_object](std::size_t i) { return ends_value(i, in_object); });
  }

  [[nodiscard]] char next(std::size_t i) const {
    i = skip_blanks(s_, i);
    return i < s_.size() ? s_[i] : '\0';
  }

  /// Whether a quote that stands before `s[i]` can be the end of a value: else it is one that was not escaped.
  [[nodiscard]] bool ends_value(std::size_t i, bool in_object) const {
    i = skip_blanks(s_, i);
    if (i >= s_.size() || s_[i] == '}' || s_[i] == ']' || (s_[i] == ')' && !in_object)) return true;
    if (s_[i] != ',') return false;
    char const c = next(i + 1);
    if (c == '\0' || is_quote(c) || c == '}' || c == ']') return true;
    bool const ellipsis = s_.substr(skip_blanks(s_, i + 1), 3) == "...";
    return !in_object && (text::is_digit(c) || c == '{' || c == '[' || c == '-' || ellipsis || is_constant(skip_blanks(s_, i + 1)));
  }

  /// Whether a word such as null stands at `s[i]`, alone between commas.
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
    std::optional<std::pair<std::size_t, std::size_t>> doubtful;  // the last quote on its line: its place, and the text before it
    bool line_over = false;
    while (!ended()) {
      if (here() == '\\') {
        escape(out.text);
        continue;
      }
      bool const closes = s_.substr(at_, close.size()) == close;
      if (closes && (triple || ends(at_ + 1))) return at_ += close.size(), out;
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

  /// The four hexadecimal digits after a \u at `s[i]`.
  [[nodiscard]] std::optional<unsigned> unit(std::size_t i) const {
    if (i + 6 > s_.size() || s_[i] != '\\' || s_[i + 1] != 'u') return {};
    unsigned value = 0;
    for (char const c : s_.substr(i + 2, 4)) {
      auto const digit = std::string_view("0123456789abcdef").find(text::lower(c));
      if (digit == std::string_view::npos) return {};
      value = value << 4U | static_cast<unsigned>(digit);
    }
    return value;
  }

  void code_point(std::string& out) {
    auto const first = unit(at_);
    if (!first) return (out += s_[at_++]), void();
    at_ += 6;
    auto const second = *first >= 0xD800 && *first < 0xDC00 ? unit(at_) : std::nullopt;
    if (second && *second >= 0xDC00 && *second < 0xE000) {
      at_ += 6;
      return encode(0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00), out);
    }
    encode(*first >= 0xD800 && *first < 0xE000 ? 0xFFFD : *first, out);
  }

  static void encode(unsigned point, std::string& out) {
    auto const tail = [&](unsigned shift) { out += static_cast<char>(0x80U | (point >> shift & 0x3FU)); };
    if (point < 0x80) return (out += static_cast<char>(point)), void();
    if (point < 0x800) return (out += static_cast<char>(0xC0U | point >> 6U)), tail(0);
    if (point < 0x10000) return (out += static_cast<char>(0xE0U | point >> 12U)), tail(6), tail(0);
    out += static_cast<char>(0xF0U | point >> 18U);
    tail(12), tail(6), tail(0);
  }

  std::string_view s_;
  std::size_t at_;
  bool complete_ = true;
  bool went_back_ = false;
};

/// Whether a literal of an object or a list might begin at `s[i]`, and no other use of the bracket.
inline bool begins_literal(std::string_view s, std::size_t i) {
  auto const k = skip_blanks(s, i + 1);
  char const next = k < s.size() ? s[k] : '\0';
  bool const quote = next == '"' || next == '\'';
  if (s[i] == '{') return quote || next == '}' || text::is_letter(next);
  return s[i] == '[' && (quote || next == '{' || next == ']');
}

/// All literals in a text, one after the other; none after one that has no end.
inline std::vector<literal> literals_in(std::string_view s, bool& complete) {
  std::vector<literal> found;
  for (auto i = s.find_first_of("{["); i != s.npos;) {
    if (!begins_literal(s, i)) {
      i = s.find_first_of("{[", i + 1);
      continue;
    }
    literal_reader reader(s, i);
    found.push_back(reader.read());
    complete = reader.complete();
    if (!complete) break;
    i = s.find_first_of("{[", std::max(reader.end(), i + 1));
  }
  return found;
}

/// A name without case and punctuation: "final SQL", "final_sql" and "finalSql" are the same.
inline std::string plain_name(std::string_view name) {
  std::string out;
  for (char const c : name)
    if (text::is_letter(c) || text::is_digit(c)) out += text::lower(c);
  return out;
}

/// The item of an object under the first of `names` that it has.
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
