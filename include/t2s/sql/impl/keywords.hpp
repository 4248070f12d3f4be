// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_SQL_IMPL_KEYWORDS_HPP
#define T2S_SQL_IMPL_KEYWORDS_HPP

#include "t2s/sql/token.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace t2s::sql::detail {

struct word {
  std::string_view text;  // capitals
  token_kind kind;
};

/// SQLite's words that are not plain names. Those that it keeps for other statements and takes as names in a SELECT are not here.
inline constexpr std::array sqlite_words{
    word{"ALL", token_kind::all},
    word{"AND", token_kind::and_},
    word{"AS", token_kind::as},
    word{"BETWEEN", token_kind::between},
    word{"CASE", token_kind::case_},
    word{"COLLATE", token_kind::collate},
    word{"DISTINCT", token_kind::distinct},
    word{"ELSE", token_kind::else_},
    word{"ESCAPE", token_kind::escape},
    word{"EXCEPT", token_kind::except},
    word{"EXISTS", token_kind::exists},
    word{"FILTER", token_kind::filter},
    word{"FROM", token_kind::from},
    word{"GROUP", token_kind::group},
    word{"HAVING", token_kind::having},
    word{"IN", token_kind::in},
    word{"INTERSECT", token_kind::intersect},
    word{"IS", token_kind::is},
    word{"ISNULL", token_kind::isnull},
    word{"JOIN", token_kind::join},
    word{"LIMIT", token_kind::limit},
    word{"NOT", token_kind::not_},
    word{"NOTNULL", token_kind::notnull},
    word{"NULL", token_kind::null},
    word{"ON", token_kind::on},
    word{"OR", token_kind::or_},
    word{"ORDER", token_kind::order},
    word{"OVER", token_kind::over},
    word{"SELECT", token_kind::select},
    word{"THEN", token_kind::then},
    word{"UNION", token_kind::union_},
    word{"USING", token_kind::using_},
    word{"VALUES", token_kind::values},
    word{"WHEN", token_kind::when},
    word{"WHERE", token_kind::where},
    word{"WINDOW", token_kind::window},
    word{"CURRENT_DATE", token_kind::current_date},
    word{"CURRENT_TIME", token_kind::current_time},
    word{"CURRENT_TIMESTAMP", token_kind::current_timestamp},
    word{"CAST", token_kind::cast},
    word{"RAISE", token_kind::raise},
    word{"CROSS", token_kind::cross},
    word{"FULL", token_kind::full},
    word{"INNER", token_kind::inner},
    word{"LEFT", token_kind::left},
    word{"NATURAL", token_kind::natural},
    word{"OUTER", token_kind::outer},
    word{"RIGHT", token_kind::right},
    word{"INDEXED", token_kind::indexed},
    word{"LIKE", token_kind::like},
    word{"GLOB", token_kind::glob},
    word{"REGEXP", token_kind::regexp},
    word{"MATCH", token_kind::match},
    word{"ASC", token_kind::asc},
    word{"BY", token_kind::by},
    word{"CURRENT", token_kind::current},
    word{"DESC", token_kind::desc},
    word{"END", token_kind::end_},
    word{"EXCLUDE", token_kind::exclude},
    word{"FIRST", token_kind::first},
    word{"FOLLOWING", token_kind::following},
    word{"GROUPS", token_kind::groups},
    word{"LAST", token_kind::last},
    word{"MATERIALIZED", token_kind::materialized},
    word{"NO", token_kind::no},
    word{"NULLS", token_kind::nulls},
    word{"OFFSET", token_kind::offset},
    word{"OTHERS", token_kind::others},
    word{"PARTITION", token_kind::partition},
    word{"PRECEDING", token_kind::preceding},
    word{"RANGE", token_kind::range},
    word{"RECURSIVE", token_kind::recursive},
    word{"ROW", token_kind::row},
    word{"ROWS", token_kind::rows},
    word{"TIES", token_kind::ties},
    word{"UNBOUNDED", token_kind::unbounded},
    word{"WITH", token_kind::with},
    word{"ADD", token_kind::reserved},
    word{"ALTER", token_kind::reserved},
    word{"AUTOINCREMENT", token_kind::reserved},
    word{"CHECK", token_kind::reserved},
    word{"COMMIT", token_kind::reserved},
    word{"CONSTRAINT", token_kind::reserved},
    word{"CREATE", token_kind::reserved},
    word{"DEFAULT", token_kind::reserved},
    word{"DEFERRABLE", token_kind::reserved},
    word{"DELETE", token_kind::reserved},
    word{"DROP", token_kind::reserved},
    word{"FOREIGN", token_kind::reserved},
    word{"INDEX", token_kind::reserved},
    word{"INSERT", token_kind::reserved},
    word{"INTO", token_kind::reserved},
    word{"NOTHING", token_kind::reserved},
    word{"PRIMARY", token_kind::reserved},
    word{"REFERENCES", token_kind::reserved},
    word{"RETURNING", token_kind::reserved},
    word{"SET", token_kind::reserved},
    word{"TABLE", token_kind::reserved},
    word{"TO", token_kind::reserved},
    word{"TRANSACTION", token_kind::reserved},
    word{"UNIQUE", token_kind::reserved},
    word{"UPDATE", token_kind::reserved},
};

/// A letter and its capital become the same; so do characters that are in no word.
constexpr char fold(char c) noexcept { return static_cast<char>(c | 0x20); }

/// The last eight bytes of a word, gathered while the word is read: folded, and with the length, they tell all words of up to eight
/// letters apart.
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
  std::uint8_t size{};  // 0: nobody lives here
  token_kind kind{};
  std::uint8_t index{};
};

constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (fold(a[i]) != fold(b[i])) return false;
  return true;
}

/// The keywords of a dialect, each where its key leads, or as near behind it as there was room.
template <auto const& Words>
class keyword_table {
 public:
  constexpr keyword_table() {
    for (std::size_t i = 0; i < Words.size(); ++i) {
      auto const key = key_of(Words[i].text);
      auto at = key.slot();
      while (slots_[at].size != 0) at = (at + 1) % slot_count;
      slots_[at] = {key, static_cast<std::uint8_t>(Words[i].text.size()), Words[i].kind, static_cast<std::uint8_t>(i)};
    }
  }

  /// The kind of an unquoted word: a keyword's, or `name`.
  [[nodiscard]] constexpr token_kind find(std::string_view w, word_key key) const noexcept {
    for (auto at = key.slot(); slots_[at].size != 0; at = (at + 1) % slot_count) {
      auto const& s = slots_[at];
      if (s.key != key || s.size != w.size()) continue;
      if (s.size <= 8 || same_word(Words[s.index].text, w)) return s.kind;
    }
    return token_kind::name;
  }

 private:
  static constexpr std::size_t slot_count = 1U << word_key::slot_bits;
  std::array<word_slot, slot_count> slots_{};
};

/// Keywords that SQLite does not have.
inline constexpr std::array other_words{
    word{"ANY", token_kind::any},
    word{"ARRAY", token_kind::array},
    word{"AT", token_kind::at},
    word{"DIV", token_kind::div},
    word{"FETCH", token_kind::fetch},
    word{"FOR", token_kind::for_},
    word{"ILIKE", token_kind::ilike},
    word{"INTERVAL", token_kind::interval},
    word{"LATERAL", token_kind::lateral},
    word{"MOD", token_kind::mod},
    word{"OVERLAPS", token_kind::overlaps},
    word{"SEPARATOR", token_kind::separator},
    word{"SIMILAR", token_kind::similar},
    word{"STRAIGHT_JOIN", token_kind::straight_join},
    word{"TABLE", token_kind::table_},
    word{"TABLESAMPLE", token_kind::tablesample},
    word{"XOR", token_kind::xor_},
};

constexpr auto make_kind_names() {
  std::array<std::string_view, token_kinds> names{"the end",     "an unknown token",
                                                  "'('",         "')'",
                                                  "','",         "'.'",
                                                  "';'",         "'='",
                                                  "'<>'",        "'<'",
                                                  "'<='",        "'>'",
                                                  "'>='",        "'<<'",
                                                  "'>>'",        "'&'",
                                                  "'|'",         "'~'",
                                                  "'+'",         "'-'",
                                                  "'*'",         "'/'",
                                                  "'%'",         "'||'",
                                                  "'->'",        "'->>'",
                                                  "'['",         "']'",
                                                  "':'",         "'::'",
                                                  "'=>'",        "'^'",
                                                  "'!'",         "'<=>'",
                                                  "an operator", "a number",
                                                  "a blob",      "a parameter",
                                                  "a keyword"};
  for (auto const& w : other_words) names[static_cast<std::size_t>(w.kind)] = w.text;
  for (auto const& w : sqlite_words)
    if (w.kind != token_kind::reserved) names[static_cast<std::size_t>(w.kind)] = w.text;
  names[static_cast<std::size_t>(token_kind::name)] = "a name";
  names[static_cast<std::size_t>(token_kind::string)] = "a string";
  return names;
}

inline constexpr auto kind_names = make_kind_names();

}  // namespace t2s::sql::detail

#endif
