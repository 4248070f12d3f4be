// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_LINK_DETAIL_IMPLIED_NAMES_HPP
#define T2S_RETRIEVE_LINK_DETAIL_IMPLIED_NAMES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/retrieve/link/detail/lexical.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace t2s::link::detail {

/// Finds columns that words mean without naming them. "The date of each order" is a column of `orders` whatever other dates the database
/// has: if the tables that a question names have no column with the word, the word means a synonym among their columns, or their only
/// column of dates, or, after "average", their only numeric column.
class implied_names {
 public:
  implied_names(knowledge::lexicon const& names, std::span<retrieve::token const> tokens, std::vector<link>& found)
      : names_(names), tokens_(tokens), found_(found), is_asked_(names.schema().tables().size()) {
    for (auto const& l : found)
      if (l.is == link::kind::table && l.score >= certain) ask(l.where.table);
    if (is_asked_.size() == 1) ask(0);
  }

  void add() {
    if (tables_.empty()) return add_people();
    auto const known = found_.size();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].is != retrieve::token::kind::word || is_named(i, known)) continue;
      if (is_of_another(i, known)) continue;
      if (add_synonyms(i) || retrieve::is_stop_word(tokens_[i].lemma)) continue;
      if (is_of_time(tokens_[i].lemma) && !is_counted(i))
        add_only(i, true);
      else if (i > 0 && calculates(tokens_[i - 1].lemma) && !has_any(i, known))
        add_only(i, false);
    }
  }

 private:
  void ask(std::uint32_t table) {
    if (!is_asked_[table]) tables_.push_back(table);
    is_asked_[table] = true;
  }

  static constexpr double certain = 0.9, least_share = 0.33, by_elimination = 0.7;

  static bool is_of_time(std::string_view w) { return w == "date" || w == "day"; }
  /// "How many days" are an amount.
  [[nodiscard]] bool is_counted(std::size_t i) const {
    return tokens_[i].lemma == "day" && tokens_[i].text == "days" && i > 0 &&
           (tokens_[i - 1].text == "many" || tokens_[i - 1].text == "of" || tokens_[i - 1].is == retrieve::token::kind::number);
  }

  /// "People" are the rows of the only table of people.
  void add_people() {
    static constexpr std::string_view people[] = {"employee", "staff", "person", "member", "worker", "personnel", "student", "player"};
    auto const known = found_.size();
    std::optional<std::uint32_t> only;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].lemma != "person" || has_any(i, known)) continue;
      std::size_t all = 0;
      for (std::uint32_t t = 0; t < is_asked_.size(); ++t) {
        auto const& words = names_.item({t}).words;
        if (words.empty() || !t2s::detail::has(people, std::string_view(names_.words()[words.back()]))) continue;
        only = t;
        ++all;
      }
      if (all == 1) found_.push_back({link::kind::table, {*only}, i, i + 1, by_elimination, {}});
    }
  }

  static bool calculates(std::string_view w) {
    static constexpr std::string_view words[] = {"average", "mean", "maximum", "minimum", "total"};
    return t2s::detail::has(words, w);
  }

  /// The links that existed before any was added.
  [[nodiscard]] std::span<link const> given(std::size_t known) const { return {found_.data(), known}; }

  /// Whether words that begin or continue here name a table, or a column of the tables that the question names.
  [[nodiscard]] bool is_named(std::size_t i, std::size_t known) const {
    return t2s::detail::any_of(given(known), [&](link const& l) {
      return l.first <= i && i < l.last && (l.where.is_table() ? l.score >= 0.5 : is_asked_[l.where.table]);
    });
  }
  [[nodiscard]] bool has_any(std::size_t i, std::size_t known) const {
    return t2s::detail::any_of(given(known), [&](link const& l) { return l.first <= i && i < l.last; });
  }

  /// "The name of the X" if X is none of the tables; "studio whose name" and "position title", after a column.
  [[nodiscard]] bool is_of_another(std::size_t i, std::size_t known) const {
    static constexpr std::string_view between[] = {"the", "a", "an", "all", "each", "every"};
    if (i > 0 && (tokens_[i].lemma == "name" || tokens_[i].lemma == "title")) {
      auto const back = i > 1 && tokens_[i - 1].text == "whose" ? i - 2 : i - 1;
      if (!is_of_table(back, known) && t2s::detail::any_of(given(known), [back](link const& l) {
            return l.first <= back && back < l.last && !l.where.is_table() && l.score >= certain;
          }))
        return true;
    }
    auto next = i + 1;
    if (next >= tokens_.size() || tokens_[next].text != "of") return false;
    do ++next;
    while (next < tokens_.size() && t2s::detail::has(between, std::string_view(tokens_[next].text)));
    return next < tokens_.size() && tokens_[next].is == retrieve::token::kind::word && !retrieve::is_stop_word(tokens_[next].lemma) &&
           !has_any(next, known);
  }
  [[nodiscard]] bool is_of_table(std::size_t i, std::size_t known) const {
    return t2s::detail::any_of(given(known),
                               [&](link const& l) { return l.first <= i && i < l.last && l.where.is_table() && l.score >= 0.5; });
  }

  [[nodiscard]] bool is_amount(knowledge::column_id id) const {
    return names_.content_of(id) == knowledge::content::number && !names_.is_key(id) && !names_.is_time(id) && !names_.flag_value(id, true);
  }

  bool add_synonyms(std::size_t i) {
    bool any = false;
    for (auto const& near : names_.synonyms(std::string(knowledge::standard_form(tokens_[i].lemma))))
      for (auto const place : names_.items_with(near.word)) {
        auto const& item = names_.items()[place];
        if (item.where.is_table() || !is_asked_[item.where.table]) continue;
        double share = 0;
        for (std::size_t k = 0; k < item.words.size(); ++k)
          if (item.words[k] == near.word) share = std::max(share, item.weights[k]);
        if (share * near.likeness < least_share) continue;
        found_.push_back({link::kind::column, item.where, i, i + 1, share * near.likeness, {}});
        any = true;
      }
    return any;
  }

  /// The only column of times, or of amounts, of one of the tables, unless other words name it.
  void add_only(std::size_t i, bool of_times) {
    for (auto const t : tables_) {
      std::optional<knowledge::column_id> only;
      std::size_t count = 0;
      for (std::uint32_t c = 0; c < names_.schema().tables()[t].columns.size(); ++c)
        if (of_times ? names_.is_time({t, c}) : is_amount({t, c})) {
          only = {t, c};
          ++count;
        }
      if (count != 1 || t2s::detail::any_of(found_, [&](link const& l) { return l.where == *only && l.score >= 0.5; })) continue;
      found_.push_back({link::kind::column, *only, i, i + 1, by_elimination, {}});
    }
  }

  knowledge::lexicon const& names_;
  std::span<retrieve::token const> tokens_;
  std::vector<link>& found_;
  std::vector<bool> is_asked_;           // for each table: whether the question names it
  std::vector<std::uint32_t> tables_{};  // these
};

}  // namespace t2s::link::detail

#endif
