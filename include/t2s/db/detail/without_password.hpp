// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_DB_DETAIL_WITHOUT_PASSWORD_HPP
#define T2S_DB_DETAIL_WITHOUT_PASSWORD_HPP

#include "t2s/core/detail/config.hpp"

#include <string>
#include <string_view>

namespace t2s::db {

/// The text with *** in the place of every password that it has: before the @ of a URL, and as the value of password, pwd, token and the
/// like. O(bytes); thread safe.
[[nodiscard]] T2S_DECL std::string without_password(std::string_view written);

namespace detail {

/// "postgresql" of "postgresql://..."; "" of what has none. A single letter is a drive.
[[nodiscard]] T2S_DECL std::string_view scheme_of(std::string_view written);

}  // namespace detail
}  // namespace t2s::db

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/db/detail/without_password.ipp"
#endif

#endif
