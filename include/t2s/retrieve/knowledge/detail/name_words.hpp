// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_WORDS_HPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_NAME_WORDS_HPP

#include "t2s/core/detail/name_words.hpp"
#include "t2s/core/detail/numbers.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/core/schema/schema.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/abbreviations.hpp"
#include "t2s/retrieve/knowledge/detail/value_key.hpp"
#include "t2s/retrieve/knowledge/detail/words.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The words of a schema's names. A hundred thousand names have few distinct words: everything about a word is computed once.
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

  /// Whether names read so far have this lemma as a word.
  [[nodiscard]] bool has(std::string_view lemma) const { return lemmas_.find(lemma) != nullptr; }

  /// The lemma with a number. Valid until the next call of another member.
  [[nodiscard]] std::string const& text(std::uint32_t lemma) const { return lemmas_.names()[lemma]; }

 private:
  t2s::detail::numbers_by_name words_{}, lemmas_{};
  std::vector<std::uint32_t> lemma_of_{};  // of each word
  std::vector<std::uint32_t> found_{};
  std::string word_{};
};

/// The last words of names that are often joined to the previous word: "countrycode", "fname".
inline constexpr std::string_view heads[] = {"id", "name", "code", "date", "type", "number", "no", "year"};

/// Further ones that are joined to any word of four letters or more, as "totalamount", and those joined only to words that names often
/// have: "totamt" is in two words, "admin" and "separate" in one.
inline constexpr std::string_view long_tails[] = {
    "amount", "price",   "count", "total", "quantity",    "percent", "status", "header", "detail",  "method", "minute",
    "salary", "address", "title", "limit", "description", "income",  "reason", "level",  "comment", "amt",    "qty",
    "nbr",    "pct",     "cnt",   "hdr",   "dtl",         "flg",     "typ",    "txt",    "prc",     "nm",     "addr"};
inline constexpr std::string_view short_tails[] = {"cd",   "dt",   "ln",  "yr",   "num",   "min",  "desc", "stat",
                                                   "rate", "cost", "key", "req",  "rsn",   "line", "flag", "fee",
                                                   "lvl",  "sal",  "rt",  "size", "score", "tel",  "rx"};

struct initial {
  std::string_view letters, word;
};
/// The meaning of a few letters before a head.
inline constexpr std::array initials{initial{"f", "first"},   initial{"l", "last"},     initial{"m", "middle"},
                                     initial{"fst", "first"}, initial{"frst", "first"}, initial{"lst", "last"}};

/// The types that some write before every name: "strName", "dtm_created".
inline constexpr std::string_view type_prefixes[] = {"str", "int", "lng", "dtm", "dat", "dt",  "bln", "bol", "bool", "b", "cur",
                                                     "dbl", "dec", "flt", "num", "sng", "byt", "txt", "chr", "vch",  "n", "s",
                                                     "i",   "d",   "var", "mny", "pk",  "fk",  "l",   "f",   "c",    "m"};

inline std::string_view spelt_out(std::string_view word) {
  for (auto const& i : initials)
    if (i.letters == word) return i.word;
  return word;
}

/// Whether a name is written in capitals and digits alone, as in old systems.
inline bool is_of_capitals(std::string_view name) {
  return t2s::detail::all_of(name, [](char c) { return text::is_upper(c) || text::is_digit(c); });
}

/// Whether all tables are files of an old system, whose names end with the same P or F: CUSTP, ORDERP.
inline bool are_files(std::vector<schema::table> const& tables) {
  constexpr std::size_t fewest = 4, shortest = 4;
  return tables.size() >= fewest && t2s::detail::all_of(tables, [&](schema::table const& t) {
           char const last = t.name.empty() ? ' ' : t.name.back();
           return t.name.size() >= shortest && is_of_capitals(t.name) && (last == 'P' || last == 'F') && last == tables.front().name.back();
         });
}

/// The words of a schema's names in standard form.
class name_words {
 public:
  /// Adds the words to `words`, each with its index there.
  name_words(schema::database const& d, name_lemmas& lemmas, t2s::detail::numbers_by_name& words)
      : database_(d), lemmas_(lemmas), words_(words) {
    std::vector<std::uint32_t> last;  // for each lemma: its last occurrence so far
    files_ = detail::are_files(d.tables());
    for (std::uint32_t t = 0; t < d.tables().size(); ++t) {
      std::string_view const name = d.tables()[t].name;
      for (auto const lemma : lemmas.of(name.substr(0, name.size() - (files_ ? 1 : 0)))) add_table_word(lemma, t, last);
    }
    read_types();
    t2s::detail::sort(of_tables_, [&](std::uint32_t a, std::uint32_t b) { return lemmas.text(a) < lemmas.text(b); });
  }

  /// The standard forms of a name with these lemmas: indices into the words. Valid until the next call.
  [[nodiscard]] std::span<std::uint32_t const> standard(std::span<std::uint32_t const> lemmas) {
    return standard(lemmas, lemmas.size() > 1);
  }
  /// The same for the last lemmas of a name: whether they stand `among` others is said.
  [[nodiscard]] std::span<std::uint32_t const> standard(std::span<std::uint32_t const> lemmas, bool among) {
    found_.clear();
    bool const is_key = among && lemmas.size() > 1 && is_of_key(lemmas.front());
    bool const typed = is_key || (typed_ && among && lemmas.size() > 1 && is_type(lemmas_.text(lemmas.front())));
    bool const to_end = is_key && lemmas_.text(lemmas.back()) != "id";  // fkCustomer is the customer's id
    for (std::size_t i = typed ? 1 : 0; i < lemmas.size(); ++i) {
      auto const& text = lemmas_.text(lemmas[i]);
      bool const is_unit = i + 1 == lemmas.size() && spelt_out(text) != text;  // `length_m` has nothing in the middle
      auto const meant = paired(lemmas, i);
      auto const lemma = meant.empty() ? lemmas[i] : lemmas_.number_of(meant);
      for (auto const part : parts_of(lemma, among && !is_unit)) found_.push_back(part);
    }
    if (to_end)
      for (auto const part : parts_of(lemmas_.number_of("id"), true)) found_.push_back(part);
    return found_;
  }

  /// The lemmas of a table's name without one that only says that it is a table.
  [[nodiscard]] std::span<std::uint32_t const> without_prefix(std::span<std::uint32_t const> lemmas) const {
    bool const has_one = lemmas.size() > 1 && t2s::detail::has(name_prefixes, std::string_view(lemmas_.text(lemmas.front())));
    return lemmas.subspan(has_one ? 1 : 0);
  }

  /// Whether the last letter of each table's name says that it is a file.
  [[nodiscard]] bool are_files() const noexcept { return files_; }

  /// Whether a word is a usual one, a short form of one, or ends with one.
  [[nodiscard]] bool is_readable(std::string_view word) const {
    auto const ends = [word](std::string_view head) { return word.size() > head.size() + 1 && word.ends_with(head); };
    return is_usual(word) || !tail_of(word).empty() || t2s::detail::any_of(heads, ends);
  }

  /// Whether many of the words read so far are short forms: at least one in six.
  [[nodiscard]] bool are_short() const noexcept { return short_ * 6 >= all_ && short_ > 2; }

 private:
  /// Words that begin with a digit are never searched for.
  void add_table_word(std::uint32_t lemma, std::uint32_t table, std::vector<std::uint32_t>& last) {
    if (text::is_digit(lemmas_.text(lemma).front())) return;
    auto const place = static_cast<std::uint32_t>(table_at_.size());
    table_at_.push_back(table);
    next_.push_back(none);
    while (first_.size() <= lemma) first_.push_back(none), last.push_back(none);
    if (first_[lemma] == none) {
      first_[lemma] = place;
      of_tables_.push_back(lemma);
    } else {
      next_[last[lemma]] = place;
    }
    last[lemma] = place;
  }

  /// What an abbreviation means by the word before or after it; empty for other words.
  [[nodiscard]] std::string_view paired(std::span<std::uint32_t const> lemmas, std::size_t i) const {
    for (auto const& a : paired_abbreviations) {
      if (a.letters != lemmas_.text(lemmas[i])) continue;
      if (a.beside.empty() && lemmas.size() == 1) return a.word;
      for (auto const other : {i - 1, i + 1})
        if (other < lemmas.size() && has_word(a.beside, in_full(lemmas_.text(lemmas[other]), true))) return a.word;
    }
    return {};
  }

  /// Whether most columns are written with a type before their names.
  void read_types() {
    std::size_t all = 0, typed = 0;
    std::string word;
    for (auto const& t : database_.tables())
      for (auto const& c : t.columns) {
        std::size_t at = 0;
        bool const begins = text::next_word_of_name(c.name, at, word) && at < c.name.size();
        ++all;
        typed += begins && is_type(word) ? 1U : 0U;
      }
    constexpr std::size_t fewest = 5;
    typed_ = typed >= fewest && typed * 3 > all * 2 && have_several_types();
  }

  /// Whether columns begin with at least three types, and not all with the letter of their table.
  [[nodiscard]] bool have_several_types() const {
    std::vector<std::string> seen;
    std::string word;
    for (auto const& t : database_.tables())
      for (auto const& c : t.columns)
        if (std::size_t at = 0;
            text::next_word_of_name(c.name, at, word) && word.size() > 1 && is_type(word) && !t2s::detail::has(seen, word))
          seen.push_back(word);
    return seen.size() >= 3;
  }

  [[nodiscard]] static bool is_type(std::string_view word) { return t2s::detail::has(type_prefixes, word); }

  [[nodiscard]] bool is_of_key(std::uint32_t lemma) const { return lemmas_.text(lemma) == "fk" || lemmas_.text(lemma) == "pk"; }

  [[nodiscard]] std::vector<std::uint32_t> const& parts_of(std::uint32_t lemma, bool among) {
    auto const at = 2 * std::size_t{lemma} + (among ? 1 : 0);
    while (parts_.size() <= at) parts_.emplace_back();
    if (parts_[at].empty()) find_parts(lemmas_.text(lemma), among, parts_[at]);
    return parts_[at];
  }

  /// Splits "stuid" into "student id" if a table's name begins so, "fname" into "first name", "totalamount" into "total amount"; other
  /// words stay.
  void find_parts(std::string const& word, bool among, std::vector<std::uint32_t>& parts) {
    if (auto const verb = verb_of(word); !verb.empty()) {
      add_part(retrieve::lemma(verb), among, parts);
      return add_part(retrieve::lemma(std::string_view(word).substr(verb.size())), true, parts);
    }
    for (auto const head : heads) {
      if (word.size() <= head.size() || !word.ends_with(head)) continue;
      auto const front = std::string_view(word).substr(0, word.size() - head.size());
      auto const whole = spelt_out(front);
      auto const* of_table = whole == front ? table_word_with(front, head, word) : nullptr;
      if (whole == front && !of_table && (front.size() < 4 || head == "no") && !(head == "date" && is_known(front))) continue;
      if (whole != front || of_table)
        add_part(whole != front ? std::string(whole) : without_tail(*of_table), among, parts);
      else
        add_front(front, among, parts);
      return add_part(head, among, parts);
    }
    if (auto const tail = tail_of(word); !tail.empty()) {
      add_front(std::string_view(word).substr(0, word.size() - tail.size()), true, parts);
      return add_part(tail == "min" ? "minute" : tail, true, parts);
    }
    add_part(word, among, parts);
  }

  [[nodiscard]] std::string without_tail(std::string const& word) const { return word.substr(0, word.size() - tail_of(word).size()); }

  /// The part before a head or tail, which may have such parts itself.
  void add_front(std::string_view front, bool among, std::vector<std::uint32_t>& parts) {
    auto const tail = tail_of(front);
    if (tail.empty()) return add_part(retrieve::lemma(front), among, parts);
    add_part(retrieve::lemma(front.substr(0, front.size() - tail.size())), true, parts);
    add_part(tail, true, parts);
  }

  /// The last part of a word written together; empty for other words.
  [[nodiscard]] std::string_view tail_of(std::string_view word) const {
    if (is_usual(word)) return {};
    for (auto const tail : long_tails)
      if (word.size() > tail.size() && word.ends_with(tail))
        if (auto const front = word.substr(0, word.size() - tail.size()); front.size() > 3 || is_known(front)) return tail;
    for (auto const tail : short_tails)
      if (word.size() > tail.size() && word.ends_with(tail)) {
        auto const front = word.substr(0, word.size() - tail.size());
        if (tail == "key" ? is_word(front) || front.size() > 5 : is_known(front)) return tail;  // "monkey" is no key
      }
    return {};
  }

  /// Whether letters are a word that names of databases often have, or a usual short form of one.
  [[nodiscard]] static bool is_usual(std::string_view letters) {
    auto const is_it = [letters](auto const& a) { return a.letters == letters || a.word == letters; };
    return t2s::detail::has(whole_words, letters) || t2s::detail::any_of(abbreviations, is_it) ||
           t2s::detail::any_of(sure_abbreviations, is_it) ||
           t2s::detail::any_of(neighbours, [letters](std::string_view group) { return has_word(group, letters); });
  }

  /// Whether letters are a word: a usual one, or one of another name.
  [[nodiscard]] bool is_word(std::string_view letters) const {
    return letters.size() > 2 && (is_usual(letters) || spelt_out(letters) != letters || lemmas_.has(letters));
  }

  /// The same before a tail other than "key": also a short form, or letters that another name has before its key: `ord` beside `ordid`.
  [[nodiscard]] bool is_known(std::string_view front) const {
    if (front.size() < 3) return front.size() == 2 && in_full(front, true) != front;
    return is_word(front) || lemmas_.has(std::string(front) + "id") || lemmas_.has(std::string(front) + "key");
  }

  /// The verb of "isactive", "ispaid", "requiresvisa": only a state can follow it, or a word of other names. Empty for other words.
  [[nodiscard]] std::string_view verb_of(std::string_view word) const {
    static constexpr std::string_view states[] = {"active", "available", "open",    "paid",    "private", "public",
                                                  "sold",   "valid",     "visible", "default", "current", "primary"};
    static constexpr std::string_view verbs[] = {"requires", "require", "needs", "allows", "accepts"};
    for (auto const verb : verbs)
      if (word.starts_with(verb) && is_known(word.substr(verb.size()))) return verb;
    if (!word.starts_with("is")) return {};
    auto const rest = word.substr(2);
    return t2s::detail::has(states, rest) || (rest.size() > 6 && rest.ends_with("ed")) ? word.substr(0, 2) : std::string_view();
  }

  void add_part(std::string_view word, bool among, std::vector<std::uint32_t>& parts) {
    auto const full = in_full(word, among);
    ++all_;
    if (full != word || is_opaque(word)) ++short_;
    auto const s = standard_form(among && full == word ? spelt_out(word) : full);
    for (auto const part : text::split(s, ' ')) parts.push_back(static_cast<std::uint32_t>(words_.add(part, words_.names().size()).first));
  }

  /// Letters without a vowel.
  [[nodiscard]] static bool is_opaque(std::string_view word) {
    return word.size() > 1 && text::is_letter(word.front()) && word.find_first_of("aeiouy") == word.npos;
  }

  /// The first word of tables' names that the beginning of a word abbreviates; if that has fewer than three letters, it must belong to a
  /// table with such a column.
  [[nodiscard]] std::string const* table_word_with(std::string_view front, std::string_view head, std::string_view word) const {
    bool const anywhere = front.size() >= 3;
    if (front.empty() || (!anywhere && head == "no")) return nullptr;
    std::string const* first = nullptr;
    auto first_place = none;
    auto i = t2s::detail::partition_point(of_tables_, [&](std::uint32_t lemma) { return lemmas_.text(lemma) < front; });
    for (; i < of_tables_.size() && lemmas_.text(of_tables_[i]).starts_with(front); ++i) {
      auto const& text = lemmas_.text(of_tables_[i]);
      if (text == word) continue;
      for (auto at = first_[of_tables_[i]]; at < first_place; at = next_[at]) {
        if (!anywhere && !database_.tables()[table_at_[at]].find_column(word)) continue;
        first = &text;
        first_place = at;
      }
    }
    return first;
  }

  static constexpr std::uint32_t none = 0xFFFFFFFF;

  schema::database const& database_;
  name_lemmas& lemmas_;
  t2s::detail::numbers_by_name& words_;
  // The words of tables' names, in schema order.
  std::vector<std::uint32_t> table_at_{}, next_{};   // for each word: its table, and the next occurrence of the same lemma
  std::vector<std::uint32_t> first_{};               // for each lemma: its first occurrence
  std::vector<std::uint32_t> of_tables_{};           // their lemmas, sorted by text
  std::vector<std::vector<std::uint32_t>> parts_{};  // for each lemma: its parts as a whole name, then as a part of a name; at least one
  std::vector<std::uint32_t> found_{};
  std::size_t all_ = 0, short_ = 0;     // words, and short forms among them
  bool typed_ = false, files_ = false;  // whether columns begin with types; whether tables end with the letter of files
};

/// Traits of a word of names, independent of its frequency, as bits.
namespace trait {

inline constexpr std::uint32_t stop = 1, unit = 2, square = 4, id = 8, prefix = 16, mark = 256;
inline constexpr std::uint32_t time = 32, time_alone = 64, before_time = 128;  // `birth`, `date`, and the `at` of `created_at`

}  // namespace trait

[[nodiscard]] inline std::uint32_t traits_of(std::string_view word) {
  // Units are at the end of names, and questions omit them: the "km" and the "2" of `area_km2`.
  static constexpr std::string_view units[] = {"km",  "cm",  "mm",  "m",   "kg",  "g",   "mg",  "lb",  "ft",  "mi",
                                               "usd", "eur", "gbp", "chf", "jpy", "cny", "inr", "cad", "aud", "sek",
                                               "nok", "dkk", "pln", "gb",  "mb",  "mib", "mph", "kmh", "hz"};
  // At the end of names they say what kind of thing it is: the flag of `blocked_flag`, the head of `order_hdr`.
  static constexpr std::string_view marks[] = {"flag", "yn", "ind", "indicator", "hdr", "mst", "tbl"};
  static constexpr std::string_view times[] = {"date", "year", "birthday", "birthdate", "birthyear", "dob", "timestamp", "datetime"};
  std::uint32_t traits = 0;
  if (retrieve::is_stop_word(word)) traits |= trait::stop;
  if (t2s::detail::has(units, word)) traits |= trait::unit;
  if (word == "2" || word == "3") traits |= trait::square;
  if (word == "id") traits |= trait::id;
  // Prefixes that some put before every name: "col_price", "x_price".
  if (word.size() == 1 || word == "col" || word == "fld" || word == "tbl") traits |= trait::prefix;
  if (t2s::detail::has(marks, word)) traits |= trait::mark;
  if (t2s::detail::has(times, word)) traits |= trait::time | trait::time_alone;
  if (word == "birth" || word == "born") traits |= trait::time;
  if (word == "at" || word == "on") traits |= trait::before_time;
  return traits;
}

}  // namespace t2s::knowledge::detail

#endif
