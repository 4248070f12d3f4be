// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_TRANSPILE_PATTERNS_HPP
#define T2S_SQL_DETAIL_TRANSPILE_PATTERNS_HPP

#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/detail/dialect.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Conversions between the patterns of LIKE, GLOB and regular expressions, as texts.
namespace t2s::sql::detail::transpiling {

inline bool has_letter(std::string_view s) {
  return std::any_of(s.begin(), s.end(), [](char c) { return text::is_letter(c); });
}
inline bool is_ascii(std::string_view s) {
  return std::all_of(s.begin(), s.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Reads LIKE's pattern for a reader that gets each part: a plain character, or a wildcard. Drops `escape` before `%`, `_` or itself.
template <class Character, class Sign>
void read_like(std::string_view pattern, char escape, Character character, Sign sign) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (escape != '\0' && pattern[i] == escape && i + 1 < pattern.size())
      character(pattern[++i]);
    else
      pattern[i] == '%' || pattern[i] == '_' ? sign(pattern[i]) : character(pattern[i]);
  }
}

/// The pattern of GLOB that matches the same as a case-sensitive pattern of LIKE.
inline std::string glob_of_like(std::string_view pattern, char escape) {
  std::string glob;
  auto const character = [&](char c) { glob += c == '*' || c == '?' || c == '[' ? std::string{'[', c, ']'} : std::string(1, c); };
  read_like(pattern, escape, character, [&](char c) { glob += c == '%' ? '*' : '?'; });
  return glob;
}

/// A regular expression that matches only this character.
inline std::string in_regex(char c) {
  static constexpr std::string_view signs = "\\^$.|?*+()[]{}";
  return signs.find(c) == signs.npos ? std::string(1, c) : std::string{'\\', c};
}

// ---- GLOB, in which SQLite negates a class by ^, and DuckDB by !; only DuckDB has an escape, the backslash

/// A part of a pattern of GLOB.
struct glob_part {
  char sign{};            ///< `*`, `?`, `[` for a class, or 0 for a character
  std::string letters{};  ///< the character, or the letters and ranges of the class
  bool negated = false;   ///< the class matches all other characters
};
using glob_parts = std::vector<glob_part>;

constexpr char negator_of(dialect d) noexcept { return d == dialect::duckdb ? '!' : '^'; }

/// Reads the class after `[`; nothing if it is not closed.
inline std::optional<glob_part> read_class(std::string_view& rest, dialect d) {
  glob_part part{'['};
  part.negated = rest.starts_with(negator_of(d));
  if (part.negated) rest.remove_prefix(1);
  auto const end = rest.find(']', 1);  // a bracket at the beginning is one of the letters
  if (end == rest.npos) return {};
  part.letters = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  bool const one = part.letters.size() == 1 && !part.negated;
  if (one) part.sign = '\0';
  return part;
}

/// The parts of a pattern; nothing if a class is not closed.
inline std::optional<glob_parts> read_glob(std::string_view rest, dialect d) {
  glob_parts parts;
  while (!rest.empty()) {
    char const c = rest.front();
    rest.remove_prefix(1);
    if (c == '[') {
      auto part = read_class(rest, d);
      if (!part) return {};
      parts.push_back(*std::move(part));
    } else if (c == '\\' && d == dialect::duckdb && !rest.empty()) {
      parts.push_back({'\0', std::string(1, rest.front())});
      rest.remove_prefix(1);
    } else {
      bool const is_sign = c == '*' || c == '?';
      parts.push_back({is_sign ? c : '\0', std::string(1, c)});
    }
  }
  return parts;
}

/// A class of GLOB; nothing if its letters cannot be put in order: a negator must not come first and, in DuckDB, a minus not last.
inline std::optional<std::string> class_of_glob(glob_part const& part, dialect d) {
  auto letters = part.letters;
  char const negator = negator_of(d);
  if (!part.negated && letters.starts_with(negator)) {
    if (letters.starts_with(std::string{negator, '-'})) return {};
    std::rotate(letters.begin(), letters.begin() + 1, letters.end());
  }
  if (d == dialect::duckdb && letters.ends_with('-')) {
    if (letters.starts_with(']')) return {};
    std::rotate(letters.rbegin(), letters.rbegin() + 1, letters.rend());
  }
  return "[" + (part.negated ? std::string(1, negator) : "") + letters + "]";
}

/// The pattern of GLOB in a dialect that has it.
inline std::optional<std::string> glob_of(glob_parts const& parts, dialect d) {
  std::string glob;
  for (auto const& part : parts) {
    if (part.sign == '[') {
      auto const letters = class_of_glob(part, d);
      if (!letters) return {};
      glob += *letters;
      continue;
    }
    bool const plain = part.sign != '\0' || part.letters.find_first_of(d == dialect::duckdb ? "*?[\\" : "*?[") == part.letters.npos;
    glob += plain ? part.letters : d == dialect::duckdb ? "\\" + part.letters : "[" + part.letters + "]";
  }
  return glob;
}

/// The pattern of LIKE, with a backslash as the only escape; nothing if there are classes.
inline std::optional<std::string> like_of(glob_parts const& parts) {
  std::string like;
  for (auto const& part : parts) {
    if (part.sign == '[') return {};
    if (part.sign == '\0' && part.letters.find_first_of("%_\\") != part.letters.npos) like += '\\';
    like += part.sign == '*' ? "%" : part.sign == '?' ? "_" : part.letters;
  }
  return like;
}

/// The regular expression that matches the same whole texts.
inline std::string regex_of(glob_parts const& parts) {
  std::string regex = "^";
  for (auto const& part : parts) {
    if (part.sign == '*') regex += ".*";
    if (part.sign == '?') regex += '.';
    if (part.sign == '\0') regex += in_regex(part.letters.front());
    if (part.sign != '[') continue;
    regex += part.negated ? "[^" : "[";
    for (char const c : part.letters)
      regex.append(std::string_view("\\[]^").find(c) == std::string_view::npos ? 0U : 1U, '\\').append(1, c);
    regex += ']';
  }
  return regex + "$";
}

/// The regular expression for a pattern of SQL's SIMILAR TO.
inline std::string regex_of_similar(std::string_view pattern) {
  std::string regex = "^(?:";
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    char const c = pattern[i];
    if (c == '\\' && i + 1 < pattern.size())
      regex += in_regex(pattern[++i]);
    else
      regex += c == '%'                           ? std::string(".*")
               : c == '_'                         ? std::string(".")
               : c == '.' || c == '^' || c == '$' ? in_regex(c)
                                                  : std::string(1, c);
  }
  return regex + ")$";
}

/// Whether a regular expression uses features that differ between engines.
inline bool is_unusual_regex(std::string_view regex) {
  for (auto const part :
       {"(?=", "(?!", "(?<", "[[:<:]]", "[[:>:]]", "\\y", "\\m", "\\M", "\\A", "\\Z", "\\b", "\\1", "\\2", "*?", "+?", "(?"})
    if (regex.find(part) != regex.npos && regex.substr(0, 3) != "(?:") return true;
  return false;
}

/// Patterns of GLOB for a regular expression: one of them matches the texts in which the expression is found. If `negated`, none may match.
struct globs {
  std::vector<std::string> any{};
  bool negated = false;    ///< the text must not match
  bool not_empty = false;  ///< and must not be empty
};

/// Reads simple regular expressions: characters, dots, classes, repetitions that GLOB has, alternatives.
class regex_reader {
 public:
  explicit regex_reader(std::string_view regex) : rest_(regex) {}

  std::optional<globs> read() {
    if (auto whole = only_of_class()) return whole;
    globs found;
    for (auto const& alternative : alternatives()) {
      auto glob = glob_of(alternative);
      if (!glob) return {};
      found.any.push_back(*std::move(glob));
    }
    return found;
  }

 private:
  /// ^[0-9]+$ and ^[0-9]*$
  [[nodiscard]] std::optional<globs> only_of_class() const {
    if (!rest_.starts_with("^[") || !rest_.ends_with("$") || rest_.size() < 6) return {};
    auto const inner = rest_.substr(1, rest_.size() - 3);
    char const repeat = rest_[rest_.size() - 2];
    if (inner.find(']', 2) != inner.size() - 1 || (repeat != '+' && repeat != '*')) return {};
    if (inner.find('\\') != inner.npos || inner.find("[:") != inner.npos) return {};
    std::string other(inner);
    inner[1] == '^' ? void(other.erase(1, 1)) : void(other.insert(1, 1, '^'));
    return globs{{"*" + other + "*"}, true, repeat == '+'};
  }

  /// The parts of a|b, ^(a|b)$ and the like.
  [[nodiscard]] std::vector<std::string> alternatives() const {
    auto inner = rest_;
    std::string before, after;
    if (inner.starts_with('^')) {
      before = "^";
      inner.remove_prefix(1);
    }
    if (inner.ends_with('$') && !inner.ends_with("\\$")) {
      after = "$";
      inner.remove_suffix(1);
    }
    bool const group = inner.size() > 1 && inner.front() == '(' && inner.back() == ')' &&
                       inner.find('(', 1) == (inner.starts_with("(?:") ? inner.npos : inner.npos);
    if (!group) return split(rest_, {}, {});
    inner.remove_prefix(inner.starts_with("(?:") ? 3 : 1);
    inner.remove_suffix(1);
    return split(inner, before, after);
  }

  static std::vector<std::string> split(std::string_view s, std::string const& before, std::string const& after) {
    std::vector<std::string> parts;
    for (auto const part : text::split(s, '|')) parts.push_back(before + std::string(part) + after);
    return parts;
  }

  /// A class or a character at a position, as GLOB writes it; moves past it.
  static std::optional<std::string> item(std::string_view regex, std::size_t& i) {
    char const c = regex[i];
    if (c == '[') {
      auto const end = regex.find(']', i + 2);
      if (end == regex.npos || regex.substr(i, end - i).find('\\') != regex.npos || regex.substr(i + 1, end - i).find('[') != regex.npos)
        return {};
      std::string found(regex.substr(i, end + 1 - i));
      i = end + 1;
      return found;
    }
    if (c == '\\') {
      if (i + 1 >= regex.size()) return {};
      char const escaped = regex[i + 1];
      i += 2;
      if (escaped == 'd') return "[0-9]";
      if (escaped == 'w') return "[A-Za-z0-9_]";
      if (text::is_letter(escaped) || text::is_digit(escaped)) return {};
      return quoted(escaped);
    }
    if (std::string_view("^$()|*+?{}").find(c) != std::string_view::npos) return {};
    ++i;
    return c == '.' ? std::string("?") : quoted(c);
  }

  static std::string quoted(char c) { return c == '*' || c == '?' || c == '[' ? std::string{'[', c, ']'} : std::string(1, c); }

  static std::optional<std::string> glob_of(std::string_view regex) {
    bool const from_start = regex.starts_with('^');
    bool const to_end = regex.ends_with('$') && !regex.ends_with("\\$");
    if (from_start) regex.remove_prefix(1);
    if (to_end) regex.remove_suffix(1);
    std::string glob = from_start ? "" : "*";
    for (std::size_t i = 0; i < regex.size();) {
      bool const dot = regex[i] == '.';
      bool const at_start = i == 0 && !from_start;
      auto const one = item(regex, i);
      if (!one) return {};
      char const repeat = i < regex.size() ? regex[i] : '\0';
      bool const open = (i + 1 == regex.size() && !to_end) || at_start;  // anything may follow or precede
      if (repeat == '*' && (dot || open)) {
        ++i;
        if (dot) glob += '*';
      } else if (repeat == '+' && (dot || open)) {
        ++i;
        glob += *one;
        if (dot) glob += '*';
      } else if (repeat == '{') {
        auto const close = regex.find('}', i);
        auto const digits = close == regex.npos ? std::string_view() : regex.substr(i + 1, close - i - 1);
        if (digits.empty() || digits.size() > 2 || !std::all_of(digits.begin(), digits.end(), text::is_digit)) return {};
        for (int n = std::stoi(std::string(digits)); n > 0; --n) glob += *one;
        i = close + 1;
      } else if (repeat == '?' && open) {
        ++i;
      } else {
        glob += *one;
      }
    }
    if (!to_end) glob += '*';
    std::string tidy;
    for (char const c : glob)
      if (c != '*' || !tidy.ends_with('*') || tidy.ends_with("[*")) tidy += c;
    return tidy;
  }

  std::string_view rest_;
};

}  // namespace t2s::sql::detail::transpiling

#endif
