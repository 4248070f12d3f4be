// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_SYNONYMS_IPP
#define T2S_KNOWLEDGE_IMPL_SYNONYMS_IPP

#include "t2s/knowledge/synonyms.hpp"
#include "t2s/retrieve/lemma.hpp"
#include "t2s/retrieve/stop_words.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

namespace t2s::link {
namespace knowledge_impl {

/// Words that say what to do with what is named: they never name it themselves.
inline bool is_calculation(std::string_view word) {
  static constexpr std::array<std::string_view, 20> words{"average", "mean",     "sum",       "total", "count", "number", "amount",
                                                          "maximum", "minimum",  "max",       "min",   "order", "sort",   "group",
                                                          "unique",  "distinct", "different", "time",  "once",  "twice"};
  return std::ranges::find(words, word) != words.end();
}

/// Collects what is near to one word.
class synonym_search {
 public:
  synonym_search(wordnet const& known, std::string_view named, synonym_options const& options)
      : known_(known), named_(named), options_(options) {}

  [[nodiscard]] std::vector<near_word> find() {
    add_senses();
    std::vector<near_word> out;
    for (auto const& [word, likeness] : near_) out.push_back({word, likeness});
    std::ranges::sort(out, [](auto const& a, auto const& b) { return std::tuple(-a.likeness, a.word) < std::tuple(-b.likeness, b.word); });
    return out;
  }

 private:
  /// What names name, and questions ask for.
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
      auto const rank = std::ranges::find(senses, place) - senses.begin();
      auto const both = likeness * std::pow(options_.next_sense, static_cast<double>(rank));
      if (both < options_.least) continue;
      auto& kept = near_[retrieve::lemma(word)];
      kept = std::max(kept, both);
    }
  }

  wordnet const& known_;
  std::string_view named_;
  synonym_options const& options_;
  std::map<std::string, double, std::less<>> near_{};
};

}  // namespace knowledge_impl

T2S_DECL std::vector<near_word> synonyms_of(wordnet const& known, std::string_view named, synonym_options const& options) {
  return knowledge_impl::synonym_search(known, named, options).find();
}

}  // namespace t2s::link

#endif
