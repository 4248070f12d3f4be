// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_WORDNET_IPP
#define T2S_KNOWLEDGE_IMPL_WORDNET_IPP

#include "t2s/core/error.hpp"
#include "t2s/core/impl/mapped_file.hpp"
#include "t2s/core/text.hpp"
#include "t2s/knowledge/wordnet.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <utility>

namespace t2s::link {
namespace knowledge_impl {

/// The fields of a line, one after the other.
class wordnet_line {
 public:
  wordnet_line(std::string_view line, std::string const& file) : rest_(line), file_(file) {}

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
    throw error(failure{errc::malformed_data,
                        "a line of WordNet's file \"" + file_ + "\" is not of its format (wndb)",
                        file_,
                        "install WordNet anew, or do without it",
                        {}});
  }

 private:
  std::string_view rest_;
  std::string const& file_;
};

inline std::string_view line_at(std::string_view text, std::size_t begin) { return text.substr(begin, text.find('\n', begin) - begin); }

/// The line whose first field is `key`, in a file whose lines are sorted by it; empty if there is none.
inline std::string_view line_of(std::string_view sorted, std::string_view key) {
  std::size_t low = 0, high = sorted.size();  // of the beginnings of lines
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

}  // namespace knowledge_impl

T2S_DECL std::shared_ptr<wordnet const> wordnet::open(std::filesystem::path const& folder) {
  std::shared_ptr<wordnet> made(new wordnet);
  auto const map = [&](std::string const& name) {
    auto const mapped = t2s::detail::mapped_file::open(folder / name, "WordNet's file");
    if (!mapped)
      throw error(failure{errc::file_not_found,
                          "there is no WordNet in \"" + folder.string() + "\": " + name + " is missing",
                          folder.string(),
                          "name the folder with its data and index files (Debian: the package wordnet-base, in /usr/share/wordnet)",
                          {}});
    made->owners_.push_back(mapped);
    return mapped->bytes();
  };
  for (std::string const part : {"noun", "verb", "adj", "adv"}) {
    auto const index = map("index." + part), data = map("data." + part);
    made->files_.push_back({index, data, (folder / part).string()});
  }
  return made;
}

T2S_DECL std::filesystem::path wordnet::usual_folder() {
  char const* const own = std::getenv("WNSEARCHDIR");
  for (std::filesystem::path const folder : {own ? own : "", "/usr/share/wordnet", "/usr/local/WordNet-3.0/dict",
                                             "/usr/local/share/wordnet/dict", "/opt/homebrew/opt/wordnet/dict"})
    if (!folder.empty() && std::filesystem::exists(folder / "data.noun")) return folder;
  return {};
}

T2S_DECL std::vector<std::uint32_t> wordnet::senses(std::string_view lemma, part_of_speech as) const {
  auto const found = knowledge_impl::line_of(files(as).index, lemma);
  std::vector<std::uint32_t> places;
  if (found.empty() || lemma.empty()) return places;
  knowledge_impl::wordnet_line line(found, files(as).file);
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
  knowledge_impl::wordnet_line line(place < data.size() ? knowledge_impl::line_at(data, place) : std::string_view(), files(as).file);
  if (line.number() != place) line.refuse();
  (void)line.next();
  (void)line.next();
  word_sense out;
  for (auto words = line.number(16); words > 0; --words) {
    auto const word = line.next();
    out.words.push_back(text::lower(word.substr(0, word.find('('))));  // "(a)" and the like say where an adjective stands
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

}  // namespace t2s::link

#endif
