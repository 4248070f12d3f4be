// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEXT_NUMBER_HPP
#define T2S_CORE_DETAIL_TEXT_NUMBER_HPP

#include "t2s/core/detail/config.hpp"

#include <string_view>
#include <system_error>

namespace t2s::text {

/// Reads the whole of `s` as a decimal number in the C locale, "-1.5e3", without white space or "+" around it. Returns `std::errc()` for a
/// number, `result_out_of_range` if the type cannot hold it, else `invalid_argument`; sets `number` only in the first case.
[[nodiscard]] T2S_DECL std::errc to_number(std::string_view s, double& number) noexcept;
/// The same for a `float`.
[[nodiscard]] T2S_DECL std::errc to_number(std::string_view s, float& number) noexcept;

}  // namespace t2s::text

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/core/detail/text_number.ipp"
#endif

#endif
