// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_VALUE_KEY_HPP
#define T2S_KNOWLEDGE_VALUE_KEY_HPP

#include "t2s/core/config.hpp"

#include <string>
#include <string_view>

namespace t2s::link {

/// The words of a stored value, of quoted text or of part of a question, in lower case and joined by spaces: what stored values are looked
/// up by.
[[nodiscard]] T2S_DECL std::string value_key(std::string_view text);

/// The lemmas of a key's words, joined by spaces.
[[nodiscard]] T2S_DECL std::string lemma_key(std::string_view key);

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/value_key.ipp"
#endif

#endif
