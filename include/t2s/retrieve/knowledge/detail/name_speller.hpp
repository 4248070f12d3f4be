// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_SPELLER_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_SPELLER_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/knowledge/detail/abbreviations.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace t2s::knowledge::detail {

/// A name in words, and how that is known.
struct spelt_name {
  std::string words{};
  double confidence = 1;
  std::string why{};

  /// Whether it differs from the words that the name shows by itself.
  [[nodiscard]] explicit operator bool() const noexcept { return !why.empty(); }
};

/// Writes names with abbreviations in full.
class name_speller {
 public:
  explicit name_speller(schema::database const& d) {
    for (auto const& t : d.tables()) {
      learn(t.name);
      for (auto const& c : t.columns) learn(c.name);
    }
  }

  /// `common` is the first word of most columns of the table, or empty.
  [[nodiscard]] spelt_name spell(std::string_view name, std::string_view common = {}) const {
    spelt_name out;
    auto words = text::words_of_name(name);
    if (words.size() > 1 && !common.empty() && words.front() == common) {
      note(out, 0.8, "\"" + words.front() + "\" begins most columns of the table");
      words.erase(words.begin());
    }
    if (words.size() > 1 && is_prefix(words.front())) {
      note(out, 0.95, "\"" + words.front() + "\" only says what kind of thing it is");
      words.erase(words.begin());
    }
    for (auto const& w : words) {
      auto const full = expanded(w, out);
      out.words.append(out.words.empty() ? "" : " ").append(full);
    }
    return out;
  }

  /// The word with which most columns of a table begin, if it says nothing by itself.
  [[nodiscard]] static std::string common_beginning(schema::table const& t) {
    std::map<std::string, std::size_t> times;
    for (auto const& c : t.columns)
      if (auto const words = text::words_of_name(c.name); words.size() > 1) ++times[words.front()];
    for (auto const& [word, n] : times)
      if (n >= 3 && n * 2 > t.columns.size() && word.size() <= 4 && !is_whole(word)) return word;
    return {};
  }

 private:
  [[nodiscard]] static bool is_prefix(std::string_view word) {
    return t2s::detail::has(name_prefixes, word) || (word.size() == 1 && (word == "t" || word == "v"));
  }

  [[nodiscard]] static std::string_view listed(std::string_view letters) {
    for (auto const& a : abbreviations)
      if (a.letters == letters) return a.word;
    return {};
  }

  [[nodiscard]] static bool is_whole(std::string_view word) {
    return t2s::detail::has(whole_words, word) || retrieve::is_stop_word(word) || t2s::detail::has(name_units, word) ||
           std::all_of(word.begin(), word.end(), text::is_digit);
  }

  /// Words of five letters or more are long enough to be what others abbreviate.
  void learn(std::string_view name) {
    for (auto& w : text::words_of_name(name))
      if (w.size() >= 5 && listed(w).empty()) long_words_.insert(retrieve::lemma(w));
  }

  static void note(spelt_name& of, double confidence, std::string const& why) {
    of.confidence = std::min(of.confidence, confidence);
    of.why.append(of.why.empty() ? "" : ", ").append(why);
  }

  [[nodiscard]] std::string expanded(std::string const& word, spelt_name& of) const {
    auto const in_schema = only_long_word(word);
    auto const usual = listed(word);
    if (!in_schema.empty() && (usual.empty() || usual == in_schema)) {
      note(of, usual.empty() ? 0.75 : 0.95, "\"" + word + "\" is short for " + in_schema + ", a word of other names");
      return in_schema;
    }
    if (!usual.empty() && usual != word) {
      note(of, 0.85, "\"" + word + "\" is usually short for " + std::string(usual));
      return std::string(usual);
    }
    if (auto const meant = usual.empty() && !is_whole(word) ? only_word_of(retrieve::lemma(word)) : std::string(); !meant.empty()) {
      note(of, 0.6, "\"" + word + "\" has the consonants of " + meant);
      return meant;
    }
    if (usual.empty() && !is_whole(word))
      for (std::size_t i = 2; i + 2 <= word.size(); ++i) {
        auto const first = part(word.substr(0, i)), second = part(word.substr(i));
        if (first.empty() || second.empty() || (is_whole(word.substr(0, i)) && is_whole(word.substr(i)))) continue;
        note(of, 0.6, "\"" + word + "\" may be \"" + word.substr(0, i) + "\" and \"" + word.substr(i) + "\"");
        return first + " " + second;
      }
    bool const opaque = word.size() > 1 && !is_whole(word) && std::none_of(word.begin(), word.end(), is_vowel);
    if (opaque) of.confidence = std::min(of.confidence, 0.5);
    return word;
  }

  /// The first letter and the later consonants.
  [[nodiscard]] static std::string consonants_of(std::string_view word) {
    std::string out;
    for (char const c : word)
      if (out.empty() || !is_vowel(c)) out += c;
    return out;
  }

  /// The only word that people often use about data and that has these letters without its vowels.
  [[nodiscard]] static std::string only_word_of(std::string const& letters) {
    if (letters.size() < 3 || consonants_of(letters) != letters) return {};
    std::string found;
    for (auto const group : neighbours)
      for (auto const w : text::split(group, ' ')) {
        if (w == found || w.size() == letters.size() || consonants_of(w) != letters) continue;
        if (!found.empty()) return {};
        found = w;
      }
    return found;
  }

  /// A part of a word written together: an abbreviation, or a word itself.
  [[nodiscard]] static std::string part(std::string const& letters) {
    if (auto const usual = listed(letters); !usual.empty()) return std::string(usual);
    return t2s::detail::has(whole_words, std::string_view(letters)) ? letters : std::string();
  }

  /// The only long word of the schema that a short one abbreviates.
  [[nodiscard]] std::string only_long_word(std::string const& word) const {
    if (word.size() < 2 || word.size() > 5 || is_whole(word)) return {};
    std::string found;
    for (auto const& w : long_words_) {
      if (!abbreviates(word, w)) continue;
      if (!found.empty()) return {};
      found = w;
    }
    return found;
  }

  std::set<std::string> long_words_{};
};

}  // namespace t2s::knowledge::detail

#endif
