// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_IMPL_PROTOCOLS_TOO_LONG_HPP
#define T2S_LLM_IMPL_PROTOCOLS_TOO_LONG_HPP

#include "t2s/core/error.hpp"

#include <cstddef>
#include <string>

namespace t2s::llm::detail {

inline error too_long(char const* what, std::size_t limit) {
  return {errc::malformed_reply, std::string(what).append(" of the stream is longer than ").append(std::to_string(limit)).append(" bytes"),
          "raise the limit if the server is to be trusted"};
}

}  // namespace t2s::llm::detail

#endif
