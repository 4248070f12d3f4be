// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_GENERATE_OFFLINE_IMPL_CUES_IPP
#define T2S_GENERATE_OFFLINE_IMPL_CUES_IPP

#include "t2s/core/text.hpp"
#include "t2s/generate/offline/cues.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace t2s::generate::offline {
namespace detail {

/// A phrase, words separated by spaces, and the cue that it is. Longer phrases stand before their beginnings.
struct phrase {
  std::string_view words;
  cue::kind is;
  aggregate how = aggregate::none;
  comparison op = comparison::equal;
};

inline constexpr std::array phrases = std::to_array<phrase>({
    {"how many", cue::kind::count},
    {"the number of", cue::kind::count},
    {"total number of", cue::kind::count},
    {"number of", cue::kind::count},
    {"numbers of", cue::kind::count},
    {"count of", cue::kind::count},
    {"count the number of", cue::kind::count},
    {"count", cue::kind::count},
    {"amount of", cue::kind::count},

    {"average", cue::kind::aggregate, aggregate::avg},
    {"mean", cue::kind::aggregate, aggregate::avg},
    {"avg", cue::kind::aggregate, aggregate::avg},
    {"sum", cue::kind::aggregate, aggregate::sum},
    {"total", cue::kind::aggregate, aggregate::sum},
    {"combined", cue::kind::aggregate, aggregate::sum},
    {"maximum", cue::kind::aggregate, aggregate::max},
    {"max", cue::kind::aggregate, aggregate::max},
    {"minimum", cue::kind::aggregate, aggregate::min},
    {"min", cue::kind::aggregate, aggregate::min},

    {"no more than", cue::kind::comparison, {}, comparison::at_most},
    {"not more than", cue::kind::comparison, {}, comparison::at_most},
    {"no less than", cue::kind::comparison, {}, comparison::at_least},
    {"no fewer than", cue::kind::comparison, {}, comparison::at_least},
    {"not less than", cue::kind::comparison, {}, comparison::at_least},
    {"at least", cue::kind::comparison, {}, comparison::at_least},
    {"at most", cue::kind::comparison, {}, comparison::at_most},
    {"a minimum of", cue::kind::comparison, {}, comparison::at_least},
    {"a maximum of", cue::kind::comparison, {}, comparison::at_most},
    {"greater than or equal to", cue::kind::comparison, {}, comparison::at_least},
    {"more than or equal to", cue::kind::comparison, {}, comparison::at_least},
    {"less than or equal to", cue::kind::comparison, {}, comparison::at_most},
    {"at or above", cue::kind::comparison, {}, comparison::at_least},
    {"at or over", cue::kind::comparison, {}, comparison::at_least},
    {"at or below", cue::kind::comparison, {}, comparison::at_most},
    {"at or under", cue::kind::comparison, {}, comparison::at_most},
    {"up to", cue::kind::comparison, {}, comparison::at_most},
    {"upwards of", cue::kind::comparison, {}, comparison::at_least},
    {"in excess of", cue::kind::comparison, {}, comparison::greater},
    {"over", cue::kind::comparison, {}, comparison::greater},
    {"above", cue::kind::comparison, {}, comparison::greater},
    {"exceeding", cue::kind::comparison, {}, comparison::greater},
    {"exceed", cue::kind::comparison, {}, comparison::greater},
    {"exceeds", cue::kind::comparison, {}, comparison::greater},
    {"surpass", cue::kind::comparison, {}, comparison::greater},
    {"surpasses", cue::kind::comparison, {}, comparison::greater},
    {"surpassing", cue::kind::comparison, {}, comparison::greater},
    {"starting at", cue::kind::comparison, {}, comparison::at_least},
    {"at minimum", cue::kind::comparison, {}, comparison::at_least},
    {"at maximum", cue::kind::comparison, {}, comparison::at_most},
    {"equal to or greater than", cue::kind::comparison, {}, comparison::at_least},
    {"equal to or more than", cue::kind::comparison, {}, comparison::at_least},
    {"equal to or less than", cue::kind::comparison, {}, comparison::at_most},
    {"greater or equal", cue::kind::comparison, {}, comparison::at_least},
    {"greater or equal to", cue::kind::comparison, {}, comparison::at_least},
    {"less or equal", cue::kind::comparison, {}, comparison::at_most},
    {"less or equal to", cue::kind::comparison, {}, comparison::at_most},
    {"beyond", cue::kind::comparison, {}, comparison::greater},
    {"after", cue::kind::comparison, {}, comparison::greater},
    {"since", cue::kind::comparison, {}, comparison::at_least},
    {"under", cue::kind::comparison, {}, comparison::less},
    {"below", cue::kind::comparison, {}, comparison::less},
    {"before", cue::kind::comparison, {}, comparison::less},
    {"prior to", cue::kind::comparison, {}, comparison::less},
    {"in or before", cue::kind::comparison, {}, comparison::at_most},
    {"on or before", cue::kind::comparison, {}, comparison::at_most},
    {"before or in", cue::kind::comparison, {}, comparison::at_most},
    {"before or on", cue::kind::comparison, {}, comparison::at_most},
    {"in or after", cue::kind::comparison, {}, comparison::at_least},
    {"on or after", cue::kind::comparison, {}, comparison::at_least},
    {"after or in", cue::kind::comparison, {}, comparison::at_least},
    {"after or on", cue::kind::comparison, {}, comparison::at_least},
    {"equal to", cue::kind::comparison, {}, comparison::equal},
    {"equals", cue::kind::comparison, {}, comparison::equal},
    {"exactly", cue::kind::comparison, {}, comparison::equal},
    {"between", cue::kind::between},
    {"in the range of", cue::kind::between},

    {"most common", cue::kind::common, aggregate::max},
    {"most popular", cue::kind::common, aggregate::max},
    {"most frequent", cue::kind::common, aggregate::max},
    {"most frequently", cue::kind::common, aggregate::max},
    {"most commonly", cue::kind::common, aggregate::max},
    {"most often", cue::kind::common, aggregate::max},
    {"most prominent", cue::kind::common, aggregate::max},
    {"least common", cue::kind::common, aggregate::min},
    {"least popular", cue::kind::common, aggregate::min},
    {"least frequent", cue::kind::common, aggregate::min},

    {"in descending order", cue::kind::descending},
    {"in decreasing order", cue::kind::descending},
    {"descending order", cue::kind::descending},
    {"decreasing order", cue::kind::descending},
    {"descending", cue::kind::descending},
    {"descendingly", cue::kind::descending},
    {"in reverse alphabetical order", cue::kind::descending},
    {"in ascending order", cue::kind::ascending},
    {"in increasing order", cue::kind::ascending},
    {"ascending order", cue::kind::ascending},
    {"in ascending alphabetical order", cue::kind::ascending},
    {"in alphabetical order", cue::kind::ascending},
    {"in alphabetic order", cue::kind::ascending},
    {"in lexicographical order", cue::kind::ascending},
    {"in lexicographic order", cue::kind::ascending},
    {"in lexical order", cue::kind::ascending},
    {"alphabetical order", cue::kind::ascending},
    {"ascending alphabetical order", cue::kind::ascending},
    {"alphabetically", cue::kind::ascending},
    {"ascending", cue::kind::ascending},
    {"ascendingly", cue::kind::ascending},

    {"sorted by", cue::kind::order},
    {"sorted in", cue::kind::order},
    {"sorted", cue::kind::order},
    {"sort by", cue::kind::order},
    {"sort", cue::kind::order},
    {"ordered by", cue::kind::order},
    {"ordered in", cue::kind::order},
    {"ordered", cue::kind::order},
    {"order by", cue::kind::order},
    {"order of", cue::kind::order},
    {"in the order of", cue::kind::order},
    {"in order of", cue::kind::order},
    {"order", cue::kind::order},
    {"ranked by", cue::kind::order},
    {"listed by", cue::kind::order},

    {"for each", cue::kind::each},
    {"in each", cue::kind::each},
    {"of each", cue::kind::each},
    {"by each", cue::kind::each},
    {"at each", cue::kind::each},
    {"on each", cue::kind::each},
    {"from each", cue::kind::each},
    {"with each", cue::kind::each},
    {"for every", cue::kind::each},
    {"in every", cue::kind::each},
    {"each of", cue::kind::each},
    {"each", cue::kind::each},
    {"every", cue::kind::each},
    {"per", cue::kind::each},
    {"for different", cue::kind::each},
    {"across different", cue::kind::each},
    {"of different", cue::kind::each},
    {"grouped by", cue::kind::each},
    {"group by", cue::kind::each},
    {"by", cue::kind::each},

    {"other than", cue::kind::negation},
    {"different from", cue::kind::negation},
    {"not", cue::kind::negation},
    {"no", cue::kind::negation},
    {"without", cue::kind::negation},
    {"never", cue::kind::negation},
    {"except", cue::kind::negation},
    {"excluding", cue::kind::negation},
    {"neither", cue::kind::negation},
    {"lack", cue::kind::negation},
    {"lacks", cue::kind::negation},

    {"distinct", cue::kind::distinct},
    {"different", cue::kind::distinct},
    {"unique", cue::kind::distinct},

    {"both", cue::kind::both},
    {"as well as", cue::kind::both},
    {"or", cue::kind::either},
    {"either", cue::kind::either},

    {"contains", cue::kind::contains},
    {"contain", cue::kind::contains},
    {"containing", cue::kind::contains},
    {"includes", cue::kind::contains},
    {"include", cue::kind::contains},
    {"including", cue::kind::contains},
    {"substring", cue::kind::contains},
    {"the phrase", cue::kind::contains},
    {"the string", cue::kind::contains},
    {"the character", cue::kind::contains},
    {"the letters", cue::kind::contains},
    {"has the word", cue::kind::contains},
    {"have the word", cue::kind::contains},
    {"with the word", cue::kind::contains},
    {"the letter", cue::kind::contains},
    {"the word", cue::kind::contains},
    {"starts with", cue::kind::starts},
    {"start with", cue::kind::starts},
    {"starting with", cue::kind::starts},
    {"begins with", cue::kind::starts},
    {"begin with", cue::kind::starts},
    {"ends with", cue::kind::ends},
    {"end with", cue::kind::ends},
    {"ending with", cue::kind::ends},
});

/// Superlatives and comparatives that measure nothing in particular: they need a column or a table beside them.
struct degree {
  std::string_view comparative, superlative;
  bool more;
};
inline constexpr std::array degrees = std::to_array<degree>({
    {"more", "most", true},
    {"higher", "highest", true},
    {"larger", "largest", true},
    {"greater", "greatest", true},
    {"bigger", "biggest", true},
    {"fewer", "fewest", false},
    {"less", "least", false},
    {"lower", "lowest", false},
    {"smaller", "smallest", false},
    {"better", "best", true},
    {"worse", "worst", false},
    {"later", "latest", true},
    {"earlier", "earliest", false},
});

inline constexpr std::array qualities = std::to_array<quality>({
    {"old", {"age", "", "", ""}, {"birth", "birthday", "date"}},
    {"young", {"birth", "birthday", "", ""}, {"age", "", ""}},
    {"long", {"length", "duration", "distance", "time"}, {}},
    {"short", {}, {"length", "duration", "height"}},
    {"tall", {"height", "", "", ""}, {}},
    {"heavy", {"weight", "", "", ""}, {}},
    {"light", {}, {"weight", "", ""}},
    {"expensive", {"price", "cost", "charge", "fee"}, {}},
    {"costly", {"cost", "price", "charge", "fee"}, {}},
    {"cheap", {}, {"price", "cost", "fee"}},
    {"recent", {"date", "year", "time", ""}, {}},
    {"recently", {"date", "year", "time", ""}, {}},
    {"new", {"date", "year", "time", ""}, {}},
    {"late", {"date", "year", "time", ""}, {}},
    {"early", {}, {"date", "year", "time"}},
    {"fast", {"speed", "", "", ""}, {"time", "duration", ""}},
    {"slow", {"time", "duration", "", ""}, {"speed", "", ""}},
    {"rich", {"wealth", "money", "income", "earning"}, {}},
    {"wealthy", {"wealth", "money", "income", "earning"}, {}},
    {"populous", {"population", "", "", ""}, {}},
    {"populated", {"population", "", "", ""}, {}},
    {"deep", {"depth", "", "", ""}, {}},
    {"wide", {"width", "", "", ""}, {}},
    {"far", {"distance", "", "", ""}, {}},
    {"close", {}, {"distance", "", ""}},
    {"large", {"size", "area", "capacity", "population"}, {}},
    {"big", {"size", "area", "capacity", "population"}, {}},
    {"small", {}, {"size", "area", "capacity"}},
    {"powerful", {"power", "", "", ""}, {}},
    {"strong", {"strength", "", "", ""}, {}},
    {"high", {"height", "elevation", "altitude", ""}, {}},
    {"low", {}, {"height", "elevation", "altitude"}},
});

/// The adjective that "oldest" or "older" is a form of, by `ending` ("est", "er").
inline quality const* quality_of_form(std::string_view word, std::string_view ending) {
  if (word.size() <= ending.size() || !word.ends_with(ending)) return nullptr;
  std::string base(word.substr(0, word.size() - ending.size()));
  if (auto const* q = find_quality(base)) return q;
  if (auto const* q = find_quality(base + "e")) return q;
  if (!base.empty() && base.back() == 'i') return find_quality(base.substr(0, base.size() - 1) + "y");
  if (base.size() > 1 && base.back() == base[base.size() - 2]) return find_quality(base.substr(0, base.size() - 1));
  return nullptr;
}

/// Reads the cue that begins at a token.
class cue_reader {
 public:
  explicit cue_reader(std::span<retrieve::token const> tokens) : tokens_(tokens) {}

  [[nodiscard]] std::optional<cue> at(std::size_t i) const {
    auto best = longest_phrase(i);
    if (word(i) == "within" && is_number(i + 1) && word(i + 2) == "and" && is_number(i + 3)) best = cue{cue::kind::between, i, i + 1};
    if (word(i) == "from" && is_number(i + 1) && word(i + 2) == "to" && is_number(i + 3)) best = cue{cue::kind::between, i, i + 1};
    if (auto const sign = sign_at(i)) return sign;
    bool const of_named = (!word(i + 1).empty() && is_number(i + 2)) || (word(i + 1) == "the" && word(i + 3) == "of" && is_number(i + 4));
    if (i > 0 && word(i) == "past" && of_named) best = cue{cue::kind::comparison, i, i + 1, {}, comparison::greater};  // "past age 40"
    if (best && is_number(best->last) && best->is == cue::kind::aggregate && (best->how == aggregate::min || best->how == aggregate::max))
      best = cue{cue::kind::comparison, i, best->last, {}, best->how == aggregate::min ? comparison::at_least : comparison::at_most};
    if (auto const range = from_to(i); range && (!best || range->last > best->last)) best = range;
    auto const measured = degree_at(i);
    if (measured && (!best || measured->last > best->last)) best = measured;
    return best;
  }

 private:
  [[nodiscard]] bool is_number(std::size_t i) const { return i < tokens_.size() && tokens_[i].is == retrieve::token::kind::number; }
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].is == retrieve::token::kind::word ? std::string_view(tokens_[i].text) : std::string_view();
  }

  /// ">", ">=", "!=" and the like before a number.
  [[nodiscard]] std::optional<cue> sign_at(std::size_t i) const {
    using enum comparison;
    static constexpr std::array<std::pair<std::string_view, comparison>, 6> signs{
        {{">", greater}, {"<", less}, {">=", at_least}, {"<=", at_most}, {"!=", unequal}, {"<>", unequal}}};
    std::string written;
    auto last = i;
    while (last < tokens_.size() && last < i + 3 && tokens_[last].is == retrieve::token::kind::mark) written += tokens_[last++].text;
    if (written.size() > 1 && written.back() == '$') written.pop_back(), --last;
    auto const found = std::ranges::find(signs, written, &std::pair<std::string_view, comparison>::first);
    if (found == signs.end() || !is_number(last + (last < tokens_.size() && tokens_[last].text == "$" ? 1 : 0))) return {};
    return cue{cue::kind::comparison, i, last, {}, found->second};
  }

  [[nodiscard]] std::optional<cue> longest_phrase(std::size_t i) const {
    std::optional<cue> best;
    auto const first = word(i);
    for (auto const& p : phrases) {
      if (p.words.substr(0, p.words.find(' ')) != first) continue;  // before anything is split
      auto at = i;
      bool const same = std::ranges::all_of(text::split(p.words, ' '), [&](std::string_view w) {
        if (at > i && word(at) == "the" && w != "the") ++at;  // "in the descending order"
        return word(at++) == w;
      });
      if (same && p.is == cue::kind::order && p.words.find(' ') == p.words.npos && !(at = behind_by(at))) continue;
      if (same && (!best || at > best->last)) best = cue{p.is, i, at, p.how, p.op, {}};
    }
    return best;
  }

  /// "from old to young", "from the most to the least recent"
  [[nodiscard]] std::optional<cue> from_to(std::size_t i) const {
    if (word(i) != "from") return {};
    for (std::size_t to = i + 2; to < i + 5; ++to) {
      if (word(to) != "to") continue;
      bool greatest = false, least = false;
      for (std::size_t k = i + 1; k < to; ++k) {
        auto const w = word(k);
        for (auto const& d : degrees) (d.more ? greatest : least) |= w == d.superlative;
        auto const* q = quality_of_form(w, "est") ? quality_of_form(w, "est") : find_quality(w);
        if (q) (is_least(*q) ? least : greatest) = true;
      }
      if (greatest || least) return cue{greatest ? cue::kind::descending : cue::kind::ascending, i, to + 2, {}, {}, {}};
    }
    return {};
  }

  /// "order", "sort" and their forms speak of sorting only if "by" follows soon: the token behind it, or 0.
  [[nodiscard]] std::size_t behind_by(std::size_t i) const {
    for (auto k = i; k < i + 5; ++k)
      if (word(k) == "by") return k + 1;
    return 0;
  }

  [[nodiscard]] std::optional<cue> degree_at(std::size_t i) const {
    auto const w = word(i);
    auto const compares = [&](std::size_t last, bool more, std::string_view adjective) {
      bool const or_equal = word(last) == "or" && (word(last + 1) == "equal" || word(last + 1) == "equals");
      if (or_equal)
        return cue{cue::kind::comparison,
                   i,
                   last + (word(last + 2) == "to" ? 3U : 2U),
                   {},
                   more ? comparison::at_least : comparison::at_most,
                   adjective};
      return cue{cue::kind::comparison, i, last, {}, more ? comparison::greater : comparison::less, adjective};
    };
    auto const tops = [&](std::size_t last, bool more, std::string_view adjective) {
      return cue{cue::kind::superlative, i, last, more ? aggregate::max : aggregate::min, {}, adjective};
    };
    for (auto const& d : degrees) {
      auto const* next = find_quality(word(i + 1));
      if (w == d.comparative && word(i + 1) == "than") return compares(i + 2, d.more, {});
      if (w == d.comparative && next && word(i + 2) == "than") return compares(i + 3, d.more, next->adjective);
      bool const of_quantity = word(i + 1) == "number" && word(i + 2) == "of";
      if (w == d.superlative && next && (w == "most" || w == "least")) return tops(i + 2, d.more, next->adjective);
      if (w == d.superlative) return tops(i + (of_quantity ? 3 : 1), d.more, {});
    }
    for (auto const& d : degrees)
      for (std::size_t k = 2; k < 5 && w == d.comparative; ++k)
        if (word(i + k) == "than") return compares(i + k + 1, d.more, {});
    if (auto const* q = quality_of_form(w, "er"); q && word(i + 1) == "than") return compares(i + 2, true, q->adjective);
    if (auto const* q = quality_of_form(w, "est")) return tops(i + 1, true, q->adjective);
    return {};
  }

  std::span<retrieve::token const> tokens_;
};

struct named_number {
  std::string_view word;
  int number;
};
inline constexpr std::array named_numbers = std::to_array<named_number>({
    {"zero", 0},
    {"one", 1},
    {"two", 2},
    {"three", 3},
    {"four", 4},
    {"five", 5},
    {"six", 6},
    {"seven", 7},
    {"eight", 8},
    {"nine", 9},
    {"ten", 10},
    {"eleven", 11},
    {"twelve", 12},
    {"twenty", 20},

    {"once", 1},
    {"twice", 2},
});

}  // namespace detail

T2S_DECL quality const* find_quality(std::string_view adjective) noexcept {
  if (adjective.empty()) return nullptr;
  auto const found = std::ranges::find(detail::qualities, adjective, &quality::adjective);
  return found == detail::qualities.end() ? nullptr : &*found;
}

T2S_DECL bool is_least(quality const& q) noexcept { return q.columns[0].empty() || q.adjective == "young"; }

T2S_DECL quality const* find_superlative(std::string_view word) { return detail::quality_of_form(word, "est"); }

T2S_DECL quality const* find_comparative(std::string_view word) { return detail::quality_of_form(word, "er"); }

T2S_DECL std::vector<cue> cues_of(std::span<retrieve::token const> tokens) {
  detail::cue_reader const reader(tokens);
  std::vector<cue> out;
  for (std::size_t i = 0; i < tokens.size();) {
    auto const found = reader.at(i);
    if (found) out.push_back(*found);
    i = found ? found->last : i + 1;
  }
  return out;
}

T2S_DECL std::optional<std::size_t> zeros_of(std::string_view word) noexcept {
  if (word == "hundred") return 2;
  if (word == "thousand") return 3;
  if (word == "million") return 6;
  if (word == "billion") return 9;
  return {};
}

T2S_DECL std::optional<int> number_word(std::string_view word) noexcept {
  auto const found = std::ranges::find(detail::named_numbers, word, &detail::named_number::word);
  if (found == detail::named_numbers.end()) return {};
  return found->number;
}

}  // namespace t2s::generate::offline

#endif
