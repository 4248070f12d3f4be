// SPDX-License-Identifier: BSL-1.0
#ifndef T2S_LLM_CUT_ANSWER_HPP
#define T2S_LLM_CUT_ANSWER_HPP

#include "t2s/core/config.hpp"
#include "t2s/llm/model.hpp"

#include <cstddef>

namespace t2s::llm {

/// Cuts each text of an answer that has more than `most` bytes: thoughts that end (`</think>`) are left out, and if that is not enough what
/// is around its blocks of code, if it has such, and then the end, between two characters. Returns the bytes of the longest text that was
/// cut, 0 if none was. O(1) for texts within the limit.
[[nodiscard]] T2S_DECL std::size_t cut_answer(completion& answer, std::size_t most);

}  // namespace t2s::llm

#ifndef T2S_SEPARATE_COMPILATION
#include "t2s/llm/impl/cut_answer.ipp"
#endif

#endif
