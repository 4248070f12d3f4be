// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_RUN_REQUIRE_QUESTION_HPP
#define T2S_RUN_REQUIRE_QUESTION_HPP

#include "t2s/core/config.hpp"

#include <cstddef>
#include <string_view>

namespace t2s {

/// Refuses what is no question before anything is spent on it. Throws `error` with `question_too_long` (more than `limit` bytes),
/// `invalid_utf8` (with the offset) or `empty_question` (nothing but white space). O(|text|).
T2S_DECL void require_question(std::string_view text, std::size_t limit);

}  // namespace t2s

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/run/impl/require_question.ipp"
#endif

#endif
