// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_DETAIL_TOKENS_IPP
#define T2S_RETRIEVE_DETAIL_TOKENS_IPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/tokens.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace t2s::retrieve {
namespace detail {

struct irregular {
  std::string_view form, lemma;
};

// clang-format off
inline constexpr std::array irregulars = std::to_array<irregular>({  // sorted by form
    {"alias", "alias"}, {"aliases", "alias"}, {"always", "always"}, {"analyses", "analysis"}, {"are", "be"}, {"bases", "base"},
    {"bonuses", "bonus"}, {"buses", "bus"}, {"campuses", "campus"}, {"canvas", "canvas"}, {"canvases", "canvas"}, {"censuses", "census"},
    {"children", "child"}, {"choruses", "chorus"}, {"circuses", "circus"}, {"cookies", "cookie"}, {"corpuses", "corpus"}, {"criteria", "criterion"},
    {"did", "do"}, {"does", "do"}, {"feet", "foot"}, {"focuses", "focus"}, {"gas", "gas"}, {"gases", "gas"}, {"geese", "goose"}, {"had", "have"},
    {"halves", "half"}, {"has", "have"}, {"heroes", "hero"}, {"his", "his"}, {"indices", "index"}, {"is", "be"}, {"its", "its"},
    {"knives", "knife"}, {"leaves", "leaf"}, {"lens", "lens"}, {"lenses", "lens"}, {"lives", "life"}, {"matrices", "matrix"}, {"men", "man"},
    {"mice", "mouse"}, {"minuses", "minus"}, {"movies", "movie"}, {"news", "news"}, {"pants", "pants"}, {"people", "person"}, {"pies", "pie"},
    {"potatoes", "potato"}, {"series", "series"}, {"shelves", "shelf"}, {"species", "species"}, {"statuses", "status"}, {"surpluses", "surplus"},
    {"teeth", "tooth"}, {"this", "this"}, {"ties", "tie"}, {"tomatoes", "tomato"}, {"viruses", "virus"}, {"was", "be"}, {"were", "be"},
    {"wives", "wife"}, {"women", "woman"}, {"yes", "yes"},
});
// clang-format on
static_assert(std::is_sorted(irregulars.begin(), irregulars.end(), [](auto const& a, auto const& b) { return a.form < b.form; }));

inline bool is_vowel(char c) noexcept { return std::string_view("aeiou").find(c) != std::string_view::npos; }

inline bool has_vowel(std::string_view s) noexcept {
  return std::any_of(s.begin(), s.end(), [](char c) { return is_vowel(c) || c == 'y'; });
}

}  // namespace detail

T2S_DECL std::string lemma(std::string_view word) {
  auto const place = t2s::detail::partition_point(detail::irregulars, [word](auto const& i) { return i.form < word; });
  if (place < detail::irregulars.size() && detail::irregulars[place].form == word) return std::string(detail::irregulars[place].lemma);
  auto const ends = [word](std::string_view e) { return word.size() > e.size() + 1 && word.ends_with(e); };
  auto const without = [word](std::size_t n, std::string_view more = {}) {
    return std::string(word.substr(0, word.size() - n)).append(more);
  };
  if (ends("ies")) return without(3, "y");
  if (ends("sses") || ends("xes") || ends("ches") || ends("shes") || ends("zzes")) return without(2);
  if (ends("ss") || ends("us") || ends("is") || !ends("s") || word.size() < 4) return std::string(word);
  return without(1);
}

T2S_DECL std::string stem(std::string_view word) {
  std::string_view s = word;
  auto const drop = [&s](std::string_view ending) {
    if (s.size() < ending.size() + 3 || !s.ends_with(ending) || !detail::has_vowel(s.substr(0, s.size() - ending.size()))) return false;
    s.remove_suffix(ending.size());
    return true;
  };
  bool const verbal = drop("ation") || drop("ing") || drop("ment") || drop("ed") || drop("ion") || drop("er") || drop("or");
  if (verbal && s.size() > 3 && s.back() == s[s.size() - 2] && !detail::is_vowel(s.back()) && s.back() != 's' && s.back() != 'l')
    s.remove_suffix(1);
  if (s.size() > 3 && (s.back() == 'e' || s.back() == 'y')) s.remove_suffix(1);
  return std::string(s);
}

namespace detail {

struct quotes {
  std::string_view open, close;
};
inline constexpr std::array quote_pairs{quotes{"\"", "\""},         quotes{"'", "'"},           quotes{"`", "`"},
                                        quotes{"\u201C", "\u201D"}, quotes{"\u2018", "\u2019"}, quotes{"\u201D", "\u201D"},
                                        quotes{"''", "''"}};

/// Reads a question from left to right; each member reads one token at `at`, or does not move.
class token_reader {
 public:
  explicit token_reader(std::string_view s) : s_(s) {}

  std::vector<token> read() && {
    while (at_ < s_.size())
      if (text::is_space(s_[at_]))
        ++at_;
      else if (!quoted() && !number() && !word())
        put(token::kind::mark, at_, at_ + 1);
    note_codes();
    return std::move(out_);
  }

 private:
  /// Words in capitals for emphasis count as codes only after a word that precedes places.
  void note_codes() {
    static constexpr std::array<std::string_view, 8> stressed{"all", "and", "any", "no", "not", "one", "or", "the"};
    auto const in_capitals = [this](token const& t) {
      auto const raw = s_.substr(t.begin, t.end - t.begin);
      return t.is == token::kind::word && raw.size() > 1 && std::all_of(raw.begin(), raw.end(), text::is_upper);
    };
    auto const all = std::count_if(out_.begin(), out_.end(), in_capitals);
    if (all == 0 || static_cast<std::size_t>(all) * 2 > out_.size()) return;
    for (std::size_t t = 0; t < out_.size(); ++t) {
      bool const led = t > 0 && (out_[t - 1].text == "in" || out_[t - 1].text == "from");
      bool const is_stressed = std::find(stressed.begin(), stressed.end(), out_[t].text) != stressed.end();
      out_[t].code = in_capitals(out_[t]) && out_[t].text.size() < 4 && (led || !is_stressed);
    }
  }

  [[nodiscard]] bool is_word(std::size_t i) const { return i < s_.size() && (text::is_letter(s_[i]) || text::is_digit(s_[i])); }

  void put(token::kind is, std::size_t begin, std::size_t end) {
    auto const raw = s_.substr(begin, end - begin);
    token t{is, text::lower(raw), {}, begin, end, text::is_upper(raw.front())};
    t.lemma = is == token::kind::word ? lemma(t.text) : t.text;
    out_.push_back(std::move(t));
    at_ = end;
  }

  bool quoted() {
    if (at_ > 0 && is_word(at_ - 1)) return false;
    for (auto const& q : quote_pairs) {
      if (!s_.substr(at_).starts_with(q.open)) continue;
      auto const begin = at_ + q.open.size();
      for (auto end = s_.find(q.close, begin); end != s_.npos; end = s_.find(q.close, end + 1)) {
        auto const after = end + q.close.size();
        if (is_word(after)) continue;  // an apostrophe inside the quoted text
        auto const inner = text::trim(s_.substr(begin, end - begin));
        if (inner.empty()) break;
        out_.push_back({token::kind::quoted, std::string(inner), std::string(inner), at_, after, text::is_upper(inner.front())});
        at_ = after;
        return true;
      }
    }
    return false;
  }

  bool number() {
    auto end = at_;
    if (!text::is_digit(s_[end])) return false;
    auto const inner = [this](std::size_t i) {
      return std::string_view(".,/:-").find(s_[i]) != std::string_view::npos && i + 1 < s_.size() && text::is_digit(s_[i + 1]);
    };
    while (end < s_.size() && (text::is_digit(s_[end]) || inner(end))) ++end;
    if (is_word(end)) return false;  // "1st", "4WD"
    put(token::kind::number, at_, end);
    if (out_.back().text.find_first_of("/:-") == std::string::npos) std::erase(out_.back().text, ',');
    out_.back().lemma = out_.back().text;
    return true;
  }

  bool word() {
    auto end = at_;
    while (is_word(end)) ++end;
    if (end == at_) return apostrophe();
    bool const negated =
        end + 1 < s_.size() && s_[end] == '\'' && s_[end - 1] == 'n' && text::lower(s_[end + 1]) == 't' && !is_word(end + 2);
    if (negated && end - at_ > 2) {  // do|n't
      put(token::kind::word, at_, end - 1);
      put(token::kind::word, end - 1, end + 2);
      out_.back().text = out_.back().lemma = "not";
      return true;
    }
    put(token::kind::word, at_, end);
    return true;
  }

  bool apostrophe() {
    bool const possessive = s_[at_] == '\'' && at_ + 1 < s_.size() && text::lower(s_[at_ + 1]) == 's' && !is_word(at_ + 2);
    if (possessive) put(token::kind::mark, at_, at_ + 2);
    return possessive;
  }

  std::string_view s_;
  std::size_t at_ = 0;
  std::vector<token> out_{};
};

}  // namespace detail

T2S_DECL std::vector<token> tokens_of(std::string_view question) { return detail::token_reader(question).read(); }

T2S_DECL std::vector<std::string> lemmas_of_name(std::string_view name) {
  auto words = text::words_of_name(name);
  for (auto& w : words) w = lemma(w);
  return words;
}

namespace detail {

/// Lemmas of English words that name nothing. Sorted.
inline constexpr std::array stop_words = std::to_array<std::string_view>({
    "a",      "about",  "above", "across", "after",  "all",     "along", "also",  "am",      "among",   "an",    "and",   "any",
    "around", "as",     "at",    "be",     "been",   "before",  "being", "below", "between", "both",    "but",   "by",    "can",
    "could",  "do",     "each",  "either", "ever",   "every",   "find",  "for",   "from",    "give",    "have",  "he",    "her",
    "here",   "him",    "his",   "how",    "i",      "if",      "in",    "into",  "it",      "its",     "kind",  "least", "less",
    "list",   "many",   "may",   "me",     "more",   "most",    "much",  "must",  "my",      "neither", "never", "no",    "nor",
    "not",    "of",     "off",   "on",     "one",    "only",    "or",    "other", "our",     "out",     "over",  "own",   "per",
    "please", "return", "same",  "shall",  "she",    "should",  "show",  "so",    "some",    "such",    "tell",  "than",  "that",
    "the",    "their",  "them",  "then",   "there",  "these",   "they",  "this",  "those",   "through", "to",    "too",   "under",
    "until",  "up",     "us",    "very",   "we",     "well",    "what",  "when",  "where",   "which",   "while", "who",   "whom",
    "whose",  "why",    "will",  "with",   "within", "without", "would", "you",   "your",
});
static_assert(std::is_sorted(stop_words.begin(), stop_words.end()));

}  // namespace detail

T2S_DECL bool is_stop_word(std::string_view lemma) noexcept {
  return std::binary_search(detail::stop_words.begin(), detail::stop_words.end(), lemma);
}

}  // namespace t2s::retrieve

#endif
