// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_DETAIL_READING_PLAIN_SQL_HPP
#define T2S_LLM_DETAIL_READING_PLAIN_SQL_HPP

#include "t2s/core/detail/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Characters that are not SQL's: blanks and invisible characters of Unicode, full-width punctuation, escapes of HTML, Markdown and JSON.
namespace t2s::llm::detail::reading_impl {

/// The number of bytes of an invisible character or a blank of Unicode at `s[i]`; 0 if there is none.
inline std::size_t unseen_length(std::string_view s, std::size_t i) noexcept {
  auto const byte = [&](std::size_t k) { return i + k < s.size() ? static_cast<unsigned char>(s[i + k]) : 0U; };
  if (byte(0) == 0xC2) return byte(1) == 0xA0 || byte(1) == 0xAD || byte(1) == 0x85 ? 2 : 0;  // no-break space, soft hyphen, next line
  if (byte(0) == 0xEF) return byte(1) == 0xBB && byte(2) == 0xBF ? 3 : 0;                     // byte order mark
  if (byte(0) == 0xE3) return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;                     // ideographic space
  if (byte(0) != 0xE2) return 0;
  bool const general = byte(1) == 0x80 && ((byte(2) >= 0x80 && byte(2) <= 0x8F) || (byte(2) >= 0xA8 && byte(2) <= 0xAF));  // U+2000 to 202F
  bool const joiner = byte(1) == 0x81 && byte(2) >= 0x9F && byte(2) <= 0xAF;                                               // U+205F to 206F
  return general || joiner ? 3 : 0;
}

/// Whether that character is as wide as nothing: it is removed; others become a blank.
inline bool is_invisible(std::string_view c) noexcept {
  static constexpr std::string_view known =
      "\u00AD\uFEFF\u200B\u200C\u200D\u200E\u200F\u2060\u2061\u2062\u2063\u2064\u202A\u202B\u202C\u202D\u202E";
  return known.find(c) != known.npos;
}

/// Makes plain SQL of a statement; strings, names in quotes and comments stay as they are.
class plain_sql {
 public:
  plain_sql(std::string_view s, bool backslash_escapes) : s_(s), backslash_escapes_(backslash_escapes) {}

  std::string read() {
    while (at_ < s_.size()) step();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool is(std::string_view what) const { return s_.substr(at_, what.size()) == what; }
  void put(std::string_view what, std::size_t length) {
    out_ += what;
    at_ += length;
  }

  void step() {
    char const c = s_[at_];
    if (c == '\'' || c == '"' || c == '`' || c == '[') return copy_quoted(c == '[' ? ']' : c);
    if (is("--")) return copy_to("\n");
    if (is("/*")) return copy_to("*/");
    if (c == '&') return entity();
    if (c == '\\') return escape();
    if (auto const n = unseen_length(s_, at_)) return put(is_invisible(s_.substr(at_, n)) ? "" : " ", n);
    if (static_cast<unsigned char>(c) >= 0xE2) return wide();
    put(s_.substr(at_, 1), 1);
  }

  void copy_quoted(char close) {
    auto end = at_ + 1;
    while (end < s_.size() && s_[end] != close) end += backslash_escapes_ && s_[end] == '\\' ? 2U : 1U;
    end = std::min(end + 1, s_.size());
    put(s_.substr(at_, end - at_), end - at_);
  }

  void copy_to(std::string_view end_mark) {
    auto const end = s_.find(end_mark, at_);
    auto const length = end == s_.npos ? s_.size() - at_ : end + end_mark.size() - at_;
    put(s_.substr(at_, length), length);
  }

  /// The character that an escape of HTML at `s_[i]` means, and its length.
  [[nodiscard]] std::optional<std::pair<char, std::size_t>> entity_at(std::size_t i) const {
    using known = std::pair<std::string_view, char>;
    static constexpr std::array<known, 11> all{{{"&lt;", '<'},
                                                {"&gt;", '>'},
                                                {"&quot;", '"'},
                                                {"&apos;", '\''},
                                                {"&nbsp;", ' '},
                                                {"&#39;", '\''},
                                                {"&#039;", '\''},
                                                {"&#x27;", '\''},
                                                {"&#34;", '"'},
                                                {"&#60;", '<'},
                                                {"&#62;", '>'}}};
    std::size_t length = 1;  // of "&", or of "&amp;" in its place
    while (text::same(s_.substr(i + length, 4), "amp;")) length += 4;
    for (auto const& [name, meant] : all)
      if (text::same(s_.substr(i + length, name.size() - 1), name.substr(1))) return std::pair(meant, length + name.size() - 1);
    return length > 1 ? std::optional(std::pair('&', length)) : std::nullopt;
  }

  void entity() {
    auto const found = entity_at(at_);
    if (!found) return put("&", 1);
    auto const [meant, length] = *found;
    if (meant != '\'' && meant != '"') return put(std::string_view(&found->first, 1), length);
    escaped_string(s_.substr(at_, length), meant);
  }

  /// A string whose quotes are escaped: so is its content.
  void escaped_string(std::string_view quote, char meant) {
    auto const begin = at_ + quote.size();
    auto const close = s_.find(quote, begin);
    out_ += meant;
    at_ = begin;
    if (close == s_.npos) return;
    while (at_ < close) {
      auto const inner = s_[at_] == '&' ? entity_at(at_) : std::nullopt;
      if (inner)
        put(std::string_view(&inner->first, 1), inner->second);
      else
        put(s_.substr(at_, 1), 1);
    }
    put(std::string_view(&meant, 1), quote.size());
  }

  /// Markdown escapes punctuation; JSON quotes and ends of lines.
  void escape() {
    char const next = at_ + 1 < s_.size() ? s_[at_ + 1] : '\0';
    if (next == '"' || next == '\'') return escaped_string(s_.substr(at_, 2), next);
    bool const line_end = next == 'n' || next == 'r' || next == 't' || next == '\n';
    if (line_end) return put(next == 't' ? " " : "\n", 2);
    if (next != '\0' && std::string_view("*_[]()<>#+-.!|~=").find(next) != std::string_view::npos) return put(s_.substr(at_ + 1, 1), 2);
    put("\\", 1);
  }

  /// The plain quote for a typographic one, or NUL.
  [[nodiscard]] static char typographic(std::string_view c) noexcept {
    if (c == "\u2018" || c == "\u2019" || c == "\u201B") return '\'';
    return c == "\u201C" || c == "\u201D" || c == "\u201E" ? '"' : '\0';
  }

  void quoted_typographically(char meant) {
    auto close = at_ + 3;
    while (close < s_.size() && typographic(s_.substr(close, 3)) != meant) ++close;
    if (close >= s_.size() || unclosed_) {
      unclosed_ = true;  // looks for an end once: linear time
      return put(s_.substr(at_, 3), 3);
    }
    auto const content = s_.substr(at_ + 3, close - at_ - 3);
    out_ += meant;
    for (char const c : content) out_.append(c == meant ? 2U : 1U, c);
    put(std::string_view(&meant, 1), content.size() + 6);
  }

  void wide() {
    using known = std::pair<std::string_view, std::string_view>;
    static constexpr std::array<known, 6> all{
        {{"\u3001", ","}, {"\u3002", "\n\n"}, {"\u2264", "<="}, {"\u2265", ">="}, {"\u2260", "<>"}, {"\u2212", "-"}}};
    auto const three = s_.substr(at_, 3);
    if (char const meant = typographic(three); meant != '\0') return quoted_typographically(meant);
    for (auto const& [mark, meant] : all)
      if (three == mark) return put(meant, 3);
    auto const byte = [&](std::size_t k) { return k < three.size() ? static_cast<unsigned char>(three[k]) : 0U; };
    bool const full_width = byte(0) == 0xEF && (byte(1) == 0xBC || (byte(1) == 0xBD && byte(2) <= 0x9E));
    auto const code = 0x20 + (byte(1) == 0xBD ? 0x40 : 0) + (byte(2) & 0x3FU);  // U+FF01 is !
    char const meant = static_cast<char>(code);
    if (!full_width || text::is_letter(meant) || text::is_digit(meant)) return put(s_.substr(at_, 1), 1);
    if (meant == '\'' || meant == '"') return escaped_string(three, meant);
    put(std::string_view(&meant, 1), 3);
  }

  std::string_view s_;
  bool backslash_escapes_;
  std::size_t at_ = 0;
  bool unclosed_ = false;
  std::string out_{};
};

/// The position after a string, a name in quotes or a comment that begins at `s[i]`; `i` if none does.
inline std::size_t after_quotes(std::string_view s, std::size_t i) noexcept {
  auto const two = s.substr(i, 2);
  bool const comment = two == "--" || two == "/*";
  if (!comment && std::string_view("'\"`").find(s[i]) == std::string_view::npos) return i;
  auto const end = comment ? s.find(two == "--" ? "\n" : "*/", i) : s.find(s[i], i + 1);
  return end == s.npos ? s.size() : end + (two == "/*" ? 2U : 1U);
}

/// Whether a text may have such characters.
inline bool may_need_plain_sql(std::string_view s) noexcept {
  return std::ranges::any_of(s, [](char c) { return c == '&' || c == '\\' || static_cast<unsigned char>(c) >= 0x80; });
}

}  // namespace t2s::llm::detail::reading_impl

#endif
