// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_POLICIES_GENERATE_DETAIL_GENERATOR_NAME_HPP
#define T2S_POLICIES_GENERATE_DETAIL_GENERATOR_NAME_HPP

#include <string_view>

namespace t2s::generate {

/// The name of a generator, for answers and traces.
template <class Generator>
[[nodiscard]] constexpr std::string_view generator_name() {
  if constexpr (requires { std::string_view(Generator::name); })
    return Generator::name;
  else
    return "generator";
}

}  // namespace t2s::generate

#endif
