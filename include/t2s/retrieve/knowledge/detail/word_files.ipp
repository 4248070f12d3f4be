// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_WORD_FILES_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_WORD_FILES_IPP

#include "t2s/core/detail/data_file.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/detail/tokens.hpp"
#include "t2s/retrieve/knowledge/detail/name_in_line.hpp"
#include "t2s/retrieve/knowledge/detail/synonyms.hpp"

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace t2s::knowledge {

namespace detail {

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
    bool const quoted = from.starts_with('"');
    auto found = take_name(from, ". \t");
    if (!found && quoted) refuse("has a name that does not end, or is empty", "close it with a double quote");
    if (!found) refuse("lacks a name after the =", "write a table, a column or a word there");
    return *std::move(found);
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
