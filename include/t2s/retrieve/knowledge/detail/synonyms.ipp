// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_SYNONYMS_IPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/sort.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
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

/// Reads one line of a dictionary.
struct dictionary_line {
  std::string_view line_;
  std::size_t number_;
  std::string const& file_;

  [[nodiscard]] dictionary_entry read() const {
    auto const equals = line_.find('=');
    if (equals == line_.npos) refuse("has no =", "write PHRASE = TABLE.COLUMN, PHRASE = TABLE or WORD = WORD; comments begin with #");
    dictionary_entry entry;
    entry.line = number_;
    for (auto const& t : retrieve::tokens_of(unquoted(text::trim(line_.substr(0, equals)))))
      if (t.is == retrieve::token::kind::word || t.is == retrieve::token::kind::number) entry.phrase.push_back(t.lemma);
    if (entry.phrase.empty()) refuse("has no word before the =", "write what questions say there");
    read_meaning(text::trim(line_.substr(equals + 1)), entry);
    return entry;
  }

 private:
  /// A phrase may have quotes, but needs none.
  [[nodiscard]] static std::string_view unquoted(std::string_view phrase) {
    bool const quoted = phrase.size() > 1 && phrase.front() == '"' && phrase.back() == '"';
    return quoted ? phrase.substr(1, phrase.size() - 2) : phrase;
  }

  void read_meaning(std::string_view meaning, dictionary_entry& entry) const {
    bool const quoted = meaning.starts_with('"');
    entry.table = name(meaning);
    if (meaning.starts_with('.')) {
      meaning.remove_prefix(1);
      entry.column = name(meaning);
    } else if (!quoted) {
      entry.word = retrieve::lemma(text::lower(entry.table));
    }
    if (!meaning.empty())
      refuse("has \"" + std::string(meaning) + "\" after what the phrase means",
             "write one table, column or word; put names with spaces or dots in double quotes");
  }

  /// Reads a name from the front.
  [[nodiscard]] std::string name(std::string_view& from) const {
    std::string out;
    if (!from.starts_with('"')) {
      out = from.substr(0, from.find_first_of(". \t"));
      from.remove_prefix(out.size());
      if (out.empty()) refuse("lacks a name after the =", "write a table, a column or a word there");
      return out;
    }
    for (from.remove_prefix(1); !from.empty(); from.remove_prefix(1)) {
      bool const quote = from.front() == '"', twice = from.starts_with("\"\"");
      if (quote && !twice) break;
      out += from.front();
      if (twice) from.remove_prefix(1);
    }
    if (from.empty() || out.empty()) refuse("has a name that does not end, or is empty", "close it with a double quote");
    from.remove_prefix(1);
    return out;
  }

  [[noreturn]] void refuse(std::string const& what, std::string remedy) const {
    throw error(failure{errc::malformed_data, "line " + std::to_string(number_) + " of the dictionary \"" + file_ + "\" " + what, file_,
                        std::move(remedy)});
  }
};

}  // namespace detail

T2S_DECL std::shared_ptr<wordnet const> wordnet::open(std::string const& folder) {
  std::shared_ptr<wordnet> made(new wordnet);
  auto const map = [&](std::string const& name) {
    auto const mapped = t2s::detail::mapped_file::open(folder + "/" + name, "WordNet's file");
    if (!mapped)
      throw error(failure{errc::file_not_found, "there is no WordNet in \"" + folder + "\": " + name + " is missing", folder,
                          "name the folder with its data and index files (Debian: the package wordnet-base, in /usr/share/wordnet)"});
    made->owners_.push_back(mapped);
    return mapped->bytes();
  };
  for (std::string const part : {"noun", "verb", "adj", "adv"}) {
    auto const index = map("index." + part), data = map("data." + part);
    made->files_.push_back({index, data, folder + "/" + part});
  }
  return made;
}

T2S_DECL std::string wordnet::usual_folder() {
  char const* const own = std::getenv("WNSEARCHDIR");
  for (std::string const folder : {own ? own : "", "/usr/share/wordnet", "/usr/local/WordNet-3.0/dict", "/usr/local/share/wordnet/dict",
                                   "/opt/homebrew/opt/wordnet/dict"})
    if (!folder.empty() && std::filesystem::exists(folder + "/data.noun")) return folder;
  return {};
}

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

T2S_DECL dictionary parse_dictionary(std::string_view text, std::string file) {
  dictionary out{std::move(file), {}};
  detail::wrong_lines wrong;
  std::size_t number = 0;
  for (auto const raw : text::split(text, '\n')) {
    ++number;
    auto const line = text::trim(raw);
    if (line.empty() || line.front() == '#') continue;
    wrong.note_errors_of([&] { out.entries.push_back(detail::dictionary_line(line, number, out.file).read()); });
  }
  wrong.throw_if_any();
  return out;
}

T2S_DECL dictionary read_dictionary(std::string const& file) {
  auto const mapped = t2s::detail::mapped_file::open(file, "the dictionary");
  if (!mapped) throw error(failure{errc::file_not_found, "there is no dictionary \"" + file + "\"", file, "check the path"});
  return parse_dictionary(mapped->bytes(), file);
}

}  // namespace t2s::knowledge

#endif
