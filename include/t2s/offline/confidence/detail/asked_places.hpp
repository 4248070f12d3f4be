// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_ASKED_PLACES_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_ASKED_PLACES_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/cues.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::confidence::detail {

/// The nouns of a question whose place in the SQL is known: what is shown ("the headings of all films"), sorted by ("sorted by the
/// rating") and grouped by ("for each kind of article"). A noun is in its place if a column there, or its table, is called so.
class asked_places {
 public:
  asked_places(link::linked_question const& asked, used_in_sql const& used)
      : names_(*asked.names), links_(asked.found.found), tokens_(asked.found.tokens), used_(used) {}

  /// The noun that nothing in its place stands for; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> misplaced() const {
    if (auto const t = not_sorted_by()) return t;
    if (auto const t = not_grouped_by()) return t;
    return not_shown();
  }

 private:
  using column_id = knowledge::column_id;
  using columns = std::vector<column_id>;

  [[nodiscard]] bool is_word(std::size_t t, std::string_view words) const {
    return t < tokens_.size() && reader::detail::is_one_of(tokens_[t].text, words);
  }
  [[nodiscard]] bool is_mark(std::size_t t) const { return t >= tokens_.size() || tokens_[t].is == retrieve::token::kind::mark; }
  /// Whether a link of a token is so.
  template <class Is>
  [[nodiscard]] bool is_linked(std::size_t t, Is const& is) const {
    return t2s::detail::any_of(links_, [&](link::link const& l) { return l.first <= t && t < l.last && is(l); });
  }
  [[nodiscard]] columns in(sql::clause where) const {
    columns out;
    for (auto const& [c, place] : used_.columns())
      if (place == where) out.push_back(c);
    return out;
  }

  /// The last word of the noun that begins here: "rating" of "the channel rating of ...", "pupils" of "the pupils live in ...".
  [[nodiscard]] std::size_t head(std::size_t t) const {
    static constexpr reader::detail::word_class before{" the a an all our their its his her different distinct unique "};
    while (t < tokens_.size() && before.has(tokens_[t].text)) ++t;
    auto end = t;
    while (end < tokens_.size() && !ends_noun(end)) ++end;
    if (end > t + 1 && is_plural(end - 2) && !is_plural(end - 1)) --end;  // a verb
    return end == t ? tokens_.size() : end - 1;
  }
  [[nodiscard]] bool is_plural(std::size_t t) const { return tokens_[t].text != tokens_[t].lemma; }
  [[nodiscard]] bool ends_noun(std::size_t t) const {
    static constexpr reader::detail::word_class ends{
        " of for in on at from to by with without and or but that which who whose where when while is are was were be been being has have "
        "had do does did as than per between within during after before since until it they there here not no then so if 's first got "
        "ascending descending alphabetically we you i he she each every how what whom into over under above below via including exist "
        "temporarily longer shorter later earlier recently go went use used lie lies correspond corresponds "};
    auto const& word = tokens_[t].text;
    return is_mark(t) || ends.has(word) || reader::detail::is_participle(word) || (word.size() > 5 && word.ends_with("est"));
  }
  /// Whether a token is a noun that says something: no name of a value, and not "one", "details" or a measure.
  [[nodiscard]] bool tells(std::size_t t) const {
    static constexpr reader::detail::word_class measures{
        " revenue turnover worth place member company count minimum maximum max min year month week day hour kilo size location type kind "
        "people "};
    if (t >= tokens_.size()) return false;
    auto const& lemma = tokens_[t].lemma;
    return tokens_[t].is == retrieve::token::kind::word && !tokens_[t].capital && !tokens_[t].code && !retrieve::is_stop_word(lemma) &&
           !reader::detail::empty_words.has(lemma) && !measures.has(lemma) && !reader::detail::asking_words.has(lemma);
  }
  [[nodiscard]] bool calls(std::size_t t, column_id c) const {
    auto const stem = retrieve::stem(tokens_[t].lemma);
    return t2s::detail::any_of(retrieve::lemmas_of_name(c.is_table() ? names_.table(c).name : names_.column(c).name),
                               [&](std::string const& w) { return w == tokens_[t].lemma || retrieve::stem(w) == stem; });
  }
  /// Whether a token names one of these columns, or the table of one.
  [[nodiscard]] bool names_one(std::size_t t, columns const& of) const {
    return t2s::detail::any_of(of, [&](column_id c) {
      return calls(t, c) || is_linked(t, [c](link::link const& l) {
               return l.where == c || (l.is == link::link::kind::table && l.where.table == c.table);
             });
    });
  }

  [[nodiscard]] std::optional<std::size_t> not_sorted_by() const {
    auto const by = in(sql::clause::order_by);
    for (std::size_t t = 1; t + 2 < tokens_.size() && !by.empty(); ++t) {
      bool const sorts =
          is_word(t, "sorted sort ranked arranged order") || (is_word(t, "ordered") && (is_mark(t - 1) || is_word(t - 1, "and")));
      if (!sorts || !is_word(t + 1, "by")) continue;
      auto const noun = head(t + 2);
      if (tells(noun) && !names_one(noun, by) && !(noun > t + 2 && is_date_called(noun - 1, by))) return noun;
    }
    return by.empty() && !in(sql::clause::group_by).empty() ? std::nullopt : not_sorted_then(by);
  }
  /// Whether "join date" is one of the times: `joined_on`.
  [[nodiscard]] bool is_date_called(std::size_t deed, columns const& times) const {
    return is_word(deed + 1, "date time day") &&
           t2s::detail::any_of(times, [&](column_id c) { return !c.is_table() && names_.is_time(c) && calls(deed, c); });
  }
  /// "Maker" of "sorted by price, then by maker".
  [[nodiscard]] std::optional<std::size_t> not_sorted_then(columns const& by) const {
    for (std::size_t t = 1; t + 1 < tokens_.size(); ++t) {
      if (!is_word(t, "then")) continue;
      if ((by.empty() && !is_word(t + 1, "by")) || is_word(t + 1, "sort order")) continue;
      auto const noun = head(is_word(t + 1, "by") ? t + 2 : t + 1);
      bool const counted = is_word(noun, "number count") && used_.sorts_by_count();
      if (noun < tokens_.size() && !counted && !names_one(noun, by)) return noun;
    }
    return {};
  }
  [[nodiscard]] std::optional<std::size_t> not_grouped_by() const {
    auto by = in(sql::clause::group_by);
    if (by.empty()) return not_chosen_by();
    for (auto const c : in(sql::clause::select))
      if (t2s::detail::any_of(by, [c](column_id own) { return own.table == c.table; })) by.push_back(c);
    for (std::size_t t = 1; t + 1 < tokens_.size(); ++t) {
      if (!is_word(t, "each per every")) continue;
      auto noun = head(t + 1);
      if (noun < tokens_.size() && noun > t + 1 && is_word(t - 1, "do does did")) --noun;  // the verb
      if (is_word(noun, "kind type sort category class") ? !is_kind_of(noun, by) : tells(noun) && !is_used(noun) && !names_one(noun, by))
        return noun;
    }
    return {};
  }
  /// "For each department the dearest lamp" as the dearest of each category.
  [[nodiscard]] std::optional<std::size_t> not_chosen_by() const {
    auto const only_shown = [this](column_id c) {
      return used_.has_column(c) &&
             !t2s::detail::any_of(used_.columns(), [c](auto const& use) { return use.first == c && use.second != sql::clause::select; });
    };
    for (std::size_t t = 1; used_.selects() > 1 && t + 1 < tokens_.size(); ++t)
      if (is_word(t, "each every per") && t2s::detail::any_of(links_, [&](link::link const& l) {
            return l.is == link::link::kind::column && l.first == t + 1 && l.score >= 0.9 && only_shown(l.where);
          }))
        return t + 1;
    return {};
  }
  /// "Kind of stain" and "stain kind" are kinds of what a column has, and kinds of articles are no articles.
  [[nodiscard]] bool is_kind_of(std::size_t noun, columns const& by) const {
    auto const names_column = [&](std::size_t t) {
      return t < tokens_.size() && t2s::detail::any_of(by, [&](column_id c) {
               return calls(t, c) || is_linked(t, [c](link::link const& l) { return l.where == c; });
             });
    };
    return names_column(noun) || names_column(noun - 1) || (is_word(noun + 1, "of") && names_column(head(noun + 2)));
  }
  [[nodiscard]] bool is_used(std::size_t t) const {
    return used_.has_word_like(tokens_[t].lemma) || is_linked(t, [this](link::link const& l) { return used_.has(l); });
  }
  /// Whether a token is the name of a table that the SQL does not use, and a part of the name of one that it does: `course_teacher` is a
  /// table of teachers only in part.
  [[nodiscard]] bool is_other_table(std::size_t t) const {
    double best = 0, used = 0;
    for (auto const& l : links_) {
      if (l.first > t || l.last <= t) continue;
      if (l.is == link::link::kind::column && (names_.is_key(l.where) || names_.refers(l.where))) continue;
      if (l.is != link::link::kind::table) return false;
      (used_.has(l) ? used : best) = std::max(used_.has(l) ? used : best, l.score);
    }
    return best >= 0.95 && used < best - 0.2;
  }
  /// "Headings" of "look up the headings of all films".
  [[nodiscard]] std::optional<std::size_t> not_shown() const {
    std::size_t t = 0;
    while (t < tokens_.size() && !is_mark(t) &&
           (retrieve::is_stop_word(tokens_[t]) || reader::detail::request_words.has(tokens_[t].lemma) ||
            is_word(t, "many much tell show list find give count number total average mean sum different distinct names name up")))
      ++t;
    if (is_mark(t)) return {};
    auto const noun = head(t);
    if (tells(noun) && (!is_used(noun) || is_other_table(noun))) return noun;
    return {};
  }

  knowledge::lexicon const& names_;
  std::vector<link::link> const& links_;
  std::vector<retrieve::token> const& tokens_;
  used_in_sql const& used_;
};

}  // namespace t2s::confidence::detail

#endif
