// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LAB_STUDIES_DETAIL_SHIFTED_QUESTION_IPP
#define T2S_LAB_STUDIES_DETAIL_SHIFTED_QUESTION_IPP

#include "t2s/core/detail/text.hpp"
#include "t2s/lab/studies/detail/shift_words.hpp"
#include "t2s/lab/studies/detail/shifted_question.hpp"

#include <algorithm>

namespace t2s::studies {
namespace detail {

/// A question with each word outside quotes replaced by what `other` gives for it; words with a capital stay, except the first.
template <class Other>
std::string with_words(std::string const& question, Other const& other) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < question.size();) {
    char const c = question[i];
    bool const begins_word = text::is_letter(c) && (i == 0 || !(text::is_letter(question[i - 1]) || question[i - 1] == '\''));
    if (!quote && begins_word) {
      auto end = i;
      while (end < question.size() && text::is_letter(question[end])) ++end;
      auto const word = question.substr(i, end - i);
      out += i > 0 && text::is_upper(c) ? word : other(word);
      i = end;
      continue;
    }
    bool const opens = !quote && (c == '"' || (c == '\'' && (i == 0 || text::is_space(question[i - 1]))));
    if (opens)
      quote = c;
    else if (c == quote)
      quote = 0;
    out += c;
    ++i;
  }
  return out;
}

/// The question with another beginning; one that becomes a request ends in a full stop.
inline std::string with_other_beginning(std::string const& question, std::uint64_t lot) {
  for (auto const& carrier : shift_carriers) {
    if (!question.starts_with(carrier.begins)) continue;
    auto const& begins = carrier.others[lot % carrier.others.size()];
    auto rest = std::string(text::trim(std::string_view(question).substr(carrier.begins.size())));
    while (!rest.empty() && (rest.back() == '?' || rest.back() == '.' || text::is_space(rest.back()))) rest.pop_back();
    bool const asks = begins.starts_with("What") || begins.starts_with("Could") || begins.starts_with("Do ");
    return std::string(begins) + rest + (asks ? "?" : ".");
  }
  return question;
}

}  // namespace detail

T2S_DECL std::string shifted_question(std::string const& question, shift_plan const& plan, shift_options const& how) {
  auto const seed = text::hash(std::to_string(how.seed));
  auto out = detail::with_words(question, [&](std::string const& word) {
    auto const one = detail::singular(text::lower(word));
    auto const at = plan.words.find(one);
    return at == plan.words.end() ? word : detail::as_plural(at->second, one != text::lower(word));
  });
  if (!how.kinds.contains(shift_kind::paraphrase)) return out;
  out = detail::with_words(out, [&](std::string const& word) {
    auto const [entry, plural] = detail::find_shift_word(word);
    auto const lot = text::hash(question + word, seed) >> 9U;
    if (!entry || lot % 3 == 0) return word;
    auto const other = lot % 2 == 0 ? entry->synonym : entry->other;
    return other.find('_') == other.npos ? detail::as_plural(other, plural) : word;
  });
  return detail::with_other_beginning(out, text::hash(question, seed) >> 9U);
}

}  // namespace t2s::studies

#endif
