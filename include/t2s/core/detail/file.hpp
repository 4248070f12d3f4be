// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_FILE_HPP
#define T2S_CORE_DETAIL_FILE_HPP

#include "t2s/core/detail/config.hpp"

#include <string>
#include <string_view>

namespace t2s {

/// Reads a whole file. `wanted` names in messages what it should be, e.g. "a JSON file".
///
/// Throws `error` with `errc::file_not_found`, `not_a_file` or `file_unreadable`.
[[nodiscard]] T2S_DECL std::string read_file(std::string const& path, std::string_view wanted);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/file.ipp"
#endif

#endif
