// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CORE_DETAIL_TEMPORARY_HPP
#define T2S_CORE_DETAIL_TEMPORARY_HPP

#include <type_traits>

namespace t2s::detail {

/// Accepts a temporary model or database, for a compile error.
template <class T>
struct temporary {};
template <class T>
inline constexpr bool is_temporary = false;
template <class T>
inline constexpr bool is_temporary<temporary<T>> = true;
template <class T>
using kept = std::conditional_t<std::is_lvalue_reference_v<T>, std::remove_reference_t<T>, temporary<T>>;

}  // namespace t2s::detail

#endif
