// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_WORDS_IPP
#define T2S_KNOWLEDGE_IMPL_WORDS_IPP

#include "t2s/knowledge/internal/words.hpp"
#include "t2s/retrieve/internal/tokens.hpp"

#include <cstddef>

namespace t2s::link {
namespace knowledge_impl {

/// "qty" of "quantity", "mgr" of "manager": the same first letter, then consonants in their order.
inline bool is_consonant_form(std::string_view abbreviation, std::string_view word) {
  std::size_t at = 1;
  for (char const c : abbreviation.substr(1)) {
    if (std::string_view("aeiou").find(c) != std::string_view::npos) return false;
    at = word.find(c, at);
    if (at == std::string_view::npos) return false;
    ++at;
  }
  return true;
}

inline bool abbreviates(std::string_view abbreviation, std::string_view word) {
  return abbreviation.size() >= 3 && word.size() >= abbreviation.size() + 2 && abbreviation.front() == word.front() &&
         (word.starts_with(abbreviation) || is_consonant_form(abbreviation, word));
}

}  // namespace knowledge_impl

T2S_DECL double likeness(std::string_view asked, std::string_view named) {
  if (asked == named) return 1;
  if (asked.size() < 3 || named.size() < 3 || asked.front() != named.front()) return 0;
  if (asked.size() > 4 && named.size() > 4 && retrieve::stem(asked) == retrieve::stem(named)) return 0.85;
  if (knowledge_impl::abbreviates(named, asked)) return 0.8;
  return 0;
}

T2S_DECL double likeness(std::string_view first, std::string_view second, std::string_view named) {
  if (first.empty() || second.empty() || named.size() < 3 || named.front() != first.front()) return 0;
  for (std::size_t n = 1; n + 2 <= named.size() && n <= first.size() && named[n - 1] == first[n - 1]; ++n) {
    auto const rest = named.substr(n);
    if (rest == second) return n == first.size() ? 1 : 0.9;
    if (n == first.size() && rest.size() >= 3 && second.starts_with(rest)) return 0.8;
  }
  return 0;
}

}  // namespace t2s::link

#endif
