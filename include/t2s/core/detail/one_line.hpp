// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_ONE_LINE_HPP
#define T2S_CORE_DETAIL_ONE_LINE_HPP

#include "t2s/core/detail/config.hpp"

#include <string>
#include <string_view>

namespace t2s {

/// A text as valid UTF-8 with a blank in place of each white space and control character, including Unicode's line ends, so that a text of
/// the database cannot begin a section of a prompt and pretend to be the user. O(n); thread safe.
[[nodiscard]] T2S_DECL std::string one_line(std::string_view s);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/one_line.ipp"
#endif

#endif
