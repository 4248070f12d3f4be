// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_EVALUATION_IMPL_OFFICIAL_LEXER_HPP
#define T2S_EVALUATION_IMPL_OFFICIAL_LEXER_HPP

#include "t2s/core/text.hpp"
#include "t2s/evaluation/impl/python_text.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace t2s::evaluation::detail {

enum class token_kind { space, newline, comment, string, number, word, name, punctuation, other };

struct official_token {
  token_kind kind = token_kind::other;
  std::string_view text{};
};

/// Tokens as sqlparse cuts them, the library to which the official program leaves the end of a statement, DISTINCT and values.
///
/// Of its joined keywords those stay apart that make no difference to what follows.
class official_lexer {
 public:
  explicit official_lexer(std::string_view s)
      : s_(s),
        last_single_(end_of_last("'")),
        last_double_(end_of_last("\"")),
        last_back_(end_of_last("`")),
        last_acute_(end_of_last("´")) {}

  /// The next token, or nothing at the end.
  std::optional<official_token> next() {
    if (at_ >= s_.size()) return {};
    auto const begin = at_;
    auto const kind = read();
    return official_token{kind, s_.substr(begin, at_ - begin)};
  }

 private:
  static constexpr std::size_t none = 0;  // no rule ends a token there

  struct rule {
    token_kind kind;
    std::size_t (official_lexer::*end)() const;
  };

  token_kind read() {
    using self = official_lexer;
    static constexpr std::array<rule, 22> rules{{{token_kind::other, &self::hint},          {token_kind::comment, &self::line_comment},
                                                 {token_kind::other, &self::block_comment}, {token_kind::newline, &self::newline},
                                                 {token_kind::space, &self::space},         {token_kind::other, &self::colons},
                                                 {token_kind::other, &self::quoted_name},   {token_kind::other, &self::dollar_text},
                                                 {token_kind::other, &self::placeholder},   {token_kind::word, &self::early_keyword},
                                                 {token_kind::other, &self::hash_name},     {token_kind::name, &self::name},
                                                 {token_kind::number, &self::hexadecimal},  {token_kind::number, &self::scientific},
                                                 {token_kind::number, &self::fraction},     {token_kind::number, &self::integer},
                                                 {token_kind::string, &self::string},       {token_kind::other, &self::brackets},
                                                 {token_kind::other, &self::time_zone},     {token_kind::word, &self::late_keyword},
                                                 {token_kind::word, &self::word},           {token_kind::punctuation, &self::punctuation}}};
    for (auto const& r : rules)
      if (auto const end = (this->*r.end)(); end != none) return at_ = end, r.kind;
    auto const signs = std::max(run_of("<>=~!"), run_of("+/@#%^&|-"));
    at_ = signs > at_ ? signs : after(at_);
    return token_kind::other;
  }

  /// A comment that begins with + is none to what follows a statement.
  [[nodiscard]] std::size_t hint() const { return byte(at_ + 2) == '+' ? line_comment() : none; }
  [[nodiscard]] std::size_t line_comment() const {
    if (!stands("--") && !stands("# ")) return none;
    auto const end = s_.find_first_of("\r\n", at_ + 2);
    return end == s_.npos ? s_.size() : end_of_newline(end);
  }
  [[nodiscard]] std::size_t block_comment() const {
    if (no_comment_ends_ || !stands("/*")) return none;
    auto const end = s_.find("*/", at_ + 2);
    no_comment_ends_ = end == s_.npos;
    return no_comment_ends_ ? none : end + 2;
  }
  [[nodiscard]] std::size_t newline() const { return end_of_newline(at_); }
  [[nodiscard]] std::size_t space() const {
    auto const c = code_point_at(s_, at_);
    return is_python_space(c.value) ? at_ + c.size : none;
  }
  [[nodiscard]] std::size_t colons() const { return stands(":=") || stands("::") ? at_ + 2 : none; }
  [[nodiscard]] std::size_t quoted_name() const {
    auto const end = quoted("`", last_back_, false);
    return end != none ? end : quoted("´", last_acute_, false);
  }
  [[nodiscard]] std::size_t string() const {
    auto const end = quoted("'", last_single_, true);
    return end != none ? end : quoted("\"", last_double_, true);
  }

  /// $tag$ ... $tag$ after white space.
  [[nodiscard]] std::size_t dollar_text() const {
    auto const before = code_point_before(s_, at_);
    if (s_[at_] != '$' || (before.size != 0 && !is_python_space(before.value))) return none;
    auto const tag_end = name_begins(at_ + 1) ? name_end(at_ + 1) : at_ + 1;
    if (byte(tag_end) != '$') return none;
    auto const tag = s_.substr(at_ + 1, tag_end - at_ - 1);
    auto const& places = dollar_tags()[text::lower(tag)];
    auto const close = std::ranges::lower_bound(places, tag_end + 1);
    return close == places.end() ? none : *close + tag.size() + 2;
  }
  /// What stands between two dollars, in small letters -> where. Looked up, since to search for each tag anew takes too long where none is
  /// closed.
  [[nodiscard]] std::unordered_map<std::string, std::vector<std::size_t>>& dollar_tags() const {
    if (dollar_tags_) return *dollar_tags_;
    auto& tags = dollar_tags_.emplace();
    auto begin = s_.find('$');
    while (begin != s_.npos) {
      auto const end = s_.find('$', begin + 1);
      if (end != s_.npos) tags[text::lower(s_.substr(begin + 1, end - begin - 1))].push_back(begin);
      begin = end;
    }
    return tags;
  }

  /// ?, %s, %(name)s, and :name, $name, ?name after what is no word; \command.
  [[nodiscard]] std::size_t placeholder() const {
    if (s_[at_] == '?') return at_ + 1;
    if (s_[at_] == '%') return percent();
    bool const marked = s_[at_] == '\\' || ((s_[at_] == '$' || s_[at_] == ':') && !is_python_word(code_point_before(s_, at_).value));
    return marked && word_end(at_ + 1) > at_ + 1 ? word_end(at_ + 1) : none;
  }
  [[nodiscard]] std::size_t percent() const {
    auto end = at_ + 1;
    if (byte(end) == '(' && word_end(end + 1) > end + 1 && byte(word_end(end + 1)) == ')') end = word_end(end + 1) + 1;
    return text::lower(byte(end)) == 's' ? end + 1 : none;
  }

  [[nodiscard]] std::size_t early_keyword() const {
    return keyword({"in", "case", "values", "using", "from", "as"});  // never functions, even before a parenthesis
  }
  [[nodiscard]] std::size_t late_keyword() const {
    static constexpr std::array<std::array<std::string_view, 2>, 9> joined{{{"end", "if"},
                                                                            {"end", "loop"},
                                                                            {"end", "while"},
                                                                            {"not", "null"},
                                                                            {"union", "all"},
                                                                            {"group", "by"},
                                                                            {"order", "by"},
                                                                            {"nulls", "first"},
                                                                            {"nulls", "last"}}};
    for (auto const& [first, second] : joined) {
      auto const gap = word_at(at_, first);
      auto const end = gap == none || space_end(gap) == gap ? none : word_at(space_end(gap), second);
      if (end != none) return end;
    }
    return keyword({"end", "join", "create", "like", "ilike", "rlike"});
  }
  [[nodiscard]] std::size_t keyword(std::initializer_list<std::string_view> words) const {
    for (auto const w : words)
      if (auto const end = word_at(at_, w); end != none) return end;
    return none;
  }

  [[nodiscard]] std::size_t hash_name() const {
    auto const begin = at_ + (stands("##") ? 2 : stands("@") || stands("#") ? 1 : 0);
    if (begin == at_ || !letter(begin)) return none;
    return name_end(begin) > after(begin) ? name_end(begin) : none;
  }
  /// A name by its place: before or after a point, or before a parenthesis.
  [[nodiscard]] std::size_t name() const {
    if (!letter(at_)) return none;
    auto const end = name_end(at_);
    bool const by_place = byte(space_end(end)) == '.' || (at_ > 0 && s_[at_ - 1] == '.') || byte(end) == '(';
    return by_place ? end : none;
  }

  [[nodiscard]] std::size_t hexadecimal() const {
    auto const begin = unsigned_begin();
    if (byte(begin) != '0' || text::lower(byte(begin + 1)) != 'x') return none;
    auto end = begin + 2;
    while (text::is_digit(byte(end)) || (text::lower(byte(end)) >= 'a' && text::lower(byte(end)) <= 'f')) ++end;
    return end > begin + 2 ? end : none;
  }
  [[nodiscard]] std::size_t scientific() const {
    auto const begin = unsigned_begin();
    auto end = digits_end(begin);
    if (end == begin) return none;
    if (byte(end) == '.' && digits_end(end + 1) > end + 1) end = digits_end(end + 1);
    if (text::lower(byte(end)) != 'e') return none;
    auto const exponent = end + (byte(end + 1) == '-' ? 2 : 1);
    return digits_end(exponent) > exponent ? digits_end(exponent) : none;
  }
  /// Before a letter a number gives up its last digit.
  [[nodiscard]] std::size_t fraction() const {
    auto const begin = unsigned_begin();
    auto const point = digits_end(begin);
    if (byte(point) != '.') return none;
    auto const end = digits_end(point + 1) - (name_begins(digits_end(point + 1)) ? 1 : 0);
    return end > point + (point == begin ? 1U : 0U) ? end : none;
  }
  [[nodiscard]] std::size_t integer() const {
    auto const begin = unsigned_begin();
    auto const end = digits_end(begin);
    if (end == begin) return none;
    auto const kept = end - (name_begins(end) ? 1 : 0);
    return kept > begin ? kept : none;
  }

  [[nodiscard]] std::size_t brackets() const {
    auto const before = code_point_before(s_, at_).value;
    if (s_[at_] != '[' || before == ']' || is_python_word(before)) return none;
    auto const end = s_.find_first_of("[]", at_ + 1);
    return end != s_.npos && s_[end] == ']' && end > at_ + 1 ? end + 1 : none;
  }
  /// AT TIME ZONE 'name' is one token, and the name no value.
  [[nodiscard]] std::size_t time_zone() const {
    auto end = word_at(at_, "at");
    for (std::string_view const w : {"time", "zone"}) end = end == none || space_end(end) == end ? none : word_at(space_end(end), w);
    if (end == none || space_end(end) == end || byte(space_end(end)) != '\'') return none;
    auto const begin = space_end(end) + 1, close = s_.find('\'', begin);
    return close == s_.npos || close == begin ? none : close + 1;
  }
  [[nodiscard]] std::size_t word() const {
    if (!letter(at_) && !text::is_digit(s_[at_]) && s_[at_] != '_') return none;
    return end_of_run(s_, after(at_), [](char32_t c) { return c == '$' || c == '#' || is_python_word(c); });
  }
  [[nodiscard]] std::size_t punctuation() const {
    return std::string_view(";:()[],.").find(s_[at_]) == std::string_view::npos ? none : at_ + 1;
  }

  /// Quoted text in which a doubled quote, and a quote after a backslash if `escapes`, stands for itself, unless no other quote could end
  /// the text: then these end it.
  [[nodiscard]] std::size_t quoted(std::string_view quote, std::size_t end_of_last, bool escapes) const {
    if (!stands(quote)) return none;
    auto const is_quote = [&](std::size_t i) { return s_.substr(i).starts_with(quote); };
    for (auto i = at_ + quote.size(); i < end_of_last;) {
      bool const doubled = is_quote(i) && is_quote(i + quote.size()) && i + 2 * quote.size() < end_of_last;
      bool const escaped = escapes && s_[i] == '\\' && is_quote(i + 1) && i + 1 + quote.size() < end_of_last;
      if (doubled)
        i += 2 * quote.size();
      else if (escaped)
        i += 1 + quote.size();
      else if (is_quote(i))
        return i + quote.size();
      else
        ++i;
    }
    return none;
  }
  [[nodiscard]] std::size_t end_of_last(std::string_view quote) const {
    auto const last = s_.rfind(quote);
    return last == s_.npos ? 0 : last + quote.size();
  }

  [[nodiscard]] std::size_t end_of_newline(std::size_t i) const {
    if (byte(i) == '\n') return i + 1;
    return byte(i) != '\r' ? none : byte(i + 1) == '\n' ? i + 2 : i + 1;
  }
  [[nodiscard]] std::size_t run_of(std::string_view signs) const { return std::min(s_.find_first_not_of(signs, at_), s_.size()); }
  [[nodiscard]] std::size_t unsigned_begin() const { return at_ + (s_[at_] == '-' ? 1 : 0); }
  [[nodiscard]] std::size_t after(std::size_t i) const { return i + code_point_at(s_, i).size; }
  [[nodiscard]] std::size_t name_end(std::size_t i) const { return word_end(after(i)); }  // what begins a name need be no \w
  [[nodiscard]] std::size_t word_end(std::size_t i) const { return end_of_run(s_, i, is_python_word); }
  [[nodiscard]] std::size_t space_end(std::size_t i) const { return end_of_run(s_, i, is_python_space); }
  [[nodiscard]] std::size_t digits_end(std::size_t i) const {
    while (text::is_digit(byte(i))) ++i;
    return i;
  }
  /// The end of the word `what` at `i`, if it stands there and no letter, digit or underscore follows.
  [[nodiscard]] std::size_t word_at(std::size_t i, std::string_view what) const {
    if (text::lower(byte(i)) != what.front() || !text::same(s_.substr(i, what.size()), what)) return none;
    auto const end = i + what.size();
    return is_python_word(code_point_at(s_, end).value) ? none : end;
  }
  [[nodiscard]] bool name_begins(std::size_t i) const { return byte(i) == '_' || letter(i); }

  /// What [A-ZÀ-Ü] matches where case is ignored.
  [[nodiscard]] bool letter(std::size_t i) const {
    auto const c = code_point_at(s_, i).value;
    if (c < 0x80) return text::is_letter(static_cast<char>(c));
    return (c >= 0xC0 && c <= 0xDC) || (c >= 0xE0 && c <= 0xFC && c != 0xF7) || c == 0x130 || c == 0x131 || c == 0x17F || c == 0x212A ||
           c == 0x212B;
  }
  [[nodiscard]] char byte(std::size_t i) const { return i < s_.size() ? s_[i] : '\0'; }
  [[nodiscard]] bool stands(std::string_view what) const { return s_.substr(at_).starts_with(what); }

  std::string_view s_;
  std::size_t at_ = 0;
  std::size_t last_single_, last_double_, last_back_, last_acute_;
  mutable bool no_comment_ends_ = false;  // from here on
  mutable std::optional<std::unordered_map<std::string, std::vector<std::size_t>>> dollar_tags_{};
};

/// Decides where sqlparse ends a statement.
class statement_end {
 public:
  /// Whether `t` belongs to the first statement.
  bool takes(official_token const& t) {
    if (ended_ && t.kind != token_kind::space && t.kind != token_kind::comment) return false;
    level_ += change(t);
    ended_ = ended_ || (level_ <= 0 && t.kind == token_kind::punctuation && t.text == ";");
    return true;
  }

 private:
  int change(official_token const& t) {
    if (t.kind == token_kind::punctuation) return t.text == "(" ? 1 : t.text == ")" ? -1 : 0;
    if (t.kind != token_kind::word) return 0;
    auto const is = [&](std::string_view word) { return text::same(t.text, word); };
    if (is("create")) return creates_ = true, 0;
    if (is("declare")) return creates_ && blocks_ == 0 ? 1 : 0;
    if (is("begin")) return ++blocks_, creates_ ? 1 : 0;
    if (is("end")) return blocks_ = std::max(0, blocks_ - 1), -1;
    if (is("if") || is("for") || is("while") || is("case")) return creates_ && blocks_ > 0 ? 1 : 0;
    return is("end if") || is("end while") ? -1 : 0;
  }

  bool ended_ = false, creates_ = false;
  int level_ = 0, blocks_ = 0;
};

/// The tokens of the first statement. Nothing if there is none but white space.
inline std::vector<official_token> first_statement(std::string_view sql) {
  std::vector<official_token> tokens;
  official_lexer lexer(sql);
  statement_end end;
  for (auto t = lexer.next(); t && end.takes(*t); t = lexer.next()) tokens.push_back(*t);
  auto const is_space = [](official_token const& t) { return t.kind == token_kind::space || t.kind == token_kind::newline; };
  if (std::ranges::all_of(tokens, is_space)) tokens.clear();
  return tokens;
}

}  // namespace t2s::evaluation::detail

#endif
