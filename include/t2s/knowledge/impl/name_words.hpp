// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_NAME_WORDS_HPP
#define T2S_KNOWLEDGE_IMPL_NAME_WORDS_HPP

#include "t2s/core/internal/numbers.hpp"
#include "t2s/core/internal/search.hpp"
#include "t2s/core/internal/sort.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/internal/words.hpp"
#include "t2s/retrieve/internal/tokens.hpp"
#include "t2s/schema/schema.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The words of a schema's names. A hundred thousand names have few different words: what is found out about a word is found out once.
namespace t2s::knowledge::detail {

/// The lemmas of names, as numbers.
class name_lemmas {
 public:
  /// As `retrieve::lemmas_of_name`. Valid until the next call.
  [[nodiscard]] std::span<std::uint32_t const> of(std::string_view name) {
    found_.clear();
    for (std::size_t at = 0; text::next_word_of_name(name, at, word_);) {
      auto const [place, is_new] = words_.add(word_, lemma_of_.size());
      if (is_new) lemma_of_.push_back(number_of(retrieve::lemma(word_)));
      found_.push_back(lemma_of_[place]);
    }
    return found_;
  }

  /// The number of a lemma.
  [[nodiscard]] std::uint32_t number_of(std::string_view lemma) {
    return static_cast<std::uint32_t>(lemmas_.add(lemma, lemmas_.names().size()).first);
  }

  /// The lemma of a number. Valid until the next call of another member.
  [[nodiscard]] std::string const& text(std::uint32_t lemma) const { return lemmas_.names()[lemma]; }

 private:
  t2s::detail::numbers_by_name words_{}, lemmas_{};
  std::vector<std::uint32_t> lemma_of_{};  // of each word
  std::vector<std::uint32_t> found_{};
  std::string word_{};
};

/// The last words of names that are often written together with the word before: "countrycode", "fname".
inline constexpr std::array<std::string_view, 8> heads{"id", "name", "code", "date", "type", "number", "no", "year"};

struct initial {
  std::string_view letters, word;
};
/// What a letter or two stand for before a head.
inline constexpr std::array initials{initial{"f", "first"}, initial{"l", "last"}, initial{"m", "middle"}};

inline std::string_view spelt_out(std::string_view word) {
  for (auto const& i : initials)
    if (i.letters == word) return i.word;
  return word;
}

/// The words of a schema's names in standard form.
class name_words {
 public:
  /// Keeps the words in `words`, each with its place there.
  name_words(schema::database const& d, name_lemmas& lemmas, t2s::detail::numbers_by_name& words)
      : database_(d), lemmas_(lemmas), words_(words) {
    std::uint32_t place = 0;
    for (std::uint32_t t = 0; t < d.tables().size(); ++t)
      for (auto const lemma : lemmas.of(d.tables()[t].name)) add_table_word(lemma, {t, place++});
    t2s::detail::sort(of_tables_, [&](table_word const& a, table_word const& b) { return lemmas.text(a.lemma) < lemmas.text(b.lemma); });
  }

  /// Of a name that has these lemmas: places in the words. Valid until the next call.
  [[nodiscard]] std::span<std::uint32_t const> standard(std::span<std::uint32_t const> lemmas) {
    found_.clear();
    for (auto const lemma : lemmas) {
      auto const& parts = parts_of(lemma, lemmas.size() > 1);
      found_.insert(found_.end(), parts.begin(), parts.end());
    }
    return found_;
  }

 private:
  /// Where a word of a table's name stands: the table, and the place among all words of tables' names.
  struct occurrence {
    std::uint32_t table, place;
  };
  struct table_word {
    std::uint32_t lemma;
    std::vector<occurrence> at;  // in schema order
  };
  /// What a lemma is as a whole name, and as a part of one. A lemma has at least one part.
  struct standard_parts {
    std::vector<std::uint32_t> alone{}, among{};
  };

  /// Nothing that is looked for begins with a digit.
  void add_table_word(std::uint32_t lemma, occurrence at) {
    if (text::is_digit(lemmas_.text(lemma).front())) return;
    if (lemma >= word_of_lemma_.size()) word_of_lemma_.resize(lemma + std::size_t{1}, none);
    if (word_of_lemma_[lemma] == none) {
      word_of_lemma_[lemma] = of_tables_.size();
      of_tables_.push_back({lemma, {}});
    }
    of_tables_[word_of_lemma_[lemma]].at.push_back(at);
  }

  [[nodiscard]] std::vector<std::uint32_t> const& parts_of(std::uint32_t lemma, bool among) {
    if (lemma >= parts_.size()) parts_.resize(lemma + std::size_t{1});
    auto& parts = among ? parts_[lemma].among : parts_[lemma].alone;
    if (parts.empty())
      for (auto const& w : find_parts(lemmas_.text(lemma))) {
        auto const s = !among ? standard_form(w) : w == "no" ? "number" : standard_form(spelt_out(w));
        for (auto const part : text::split(s, ' '))
          parts.push_back(static_cast<std::uint32_t>(words_.add(part, words_.names().size()).first));
      }
    return parts;
  }

  /// "stuid" as "student id" where a table's name begins so, "fname" as "first name"; else the word.
  [[nodiscard]] std::vector<std::string> find_parts(std::string const& word) const {
    for (auto const head : heads) {
      if (word.size() <= head.size() || !word.ends_with(head)) continue;
      auto const front = word.substr(0, word.size() - head.size());
      if (auto const whole = spelt_out(front); whole != front) return {std::string(whole), std::string(head)};
      if (auto const* w = table_word_with(front, head, word)) return {*w, std::string(head)};
      if (front.size() >= 4 && head != "no") return {retrieve::lemma(front), std::string(head)};
    }
    return {word};
  }

  /// The first word of tables' names that the front of a word abbreviates; with fewer than three letters it must be of a table that has a
  /// column of that name.
  [[nodiscard]] std::string const* table_word_with(std::string_view front, std::string_view head, std::string_view word) const {
    bool const anywhere = front.size() >= 3;
    if (front.empty() || (!anywhere && head == "no")) return nullptr;
    std::string const* first = nullptr;
    std::uint32_t first_place = 0;
    auto i = std::lower_bound(of_tables_.begin(), of_tables_.end(), front,
                              [this](table_word const& w, std::string_view f) { return lemmas_.text(w.lemma) < f; });
    for (; i != of_tables_.end() && lemmas_.text(i->lemma).starts_with(front); ++i) {
      if (lemmas_.text(i->lemma) == word) continue;
      for (auto const& at : i->at) {
        if (first && first_place < at.place) break;
        if (!anywhere && !database_.tables()[at.table].find_column(word)) continue;
        first = &lemmas_.text(i->lemma);
        first_place = at.place;
        break;
      }
    }
    return first;
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  schema::database const& database_;
  name_lemmas& lemmas_;
  t2s::detail::numbers_by_name& words_;
  std::vector<table_word> of_tables_{};       // sorted by word
  std::vector<std::size_t> word_of_lemma_{};  // in `of_tables_`, before it is sorted
  std::vector<standard_parts> parts_{};       // of each lemma
  std::vector<std::uint32_t> found_{};
};

/// What counts of a word of names, however often it stands there.
struct word_traits {
  bool is_stop = false, is_unit = false, is_square = false, is_id = false, is_prefix = false;
  bool of_time = false, of_time_alone = false, before_time = false;  // `birth`, `date`, and the `at` of `created_at`
};

[[nodiscard]] inline word_traits traits_of(std::string_view word) {
  // Units stand at the end of names, and questions leave them out: the "km" and the "2" of `area_km2`.
  static constexpr std::array<std::string_view, 18> units{"km", "cm",  "mm",  "m",  "kg", "g",   "mg",  "lb",  "ft",
                                                          "mi", "usd", "eur", "gb", "mb", "mib", "mph", "kmh", "hz"};
  static constexpr std::array<std::string_view, 8> times{"date",      "year", "birthday",  "birthdate",
                                                         "birthyear", "dob",  "timestamp", "datetime"};
  word_traits is;
  is.is_stop = retrieve::is_stop_word(word);
  is.is_unit = t2s::detail::has(units, word);
  is.is_square = word == "2" || word == "3";
  is.is_id = word == "id";
  // What some put before every name: "col_price", "x_price".
  is.is_prefix = word.size() == 1 || word == "col" || word == "fld" || word == "tbl";
  is.of_time_alone = t2s::detail::has(times, word);
  is.of_time = is.of_time_alone || word == "birth" || word == "born";
  is.before_time = word == "at" || word == "on";
  return is;
}

}  // namespace t2s::knowledge::detail

#endif
