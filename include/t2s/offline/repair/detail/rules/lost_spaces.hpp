// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_LOST_SPACES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_LOST_SPACES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Words that stand together without the space between them: `FROMshops`, `ORDERBY`, `1AND`, `idDESC`.
namespace t2s::repair {

/// Which names a word may consist of: `known` ones of the schema and the text; also `misspelt` ones, and new ones as in `AS nFROM boats`.
enum class piece_names : std::uint8_t { known, misspelt };

/// A number in which letters stand for digits that look like them, `1O`, as digits; "" for other words, and without `any_first` for those
/// that begin with a letter, as names do: `lO`.
inline std::string lookalike_digits(std::string_view word, bool any_first = false) {
  static constexpr std::string_view letters = "OolI", meant = "0011";
  std::string digits(word);
  bool mended = false;
  for (auto& c : digits) {
    auto const place = letters.find(c);
    if (place == letters.npos && !text::is_digit(c)) return {};
    mended = mended || place != letters.npos;
    if (place != letters.npos) c = meant[place];
  }
  return mended && (any_first || text::is_digit(word.front())) ? digits : std::string();
}

/// Whether a number of rows follows, and no name.
inline bool is_before_count(std::string_view word) { return text::same(word, "limit") || text::same(word, "offset"); }

/// A text with such numbers as digits. They stand alone: SQL has no words that begin with a digit.
inline std::string with_digits(std::string const& text, schema::database const& d) {
  text_changes all;
  for (auto const& t : tokens_of(text, sql::dialect_of(d)))
    if (t.kind == sql::token_kind::illegal)
      if (auto digits = lookalike_digits(t.view()); !digits.empty()) all.add(t.view(), std::move(digits));
  return all.made_in(text);
}

/// Whether a word is a column, or stands in the text more than once: then it is a name.
inline bool is_name_there(std::string_view word, std::vector<sql::token> const& tokens, schema::database const& d) {
  auto const same = [word](sql::token const& t) { return text::same(sql::content_of(t), word); };
  return !d.tables_with(word).empty() || std::ranges::count_if(tokens, same) > 1;
}

/// A text with such numbers as digits where they begin with a letter and pass as names: `LIMIT lO`, and with `compared` also `> lO`.
inline std::string with_digits_for_names(std::string const& text, schema::database const& d, bool compared) {
  text_changes all;
  auto const tokens = tokens_of(text, sql::dialect_of(d));
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    auto const& t = tokens[i];
    auto const& before = tokens[i - 1];
    bool const counts = is_any(before, "limit", "offset");
    bool const compares = compared && t.size > 1 && before.kind >= sql::token_kind::eq && before.kind <= sql::token_kind::ge;
    if ((!counts && !compares) || t.kind != sql::token_kind::name || t.quoted != sql::quote::none) continue;
    bool const continues =
        i + 1 < tokens.size() && (tokens[i + 1].kind == sql::token_kind::dot || tokens[i + 1].kind == sql::token_kind::lparen);
    auto digits = lookalike_digits(t.view(), true);
    if (!digits.empty() && !continues && (counts ? d.tables_with(t.view()).empty() : !is_name_there(t.view(), tokens, d)))
      all.add(t.view(), std::move(digits));
  }
  return all.made_in(text);
}

/// Puts spaces between the keywords, names and numbers that a word consists of. A word that is a name stays.
class space_reader {
 public:
  space_reader(std::string const& text, schema::database const& d, piece_names of = piece_names::known)
      : text_(text), tokens_(tokens_of(text, sql::dialect_of(d))), of_(of) {
    for (auto const& t : d.tables()) {
      schema_.insert(text::lower(t.name));
      for (auto const& c : t.columns) schema_.insert(text::lower(c.name));
    }
  }

  /// The text with all spaces that were lost; the same if none was.
  [[nodiscard]] std::string with_spaces() const {
    text_changes all;
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (auto apart = words_of(i); !apart.empty()) all.add(tokens_[i].view(), std::move(apart));
    return all.made_in(text_);
  }

  /// The same for the word at a byte alone.
  [[nodiscard]] std::string with_spaces_at(std::size_t offset) const {
    text_changes all;
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (static_cast<std::size_t>(tokens_[i].data - text_.data()) == offset)
        if (auto apart = words_of(i); !apart.empty()) all.add(tokens_[i].view(), std::move(apart));
    return all.made_in(text_);
  }

 private:
  using pieces = std::vector<std::string_view>;
  static constexpr std::size_t longest = 64;  // letters of a word, since each is a place where a piece may end
  static constexpr std::size_t most_pieces = 6;

  enum class piece : std::uint8_t { none, keyword, operand };

  [[nodiscard]] static bool is_keyword(std::string_view word) {
    static constexpr std::array<std::string_view, 40> keywords{
        "select", "distinct", "from",      "where", "having",  "limit",  "offset", "join", "left",   "right",
        "inner",  "outer",    "cross",     "full",  "natural", "on",     "using",  "and",  "or",     "not",
        "in",     "is",       "null",      "like",  "between", "exists", "union",  "all",  "except", "as",
        "asc",    "desc",     "intersect", "case",  "when",    "then",   "else",   "end",  "by",     "with"};
    return t2s::detail::any_of(keywords, [word](std::string_view w) { return text::same(w, word); });
  }

  /// ORDER and GROUP are keywords before BY, in the word or behind it.
  [[nodiscard]] static bool comes_before_by(std::string_view word) { return text::same(word, "order") || text::same(word, "group"); }

  /// A name of the schema, an aggregate, or a name that stands elsewhere in the text by itself.
  [[nodiscard]] bool is_name(std::string_view word, std::size_t at) const {
    if (schema_.contains(text::lower(word))) return true;
    static constexpr std::array<std::string_view, 5> aggregates{"count", "sum", "avg", "min", "max"};
    if (t2s::detail::any_of(aggregates, [word](std::string_view w) { return text::same(w, word); })) return true;
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (i != at && is_word(tokens_[i]) && text::same(tokens_[i].view(), word)) return true;
    return false;
  }

  [[nodiscard]] static bool is_word(sql::token const& t) { return t.kind == sql::token_kind::name && t.quoted == sql::quote::none; }

  [[nodiscard]] static bool is_number(std::string_view word) {
    return !word.empty() && text::is_digit(word.front()) && word.find_first_not_of("0123456789.") == word.npos;
  }

  /// Whether a word is one letter from a name of the schema.
  [[nodiscard]] bool is_misspelt(std::string_view word) const {
    if (word.size() < 4) return false;
    return t2s::detail::any_of(schema_, [word](std::string const& name) {
      return text::lower(name.front()) == text::lower(word.front()) && text::edit_distance(word, name) == 1;
    });
  }

  /// Whether the beginning of a token is a name that AS or an expression before it gives: `nFROM` behind `count(*) AS`.
  [[nodiscard]] bool is_new_name(std::string_view word, std::string_view rest, std::size_t at) const {
    bool const begins = word.data() == tokens_[at].data && at > 0 && text::is_letter(word.front());
    if (!begins || (!is_any(tokens_[at - 1], "as") && tokens_[at - 1].kind != sql::token_kind::rparen)) return false;
    return is_any_clause(rest);
  }

  [[nodiscard]] static bool is_any_clause(std::string_view word) {
    static constexpr std::array<std::string_view, 8> clauses{"from", "where", "join", "left", "inner", "group", "order", "limit"};
    return t2s::detail::any_of(clauses, [word](std::string_view c) { return text::same(c, word); });
  }

  /// The words that a token consists of, with spaces; "" if it is one word.
  [[nodiscard]] std::string words_of(std::size_t at) const {
    auto const& t = tokens_[at];
    if (at > 0 && is_any(tokens_[at - 1], "is") && is_any(t, "notnull")) return "NOT NULL";
    bool const runs_on = t.kind == sql::token_kind::illegal && text::is_digit(t.view().front());  // 1AND
    if ((!is_word(t) && !runs_on) || t.size > longest || is_name(t.view(), at)) return {};
    if (of_ == piece_names::misspelt && is_misspelt(t.view())) return {};
    pieces best, found;
    split(t.view(), at, piece::none, found, best);
    std::string apart;
    std::string_view before;
    for (auto const word : best) {
      auto const digits = lookalike_digits(word, is_before_count(std::exchange(before, word)));
      apart.append(apart.empty() ? "" : " ").append(digits.empty() ? word : digits);
    }
    return apart;
  }

  /// Keeps the split with the fewest pieces. Two names or numbers do not stand side by side.
  void split(std::string_view rest, std::size_t at, piece before, pieces& found, pieces& best) const {
    if (rest.empty()) {
      bool const keywords = t2s::detail::any_of(found, [](std::string_view w) { return is_keyword(w) || comes_before_by(w); });
      if (keywords && found.size() > 1 && (best.empty() || found.size() < best.size())) best = found;
      return;
    }
    if (found.size() == most_pieces || (!best.empty() && found.size() + 1 >= best.size())) return;
    for (auto size = rest.size(); size > 0; --size) {
      auto const word = rest.substr(0, size);
      auto is = kind_of(word, rest.substr(size), at);
      if (is == piece::none && of_ == piece_names::misspelt && (is_misspelt(word) || is_new_name(word, rest.substr(size), at)))
        is = piece::operand;
      bool const counts = !found.empty() && is_before_count(found.back());
      if (is == piece::none && counts && !lookalike_digits(word, true).empty()) is = piece::operand;
      if (is == piece::none || (is == piece::operand && before == piece::operand)) continue;
      found.push_back(word);
      split(rest.substr(size), at, is, found, best);
      found.pop_back();
    }
  }

  [[nodiscard]] piece kind_of(std::string_view word, std::string_view rest, std::size_t at) const {
    if (is_keyword(word)) return piece::keyword;
    bool const by_follows = rest.empty() ? at + 1 < tokens_.size() && is_any(tokens_[at + 1], "by") : text::lower(rest).starts_with("by");
    if (comes_before_by(word) && by_follows) return piece::keyword;
    bool const looks_so = (rest.empty() || is_keyword(rest)) && !lookalike_digits(word).empty();  // 1OOFFSET, but 1OR
    return is_number(word) || looks_so || is_name(word, at) ? piece::operand : piece::none;
  }

  std::string const& text_;
  std::vector<sql::token> tokens_;
  std::set<std::string> schema_{};
  piece_names of_;
};

inline constexpr std::string_view why_digits = "letters that look like digits are digits";

/// A rule for a column that is missing: `WHERE tons > lO`.
inline void propose_digits(statement const& s, known_facts const& known, sql::problem const&, proposals& into) {
  auto const text = std::string(s.query().text());
  if (auto mended = with_digits_for_names(text, *known.schema, true); mended != text)
    into.push_back({repair_kind::draft, 0.05, std::move(mended), std::string(why_digits)});
}

inline constexpr std::string_view why_spaces = "spaces between words are put back";

/// A rule for a name that is missing: `ORDER BY idDESC`, `SELECT nameFROM shops`.
inline void propose_spaces(statement const& s, known_facts const& known, sql::problem const&, proposals& into) {
  auto const text = std::string(s.query().text());
  for (auto const of : {piece_names::known, piece_names::misspelt}) {
    auto apart = space_reader(text, *known.schema, of).with_spaces();
    if (apart == text || !sql::parse(apart, *known.schema)) continue;
    return into.push_back({repair_kind::draft, 0.05, std::move(apart), std::string(why_spaces)});
  }
}

/// Whether a text begins with a clause after FROM.
inline bool begins_with_clause(std::string_view text) {
  static constexpr std::array<std::string_view, 6> clauses{"where ", "group ", "having ", "order ", "limit ", "offset "};
  return t2s::detail::any_of(clauses, [text](std::string_view c) { return text::same(text.substr(0, c.size()), c); });
}

/// A rule for any statement that parses: a name for a table, without AS, that nothing uses and that is a clause without its space, as in
/// `FROM shops LIMIT10`.
inline void propose_swallowed_clauses(statement const& s, known_facts const& known, proposals& into) {
  auto const text = std::string(s.query().text());
  for (auto const& t : s.used().tables) {
    auto const offset = static_cast<std::size_t>(t.alias.data() - s.query().text().data());
    if (t.alias.empty() || offset >= text.size()) continue;
    auto const before = text::trim(std::string_view(text).substr(0, offset));
    bool const is_given =
        before.size() > 2 && text::same(before.substr(before.size() - 2), "as") && text::is_space(before[before.size() - 3]);
    auto const apart = is_given ? text : space_reader(text, *known.schema).with_spaces_at(offset);
    if (apart == text || !begins_with_clause(std::string_view(apart).substr(offset))) continue;
    auto const parsed = sql::parse(apart, *known.schema);
    if (!parsed || sql::resolve(*parsed, *known.schema).problems.size() > s.means().problems.size()) continue;
    into.push_back(
        {repair_kind::draft, 0.02, apart, std::string(t.alias) + " was read as a name for " + std::string(t.name) + "; it is a clause"});
  }
}

}  // namespace t2s::repair

#endif
