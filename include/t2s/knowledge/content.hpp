// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_KNOWLEDGE_CONTENT_HPP
#define T2S_KNOWLEDGE_CONTENT_HPP

#include "t2s/core/config.hpp"
#include "t2s/schema/schema.hpp"

#include <string_view>

namespace t2s::link {

/// What kind of values a column holds, from its declared type and what is stored: numbers stored as text are numbers.
enum class content { text, number, date };

/// The same from the declared type alone.
[[nodiscard]] T2S_DECL content declared_content(schema::column const& c);

/// Whether all of a text but spaces around it is a number.
[[nodiscard]] T2S_DECL bool is_number(std::string_view text) noexcept;

}  // namespace t2s::link

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/knowledge/impl/content.ipp"
#endif

#endif
