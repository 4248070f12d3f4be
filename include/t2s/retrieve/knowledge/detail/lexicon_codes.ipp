// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_CODES_IPP
#define T2S_RETRIEVE_KNOWLEDGE_DETAIL_LEXICON_CODES_IPP

#include "t2s/core/detail/search.hpp"
#include "t2s/core/detail/text.hpp"
#include "t2s/retrieve/knowledge/detail/code_meanings.hpp"
#include "t2s/retrieve/knowledge/detail/country_codes.hpp"
#include "t2s/retrieve/knowledge/detail/learned_fact.hpp"
#include "t2s/retrieve/knowledge/detail/lexicon.hpp"

/// The meanings of codes: as descriptions and owners say them, and those of countries.
namespace t2s::knowledge {

/// What a short description says of a column: the meanings of its codes, the form of its times, or how people call it. A word for it counts
/// less than the same word in the name of a table.
T2S_DECL void lexicon::read_meaning(column_id where, std::string const& text) {
  constexpr double likely = 0.85;
  auto& role = roles_[place_of(where)];
  if (auto codes = detail::code_reader::read(text); !codes.empty()) {
    role.described = static_cast<std::uint32_t>(described_codes_.size());
    described_codes_.push_back(std::move(codes));
  } else if (auto const form = detail::days_described(text)) {
    role.times = form;
  } else if (auto const words = detail::words_of_description(text); !words.empty()) {
    known_phrase phrase{{}, where, likely};
    for (auto const word : text::split(words, ' ')) phrase.lemmas.push_back(retrieve::lemma(word));
    phrases_.push_back(std::move(phrase));
  }
}

/// "Poland" for the PL of a country's codes, if nearly all of them are known.
T2S_DECL void lexicon::settle_countries(column_id where, std::span<std::string const> stored) {
  bool const of_countries = t2s::detail::any_of(item(where).words, [this](auto w) {
    auto const& word = words()[w];
    return word == "country" || word == "nation" || word == "nationality";
  });
  if (!of_countries) return;
  auto const known = t2s::detail::count_if(stored, [](std::string const& s) { return detail::country_of(s) != nullptr; });
  if (known == 0 || known * 4 < stored.size() * 3) return;
  for (auto const& code : stored)
    if (auto const* of = detail::country_of(code)) read_code(where, code, of->names, by_country_);
}

/// The codes of a description are used if a column stores some of them, and no more other values than these.
T2S_DECL void lexicon::settle_codes(column_id where, std::span<std::string const> stored) {
  auto const place = roles_[place_of(where)].described;
  if (place == nowhere) return settle_countries(where, stored);
  auto const& codes = described_codes_[place];
  auto const stored_as = [&](std::string const& code) {
    return t2s::detail::find_if(stored, [&](std::string const& s) { return text::same(s, code); });
  };
  auto const is_decided = [&](std::string const& code) {  // by the owner
    return options_.confirmed && t2s::detail::any_of(options_.confirmed->facts, [&](learned_fact const& f) {
             return f.is == learned_fact::kind::code && f.code == code && text::same(f.table, table(where).name) &&
                    text::same(f.column, column(where).name);
           });
  };
  auto const known = t2s::detail::count_if(codes, [&](detail::code_meaning const& m) { return stored_as(m.code) != nullptr; });
  if (known == 0 || stored.size() > 2 * known) return;
  for (auto const& m : codes) {
    auto const* as = stored_as(m.code);
    if (!is_decided(m.code)) read_code(where, as ? *as : m.code, m.means, by_meaning_);
  }
}

/// Alternatives are separated by commas. "Not active" is the opposite of another code, which the reader negates.
T2S_DECL void lexicon::read_code(column_id where, std::string const& code, std::string_view means,
                                 t2s::detail::lists_by_name<std::uint32_t>& into) {
  for (auto const meaning : text::split(means, ',')) {
    auto const key = value_key(meaning);
    if (key.empty() || key.starts_with("not ")) continue;
    auto const place = static_cast<std::uint32_t>(codes_.size());
    codes_.push_back({where, code});
    into.add(key, place);
    if (auto const lemmas = lemma_key(key); lemmas != key) into.add(lemmas, place);
  }
}

}  // namespace t2s::knowledge

#endif
