// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_CLI_SHIPPED_POOL_HPP
#define T2S_CLI_SHIPPED_POOL_HPP

#include <string_view>

namespace cli {

/// The demonstrations that come with t2s, as JSON.
std::string_view shipped_pool();

}  // namespace cli

#endif
