// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_EVALUATION_DETAIL_QUESTION_KIND_IPP
#define T2S_LAB_EVALUATION_DETAIL_QUESTION_KIND_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/evaluation/detail/question_kind.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace t2s::evaluation {
namespace asked {

using words = std::span<std::string_view const>;

/// Words and phrases of each kind; one word of a phrase follows the other.
inline constexpr std::string_view date_words[]{
    "date",     "dates",    "day",       "days",     "week",      "weeks",    "month",  "months",   "year",     "years",     "decade",
    "century",  "today",    "yesterday", "before",   "after",     "since",    "until",  "during",   "earliest", "latest",    "recent",
    "recently", "born",     "january",   "february", "march",     "april",    "june",   "july",     "august",   "september", "october",
    "november", "december", "monday",    "tuesday",  "wednesday", "thursday", "friday", "saturday", "sunday",   "quarter",   "quarterly",
    "daily",    "weekly",   "monthly",   "yearly",   "annual",    "annually", "when",   "ago"};
inline constexpr std::string_view negation_words[]{"not",    "no",      "never",     "without", "none",       "neither", "nor",
                                                   "nobody", "except",  "excluding", "exclude", "other than", "cannot",  "lack",
                                                   "lacks",  "lacking", "nothing",   "unless",  "nowhere"};
inline constexpr std::string_view superlative_words[]{"most",   "least", "maximum", "minimum", "max",   "min",     "top",
                                                      "bottom", "first", "last",    "best",    "worst", "majority"};
inline constexpr std::string_view comparison_words[]{
    "more than", "less than", "fewer than", "at least", "at most", "greater",   "larger",   "bigger", "smaller", "higher",  "lower",
    "older",     "younger",   "longer",     "shorter",  "heavier", "lighter",   "earlier",  "later",  "cheaper", "between", "above",
    "below",     "over",      "under",      "exceed",   "exceeds", "exceeding", "exceeded", "than",   "beyond",  "up to"};
inline constexpr std::string_view count_words[]{"how many", "number of", "count", "counts", "the number", "numbers of"};
inline constexpr std::string_view calculation_words[]{"average",  "averages",   "mean",       "median", "sum",     "total",    "totals",
                                                      "percent",  "percentage", "proportion", "ratio",  "share",   "fraction", "difference",
                                                      "combined", "altogether", "overall",    "rate",   "how much"};
inline constexpr std::string_view group_words[]{"each", "every", "per", "respective", "respectively", "grouped by", "for all", "breakdown"};
inline constexpr std::string_view sorting_words[]{
    "sort",   "sorted", "order by",    "ordered by", "ordered",      "alphabetical", "alphabetically", "ascending",     "descending",
    "ranked", "rank",   "in order of", "order of",   "in the order", "decreasing",   "increasing",     "lexicographic", "lexicographical"};
inline constexpr std::string_view distinct_words[]{"different", "distinct", "unique", "duplicates", "unduplicated"};
inline constexpr std::string_view combination_words[]{"both", "either", "or", "as well as", "and also", "but also"};

/// Words that end in "est" and are no superlatives.
inline constexpr std::string_view no_superlatives[]{
    "interest", "request",  "forest", "harvest",   "protest",   "contest", "invest",  "suggest", "guest", "manifest",
    "digest",   "conquest", "arrest", "northwest", "southwest", "modest",  "earnest", "priest",  "chest", "quest",
    "attest",   "midwest",  "honest", "tempest",   "behest",    "inquest", "bequest", "ingest",  "crest", "divest"};

inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80; }

/// Words and numbers in lower case; apostrophes within words stay.
inline std::vector<std::string> words_of(std::string_view question) {
  std::vector<std::string> all;
  std::string word;
  auto const end = [&] {
    if (!word.empty()) all.push_back(std::exchange(word, {}));
  };
  auto const lower = text::lower(question);
  for (std::size_t i = 0; i < lower.size(); ++i) {
    bool const within = (lower[i] == '\'' || lower[i] == '.') && !word.empty() && i + 1 < lower.size() &&
                        (lower[i] == '\'' ? is_letter(lower[i + 1]) : text::is_digit(lower[i + 1]));
    if (is_letter(lower[i]) || text::is_digit(lower[i]) || within)
      word += lower[i];
    else
      end();
  }
  end();
  return all;
}

/// The text with one space between words, and one at both ends.
inline bool has_any(std::string const& spaced, words of) {
  return std::ranges::any_of(of, [&spaced](std::string_view phrase) {
    for (auto at = spaced.find(phrase); at != spaced.npos; at = spaced.find(phrase, at + 1))
      if (spaced[at - 1] == ' ' && spaced[at + phrase.size()] == ' ') return true;
    return false;
  });
}

/// "first name" asks for no extreme.
inline std::string without_names(std::string spaced) {
  for (std::string_view const name : {" first and last name", " first name", " last name"})
    for (auto at = spaced.find(name); at != spaced.npos; at = spaced.find(name, at)) {
      auto const rest = std::string_view(spaced).substr(at + name.size());
      if (rest.empty() || rest.starts_with(' ') || rest.starts_with("s "))
        spaced.erase(at, name.size() + (rest.starts_with('s') ? 1 : 0));
      else
        ++at;  // "the first named"
    }
  return spaced;
}

inline bool is_superlative(std::string const& word) {
  constexpr std::size_t shortest = 6;  // "oldest"; "west", "guest" are none
  return word.size() >= shortest && word.ends_with("est") && std::ranges::find(no_superlatives, word) == std::end(no_superlatives);
}

inline bool is_number(std::string const& word) {
  return std::ranges::all_of(word, [](char c) { return text::is_digit(c) || c == '.'; });
}
inline bool is_year(std::string const& word) {
  return word.size() == 4 && (word[0] == '1' || word[0] == '2') && word.find('.') == word.npos && is_number(word) && word >= "1500" &&
         word < "2200";
}

/// Whether two quotes of the same kind enclose something. An apostrophe after a letter begins nothing.
inline bool has_quotes(std::string_view s) {
  for (std::string_view const quotes : {"\"\"", "''", "``"})
    for (auto begin = s.find(quotes[0]); begin != s.npos; begin = s.find(quotes[0], begin + 1)) {
      if (begin > 0 && !text::is_space(s[begin - 1]) && s[begin - 1] != '(') continue;
      auto const end = s.find(quotes[1], begin + 1);
      if (end != s.npos && end > begin + 1) return true;
    }
  return s.find("\xE2\x80\x9C") != s.npos || s.find("\xE2\x80\x98") != s.npos;  // curly ones
}

inline bool holds(question_kind k, std::string_view question, std::vector<std::string> const& all, std::string const& spaced) {
  auto const any = [&all](auto const& test) { return std::ranges::any_of(all, test); };
  switch (k) {
    case question_kind::date: return has_any(spaced, date_words) || any(&is_year);
    case question_kind::negation: return has_any(spaced, negation_words) || any([](std::string const& w) { return w.ends_with("n't"); });
    case question_kind::superlative: return has_any(without_names(spaced), superlative_words) || any(&is_superlative);
    case question_kind::comparison: return has_any(spaced, comparison_words);
    case question_kind::count: return has_any(spaced, count_words);
    case question_kind::calculation: return has_any(spaced, calculation_words);
    case question_kind::group: return has_any(spaced, group_words);
    case question_kind::sorting: return has_any(spaced, sorting_words);
    case question_kind::distinct: return has_any(spaced, distinct_words);
    case question_kind::combination: return has_any(spaced, combination_words);
    case question_kind::number: return any([](std::string const& w) { return is_number(w) && !is_year(w); });
    case question_kind::quotation: return has_quotes(question);
  }
  return false;
}

inline constexpr std::array<std::string_view, all_question_kinds.size()> names{"date",     "negation",    "superlative", "comparison",
                                                                               "count",    "calculation", "group",       "sorting",
                                                                               "distinct", "combination", "number",      "quotation"};

}  // namespace asked

T2S_DECL std::string_view name_of(question_kind k) noexcept { return asked::names[static_cast<std::size_t>(k)]; }

T2S_DECL std::vector<question_kind> kinds_of(std::string_view question) {
  auto const words = asked::words_of(question);
  auto const spaced = " " + text::join(words, " ") + " ";
  std::vector<question_kind> kinds;
  for (auto const k : all_question_kinds)
    if (asked::holds(k, question, words, spaced)) kinds.push_back(k);
  return kinds;
}

}  // namespace t2s::evaluation

#endif
