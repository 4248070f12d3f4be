// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_OFFLINE_READER_DETAIL_CUES_HPP
#define T2S_OFFLINE_READER_DETAIL_CUES_HPP

#include "t2s/core/detail/number_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/offline/reader/detail/participles.hpp"
#include "t2s/offline/reader/detail/plan.hpp"
#include "t2s/offline/reader/detail/word_lists.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

/// The English words that say what SQL has to do with the things that a question names.
namespace t2s::reader::detail {

using t2s::detail::zeros_of_word;

/// Whether a list has a word.
[[nodiscard]] constexpr bool has_word(auto const& list, std::string_view word) { return t2s::detail::has(list, word); }

/// Phrases with the same meaning, separated by '|'.
template <class Meaning>
struct phrase_group {
  Meaning means;
  std::string_view phrases;
};

/// A phrase of a group: its words, separated by spaces.
template <class Meaning>
struct phrase {
  std::string_view words{};
  Meaning means{};
};

/// Each phrase of the groups, in their order.
template <auto const& Groups>
[[nodiscard]] consteval auto phrases_of() {
  constexpr auto each = [](auto take) {
    for (auto const& g : Groups)
      for (std::size_t begin = 0, end = 0; end < g.phrases.size(); begin = end + 1) {
        end = std::min(g.phrases.find('|', begin), g.phrases.size());
        take(g.phrases.substr(begin, end - begin), g.means);
      }
  };
  constexpr auto count = [each] {
    std::size_t n = 0;
    each([&](auto, auto) { ++n; });
    return n;
  }();
  std::array<phrase<std::remove_cvref_t<decltype(Groups[0].means)>>, count> out{};
  each([&out, n = std::size_t(0)](auto words, auto means) mutable { out[n++] = {words, means}; });
  return out;
}

/// Words of names of columns, most likely first; lemmas, padded with "".
using measure_words = std::array<std::string_view, 6>;

/// An adjective that measures: the names of its column, and whether more of the adjective is less of the column.
struct quality {
  std::string_view adjective;      ///< the adjective
  measure_words columns;           ///< what it measures
  measure_words reversed_columns;  ///< for these, the greatest quality is the least value: the oldest has the first birthday
};

inline constexpr std::array qualities = std::to_array<quality>({
    {"old", {"age"}, {"birth", "birthday", "born", "dob", "birthdate", "date"}},
    {"young", {"birth", "birthday", "born", "dob", "birthdate"}, {"age"}},
    {"long", {"length", "duration", "distance", "time"}, {}},
    {"short", {}, {"length", "duration", "height"}},
    {"tall", {"height"}, {}},
    {"heavy", {"weight"}, {}},
    {"light", {}, {"weight"}},
    {"expensive", {"price", "cost", "charge", "fee", "rate", "rent"}, {}},
    {"costly", {"cost", "price", "charge", "fee", "rate"}, {}},
    {"cheap", {}, {"price", "cost", "charge", "fee", "rate", "rent"}},
    {"recent", {"date", "year", "time"}, {}},
    {"recently", {"date", "year", "time"}, {}},
    {"new", {"date", "year", "time"}, {}},
    {"late", {"date", "year", "time"}, {}},
    {"early", {}, {"date", "year", "time"}},
    {"fast", {"speed"}, {"time", "duration"}},
    {"slow", {"time", "duration"}, {"speed"}},
    {"rich", {"wealth", "money", "income", "earning"}, {}},
    {"wealthy", {"wealth", "money", "income", "earning"}, {}},
    {"populous", {"population"}, {}},
    {"populated", {"population"}, {}},
    {"deep", {"depth"}, {}},
    {"shallow", {}, {"depth"}},
    {"warm", {"temperature"}, {}},
    {"hot", {"temperature"}, {}},
    {"cold", {}, {"temperature"}},
    {"paid", {"salary", "wage", "income", "earning"}, {}},
    {"wide", {"width"}, {}},
    {"far", {"distance"}, {}},
    {"close", {}, {"distance"}},
    {"large", {"size", "area", "capacity", "population"}, {}},
    {"big", {"size", "area", "capacity", "population"}, {}},
    {"small", {}, {"size", "area", "capacity"}},
    {"powerful", {"power"}, {}},
    {"strong", {"strength"}, {}},
    {"high", {"height", "elevation", "altitude", "alt", "elev"}, {}},
    {"low", {}, {"height", "elevation", "altitude", "alt", "elev"}},
});

/// The entry of an adjective, or nullptr.
[[nodiscard]] inline quality const* find_quality(std::string_view adjective) noexcept {
  if (adjective.empty()) return nullptr;
  return t2s::detail::find_if(qualities, [adjective](quality const& q) { return q.adjective == adjective; });
}

/// The adjective for what a verb measures: what costs more is more expensive. "" for other verbs.
[[nodiscard]] constexpr std::string_view adjective_of_verb(std::string_view lemma) noexcept {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> verbs{
      {{"cost", "expensive"}, {"weigh", "heavy"}, {"last", "long"}, {"earn", "paid"}}};
  for (auto const& [verb, adjective] : verbs)  // "lamps costing more", but "earnings" are no verb
    if (verb == lemma || (verb != "earn" && lemma.ends_with("ing") && lemma.substr(0, lemma.size() - 3) == verb)) return adjective;
  return {};
}

/// Whether the adjective means little: short, cheap, young.
[[nodiscard]] inline bool is_least(quality const& q) noexcept { return q.columns[0].empty() || q.adjective == "young"; }

/// The adjective of a form such as "oldest" or "older", by `ending` ("est", "er").
inline quality const* quality_of_form(std::string_view word, std::string_view ending) {
  if (word.size() <= ending.size() || !word.ends_with(ending)) return nullptr;
  std::string base(word.substr(0, word.size() - ending.size()));
  if (auto const* q = find_quality(base)) return q;
  if (auto const* q = find_quality(base + "e")) return q;
  if (!base.empty() && base.back() == 'i') return find_quality(base.substr(0, base.size() - 1) + "y");
  if (base.size() > 1 && base.back() == base[base.size() - 2]) return find_quality(base.substr(0, base.size() - 1));
  return nullptr;
}

/// The entry of the adjective of a superlative such as "smallest", or nullptr.
[[nodiscard]] inline quality const* find_superlative(std::string_view word) { return quality_of_form(word, "est"); }

/// The entry of the adjective of a comparative such as "older", or nullptr.
[[nodiscard]] inline quality const* find_comparative(std::string_view word) { return quality_of_form(word, "er"); }

/// A word or phrase of a question that asks for an operation.
struct cue {
  /// The operations.
  enum class kind {
    count,        ///< how many, number of
    aggregate,    ///< average, total, maximum
    superlative,  ///< highest, most, oldest
    comparison,   ///< more than, at least, before, older than
    between,      ///< between ... and ...
    each,         ///< for each, per, by
    order,        ///< sorted by, in order of
    descending,   ///< in descending order, from highest to lowest
    ascending,    ///< in ascending order, alphabetically
    negation,     ///< not, without, except
    distinct,     ///< different, distinct
    both,         ///< both
    either,       ///< or
    contains,     ///< contains the word, including the letter
    starts,       ///< starts with
    ends,         ///< ends with
    common,       ///< most common, most popular: a superlative that counts rows
  };

  kind is = kind::count;                    ///< the operation
  std::size_t first = 0, last = 0;          ///< tokens [first, last)
  detail::aggregate how = aggregate::none;  ///< for `aggregate`; for a superlative its max or min
  comparison op = comparison::equal;        ///< for `comparison`
  std::string_view quality{};               ///< the adjective of "oldest" or "older than"; may be empty

  explicit operator bool() const { return last > 0; }  ///< false if there is none
};

/// The cue of a phrase.
struct cue_meaning {
  cue::kind is;
  aggregate how = aggregate::none;
  comparison op = comparison::equal;
};

inline constexpr auto cue_phrase_groups = std::to_array<phrase_group<cue_meaning>>({
    {{cue::kind::count},
     "how many|the number of|total number of|number of|numbers of|count of|count the number of|count how many|count|amount of|how often"},
    {{cue::kind::aggregate, aggregate::avg}, "average|mean|avg"},
    {{cue::kind::aggregate, aggregate::sum}, "sum|total|combined"},
    {{cue::kind::aggregate, aggregate::max}, "maximum|max"},
    {{cue::kind::aggregate, aggregate::min}, "minimum|min"},
    {{cue::kind::comparison, {}, comparison::at_most},
     "no more than|not more than|at most|a maximum of|less than or equal to|at or below|at or under|up to|at maximum|"
     "equal to or less than|less or equal|less or equal to|in or before|on or before|before or in|before or on"},
    {{cue::kind::comparison, {}, comparison::at_least},
     "no less than|no fewer than|not less than|at least|a minimum of|greater than or equal to|more than or equal to|at or above|"
     "at or over|upwards of|starting at|at minimum|equal to or greater than|equal to or more than|greater or equal|"
     "greater or equal to|since|in or after|on or after|after or in|after or on"},
    {{cue::kind::comparison, {}, comparison::greater},
     "in excess of|over|above|exceeding|exceed|exceeds|surpass|surpasses|surpassing|beyond|after"},
    {{cue::kind::comparison, {}, comparison::less}, "under|below|before|prior to"},
    {{cue::kind::comparison, {}, comparison::equal}, "equal to|equals|exactly"},
    {{cue::kind::between}, "between|in the range of"},
    {{cue::kind::common, aggregate::max}, "most common|most popular|most frequent|most frequently|most commonly|most often|most prominent"},
    {{cue::kind::common, aggregate::min}, "least common|least popular|least frequent"},
    {{cue::kind::descending},
     "in descending order|in decreasing order|descending order|decreasing order|descending|descendingly|in reverse alphabetical order|"
     "highest first|largest first|biggest first|greatest first|newest first|latest first|most recent first|most expensive first|most first|"
     "longest first|heaviest first|best first"},
    {{cue::kind::ascending},
     "in ascending order|in increasing order|ascending order|in ascending alphabetical order|in alphabetical order|"
     "in alphabetic order|in lexicographical order|in lexicographic order|in lexical order|alphabetical order|"
     "ascending alphabetical order|alphabetically|ascending|ascendingly|lowest first|smallest first|oldest first|earliest first|cheapest "
     "first|fewest first|shortest first|lightest first|worst first"},
    {{cue::kind::order},
     "sorted by|sorted in|sorted|sort by|sort|ordered by|ordered in|ordered|order by|order of|in the order of|in order of|order|"
     "ranked by|listed by|arranged by"},
    {{cue::kind::each},
     "for each|in each|of each|by each|at each|on each|from each|with each|for every|in every|each of|each|every|per|for different|"
     "across different|of different|grouped by|group by|by"},
    {{cue::kind::negation},
     "other than|different from|not|no|without|never|except|excluding|neither|lack|lacks|"
     "leaving out|not counting|not including|ignoring|disregarding|apart from|aside from"},
    {{cue::kind::distinct}, "distinct|different|unique"},
    {{cue::kind::both}, "both|as well as"},
    {{cue::kind::either}, "or|either"},
    {{cue::kind::contains},
     "contains|contain|containing|includes|include|including|substring|the phrase|the string|the character|the letters|has the word|"
     "have the word|with the word|the letter|the word"},
    {{cue::kind::starts}, "starts with|start with|starting with|begins with|begin with"},
    {{cue::kind::ends}, "ends with|end with|ending with"},
});
inline constexpr auto cue_phrases = phrases_of<cue_phrase_groups>();

/// Comparatives and superlatives that measure nothing in particular: they need a column or a table beside them. The value says whether they
/// mean more.
inline constexpr auto degree_groups = std::to_array<phrase_group<bool>>({
    {true, "more most|higher highest|larger largest|greater greatest|bigger biggest|better best|later latest"},
    {false, "fewer fewest|less least|lower lowest|smaller smallest|worse worst|earlier earliest"},
});
inline constexpr auto degrees = phrases_of<degree_groups>();

[[nodiscard]] constexpr std::string_view comparative_of(phrase<bool> const& d) { return d.words.substr(0, d.words.find(' ')); }
[[nodiscard]] constexpr std::string_view superlative_of(phrase<bool> const& d) { return d.words.substr(d.words.find(' ') + 1); }

/// Reads the cue that begins at a token, if there is one.
struct cue_reader {
  std::vector<retrieve::token> const& tokens_;

  [[nodiscard]] cue at(std::size_t i) const {
    if (auto const sign = sign_at(i)) return sign;
    if (word(i) == "count" && word(i + 1) == "as") return {};  // "which zones count as closed"
    auto best = longest_phrase(i);
    if (is_range(i)) best = {cue::kind::between, i, i + 1};
    if (word(i) == "overall" && is_overall(i)) best = {cue::kind::aggregate, i, i + 1, aggregate::sum};
    bool const of_named = (!word(i + 1).empty() && is_number(i + 2)) || (word(i + 1) == "the" && word(i + 3) == "of" && is_number(i + 4));
    if (i > 0 && word(i) == "past" && of_named) best = {cue::kind::comparison, i, i + 1, {}, comparison::greater};  // "past age 40"
    if (best && is_number(best.last) && best.is == cue::kind::aggregate && (best.how == aggregate::min || best.how == aggregate::max))
      best = {cue::kind::comparison, i, best.last, {}, best.how == aggregate::min ? comparison::at_least : comparison::at_most};
    return longer(longer(best, from_to(i)), degree_at(i));
  }

 private:
  /// The longer of two, the first of equal ones.
  [[nodiscard]] static cue longer(cue const& a, cue const& b) { return b.last > a.last ? b : a; }

  [[nodiscard]] bool is_number(std::size_t i) const { return i < tokens_.size() && tokens_[i].is == retrieve::token::kind::number; }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].is == retrieve::token::kind::word ? std::string_view(tokens_[i].text) : std::string_view();
  }

  /// "at the most 3", but not "served at the most events".
  [[nodiscard]] bool is_amount(std::size_t i) const { return is_number(i) || t2s::detail::number_of_word(word(i)); }

  /// "the overall cost", but not "the overall average" and "Overall, ...".
  [[nodiscard]] bool is_overall(std::size_t i) const {
    bool const led = i > 0 && is_one_of(word(i - 1), "the an a their our its his her and");
    return led && !word(i + 1).empty() && !is_one_of(word(i + 1), "average mean total sum number count best worst highest lowest");
  }

  /// "sorted in reverse order", but not "ordered in 2022".
  [[nodiscard]] bool says_order(std::size_t i) const {
    for (auto t = i; t < i + 5; ++t)
      if (word(t) == "order" || word(t) == "by" || word(t).ends_with("scending") || word(t).ends_with("scendingly")) return true;
    return false;
  }

  /// "within 10 and 20", "from 10 to 20"
  [[nodiscard]] bool is_range(std::size_t i) const {
    bool const within = word(i) == "within" && word(i + 2) == "and", from = word(i) == "from" && word(i + 2) == "to";
    return (within || from) && is_number(i + 1) && is_number(i + 3);
  }

  /// ">", ">=", "!=" and the like before a number.
  [[nodiscard]] cue sign_at(std::size_t i) const {
    using enum comparison;
    static constexpr std::array<std::pair<std::string_view, comparison>, 6> signs{
        {{">", greater}, {"<", less}, {">=", at_least}, {"<=", at_most}, {"!=", unequal}, {"<>", unequal}}};
    std::string written;
    auto last = i;
    while (last < tokens_.size() && last < i + 3 && tokens_[last].is == retrieve::token::kind::mark) written += tokens_[last++].text;
    if (written.size() > 1 && written.back() == '$') written.pop_back(), --last;
    if (!is_number(last + (last < tokens_.size() && tokens_[last].text == "$" ? 1 : 0))) return {};
    for (auto const& [sign, meaning] : signs)
      if (written == sign) return {cue::kind::comparison, i, last, {}, meaning};
    return {};
  }

  [[nodiscard]] cue longest_phrase(std::size_t i) const {
    cue best;
    auto const first = word(i);
    if (first.empty()) return best;
    for (auto const& p : cue_phrases) {
      if (p.words.front() != first.front() || !p.words.starts_with(first)) continue;
      auto last = end_of(p.words, i);
      if (last > 0 && p.means.is == cue::kind::order && p.words.ends_with("ed in") && !says_order(last)) last = 0;
      if (last == i + 3 && first == "at" && (p.words == "at most" || p.words == "at least") && !is_amount(last)) last = 0;
      if (last > 0 && p.means.is == cue::kind::order && p.words.find(' ') == p.words.npos) last = end_of_by(last);
      if (i > 0 && word(i - 1) == "the" && p.words.ends_with(" first") && !word(last).empty()) last = 0;  // "the best first novel"
      if (last > best.last) best = {p.means.is, i, last, p.means.how, p.means.op};
    }
    return best;
  }

  /// The token after a phrase that begins at a token, with an optional "the" before its words; 0 if the phrase is not there.
  [[nodiscard]] std::size_t end_of(std::string_view phrase, std::size_t const first) const {
    auto t = first;
    while (!phrase.empty()) {
      auto const w = phrase.substr(0, phrase.find(' '));
      if (t > first && word(t) == "the" && w != "the") ++t;  // "in the descending order"
      if (word(t++) != w) return 0;
      phrase.remove_prefix(std::min(phrase.size(), w.size() + 1));
    }
    return t;
  }

  /// "order", "sort" and their forms mean sorting only if "by" follows soon: the token after it, or 0.
  [[nodiscard]] std::size_t end_of_by(std::size_t i) const {
    for (auto k = i; k < i + 5; ++k)
      if (word(k) == "by") return k + 1;
    return 0;
  }

  /// "from old to young", "from the most to the least recent"
  [[nodiscard]] cue from_to(std::size_t i) const {
    if (word(i) != "from") return {};
    for (std::size_t to = i + 2; to < i + 5; ++to) {
      if (word(to) != "to") continue;
      bool greatest = false, least = false;
      for (std::size_t k = i + 1; k < to; ++k) {
        auto const w = word(k);
        for (auto const& d : degrees) (d.means ? greatest : least) |= w == superlative_of(d);
        auto const* q = find_superlative(w);
        if (!q) q = find_quality(w);
        if (q) (is_least(*q) ? least : greatest) = true;
      }
      if (greatest || least) return {greatest ? cue::kind::descending : cue::kind::ascending, i, to + (word(to + 1) == "the" ? 3U : 2U)};
    }
    return {};
  }

  /// "more than", "older than", "more expensive than or equal to", "more students than"
  [[nodiscard]] cue comparative(std::size_t first, std::size_t last, bool more, std::string_view adjective = {}) const {
    bool const or_equal = word(last) == "or" && (word(last + 1) == "equal" || word(last + 1) == "equals");
    if (!or_equal) return {cue::kind::comparison, first, last, {}, more ? comparison::greater : comparison::less, adjective};
    last += word(last + 2) == "to" ? 3U : 2U;
    return {cue::kind::comparison, first, last, {}, more ? comparison::at_least : comparison::at_most, adjective};
  }
  [[nodiscard]] static cue superlative(std::size_t first, std::size_t last, bool more, std::string_view adjective = {}) {
    return {cue::kind::superlative, first, last, more ? aggregate::max : aggregate::min, {}, adjective};
  }

  [[nodiscard]] cue degree_at(std::size_t i) const {
    auto const w = word(i);
    if (w.empty()) return {};
    for (auto const& d : degrees) {
      if (d.words.front() != w.front()) continue;  // both forms begin alike
      for (std::size_t k = 1; k < 5 && w == comparative_of(d); ++k)
        if (word(i + k) == "than") {
          auto const* next = k == 2 ? find_quality(word(i + 1)) : nullptr;
          return comparative(i, i + k + 1, d.means, next ? next->adjective : std::string_view());
        }
      if (w != superlative_of(d)) continue;
      auto const* next = find_quality(word(i + 1));
      if (next && (w == "most" || w == "least" || (next->adjective == "paid" && (w == "highest" || w == "lowest" || w == "best"))))
        return superlative(i, i + 2, d.means, next->adjective);
      return superlative(i, i + (word(i + 1) == "number" && word(i + 2) == "of" ? 3U : 1U), d.means);
    }
    if (auto const* q = find_comparative(w); q && word(i + 1) == "than") return comparative(i, i + 2, true, q->adjective);
    if (auto const* q = find_superlative(w)) return superlative(i, i + 1, true, q->adjective);
    return {};
  }
};

/// The cues of a question in order of position, without overlaps except `each`.
[[nodiscard]] inline std::vector<cue> cues_of(std::vector<retrieve::token> const& tokens) {
  cue_reader const reader(tokens);
  std::vector<cue> out;
  for (std::size_t i = 0; i < tokens.size();) {
    auto const found = reader.at(i);
    if (found) out.push_back(found);
    i = found ? found.last : i + 1;
  }
  return out;
}

/// The number of a word ("two", "once"), or nothing.
[[nodiscard]] inline std::optional<int> number_word(std::string_view word) {
  if (word == "dozen") return 12;
  return word == "once" ? std::optional(1) : word == "twice" ? std::optional(2) : t2s::detail::number_of_word(word);
}

}  // namespace t2s::reader::detail

#endif
