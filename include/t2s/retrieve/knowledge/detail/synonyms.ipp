// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"

#include <charconv>
#include <cmath>
#include <tuple>

namespace t2s::knowledge {
namespace detail {

/// Reads the fields of a line.
struct wordnet_line {
  std::string_view rest_;
  std::string const& file_;

  [[nodiscard]] std::string_view next() {
    auto const end = rest_.find(' ');
    if (rest_.empty()) refuse();
    auto const field = rest_.substr(0, end);
    rest_ = end == rest_.npos ? std::string_view() : rest_.substr(end + 1);
    return field;
  }

  [[nodiscard]] std::uint32_t number(int base = 10) {
    auto const field = next();
    std::uint32_t n = 0;
    auto const read = std::from_chars(field.data(), field.data() + field.size(), n, base);
    if (read.ec != std::errc() || read.ptr != field.data() + field.size()) refuse();
    return n;
  }

  [[noreturn]] void refuse() const {
    throw error(failure{errc::malformed_data, "a line of WordNet's file \"" + file_ + "\" is not of its format (wndb)", file_,
                        "install WordNet anew, or do without it"});
  }
};

inline std::string_view line_at(std::string_view text, std::size_t begin) { return text.substr(begin, text.find('\n', begin) - begin); }

/// The line whose first field is `key`, in a file with lines sorted by it; empty if there is none.
inline std::string_view line_of(std::string_view sorted, std::string_view key) {
  std::size_t low = 0, high = sorted.size();  // offsets of lines
  while (low < high) {
    auto const middle = low + (high - low) / 2;
    auto const before = middle == 0 ? sorted.npos : sorted.rfind('\n', middle - 1);
    auto const begin = before == sorted.npos || before < low ? low : before + 1;
    auto const line = line_at(sorted, begin);
    auto const first = line.substr(0, line.find(' '));
    if (first == key) return line;
    if (first < key)
      low = begin + line.size() + 1;
    else
      high = begin;
  }
  return {};
}

/// Words that say what to compute with a named thing; they never name it themselves.
inline bool is_calculation(std::string_view word) {
  static constexpr std::string_view words[] = {"average", "mean",     "sum",       "total", "count", "number", "amount",
                                               "maximum", "minimum",  "max",       "min",   "order", "sort",   "group",
                                               "unique",  "distinct", "different", "time",  "once",  "twice"};
  return t2s::detail::has(words, word);
}

/// Collects the synonyms of one word.
struct synonym_search {
  wordnet const& known_;
  std::string_view named_;
  synonym_options const& options_;
  std::vector<near_word> near_{};

  [[nodiscard]] std::vector<near_word> find() {
    add_senses();
    t2s::detail::sort(
        near_, [](near_word const& a, near_word const& b) { return a.likeness != b.likeness ? a.likeness > b.likeness : a.word < b.word; });
    return std::move(near_);
  }

 private:
  /// Names and questions mostly consist of nouns.
  static constexpr auto noun = wordnet::part_of_speech::noun;

  void add_senses() {
    auto const places = known_.senses(named_, noun);
    double likeness = 1;
    for (std::size_t i = 0; i < std::min(places.size(), options_.senses); ++i, likeness *= options_.next_sense) {
      auto const own = known_.sense(places[i], noun);
      add_words(own, places[i], likeness * options_.same);
      for (auto const p : own.more_general) add_words(known_.sense(p, noun), p, likeness * options_.general);
      if (likeness * options_.special < options_.least) continue;
      for (auto const p : own.more_special) add_words(known_.sense(p, noun), p, likeness * options_.special);
    }
  }

  void add_words(word_sense const& of, std::uint32_t place, double likeness) {
    if (likeness < options_.least) return;
    for (auto const& word : of.words) {
      if (word == named_ || word.find('_') != word.npos || retrieve::is_stop_word(word) || is_calculation(word)) continue;
      auto const senses = known_.senses(word, noun);
      std::size_t rank = 0;
      while (rank < senses.size() && senses[rank] != place) ++rank;
      auto const both = likeness * std::pow(options_.next_sense, static_cast<double>(rank));
      if (both < options_.least) continue;
      auto const lemma = retrieve::lemma(word);
      if (auto* known = t2s::detail::find_if(near_, [&](near_word const& n) { return n.word == lemma; }))
        known->likeness = std::max(known->likeness, both);
      else
        near_.push_back({lemma, both});
    }
  }
};

}  // namespace detail

T2S_DECL std::vector<std::uint32_t> wordnet::senses(std::string_view lemma, part_of_speech as) const {
  auto const found = detail::line_of(files(as).index, lemma);
  std::vector<std::uint32_t> places;
  if (found.empty() || lemma.empty()) return places;
  detail::wordnet_line line(found, files(as).file);
  (void)line.next();
  (void)line.next();
  auto const count = line.number();
  for (auto pointers = line.number(); pointers > 0; --pointers) (void)line.next();
  (void)line.number();
  (void)line.number();
  for (std::uint32_t i = 0; i < count; ++i) places.push_back(line.number());
  return places;
}

T2S_DECL word_sense wordnet::sense(std::uint32_t place, part_of_speech as) const {
  auto const& data = files(as).data;
  detail::wordnet_line line(place < data.size() ? detail::line_at(data, place) : std::string_view(), files(as).file);
  if (line.number() != place) line.refuse();
  (void)line.next();
  (void)line.next();
  word_sense out;
  for (auto words = line.number(16); words > 0; --words) {
    auto const word = line.next();
    out.words.push_back(text::lower(word.substr(0, word.find('('))));  // "(a)" and the like say where an adjective may stand
    (void)line.next();
  }
  for (auto pointers = line.number(); pointers > 0; --pointers) {
    auto const kind = line.next();
    auto const to = line.number();
    (void)line.next();
    (void)line.next();
    if (kind == "@") out.more_general.push_back(to);
    if (kind == "~") out.more_special.push_back(to);  // "~i" leads to instances, such as the cities of the world
  }
  return out;
}

T2S_DECL std::vector<near_word> wordnet::find_synonyms(std::string_view named, synonym_options const& options) const {
  return detail::synonym_search(*this, named, options).find();
}

}  // namespace t2s::knowledge

#endif
