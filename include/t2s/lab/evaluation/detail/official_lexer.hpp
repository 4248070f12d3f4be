// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_OFFICIAL_LEXER_HPP
#define T2S_LAB_EVALUATION_DETAIL_OFFICIAL_LEXER_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/python_text.hpp"

#include <initializer_list>
#include <unordered_map>

namespace t2s::evaluation::detail {

enum class token_kind { space, newline, comment, string, word, punctuation, other };

struct official_token {
  token_kind kind = token_kind::other;
  std::string_view text{};
};

/// Tokens as in sqlparse, with which the official program finds the end of a statement, DISTINCT and values. Keywords that sqlparse joins
/// stay separate if that makes no difference here.
class official_lexer {
 public:
  explicit official_lexer(std::string_view s) : s_(s) {
    for (std::size_t i = 0; i < quotes.size(); ++i)
      if (auto const last = s.rfind(quotes[i]); last != s.npos) last_[i] = last + quotes[i].size();
  }

  /// The next token, or nothing at the end.
  std::optional<official_token> next() {
    if (at_ >= s_.size()) return {};
    auto const begin = at_;
    auto const kind = read();
    return official_token{kind, s_.substr(begin, at_ - begin)};
  }

 private:
  static constexpr std::size_t none = 0;  // no rule ends a token there
  static constexpr std::array<std::string_view, 4> quotes{"`", "´", "'", "\""};

  token_kind read() {
    using k = token_kind;
    auto const take = [this](std::size_t end) {
      if (end == none) return false;
      at_ = end;
      return true;
    };
    if (take(hint())) return k::other;
    if (take(line_comment())) return k::comment;
    if (take(block_comment())) return k::other;
    if (take(newline())) return k::newline;
    if (take(space())) return k::space;
    if (take(colons()) || take(quoted_name()) || take(dollar_text()) || take(placeholder())) return k::other;
    if (take(early_keyword())) return k::word;
    if (take(hash_name()) || take(name()) || take(number())) return k::other;
    if (take(string())) return k::string;
    if (take(brackets()) || take(time_zone())) return k::other;
    if (take(late_keyword()) || take(word())) return k::word;
    if (take(punctuation())) return k::punctuation;
    auto const signs = std::max(run_of("<>=~!"), run_of("+/@#%^&|-"));
    at_ = signs > at_ ? signs : after(at_);
    return k::other;
  }

  /// A comment that begins with + does not belong to the statement before it.
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
  [[nodiscard]] std::size_t quoted_name() const { return std::max(quoted(0, false), quoted(1, false)); }
  [[nodiscard]] std::size_t string() const { return std::max(quoted(2, true), quoted(3, true)); }

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
  /// The texts between two dollars, in lower case, with their positions: searching for each tag would take too long if none is closed.
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

  /// ?, %s, %(name)s, and :name, $name, ?name after a non-word; \command.
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
    for (std::string_view const both :
         {"end if", "end loop", "end while", "not null", "union all", "group by", "order by", "nulls first", "nulls last"}) {
      auto const gap = both.find(' ');
      if (auto const end = next_word(word_at(at_, both.substr(0, gap)), both.substr(gap + 1)); end != none) return end;
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
  /// A name by its position: before or after a point, or before a parenthesis.
  [[nodiscard]] std::size_t name() const {
    if (!letter(at_)) return none;
    auto const end = name_end(at_);
    bool const by_place = byte(space_end(end)) == '.' || (at_ > 0 && s_[at_ - 1] == '.') || byte(end) == '(';
    return by_place ? end : none;
  }

  /// Hexadecimal, scientific, with a point, or an integer. Before a letter the last two end one digit earlier.
  [[nodiscard]] std::size_t number() const {
    auto const begin = at_ + (s_[at_] == '-' ? 1 : 0), point = digits_end(begin);
    if (byte(begin) == '0' && text::lower(byte(begin + 1)) == 'x') {
      auto end = begin + 2;
      while (text::is_digit(byte(end)) || (text::lower(byte(end)) >= 'a' && text::lower(byte(end)) <= 'f')) ++end;
      if (end > begin + 2) return end;
    }
    if (auto const end = scientific(begin); end != none) return end;
    if (byte(point) == '.') {
      auto const end = digits_end(point + 1) - (name_begins(digits_end(point + 1)) ? 1 : 0);
      if (end > point + (point == begin ? 1U : 0U)) return end;
    }
    auto const end = point - (point > begin && name_begins(point) ? 1 : 0);
    return end > begin ? end : none;
  }
  [[nodiscard]] std::size_t scientific(std::size_t begin) const {
    auto end = digits_end(begin);
    if (end == begin) return none;
    if (byte(end) == '.' && digits_end(end + 1) > end + 1) end = digits_end(end + 1);
    if (text::lower(byte(end)) != 'e') return none;
    auto const exponent = end + (byte(end + 1) == '-' ? 2 : 1);
    return digits_end(exponent) > exponent ? digits_end(exponent) : none;
  }

  [[nodiscard]] std::size_t brackets() const {
    auto const before = code_point_before(s_, at_).value;
    if (s_[at_] != '[' || before == ']' || is_python_word(before)) return none;
    auto const end = s_.find_first_of("[]", at_ + 1);
    return end != s_.npos && s_[end] == ']' && end > at_ + 1 ? end + 1 : none;
  }
  /// AT TIME ZONE 'name' is one token, so the name is not a value.
  [[nodiscard]] std::size_t time_zone() const {
    auto const end = next_word(next_word(word_at(at_, "at"), "time"), "zone");
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

  /// Quoted text in which a doubled quote, and a quote after a backslash if `escapes`, is part of the text, unless no later quote could end
  /// it.
  [[nodiscard]] std::size_t quoted(std::size_t which, bool escapes) const {
    auto const quote = quotes[which];
    auto const end_of_last = last_[which];
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

  [[nodiscard]] std::size_t end_of_newline(std::size_t i) const {
    if (byte(i) == '\n') return i + 1;
    return byte(i) != '\r' ? none : byte(i + 1) == '\n' ? i + 2 : i + 1;
  }
  [[nodiscard]] std::size_t run_of(std::string_view signs) const { return std::min(s_.find_first_not_of(signs, at_), s_.size()); }
  [[nodiscard]] std::size_t after(std::size_t i) const { return i + code_point_at(s_, i).size; }
  [[nodiscard]] std::size_t name_end(std::size_t i) const { return word_end(after(i)); }  // the first character of a name need not be \w
  [[nodiscard]] std::size_t word_end(std::size_t i) const { return end_of_run(s_, i, is_python_word); }
  [[nodiscard]] std::size_t space_end(std::size_t i) const { return end_of_run(s_, i, is_python_space); }
  [[nodiscard]] std::size_t digits_end(std::size_t i) const {
    while (text::is_digit(byte(i))) ++i;
    return i;
  }
  /// The end of the word `what` at `i`, if it is there and no letter, digit or underscore follows.
  [[nodiscard]] std::size_t word_at(std::size_t i, std::string_view what) const {
    if (text::lower(byte(i)) != what.front() || !text::same(s_.substr(i, what.size()), what)) return none;
    auto const end = i + what.size();
    return is_python_word(code_point_at(s_, end).value) ? none : end;
  }
  /// The end of a word after the white space from `i` on.
  [[nodiscard]] std::size_t next_word(std::size_t i, std::string_view what) const {
    return i == none || space_end(i) == i ? none : word_at(space_end(i), what);
  }
  [[nodiscard]] bool name_begins(std::size_t i) const { return byte(i) == '_' || letter(i); }

  /// What [A-ZÀ-Ü] matches, ignoring case.
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
  std::array<std::size_t, quotes.size()> last_{};  // the end of the last one of each
  mutable bool no_comment_ends_ = false;           // from here on
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
    if (is("create")) {
      creates_ = true;
      return 0;
    }
    if (is("declare")) return creates_ && blocks_ == 0 ? 1 : 0;
    if (is("begin")) {
      ++blocks_;
      return creates_ ? 1 : 0;
    }
    if (is("end")) {
      blocks_ = std::max(0, blocks_ - 1);
      return -1;
    }
    if (is("if") || is("for") || is("while") || is("case")) return creates_ && blocks_ > 0 ? 1 : 0;
    return is("end if") || is("end while") ? -1 : 0;
  }

  bool ended_ = false, creates_ = false;
  int level_ = 0, blocks_ = 0;
};

/// The tokens of the first statement. Nothing if there is only white space.
inline std::vector<official_token> first_statement(std::string_view sql) {
  std::vector<official_token> tokens;
  official_lexer lexer(sql);
  statement_end end;
  for (auto t = lexer.next(); t && end.takes(*t); t = lexer.next()) tokens.push_back(*t);
  auto const is_space = [](official_token const& t) { return t.kind == token_kind::space || t.kind == token_kind::newline; };
  if (std::ranges::all_of(tokens, is_space)) tokens.clear();
  return tokens;
}

inline std::string with_operators_joined(std::string_view sql) {
  std::string s(sql);
  for (char const sign : {'>', '<', '!'}) s = replaced(s, std::string{sign, ' ', '='}, std::string{sign, '='});
  return s;
}

/// The end of a YEAR(CURDATE()), with any spaces, that begins at `i`, and of the space after it.
inline std::size_t end_of_current_year(std::string_view s, std::size_t i) {
  for (std::string_view const part : {"year", "(", "curdate", "(", ")", ")"}) {
    if (!text::same(s.substr(i, part.size()), part)) return s.npos;
    i = end_of_run(s, i + part.size(), is_python_space);
  }
  return i;
}

inline std::string with_current_year(std::string_view s) {
  std::string out;
  for (std::size_t i = 0; i < s.size();) {
    auto const end = end_of_current_year(s, i);
    if (end == s.npos)
      out += s[i++];
    else {
      out += "2020";
      i = end;
    }
  }
  return out;
}

/// Everything that is done to a statement before values are plugged in.
inline std::string prepared(std::string_view sql, bool keep_distinct) {
  auto closed = with_operators_joined(sql);
  if (keep_distinct) return closed;
  std::string out;
  for (auto const& t : first_statement(closed))
    if (!text::same(t.text, "distinct")) out += t.text;
  return out;
}

}  // namespace t2s::evaluation::detail

#endif
