// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_IGNORED_WORDS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_IGNORED_WORDS_HPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace t2s::confidence::detail {

/// The words of a question that restrict its rows and that no part of some SQL stands for. It looks at the words that the question's best
/// reading does not understand either. Many of them are other names of what the SQL uses, so a word counts only if it stands before a name
/// ("stolen bikes"), at the end of "are stolen" or after "with", or is a proper name, a quoted text, a number or a time.
class ignored_words {
 public:
  ignored_words(link::linked_question const& asked, used_in_sql const& used)
      : asked_(asked), tokens_(asked.found.tokens), used_(used), accounted_(tokens_.size()) {
    for (auto const& l : asked.found.found)
      if (used.has(l)) account(l.first, l.last);
    for (auto const& n : link::written_numbers(tokens_))
      if (used.has_number(n.value)) account(n.first, n.last);
    for (std::size_t t = 0; t < tokens_.size(); ++t)
      if (!accounted_[t]) accounted_[t] = is_mark(t) || retrieve::is_stop_word(tokens_[t].lemma) || is_in_sql(t) || is_of_clause(t);
  }

  /// Words of the parts that the best reading ignores. `unasked` conditions of the SQL, which no word names, stand for as many of them.
  [[nodiscard]] std::vector<std::size_t> among(std::span<link::unread_part const> unread, std::size_t unasked) const {
    std::vector<std::size_t> found;
    std::size_t open = 0;
    for (auto const& part : unread)
      for (std::size_t t = 0; part.matters() && t < tokens_.size(); ++t) {
        if (accounted_[t] || tokens_[t].begin < part.begin || tokens_[t].end > part.end) continue;
        ++open;
        if (restricts(t)) found.push_back(t);
      }
    return open > unasked ? found : std::vector<std::size_t>();
  }

  /// Negations, if nothing in the SQL negates.
  [[nodiscard]] std::vector<std::size_t> negations() const {
    return words_that([this](std::size_t t) { return is_negation(t) && !used_.negates(); });
  }
  /// Superlatives, if the SQL neither sorts nor asks for an extreme.
  [[nodiscard]] std::vector<std::size_t> superlatives() const {
    return words_that([this](std::size_t t) { return is_superlative(t) && !used_.ranks(); });
  }
  /// Whether a value that the question names is more than another word for a table or column, or for a number of rows.
  [[nodiscard]] bool is_value(link::value_mention const& v) const {
    for (std::size_t t = 0; t < tokens_.size(); ++t) {
      if (tokens_[t].begin < v.begin || tokens_[t].end > v.end) continue;
      if (accounted_[t] || is_one_of(tokens_[t].lemma, "number name date order type kind id list group total time year")) return false;
    }
    return true;
  }

 private:
  /// Whether a word is in a list separated by blanks.
  [[nodiscard]] static bool is_one_of(std::string_view word, std::string_view words) {
    return t2s::detail::has(text::split(words, ' '), word);
  }
  [[nodiscard]] bool is_word(std::size_t t, std::string_view words) const {
    return t < tokens_.size() && is_one_of(text::lower(tokens_[t].text), words);
  }
  [[nodiscard]] bool is_mark(std::size_t t) const { return tokens_[t].is == retrieve::token::kind::mark; }
  void account(std::size_t first, std::size_t last) {
    for (auto t = first; t < last; ++t) accounted_[t] = true;
  }

  template <class Is>
  [[nodiscard]] std::vector<std::size_t> words_that(Is const& is_it) const {
    std::vector<std::size_t> found;
    for (std::size_t t = 0; t < tokens_.size(); ++t)
      if (is_it(t)) found.push_back(t);
    return found;
  }

  [[nodiscard]] bool is_named(std::size_t t) const {
    return t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
      return t >= l.first && t < l.last && l.is != link::link::kind::value && (l.score >= 0.5 || used_.has(l));
    });
  }
  /// "no", but not "no more than", and not a name or value.
  [[nodiscard]] bool is_negation(std::size_t t) const {
    bool const negates = is_word(t, "not no never without neither nor none except excluding");
    auto const next = t + 1;
    return negates &&
           !is_word(next, "only more less fewer higher lower later earlier older younger greater smaller larger longer shorter over");
  }
  /// "oldest", "most", but not "at most" and "most of".
  [[nodiscard]] bool is_superlative(std::size_t t) const {
    if ((t > 0 && is_word(t - 1, "at")) || is_named(t)) return false;
    if (is_word(t, "most least best worst")) return !is_word(t + 1, "of");
    auto const& lemma = tokens_[t].lemma;
    return tokens_[t].is == retrieve::token::kind::word && lemma.size() > 5 && lemma.ends_with("est") &&
           !is_one_of(lemma, "interest request forest harvest honest modest protest contest conquest");
  }

  /// Whether a word is a part of a name or of a text of the SQL, in another form too: "arrived" of `arrival`.
  [[nodiscard]] bool is_in_sql(std::size_t t) const {
    auto const& token = tokens_[t];
    if (token.is == retrieve::token::kind::number) return false;
    auto const words = retrieve::lemmas_of_name(token.lemma);
    return t2s::detail::any_of(words, [this](std::string const& word) { return used_.has_word_like(word); });
  }
  /// Whether a clause of the SQL stands for a word.
  [[nodiscard]] bool is_of_clause(std::size_t t) const {
    bool const ranked = is_superlative(t) || is_word(t, "first last latest earliest recent recently top maximum minimum max min") ||
                        (t > 0 && is_word(t - 1, "most least more less top"));
    if (ranked) return used_.ranks();
    if (is_negation(t)) return used_.negates();
    if (is_word(t, "average mean total combined sum percentage percent share ratio difference")) return used_.calculates();
    if (is_word(t, "letter letters word words substring string character characters phrase containing")) return !used_.texts().empty();
    auto const& word = tokens_[t].lemma;
    if (word.size() > 3 && word.ends_with("er") && is_word(t + 1, "than")) return used_.compares();
    return word.size() > 4 && word.ends_with("ly") && !is_one_of(word, "only daily weekly monthly quarterly yearly hourly early");
  }

  /// Whether a word restricts rows wherever it may come from.
  [[nodiscard]] bool restricts(std::size_t t) const {
    auto const& token = tokens_[t];
    if (token.is != retrieve::token::kind::word || token.code) return true;
    bool const begins = t == 0 || (is_mark(t - 1) && !is_word(t - 1, ",") && !is_word(t - 1, "-"));
    return (token.capital && !begins) || is_modifier(t) || is_predicate(t) || is_time(t) || follows_with(t);
  }
  [[nodiscard]] bool is_modifier(std::size_t t) const {
    auto next = t + 1;
    while (next < tokens_.size() && next < t + 3 && !is_named(next) && !is_mark(next) && !retrieve::is_stop_word(tokens_[next])) ++next;
    return next < tokens_.size() && next < t + 3 && is_named(next) && !is_mark(next);
  }
  /// "are stolen?", but not "are stolen from" and "are riding".
  [[nodiscard]] bool is_predicate(std::size_t t) const {
    auto before = t;
    while (before > 0 && (is_word(before - 1, "not also already still all") || tokens_[before - 1].lemma.ends_with("ly"))) --before;
    bool const ends = t + 1 == tokens_.size() || is_mark(t + 1) || is_word(t + 1, "and or but");
    return ends && before > 0 && tokens_[before - 1].lemma == "be" && !tokens_[t].text.ends_with("ing");
  }
  /// "yesterday", "last month".
  [[nodiscard]] bool is_time(std::size_t t) const {
    return is_word(t, "yesterday today tomorrow tonight ago recently lately nowadays") ||
           (t > 0 && is_word(t - 1, "last this next past previous current") &&
            is_word(t, "day night morning evening week weekend month quarter season spring summer autumn winter year decade century"));
  }
  [[nodiscard]] bool follows_with(std::size_t t) const {
    while (t > 0 && is_word(t - 1, "a an the any some")) --t;
    return t > 0 && is_word(t - 1, "with without except excluding");
  }

  link::linked_question const& asked_;
  std::vector<retrieve::token> const& tokens_;
  used_in_sql const& used_;
  std::vector<bool> accounted_;  // for each token: whether a part of the SQL stands for it, or it has no meaning of its own
};

}  // namespace t2s::confidence::detail

#endif
