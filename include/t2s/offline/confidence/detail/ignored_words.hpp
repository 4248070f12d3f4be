// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_CONFIDENCE_DETAIL_IGNORED_WORDS_HPP
#define T2S_OFFLINE_CONFIDENCE_DETAIL_IGNORED_WORDS_HPP

#include "t2s/core/detail/number_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/offline/confidence/detail/asked_words.hpp"
#include "t2s/offline/confidence/detail/used_in_sql.hpp"
#include "t2s/offline/reader/detail/deeds.hpp"
#include "t2s/offline/reader/detail/word_classes.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"
#include "t2s/retrieve/link/detail/linked_question.hpp"
#include "t2s/retrieve/link/detail/mentioned.hpp"
#include "t2s/retrieve/link/detail/question_reading.hpp"
#include "t2s/retrieve/link/detail/written_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
      : asked_(asked), names_(*asked.names), tokens_(asked.found.tokens), words_(tokens_), used_(used), accounted_(tokens_.size()) {
    for (auto const& l : asked.found.found)
      if (used.has(l)) account(l.first, l.last);
    for (auto const& n : link::written_numbers(tokens_))
      if (used.has_number(n.value)) account(n.first, n.last);
    for (std::size_t t = 0; t < tokens_.size(); ++t)
      if (!accounted_[t]) accounted_[t] = is_mark(t) || retrieve::is_stop_word(tokens_[t].lemma) || is_in_sql(t) || is_of_clause(t);
  }

  /// Words of the parts that the best reading ignores. Parts of the SQL that no word names may be what they mean: `unasked` conditions
  /// stand for as many words that restrict, these and `unnamed` tables and columns for as many others.
  [[nodiscard]] std::vector<std::size_t> among(std::span<link::unread_part const> unread, std::size_t unasked, std::size_t unnamed) const {
    std::vector<std::size_t> restricting, open;
    for (auto const& part : unread)
      for (std::size_t t = 0; t < tokens_.size(); ++t) {
        if (accounted_[t] || tokens_[t].begin < part.begin || tokens_[t].end > part.end) continue;
        if (!(part.matters() ? restricts(t) || !is_without_effect(t) : qualifies(t))) continue;
        open.push_back(t);
        if (restricts(t) || follows_preposition(t)) restricting.push_back(t);
      }
    return open.size() > unasked + unnamed ? open : open.size() > unasked ? restricting : std::vector<std::size_t>();
  }

  /// Negations, if nothing in the SQL negates.
  [[nodiscard]] std::vector<std::size_t> negations() const {
    return words_that([this](std::size_t t) { return is_negation(t) && !used_.negates(); });
  }
  /// Superlatives, if the SQL neither sorts nor asks for an extreme.
  [[nodiscard]] std::vector<std::size_t> superlatives() const {
    return words_that([this](std::size_t t) { return is_superlative(t) && !used_.ranks(); });
  }
  /// Words for a clause that the SQL does not have: an order, a share, DISTINCT, a row for each.
  [[nodiscard]] std::vector<std::size_t> clauses() const {
    return words_that([this](std::size_t t) {
      if (is_named(t)) return false;
      if (is_word(t, ordering)) return !used_.ranks();
      if (is_word(t, "percentage percent proportion")) return used_.gives_one_row("count");
      if (is_word(t, "distinct unique different")) return (used_.repeats() && is_of_other_rows(t + 1)) || counts_repeated(t);
      if (is_word(t, "only") && t > 0) return !used_.negates() && !used_.groups() && used_.selects() == 1;
      if (is_word(t, "still currently presently")) return used_.conditions().count_if(is_demand) == 0;
      if (is_word(t, "twice")) return !used_.groups() && !used_.has_number(2);
      if (is_word(t, "second third")) return is_superlative(t + 1) && !used_.skips();
      if (is_word(t, "by")) return used_.gives_one_row() && is_group_at_end(t + 1);
      return is_word(t, "per each") && used_.gives_one_row() && is_of_other_rows(t + 1);
    });
  }
  /// "Jobs that Marco closed" are not all jobs of Marco, if a table has more than one time of a row: of its beginning and of its end.
  [[nodiscard]] std::vector<std::size_t> deeds() const {
    return words_that([this](std::size_t t) {
      if (!tokens_[t].text.ends_with("ed")) return false;
      bool const began = reader::detail::says_it_began(words_[t]);
      return t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
        return l.is == link::link::kind::column && l.first == t && l.last == t + 1 && used_.has_table(l.where.table) &&
               !is_deed_of_rows(t, l.where.table) && !used_.has_column(l.where) && names_.is_time(l.where) && times_of(l.where.table) > 1 &&
               (!began || uses_time_of(l.where.table));
      });
    });
  }
  /// "Houseboats" are not all boats.
  [[nodiscard]] std::vector<std::size_t> compounds() const {
    return words_that([this](std::size_t t) {
      auto const& word = tokens_[t].lemma;
      bool table = false, other = false;
      for (auto const& l : asked_.found.found) {
        if (t < l.first || t >= l.last || !used_.has(l)) continue;
        bool const by_end = l.is == link::link::kind::table && l.last == l.first + 1 && is_longer_than_name(word, l.where);
        (by_end ? table : other) = true;
      }
      return table && !other && !used_.has_text(word);
    });
  }
  /// "members" of "Which members visited Rome?", if the result has only columns of other tables: `visits.visited`.
  [[nodiscard]] std::vector<std::size_t> subjects() const {
    return words_that([this](std::size_t t) {
      if (t != 1 || !is_word(0, "which")) return false;
      std::vector<std::uint32_t> named;
      for (auto const& l : asked_.found.found) {
        if (l.first > t || l.last <= t || l.score < 0.5) continue;
        if (l.is != link::link::kind::table) return false;
        named.push_back(l.where.table);
      }
      return !named.empty() && used_.gives_only_others_than(named);
    });
  }
  /// Whether a value that the question names is more than another word for a table or column, or for a number of rows.
  [[nodiscard]] bool is_value(link::value_mention const& v) const {
    for (std::size_t t = 0; t < tokens_.size(); ++t) {
      if (tokens_[t].begin < v.begin || tokens_[t].end > v.end) continue;
      if (accounted_[t] || reader::detail::is_one_of(tokens_[t].lemma, "number name date order type kind id list group total time year"))
        return false;
    }
    return true;
  }

 private:
  /// Whether all rows of a table are so: each admission was admitted.
  [[nodiscard]] bool is_deed_of_rows(std::size_t t, std::uint32_t table) const {
    return t2s::detail::any_of(names_.item({table}).words,
                               [&](auto w) { return reader::detail::is_participle_of(text::lower(tokens_[t].text), names_.words()[w]); });
  }
  [[nodiscard]] std::size_t times_of(std::uint32_t table) const {
    std::size_t n = 0;
    for (std::uint32_t c = 0; c < names_.schema().tables()[table].columns.size(); ++c) n += names_.is_time({table, c}) ? 1U : 0U;
    return n;
  }
  [[nodiscard]] bool uses_time_of(std::uint32_t table) const {
    return t2s::detail::any_of(used_.columns(), [&](auto const& use) {
      return use.first.table == table && use.second != sql::clause::select && names_.is_time(use.first);
    });
  }
  /// Whether a word is a compound that ends in a word of a table's name, and no word of it: "houseboat" of `boat`.
  [[nodiscard]] bool is_longer_than_name(std::string_view word, knowledge::column_id table) const {
    bool longer = false;
    for (auto const w : names_.item(table).words) {
      auto const& own = names_.words()[w];
      if (knowledge::likeness(word, own) > 0.7) return false;
      longer = longer || (word.size() > own.size() && knowledge::is_compound_of(word, own));
    }
    return longer;
  }

  static constexpr std::string_view ordering = "alphabetical alphabetically lexicographical lexicographically ascending descending";

  /// Whether a condition is more than that of a join.
  [[nodiscard]] static bool is_demand(condition const& c) { return c.claim != "=" || c.value != "?"; }
  /// "by three different teachers": the rows of a group are not as many teachers.
  [[nodiscard]] bool counts_repeated(std::size_t t) const {
    bool const counted = t > 0 && (tokens_[t - 1].is == retrieve::token::kind::number || t2s::detail::number_of_word(tokens_[t - 1].text));
    return counted && used_.chooses_groups() && !used_.unites() && is_of_joined(t + 1);
  }
  /// Whether a word names a column, or one of more than two tables of the SQL: over a table between them a row may come several times.
  [[nodiscard]] bool is_of_joined(std::size_t t) const {
    return t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
      return t >= l.first && t < l.last && l.score >= 0.5 &&
             (l.is == link::link::kind::column || (l.is == link::link::kind::table && used_.tables().size() > 2));
    });
  }

  /// "Total hours worked by member": the last word names a table, in the singular, that the SQL does not have.
  [[nodiscard]] bool is_group_at_end(std::size_t t) const {
    bool const last = t + 1 == tokens_.size() || (t + 2 == tokens_.size() && is_mark(t + 1));
    return last && !tokens_[t].capital && words_[t] == tokens_[t].lemma &&
           t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
             return l.is == link::link::kind::table && l.first <= t && t < l.last && l.score >= 0.5 && !used_.has(l);
           });
  }
  /// Whether a word names something other than a table of the SQL, which has the rows already: "the mean price per bike".
  [[nodiscard]] bool is_of_other_rows(std::size_t t) const {
    while (t + 1 < tokens_.size() && is_named(t) && is_named(t + 1)) ++t;  // "distinct bike colours" are colours
    return t < tokens_.size() && is_named(t) && !t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
             return t >= l.first && t < l.last && l.is == link::link::kind::table && used_.has(l);
           });
  }
  [[nodiscard]] bool is_word(std::size_t t, std::string_view list) const { return words_.is(t, list); }
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
    auto const next = t + 1;
    bool const leaves_out = (is_word(t, "leaving") && is_word(next, "out")) || (is_word(t, "apart aside") && is_word(next, "from"));
    bool const negates =
        leaves_out || is_word(t, "not no never without neither nor none nobody nothing except excluding ignoring disregarding");
    return negates &&
           !is_word(next, "only more less fewer higher lower later earlier older younger greater smaller larger longer shorter over");
  }
  /// "oldest", "most", but not "at most" and "most of".
  [[nodiscard]] bool is_superlative(std::size_t t) const {
    if ((t > 0 && is_word(t - 1, "at")) || is_named(t)) return false;
    if (is_word(t, "most least best worst")) return !is_word(t + 1, "of");
    auto const& lemma = tokens_[t].lemma;
    return tokens_[t].is == retrieve::token::kind::word && lemma.size() > 5 && lemma.ends_with("est") &&
           !reader::detail::is_one_of(lemma, "interest request forest harvest honest modest protest contest conquest");
  }

  /// Whether a word is a part of a name or of a text of the SQL, in another form too: "admitted" of `admission`.
  [[nodiscard]] bool is_in_sql(std::size_t t) const {
    auto const& token = tokens_[t];
    if (token.is == retrieve::token::kind::number) return false;
    if (used_.has_deed(token.text)) return true;
    auto const words = retrieve::lemmas_of_name(token.lemma);
    return t2s::detail::any_of(words, [this](std::string const& word) { return used_.has_word_like(word); });
  }
  /// Whether a clause of the SQL stands for a word.
  [[nodiscard]] bool is_of_clause(std::size_t t) const {
    bool const ranked = is_superlative(t) || is_word(t, "first last latest earliest recent recently top maximum minimum max min") ||
                        (t > 0 && is_word(t - 1, "most least more less top"));
    if (ranked) return used_.ranks();
    if (is_word(t, "order ordered sort sorted reverse reversed frequency") || is_word(t, ordering)) return used_.ranks();
    if (is_negation(t)) return used_.negates();
    if (is_word(t, "average mean total combined sum percentage percent share ratio difference")) return used_.calculates();
    if (is_word(t, "letter letters word words substring string character characters phrase containing")) return !used_.texts().empty();
    auto const& word = tokens_[t].lemma;
    if (word.size() > 3 && word.ends_with("er") && is_word(t + 1, "than")) return used_.compares();
    return word.size() > 4 && word.ends_with("ly") && !tokens_[t].capital &&
           !reader::detail::is_one_of(word, "only daily weekly monthly quarterly yearly hourly early family supply reply assembly");
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
    while (next < tokens_.size() && next < t + 3 && !is_noun(next) && !is_mark(next) && !retrieve::is_stop_word(tokens_[next])) ++next;
    return next < tokens_.size() && next < t + 3 && is_noun(next) && !is_mark(next);
  }
  /// Whether a word names something, or is a kind of thing that the database stores: "novels".
  [[nodiscard]] bool is_noun(std::size_t t) const {
    return is_named(t) || (!tokens_[t].capital && tokens_[t].is == retrieve::token::kind::word &&
                           t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
                             return t >= l.first && t < l.last && l.is == link::link::kind::value && used_.has(l);
                           }));
  }
  [[nodiscard]] bool ends_clause(std::size_t t) const { return t + 1 == tokens_.size() || is_mark(t + 1) || is_word(t + 1, "and or but"); }
  /// "are stolen?", but not "are stolen from" and "are riding".
  [[nodiscard]] bool is_predicate(std::size_t t) const {
    auto before = t;
    while (before > 0 && (is_word(before - 1, "not also already still all") || tokens_[before - 1].lemma.ends_with("ly"))) --before;
    bool const pronoun = before > 1 && is_word(before - 2, "they he she it we you i");  // "the work that they have done"
    return ends_clause(t) && !pronoun && before > 0 && reader::detail::is_one_of(tokens_[before - 1].lemma, "be have") &&
           !tokens_[t].text.ends_with("ing");
  }
  /// "How many bikes from Ghent squeak?"
  [[nodiscard]] bool is_only_verb(std::size_t t) const {
    bool const ends = t + 1 == tokens_.size() || is_word(t + 1, "?");
    return ends && !is_word(t, "exist exists") &&
           !t2s::detail::any_of(tokens_, [](retrieve::token const& w) { return reader::detail::is_one_of(w.lemma, "be have do"); });
  }
  /// "yesterday", "last month".
  [[nodiscard]] bool is_time(std::size_t t) const {
    return is_word(t, "yesterday today tomorrow tonight ago recently lately nowadays") ||
           (t > 0 && is_word(t - 1, "last this next past previous current") &&
            is_word(t, "day night morning evening week weekend month quarter season spring summer autumn winter year decade century"));
  }
  /// Whether a word only says what kind of thing the name before it is: "staff members", but not "patients smoke".
  [[nodiscard]] bool is_head(std::size_t t) const {
    auto const p = t - 1;
    return t > 0 && (is_named(p) || is_in_sql(p)) && !tokens_[p].capital && !retrieve::is_stop_word(tokens_[p]) &&
           words_[p] == tokens_[p].lemma;
  }
  [[nodiscard]] bool follows_preposition(std::size_t t) const { return t > 0 && is_word(t - 1, "on in at under by without"); }
  /// Whether a word that does not stand before a name is probably no condition: the unit of a number, the whole that the database is of
  /// ("in the world"), a verb between two names.
  [[nodiscard]] bool is_without_effect(std::size_t t) const {
    if (t == 0) return true;
    bool const unit = tokens_[t - 1].is == retrieve::token::kind::number || is_per(t + 1) || (t > 1 && is_per(t - 1));
    bool const verb = is_participle(t) || (is_word(t - 1, "to") && words_[t] == tokens_[t].lemma);
    bool const empty =
        is_word(t, "number times pair pairs moment single long year aged else") || (is_word(t, "time") && !is_word(t - 1, "on in"));
    return unit || verb || empty || is_head(t) || is_whole(t) || is_complement(t);
  }
  /// "of the companies", "in the world", but not "at the workshop".
  [[nodiscard]] bool is_whole(std::size_t t) const {
    return is_word(t - 1, "the") && !(t > 1 && is_word(t - 2, "at on under behind by for with without"));
  }
  /// "miles per gallon", but not "books per member".
  [[nodiscard]] bool is_per(std::size_t t) const {
    return is_word(t, "per") && t + 1 < tokens_.size() && !is_named(t - 1) && !is_named(t + 1);
  }
  /// "produced by", "is studying".
  [[nodiscard]] bool is_participle(std::size_t t) const {
    bool const ends = t + 1 == tokens_.size() || is_mark(t + 1);
    return (tokens_[t].text.ends_with("ed") && !ends) || (tokens_[t].text.ends_with("ing") && tokens_[t - 1].lemma == "be");
  }
  /// "the country of origin", "the names of companies", but not "books of poems".
  [[nodiscard]] bool is_complement(std::size_t t) const {
    return t > 1 && is_word(t - 1, "of") && t2s::detail::any_of(asked_.found.found, [&](link::link const& l) {
             return t - 2 >= l.first && t - 2 < l.last && l.is == link::link::kind::column && used_.has(l);
           });
  }
  /// Whether a word that may be a verb restricts: "the used books", "on call", "have paid?".
  [[nodiscard]] bool qualifies(std::size_t t) const {
    if (t == 0) return false;
    bool const determined = is_word(t - 1, "the a an all any some many which of and or only");
    return (determined && is_modifier(t)) || is_predicate(t) || is_only_verb(t) || is_dated(t) || is_deed(t) || is_deed_of_named(t) ||
           follows_preposition(t) || (is_word(t - 1, "that who which") && ends_clause(t));
  }
  /// "Which did we lose?", but not "which did we hold?": these are all that there are.
  [[nodiscard]] bool is_deed(std::size_t t) const {
    auto const word = [this](std::size_t i) { return std::string_view(tokens_[i].text); };
    return ends_clause(t) && reader::detail::follows_did(t, word) && !reader::detail::says_it_began(tokens_[t].text) &&
           !is_word(t, "have get use see know want need do");
  }
  /// "How many panels has Volt delivered?", "How many matches did Volt win?"
  [[nodiscard]] bool is_deed_of_named(std::size_t t) const {
    auto const& verb = words_[t];
    if (!ends_clause(t) || reader::detail::says_it_began(verb) || is_word(t, "have get use see know want need do")) return false;
    std::string_view const auxiliary = verb.ends_with("ed") ? "has have had" : "did does do";
    auto first = t;
    while (first > 0 && first + 5 > t && !is_word(first - 1, auxiliary)) --first;
    return first > 0 && first < t && is_word(first - 1, auxiliary) && tokens_[first].is == retrieve::token::kind::word &&
           !is_word(first, "been we they you he she it i each every");
  }
  /// "failed in 2023": the rows of the year may have done something else. "Produced" and the like say that there are rows.
  [[nodiscard]] bool is_dated(std::size_t t) const {
    bool const past = t + 2 < tokens_.size() && tokens_[t].text.ends_with("ed");
    return past && !is_word(t, "happened occurred placed recorded registered produced created founded") &&
           is_word(t + 1, "in during since before after") && tokens_[t + 2].is == retrieve::token::kind::number;
  }
  [[nodiscard]] bool follows_with(std::size_t t) const {
    while (t > 0 && is_word(t - 1, "a an the any some")) --t;
    return t > 0 && is_word(t - 1, "with without except excluding");
  }

  link::linked_question const& asked_;
  knowledge::lexicon const& names_;
  std::vector<retrieve::token> const& tokens_;
  asked_words words_;
  used_in_sql const& used_;
  std::vector<bool> accounted_;  // for each token: whether a part of the SQL stands for it, or it has no meaning of its own
};

}  // namespace t2s::confidence::detail

#endif
