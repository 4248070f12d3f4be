// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_SPACED_NAMES_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_SPACED_NAMES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/schema/statement.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"

/// Names of the schema with several words and without quotes: `FROM Order Details`, `SELECT Unit Price`.
namespace t2s::repair {

/// The names of the schema with several tokens.
class long_names {
 public:
  explicit long_names(schema::database const& d) {
    for (auto const& t : d.tables()) {
      add(t.name, sql::dialect_of(d));
      for (auto const& c : t.columns) add(c.name, sql::dialect_of(d));
    }
  }

  [[nodiscard]] bool empty() const noexcept { return names_.empty(); }
  [[nodiscard]] std::string_view name(std::size_t n) const { return names_[n]; }
  [[nodiscard]] std::size_t size(std::size_t n) const { return ends_[n] - (n == 0 ? 0 : ends_[n - 1]); }  // in tokens

  /// The longest name whose tokens are at a position, in any case; `none` if there is none.
  [[nodiscard]] std::size_t at(std::vector<sql::token> const& tokens, std::size_t place) const {
    std::size_t best = none;
    for (std::size_t n = 0; n < names_.size(); ++n)
      if ((best == none || is_before(n, best)) && stands_at(tokens, place, n)) best = n;
    return best;
  }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

 private:
  void add(std::string const& name, sql::grammar const& in) {
    auto const tokens = tokens_of(name, in);
    if (tokens.size() < 2 || is_of_keywords(tokens)) return;
    for (auto const& t : tokens) words_.push_back(t.view());
    ends_.push_back(words_.size());
    names_.push_back(name);
  }

  /// Whether a name consists of keywords, as `order by`: without quotes it is not a name.
  static bool is_of_keywords(std::vector<sql::token> const& tokens) {
    return t2s::detail::all_of(tokens,
                               [](sql::token const& t) { return text::is_letter(t.view().front()) && t.kind < sql::token_kind::name; });
  }

  [[nodiscard]] bool is_before(std::size_t a, std::size_t b) const {
    return size(a) != size(b) ? size(a) > size(b) : names_[a] < names_[b];
  }

  [[nodiscard]] bool stands_at(std::vector<sql::token> const& tokens, std::size_t place, std::size_t n) const {
    if (tokens.size() - place < size(n)) return false;
    for (std::size_t i = 0; i < size(n); ++i) {
      auto const& t = tokens[place + i];
      if (t.quoted != sql::quote::none || t.kind == sql::token_kind::string) return false;
      if (!text::same(t.view(), words_[ends_[n] - size(n) + i])) return false;
    }
    return true;
  }

  std::vector<std::string_view> names_{};
  std::vector<std::string_view> words_{};  // of all names, one name after the other
  std::vector<std::size_t> ends_{};        // the end of each name's words
};

/// Quotes all of them, or the one that contains a byte of the text.
inline std::string with_long_names_quoted(std::string const& text, schema::database const& d, std::size_t only) {
  long_names const names(d);
  if (names.empty()) return text;
  auto const tokens = tokens_of(text, sql::dialect_of(d));
  text_changes all;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto const found = names.at(tokens, i);
    if (found == long_names::none) continue;
    auto const& last = tokens[i + names.size(found) - 1];
    std::string_view const piece(tokens[i].data, static_cast<std::size_t>(last.data + last.size - tokens[i].data));
    auto const begin = static_cast<std::size_t>(piece.data() - text.data());
    if (only == text.npos || (only >= begin && only < begin + piece.size()))
      all.add(piece, schema::in_quotes(names.name(found), d.sql_dialect()));
    i += names.size(found) - 1;
  }
  return all.made_in(text);
}
inline std::string with_all_long_names_quoted(std::string const& text, schema::database const& d) {
  return with_long_names_quoted(text, d, text.npos);
}

/// A rule for a missing table or column: `Unit Price` parses as a column `Unit` with the alias `Price`.
inline void propose_long_names(statement const& s, known_facts const& known, sql::problem const& missing, proposals& into) {
  auto const text = std::string(s.query().text());
  if (!missing.what.offset) return;
  auto quoted = with_long_names_quoted(text, *known.schema, *missing.what.offset);
  if (quoted != text) into.push_back({repair_kind::draft, 0.02, std::move(quoted), "names of the schema with blanks are quoted"});
}

}  // namespace t2s::repair

#endif
