// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_REPAIR_DETAIL_RULES_FOREIGN_WORDS_HPP
#define T2S_OFFLINE_REPAIR_DETAIL_RULES_FOREIGN_WORDS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text_distance.hpp"
#include "t2s/offline/repair/detail/statement.hpp"
#include "t2s/offline/repair/detail/token_edits.hpp"

/// Words that the grammar does not accept, recognised by their position: locks and hints of other dialects, qualifiers before a table's
/// name, misspelt keywords.
namespace t2s::repair {

/// The tokens of a text, and the changes to them.
class word_reader {
 public:
  word_reader(std::string const& text, schema::database const& d) : text_(text), schema_(d), tokens_(tokens_of(text, sql::dialect_of(d))) {}

  /// Removes WITH (NOLOCK) and the like, and FOR UPDATE at the end, and writes `shop.dbo.orders` as `orders`, if there is such a table.
  /// Adds what was removed to `parts`.
  [[nodiscard]] std::string plain(std::string& parts) {
    for (std::size_t i = 0; i < tokens_.size();) {
      auto const end = end_of_hint(i);
      auto const lock = end > i ? end : end_of_lock(i);
      auto const place = lock > i ? lock : end_of_place(i);
      if (place == i) {
        ++i;
        continue;
      }
      add_once(parts, place > lock ? "another database's name is left out" : lock > end ? "FOR UPDATE is left out" : "hints are left out");
      change_tokens(i, place, place > lock ? "" : " ");
      i = place + (place > lock ? 1U : 0U);
    }
    return changes_.made_in(text_);
  }

  /// Replaces words that differ by one letter from a keyword and name nothing in the schema. `why` says which.
  [[nodiscard]] std::string with_keywords(std::string& why) {
    for (std::size_t i = 0; i < tokens_.size(); ++i)
      if (auto const meant = keyword_at(i); !meant.empty()) {
        add_reason(why, std::string(at(i)) + " is " + std::string(meant) + " misspelt");
        change_tokens(i, i + 1, std::string(meant));
      }
    return changes_.made_in(text_);
  }

 private:
  [[nodiscard]] std::string_view at(std::size_t i) const { return i < tokens_.size() ? tokens_[i].view() : std::string_view(); }
  [[nodiscard]] bool is(std::size_t i, auto... any) const { return (text::same(at(i), any) || ...); }
  [[nodiscard]] bool is_name(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind >= sql::token_kind::reserved; }

  void change_tokens(std::size_t first, std::size_t last, std::string by) {
    changes_.add(at(first).data(), at(last - 1).data() + at(last - 1).size(), std::move(by));
  }

  /// WITH (NOLOCK, ...)
  [[nodiscard]] std::size_t end_of_hint(std::size_t i) const {
    if (!is(i, "with") || !is(i + 1, "(")) return i;
    for (auto j = i + 2;; j += 2) {
      if (!is(j, "nolock", "readuncommitted", "readcommitted", "readpast", "rowlock", "updlock", "holdlock", "tablock", "xlock")) return i;
      if (is(j + 1, ")")) return j + 2;
      if (!is(j + 1, ",")) return i;
    }
  }

  /// FOR UPDATE, FOR SHARE NOWAIT at the end.
  [[nodiscard]] std::size_t end_of_lock(std::size_t i) const {
    if (!is(i, "for") || !is(i + 1, "update", "share")) return i;
    auto end = i + 2;
    if (is(end, "nowait")) ++end;
    if (is(end, "skip") && is(end + 1, "locked")) end += 2;
    return end >= tokens_.size() || is(end, ";") ? end : i;
  }

  /// The two qualifiers before a table's name.
  [[nodiscard]] std::size_t end_of_place(std::size_t i) const {
    bool const first = i == 0 || at(i - 1) != ".";
    if (!first || !is_name(i) || at(i + 1) != "." || !is_name(i + 2) || at(i + 3) != "." || !is_name(i + 4)) return i;
    bool const names_table = schema_.find_table(without_quotes(tokens_[i])) || schema_.find_table(without_quotes(tokens_[i + 2]));
    return !names_table && schema_.find_table(without_quotes(tokens_[i + 4])) ? i + 4 : i;
  }

  [[nodiscard]] std::string_view keyword_at(std::size_t i) const {
    static constexpr std::array<std::string_view, 12> keywords{"SELECT", "FROM",  "WHERE", "GROUP", "HAVING",   "ORDER",
                                                               "LIMIT",  "INNER", "OUTER", "UNION", "DISTINCT", "BETWEEN"};
    if (tokens_[i].kind != sql::token_kind::name || tokens_[i].quoted != sql::quote::none || at(i).size() < 4) return {};
    if (is(i + 1, "(", ".") || (i > 0 && is(i - 1, ".", "as"))) return {};
    for (auto const k : keywords)
      if (may_stand(k, i) && text::edit_distance(at(i), k) == 1 && !names_something(at(i))) return k;
    return {};
  }

  /// Some keywords begin a statement, or precede only one other word.
  [[nodiscard]] bool may_stand(std::string_view keyword, std::size_t i) const {
    if (keyword == "SELECT") return i == 0 || is(i - 1, "(", "union", "all", "except", "intersect");
    if (keyword == "GROUP" || keyword == "ORDER") return is(i + 1, "by");
    if (keyword == "INNER" || keyword == "OUTER") return is(i + 1, "join");
    return i > 0;
  }

  [[nodiscard]] bool names_something(std::string_view word) const {
    return t2s::detail::any_of(schema_.tables(),
                               [word](schema::table const& t) { return text::same(t.name, word) || t.find_column(word) != nullptr; });
  }

  std::string const& text_;
  schema::database const& schema_;
  std::vector<sql::token> tokens_;
  text_changes changes_{};
};

}  // namespace t2s::repair

#endif
