// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_DETAIL_KEYWORDS_HPP
#define T2S_SQL_DETAIL_KEYWORDS_HPP

#include "t2s/core/schema/detail/dialect.hpp"
#include "t2s/sql/detail/token.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace t2s::sql::detail {

struct word {
  std::string_view text;  // in capitals
  token_kind kind;
  unsigned dialects;  // bits, in the order of `dialect`
};

/// The words that are not plain names, with the dialects in which they are not. Words that a dialect reserves for other statements and
/// accepts as names in a query are missing. https://sqlite.org/lang_keywords.html,
/// https://www.postgresql.org/docs/current/sql-keywords-appendix.html, https://dev.mysql.com/doc/refman/8.0/en/keywords.html
struct keywords {
  using enum token_kind;
  static constexpr unsigned sq = 1, pg = 2, my = 4, every = sq | pg | my;
  // clang-format off
  static constexpr word list[] = {
      {"ALL", all, every}, {"AND", and_, every}, {"ANY", any, pg | my}, {"ARRAY", array, pg}, {"AS", as, every}, {"ASC", asc, every},
      {"AT", at, pg}, {"BETWEEN", between, every}, {"BY", by, every}, {"CASE", case_, every}, {"CAST", cast, every},
      {"COLLATE", collate, every}, {"CROSS", cross, every}, {"CURRENT", current, every}, {"CURRENT_DATE", current_date, every},
      {"CURRENT_TIME", current_time, every}, {"CURRENT_TIMESTAMP", current_timestamp, every}, {"DESC", desc, every},
      {"DISTINCT", distinct, every}, {"DISTINCTROW", distinct, my}, {"DIV", div, my}, {"ELSE", else_, every}, {"END", end_, every},
      {"ESCAPE", escape, every}, {"EXCEPT", except, every}, {"EXCLUDE", exclude, sq | pg}, {"EXISTS", exists, every},
      {"FETCH", fetch, pg | my}, {"FILTER", filter, sq | pg}, {"FIRST", first, every}, {"FOLLOWING", following, every},
      {"FOR", for_, pg | my}, {"FROM", from, every}, {"FULL", full, sq | pg}, {"GLOB", glob, sq}, {"GROUP", group, every},
      {"GROUPS", groups, every}, {"HAVING", having, every}, {"ILIKE", ilike, pg}, {"IN", in, every}, {"INDEXED", indexed, sq},
      {"INNER", inner, every}, {"INTERSECT", intersect, every}, {"INTERVAL", interval, pg | my}, {"IS", is, every},
      {"ISNULL", isnull, sq | pg}, {"JOIN", join, every}, {"LAST", last, every}, {"LATERAL", lateral, pg | my}, {"LEFT", left, every},
      {"LIKE", like, every}, {"LIMIT", limit, every}, {"MATCH", match, sq}, {"MATERIALIZED", materialized, sq | pg}, {"MOD", mod, my},
      {"NATURAL", natural, every}, {"NO", no, sq | pg}, {"NOT", not_, every}, {"NOTNULL", notnull, sq | pg}, {"NULL", null, every},
      {"NULLS", nulls, sq | pg}, {"OFFSET", offset, every}, {"ON", on, every}, {"OR", or_, every}, {"ORDER", order, every},
      {"OTHERS", others, sq | pg}, {"OUTER", outer, every}, {"OVER", over, every}, {"OVERLAPS", overlaps, pg},
      {"PARTITION", partition, every}, {"PRECEDING", preceding, every}, {"RAISE", raise, sq}, {"RANGE", range, every},
      {"RECURSIVE", recursive, every}, {"REGEXP", regexp, sq | my}, {"RIGHT", right, every}, {"RLIKE", regexp, my}, {"ROW", row, every},
      {"ROWS", rows, every}, {"SELECT", select, every}, {"SEPARATOR", separator, my}, {"SIMILAR", similar, pg}, {"SOME", any, pg | my},
      {"STRAIGHT_JOIN", straight_join, my}, {"TABLE", table_, pg | my}, {"TABLESAMPLE", tablesample, pg}, {"THEN", then, every},
      {"TIES", ties, sq | pg}, {"UNBOUNDED", unbounded, every}, {"UNION", union_, every}, {"USING", using_, every},
      {"VALUES", values, every}, {"WHEN", when, every}, {"WHERE", where, every}, {"WINDOW", window, every}, {"WITH", with, every},
      {"XOR", xor_, my}, {"ADD", reserved, sq}, {"ALTER", reserved, sq | my}, {"ANALYSE", reserved, pg}, {"ANALYZE", reserved, pg | my},
      {"ASYMMETRIC", reserved, pg}, {"AUTOINCREMENT", reserved, sq}, {"BOTH", reserved, pg | my}, {"CHECK", reserved, every},
      {"COLUMN", reserved, pg | my}, {"COMMIT", reserved, sq}, {"CONSTRAINT", reserved, every}, {"CREATE", reserved, every},
      {"DATABASE", reserved, my}, {"DEFAULT", reserved, every}, {"DEFERRABLE", reserved, sq | pg}, {"DELETE", reserved, sq | my},
      {"DESCRIBE", reserved, my}, {"DO", reserved, pg}, {"DROP", reserved, sq | my}, {"EXPLAIN", reserved, my}, {"FORCE", reserved, my},
      {"FOREIGN", reserved, every}, {"GRANT", reserved, pg | my}, {"IGNORE", reserved, my}, {"INDEX", reserved, sq | my},
      {"INITIALLY", reserved, pg}, {"INSERT", reserved, sq}, {"INTO", reserved, every}, {"KEY", reserved, my}, {"KEYS", reserved, my},
      {"LEADING", reserved, pg | my}, {"LOCK", reserved, my}, {"NOTHING", reserved, sq}, {"ONLY", reserved, pg},
      {"PLACING", reserved, pg}, {"PRIMARY", reserved, every}, {"REFERENCES", reserved, every}, {"RETURNING", reserved, sq | pg},
      {"SET", reserved, sq | my}, {"SHOW", reserved, my}, {"SYMMETRIC", reserved, pg}, {"TABLE", reserved, sq}, {"TO", reserved, every},
      {"TRAILING", reserved, pg | my}, {"TRANSACTION", reserved, sq}, {"UNIQUE", reserved, every}, {"UPDATE", reserved, sq | my},
      {"USE", reserved, my}, {"VARIADIC", reserved, pg}};
  // clang-format on
};

/// Maps a letter and its capital to the same character; characters outside of words may collide.
constexpr char fold(char c) noexcept { return static_cast<char>(c | 0x20); }

/// The last eight bytes of a word, folded, and its length, collected while the word is read. They distinguish words of up to eight letters.
class word_key {
 public:
  constexpr void add(char c) noexcept { bytes_ = bytes_ << 8U | static_cast<unsigned char>(c); }
  constexpr void fold_all() noexcept { bytes_ |= 0x2020202020202020U; }
  [[nodiscard]] constexpr std::size_t slot() const noexcept {
    return static_cast<std::size_t>((bytes_ * 0x9E3779B97F4A7C15U) >> (64U - slot_bits));
  }

  friend constexpr bool operator==(word_key, word_key) = default;

  static constexpr unsigned slot_bits = 10;

 private:
  std::uint64_t bytes_{};
};

constexpr word_key key_of(std::string_view w) noexcept {
  word_key key;
  for (char const c : w) key.add(c);
  key.fold_all();
  return key;
}

struct word_slot {
  word_key key{};
  std::uint8_t size{};  // 0: free slot
  token_kind kind{};
  std::uint8_t index{};
};

constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (fold(a[i]) != fold(b[i])) return false;
  return true;
}

/// The list of a dialect's words: the common one, unless it has its own.
template <dialect D>
struct word_list : keywords {};

/// The keywords of a dialect in a hash table: each at the slot of its key, or at the next free one.
template <dialect D>
class keyword_table {
 public:
  constexpr keyword_table() {
    for (std::size_t i = 0; i < std::size(word_list<D>::list); ++i) {
      auto const& w = word_list<D>::list[i];
      if ((w.dialects >> static_cast<unsigned>(D) & 1U) == 0) continue;
      auto const key = key_of(w.text);
      auto at = key.slot();
      while (slots_[at].size != 0) at = (at + 1) % slot_count;
      slots_[at] = {key, static_cast<std::uint8_t>(w.text.size()), w.kind, static_cast<std::uint8_t>(i)};
    }
  }

  /// The kind of an unquoted word: that of a keyword, or `name`.
  [[nodiscard]] constexpr token_kind find(std::string_view w, word_key key) const noexcept {
    for (auto at = key.slot(); slots_[at].size != 0; at = (at + 1) % slot_count) {
      auto const& s = slots_[at];
      if (s.key != key || s.size != w.size()) continue;
      if (s.size <= 8 || same_word(word_list<D>::list[s.index].text, w)) return s.kind;
    }
    return token_kind::name;
  }

 private:
  static constexpr std::size_t slot_count = 1U << word_key::slot_bits;
  std::array<word_slot, slot_count> slots_{};
};

template <dialect D>
inline constexpr keyword_table<D> keywords_of{};

constexpr auto make_kind_names() {
  // clang-format off
  std::array<std::string_view, token_kinds> names{
      "the end", "an unknown token", "'('", "')'", "','", "'.'", "';'", "'='", "'<>'", "'<'", "'<='", "'>'", "'>='", "'<<'", "'>>'",
      "'&'", "'|'", "'~'", "'+'", "'-'", "'*'", "'/'", "'%'", "'||'", "'->'", "'->>'", "'['", "']'", "'{'", "'}'", "':'", "'::'", "'=>'", "'^'", "'!'",
      "'<=>'", "an operator", "a number", "a blob", "a parameter", "a keyword"};
  // clang-format on
  for (auto const& w : keywords::list)
    if (auto& name = names[static_cast<std::size_t>(w.kind)]; name.empty()) name = w.text;
  names[static_cast<std::size_t>(token_kind::name)] = "a name";
  names[static_cast<std::size_t>(token_kind::string)] = "a string";
  return names;
}

inline constexpr auto kind_names = make_kind_names();

/// Positions at which a name can stand; the classes overlap. Most keywords are names wherever the grammar does not use them, so the classes
/// differ by the keywords that are used at that position.
namespace names {
enum : std::uint8_t {
  any = 1,           // a table, a CTE, a table's alias after AS
  source_alias = 2,  // without AS, after a table
  column_alias = 4,  // without AS, after an expression
  expression = 8,    // at the beginning of an expression
  window_base = 16,  // first in a window's brackets
  query_start = 32,  // not a name: SELECT, WITH, VALUES
  label = 64,        // after a dot, of a result column after AS
  type = 128,
};
}

using name_table = std::array<std::uint8_t, token_kinds>;

template <class Dialect>
constexpr bool in_class(token const& t, std::uint8_t which) noexcept {
  return (Dialect::name_classes[static_cast<std::size_t>(t.kind)] & which) != 0;
}

}  // namespace t2s::sql::detail

#endif
