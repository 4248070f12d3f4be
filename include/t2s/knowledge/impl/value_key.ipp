// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_IMPL_VALUE_KEY_IPP
#define T2S_KNOWLEDGE_IMPL_VALUE_KEY_IPP

#include "t2s/core/text.hpp"
#include "t2s/knowledge/value_key.hpp"
#include "t2s/retrieve/lemma.hpp"

namespace t2s::link {

T2S_DECL std::string value_key(std::string_view text) {
  std::string key;
  bool inside = false;
  for (char const c : text) {
    bool const part = text::is_letter(c) || text::is_digit(c);
    if (part && !inside && !key.empty()) key += ' ';
    if (part) key += text::lower(c);
    inside = part;
  }
  return key;
}

T2S_DECL std::string lemma_key(std::string_view key) {
  std::string lemmas;
  for (auto const w : text::split(key, ' ')) {
    if (!lemmas.empty()) lemmas += ' ';
    lemmas += retrieve::lemma(w);
  }
  return lemmas;
}

}  // namespace t2s::link

#endif
