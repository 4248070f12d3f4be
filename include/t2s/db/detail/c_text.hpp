// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_C_TEXT_HPP
#define T2S_DB_DETAIL_C_TEXT_HPP

#include <string_view>

namespace t2s::db::detail {

/// What a function of C returns that may return no text.
inline std::string_view text_or_none(char const* text) { return text ? std::string_view(text) : std::string_view(); }

}  // namespace t2s::db::detail

#endif
